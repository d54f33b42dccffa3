"""The steps of tools/flash.sh, one after the other, each said before it is done.

>>> Flash(say=print, confirm=ask, attached=Attached(), root=root).run(Options())
"""

import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tools.flash import FlashError, NotReadyError, plan
from tools.flash.attached import INFO, chip_of
from tools.flash.board import Board
from tools.flash.texts import AGAIN, CONFIG_STAYS, FILL_IT, NONE_FOUND, PERMISSION

# The boards for which tools/build_uf2.sh makes images, and their chips.
BOARDS = {"pico": "RP2040", "pico-w": "RP2040", "pico-2": "RP2350", "pico-2-w": "RP2350"}
HELLO_S = 60  # a restart, a boot, and for the computer to find the port again, however much else it does
COMMIT = """\
import os
if %r:
    os.rename("/main.py", %r)
os.rename("/finish.py", "/main.py")
"""
WELL = """\
import machine, os
from picohw.chip import chip_of
from picohw.watchdog import Restarts
Restarts(machine.mem32, chip_of(os.uname()[4])).clear()
"""
REMOVE = """\
import os
for path in %r:
    os.remove(path)
"""
FOLDERS = """\
import os
for path in %r:
    try:
        os.mkdir(path)
    except OSError:
        pass
"""


@dataclass
class Options:
    """What was asked for, as in --help. firmware: the folder to flash from, else the project's."""

    port: str | None = None
    firmware: Path | None = None
    dry_run: bool = False
    erase: bool = False
    yes: bool = False
    replace_config: bool = False
    drive: Path | None = None
    board: str | None = None


