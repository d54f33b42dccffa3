r"""The messages between two ends as topic and payload, strictly checked.

>>> topic = topic_of("q3k5...", "a", 0)
>>> payload = seal(key, topic, [("do", "resign")])
>>> payload
'{"do": "resign"} 0b5d...'
>>> read(key, topic, payload)
{'do': 'resign'}
"""

from binascii import a2b_base64, b2a_base64

from companion.console.flatjson import object_text, parse_object, printable
from companion.far.chain import hmac
from daldos.errors import DaldosError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable
    from typing import Any

    from companion.shapes import Arg, Message, Plain

SEATS = "ab"
VERSIONS = (1, 2)
PAYLOAD_MAX = 512  # bytes
LOG_MAX = 2000  # bytes of a part of a seat's log
NAME_MAX = 24  # characters
MESSAGES_MAX = 20000  # per seat; the longest of 1,000 random games had some 1,900
TURN_MAX = 120  # characters; a turn has two moves
_MAC = 32  # hex digits
WORDS = ("hello", "thanks", "well_played", "sorry", "one_moment")
_HEX = "0123456789abcdef"
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"


class MessageError(DaldosError):
    """A message that the protocol does not allow: what is wrong with it."""


class Stranger(MessageError):
    """A message from a sender without the key: counted and ignored."""


# --- topics -----------------------------------------------------------------------------------------------------------


def topic_of(game: str, seat: str, number: "Arg") -> str:
    """The topic of message `number` of a seat, or of its presence, `here`."""
    return "daldos/1/%s/%s/%s" % (game, seat, number)


def log_of(game: str, topic: str) -> str:
    """The seat whose log is kept under a topic of this game; empty for any other topic."""
    words = topic.split("/")
    own = len(words) == 6 and words[:3] == ["daldos", "1", game] and words[4] == "log"
    return words[3] if own and words[3] in ("a", "b") else ""


def place_of(game: str, topic: str) -> tuple[str, int]:
    """(seat, number) of a topic of this game; number is -1 for `here`. Stranger for any other."""
    words = topic.split("/")
    if len(words) != 5 or words[:3] != ["daldos", "1", game] or words[3] not in ("a", "b"):
        raise Stranger("topic %r: expected daldos/1/%s, a seat and a number" % (topic, game))
    number = words[4]
    if number == "here":
        return words[3], -1
    for digit in number:
        if digit not in "0123456789":
            raise Stranger("topic %r: expected a number at its end" % topic)
    if not 0 < len(number) <= 5 or number[0] == "0" and len(number) > 1 or int(number) >= MESSAGES_MAX:
        raise Stranger("topic %r: expected a number below %d at its end" % (topic, MESSAGES_MAX))
    return words[3], int(number)


# --- payloads ---------------------------------------------------------------------------------------------------------


def mac(key: bytes, topic: str, text: str) -> str:
    """The MAC in hex: proof that somebody with the key wrote `text` under this topic."""
    return hmac(key, (topic + "\n" + text).encode()).hex()[:_MAC]


def seal(key: bytes, topic: str, pairs: "list[tuple[str, Plain]]") -> str:
    """The payload of an object, given as (key, value) pairs; MessageError if the reader would reject it."""
    text = object_text(pairs)
    payload = text + " " + mac(key, topic, text)
    if len(payload) > PAYLOAD_MAX:
        raise MessageError("a message of %d bytes: at most %d are sent", len(payload), PAYLOAD_MAX)
    check(dict(pairs), topic[topic.rfind("/") + 1 :] == "here")
    return payload


def ascii_text(payload: bytes) -> str:
    """A payload as text; Stranger if it is not ASCII."""
    if len(payload) > LOG_MAX:
        raise Stranger("a message of %d bytes" % len(payload))
    for byte in payload:
        if not 0x20 <= byte < 0x7F:
            raise Stranger("byte 0x%02x in a message" % byte)
    return bytes(payload).decode()


def unseal(key: bytes | None, topic: str, payload: str) -> str:
    """The object in a payload, as text. Stranger if the MAC is wrong; without a key it is not checked."""
    text, given = payload[: -_MAC - 1], payload[-_MAC:]
    well_formed = len(payload) <= PAYLOAD_MAX and payload[-_MAC - 1 : -_MAC] == " " and _is_hex(given, _MAC)
    if not well_formed or not printable(text):  # a line end would corrupt the log
        raise Stranger("%s: expected at most %d bytes, an object, a space and a MAC" % (topic, PAYLOAD_MAX))
    if key is not None:
        differ = 0
        right = mac(key, topic, text)
        for k in range(_MAC):  # compare all of them: constant time
            differ |= ord(given[k]) ^ ord(right[k])
        if differ:
            raise Stranger("%s: the MAC is wrong" % topic)
    return text


