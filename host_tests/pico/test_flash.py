"""tools/flash.sh from end to end: the real mpremote, a pseudo-terminal, and the emulated Pico behind it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tests.conftest import ROOT, missing
from tools.flash import FlashError, NotReadyError, plan
from tools.flash.attached import Attached
from tools.flash.board import Board, BoardError
from tools.flash.steps import Flash, Options

SETTINGS = b'{"mode": "wooden", "rules": "norwegian"}'
OTHERS = b"print('somebody else')\n"
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


# --- boards ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def plain() -> Path:
    """build/micropython-pico.uf2: MicroPython with nothing of the project."""
    path = ROOT / "build/micropython-pico.uf2"
    if not path.exists():
        command = [sys.executable, ROOT / "tools/run.py", "build_uf2", "--plain"]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            missing(f"no image of MicroPython to be had here: {built.stderr.strip().splitlines()[-1:]}")
    return path


def power_on(image=None, files=None, flash=None):
    """A Pico with the board set up for a game, running until its USB is there."""
    from host.sim.pico.bench import Rig
    from host.sim.pico.flash import BLOCKS, PLAIN_BLOCKS, make_files

    # MicroPython as it is keeps more of the flash for files than the companion's own image leaves.
    blocks = PLAIN_BLOCKS if "micropython" in str(image) else BLOCKS
    made = None if files is None else make_files(files, blocks)
    rig = Rig(image, files=made, flash=flash, timed_flash=False)
    rig.board.setup("start")
    return rig.run_until(lambda: rig.port.connected)


def files_of(rig) -> dict:
    from host.sim.pico.flash import read_files

    return read_files(rig.flash())


class Desk:
    """One cable with a Pico on it, and tools/flash.sh to run."""

    def __init__(self, rig):
        from host.sim.pico.pty import Terminal

        self.terminal = Terminal(rig)

    @property
    def rig(self):
        return self.terminal.rig

    def flash(self, *options, until=lambda: False):
        """Run it to its end, or kill it with all it has started as soon as `until()`."""
        command = [sys.executable, "-m", "tools.flash", "--port", self.terminal.path, *options]
        return self.terminal.run(command, until=until, env=ENV, cwd=ROOT)

    def replug(self):
        """Pull the plug and put it back; what the board says from then on is new."""
        self.terminal.plug(power_on(flash=self.rig.cut()))
        return self.rig

    def staged(self) -> list:
        return [name for name in files_of(self.rig) if name.startswith("update/")]


@pytest.fixture
def desk():
    desks = []

    def sit_down(rig):
        desks.append(Desk(rig))
        return desks[-1]

    yield sit_down
    for one in desks:
        one.terminal.__exit__()


@pytest.fixture(scope="module")
def firmware(tmp_path_factory) -> Path:
    """The firmware as it is now, to be flashed first: the same in every test, even if it is edited meanwhile."""
    return shutil.copytree(
        ROOT / "firmware", tmp_path_factory.mktemp("one") / "firmware", ignore=shutil.ignore_patterns("__pycache__")
    )


@pytest.fixture(scope="module")
def newer(firmware, tmp_path_factory) -> Path:
    """A later version: another number, one module more, another less."""
    folder = shutil.copytree(firmware, tmp_path_factory.mktemp("two") / "firmware")
    package = folder / "lib/companion/__init__.py"
    text = package.read_text()
    assert "VERSION = __version__" in text
    # Three files that must go together: a board that has only some of them does not start.
    package.write_text(text.replace("VERSION = __version__", "from companion.number import VERSION"))
    (folder / "lib/companion/number.py").write_text('VERSION = "1.0.1"\n')
    main = folder / "main.py"
    main.write_text(main.read_text().replace("import config ", "import companion.number\nimport config "))
    (folder / "lib/daldos/selfplay.py").unlink()
    return folder


@pytest.fixture(scope="module")
def flashed(plain, firmware) -> bytes:
    """The flash of a board that was fresh but for settings and another's main.py; the first try was killed half-way."""
    desk = Desk(power_on(plain, {"settings.json": SETTINGS, "main.py": OTHERS}))
    with desk.terminal:
        killed = desk.flash("--firmware", firmware, until=lambda: len(desk.rig.flash_log.operations) > 200)
        assert killed.returncode == -9, killed.stdout
        half = desk.staged()
        assert 5 < len(half) < 45
        rig = desk.replug()
        rig.run_until_text(b"somebody else")  # the board does what it always did
        assert not rig.resets
        done = desk.flash("--firmware", firmware)
        assert done.returncode == 0, done.stdout
        files = files_of(desk.rig)
        wanted = plan.compile_firmware(firmware)
        assert {path[1:]: files[path[1:]] for path in wanted} == {path[1:]: data for path, data in wanted.items()}
        assert f"Compiled: {len(wanted)} files, 0 of them on the board already, {len(wanted)} new." in done.stdout
        copied = [line.strip() for line in done.stdout.splitlines() if line.startswith("  /update/")]
        assert len(copied) <= len(wanted) + 2 - (len(half) - 1)  # but for the one that the kill may have torn
        assert (files["settings.json"], files["main.py.old"]) == (SETTINGS, OTHERS)
        assert not desk.staged()
        assert (
            "says hello: MicroPython 1.25.0, Raspberry Pi Pico with RP2040, mode wooden, rules norwegian" in done.stdout
        )
        return desk.rig.flash()


