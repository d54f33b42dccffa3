"""A board on a serial port, through mpremote, each command a process of its own; its hello, through pyserial.

>>> board = Board("/dev/ttyACM0", echo=print)
>>> board.facts()["version"]            # stops the game that runs, watchdog and all
[1, 25, 0]
>>> board.copy({"build/x.mpy": "/lib/x.mpy"})
>>> board.restart()
>>> board.hello(timeout_s=20)["mode"]
'game'
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import serial

from tools.flash import FlashError

FACTS = (Path(__file__).parent / "on_board/facts.py").read_text(encoding="utf-8")
WINDOWS = os.name == "nt"
COMMAND_S = 120  # any command but a copy is over in seconds
_TRIES = 2  # to stop what runs: a board may be just starting, or be left in the midst of something
_HINTS = (
    ("failed to access", "Another program has the port open: close Thonny, terminals, `daldos watch`; try again."),
    (
        "raw repl",
        "The board does not answer as MicroPython does. Unplug it, plug it in again and try once more. If it\n"
        "stays so, it runs something else: hold BOOTSEL down while you plug it in, and run tools/flash.sh again.",
    ),
    ("No space left", "The board's file system is full: remove what is not the companion's, or see --erase."),
)
_HELP = "Unplug the board, plug it in again and run tools/flash.sh again: it goes on where it stopped."


class BoardError(FlashError):
    """What a board, or mpremote, said instead of what was expected."""


class _Port(serial.Serial):
    """A serial port that keeps what comes while it is being opened: the hello of a board that was waiting for that."""

    def _reset_input_buffer(self) -> None:
        pass

    def open(self) -> None:
        if not WINDOWS:
            super().open()
            return
        # There pyserial clears what has come after it has raised DTR, and that is what the board waits for.
        self.dtr = False
        super().open()
        self.dtr = True


class Board:
    """port: the device's name. echo: called with a line of progress."""

    def __init__(self, port: str, echo):
        self.port = port
        self._echo = echo
        self._stopped = False

    def execute(self, source: str, what: str) -> str:
        """Run `source` on the board; returns what it printed. `what` is said where it fails."""
        return self._mpremote(["exec", source], what)

    def facts(self) -> dict:
        """What facts.py finds; stops what runs."""
        said = self.execute(FACTS, "look at the board")
        try:
            return json.loads(said.splitlines()[-1])
        except (ValueError, IndexError):
            raise BoardError(f"cannot look at the board: it said {said[-300:]!r}") from None

    def copy(self, files: dict) -> None:
        """Copy files: path here -> path on the board, whose folders must be there."""
        command = []
        for here, there in files.items():
            command += ["+", "fs", "cp", str(here), ":" + there]
        self._mpremote(command[1:], "copy the files", progress=True)

    def restart(self) -> None:
        """As if the plug had been pulled and put back."""
        self._mpremote(["reset"], "restart the board")
        self._stopped = False

    def hello(self, timeout_s: float, find=lambda port: port) -> dict:
        """Wait for the `hello` of a board that starts. find: where its port is now. BoardError if none comes."""
        end = time.monotonic() + timeout_s
        said = b""
        trouble = None
        while time.monotonic() < end:
            try:
                with _Port(find(self.port), timeout=0.2) as port:
                    while time.monotonic() < end:
                        said += port.read(max(1, port.in_waiting))
                        hello = _find_hello(said)
                        if hello:
                            return hello
            except OSError as error:  # SerialException is one: the port is away while the board restarts
                trouble = error
                time.sleep(0.2)
        text = said.decode(errors="replace").strip()
        heard = f"it said:\n{text[-1500:]}" if text else f"it said nothing ({trouble or 'the port is open'})."
        raise BoardError(f"no hello from the board within {timeout_s:g} seconds; {heard}\n{_HELP}")

    def _mpremote(self, command: list, what: str, progress=False) -> str:
        for attempt in range(_TRIES):
            # A board once stopped is resumed, not reset: it has nothing running, and that saves a second each time.
            ways = ["resume"] if self._stopped else []
            status, said = self._run([*ways, *command], progress)
            if not status:
                self._stopped = True
                return said
            self._stopped = False
            if "could not enter raw repl" not in said or attempt == _TRIES - 1:
                break
            time.sleep(0.5)
        hints = [hint for sign, hint in _HINTS if sign.lower() in said.lower()]
        lines = [line for line in said.splitlines() if line.strip()][-6:]
        raise BoardError("\n".join([f"cannot {what} on {self.port}; mpremote said:", *lines, *(hints[:1] or [_HELP])]))

    def _run(self, command: list, progress: bool) -> tuple:
        whole = [sys.executable, "-u", "-m", "mpremote", "connect", self.port, *command]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        process = subprocess.Popen(whole, encoding="utf-8", errors="replace", **pipes)
        try:
            if not progress:
                said = process.communicate(timeout=COMMAND_S)[0]
                return process.returncode, said
            said = []
            for line in process.stdout:
                said.append(line)
                if line.startswith("cp "):
                    self._echo("  " + line.split()[-1].lstrip(":"))
            return process.wait(), "".join(said)
        except subprocess.TimeoutExpired:
            return 1, f"(nothing for {COMMAND_S} seconds)"
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _find_hello(said: bytes):
    for line in said.splitlines(keepends=True):
        if b'"ev": "hello"' in line and line.endswith(b"\n"):
            try:
                return json.loads(line)
            except ValueError:
                pass  # torn: a rest of what was said before the restart
    return None
