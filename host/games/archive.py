"""The archive: one file per game, its record, written after every turn, so that no crash loses a game.

>>> archive = Archive(folder)
>>> archive.keep("Rules: danish\\nResult: *\\n\\n0 A 24\\n0 B 13\\n1 A 12 A1-M3\\n")
>>> [entry["turns"] for entry in archive.entries()]
[1]
"""

import time
from binascii import hexlify
from hashlib import sha256

from daldos.errors import DaldosError
from daldos.record import KEYS, REMARK
from host.games.files import ENDING, Files
from host.sim.shown import REPLACEMENT, shown

NOBODY = "-"  # has won, and the game is over
_LISTED = ("Date", "A", "B", "Level", "Rules", "Id", "Result")  # headers of an entry
_OWN = 2  # dashes in the name of a game that is no far one
# Of games that were given up, or in which the time was up.
_WINNERS = {"A resigned": "B", "B resigned": "A", "A and B resigned": NOBODY}
_WINNERS.update({"A lost on time": "B", "B lost on time": "A"})
UNDONE_MAX = 4  # turns taken back at once; with more missing, it is another game that began alike


class ArchiveError(DaldosError):
    """An unknown name of a game, or a text that is not a game."""


class Archive:
    """folder: for the files, created with the first game. clock: seconds since 1970, for names and dates.

    Several games may be played at once, each in a slot: '' for this page's or board's own game, else the name of a far
    game, by which its file is found again. Any number of programs may share a folder.
    """

    def __init__(self, folder, clock=time.time):
        self.folder = folder
        self._files = Files(folder)
        self._clock = clock
        self._playing: dict = {}  # slot -> [name, its throws and turns as saved, its id]
        self._known: dict = {}  # name -> [stamp of the file, its entry, its key], as last read
        self._changed = False  # whether that is to be kept as the files' index

    def keep(self, record: str, headers: dict = None, slot: str = "") -> str:
        """Save the game being played; headers: `A` and `B`, its players, the board's `Level`, and `Event`, how it ended
        but by winning. The same game keeps its file, by its id, else by its turns so far; returns its name.

        A game without a turn is not kept, and has no name yet; nor is a record still coming, without its first turn.
        """
        lines = throws_of(record)
        first = lines[len(_opening(lines)) :][:1]
        if first and not first[0].startswith("1 "):
            return ""
        id = _id(record)
        playing = self._playing.get(slot)
        same = bool(playing and id and id == playing[2])
        if not first:
            name, kept, _ = playing or ["", [], ""]
            if lines and (same or lines == _opening(kept) and len(kept) - len(lines) <= UNDONE_MAX):
                self._playing[slot] = [name, lines, id]
            return ""
        headers = headers or {}
        lines += _event(headers)
        if not playing or id and playing[2] and not same:
            self._playing[slot] = self._find(slot, lines, id)
        name, kept, known = self._playing[slot]
        most = min(len(lines), len(kept))
        is_same = same or id and id == known or lines[:most] == kept[:most] and len(kept) - most <= UNDONE_MAX
        text = self._text(name) if is_same else ""
        if "\n" + REMARK in text:
            from host.games.remarks import carried  # not needed by the page's first load

            record = carried(record, text)
        if lines == kept and (not text or record.partition("\n\n")[2] == text.partition("\n\n")[2]):
            return name
        if not name or not is_same:
            name = self._new_name(slot)
        told = dict(_others(text), **headers)
        told["Date"] = "%04d-%02d-%02d" % self._now()[:3]
        head = [f"{key}: {told[key]}" for key in KEYS if told.get(key)]
        head += [f"{key}: {told[key]}" for key in told if key not in KEYS]
        self._files.write(name, "\n".join(head) + "\n" + record)
        self._playing[slot] = [name, lines, id]
        return name

    def entries(self) -> list:
        """All games, newest first: `name`, `date`, `a`, `b`, `level` of the board, `rules`, `turns`; `result`: the
        winner, NOBODY, or `*` if unfinished; `broken` if unreadable, or edited and no longer a game; `key`, the
        same for the same throws and turns."""
        return list(self.listing())

    def listing(self):
        """The same one by one, so that a long list need not keep anybody waiting."""
        for name in self._reading():
            _, entry, key = self._known[name]
            yield dict(entry, key=key)

    def read(self, name: str) -> str:
        """The record of a game."""
        try:
            return self._files.read(self._checked(name))
        except (OSError, UnicodeError):
            raise ArchiveError("the file %s cannot be read as text", name) from None

    def go_on(self, name: str, record: str = "") -> str:
        """Continue this game in its file, which is returned; in another one, '', if that is a far game's or missing.

        record: the game so far; if its file has been deleted, it has none before it goes on.
        """
        is_own = self.is_own(name)
        text = self._text(name) if is_own else ""
        self._playing[""] = [name, throws_of(text), _id(text)] if text else ["", [], ""]
        if is_own and not text:
            self._playing[""] = ["", throws_of(record), _id(record)]
        return self._playing[""][0]

    def is_own(self, name: str) -> bool:
        """Whether the game of this file is no far one."""
        return name.count("-") == _OWN

    def is_played(self, name: str) -> bool:
        """Whether the game of this file is being played here."""
        return any(playing[0] == name for playing in self._playing.values())

    def note(self, name: str, record: str) -> None:
        """Keep the notes that this record of a kept game has on its turns; those of another game are left out."""
        from host.games.remarks import carried  # not needed by the page's first load

        text = self.read(name)
        noted = carried(text, record)
        if key_of(record) == key_of(text) and noted != text:
            self._files.write(name, noted)

    def delete(self, name: str) -> None:
        """Delete a game for good."""
        self._files.remove(self._checked(name))
        for playing in [playing for playing in self._playing.values() if playing[0] == name]:
            playing[0] = ""

    def export(self) -> str:
        """All games as one text, the oldest first."""
        return "".join(self.texts())

    def texts(self):
        """The same in parts, some of them empty."""
        names: list = []
        for entry in self.listing():
            if not entry["broken"]:
                names.append(entry["name"])
            yield ""
        between = ""
        while names:
            yield between + self._files.read(names.pop()).rstrip("\n") + "\n"
            between = "\n"

    def _reading(self):
        # The names of all files, the newest first, each when its entry is known; reads only files that have changed
        # since they were last read, here or elsewhere.
        known = self._known or self._files.index()
        self._known = known
        stamps = self._files.stamps()
        for name in [name for name in known if name not in stamps]:
            del known[name]
            self._changed = True
        names = sorted(stamps, reverse=True)
        # A file that has changed, or is new, may have been edited; to check all would take a minute for 10,000 games.
        checked = [name for name in names if name not in known][: self._files.CHECKED]
        for name in names:
            kept, stamp = known.get(name), stamps[name]
            if not kept or not stamp or kept[0] != stamp:
                known[name] = [stamp] + list(self._entry(name, checked=name in checked or bool(kept)))
                self._changed = True
            yield name
        if self._changed:
            self._files.keep_index(known)
            self._changed = False

    def _all(self) -> dict:
        # name -> [stamp, entry, key] of all files
        for _ in self._reading():
            pass
        return self._known

    def _entry(self, name: str, checked: bool = False) -> tuple:
        # The entry of a file, and the key that identifies its game; `broken` if it cannot be read as a game, or its
        # turns were checked, and are not legal.
        try:
            text = self._files.read(name)
        except (OSError, UnicodeError):
            text = ""
        entry = entry_of(name, text)
        entry["broken"] = entry["broken"] or checked and not _is_legal(text)
        return entry, key_of(text)

    def _find(self, slot: str, lines: list, id: str) -> list:
        # A far game's file by its name, any other by its id. If game or file has none, it is the unfinished one that
        # is the same so far, the longest. The clock tells nothing: it may have been set back.
        best: list = ["", [], ""]
        if slot and not any(name.endswith("-" + slot + ENDING) for name in self._files.names()):
            return best  # thousands need not be read
        for name, (_, entry, _) in self._all().items():
            if entry["broken"] or not (name.endswith("-" + slot + ENDING) if slot else self.is_own(name)):
                continue
            known = entry.get("id", "")
            same = slot or known and id.partition(" ")[0] == known
            if same or not (id and known) and entry["result"] == "*" and len(best[1]) < entry["turns"] <= len(lines):
                text = self._files.read(name)
                kept = throws_of(text) + _event(_head(text))
                if slot or same and _id(text) == id:
                    return [name, kept, id]
                if kept == lines[: len(kept)]:
                    best = [name, kept, id]
        return best

    def _text(self, name: str) -> str:
        # Of a game's file; empty if it has none, or one that cannot be read.
        try:
            return self._files.read(name) if name else ""
        except (OSError, UnicodeError, KeyError):
            return ""

    def _checked(self, name: str) -> str:
        if name not in self._files.names():
            raise ArchiveError("no game %r in %s: `daldos games` lists them", name, self.folder)
        return name

    def _now(self) -> tuple:
        return tuple(time.localtime(self._clock()))

    def _new_name(self, slot: str) -> str:
        return free_name(self._files.names(), "%04d%02d%02d-%02d%02d%02d" % self._now()[:6], slot and "-" + slot)


