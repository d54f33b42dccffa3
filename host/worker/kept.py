"""The files of board and archive in the page's Worker: held in memory, with a list of changed names.

The Worker writes all changes or none into the browser's store, before the page shows their effects; so the contract of
companion.storage.journal holds even when a tab ends.

>>> store = KeptStore("games", {"games/1.txt": b"Rules: danish"})
>>> store.remove("1.txt"); store.changes()
{'games/1.txt': None}
"""

import os
from binascii import b2a_base64

from companion.storage.memory import MemoryStore

endings_wanted: set = set()  # names of rules whose solved endings are wanted and missing


class Folder:
    """Files as a dict, name -> bytes, each in a file of this folder of the browser's: for thousands of games, which
    need not lie in Python's heap, nor come into it at the start."""

    def __init__(self, folder: str):
        self._folder = folder + "/"
        self._names = set(os.listdir(folder))

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def __iter__(self):
        return iter(self._names)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        with open(self._folder + name, "rb") as file:
            return file.read()

    def __setitem__(self, name: str, data: bytes) -> None:
        with open(self._folder + name, "wb") as file:
            file.write(data)
        self._names.add(name)

    def get(self, name: str, default=None):
        return self[name] if name in self._names else default

    def pop(self, name: str, default=None):
        data = self.get(name, default)
        if name in self._names:
            os.remove(self._folder + name)
            self._names.remove(name)
        return data


class KeptStore(MemoryStore):
    """folder: the prefix of the names in the browser's store; kept: its contents, name -> bytes; or `files`, those of
    this folder alone."""

    def __init__(self, folder: str, kept: dict, files=None):
        self.folder = folder
        self._folder = folder + "/"
        start = len(self._folder)
        if files is None:
            files = {name[start:]: kept[name] for name in kept if name.startswith(self._folder)}
        super().__init__(files)
        self._changed = set()
        self._versions: dict = {}  # of the files that have changed since the start

    def __str__(self) -> str:
        return self.folder

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        self._note(name)
        return super().append(name, data, was)

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        self._note(name)
        return super().replace(name, data, was)

    def rename(self, name: str, new: str) -> None:
        super().rename(name, new)
        self._note(name)
        self._note(new)

    def remove(self, name: str) -> None:
        super().remove(name)
        self._note(name)

    def _note(self, name: str) -> None:
        self._changed.add(name)
        self._versions[name] = self.version(name) + 1

    def version(self, name: str) -> int:
        """A number that every change of this file makes greater."""
        return self._versions.get(name, 1)

    def keep(self, names) -> None:
        """Mark these files as changed, because the browser's store may have lost them."""
        self._changed |= set(names)

    def put(self, name: str, data, before=None) -> None:
        """Take a file that another tab has changed; None: deleted. before: as for Worker.put."""
        if data is None:
            self.files.pop(name, None)
        else:
            self.files[name] = data
        self._versions[name] = self.version(name) + 1

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

    def put(self, name: str, data, before=None) -> None:
        from host.far.seats import merged

        here = self.files.get(name)
        both = merged(here, data, before) if here and data and before else data
        super().put(name, both)
        if both != data:
            self._note(name)

    def locked(self) -> "SeatStore":
        """Nothing to lock: of two tabs that write at once, the store takes one, and gives its file to the other, which
        adds what it has done meanwhile."""
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error) -> None:
        pass


def base64(data: bytes) -> str:
    """These bytes as text."""
    return b2a_base64(data).decode().strip()
