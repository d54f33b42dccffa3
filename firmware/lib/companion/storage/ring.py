"""One file, and short notes, in a ring of flash sectors: a write programs a page and erases no sector.

    >>> ring = Ring(flash, memoryview(flash))     # flash: an rp2.Flash of whole sectors
    >>> ring.open()
    >>> ring.replace(b"G danish*0c1d2e3f\\n")
    >>> ring.append(b"T 13*5d2c41f7\\n")
    >>> ring.keep("unknown", b"A5\n")
    >>> ring.note("unknown")
    b'A5\n'
    >>> ring.read()
    b'G danish*0c1d2e3f\\nT 13*5d2c41f7\\n'

Sectors are used in turn, number n at place n modulo their count, so all wear equally. Each begins with a head: its
kind, its number, two words, a CRC and a mark. `F` is the first sector of a file; `C` a later one, which records where
the previous one ended. Both have the CRC of the file's first contents, which shows that they belong together. Frames
follow the head: a mark, length, data and a CRC of both, none across the end of a sector. A frame with the highest bit
set in its length is a note, name and text.

A file is replaced by writing the new one, with the current notes, into erased sectors, and the head of `F` last: that
commits it, and the old file exists until then. A power cut may leave any bits of a page. So a frame with a wrong CRC
was never written; nothing is programmed over its remains, and appending continues in another sector. A sector is
programmed only if it was completely erased since power-on, so sectors erased ahead are not reused after a restart.

Flash may lose bits. A CRC locates a single wrong bit of a head or frame, which is corrected, and the file is rewritten.
Data beyond correction is left out. What a power cut tore was never written, so nothing is lost with it: a mark tells
the two apart. It is set, when nobody waits, once what it stands for is in the flash: a frame's own mark for the frame,
a head's mark for the sector that was begun after it. An unreadable last frame, or a missing sector, is `lost` only if
its mark is set.
"""

import struct
from binascii import crc32

from companion.reasons import StoreError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Iterator

    from companion.shapes import Flash

SECTOR = 4096
PAGE = 256
APPEND_MAX = 700  # bytes: a note of all holes; two records take at most 450
_MARK = 20  # offset of the mark in a head
_HEAD = 21
_FRAME = 7  # bytes of mark, length and CRC
_CHUNK = 64  # bytes of a file in one frame; few, so that two flipped bits seldom share a frame
_DATA = 3700  # room for a file's bytes in a sector
_NOTE = 0x8000  # in the length of a frame
_NOTES = 1500  # bytes of all notes, about
_LOOSE = 4  # sectors that notes may add before the file is rewritten
_ERASED = 0xF154670A  # CRC of a sector of ones
_ERASE = 6  # the erase ioctl of a block device
_DAL = 0x6C6144  # `Dal`, with which a head begins
_DAL_WRONG = 4  # wrong bits tolerated in it
_POLYNOMIAL = 0xEDB88320  # the CRC's


