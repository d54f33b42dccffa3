"""The records of a journal as lines of bytes, each with a checksum.

    throw A 13*5d2c41f7

the payload, `*`, and the CRC-32 of the record's number in the file, a blank and the payload. Because the CRC covers the
number, lost, duplicated or moved records are found like damaged ones.

    >>> encode(["throw A 13"])
    b'throw A 13*...\\n'
    >>> whole_records(encode(["throw A 13"]) + b"thr")
    (['throw A 13'], 20)
"""

from binascii import crc32

PAYLOAD_MAX = 200  # a ruleset with every option changed has about 150


class JournalError(ValueError):
    """A payload that no record can hold."""


def record(number: int, payload: str) -> bytes:
    """The line of record `number`, from 0. JournalError unless `payload` is 1 ... PAYLOAD_MAX printable characters."""
    body = payload.encode()
    if not _could_be(body):
        raise JournalError("record %r: expected 1 to %d printable ASCII characters" % (payload, PAYLOAD_MAX))
    return body + b"*" + _checksum(number, body) + b"\n"


def _could_be(body: bytes) -> bool:
    return 0 < len(body) <= PAYLOAD_MAX and min(body) >= 0x20 and max(body) < 0x7F


def _checksum(number: int, body: bytes) -> bytes:
    return ("%08x" % (crc32(str(number).encode() + b" " + body) & 0xFFFFFFFF)).encode()


def encode(payloads: list[str]) -> bytes:
    """A file of these records."""
    return b"".join([record(number, payload) for number, payload in enumerate(payloads)])


def whole_records(data: bytes) -> tuple[list[str], int]:
    """(payloads, bytes) of the records before the first bad one."""
    payloads = [""] * data.count(b"\n")  # made first, as Ring.read makes its bytes
    count = good = 0
    while True:
        end = data.find(b"\n", good)
        if end < 0:
            break
        body = data[good : max(good, end - 9)]
        if data[good + len(body) : end] != b"*" + _checksum(count, body) or not _could_be(body):
            break
        payloads[count] = body.decode()
        count += 1
        good = end + 1
    del payloads[count:]
    return payloads, good
