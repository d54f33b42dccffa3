"""The file store of the board: settings, baseline and the saved game as files on littlefs.

    >>> store = FileStore(os, "/")
    >>> store.replace("settings.json", b'{"mode": "game"}')
    >>> store.append("game", b"T 13*5d2c41f7\\n")

A file is replaced by writing the new one beside it and renaming it over the old: on littlefs a rename is one commit, so
that a power cut leaves the old file or the new one. What an append leaves of itself when it is cut is a beginning.
"""

_NEW = ".new"  # beside the file that it is to replace
_ENOENT = 2


class StoreError(OSError):
    """A file that could not be read or written, by its code; args: its name, and what the file system said."""

    def __init__(self, code: str, name: str, error: Exception):
        super().__init__(name, str(error))
        self.code = code


class FileStore:
    """Files in one folder. os: the module. open: the built-in. What a power cut left half-written is removed."""

    def __init__(self, os, folder: str, open=open):
        self._os = os
        self._open = open
        self._folder = folder.rstrip("/") + "/"
        for name in os.listdir(folder):
            if name.endswith(_NEW):
                self._forget(self._folder + name)

    def read(self, name: str, most: int = -1):
        """The file's bytes, or its first `most`; None if there is no such file."""
        try:
            with self._open(self._folder + name, "rb") as file:
                if most >= 0:  # read() takes that much of the heap at once, whatever the file has
                    most = min(most, self._os.stat(self._folder + name)[6])
                return file.read(most)
        except OSError as error:
            if error.args[0] == _ENOENT:
                return None
            raise StoreError("file_unread", name, error)
        except MemoryError as error:
            raise StoreError("file_unread", name, error)

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        """Add to the end of the file, made if need be; it is in the flash on return.

        was: (least, most) bytes that the file has, 0 if there is none. If it has not, nothing is done: False.
        """
        if not self.fits(name, was):
            return False
        self._write(name, self._folder + name, "ab", data)
        return True

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        """The file is this from now on, all or nothing; it is in the flash on return. `was`: as for `append`."""
        if not self.fits(name, was):
            return False
        path = self._folder + name
        try:
            self._write(name, path + _NEW, "wb", data)
        except StoreError:
            self._forget(path + _NEW)  # a full flash wants its blocks back
            raise
        try:
            self._os.rename(path + _NEW, path)
        except OSError as error:
            raise StoreError("file_unwritten", name, error)
        return True

    def rename(self, name: str, new: str) -> None:
        """The file has that name from now on; one that had it is gone."""
        try:
            self._os.rename(self._folder + name, self._folder + new)
        except OSError as error:
            raise StoreError("file_unwritten", name, error)

    def remove(self, name: str) -> None:
        """The file is gone, if there was one."""
        try:
            self._os.remove(self._folder + name)
        except OSError as error:
            if error.args[0] != _ENOENT:
                raise StoreError("file_unwritten", name, error)

    def fits(self, name: str, was: tuple) -> bool:
        """Whether the file is as long as `was` says."""
        if was is None:
            return True
        try:
            size = self._os.stat(self._folder + name)[6]
        except OSError as error:
            if error.args[0] != _ENOENT:
                raise StoreError("file_unread", name, error)
            size = 0
        return was[0] <= size <= was[1]

    def free(self) -> int:
        """How many bytes are left in the file system."""
        room = self._os.statvfs(self._folder)
        return room[0] * room[3]

    def _write(self, name: str, path: str, mode: str, data: bytes) -> None:
        try:
            with self._open(path, mode) as file:
                file.write(data)
        except OSError as error:
            raise StoreError("file_unwritten", name, error)

    def _forget(self, path: str) -> None:
        try:
            self._os.remove(path)
        except OSError:
            pass  # it never came to be
