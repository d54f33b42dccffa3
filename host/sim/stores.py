"""The host's stores: a folder, and text files. The contract is in companion.storage.journal."""

import errno
import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

import platformdirs

from companion.storage.memory import MemoryStore
from daldos.errors import DaldosError


def replace_file(path: str, data: bytes) -> None:
    """Replace a file by this data, which is on disk with its name on return; its folder is created if necessary."""
    make_folder(os.path.dirname(path))
    with open(path + ".new", "wb") as file:
        keep(file, data, path + ".new", path)


def keep(file, data: bytes, name: str = "", becomes: str = "") -> None:
    """Write data where an open file stands, end the file there, and return once all of it is on disk.

    name: the file's path, if its name may not be on disk yet. becomes: the path that it is renamed to, in the same
    folder, once its data is on disk; the file is closed for that.
    """
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    file.flush()
    file.truncate()  # not before the data is written
    os.fsync(file.fileno())
    if becomes:
        file.close()
        os.replace(name, becomes)
    if name:
        sync_folder(os.path.dirname(name))


def make_folder(folder: str) -> None:
    """Create a folder, and those above it, if missing; their names are on disk on return."""
    missing, above = [], folder
    while above and not os.path.isdir(above):
        missing.append(above)
        above = os.path.dirname(above)
    os.makedirs(folder or ".", exist_ok=True)
    for made in reversed(missing):
        sync_folder(os.path.dirname(made))


def sync_folder(folder: str) -> None:
    """Return once the names in the folder are on disk; Windows cannot open folders."""
    if os.name == "posix":
        number = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def home() -> Path:
    """The user's own folder for the board and all games."""
    return Path(platformdirs.user_data_dir("daldos", appauthor=False))


class FolderLocked(OSError):
    """Another program plays in this folder."""


class FolderStore:
    """Files in a folder of the host, created if necessary; writes are synced to disk on return.

    The folder is locked until `close` or the end of the process, because two boards would mix their journals.
    FolderLocked if another has it, another OSError if a necessary write fails. (Windows has no such lock, so none is
    held there.)
    """

    def __init__(self, folder: str, must_write: bool = True):
        self._folder = str(folder)
        self._lock = -1
        self._on_disk: set = set()  # names of files that this process has synced or found
        self.unsynced: dict = {}  # files that were read but could not be synced -> the OSError
        make_folder(self._folder)
        if must_write and not os.access(self._folder, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, "nothing can be written there")
        if fcntl:
            # A kernel lock on the folder itself: it always ends with the process.
            self._lock = os.open(self._folder, os.O_RDONLY)
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self.close()
                if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                    raise
                raise FolderLocked(error.errno, "another program plays there; end it, or take another folder") from None

    def close(self) -> None:
        """Release the folder, so that another program may use it."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __del__(self):
        self.close()

    def read(self, name: str, most: int = -1):
        try:
            with open(self._path(name), "rb") as file:
                if name not in self._on_disk:  # its writer may have been killed before its sync
                    try:
                        os.fsync(file.fileno())
                        self._on_disk.add(name)
                    except OSError as error:
                        self.unsynced[name] = error
                return file.read(most)
        except FileNotFoundError:
            return None

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        if not self.fits(name, was):
            return False
        is_new = not os.path.exists(self._path(name))
        with open(self._path(name), "ab") as file:
            keep(file, data, self._path(name) if is_new else "")
        return True

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        if not self.fits(name, was):
            return False
        replace_file(self._path(name), data)
        return True

    def rename(self, name: str, new: str) -> None:
        os.replace(self._path(name), self._path(new))
        sync_folder(self._folder)

    def fits(self, name: str, was: tuple) -> bool:
        if was is None:
            return True
        try:
            size = os.path.getsize(self._path(name))
        except FileNotFoundError:
            size = 0
        return was[0] <= size <= was[1]

    def _path(self, name: str) -> str:
        if not name or name in (".", "..") or "/" in name or os.sep in name:
            raise ValueError("file %r: expected a plain name" % (name,))
        return os.path.join(self._folder, name)


class SteadyStore(MemoryStore):
    """Files in memory, backed by another store: while that fails the game goes on, and `retry` writes what it lacks.

    make: creates the backing store on first use; its OSError counts as trouble too. trouble: the store's last OSError,
    None while it has everything. unread: files that could not be read; they are not overwritten, but kept aside. What
    was read but may not be on disk is written again.
    """

    def __init__(self, make):
        super().__init__()
        self.trouble: OSError = None
        self._make = make
        self._made = None
        self._read: set = set()
        self.unread: set = set()
        self._lacks: list = []

    def read(self, name: str, most: int = None):
        self._fetch(name)
        return super().read(name, most)

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        self._fetch(name)
        done = super().append(name, data, was)
        if done:
            self._write(name, lambda: self._behind.append(name, data, was))
        return done

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        self._fetch(name)
        done = super().replace(name, data, was)
        if done:
            self._write(name, lambda: self._behind.replace(name, data))
        return done

    def rename(self, name: str, new: str) -> None:
        self._fetch(name)
        super().rename(name, new)
        self._read.add(new)
        self._write(new, lambda: self._behind.rename(name, new) is None)

    def retry(self) -> None:
        """Write what the backing store lacks."""
        for name in self._lacks[:]:
            self._write(name, lambda: False)
        if not self._lacks:
            self.trouble = None

    @property
    def _behind(self):
        if self._made is None:
            self._made = self._make()
        return self._made

    def _fetch(self, name: str) -> None:
        # Read the backing store's file before writing it for the first time; an unreadable one counts as missing.
        if name in self._read:
            return
        self._read.add(name)
        try:
            data = self._behind.read(name)
        except OSError as error:
            self.trouble, data = error, None
            self.unread.add(name)
        if data is not None:
            self.files[name] = data
        unsynced = getattr(self._made, "unsynced", {})
        if name in unsynced:
            self.trouble = unsynced.pop(name)
            self._lacks.append(name)

    def _write(self, name: str, write) -> None:
        # Write the whole file if the backing store lacks earlier parts.
        try:
            self._set_aside(name)
            if name in self._lacks or not write():
                self._behind.replace(name, self.files.get(name, b""))
            self._lacks = [other for other in self._lacks if other != name]
            if not self._lacks:
                self.trouble = None
        except OSError as error:
            self.trouble = error
            if name not in self._lacks:
                self._lacks.append(name)

    def _set_aside(self, name: str) -> None:
        if name in self.unread:
            if self._behind.read(name) is not None:
                kept = [f"{name}.kept{number}" for number in range(1, 10)]
                self._behind.rename(name, ([new for new in kept if self._behind.read(new, 1) is None] or kept)[0])
            self.unread.discard(name)


class TextFileError(DaldosError):
    """A file that cannot be read or written, or is not text: its name, and why."""


def read_text(path) -> str:
    """The text of a file in UTF-8, with a byte order mark or without; TextFileError."""
    try:
        return decoded(path.read_bytes(), str(path))
    except OSError as error:
        raise TextFileError("%r: %s", str(path), error.strerror) from None


def check_writable(path) -> None:
    """Check, before any work, that a file can be written; an existing one stays. TextFileError if not."""
    there = os.path.lexists(path)
    try:
        with open(path, "ab"):
            pass
        if not there:
            os.remove(path)
    except OSError as error:
        raise TextFileError("%r: %s", str(path), error.strerror) from None


def decoded(data: bytes, name: str) -> str:
    """The text of a file's bytes."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise TextFileError("%r: byte %d is not UTF-8; save it as text in UTF-8", name, error.start + 1) from None
