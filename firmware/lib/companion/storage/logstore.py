"""The store of a board whose flash has a ring: the ring holds the saved game, and short files as notes; others are
files.

    >>> store = LogStore(FileStore(os, "/"), Ring(flash, memoryview(flash)))
    >>> store.append("game", b"T 13*5d2c41f7\\n")       # some 2 ms, however long the game
    >>> while store.wants("game", 2000):
    ...     store.ahead()                               # when nobody waits: 45 ms each

A note comes before a file of its name. An empty note says that the data has grown too long for one: it is in the file.
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
        self._failed = False  # erasing ahead failed
        ring.open()
        self.lost = ring.lost

    def read(self, name: str, most: int = -1) -> bytes | None:
        """The file's bytes, or its first `most`; None if there is no such file."""
        if name == FILE:
            return self._ring.read(most) if self._ring.size else None
        note = self._ring.note(name)
        if note:
            return note
        return self._files.read(name) if most < 0 else self._files.read(name, most)

    def append(self, name: str, data: bytes, was: "Was" = None) -> bool:
        """Add to the end of the file, all or nothing; it is in the flash on return."""
        if name != FILE:
            return self._files.append(name, data, was)
        if not self.fits(name, was):
            return False
        self._ring.append(data)
        return True

    def replace(self, name: str, data: bytes, was: "Was" = None) -> bool:
        """Replace the file's contents, all or nothing; they are in the flash on return."""
        if name == FILE:
            if not self.fits(name, was):
                return False
            self._ring.replace(data)
            return True
        short = was is None and data and len(name) + len(data) < APPEND_MAX and not name.startswith(FILE)
        if short:
            self._ring.keep(name, data)
            return True
        done = self._files.replace(name, data, was)
        if done and self._ring.note(name):
            self._ring.keep(name, b"")
        return done

    def rename(self, name: str, new: str) -> None:
        """Rename the file; a power cut may leave both names."""
        if name == FILE:
            if not self._ring.size:
                raise StoreError("file_unread", name, "ENOENT")
            self._files.replace(new, self._ring.read())
            self._ring.replace(b"")
            return
        note = self._ring.note(name)
        if note:
            self._files.replace(new, note)
            return
        self._files.rename(name, new)

    def fits(self, name: str, was: "Was") -> bool:
        """Whether the file is as long as `was` says."""
        if name != FILE:
            return self._files.fits(name, was)
        return was is None or was[0] <= self._ring.size <= was[1]

    def free(self) -> int:
        """How many bytes are left for files; OSError if the file system cannot tell."""
        return self._files.free()

    def wants(self, name: str, size: int) -> int:
        """How many steps of `ahead` are due before a file of `size` bytes is replaced; allocates nothing."""
        if name != FILE or self._failed:
            return 0
        return self._ring.wants(size) + (1 if self._ring.unmarked else 0)

    def ahead(self) -> None:
        """Mark what is written, or erase one sector; OSError if that fails, after which `wants` returns 0."""
        self._failed = True
        if self._ring.unmarked:
            self._ring.mark()
        else:
            self._ring.erase()
        self._failed = False
