r"""A pseudo-terminal on the USB of the emulated Pico: for the programs that want a serial port, such as mpremote.

    >>> with Terminal(rig) as terminal:
    ...     done = terminal.run(["mpremote", "connect", terminal.path, "exec", "print(6 * 7)"])
    >>> done.stdout
    '42\n'

The port stays when the Pico restarts, where a real one would go and come back.
"""

import os
import pty
import select
import subprocess
import tempfile
import time
import tty

from lab.pico.bench import Rig

_STEP_MS = 0.5
_NAP_S = 0.01
_LAST_MS = 300  # mpremote reset is over before the board has reset


class Terminal:
    """path: the device, for a program to open. rig: can be replaced while the terminal stays."""

    def __init__(self, rig: Rig):
        self.rig = rig
        self._read = len(rig.port.received)
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_error) -> None:
        os.close(self._ours)
        os.close(self._theirs)

    def plug(self, rig: Rig) -> None:
        """Connect another Pico to the same cable."""
        self.rig = rig
        self._read = 0

    def serve(self, until) -> None:
        """Pass bytes both ways while emulated time goes on, never faster than real time, until `until()`."""
        ahead_s = self.rig.now_ms / 1e3 - time.monotonic()
        while not until():
            busy = self._pass_on()
            self.rig.run_ms(_STEP_MS)
            nap_s = self.rig.now_ms / 1e3 - time.monotonic() - ahead_s
            if nap_s > 0 and not busy:
                select.select([self._ours], [], [], min(nap_s, _NAP_S))

    def run(self, command: list, until=lambda: False, timeout_s=900, **options) -> subprocess.CompletedProcess:
        """Run a program while the Pico runs, output and errors as text in stdout; it is killed, with its children, when
        `until()` becomes true or time is up."""
        end = time.monotonic() + timeout_s
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(
                [str(word) for word in command], stdout=out, stderr=subprocess.STDOUT, start_new_session=True, **options
            )
            self.serve(lambda: process.poll() is not None or until() or time.monotonic() > end)
            if process.poll() is None:
                os.killpg(process.pid, 9)
            process.wait()
            self.rig.run_ms(_LAST_MS)
            out.seek(0)
            return subprocess.CompletedProcess(command, process.returncode, out.read().decode(errors="replace"))

    def _pass_on(self) -> bool:
        busy = False
        try:
            data = os.read(self._ours, 4096)
            self.rig.port.send(data)
            busy = bool(data)
        except BlockingIOError:
            pass
        received = self.rig.port.received
        while self._read < len(received):
            try:
                self._read += os.write(self._ours, received[self._read : self._read + 4096])
                busy = True
            except BlockingIOError:
                break
        return busy
