"""Letters: a far game without a broker. Each holds the messages that the other end may lack, in some 100 characters,
for any messenger or a QR code.

>>> letters = Letters(end)
>>> letters.text()                       # to be sent; empty while there is nothing to say
'#post=BRI8Zb...'
>>> letters.open("#post=BSh1yp...")      # the other's: its messages that are new, (topic, payload)
[('daldos/1/.../b/7', '{"do": "turn", ...} 0b5d...')]

A letter is, in base64url: version and seat, a hash of the game's name, the count of the reader's messages that the
writer has, the number of its first message, the count of messages, the throw of its first link, the messages, and one
MAC over everything. It omits what the reader can compute: topics, numbers, MACs, and all links but the last, since each
earlier link is a hash of the next. In version 2 of the protocol, a broker keeps a seat's log in the same form.
"""

from companion.console.flatjson import object_text
from companion.far.chain import hmac, sha256
from companion.far.messages import MESSAGES, SEATS, WORDS, base64url, from_base64url, parse, seal, topic_of, unseal
from daldos.errors import DaldosError

if False:  # only for the type checker; the compiler drops it
    from companion.far.end import End
    from companion.shapes import Arg, Message, Plain, Sent

MARK = "post="
BY_POST, IN_LOG = 1, 2  # versions: a letter, a part of a log
_GAME = 6  # bytes of the hash of its name
_HEAD = 1 + _GAME + 2 + 2 + 1 + 2  # of a letter; a log's is a byte longer, since it counts more messages
_MAC = 16
_LINK = 32
_MOST = 255  # messages in a letter; a turn takes two or three
_PART = 1250  # bytes of the messages in a part of a log
_KINDS = sorted(MESSAGES)
_IS_LINK, _IS_TIP = _KINDS.index("link"), _KINDS.index("tip")
_TURN = "-0123456789=ABMx "  # the characters of a turn; in a log its text is a number in this base
_BYTES = {"count": 2, "number": 2, "seconds": 3, "bool": 1, "word": 1, "hex64": _LINK, "undo": 0, "version": 0}


class LetterError(DaldosError):
    """Why a letter cannot be opened here, and what to do."""


class Letters:
    """The letters of one end. confirmed: how many of its messages the other end has; the caller keeps it."""

    def __init__(self, end: "End", confirmed: int = 0):
        self.confirmed = confirmed
        self._end = end

    def text(self) -> str:
        """The letter to send now, unchanged until the other end's next one; empty if there is nothing to send, or this
        end has to play its turn first. The first letter is an invitation, preceded by the game's link."""
        end = self._end
        written = len(end.seat.log)
        if self.confirmed >= written or not end.playing or end.fold.waits_for() == end.k:
            return ""
        count = min(written - self.confirmed, _MOST)
        log = end.seat.log
        coded = [encoded(log[number], BY_POST) for number in range(self.confirmed, self.confirmed + count)]
        head = (BY_POST, end.k, end.link.game, len(end.other.log), self.confirmed)
        text = MARK + sealed(end.link.key or b"", head, coded, log)
        return "#" + text if end.k or self.confirmed else end.link.other().text() + "&" + text

    def open(self, text: str) -> "list[Sent]":
        """Open a letter: returns its new messages, to be kept; none if it was opened before. LetterError."""
        end = self._end
        data = _bytes(text)
        if data[1 : 1 + _GAME] != game_mark(end.link.game):
            raise LetterError("this message is of another game")
        check_mac(end.link.key or b"", data)
        if data[0] & 1 == end.k:
            raise LetterError("this is your own message: send it to the other player")
        taken, first = _number(data, 1 + _GAME), _number(data, 3 + _GAME)
        if taken > len(end.seat.log) or first > len(end.other.log):
            raise LetterError("this game has gone on elsewhere: open the message where you played last")
        lines = opened(data, end.link.game, end.link.key, end.other.log)[2]
        for topic, payload in lines:
            number = int(topic[topic.rfind("/") + 1 :])
            if end.other.log.get(number, payload) != payload:
                raise LetterError(
                    "you have opened another answer already: that one counts, so send your last message again"
                )
        self.confirmed = max(self.confirmed, taken)
        return [new for line in lines for new in end.take(*line)]