class Ring:
    """view: the raw bytes of the flash. Call `open` first.

    size: the file's, 0 if there is none. most: the largest file that can still be replaced by an equally large one.
    notes: name -> offset of its frame in `view`. lost: some data written cannot be read. unmarked: offsets of the marks
    that `mark` will set.
    """

    def __init__(self, flash: "Flash", view: memoryview):
        self.size = 0
        self.notes: dict[str, int] = {}
        self.lost = False
        self.unmarked: list[int] = []
        self._flash = flash
        self._view = view
        self._count = len(view) // SECTOR
        self.most = (self._count // 2 - 1) * _DATA
        self._first = self._last = -1  # numbers of the file's sectors
        self._sum = 0  # the CRC that marks the file's sectors
        self._flips: list[tuple[int, int]] = []  # (offset, mask) of wrong bits in the flash
        self._end = SECTOR  # end of the valid data in the last sector
        self._closed = True  # no more data fits into the last sector
        self._ready = 0  # erased sectors after the last

    def open(self) -> None:
        """Find the file; a damaged one is rewritten."""
        self._first = self._last = -1
        self._ready = self.size = 0
        self.notes = {}
        self.unmarked = []
        self.lost = False
        for place in range(self._count):
            head = self._head(place)
            if head and head[1] % self._count == place:
                self._last = max(self._last, head[1])
                if head[0] == b"F" and head[1] > self._first:
                    self._first, self._sum = head[1], head[3]
        before = self._head((self._first - 1) % self._count)
        if before and before[1] == self._first - 1:
            self._wait(self._mark_of(before[1]))
        self._flips = []  # those of older sectors do not matter
        if self._first < 0:
            for place in range(self._count):
                self.lost = self.lost or self._remains(place)
            return
        for start, end in self._parts():
            self.size += end - start
        if self._marked(self._mark_of(self._last)):
            self.lost = True  # there was a later file, or more of this one
        if self._flips or self.lost:
            try:
                self.replace(self.read())
            except OSError:
                pass  # it can still be read as it is

    def read(self, most: int = -1) -> bytes:
        """The file, or its first `most` bytes."""
        size = min(most, self.size) if most >= 0 else self.size
        # Made first: between what the parts leave in the heap there may be no room for it in one piece.
        data = bytearray(size)
        at = 0
        for start, end in self._parts():
            end = min(end, start + size - at)
            data[at : at + end - start] = self._data(start, end)
            at += end - start
        return data  # type: ignore[return-value]  # a copy would need as much room again

    def append(self, data: bytes) -> None:
        """Append to the file, all or nothing; OSError on failure."""
        if not data:
            return
        if self._first < 0 or len(data) > APPEND_MAX:
            self.replace(self.read() + data)
            return
        self._add(_frame(len(data), data))
        self.size += len(data)

    def mark(self) -> None:
        """Mark what has been written since the last time, in some 2 ms; OSError on failure."""
        while self.unmarked:
            at = self.unmarked.pop()
            self._write(at // SECTOR, at % SECTOR, b"\0")

    def note(self, name: str) -> bytes | None:
        """The text of a note; None if there is none."""
        if name not in self.notes:
            return None
        at = self.notes[name]
        return bytes(self._data(at + 3 + len(name) + 1, self._after(at) - 4))

    def keep(self, name: str, text: bytes) -> None:
        """Replace the note of that name, all or nothing; OSError on failure."""
        if self._first < 0 or self._used() > _sectors(self.size) + _LOOSE:
            self.replace(self.read())
        data = name.encode() + b"\n" + text
        self._add(_frame(_NOTE | len(data), data))
        self.notes[name] = self._last % self._count * SECTOR + self._end - _FRAME - len(data)

    def replace(self, data: bytes) -> None:
        """Replace the file, all or nothing; OSError on failure."""
        names = list(self.notes)
        frames = [bytes(self._data(self.notes[name], self._after(self.notes[name]))) for name in names]
        for k in range(0, len(data), _CHUNK):
            part = data[k : k + _CHUNK]
            frames.append(_frame(len(part), part))
        sectors: list[list[bytes]] = [[]]
        sign, end = 0, _HEAD
        places = []
        for frame in frames:
            if end + len(frame) > SECTOR:
                sectors.append([])
                end = _HEAD
            sectors[-1].append(frame)
            places.append((len(sectors) - 1, end))
            end += len(frame)
            sign = crc32(frame, sign)
        count = len(sectors)
        self._need(count)
        self._ready -= count
        first = self._last + 1
        for k in range(count - 1, 0, -1):
            self._program(first + k, 0, _head(b"C", first + k, SECTOR, sign) + b"".join(sectors[k]))
        self._program(first, _HEAD, b"".join(sectors[0]))
        self._program(first, 0, _head(b"F", first, 0, sign))
        self.unmarked = [self._mark_of(self._last)] if self._first >= 0 else []
        if frames:
            self._wait(first % self._count * SECTOR + _HEAD)
            self._wait((first + count - 1) % self._count * SECTOR + end - len(frames[-1]))
        self._first = first
        self._sum = sign
        self._last = first + count - 1
        self._end = end
        self._closed = False
        self._flips = []
        self.size = len(data)
        for name, (k, at) in zip(names, places):
            self.notes[name] = (first + k) % self._count * SECTOR + at

    def wants(self, size: int) -> int:
        """How many sectors to erase ahead, so that replacing by `size` bytes, and the next appends, need no erase.

        Allocates nothing.
        """
        return max(0, min(_sectors(size + _NOTES) + 1, self._count - self._used()) - self._ready)

    def erase(self) -> None:
        """Erase one sector ahead, in some 45 ms; OSError if there is none or it does not erase."""
        number = self._last + 1 + self._ready
        if self._used() + self._ready >= self._count:
            raise StoreError("game_too_long")
        place = number % self._count
        self.unmarked = [at for at in self.unmarked if at // SECTOR != place]
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
            self._ready -= 1  # even if it fails
            self._program(self._last + 1, 0, head + frame)
            self.unmarked = [self._mark_of(self._last)]
            self._last += 1
            self._end = _HEAD
            self._closed = False
        else:
            self._closed = True  # until the write has succeeded
            self._program(self._last, self._end, frame)
            # What follows a frame marks it, but for the first one.
            self.unmarked = [at for at in self.unmarked if at % SECTOR <= _HEAD]
            self._closed = False
        self._wait(self._last % self._count * SECTOR + self._end)
        self._end += len(frame)

    def _need(self, count: int) -> None:
        if self._used() + count > self._count:
            raise StoreError("game_too_long")
        while self._ready < count:
            self.erase()

    def _program(self, number: int, at: int, data: bytes) -> None:
        place = number % self._count
        self._write(place, at, data)
        start = place * SECTOR + at
        if self._view[start : start + len(data)] != data:
            self._ready = 0  # the following sectors are erased again in any case
            raise StoreError("flash_worn", place)

    def _write(self, place: int, at: int, data: bytes) -> None:
        # Starting with the last page, so that the head comes last.
        for page in range((at + len(data) - 1) // PAGE * PAGE, at // PAGE * PAGE - 1, -PAGE):
            start, end = max(at, page), min(at + len(data), page + PAGE)
            buffer = bytearray(b"\xff" * PAGE)
            buffer[start - page : end - page] = data[start - at : end - at]
            self._flash.writeblocks(place, buffer, page)

    def _mark_of(self, number: int) -> int:
        return number % self._count * SECTOR + _MARK

    def _marked(self, at: int) -> bool:
        return self._view[at] != 0xFF

    def _wait(self, at: int) -> None:
        # Set this mark when nobody waits, if it is not set.
        if not self._marked(at) and at not in self.unmarked:
            self.unmarked.append(at)

    def _head(self, place: int) -> "tuple[bytes, int, int, int] | None":
        # (kind, number, two words) of the sector there; None if it has none.
        start = place * SECTOR
        if self._blank(start, start + 4) or not self._sound(start, start + _MARK):
            return None
        kind, number, one, other = struct.unpack_from("<4sIII", self._data(start, start + _MARK), 0)
        return (kind[3:], number, one, other) if kind[:3] == b"Dal" else None

    def _parts(self) -> "Iterator[tuple[int, int]]":
        # (start, end) of each part of the file; also finds its end, its notes, and whether any data is lost.
        number = self._first
        while number >= 0:
            base = number % self._count * SECTOR
            goes_on = self._next(number)
            at, limit, last = base + _HEAD, base + (goes_on or SECTOR), -1
            while True:
                after = self._after(at) if self._good(at, limit) else 0
                if not after:
                    if at + 3 > limit or self._blank(at, at + 3):
                        break  # no frame was begun
                    following, written = at + 1, self._written(at, limit)
                    while following < written and not self._good(following, limit, False):
                        following += 1
                    torn = following >= written
                    self.lost = self.lost or not torn or goes_on > 0 or self._marked(at)
                    if torn:
                        break
                    at = following
                    continue
                if self._word(at) & _NOTE:
                    name = bytes(self._data(at + 3, after - 4)).split(b"\n", 1)[0]
                    self.notes[name.decode()] = at
                else:
                    yield at + 3, after - 4
                last, at = at, after
            if goes_on:
                self._wait(self._mark_of(number))
            else:
                if last >= 0:
                    self._wait(last)
                self._last, self._end = number, at - base
                self._closed = not self._blank(at, limit)
                return
            number += 1

    def _next(self, number: int) -> int:
        # Where that sector of the file ends, if the next one belongs to the file too; else 0.
        head = self._head((number + 1) % self._count)
        return head[2] if head and head[:2] == (b"C", number + 1) and head[3] == self._sum else 0

    def _good(self, at: int, limit: int, mends: bool = True) -> bool:
        # Whether there is a good frame, if necessary after correcting one bit.
        length = self._word(at) & ~_NOTE if at + _FRAME < limit else 0
        if 0 < length <= limit - at - _FRAME and self._sound(at + 1, at + _FRAME + length, mends):
            return True
        if mends and at + _FRAME < limit and not self._blank(at + 1, at + 3):
            for k in range(15):
                other = length ^ 1 << k
                if 0 < other <= limit - at - _FRAME:
                    self._flips.append((at + 1 + k // 8, 1 << k % 8))
                    if self._sound(at + 1, at + _FRAME + other, False):
                        return True
                    self._flips.pop()
        return False

    def _sound(self, start: int, end: int, mends: bool = True) -> bool:
        # Whether these bytes fit the CRC at their end, if necessary after correcting one bit.
        data = self._data(start, end)
        total: int = struct.unpack_from("<I", data, len(data) - 4)[0]
        wrong = crc32(data[:-4]) ^ total
        if wrong and mends:
            bit = _wrong_bit(wrong, 8 * len(data))
            if bit >= 0:
                self._flips.append((start + bit // 8, 1 << bit % 8))
                return True
        return not wrong

    def _data(self, start: int, end: int) -> "memoryview | bytearray":
        # The data written there, with wrong bits corrected.
        data = self._view[start:end]
        if not self._flips:
            return data
        mended = bytearray(data)
        for at, mask in self._flips:
            if start <= at < end:
                mended[at - start] ^= mask
        return mended

    def _remains(self, place: int) -> bool:
        # Whether a file began there, whose head cannot be read.
        start = place * SECTOR
        mark = int.from_bytes(bytes(self._view[start : start + 3]), "little")
        return not self._head(place) and bin(mark ^ _DAL).count("1") <= _DAL_WRONG and self._marked(start + _HEAD)

    def _written(self, start: int, end: int) -> int:
        # The offset from which the rest is erased, to within some bytes: a power cut leaves little to search.
        while start < end and self._blank(max(start, end - _CHUNK), end):
            end = max(start, end - _CHUNK)
        return end

    def _blank(self, start: int, end: int) -> bool:
        return self._view[start:end] == b"\xff" * (end - start)

    def _word(self, at: int) -> int:
        # The length of a frame, and whether it is a note.
        word: int = struct.unpack_from("<H", self._data(at + 1, at + 3), 0)[0]
        return word

    def _after(self, at: int) -> int:
        # Where the frame there ends.
        return at + _FRAME + (self._word(at) & ~_NOTE)


def _sectors(size: int) -> int:
    return max(1, (size + _DATA - 1) // _DATA)


def _head(kind: bytes, number: int, one: int, other: int) -> bytes:
    head = struct.pack("<4sIII", b"Dal" + kind, number, one, other)
    return head + struct.pack("<I", crc32(head)) + b"\xff"


def _frame(word: int, data: bytes) -> bytes:
    frame = struct.pack("<H", word) + data
    return b"\xff" + frame + struct.pack("<I", crc32(frame))


def _wrong_bit(wrong: int, bits: int) -> int:
    # The bit whose flip changes the CRC by this; -1 if there is none.
    if not wrong & (wrong - 1):
        bit = bits - 32
        while wrong > 1:
            wrong >>= 1
            bit += 1
        return bit
    bit, makes = bits - 33, _POLYNOMIAL
    while bit >= 0 and makes != wrong:
        makes = makes >> 1 ^ (_POLYNOMIAL if makes & 1 else 0)
        bit -= 1
    return bit
