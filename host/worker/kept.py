"""Files of the board and of the archive, as the page's Worker has them: in memory, and by name what has changed.

The Worker writes what has changed into the browser's store, all of it or nothing, before the page is shown what came
of it; that is the contract of companion.storage.journal, kept over the end of a tab.

>>> store = KeptStore("games", {"games/1.txt": b"Rules: danish"})
>>> store.remove("1.txt"); store.changes()
{'games/1.txt': None}
"""

from binascii import b2a_base64

from companion.storage.memory import MemoryStore

endings_wanted: set = set()  # names of rules whose solved endings have been asked for and are not here


class KeptStore(MemoryStore):
    """folder: before the names, in the browser's store; kept: all that is there, name -> bytes."""

    def __init__(self, folder: str, kept: dict):
        self.folder = folder
        self._folder = folder + "/"
        start = len(self._folder)
        super().__init__({name[start:]: kept[name] for name in kept if name.startswith(self._folder)})
        self._changed = set()

    def __str__(self) -> str:
        return self.folder

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        self._changed.add(name)
        return super().append(name, data, was)

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        self._changed.add(name)
        return super().replace(name, data, was)

    def rename(self, name: str, new: str) -> None:
        super().rename(name, new)
        self._changed |= {name, new}

    def remove(self, name: str) -> None:
        super().remove(name)
        self._changed.add(name)

    def keep(self, names) -> None:
        """Give these files out again, since the browser's store may have lost them."""
        self._changed |= set(names)

    def put(self, name: str, data) -> None:
        """A file as another tab has changed it; None: it is gone."""
        if data is None:
            self.files.pop(name, None)
        else:
            self.files[name] = data

    def changes(self) -> dict:
        """Changes since the last call: name with folder -> file in base64, None if it is gone."""
        if not self._changed:
            return {}
        found = {}
        for name in self._changed:
            data = self.files.get(name)
            found[self._folder + name] = None if data is None else b2a_base64(data).decode().strip()
        self._changed.clear()
        return found
