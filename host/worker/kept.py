"""The files of board and archive in the page's Worker: held in memory, with a list of changed names.

The Worker writes all changes or none into the browser's store, before the page shows their effects; so the contract of
companion.storage.journal holds even when a tab ends.

>>> store = KeptStore("games", {"games/1.txt": b"Rules: danish"})
>>> store.remove("1.txt"); store.changes()
{'games/1.txt': None}
"""

from binascii import b2a_base64

from companion.storage.memory import MemoryStore

endings_wanted: set = set()  # names of rules whose solved endings are wanted and missing


class KeptStore(MemoryStore):
    """folder: the prefix of the names in the browser's store; kept: its contents, name -> bytes."""

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
        """Mark these files as changed, because the browser's store may have lost them."""
        self._changed |= set(names)

    def put(self, name: str, data) -> None:
        """Take a file that another tab has changed; None: deleted."""
        if data is None:
            self.files.pop(name, None)
        else:
            self.files[name] = data

    def changes(self) -> dict:
        """Changes since the last call: name with folder -> file in base64, None if deleted."""
        if not self._changed:
            return {}
        found = {}
        for name in self._changed:
            data = self.files.get(name)
            found[self._folder + name] = None if data is None else base64(data)
        self._changed.clear()
        return found


class SeatStore(KeptStore):
    """The files of seats, as for host.far.seats; all tabs of a browser share them, and are one device."""

    def names(self) -> list:
        """The names of all seats' files."""
        return sorted(self.files)

    def locked(self) -> "SeatStore":
        """Nothing to lock: of two tabs that write at once, the store takes one, and gives its file to the other."""
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error) -> None:
        pass


def base64(data: bytes) -> str:
    """These bytes as text."""
    return b2a_base64(data).decode().strip()
