"""Letters: a far game without a broker. Each holds what the other end may lack, as some 100 characters of text, for any
messenger or a QR code.

>>> letters = Letters(end)
>>> letters.text()                       # to be sent; empty while there is nothing to say
'#post=BRI8Zb...'
>>> letters.open("#post=BSh1yp...")      # the other's: its messages that are new, (topic, payload)
[('daldos/1/.../b/7', '{"do": "turn", ...} 0b5d...')]

A letter is, in base64url: version and seat, a hash of the game's name, how many of the reader's messages the writer
has, the number of its first message, how many follow, the throw of its first link, the messages, and one MAC over all
of it. It leaves out what the reader can compute: topics, numbers, MACs, and every link but the last, of which each
earlier one is a hash.
"""

from companion.far.chain import hmac, sha256
from companion.far.link import base64url, from_base64url
from companion.far.messages import MESSAGES, SEATS, WORDS, parse, seal, topic_of, unseal
from daldos.errors import DaldosError

if False:  # only for the type checker; the compiler drops it
    from companion.far.end import End
    from companion.shapes import Arg, Message, Plain, Sent

MARK = "post="
_VERSION = 1
_GAME = 6  # bytes of the hash of its name
_HEAD = 1 + _GAME + 2 + 2 + 1 + 2
_MAC = 16
_LINK = 32
_MOST = 255  # messages in a letter; a turn takes two or three
_KINDS = sorted(MESSAGES)
_BYTES = {"count": 2, "number": 2, "seconds": 3, "bool": 1, "word": 1, "hex64": _LINK, "undo": 0, "version": 0}


class LetterError(DaldosError):
    """A letter that cannot be opened here: why, and what to do."""


class Letters:
    """The letters of one end. confirmed: how many of its messages the other has; to be kept, and given again."""

    def __init__(self, end: "End", confirmed: int = 0):
        self.confirmed = confirmed
        self._end = end

    def text(self) -> str:
        """The letter to be sent now, the same until the other's next one; empty if there is nothing to send, or this
        end's turn comes first. The first letter is an invitation, which has the game's link before it."""
        end = self._end
        written = len(end.seat.log)
        if self.confirmed >= written or not end.playing or end.fold.waits_for() == end.k:
            return ""
        data = self._write(self.confirmed, min(written - self.confirmed, _MOST))
        text = MARK + base64url(data + hmac(end.link.key or b"", data)[:_MAC])
        return "#" + text if end.k or self.confirmed else end.link.other().text() + "&" + text

    def open(self, text: str) -> "list[Sent]":
        """Open a letter: the messages in it that are new, to be kept; none if it was opened before. LetterError."""
        end = self._end
        data = _bytes(text)
        body = data[:-_MAC]
        if data[1 : 1 + _GAME] != game_mark(end.link.game):
            raise LetterError("this message is of another game")
        if hmac(end.link.key or b"", body)[:_MAC] != data[-_MAC:]:
            raise LetterError("this message is not whole: copy all of it")
        if data[0] & 1 == end.k:
            raise LetterError("this is your own message: send it to the other player")
        taken, first = _number(data, 1 + _GAME), _number(data, 3 + _GAME)
        if taken > len(end.seat.log) or first > len(end.other.log):
            raise LetterError("this game has gone on elsewhere: open the message where you played last")
        lines = self._read(body, first)
        for topic, payload in lines:
            number = int(topic[topic.rfind("/") + 1 :])
            if end.other.log.get(number, payload) != payload:
                raise LetterError(
                    "you have opened another answer already: that one counts, so send your last message again"
                )
        self.confirmed = max(self.confirmed, taken)
        return [new for line in lines for new in end.take(*line)]

    def _write(self, first: int, count: int) -> bytes:
        end = self._end
        found = [parse(unseal(None, "", end.seat.log[number])) for number in range(first, first + count)]
        data, throw, last = bytearray(), 0, b""
        for message in found:
            do = message["do"]
            if do == "link":
                throw = throw or message["t"]
                last = bytes.fromhex(message["x"])
            elif do == "tip":  # the next links belong to another chain
                data += last
                last = b""
            data.append(_KINDS.index(do))
            for key, kind in _values(do):
                data += _encoded(kind, message[key])
        taken = len(end.other.log)
        head = bytes([_VERSION << 1 | end.k]) + game_mark(end.link.game)
        return head + _pair(taken) + _pair(first) + bytes([count]) + _pair(throw) + bytes(data + last)

    def _read(self, body: bytes, first: int) -> "list[Sent]":
        end = self._end
        found: list[Message] = []
        open_links: list[Message] = []  # whose values follow
        reader = _Reader(body, _HEAD)
        throw = _number(body, _HEAD - 2)
        for _ in range(body[_HEAD - 3]):
            kind = reader.take(1)[0]
            if kind >= len(_KINDS):
                raise LetterError("this message is of a later version: update this page or program")
            message: Message = {"do": _KINDS[kind]}
            if message["do"] == "tip":
                _close(open_links, reader)
            for key, form in _values(message["do"]):
                message[key] = _decoded(form, reader)
            if message["do"] == "link":
                message["t"] = throw
                throw += 1
                open_links.append(message)
            found.append(message)
        _close(open_links, reader)
        seat = SEATS[1 - end.k]
        lines: list[Sent] = []
        for message in found:
            topic = topic_of(end.link.game, seat, first + len(lines))
            pairs: list[tuple[str, Plain]] = [("do", message["do"])]
            pairs += [(key, message[key]) for key, _ in MESSAGES[message["do"]]]
            lines.append((topic, seal(end.link.key or b"", topic, pairs)))
        return lines