def parts_of(coded: "list[bytes]") -> "list[tuple[int, int]]":
    """(first, count) of the parts in which a log of messages, each from `encoded`, is kept."""
    found, first, size = [], 0, 0
    for number, data in enumerate(coded):
        if size + len(data) > _PART:
            found.append((first, number - first))
            first, size = number, 0
        size += len(data)
    return found + [(first, len(coded) - first)]


def encoded(payload: str, version: int) -> bytes:
    """A message as written into a letter or log; a link without its value."""
    message = _object(payload)
    data = bytearray([_KINDS.index(message["do"])])
    for key, kind in _values(message["do"]):
        data += _encoded(kind, message[key], version)
    return bytes(data)


def sealed(key: bytes, head: "tuple[int, int, str, int, int]", coded: "list[bytes]", log: "dict[int, str]") -> str:
    """The text of a letter, or of a part of a log, with these messages, each from `encoded`.

    head: version, seat as 0 or 1, name of the game, count of the reader's messages that the writer has, first number.
    """
    version, k, game, taken, first = head
    body, throw, last = bytearray(), 0, -1
    for number, data in enumerate(coded, first):
        if data[0] == _IS_LINK:
            throw = throw or _object(log[number])["t"]
            last = number
        elif data[0] == _IS_TIP and last >= 0:  # the next links belong to another chain
            data = data[:1] + bytes.fromhex(_object(log[last])["x"]) + data[1:]
            last = -1
        body += data
    if last >= 0:
        body += bytes.fromhex(_object(log[last])["x"])
    whole = bytes([version << 1 | k]) + game_mark(game)
    for number, size in ((taken, 2), (first, 2), (len(coded), version), (throw, 2)):
        whole += number.to_bytes(size, "big")
    whole += bytes(body)
    return base64url(whole + hmac(key, whole)[:_MAC])


def _object(payload: str) -> "Message":
    return parse(unseal(None, "", payload))


def check_mac(key: bytes, data: bytes) -> None:
    """LetterError unless the MAC was made with the key."""
    if hmac(key, data[:-_MAC])[:_MAC] != data[-_MAC:]:
        raise LetterError("this message is not whole: copy all of it")


def opened(
    data: bytes, game: str, key: "bytes | None", log: "dict[int, str]", coded: "list[bytes] | None" = None
) -> "tuple[int, int, list[Sent]]":
    """The contents of a letter or log: number of the first message, count of known ones, (topic, payload) of the
    others.

    log: the known messages of its seat; coded: the first of them as encoded for a log. Of a log that begins with these,
    only the rest is read. LetterError. An onlooker, without a key, gives messages MACs of zeros.
    """
    version, first = data[0] >> 1, _number(data, 3 + _GAME)
    at = 5 + _GAME + version
    count = int.from_bytes(data[5 + _GAME : at], "big")
    known = coded[first : first + count] if coded else []
    before = b"".join(known)
    if data[at + 2 : at + 2 + len(before)] != before or bytes([_IS_TIP]) in [part[:1] for part in known]:
        known, before = [], b""
    found = _messages(data, at, count, len(before), known, log)
    if found is None:  # other links
        known, found = [], _messages(data, at, count, 0, [], log) or []
    lines: list[Sent] = []
    for number, message in enumerate(found, first + len(known)):
        topic = topic_of(game, SEATS[data[0] & 1], number)
        pairs: list[tuple[str, Plain]] = [("do", message["do"])]
        pairs += [(name, message[name]) for name, _ in MESSAGES[message["do"]]]
        text, had = object_text(pairs), log.get(number, "")
        if had[: -_MAC * 2 - 1] == text:
            lines.append((topic, had))
        else:
            lines.append((topic, seal(key, topic, pairs) if key else text + " " + "0" * (2 * _MAC)))
    return first, len(known), lines


