"""A table that records the companion's input on a tape, which tape.py plays on MicroPython.

>>> table = TapedTable(seed=1)
>>> table.plug_in(); table.press()
>>> table.same_by(tapes, folder)           # AssertionError if its output or its files differ
"""

import json
from binascii import b2a_base64
from pathlib import Path

from daldos.ai import kernel
from host.sim.table import TICKS, Table


class TapedTable(Table):
    """tape: the entries so far, a line each. lines: the board's raw output."""

    def __init__(self, seed=1, **named):
        self.tape = []
        kernel.use(None)  # not the compiled kernel, whose slices differ from a board's
        super().__init__(seed, **named)
        self.seed = seed
        self.lines = []
        self._files = {}  # the files at the last power cut
        self._throws = []  # the throws left over

    def lay(self, config) -> None:
        super().lay(config)
        pull_test = self.board.pull_test

        def pulled() -> list:
            found = pull_test()
            self._put("pull", found)
            return found

        self.board.pull_test = pulled
        if self.board.tall:
            self._put("dalled")

    def _put(self, *entry) -> None:
        self.tape.append(line(*entry))

    def _taped(self, name: str, call, *known):
        # The call with its entry after those of what it asks for. known: the app is given this, not what the call is.
        def taped(*given):
            if self.throws != self._throws:
                self._put("throws", self.throws)
            entry = line(name, *(known or given))
            done = call(*given)
            self.tape.append(entry)
            self._throws = list(self.throws)
            return done

        return taped

    def plug_in(self, settle_ms: int = 200) -> None:
        for name in sorted({*self._files, *self.store.files}):
            if self.store.files.get(name) != self._files.get(name):
                self._put("file", name, self.store.files.get(name))
        super().plug_in(settle_ms)

    def _start(self) -> None:
        self._taped("start", super()._start, self.now_ms % TICKS, not self.scans)()
        for name in ("step", "look", "receive"):
            setattr(self.app, name, self._taped(name, getattr(self.app, name)))

    def plug_out(self) -> None:
        self._files = dict(self.store.files)
        super().plug_out()

    def _write(self, line: bytes) -> None:
        self.lines.append(line)
        super()._write(line)

    def same_by(self, play, folder: Path) -> None:
        """Have the tape played, as by conftest's `tapes`; AssertionError if its output or its files differ."""
        tape = folder / "tape"
        tape.write_text("".join(self.tape))
        said, _, journal = play(tape, self.seed).partition("JOURNAL\n")
        told = b"".join(self.lines).decode().replace('"runtime": "CPython"', '"runtime": "tape"')
        assert said.splitlines() == told.splitlines()
        assert journal == (self.store.read("game") or b"").decode() + "END\n"


def line(*entry) -> str:
    """An entry as a line of the tape."""
    return json.dumps(entry, default=lambda data: b2a_base64(data, newline=False).decode()) + "\n"
