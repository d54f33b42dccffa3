"""A board at the end of a pseudo-terminal: a simulated table behind a serial port, with a clock of its own.

with SerialBoard() as board:
    subprocess.run([..., "--port", board.port, ...])
    board.table.place("M1", piece)      # hands
# unplugged
"""

import os
import select
import threading
import time
import tty

from host.sim.table import Table


class SerialBoard:
    """table: the Table, to be used only within `hands()`. port: the name of its serial port.

    noise: bytes sent before the first answer. mute: the board reads everything and sends nothing else.
    """

    def __init__(self, table=None, noise=b"", mute=False, setup="start"):
        self.table = table or Table(seed=3)
        self.table.board.setup(setup)
        self.table.plug_in()
        self.table.wait(1000)
        self.heard = bytearray()
        self._mute = mute
        self._noise = noise
        self._lock = threading.Lock()
        self._master, slave = os.openpty()
        tty.setraw(self._master)
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self._slave = slave
        self._end = False
        self.table.app.output.write = self._write
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.unplug()

    def hands(self):
        """Stops the clock while a test moves pieces."""
        return self._lock

    def say(self, data: bytes) -> None:
        """Send arbitrary bytes to the host."""
        if data:
            os.write(self._master, data)

    def unplug(self) -> None:
        """The cable is out."""
        if not self._end:
            self._end = True
            self._thread.join()
            os.close(self._slave)
            os.close(self._master)

    def until(self, condition, timeout_s: float = 20.0) -> None:
        """Wait until a condition on this board holds."""
        end = time.monotonic() + timeout_s
        while not condition(self):
            assert time.monotonic() < end, bytes(self.heard)
            time.sleep(0.01)

    def _write(self, line: bytes) -> None:
        if not self._mute:
            # in pieces, as from a serial port
            self.say(line[:7])
            self.say(line[7:])

    def _run(self) -> None:
        while not self._end:
            data = b""
            if select.select([self._master], [], [], 0.002)[0]:
                data = os.read(self._master, 64)
                self.say(self._noise)
                self._noise = b""
                with self._lock:
                    self.table.app.receive(self.table.now_ms, data)
            with self._lock:
                self.table.wait(50)
            self.heard += data  # only now, for a waiting test then counts on the answer
