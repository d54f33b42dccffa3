"""Games added to an archive one by one, while others look at it.

>>> adding = Adding(archive)
>>> for found in take(data).of(RECORD): adding.put(found)
>>> adding.added, adding.known
(12, 3)
"""

from host.games.archive import Archive, entry_of, free_name, key_of, throws_of


class Adding:
    """Adds games to an archive one by one, except those already there. added, known: how many of each so far.

    A game with the id of one that is there goes on in its file, if its turns do.
    """

    def __init__(self, archive: Archive):
        self.added = 0
        self.known = 0
        self._archive = archive
        self._reading = archive._reading()
        self._keys: set = None
        self._ids: dict = {}  # id -> the file's name
        self._used: dict = {}  # number of names used per day

    def step(self) -> bool:
        """Read another file of those that are there; whether there may be more."""
        if self._keys is None and next(self._reading, None) is None:
            every = self._archive._known
            self._keys = {key for _, entry, key in list(every.values()) if not entry["broken"]}
            for file in list(every):
                self._used[file[:15]] = self._used.get(file[:15], 0) + 1
                self._ids[every[file][1].get("id")] = file
        return self._keys is None

    def put(self, found) -> None:
        """Add a host.intake.intake.Found, unless it is there."""
        while self.step():
            pass
        text = found.text
        lines = throws_of(text)
        key = key_of(text)
        name = self._ids.get(found.game.id) if found.game.id else None
        kept = throws_of(self._archive.read(name)) if name else []
        if key in self._keys or kept and kept[: len(lines)] == lines:
            self.known += 1
            return
        self._keys.add(key)
        self.added += 1
        if kept and lines[: len(kept)] == kept and not self._archive.is_played(name):
            self._write(name, text, key)
            return
        date = found.headers.get("Date", "").replace("-", "")
        is_day = len(date) == 8 and not date.strip("0123456789")
        stem = (date if is_day else "00000000") + "-000000"
        name = free_name(self._archive._known, stem, number=self._used.get(stem, 0))
        self._used[stem] = self._used.get(stem, 0) + 1
        self._ids[found.game.id] = name
        self._write(name, text, key)

    def _write(self, name: str, text: str, key: str) -> None:
        archive = self._archive
        archive._files.write(name, text)
        archive._known[name] = [archive._files.stamp(name), entry_of(name, text), key]
        archive._changed = True
