"""The acts of a far game as bytes.

>>> turn(3), turn(300), sit(bytes(32), "Bo", "")[-4:]
(b'\\x03', b'\\x81,', b'\\x02Bo\\x00')
>>> split(turn(3) + turn(300) + ASK, 1)
[b'\\x03', b'\\x81,', b'\\xc0']
"""

from daldos.errors import DaldosError

ASK, YES, NO, RESIGN = b"\xc0", b"\xc1", b"\xc2", b"\xc3"
AGAIN, WORD = 0xC4, 0xD0  # first bytes
WORDS = ("hello", "thanks", "well_played", "sorry", "one_moment")
NAME_MAX, RULES_MAX = 24, 200  # characters, bytes
ACTS_MAX = 5000  # in a log
TURNS_MAX = 1 << 14  # legal results of a throw
_TIP = 32


class ActError(DaldosError):
    """Acts that break the rules of the game: which."""


class Newer(Exception):
    """Acts of a newer version."""


def sit(tip: bytes, name: str, rules: str) -> bytes:
    """Act 0."""
    named, ruled = name.encode(), rules.encode()
    return tip + bytes([len(named)]) + named + bytes([len(ruled)]) + ruled


def read_sit(act: bytes) -> tuple:
    """(tip, name, rules) of act 0."""
    ruled = _TIP + 1 + act[_TIP]
    try:
        name, rules = act[_TIP + 1 : ruled].decode(), act[ruled + 1 :].decode()
    except ValueError:
        raise ActError("a name or rules that are not UTF-8") from None
    if not is_name(name) or len(act) - ruled - 1 > RULES_MAX:
        raise ActError("a name must have 1 to %d characters, and rules at most %d bytes", NAME_MAX, RULES_MAX)
    return act[:_TIP], name, rules


def is_name(name: str) -> bool:
    """Whether a player may be called this."""
    for letter in name:
        if ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0:
            return False
    return 0 < len(name) <= NAME_MAX


def turn(index: int) -> bytes:
    """The turn of this index among the legal results."""
    return bytes([index]) if index < 0x80 else bytes([0x80 | index >> 8, index & 255])


def is_turn(act: bytes) -> bool:
    """Whether an act after the sit is a turn."""
    return act[0] < 0xC0


def index_of(act: bytes) -> int:
    """The index of a turn."""
    if len(act) == 1:
        return act[0]
    index = (act[0] & 0x3F) << 8 | act[1]
    if index < 0x80:
        raise ActError("a turn of two bytes where one is enough")
    return index


def split(data: bytes, first: int) -> list:
    """The acts in these bytes, of which the first has this number; ActError if the last is torn, Newer if unknown."""
    found, at = [], 0
    while at < len(data):
        end = at + _size(data, at, first + len(found))
        if end > len(data):
            raise ActError("an act that is not whole")
        found.append(bytes(data[at:end]))
        at = end
    return found


def _size(data: bytes, at: int, number: int) -> int:
    if not number:
        named = at + _TIP  # where the length of the name stands
        ruled = named + 1 + data[named] if named < len(data) else len(data)
        return ruled + 1 + data[ruled] - at if ruled < len(data) else len(data) + 1
    byte = data[at]
    if byte < 0x80 or 0xC0 <= byte < AGAIN or WORD <= byte < 0xE0:
        return 1
    if byte < 0xC0:
        return 2
    if byte == AGAIN:
        return 1 + _TIP
    raise Newer(byte)
