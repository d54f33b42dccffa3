"""What a page hands over, slice by slice, and the list of its games, part by part: each frame takes its 30 ms at most.

>>> handing = Handing("read", "game.txt")
>>> handing.frame(b"Rules: danish ...", False)["handed"]["done"]
True

A page sends the next slice when `wants` says so, else a frame without one.
"""

import time

from host.games.adding import Adding
from host.games.search import had
from host.i18n.catalogue import said
from host.intake.intake import LETTER, RECORD, Reader

SLICE_S = 0.03
ENTRIES = 100  # games of a list at once, at most


class Handing:
    """what: `add`, to an archive, or `read`, to look through the first game."""

    def __init__(self, what: str, name: str, archive=None):
        self._reader = Reader(name)
        self._adding = Adding(archive) if what == "add" else None
        self._told: dict = {"games": 0, "record": "", "letters": []}

    def frame(self, data: bytes, more: bool) -> dict:
        """Take a slice; more: whether others will come. Returns `handed`: how far it is and what was found so far, and
        at the end what was not taken."""
        until = time.monotonic() + SLICE_S
        reader, told = self._reader, self._told
        reader.give(data)
        if not more:
            reader.end()
        while self._step() and time.monotonic() < until:
            pass
        told.update(read=reader.read, done=reader.done, wants=more and not reader.busy)
        if self._adding:
            told.update(games=self._adding.added, known=self._adding.known)
        if reader.done:
            self._pass("" if told["letters"] else RECORD)
        return {"handed": told}

    def stop(self) -> dict:
        """It is cancelled: what has been found stays, and `handed` has what was not taken up to here."""
        self._told.update(done=True, wants=False, stopped=True)
        self._pass("")
        return {"handed": self._told}

    def _pass(self, kind: str) -> None:
        self._told["passed"] = [said(reason) for reason in self._reader.taken.reasons(kind)]

    def _step(self) -> bool:
        if self._adding and self._adding.step():  # first of all, what is there already
            return True
        going_on = self._reader.step()
        found, self._reader.taken.found = self._reader.taken.found, []
        for one in found:
            if one.kind == LETTER:
                self._told["letters"].append(one.text)
            elif one.kind == RECORD and self._adding:
                self._adding.put(one)
            elif one.kind == RECORD:
                self._told["games"] += 1
                self._told["record"] = self._told["record"] or one.text
        return going_on


class Listing:
    """The games of an archive, from the newest on."""

    def __init__(self, archive):
        self._entries = archive.listing()
        self._at = 0

    def frame(self) -> dict:
        """Some more of them: `games`, `at`, the number of the first, and whether that is the `whole` list."""
        until = time.monotonic() + SLICE_S
        games: list = []
        whole = False
        while len(games) < ENTRIES and not whole and time.monotonic() < until:
            entry = next(self._entries, None)
            whole = entry is None
            games += [entry] * (not whole)
        told = {"games": games, "at": self._at, "whole": whole}
        self._at += len(games)
        return told


class Finding:
    """The games of an archive that have had a position; rows: its pieces, as in a position's text."""

    def __init__(self, archive, rows: str):
        self.rows = rows
        self._archive = archive
        self._entries = archive.listing()
        self._looked = 0

    def frame(self) -> dict:
        """Look through some more: `found`, with the `names`, how many are `looked` through, and whether that is the
        `whole` archive."""
        until = time.monotonic() + SLICE_S
        names: list = []
        whole = False
        while not whole and time.monotonic() < until:
            entry = next(self._entries, None)
            whole = entry is None
            if not whole and not entry["broken"]:
                names += [entry["name"]] * self._has(entry["name"])
            self._looked += not whole
        return {"found": {"rows": self.rows, "names": names, "looked": self._looked, "whole": whole}}

    def _has(self, name: str) -> bool:
        try:
            return had(self._archive.read(name), self.rows)
        except ValueError:  # edited, or deleted meanwhile
            return False


class Saving:
    """All games of an archive as one text, the oldest first."""

    def __init__(self, archive):
        self._texts = archive.texts()

    def frame(self) -> dict:
        """The next part, `saved`, and whether it is the last."""
        until = time.monotonic() + SLICE_S
        parts: list = []
        while time.monotonic() < until:
            text = next(self._texts, None)
            if text is None:
                return {"saved": "".join(parts), "whole": True}
            parts.append(text)
        return {"saved": "".join(parts), "whole": False}
