"""The file store of the board: settings, baseline and the saved game as files on littlefs.

    >>> store = FileStore(os, "/")
    >>> store.replace("settings.json", b'{"mode": "game"}')
    >>> store.append("game", b"T 13*5d2c41f7\\n")

A file is replaced by writing the new one beside it and renaming it over the old: on littlefs a rename is one commit, so
that a power cut leaves the old file or the new one. What an append leaves of itself when it is cut is a beginning.
"""

_NEW = ".new"  # beside the file that it is to replace


class StoreError(OSError):
    """A file that could not be read or written: its name, and what the file system said."""


class FileStore:
    """Files in one folder. os: the module; open is the built-in. What a power cut left half-written is removed."""

    def __init__(self, os, folder: str):
        self._os = os
        self._folder = folder.rstrip("/") + "/"
        for name in os.listdir(folder):
            if name.endswith(_NEW):
                os.remove(self._folder + name)

    def read(self, name: str):
        """The bytes of the file, or None if there is none."""
        try:
            with open(self._path(name), "rb") as file:
                return file.read()
        except OSError as error:
            if error.args[0] == 2:  # ENOENT
                return None
            raise StoreError("%s: cannot be read, %s" % (name, error))

    def append(self, name: str, data: bytes) -> None:
        """Add to the end of the file, made if need be; it is in the flash on return."""
        self._write(name, self._path(name), "ab", data)

    def replace(self, name: str, data: bytes) -> None:
        """The file is this from now on, all or nothing; it is in the flash on return."""
        path = self._path(name)
        try:
            self._write(name, path + _NEW, "wb", data)
        except StoreError:
            self._forget(path + _NEW)  # a full flash wants its blocks back
            raise
        try:
            self._os.rename(path + _NEW, path)
        except OSError as error:
            raise StoreError("%s: cannot be replaced, %s" % (name, error))

    def _write(self, name: str, path: str, mode: str, data: bytes) -> None:
        try:
            with open(path, mode) as file:
                file.write(data)
        except OSError as error:
            raise StoreError("%s: cannot be written, %s" % (name, error))

    def _forget(self, path: str) -> None:
        try:
            self._os.remove(path)
        except OSError:
            pass  # it never came to be

    def _path(self, name: str) -> str:
        if not name or "/" in name or name.endswith(_NEW):
            raise StoreError("file %r: expected a plain name" % name)
        return self._folder + name


class RamStore:
    """A store without a flash, name -> bytes in `files`: for a board that must not touch what it has saved."""

    def __init__(self, files: dict):
        self.files = files

    def read(self, name: str):
        """The bytes of the file, or None if there is none."""
        return self.files.get(name)

    def append(self, name: str, data: bytes) -> None:
        """Add to the end of the file."""
        self.files[name] = self.files.get(name, b"") + data

    def replace(self, name: str, data: bytes) -> None:
        """The file is this from now on."""
        self.files[name] = bytes(data)