def _messages(
    data: bytes, at: int, count: int, size: int, known: "list[bytes]", log: "dict[int, str]"
) -> "list[Message] | None":
    # The messages after the known ones, which take this many bytes; None if the links do not continue theirs.
    version, first = data[0] >> 1, _number(data, 3 + _GAME)
    found: list[Message] = []
    open_links: list[Message] = []  # their values follow
    reader = _Reader(data[:-_MAC], at + 2 + size)
    throw, value, had = _number(data, at), "", None
    for number in range(first + len(known) - 1, first - 1, -1):
        if known[number - first][0] == _IS_LINK:
            had = _object(log[number])
            throw, value = had["t"] + 1, had["x"]
            open_links.append(had)
            break
    for _ in range(count - len(known)):
        kind = reader.take(1)[0]
        if kind >= len(_KINDS):
            raise LetterError("this message is of a later version: update this page or program")
        message: Message = {"do": _KINDS[kind]}
        if message["do"] == "tip":
            _close(open_links, reader)
        for name, form in _values(message["do"]):
            message[name] = _decoded(form, reader, version)
        if message["do"] == "link":
            message["t"] = throw
            throw += 1
            open_links.append(message)
        found.append(message)
    _close(open_links, reader)
    return None if had and had["x"] != value else found


def game_mark(game: str) -> bytes:
    """The mark of a game in its letters: 6 bytes."""
    return sha256(game.encode())[:_GAME]


def mark_of(text: str) -> bytes:
    """The `game_mark` of a letter's game; LetterError if the text is no letter."""
    return _bytes(text)[1 : 1 + _GAME]


def is_letter(text: str) -> bool:
    """Whether `text` has a letter in it."""
    return MARK in text


def _values(do: str) -> "list[tuple[str, str]]":
    # (key, kind) of the values written for each message; links are written separately.
    return [] if do == "link" else list(MESSAGES[do])


def _number(data: bytes, at: int) -> int:
    return data[at] << 8 | data[at + 1]


def _encoded(kind: str, value: "Arg", version: int) -> bytes:
    if kind == "hex64":
        return bytes.fromhex(str(value))
    if version == IN_LOG and kind == "version":
        return bytes([int(value)])
    if version == IN_LOG and kind == "turn":
        packed = 0
        for letter in str(value):
            packed = packed * len(_TURN) + _TURN.index(letter)
        return bytes([len(str(value))]) + packed.to_bytes(_packed_size(len(str(value))), "big")
    if kind not in _BYTES:
        text = str(value).encode()
        return bytes([len(text)]) + text
    number = WORDS.index(value) if kind == "word" else 0 if kind in ("undo", "version") else int(value)
    return number.to_bytes(_BYTES[kind], "big")


def _packed_size(letters: int) -> int:
    return letters * 66 // 128 + 1  # of base 17


def _decoded(kind: str, reader: "_Reader", version: int) -> "Plain":
    if version == IN_LOG and kind == "version":
        return reader.take(1)[0]
    if version == IN_LOG and kind == "turn":
        letters, text = reader.take(1)[0], ""
        packed = int.from_bytes(reader.take(_packed_size(letters)), "big")
        for _ in range(letters):
            text = _TURN[packed % len(_TURN)] + text
            packed //= len(_TURN)
        return text
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
    # Only the last link is written; each earlier one is the hash of the next.
    if not links:
        return
    value = reader.take(_LINK)
    while links:
        links.pop()["x"] = value.hex()
        value = sha256(value)


class _Reader:
    """Reads bytes in sequence."""

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
    # The text after the mark, up to the first foreign character; a messenger may have wrapped it.
    _, mark, rest = "".join(text.split()).partition(MARK)
    found = ""
    for letter in rest:
        if not (letter.isalpha() or letter.isdigit() or letter in "-_") or ord(letter) > 127:
            break
        found += letter
    data = decoded(found, BY_POST) if mark else b""
    if not data:
        raise LetterError("this message is not whole: copy all of it")
    return data


def decoded(text: str, version: int) -> bytes:
    """The bytes of a letter or a part of a log of this version; empty if it cannot be one."""
    try:
        data = from_base64url(text)
    except ValueError:
        return b""
    return data if len(data) >= _HEAD + _MAC + version and data[0] >> 1 == version else b""
