"""Games added to an archive one by one, while others look at it.

>>> adding = Adding(archive)
>>> for found in take(data).of(RECORD): adding.put(found)
>>> adding.added, adding.known
(12, 3)
"""

from host.games.archive import Archive, entry_of, free_name, key_of, throws_of


class Adding:
    """Adds games to an archive one by one, except those already there. added, known: how many of each so far."""

    def __init__(self, archive: Archive):
        self.added = 0
        self.known = 0
        self._archive = archive
        self._reading = archive._reading()
        self._keys: set = None
        self._used: dict = {}  # number of names used per day

    def step(self) -> bool:
        """Read another file of those that are there; whether there may be more."""
        if self._keys is None and next(self._reading, None) is None:
            every = self._archive._known
            self._keys = {key for _, entry, key in list(every.values()) if not entry["broken"]}
            for file in list(every):
                self._used[file[:15]] = self._used.get(file[:15], 0) + 1
        return self._keys is None

    def put(self, found) -> None:
        """Add a host.intake.intake.Found, unless it is there."""
        while self.step():
            pass
        text = found.text
        key = key_of(throws_of(text))
        if key in self._keys:
            self.known += 1
            return
        self._keys.add(key)
        self.added += 1
        date = found.headers.get("Date", "").replace("-", "")
        is_day = len(date) == 8 and not date.strip("0123456789")
        stem = (date if is_day else "00000000") + "-000000"
        archive = self._archive
        name = free_name(archive._known, stem, number=self._used.get(stem, 0))
        self._used[stem] = self._used.get(stem, 0) + 1
        archive._files.write(name, text)
        archive._known[name] = [archive._files.stamp(name), entry_of(name, text), key]
        archive._changed = True
