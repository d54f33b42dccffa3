"""File stores of the host: in memory, in a folder, and one that tears writes at any byte, as a power cut does.

The contract is the journal's: `read(name) -> bytes or None`, `append(name, data)`, and `replace(name, data)`, which is
all or nothing.

    >>> store = CuttingStore({}, cut_after=5)
    >>> store.append("game", b"0123456789")
    Traceback (most recent call last):
    host.table.stores.PowerCut: cut in append to game
    >>> DictStore(store.files).read("game")
    b'01234'
"""

import os

from companion.play.journal import MemoryStore


class PowerCut(Exception):
    """The power is gone; whatever runs on this store ends here."""


DictStore = MemoryStore  # files in a dict, name -> bytes


class CuttingStore:
    """Files in a dict, with a power cut after `cut_after` steps of writing (None: never).

    A step is one byte of an append, or its return, or the replacing of a file, or its return.
    """

    def __init__(self, files: dict = None, cut_after: int = None):
        self.files = {} if files is None else files
        self.steps = 0  # done
        self._cut_after = cut_after

    def read(self, name: str):
        return self.files.get(name)

    def append(self, name: str, data: bytes):
        old = self.files.get(name, b"")
        self.files[name] = old + data[: self._left(len(data))]
        self._walk(len(data) + 1, "append to " + name)

    def replace(self, name: str, data: bytes):
        if self._left(1):
            self.files[name] = bytes(data)
        self._walk(2, "replacing " + name)

    def _left(self, steps: int) -> int:
        return steps if self._cut_after is None else min(steps, self._cut_after - self.steps)

    def _walk(self, steps: int, what: str):
        done = self._left(steps)
        self.steps += done
        if done < steps:
            raise PowerCut("cut in " + what)


class FolderStore:
    """Files in a folder of the host, which is made if need be; writes are on the disk on return."""

    def __init__(self, folder: str):
        self._folder = str(folder)
        os.makedirs(self._folder, exist_ok=True)

    def read(self, name: str):
        try:
            with open(self._path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def append(self, name: str, data: bytes):
        is_new = not os.path.exists(self._path(name))
        with open(self._path(name), "ab") as file:
            self._write(file, data)
        if is_new:
            self._sync_folder()

    def replace(self, name: str, data: bytes):
        new = self._path(name) + ".new"
        with open(new, "wb") as file:
            self._write(file, data)
        os.replace(new, self._path(name))
        self._sync_folder()

    def _path(self, name: str) -> str:
        if not name or name in (".", "..") or "/" in name or os.sep in name:
            raise ValueError("file %r: expected a plain name" % (name,))
        return os.path.join(self._folder, name)

    @staticmethod
    def _write(file, data: bytes):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())

    def _sync_folder(self):
        # The name of a new file is on the disk only with its folder; Windows cannot open folders.
        if os.name == "posix":
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