def read(key: bytes | None, topic: str, payload: str) -> "Message":
    """The message in a payload, checked. Stranger for a wrong key; MessageError for other invalid messages."""
    found = parse(unseal(key, topic, payload))
    check(found, topic[topic.rfind("/") + 1 :] == "here")
    return found


def parse(text: str) -> "Message":
    """The object in `text`; MessageError if there is none."""
    try:
        return dict(parse_object(text.encode()))
    except ValueError as error:
        raise MessageError("%s", error)


# --- allowed contents -------------------------------------------------------------------------------------------------


def _is_hex(value: object, digits: int) -> bool:
    return type(value) is str and len(value) == digits and _all_in(value, _HEX)


def _all_in(text: str, letters: str) -> bool:
    for letter in text:
        if letter not in letters:
            return False
    return True


def _name(value: object) -> bool:
    # no control characters, because terminals show names
    if type(value) is not str or len(value) > NAME_MAX:
        return False
    for letter in value:
        if ord(letter) < 0x20 or 0x7F <= ord(letter) < 0xA0 or 0x2028 <= ord(letter) <= 0x202E:
            return False
    return True


def _turn(value: object) -> bool:
    return type(value) is str and 0 < len(value) <= TURN_MAX and _all_in(value, "ABM0123456789-x= ")


def _count(value: object) -> bool:
    return type(value) is int and 0 < value < MESSAGES_MAX


_KINDS: "dict[str, Callable[[Any], bool]]" = {  # kind -> whether a value is of that kind
    "hex64": lambda value: _is_hex(value, 64),
    "hex8": lambda value: _is_hex(value, 8),
    "name": _name,
    "rules": lambda value: type(value) is str and 0 < len(value) <= 200,
    "seconds": lambda value: type(value) is int and 0 <= value <= 1000000,
    "version": lambda value: type(value) is int and value in VERSIONS,
    "count": _count,
    "number": lambda value: type(value) is int and 0 <= value < MESSAGES_MAX,
    "turn": _turn,
    "undo": lambda value: value == "undo",
    "word": lambda value: value in WORDS,
    "bool": lambda value: type(value) is bool,
    "hole": lambda value: type(value) is str and len(value) <= 3 and _all_in(value, "ABM0123456789"),
}
MESSAGES = {  # do -> its keys and their kinds of value
    "sit": (("v", "version"), ("rules", "rules"), ("tip", "hex64"), ("name", "name"), ("turn_s", "seconds")),
    "link": (("t", "count"), ("x", "hex64")),
    "turn": (("ply", "count"), ("turn", "turn")),
    "ask": (("what", "undo"), ("to", "count")),
    "answer": (("of", "number"), ("yes", "bool")),
    "resign": (),
    "claim": (("ply", "count"),),
    "say": (("what", "word"),),
    "tip": (("tip", "hex64"),),
}
HERE = (("end", "hex8"), ("on", "bool"))
AT = (("at", "hole"),)  # also in `here` while a player chooses


def check(found: "Message", here: bool = False) -> None:
    """MessageError unless the object has exactly the keys of its `do`, with valid values."""
    do = found.get("do")
    keys = HERE + (AT if "at" in found else ()) if here else MESSAGES.get(do) if type(do) is str else None
    if keys is None or here and do != "here":
        raise MessageError("do %r: expected one of %s", do, "here" if here else ", ".join(sorted(MESSAGES)))
    for key, kind in keys:
        if key not in found or not _KINDS[kind](found[key]):
            raise MessageError("%s: %s cannot be %r", do, key, found.get(key))
    if len(found) != len(keys) + 1:
        raise MessageError("%s: expected no more than %s", do, ", ".join(["do"] + [key for key, _ in keys]))


# --- names of games ---------------------------------------------------------------------------------------------------


def base32(data: bytes) -> str:
    """Lower-case base32 without padding: 26 characters for the 16 bytes of a game's name."""
    out = ""
    left = bits = 0
    for byte in data:
        left = (left << 8 | byte) & 0xFFF
        bits += 8
        while bits >= 5:
            bits -= 5
            out += _BASE32[left >> bits & 31]
    return out + (_BASE32[left << 5 - bits & 31] if bits else "")


def base64url(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return b2a_base64(data).decode().strip().replace("+", "-").replace("/", "_").replace("=", "")


def from_base64url(text: str) -> bytes:
    """The inverse of `base64url`; ValueError for invalid text."""
    return a2b_base64((text.replace("-", "+").replace("_", "/") + "==="[: -len(text) % 4]).encode())


def is_game(text: str) -> bool:
    """Whether the text can be the name of a game."""
    return len(text) == 26 and _all_in(text, _BASE32)
