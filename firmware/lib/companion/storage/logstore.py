"""The store of a board whose flash has a ring: the ring holds the saved game, and short files as notes; others are
files.

    >>> store = LogStore(FileStore(os, "/"), Ring(flash, memoryview(flash)))
    >>> store.append("game", b"T 13*5d2c41f7\\n")       # some 2 ms, however long the game
    >>> while store.wants("game", 2000):
    ...     store.ahead()                               # when nobody waits: 45 ms each

Existing files take precedence and are moved: the game at once, other files when they are written.
Data too long for the ring stays in a file; if the ring's flash is worn out, all data does.
"""

from companion.reasons import StoreError
from companion.storage.journal import FILE
from companion.storage.ring import APPEND_MAX

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Files, Ring, Was


class LogStore:
    """files: a store that can `remove` as well. ring: companion.storage.ring, for the journal's file.

    lost: some data written to the ring cannot be read.
    The contract is that of companion.storage.journal.
    """

    def __init__(self, files: "Files", ring: "Ring"):
        self._files = files
        self._ring = ring
        self._opened = False
        self._here = False  # whether the ring has it
        self._failed = False  # erasing ahead failed
        ring.open()
        self.lost = ring.lost

    def read(self, name: str, most: int = -1) -> bytes | None:
        """The file's bytes, or its first `most`; None if there is no such file."""
        if not self._has(name):
            data = self._files.read(name) if most < 0 else self._files.read(name, most)
            if data is None:
                data = self._ring.note(name)
            return data
        return self._ring.read(most) if self._ring.size else None

    def append(self, name: str, data: bytes, was: "Was" = None) -> bool:
        """Add to the end of the file, all or nothing; it is in the flash on return."""
        if not self._has(name):
            return self._files.append(name, data, was)
        if not self.fits(name, was):
            return False
        self._ring.append(data)
        return True

    def replace(self, name: str, data: bytes, was: "Was" = None) -> bool:
        """Replace the file's contents, all or nothing; they are in the flash on return."""
        if name == FILE:
            self._has(name)
            if not self.fits(name, was):
                return False
            if not self._put(data):
                self._files.replace(name, data)
                self._here = False
            return True
        if was is None and len(name) + len(data) < APPEND_MAX and not name.startswith(FILE):
            try:
                self._ring.keep(name, data)
            except OSError:
                pass
            else:
                if not self._files.fits(name, (0, 0)):
                    self._files.remove(name)
                return True
        return self._files.replace(name, data, was)

    def rename(self, name: str, new: str) -> None:
        """Rename the file; a power cut may leave both names."""
        if self._has(name):
            if not self._ring.size:
                raise StoreError("file_unread", name, "ENOENT")
            self._files.replace(new, self._ring.read())
            self._ring.replace(b"")
            return
        note = self._ring.note(name)
        if note is not None and self._files.fits(name, (0, 0)):
            self._files.replace(new, note)
            return
        self._files.rename(name, new)
        self._opened = self._opened and new != FILE

    def fits(self, name: str, was: "Was") -> bool:
        """Whether the file is as long as `was` says."""
        if not self._has(name):
            return self._files.fits(name, was)
        return was is None or was[0] <= self._ring.size <= was[1]

    def free(self) -> int:
        """How many bytes are left for files; OSError if the file system cannot tell."""
        return self._files.free()

    def wants(self, name: str, size: int) -> int:
        """How many sectors to erase ahead before a file of `size` bytes is replaced; allocates nothing."""
        return self._ring.wants(size) if self._here and name == FILE and not self._failed else 0

    def ahead(self) -> None:
        """Erase one sector; OSError if that fails, after which `wants` returns 0."""
        self._failed = True
        self._ring.erase()
        self._failed = False

    def _has(self, name: str) -> bool:
        # Whether the ring has this file.
        if name == FILE and not self._opened:
            self._here = self._files.fits(name, (0, 0))
            if not self._here and self._files.fits(name, (0, self._ring.most)):
                self._put(self._files.read(name) or b"")
            self._opened = True
        return name == FILE and self._here

    def _put(self, data: bytes) -> bool:
        # Move it into the ring if it fits; the file takes precedence until it is removed.
        if len(data) > self._ring.most:
            return False
        try:
            self._ring.replace(data)
        except OSError:
            return False
        if not self._here:
            self._files.remove(FILE)
            self._here = True
        return True