def entry_of(name: str, text: str) -> dict:
    top, _, body = text.partition("\n\n")
    head = _head(top)
    entry: dict = {key.lower(): shown(head.get(key, "")) for key in _LISTED}
    body = "\n" + body
    entry["turns"] = max(0, body.count("\n") - body.count("\n0 ") - body.count("\n" + REMARK) - 1)
    entry["name"] = shown(name).replace("\n", REPLACEMENT)
    entry["result"] = entry["result"] or "*"  # an unknown result is left out
    entry["broken"] = entry["result"] not in ("A", "B", "*") or not entry["rules"] or entry["name"] != name
    if entry["result"] == "*":
        entry["result"] = _WINNERS.get(head.get("Event", "").rpartition(", ")[2], "*")
    return entry


def _is_legal(text: str) -> bool:
    from host.intake.intake import RECORD, take  # not needed by the page's first load

    taken = take(text)
    return bool(taken.of(RECORD)) and not taken.passed


def free_name(names, stem: str, end: str = "", number: int = 0) -> str:
    while f"{stem}-{number:02}{end}{ENDING}" in names:
        number += 1
    return f"{stem}-{number:02}{end}{ENDING}"


def key_of(record: str) -> str:
    throws = record.partition("\n\n")[2].strip("\n")
    if REMARK in throws:
        throws = "\n".join(throws_of(throws))
    return hexlify(sha256(throws.encode()).digest()[:8]).decode()


def throws_of(record: str) -> list:
    return [line for line in record.split("\n") if line[:1].isdigit()]


def _head(text: str) -> dict:
    return dict([line.split(": ", 1) for line in text.split("\n") if ": " in line])


def _others(text: str) -> dict:
    # The headers that somebody has given the game, and that no program works out.
    head = _head(text.partition("\n\n")[0])
    for key in ("Date", "Rules", "Id", "Start", "Result"):
        head.pop(key, None)
    if head.get("Event", "").rpartition(", ")[2] in _WINNERS:
        del head["Event"]
    return {key: value for key, value in head.items() if value != "The board"}


def _id(record: str) -> str:
    # With the start: a game too long for its board goes on from its position, without what was before.
    head = _head(record.partition("\n\n")[0])
    return "%s %s" % (head["Id"], head.get("Start", "")) if "Id" in head else ""


def _event(head: dict) -> list:
    # counts as a last line of the game
    return [text for key, text in head.items() if key == "Event"]


def _opening(throws: list) -> list:
    return [line for line in throws if line[0] == "0"]
