"""A table that records the companion's input on a tape, which tape.py plays on MicroPython.

>>> table = TapedTable(seed=1)
>>> table.plug_in(); table.press()
>>> table.same_by(tapes, folder)           # AssertionError if its output or its files differ
"""

import json
from pathlib import Path

from daldos.ai import kernel
from host.sim.table import TICKS, Table


class TapedTable(Table):
    """tape: the entries so far. lines: the board's raw output."""

    def __init__(self, seed=1, **named):
        self.tape = bytearray()
        kernel.use(kernel.Kernel, kernel.WORK)  # not the compiled kernel, whose slices differ from a board's
        super().__init__(seed, **named)
        self.seed = seed
        self.lines = []
        self._files = {}  # the files at the last power cut
        self._throws = []  # the throws left over
        self._taped_ms = 0

    def lay(self, config) -> None:
        super().lay(config)
        self.board.pull_test = self._pulled(self.board.pull_test)
        if self.board.tall:
            self._put(b"D", b"")

    def _put(self, kind: bytes, data: bytes) -> None:
        self.tape += kind + len(data).to_bytes(2, "big") + data

    def _put_throws(self) -> None:
        if self.throws != self._throws:
            self._put(b"T", bytes([die for throw in self.throws for die in throw]))

    def _taped(self, call, entry):
        # Make the call, with its entry before those of calls within it.
        def taped(*given):
            self._put_throws()
            at = len(self.tape)
            kind, data = entry(*given)
            done = call(*given)
            asked, self.tape[at:] = self.tape[at:], b""
            self.tape += asked
            self._put(kind, data)
            self._throws = list(self.throws)
            return done

        return taped

    def plug_in(self, settle_ms: int = 200) -> None:
        for name in sorted({*self._files, *self.store.files}):
            content = self.store.files.get(name)
            if content != self._files.get(name):
                self._put(b"F", name.encode() + (b"" if content is None else b"\0" + content))
        if not self.scans:
            self._put(b"B", b"")
        super().plug_in(settle_ms)

    def _start(self) -> None:
        self._taped_ms = self.now_ms
        self._taped(super()._start, lambda: (b"I", b"%d" % self.now_ms))()
        app = self.app
        app.step = self._taped(app.step, self._step)
        app.look = self._taped(app.look, self._look)
        app.receive = self._taped(app.receive, self._receive)

    def _at(self, ms: int) -> None:
        # The time that the tape player's clock must reach by counting steps.
        if ms != self._taped_ms:
            self._put(b"J", b"%d" % ms)
            self._taped_ms = ms

    def _step(self, now, scan, down) -> tuple:
        self._at(self.now_ms - self.config.SCAN_MS)
        self._taped_ms = self.now_ms
        return b"S", bytes([down]) + (b"" if scan is None else scan.tobytes())

    def _look(self, now, scan) -> tuple:
        self._at(self.now_ms)
        return b"C", bytes([(now - self.now_ms) % TICKS]) + scan.tobytes()

    def _receive(self, now, data) -> tuple:
        self._at(self.now_ms)
        return b"L", data

    def _pulled(self, pull_test):
        def pulled():
            found = pull_test()
            self._put(b"P", json.dumps(found).encode())
            return found

        return pulled

    def plug_out(self) -> None:
        if self.app:
            self._put(b"O", b"")
        self._files = dict(self.store.files)
        super().plug_out()

    def _write(self, line: bytes) -> None:
        self.lines.append(line)
        super()._write(line)

    def same_by(self, play, folder: Path) -> None:
        """Have the tape played, as by conftest's `tapes`; AssertionError if its output or its files differ."""
        tape = folder / "tape"
        tape.write_bytes(self.tape)
        said, _, journal = play(tape, self.seed).partition("JOURNAL\n")
        told = b"".join(self.lines).decode().replace('"runtime": "CPython"', '"runtime": "tape"')
        assert said.splitlines() == told.splitlines()
        assert journal == (self.store.read("game") or b"").decode() + "END\n"
