"""Checksummed lines of text, the stored form of all sensor data: `KIND VERSION WORD ... CRC`.

>>> seal("wires 1", ["3", "5"])
b'wires 1 3 5 d477d66a\\n'
>>> unseal(b'wires 1 3 5 d477d66a\\n', "wires 1")
['3', '5']
"""

from binascii import crc32

from companion.reasons import CodedError


def seal(head: str, words: list[str]) -> bytes:
    """The line of these words, which have no spaces, after a head with kind and version."""
    body = " ".join([head] + words)
    return ("%s %s\n" % (body, _check(body))).encode()


def unseal(data: bytes, head: str) -> list[str]:
    """The words of a line from `seal`; CodedError if it is incomplete or altered."""
    kind = head.split(" ")[0]
    try:
        text = data.decode().rstrip("\n")
    except ValueError:  # UnicodeError: not even text
        raise CodedError("stored_not_text", kind, head)
    body, _, check = text.rpartition(" ")
    if not (body + " ").startswith(head + " "):
        raise CodedError("stored_head", kind, text[:16], head)
    if check != _check(body):
        raise CodedError("stored_checksum", kind, check[:16])
    words = body[len(head) + 1 :]
    return words.split(" ") if words else []


def _check(body: str) -> str:
    return "%08x" % (crc32(body.encode()) & 0xFFFFFFFF)
