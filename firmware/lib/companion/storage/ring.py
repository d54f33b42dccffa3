"""One file, and short notes, in a ring of flash sectors: what is written is a page programmed, no sector erased.

    >>> ring = Ring(flash, memoryview(flash))     # flash: an rp2.Flash of whole sectors
    >>> ring.open()
    >>> ring.replace(b"G danish*0c1d2e3f\\n")
    >>> ring.append(b"T 13*5d2c41f7\\n")
    >>> ring.keep("unknown", b"A5\n")
    >>> ring.note("unknown")
    b'A5\n'
    >>> ring.read()
    b'G danish*0c1d2e3f\\nT 13*5d2c41f7\\n'

Sectors are used in turn, the one numbered n at place n modulo their count, so all wear alike. Each begins with a head:
its kind, its number, and a CRC of the head. `F`, the first of a file: the bytes that the file was made of, and their
CRC; they go on behind the heads of the next sectors. `C`, a later one: where the one before ended, and the CRC of
the file's first bytes, as the sign that it is this file's. Behind those bytes lies what was added, in frames of length,
CRC and data, none across the end of a sector. A frame whose length has its highest bit is a note, name and text; a
file's first bytes begin with the notes there are, so that they move with it.

A file is replaced by writing the new one into erased sectors, its first page last: that is the commit, and the old one
is there until then. What a power cut leaves of a page may be any of its bits. So a frame or a file whose CRC is wrong
was never written; nothing is programmed on top of its rest, what is added goes on in another sector. Frames behind a
damaged one tell that it was no power cut: then all is given to the reader, who has checksums of his own. A sector is
programmed only if it was erased, as a whole, since power-on: what was erased ahead, when nobody waits, does not outlive
that.
"""

import struct
from binascii import crc32

from companion.reasons import StoreError

if False:  # for the type checker alone: the compiler leaves it out
    from collections.abc import Iterator

    from companion.shapes import Flash

SECTOR = 4096
PAGE = 256
APPEND_MAX = 700  # bytes: a note of all holes; two records have 450 at most
_HEAD = 20
_ROOM = SECTOR - _HEAD
_FRAME = 6
_NOTE = 0x8000  # in the length of a frame
_NOTES = 1500  # bytes of all notes, about
_LOOSE = 4  # sectors added to a file by notes alone, until it is written anew
_ERASED = 0xF154670A  # CRC of a sector of ones
_ERASE = 6  # of a block device's ioctl
_NONE = (b"", 0, 0, 0)  # the head of a sector that has none


