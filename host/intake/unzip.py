"""The files of a ZIP, unpacked in pieces, on CPython and on MicroPython.

>>> [(name, pull()) for name, pull in files_of(zipped)]
[('game.txt', b'Rules: danish ...')]

From the record at its end, as the format's description (APPNOTE 4.3) has it: stored and deflated files, no others.
"""

import io

from daldos.errors import DaldosError

ZIP_START = b"PK\x03\x04"
UNPACKED_MAX = 64 << 20  # bytes that the files may have together
DAMAGED = DaldosError("a damaged ZIP")
PACKED_OTHERWISE = DaldosError("a ZIP packed or locked in a way that is not known here")
BOMB = DaldosError("a ZIP with more than %d MB in it", UNPACKED_MAX >> 20)
_PIECE = 1 << 14
_STORED, _DEFLATED = 0, 8


class ZipError(DaldosError):
    """A ZIP that cannot be read."""


def files_of(data: bytes):
    """(name, pull) of each file; pull(): its next piece, empty at the end. Raises ZipError, even while it is read."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - 65557))
    if end < 0 or end + 22 > len(data):
        raise ZipError(*DAMAGED.args)
    at, room = _number(data, end + 16, 4), [UNPACKED_MAX]
    for _ in range(_number(data, end + 10, 2)):
        if data[at : at + 4] != b"PK\x01\x02":
            raise ZipError(*DAMAGED.args)
        flags, method = _number(data, at + 8, 2), _number(data, at + 10, 2)
        size, length = _number(data, at + 20, 4), _number(data, at + 28, 2)
        extra, remark = _number(data, at + 30, 2), _number(data, at + 32, 2)
        local = _number(data, at + 42, 4)
        name = _name(data[at + 46 : at + 46 + length])
        if name[-1:] != "/" and name[:8] != "__MACOSX":
            if data[local : local + 4] != ZIP_START:
                raise ZipError(*DAMAGED.args)
            if flags & 1 or method not in (_STORED, _DEFLATED):
                raise ZipError(*PACKED_OTHERWISE.args)
            start = local + 30 + _number(data, local + 26, 2) + _number(data, local + 28, 2)
            if start + size > len(data):
                raise ZipError(*DAMAGED.args)
            yield name, _pull(data[start : start + size], method, room)
        at += 46 + length + extra + remark


def _number(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _name(data: bytes) -> str:
    try:
        return str(data, "utf-8")
    except UnicodeError:
        return "".join([chr(byte) for byte in data])


def _pull(data: bytes, method: int, room: list):
    stream = io.BytesIO(data) if method == _STORED else _Inflated(data)

    def pull() -> bytes:
        piece = stream.read(_PIECE)
        room[0] -= len(piece)
        if room[0] < 0:
            raise ZipError(*BOMB.args)
        return piece

    return pull


class _Inflated:
    # A raw deflate stream (RFC 1951), read in pieces.

    def __init__(self, data: bytes):
        try:
            import zlib

            self._stream = zlib.decompressobj(-15)
            self._left = data
            self._device = None
        except (ImportError, AttributeError):  # MicroPython
            import deflate

            self._device = deflate.DeflateIO(io.BytesIO(data), deflate.RAW, 15)

    def read(self, most: int) -> bytes:
        """The next piece, empty at the end."""
        try:
            if self._device:
                return self._device.read(most)
            piece = self._stream.decompress(self._left, most)
            self._left = self._stream.unconsumed_tail
        except Exception:  # zlib.error; OSError or EOFError of MicroPython
            raise ZipError(*DAMAGED.args) from None
        if not piece and not self._stream.eof:
            raise ZipError(*DAMAGED.args)
        return piece