# --- what must work -------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_fresh_board_interrupted_and_again(flashed):
    rig = power_on(flash=flashed)
    rig.run_until_text(b'"ev": "hello"')


@pytest.mark.nightly
def test_update_copies_what_has_changed_and_every_power_cut_in_it_leaves_a_board_that_starts(desk, flashed, newer):
    from host.sim.pico.flash import read_files, replay

    at = desk(power_on(flash=flashed))
    rig = at.rig
    rig.run_until_text(b'"ev": "hello"')
    rig.port.send(b'{"do": "mode", "mode": "game"}\n')
    rig.run_until_text(b'"mode": "game"')
    rig.run_ms(1500)  # the watchdog watches by now
    before, saved = rig.flash(), files_of(rig)
    start = len(rig.flash_log.operations)
    done = at.flash("--firmware", newer)
    assert done.returncode == 0, done.stdout
    files = files_of(rig)
    copied = [line.strip() for line in done.stdout.splitlines() if line.startswith("  /")]
    new = ["/update/lib/companion/__init__.mpy", "/update/lib/companion/number.mpy", "/update/main.py"]
    assert [path for path in copied if path.startswith(("/update/lib", "/update/main"))] == new
    assert "lib/daldos/selfplay.mpy" in saved and "lib/daldos/selfplay.mpy" not in files
    assert "The companion 1.0.1 says hello" in done.stdout and "mode game, rules norwegian" in done.stdout
    assert "Kept on the board: game, settings.json." in done.stdout
    for name in ("settings.json", "game"):
        assert files[name].startswith(saved[name])
    assert "timer" not in [kind for _, kind in rig.resets]

    operations = rig.flash_log.operations[start:]
    # The last steps are those in which files change places; before them, all that is new lies beside what is in use.
    counts = [len(operations) // 2, *[len(operations) - last for last in range(30, -1, -5)]]
    versions = []
    for case, count in enumerate(counts):
        torn = replay(before, operations[:count], (0.0, 0.5, 1.0)[case % 3])
        again = power_on(flash=torn)
        again.run_until_text(b'"ev": "hello"', 20_000)
        again.run_ms(100)
        hellos = [line for line in bytes(again.port.received).splitlines() if b'"hello"' in line]
        versions.append(json.loads(hellos[-1])["version"])
        assert len(again.resets) <= 1  # the one with which the finisher ends
        left = read_files(again.flash())
        assert left["settings.json"] == saved["settings.json"] and left["game"].startswith(saved["game"])
        if versions[-1] == "1.0.1":
            assert "lib/daldos/selfplay.mpy" not in left
    assert versions == sorted(versions) and versions[0] == "1.0.0" and versions[-1] == "1.0.1"


@pytest.mark.nightly
def test_a_board_that_is_up_to_date_is_only_restarted(desk, flashed, firmware):
    at = desk(power_on(flash=flashed))
    before = files_of(at.rig)
    done = at.flash("--firmware", firmware, "--dry-run", "--erase")
    assert done.returncode == 0 and "would be erased: /settings.json" in done.stdout
    assert "Dry run: nothing was changed." in done.stdout
    assert {name: data for name, data in files_of(at.rig).items() if name != "game"} == {
        name: data for name, data in before.items() if name != "game"
    }
    done = at.flash("--firmware", firmware)
    assert done.returncode == 0 and ", 0 new." in done.stdout and "Copying" not in done.stdout


@pytest.mark.nightly
def test_erase_asks_first(desk, flashed, firmware):
    at = desk(power_on(flash=flashed))
    at.rig.run_until_text(b'"ev": "hello"')
    for name in ("game.b", "wires"):  # as a board has them after a long game, or with wires exchanged
        at.rig.execute(f"open('/{name}', 'w').close()")
    refused = at.flash("--firmware", firmware, "--erase")
    assert refused.returncode == 1 and "Erase " in refused.stdout and "nothing was changed" in refused.stdout
    assert files_of(at.rig)["settings.json"] == SETTINGS
    done = at.flash("--firmware", firmware, "--erase", "--yes")
    assert done.returncode == 0 and "Erased: " in done.stdout and "mode game, rules danish" in done.stdout
    assert "settings.json" not in files_of(at.rig)
    assert files_of(at.rig)["main.py.old"] == OTHERS
    assert not [name for name in files_of(at.rig) if name.startswith(("game.", "wires"))]


@pytest.mark.nightly
def test_config_changed_on_the_board_stays(desk, flashed, newer):
    at = desk(power_on(flash=flashed))
    own = (newer / "config.py").read_text().replace("SCAN_MS = 10 ", "SCAN_MS = 12 ")
    lacking = own.replace("SCAN_MS = 12 ", "SCAN_MILLIS = 12 ")
    at.rig.execute(f"with open('/config.py', 'w') as file:\n    file.write({lacking!r})")
    refused = at.flash("--firmware", newer)
    assert refused.returncode == 1 and "lacks SCAN_MS" in refused.stdout and "--replace-config" in refused.stdout
    at.rig.execute(f"with open('/config.py', 'w') as file:\n    file.write({own!r})")
    done = at.flash("--firmware", newer)
    assert done.returncode == 0 and "config.py was changed on the board: it stays" in done.stdout
    assert files_of(at.rig)["config.py"] == own.encode()
    assert "The companion 1.0.1 says hello" in done.stdout
    hashes = {"/" + name: plan.sha256(data) for name, data in files_of(at.rig).items()}
    wanted = plan.compile_firmware(newer)
    assert plan.Plan(wanted, facts(hashes=hashes), replace_config=False).changed == []
    assert plan.Plan(wanted, facts(hashes=hashes), replace_config=True).changed == ["/config.py"]


@pytest.mark.nightly
def test_too_old_a_micropython(desk, plain):
    rig = power_on(plain, {"main.py": OTHERS})
    flash = bytearray(rig.flash())
    # sys.implementation.version as the image holds it: four objects, of which 1, 25 and 0 are small ints.
    sign = b"".join([word.to_bytes(4, "little") for word in (4, 1 << 1 | 1, 25 << 1 | 1, 0 << 1 | 1)])
    assert flash.count(sign) == 1
    at = flash.index(sign) + 8
    flash[at] = 21 << 1 | 1
    there = desk(power_on(flash=bytes(flash)))
    before = files_of(there.rig)
    done = there.flash()
    assert done.returncode == 3
    assert "MicroPython 1.21.0, too old: expected 1.23 or newer" in done.stdout and "BOOTSEL" in done.stdout
    assert files_of(there.rig) == before


def test_a_board_with_the_companion_built_in(desk, image):
    at = desk(power_on(image, {"settings.json": SETTINGS}))
    at.rig.run_until_text(b'"ev": "hello"')
    done = at.flash()
    assert done.returncode == 3 and "has the companion built in" in done.stdout
    at.rig.run_until(lambda: at.rig.port.received.count(b'"ev": "hello"') > 1)  # and goes on playing


@pytest.mark.nightly
def test_mip_installs_the_library(desk, plain):
    at = desk(power_on(plain, {}))
    command = [sys.executable, "-m", "mpremote", "connect", at.terminal.path]
    done = at.terminal.run([*command, "mip", "install", ROOT / "package.json"], env=ENV)
    assert done.returncode == 0, done.stdout
    source = (
        "from daldos.rules import parse_rules\n"
        "from daldos.position import parse_position\n"
        "from daldos.notation import turn_text\n"
        "from daldos.turns import legal_turns\n"
        "rules = parse_rules('danish')\n"
        "at = parse_position('aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12', rules)\n"
        "print([turn_text(at, turn) for turn in legal_turns(at).turns])\n"
    )
    assert at.rig.execute(source).strip() == "['A1-M3']"
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    files = files_of(at.rig)
    todo = plan.Plan(plan.compile_firmware(ROOT / "firmware"), facts(hashes={"/" + name: "" for name in files}), False)
    # What mip has put there as source would go before the compiled modules.
    assert sorted(todo.remove) == sorted(["/lib/" + name for name, _ in package["urls"]])


# --- what is attached -----------------------------------------------------------------------------------------------


class Port:
    """A serial port as pyserial lists it."""

    def __init__(self, device: str, vid=0x2E8A, serial_number="e66"):
        self.device = device
        self.vid = vid
        self.serial_number = serial_number
        self.description = "Board in FS mode"


def drive(folder: Path, board="RPI-RP2") -> Path:
    folder.mkdir(parents=True)
    (folder / "INFO_UF2.TXT").write_text(f"UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {board}\n")
    return folder


class World:
    """A computer with these ports, drives and answers; `said` is what the tool has said."""

    def __init__(self, folder: Path, ports=(), drives=(), answer=False):
        mounts = folder / "mounts"
        rows = [f"/dev/sdb1 {str(one).replace(' ', chr(92) + '040')} vfat rw 0 0\n" for one in drives]
        mounts.write_text("".join(["/dev/sda1 / ext4 rw 0 0\n", *rows]))
        self.labels = folder / "labels"
        self.said = []
        self.questions = []
        self.answer = answer
        self.attached = Attached(lambda: ports, mounts, folder / "Volumes", self.labels)
        self.root = folder

    def confirm(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer

    def run(self, **options):
        Flash(self.said.append, self.confirm, self.attached, self.root).run(Options(**options))


def test_nothing_attached(tmp_path):
    with pytest.raises(NotReadyError, match="no board is attached(.|\n)*cables only charge"):
        World(tmp_path, [Port("/dev/ttyUSB0", vid=0x1A86)]).run()


def test_several_boards(tmp_path):
    ports = [Port("/dev/ttyACM1", serial_number="e67"), Port("/dev/ttyACM0")]
    with pytest.raises(
        NotReadyError, match="several(.|\n)*ttyACM0 (.|\n)*number e66(.|\n)*ttyACM1(.|\n)*--port /dev/ttyACM0"
    ):
        World(tmp_path, ports).run()


@pytest.mark.parametrize("label", ["RPI-RP2", "RP2350"])
def test_a_drive_that_is_not_mounted(tmp_path, label):
    world = World(tmp_path)
    world.labels.mkdir()
    (world.labels / label).touch()
    with pytest.raises(NotReadyError, match=f"its drive {label} is not mounted"):
        world.run()


def test_bootsel_without_an_image(tmp_path):
    world = World(tmp_path, drives=[drive(tmp_path / "my RPI-RP2")])
    with pytest.raises(NotReadyError, match="tools/build_uf2.sh(.|\n)*micropython.org/download/RPI_PICO"):
        world.run()


def test_bootsel_of_another_board_and_of_several(tmp_path):
    with pytest.raises(NotReadyError, match="no Raspberry Pi Pico or Pico 2"):
        World(tmp_path, drives=[drive(tmp_path / "a", board="SAMD21")]).run()
    with pytest.raises(NotReadyError, match="several boards are in BOOTSEL mode"):
        World(tmp_path, drives=[tmp_path / "a", drive(tmp_path / "b")]).run()


def test_bootsel_refused(tmp_path):
    (tmp_path / "build").mkdir()
    (tmp_path / "build/daldos-pico.uf2").write_bytes(b"UF2")
    world = World(tmp_path, drives=[drive(tmp_path / "a")])
    with pytest.raises(NotReadyError, match="nothing was copied"):
        world.run()
    assert len(world.questions) == 1
    world.run(dry_run=True)
    assert not (tmp_path / "a/daldos-pico.uf2").exists()


IMAGES = {"RPI-RP2": ("pico", "pico-w"), "RP2350": ("pico-2", "pico-2-w")}


@pytest.mark.parametrize("label", IMAGES)
def test_bootsel_gets_no_image_of_another_chip(tmp_path, label):
    """Whatever images are in build/: one of the other chip is never copied, and of two that fit the user names one."""
    plain, radio = IMAGES[label]
    (other,) = [names for there, names in IMAGES.items() if there != label]
    there = drive(tmp_path / "a", board=label)
    world = World(tmp_path, drives=[there], answer=False)
    (tmp_path / "build").mkdir()

    def refused(**options) -> str:
        with pytest.raises(NotReadyError) as told:
            world.run(**options)
        assert sorted(path.name for path in there.iterdir()) == ["INFO_UF2.TXT"]
        return str(told.value)

    for name in other:
        (tmp_path / f"build/daldos-{name}.uf2").write_bytes(b"UF2")
        assert "its image would not start" in refused(board=name)
    assert f"build_uf2.sh {plain}" in refused()
    (tmp_path / f"build/daldos-{radio}.uf2").write_bytes(b"UF2")
    assert "nothing was copied" in refused() and f"daldos-{radio}.uf2" in world.questions[-1]
    (tmp_path / f"build/daldos-{plain}.uf2").write_bytes(b"UF2")
    assert f"--board {plain}" in refused() and len(world.questions) == 1
    assert "nothing was copied" in refused(board=plain) and f"daldos-{plain}.uf2" in world.questions[-1]


def test_bootsel_gets_the_image_and_says_hello(desk, image, tmp_path):
    from host.sim.pico.flash import make_files

    there = drive(tmp_path / "RPI-RP2")
    at = desk(power_on(image, {}))
    # As the boot ROM does: when the image is all there, it is in the flash, and the board starts.
    copied = there / image.name
    command = [sys.executable, "-m", "tools.flash", "--port", at.terminal.path, "--drive", there, "--yes"]
    booted = []

    def boot_when_copied():
        if not booted and copied.exists() and copied.stat().st_size == image.stat().st_size:
            booted.append(True)
            from host.sim.pico.bench import Rig

            at.terminal.plug(Rig(copied, files=make_files({"settings.json": SETTINGS})))
        return False

    if image != ROOT / "build/daldos-pico.uf2":
        missing("the image of these tests is not the one in build/")
    done = at.terminal.run(command, until=boot_when_copied, env=ENV, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    assert "mode wooden, rules norwegian" in done.stdout and booted


def test_a_port_that_comes_back_under_another_name(tmp_path):
    ports = [Port("/dev/ttyACM1"), Port("/dev/ttyACM2", serial_number="e67")]
    attached = World(tmp_path, ports).attached
    assert attached.same_board("/dev/ttyACM0", "e66") == "/dev/ttyACM1"
    assert attached.same_board("/dev/ttyACM0", None) == "/dev/ttyACM0"


# --- what goes wrong ------------------------------------------------------------------------------------------------


def facts(**changed) -> dict:
    """What facts.py finds on a fresh board."""
    return {
        "name": "micropython",
        "version": [1, 25, 0],
        "mpy": 0x1306,
        "machine": "Raspberry Pi Pico with RP2040",
        "hashes": {},
        "root": [],
        "free": 1 << 20,
        "frozen": False,
        "main": "",
        "flashed": "",
        **changed,
    }


@pytest.mark.parametrize(
    "changed, message",
    [
        ({"name": "circuitpython", "version": [9, 2, 1]}, "runs circuitpython 9.2.1"),
        ({"machine": "Generic board with SAMD21"}, "expected a Raspberry Pi Pico or Pico 2"),
        ({"machine": "Raspberry Pi Pico2 with RP2350-RISCV"}, "ARM, not RISC-V"),
        ({"version": [1, 22, 2]}, "MicroPython 1.22.2, too old"),
        ({"frozen": True}, "built in"),
    ],
)
def test_a_runtime_that_will_not_do(changed, message):
    plan.check_runtime(facts(), "the board")
    plan.check_runtime(facts(version=[1, 23, 0]), "the board")
    for machine in ("Raspberry Pi Pico W with RP2040", "Raspberry Pi Pico2 with RP2350"):
        plan.check_runtime(facts(machine=machine), "the board")
    with pytest.raises(NotReadyError, match=message):
        plan.check_runtime(facts(**changed), "the board")


def test_a_format_of_mpy_that_the_board_does_not_take():
    plan.check_format(facts(), (6, 3))
    with pytest.raises(NotReadyError, match=r"takes \.mpy files of version 6\.3, and mpy-cross here makes 7\.0"):
        plan.check_format(facts(), (7, 0))


def test_a_module_that_does_not_compile(firmware, tmp_path):
    broken = shutil.copytree(firmware, tmp_path / "firmware")
    (broken / "lib/daldos/rules.py").write_text("def (")
    with pytest.raises(FlashError, match=r"rules\.py does not compile(.|\n)*line 1"):
        plan.compile_firmware(broken)


def test_a_flash_that_is_full(firmware):
    todo = plan.Plan(plan.compile_firmware(firmware), facts(), False)
    assert 200_000 < todo.needed_bytes() < 1_300_000  # of the 1,408 KB of MicroPython's file system
    with pytest.raises(FlashError, match="the board has 9 KB free"):
        Flash(print, None, None, ROOT)._tell(todo, facts(free=9999), False)


def test_a_port_that_is_none(tmp_path):
    with pytest.raises(NotReadyError, match="no port(.|\n)*that are there: /dev/ttyACM0"):
        World(tmp_path, [Port("/dev/ttyACM0")]).run(port=str(tmp_path / "ttyNone"))
    with pytest.raises(BoardError, match="cannot look at the board on(.|\n)*mpremote said"):
        Board(str(tmp_path / "ttyNone"), print).facts()


def test_no_hello_says_what_was_heard_instead():
    import pty
    import tty

    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.write(ours, b"Traceback (most recent call last):\nImportError: no module named 'app'\n")
    with pytest.raises(BoardError, match="no hello(.|\n)*ImportError: no module named 'app'"):
        Board(os.ttyname(theirs), print).hello(1)
    os.write(ours, b'ello"}\n{"ev": "hello", "mode": "game"}\n')
    assert Board(os.ttyname(theirs), print).hello(5)["mode"] == "game"
    os.close(ours)
    os.close(theirs)
    with pytest.raises(BoardError, match="it said nothing"):
        Board("/nonexistent/port", print).hello(0.5)


def test_the_command_line():
    def run(*arguments):
        command = [sys.executable, "-m", "tools.flash", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=ENV, check=False)

    assert run("--help").returncode == 0 and "Exit status" in run("--help").stdout
    assert run("--nonsense").returncode == 2
