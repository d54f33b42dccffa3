"""A disk for the host's own modules: files, locks of folders, and a full, torn or read-only disk's failures.

>>> disk = Disk(world)
>>> os = Os(disk)                              # as one process sees it
>>> files = loaded("host.games.files", os=os, pathlib=os.pathlib, open=os.open_file)
>>> disk.trouble = errno.ENOSPC
>>> os.die(power=False)                        # kill -9: its locks are gone; with power: unsynced data too
"""

import errno
import importlib
import itertools
import os as real
import sys
import types
from functools import cache
from pathlib import PurePosixPath

READS = (errno.EACCES, errno.EIO, errno.EMFILE)  # reading fails too
WRITES = (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES)


class Killed(BaseException):
    """The process ended within a step; power: the machine too, None to leave it to chance."""

    power: "bool | None" = None


@cache
def _code(path: str):
    with open(path, encoding="utf-8") as file:
        return compile(file.read(), path, "exec")


def loaded(name: str, path: str = "", **instead):
    """A copy of a project module with replacements: modules by name (dots as __), and `open`."""
    code = _code(path or importlib.import_module(name).__file__)
    module = types.ModuleType(name)
    module.__dict__["open"] = instead.pop("open", open)
    instead = {key.replace("__", "."): value for key, value in instead.items()}
    before = {key: sys.modules.get(key) for key in instead}
    sys.modules.update(instead)
    try:
        exec(code, module.__dict__)
    finally:
        for key, value in before.items():
            if value is None:
                del sys.modules[key]
            else:
                sys.modules[key] = value
    return module


_NUMBERS = itertools.count(1)


class Inode:
    """data: as processes see it; kept: as on the platter."""

    def __init__(self):
        self.data = bytearray()
        self.kept = b""
        self.number = next(_NUMBERS)
        self.changed = 0  # times


class Disk:
    """trouble: errno of writes, and of reads if one of READS; 0: none. fuse: the number of operations before the next
    one kills its process; -1: never."""

    def __init__(self, world):
        self.world = world
        self.names: dict = {}
        self.kept_names: dict = {}
        self.locks: dict = {}  # inode or folder -> Os
        self.trouble = 0
        self.fuse = -1

    def did(self, os, path: str, writes: bool) -> None:
        """Count an operation, which may fail or kill."""
        if self.fuse >= 0:
            self.fuse -= 1
            if self.fuse < 0:
                raise Killed(path)
        if self.trouble and (writes or self.trouble in READS):
            raise OSError(self.trouble, real.strerror(self.trouble), path)

    def power_cut(self) -> None:
        """Keep any part of the unsynced data."""
        random = self.world.random
        changed = set(self.names) ^ set(self.kept_names)
        changed |= {name for name in self.names if self.names[name] is not self.kept_names.get(name)}
        for name in sorted(changed):
            if random.random() < 0.5:
                if name in self.kept_names:
                    self.names[name] = self.kept_names[name]
                else:
                    del self.names[name]
        for name in sorted(self.names):
            inode = self.names[name]
            if inode.data != inode.kept:
                added = inode.data[len(inode.kept) :] if inode.data.startswith(inode.kept) else b""
                inode.data = bytearray(inode.kept + added[: random.randint(0, len(added))])
                inode.kept = bytes(inode.data)
        self.kept_names = dict(self.names)