class Flash:
    """say: called with a line of text. confirm: called with a question, True for yes. root: the project's folder."""

    def __init__(self, say, confirm, attached, root: Path):
        self._say = say
        self._confirm = confirm
        self._attached = attached
        self._root = root

    def run(self, options: Options) -> None:
        """All of it; FlashError if it cannot be done."""
        drive = self._drive(options)
        if drive:
            self._flash_drive(drive, options)
        else:
            self._flash_port(self._port(options), options)

    # --- what is attached -------------------------------------------------------------------------------------------

    def _drive(self, options: Options):
        if options.drive:
            return options.drive
        drives = [] if options.port else self._attached.drives()
        if len(drives) > 1:
            names = ", ".join([str(drive) for drive in drives])
            raise NotReadyError(
                f"several boards are in BOOTSEL mode: {names}.\nName one with --drive, or unplug the others."
            )
        return drives[0] if drives else None

    def _port(self, options: Options) -> str:
        if options.port:
            return options.port
        ports = self._attached.ports()
        if len(ports) > 1:
            rows = [f"  {port.device}  {port.description}, serial number {port.serial_number}" for port in ports]
            raise NotReadyError(
                "\n".join(["several boards are attached:", *rows, "Name one: --port " + ports[0].device])
            )
        if ports:
            return ports[0].device
        label = self._attached.unmounted()
        if label:
            raise NotReadyError(
                f"a board in BOOTSEL mode is attached, and its drive {label} is not mounted.\n"
                f"Open it in the file manager, or: udisksctl mount -b /dev/disk/by-label/{label}; then try again."
            )
        raise NotReadyError(NONE_FOUND)

    # --- a board in BOOTSEL mode ------------------------------------------------------------------------------------

    def _flash_drive(self, drive: Path, options: Options) -> None:
        if not (drive / INFO).is_file():
            raise NotReadyError(f"{drive} is no drive of a board in BOOTSEL mode: there is no {INFO} on it.\n{FILL_IT}")
        chip = chip_of(drive)
        if not chip:
            raise NotReadyError(f"the board at {drive} is no Raspberry Pi Pico or Pico 2.")
        self._say(
            f"A board with {chip} in BOOTSEL mode is at {drive}: it has no MicroPython yet, or waits for a new one."
        )
        image = self._image(chip, options.board)
        if options.dry_run:
            self._say(f"Dry run: {image} is not copied.")
            return
        question = f"Copy {image}, MicroPython with the companion built in, onto it?"
        if not options.yes and not self._confirm(question):
            raise NotReadyError(f"nothing was copied.\n{FILL_IT}")
        self._say(f"Copying {image.name} ...")
        try:
            shutil.copyfile(image, drive / image.name)
        except OSError as error:
            raise FlashError(f"cannot copy to {drive}: {error}\nPlug the board in again with BOOTSEL held.") from None
        self._wait_for_hello(Board(options.port or "", self._say), None if options.port else self._first_port)

    def _image(self, chip: str, board) -> Path:
        """The image to copy onto a board with that chip: that of the board named, or the only one that fits."""
        if board and BOARDS[board] != chip:
            raise NotReadyError(
                f"a {board} has the {BOARDS[board]}, and the board attached has the {chip}: its image would not start."
            )
        fitting = [name for name in BOARDS if BOARDS[name] == chip and board in (None, name)]
        images = {name: self._root / f"build/daldos-{name}.uf2" for name in fitting}
        there = [name for name in fitting if images[name].exists()]
        if not there:
            raise NotReadyError(
                f"there is no {' or '.join([str(image) for image in images.values()])} to put on it.\n"
                + FILL_IT.replace("build_uf2.sh", f"build_uf2.sh {fitting[0]}")
            )
        if len(there) > 1:
            raise NotReadyError(
                f"images of {' and '.join(there)} are in build/, and the drive does not tell which the board is.\n"
                f"Name it: --board {there[0]}, or --board {there[1]} if it has the shielded radio chip."
            )
        return images[there[0]]

    def _first_port(self, _device) -> str:
        ports = self._attached.ports()
        if len(ports) != 1:
            raise OSError(f"{len(ports)} boards on serial ports")
        return ports[0].device

    # --- a board that runs ------------------------------------------------------------------------------------------

    def _flash_port(self, port: str, options: Options) -> None:
        numbers = {found.device: found.serial_number for found in self._attached.ports()}
        if not self._attached.has_port(port):
            seen = ", ".join(numbers) or "none"
            raise NotReadyError(f"there is no port {port}; ports of boards that are there: {seen}.")
        if not self._attached.may_use(port):
            raise NotReadyError(f"the port {port} is there, but you may not use it.\n{PERMISSION}")
        board = Board(port, self._say)
        self._say(f"Looking at the board on {port}; a game that runs there is stopped ...")
        facts = board.facts()
        try:
            kept = self._renew(board, facts, options)
        except FlashError:
            with suppress(FlashError):
                board.restart()  # whatever ran on it goes on
            raise
        self._say("Restarting the board ...")
        board.restart()
        if options.dry_run:
            return
        self._wait_for_hello(board, lambda device: self._attached.same_board(device, numbers.get(port)))
        if kept:
            self._say(f"Kept on the board: {', '.join(kept)}.")

    def _renew(self, board: Board, facts: dict, options: Options) -> list:
        """Bring what is on the board up to date; returns which of the companion's own files stay."""
        port = board.port
        plan.check_runtime(facts, f"the board on {port}")
        plan.check_format(facts, plan.mpy_cross()[1])
        self._say(f"{facts['machine']}, MicroPython {'.'.join([str(part) for part in facts['version']])}.")
        if plan.is_unfinished(facts):
            self._say("An earlier update is all there but not in place: that is done first, as a restart would.")
            board.execute("import main", "finish the earlier update")
            facts = board.facts()
        wanted = plan.compile_firmware(options.firmware or self._root / "firmware")
        todo = plan.Plan(wanted, facts, options.replace_config)
        self._tell(todo, facts, options.dry_run)
        saved = [name for name in facts["root"] if name in plan.SAVED or name.startswith(plan.ASIDE)]
        erase = saved if options.erase else []
        if options.dry_run:
            for name in erase:
                self._say(f"  would be erased: /{name}")
            self._say("Dry run: nothing was changed.")
            return []
        if erase and not options.yes and not self._confirm(f"Erase {', '.join(erase)} from the board?"):
            raise FlashError("nothing was changed. Without --erase, what the board has saved stays.")
        if todo.wrong:
            board.execute(REMOVE % (todo.wrong,), "clear away an older copy")
        if todo.stage:
            self._update(board, todo)
        if erase:
            board.execute(REMOVE % (["/" + name for name in erase],), "erase what the board has saved")
            self._say(f"Erased: {', '.join(erase)}.")
        # Failures of the version before do not count against this one.
        board.execute(WELL, "start the new version's drivers")
        return [name for name in sorted(facts["root"]) if name in plan.SAVED and name not in erase]

    def _tell(self, todo: plan.Plan, facts: dict, dry_run: bool) -> None:
        same = len(todo.wanted) - len(todo.changed)
        self._say(f"Compiled: {len(todo.wanted)} files, {same} of them on the board already, {len(todo.changed)} new.")
        for path in todo.changed if dry_run else ():
            self._say(f"  new: {path}")
        for path in todo.remove:
            self._say(f"  of an older version, to be removed: {path}")
        if todo.keep_program:
            self._say(f"  the board's main.py is another program's: it is kept as {plan.KEPT_PROGRAM}")
        if todo.keep_config:
            self._say("  config.py was changed on the board: it stays (--replace-config puts the project's there)")
        if "boot.py" in facts["root"]:
            self._say("  boot.py on the board is not the companion's: it stays, and runs before it")
        if todo.needed_bytes() > facts["free"]:
            raise FlashError(
                f"the board has {facts['free'] // 1024} KB free, the update needs {todo.needed_bytes() // 1024} KB.\n"
                "Remove files that are not the companion's: mpremote fs ls, mpremote fs rm."
            )

    def _update(self, board: Board, todo: plan.Plan) -> None:
        if todo.keep_config:
            self._check_config(board, todo)
        self._say(f"Copying {len(todo.copy)} files beside those in use ...")
        board.execute(FOLDERS % (todo.folders(),), "make room for the files")
        with tempfile.TemporaryDirectory() as folder:
            files = {}
            for path, data in {**todo.copy, "/finish.py": plan.FINISHER}.items():
                here = Path(folder) / str(len(files))
                here.write_bytes(data)
                files[here] = path
            board.copy(files)
        hashes = board.facts()["hashes"]
        wrong = todo.misplaced(hashes)
        if hashes.get("/finish.py") != plan.sha256(plan.FINISHER):
            wrong.append("/finish.py")
        if wrong:
            raise FlashError(f"on the board these are not as they were sent: {', '.join(wrong)}.\n{AGAIN}")
        self._say("All checksums agree. Putting the update in place ...")
        board.execute(COMMIT % (todo.keep_program, plan.KEPT_PROGRAM), "put the update in place")
        board.execute("import main", "put the update in place")
        wrong = todo.unlike(board.facts()["hashes"])
        if wrong:
            raise FlashError(f"on the board these are not as they should be: {', '.join(wrong)}.\n{AGAIN}")

    def _check_config(self, board: Board, todo: plan.Plan) -> None:
        source = board.execute("print(open('/config.py').read())", "read the board's config.py")
        try:
            missing = set(plan.setting_names(todo.project_config)) - set(plan.setting_names(source))
        except SyntaxError as error:
            raise FlashError(f"config.py on the board, line {error.lineno}: {error.msg}.\n{CONFIG_STAYS}") from None
        if missing:
            names = ", ".join(sorted(missing))
            raise FlashError(f"config.py on the board, changed there, lacks {names}.\n{CONFIG_STAYS}")

    def _wait_for_hello(self, board: Board, find) -> None:
        self._say("Waiting for its hello ...")
        hello = board.hello(HELLO_S, find or (lambda device: device))
        self._say("The companion {version} says hello: {runtime}, mode {mode}, rules {rules}.".format(**hello))