def game_mark(game: str) -> bytes:
    """The mark of its game in a letter: 6 bytes."""
    return sha256(game.encode())[:_GAME]


def mark_of(text: str) -> bytes:
    """The `game_mark` of the game that a letter is of; LetterError if it is none."""
    return _bytes(text)[1 : 1 + _GAME]


def is_letter(text: str) -> bool:
    """Whether `text` has a letter in it."""
    return MARK in text


def _values(do: str) -> "list[tuple[str, str]]":
    # (key, kind) of what is written of a message; links are written by themselves.
    return [] if do == "link" else list(MESSAGES[do])


def _pair(number: int) -> bytes:
    return bytes([number >> 8, number & 255])


def _number(data: bytes, at: int) -> int:
    return data[at] << 8 | data[at + 1]


def _encoded(kind: str, value: "Arg") -> bytes:
    if kind == "hex64":
        return bytes.fromhex(str(value))
    if kind not in _BYTES:
        text = str(value).encode()
        return bytes([len(text)]) + text
    number = WORDS.index(value) if kind == "word" else 0 if kind in ("undo", "version") else int(value)
    return number.to_bytes(_BYTES[kind], "big")


def _decoded(kind: str, reader: "_Reader") -> "Plain":
    if kind not in _BYTES:
        try:
            return reader.take(reader.take(1)[0]).decode()
        except ValueError:
            raise LetterError("this message is not whole: copy all of it") from None
    data = reader.take(_BYTES[kind])
    if kind == "hex64":
        return data.hex()
    number = int.from_bytes(data, "big")
    if kind == "word":
        return WORDS[number % len(WORDS)]
    if kind == "bool":
        return bool(number)
    return "undo" if kind == "undo" else 1 if kind == "version" else number


def _close(links: "list[Message]", reader: "_Reader") -> None:
    # The last link is written, each one before it is its hash.
    if not links:
        return
    value = reader.take(_LINK)
    while links:
        links.pop()["x"] = value.hex()
        value = sha256(value)


class _Reader:
    """Bytes, from a place on."""

    def __init__(self, data: bytes, at: int):
        self._data = data
        self._at = at

    def take(self, count: int) -> bytes:
        found = self._data[self._at : self._at + count]
        if len(found) != count:
            raise LetterError("this message is not whole: copy all of it")
        self._at += count
        return bytes(found)


def _bytes(text: str) -> bytes:
    # The text after the mark, up to the first character that cannot belong to it; a messenger may have wrapped it.
    _, mark, rest = "".join(text.split()).partition(MARK)
    found = ""
    for letter in rest:
        if not (letter.isalpha() or letter.isdigit() or letter in "-_") or ord(letter) > 127:
            break
        found += letter
    try:
        data = from_base64url(found)
    except ValueError:
        data = b""
    if not mark or len(data) < _HEAD + _MAC or data[0] >> 1 != _VERSION:
        raise LetterError("this message is not whole: copy all of it")
    return data