class Handle:
    """An open file."""

    def __init__(self, os, path: str, inode: Inode, text: bool = False, at: int = 0):
        self._os, self.path, self.inode, self._text, self._at = os, path, inode, text, at
        self._fd = os.add(self)

    def fileno(self) -> int:
        return self._fd

    def read(self, most: int = -1):
        self._os.disk.did(self._os, self.path, False)
        data = bytes(self.inode.data[self._at :] if most < 0 else self.inode.data[self._at : self._at + most])
        self._at += len(data)
        return data.decode() if self._text else data

    def write(self, data) -> int:
        data = data.encode() if self._text else bytes(data)
        disk = self._os.disk
        try:
            disk.did(self._os, self.path, True)
        except (OSError, Killed):
            self._put(data[: disk.world.random.randint(0, len(data))])
            raise
        self._put(data)
        return len(data)

    def _put(self, data: bytes) -> None:
        self.inode.changed += 1
        self.inode.data[self._at : self._at + len(data)] = data
        self._at += len(data)

    def seek(self, at: int) -> None:
        self._at = at

    def truncate(self, size: "int | None" = None) -> None:
        if self._os.disk.trouble == errno.EROFS:
            raise OSError(errno.EROFS, real.strerror(errno.EROFS), self.path)
        del self.inode.data[self._at if size is None else size :]

    def flush(self) -> None:
        pass

    def close(self) -> None:
        self._os.close(self._fd)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Os:
    """`os`, `fcntl`, `open` and `pathlib` of one process on a Disk."""

    name, sep = "posix", "/"
    O_RDONLY, O_RDWR, O_CREAT = real.O_RDONLY, real.O_RDWR, real.O_CREAT
    LOCK_EX, LOCK_NB = 2, 4

    def __init__(self, disk: Disk):
        self.disk = disk
        self.path = types.SimpleNamespace(
            exists=self._exists,
            getsize=self._size,
            isdir=lambda folder: True,
            join=lambda *parts: "/".join(parts),
            dirname=real.path.dirname,
        )
        os = self

        class Path(_Path):
            _os = os

        self.pathlib = types.SimpleNamespace(Path=Path)
        self._open: dict = {}  # number -> Handle or the name of a folder
        self._count = 2

    def die(self, power: bool) -> None:
        """End this process."""
        self._open.clear()
        self.disk.locks = {key: os for key, os in self.disk.locks.items() if os is not self}
        if power:
            self.disk.power_cut()

    def add(self, what) -> int:
        self._count += 1
        self._open[self._count] = what
        return self._count

    # --- os ---

    def makedirs(self, folder: str, exist_ok: bool = False) -> None:
        self.disk.did(self, folder, False)

    def listdir(self, folder) -> list:
        self.disk.did(self, str(folder), False)
        start = f"{folder}/"
        return [name[len(start) :] for name in sorted(self.disk.names) if name.startswith(start)]

    def stat(self, path):
        inode = self.disk.names.get(str(path))
        if inode is None:
            raise FileNotFoundError(errno.ENOENT, real.strerror(errno.ENOENT), str(path))
        return types.SimpleNamespace(st_ino=inode.number, st_size=len(inode.data), st_mtime_ns=inode.changed)

    def open(self, path, flags: int, mode: int = 0o777) -> int:
        if flags == self.O_RDONLY:
            return self.add(str(path))
        return self._file(str(path), True, False).fileno()

    def fdopen(self, fd: int, mode: str, buffering: int = -1) -> Handle:
        return self._open[fd]

    def close(self, fd: int) -> None:
        what = self._open.pop(fd, None)
        key = what.inode if isinstance(what, Handle) else what
        if self.disk.locks.get(key) is self and what is not None:
            del self.disk.locks[key]

    def fsync(self, fd: int) -> None:
        what = self._open[fd]
        self.disk.did(self, "", True)
        if isinstance(what, Handle):
            what.inode.kept = bytes(what.inode.data)  # its name is not: that is its folder's
        else:
            start = what + "/"
            kept = {name: inode for name, inode in self.disk.kept_names.items() if not name.startswith(start)}
            kept.update((name, inode) for name, inode in self.disk.names.items() if name.startswith(start))
            self.disk.kept_names = kept

    def replace(self, old, new) -> None:
        old, new = str(old), str(new)
        self.disk.did(self, new, True)
        if old not in self.disk.names:
            raise FileNotFoundError(errno.ENOENT, real.strerror(errno.ENOENT), old)
        self.disk.names[new] = self.disk.names.pop(old)

    def unlink(self, path) -> None:
        self.disk.did(self, str(path), True)
        self.disk.names.pop(str(path), None)

    def _exists(self, path: str) -> bool:
        return path in self.disk.names

    def _size(self, path: str) -> int:
        if path not in self.disk.names:
            raise FileNotFoundError(errno.ENOENT, real.strerror(errno.ENOENT), path)
        return len(self.disk.names[path].data)

    # --- fcntl and open ---

    def flock(self, file, how: int) -> None:
        what = file if isinstance(file, Handle) else self._open[file]
        key = what.inode if isinstance(what, Handle) else what
        if key in self.disk.locks:
            raise BlockingIOError(errno.EWOULDBLOCK, real.strerror(errno.EWOULDBLOCK))
        self.disk.locks[key] = self

    def open_file(self, path, mode: str = "r", **_) -> Handle:
        path = str(path)
        handle = self._file(path, mode[0] != "r", "b" not in mode)
        if mode[0] == "w":
            handle.inode.data.clear()
        elif mode[0] == "a":
            handle.seek(len(handle.inode.data))
        return handle

    def _file(self, path: str, makes: bool, text: bool) -> Handle:
        self.disk.did(self, path, makes)
        if path not in self.disk.names:
            if not makes:
                raise FileNotFoundError(errno.ENOENT, real.strerror(errno.ENOENT), path)
            self.disk.names[path] = Inode()
        return Handle(self, path, self.disk.names[path], text)


class _Path(PurePosixPath):
    _os: Os

    def mkdir(self, parents: bool = False, exist_ok: bool = False) -> None:
        self._os.disk.did(self._os, str(self), False)

    def unlink(self) -> None:
        self._os.disk.did(self._os, str(self), True)
        self._os.disk.names.pop(str(self), None)