class Ring:
    """view: the bytes of the flash as they are. `open` comes first of all.

    size: of the file, 0 if there is none. most: bytes that it may have, so that another of as many can take its place.
    notes: name -> where in `view` its frame is.
    """

    def __init__(self, flash: "Flash", view: memoryview):
        self.size = 0
        self.notes: dict[str, int] = {}
        self._flash = flash
        self._view = view
        self._count = len(view) // SECTOR
        self.most = (self._count // 2 - 1) * _ROOM
        self._first = self._last = -1  # numbers of the file's sectors
        self._sum = 0  # the CRC of its first bytes
        self._end = SECTOR  # of what is good in the last sector
        self._closed = True  # nothing more goes into it
        self._ready = 0  # sectors after the last that are erased

    def open(self) -> None:
        """Find the file."""
        self._first = self._last = -1
        self._ready = self.size = 0
        self.notes = {}
        highest, below = -1, 1 << 30
        while True:
            found = -1
            for place in range(self._count):
                head = self._head(place)
                if head and head[1] % self._count == place:
                    highest = max(highest, head[1])
                    if head[0] == b"F" and found < head[1] < below:
                        found = head[1]
            if found < 0:
                self._last = highest
                return
            if self._take(found):
                for start, end in self._parts():
                    self.size += end - start
                return
            below = found

    def read(self, most: int = -1) -> bytes:
        """The file, or at most so many bytes from its start."""
        parts = []
        for start, end in self._parts():
            if most >= 0:
                end = min(end, start + most)
                most -= end - start
            parts.append(bytes(self._view[start:end]))
        return b"".join(parts)

    def append(self, data: bytes) -> None:
        """Add to the file, all or nothing; OSError if that cannot be done."""
        if not data:
            return
        if self._first < 0 or len(data) > APPEND_MAX:
            self.replace(self.read() + data)
            return
        self._add(struct.pack("<HI", len(data), crc32(data)) + data)
        self.size += len(data)

    def note(self, name: str) -> bytes | None:
        """The text of a note; None if there is none."""
        if name not in self.notes:
            return None
        at = self.notes[name]
        return bytes(self._view[at + _FRAME + len(name) + 1 : self._after(at)])

    def keep(self, name: str, text: bytes) -> None:
        """The note of that name is this from now on, all or nothing; OSError if that cannot be done."""
        if self._first < 0 or self._used() > _sectors(self.size) + _LOOSE:
            self.replace(self.read())
        data = name.encode() + b"\n" + text
        self._add(struct.pack("<HI", _NOTE | len(data), crc32(data)) + data)
        self.notes[name] = self._last % self._count * SECTOR + self._end - _FRAME - len(data)

    def replace(self, data: bytes) -> None:
        """The file is this from now on, all or nothing; OSError if that cannot be done."""
        names = list(self.notes)
        frames = [bytes(self._view[self.notes[name] : self._after(self.notes[name])]) for name in names]
        size = len(data)
        data = b"".join(frames) + data
        count = _sectors(len(data))
        self._need(count)
        self._ready -= count
        first = self._last + 1
        total = crc32(data)
        for k in range(count - 1, -1, -1):
            head = _head(b"C", first + k, SECTOR, total) if k else _head(b"F", first, len(data), total)
            self._program(first + k, 0, head + data[k * _ROOM : (k + 1) * _ROOM])
        self._first = first
        self._sum = total
        self._last = first + count - 1
        self._end = _HEAD + len(data) - (count - 1) * _ROOM
        self._closed = False
        self.size = size
        at = first % self._count * SECTOR + _HEAD
        for name in names:
            self.notes[name] = at
            at = self._after(at)

    def wants(self, size: int) -> int:
        """How many sectors should be erased ahead, so that replacing with so many bytes and what comes after need not.

        Allocates nothing.
        """
        return max(0, min(_sectors(size + _NOTES) + 1, self._count - self._used()) - self._ready)

    def erase(self) -> None:
        """Erase one sector ahead, which takes some 45 ms; OSError if there is none or it stays as it is."""
        number = self._last + 1 + self._ready
        if self._used() + self._ready >= self._count:
            raise StoreError("game_too_long")
        place = number % self._count
        self._flash.ioctl(_ERASE, place)
        if crc32(self._view[place * SECTOR : (place + 1) * SECTOR]) != _ERASED:
            raise StoreError("flash_worn", place)
        self._ready += 1

    # --- the sectors --------------------------------------------------------------------------------------------------

    def _used(self) -> int:
        return self._last - self._first + 1 if self._first >= 0 else 0

    def _add(self, frame: bytes) -> None:
        if self._closed or self._end + len(frame) > SECTOR:
            self._need(1)
            head = _head(b"C", self._last + 1, self._end, self._sum)
            self._ready -= 1  # whatever comes of it
            self._program(self._last + 1, 0, head + frame)
            self._last += 1
            self._end = _HEAD
            self._closed = False
        else:
            self._closed = True  # until it has been done
            self._program(self._last, self._end, frame)
            self._closed = False
        self._end += len(frame)

    def _need(self, count: int) -> None:
        if self._used() + count > self._count:
            raise StoreError("game_too_long")
        while self._ready < count:
            self.erase()

    def _program(self, number: int, at: int, data: bytes) -> None:
        # From its last page on, so that the head comes last.
        place = number % self._count
        for page in range((at + len(data) - 1) // PAGE * PAGE, at // PAGE * PAGE - 1, -PAGE):
            start, end = max(at, page), min(at + len(data), page + PAGE)
            buffer = bytearray(b"\xff" * PAGE)
            buffer[start - page : end - page] = data[start - at : end - at]
            self._flash.writeblocks(place, buffer, page)
        start = place * SECTOR + at
        if self._view[start : start + len(data)] != data:
            self._ready = 0  # what comes after is erased again, whatever has been done to it
            raise StoreError("flash_worn", place)

    def _head(self, place: int) -> tuple[bytes, int, int, int] | None:
        # (kind, number, two words) of the sector there; None if it has none.
        start = place * SECTOR
        kind, number, one, other, total = struct.unpack_from("<4sIIII", self._view, start)
        if kind[:3] != b"Dal" or crc32(self._view[start : start + _HEAD - 4]) != total:
            return None
        return kind[3:], number, one, other

    def _take(self, first: int) -> bool:
        # Whether a whole file begins there, or one that was whole; then it is the one.
        _, _, length, total = self._head(first % self._count) or _NONE
        count = _sectors(length)
        if count > self._count:
            return False
        self._first, self._sum = first, total
        found = 0
        for start, end in self._bytes(length):
            found = crc32(self._view[start:end], found)
        if found == total:
            return True
        # What was added afterwards shows that it was whole.
        last = first + count - 1
        if self._frame(last, _HEAD + length - (count - 1) * _ROOM, SECTOR) or self._next(last):
            return True
        self._first = -1
        return False

    def _bytes(self, length: int) -> "Iterator[tuple[int, int]]":
        # (start, end) of each part of the first bytes.
        number = self._first
        while length > 0:
            start = number % self._count * SECTOR + _HEAD
            yield start, start + min(length, _ROOM)
            length -= _ROOM
            number += 1

    def _parts(self) -> "Iterator[tuple[int, int]]":
        # (start, end) of each part of the file; finds where it ends.
        if self._first < 0:
            return
        length = (self._head(self._first % self._count) or _NONE)[2]
        at = self._first % self._count * SECTOR + _HEAD
        for start, end in self._bytes(length):
            if start == at:
                while self._frame(self._first, start % SECTOR, end - at + _HEAD) < 0:
                    start = self._noted(start)
            yield start, end
        number = self._first + _sectors(length) - 1
        end = _HEAD + length - (number - self._first) * _ROOM
        while True:
            base = number % self._count * SECTOR
            goes_on = self._next(number)
            limit = goes_on or SECTOR
            while True:
                length = self._frame(number, end, limit)
                if not length:
                    break
                if length < 0:
                    end = self._noted(base + end) - base
                    continue
                yield base + end + _FRAME, base + end + _FRAME + length
                end += _FRAME + length
            rest = len(bytes(self._view[base + end : base + limit]).rstrip(b"\xff"))
            if goes_on and end < limit or rest > _FRAME + APPEND_MAX or self._follows(number, end, rest):
                yield base + end, base + end + rest  # damaged
                end += rest
            if not goes_on:
                self._last, self._end, self._closed = number, end, rest > 0
                return
            number += 1
            end = _HEAD

    def _next(self, number: int) -> int:
        # Where that sector of the file ends, if the next one is the file's too; else 0.
        head = self._head((number + 1) % self._count)
        return head[2] if head and head[:2] == (b"C", number + 1) and head[3] == self._sum else 0

    def _frame(self, number: int, at: int, limit: int) -> int:
        # How many bytes the frame there has, less than 0 if it is a note; 0 if there is no good one.
        if at + _FRAME > limit:
            return 0
        base = number % self._count * SECTOR
        word: int = struct.unpack_from("<H", self._view, base + at)[0]
        length = word & ~_NOTE
        total = struct.unpack_from("<I", self._view, base + at + 2)[0]
        start = base + at + _FRAME
        if not 0 < length <= limit - at - _FRAME or crc32(self._view[start : start + length]) != total:
            return 0
        return length if word == length else -length

    def _after(self, at: int) -> int:
        # Where the frame of a note ends, both in the view.
        length: int = struct.unpack_from("<H", self._view, at)[0]
        return at + _FRAME + (length & ~_NOTE)

    def _noted(self, at: int) -> int:
        # A note is there; where it ends.
        end = self._after(at)
        self.notes[bytes(self._view[at + _FRAME : end]).split(b"\n", 1)[0].decode()] = at
        return end

    def _follows(self, number: int, at: int, rest: int) -> bool:
        # Whether a good frame comes after this bad one.
        for k in range(at + 1, at + rest):
            if self._frame(number, k, SECTOR):
                return True
        return False


def _sectors(size: int) -> int:
    return max(1, (size + _ROOM - 1) // _ROOM)


def _head(kind: bytes, number: int, one: int, other: int) -> bytes:
    head = struct.pack("<4sIII", b"Dal" + kind, number, one, other)
    return head + struct.pack("<I", crc32(head))
