"""The letter: all that a seat has said from one of its acts on, as bytes and as a link.

>>> letter = parse(data)                       # Refused says why not
>>> letter.k, letter.links, letter.acts
(0, 2, [])
>>> letter.is_sealed(key, game, logs)
True

docs/far.md has the table of its bytes.
"""

from daldos.errors import DaldosError
from host.far.acts import ActError, Newer, split
from host.far.chain import game_of, hashed, hmac, sha256
from host.i18n.catalogue import n
from host.intake.links import as_text as as_text

LETTER_MAX = 12288  # bytes
VERSION = 2
SEAT_B, INVITES, LOOKS, UNUSED = 1, 2, 4, 8  # bits of the kind
_LEAST = 16  # bytes, of a link to look on
_MAC, _CHECK = 12, 2

NO_LETTER = n("There is no message from a game in this text.")
TORN = n("This message is not whole: copy all of it.")
NEWER = n("This message is from a newer version: load the page again.")
NOT_HERE = n("This message belongs to a game that is not on this device: open it where you play.")
OWN = n("This is your own message: send it to the other player.")
ELSEWHERE = n("This game has gone on elsewhere: open the message where you played last.")
UNFIT = n("This message does not fit this game: ask for it again.")
ANOTHER = n("You have opened another answer already: that one counts. Send your last message again.")
BREAKS = n("This message breaks the rules of the game, and is refused: %s")
ORDER = (NO_LETTER, TORN, NEWER, NOT_HERE, OWN, ELSEWHERE, UNFIT, ANOTHER, BREAKS)  # in which they are tested


class Refused(DaldosError):
    """Why a letter is not opened: one of the sentences above. rank: its place in ORDER."""

    @property
    def rank(self) -> int:
        return ORDER.index(self.args[0])


class Letter:
    """k: the writer's seat, 0 or 1; 2 for a link to look on, which has GAME and address alone.

    invites: whether it is an invitation, which alone has KEY and address. mark: the first bytes of GAME. acts: those
    from `first` on. broken: why the acts cannot be read, or None. link: the last one given, empty if none.
    """

    def __init__(self, k: int, mark: bytes, key: bytes = b"", address: str = ""):
        self.k = k
        self.mark = mark
        self.key = key
        self.address = address
        self.taken = self.heard = self.first = self.links = 0
        self.told = self.place = b"\0\0"
        self.acts: list = []
        self.broken: ActError | None = None
        self.link = self.mac = b""
        self._told_by_mac = b""

    @property
    def invites(self) -> bool:
        return bool(self.key)

    def sealed(self, key: bytes, game: bytes, logs: "tuple[list, list]") -> bytes:
        """The whole letter, with its MAC; logs: of both seats, as the writer has them."""
        kind = VERSION << 4 | self.k | (INVITES if self.invites else 0)
        body = self.mark
        if self.invites:
            address = self.address.encode()
            body += self.key + bytes([len(address)]) + address
        body += _two(self.taken) + self.told + _two(self.heard) + _two(self.first) + _two(self.links)
        body += b"".join(self.acts) + self.link + self.place
        told = bytes([kind]) + _two(3 + len(body) + _MAC + _CHECK) + body
        whole = told + _mac(key, game, told, logs[self.k], self.first, logs[1 - self.k], self.taken)
        return whole + sha256(whole)[:_CHECK]

    def is_sealed(self, key: bytes, game: bytes, logs: "tuple[list, list]") -> bool:
        """Whether the MAC is right, given both logs as the reader has them."""
        told = self._told_by_mac
        return self.mac == _mac(key, game, told, logs[self.k], self.first, logs[1 - self.k], self.taken)


def _mac(key: bytes, game: bytes, told: bytes, writer: list, first: int, reader: list, taken: int) -> bytes:
    seen = hashed(writer, first) + hashed(reader, taken)
    return hmac(key, b"daldos letter " + game + told + seen)[:_MAC]


def _two(number: int) -> bytes:
    return bytes([number >> 8, number & 255])


def _number(data: bytes, at: int) -> int:
    return data[at] << 8 | data[at + 1]


def parse(data: bytes) -> Letter:
    """The letter of these bytes, which may go on behind it; Refused if it is not whole or of a newer version."""
    if len(data) < 3:
        raise Refused(TORN)
    size = _number(data, 1)
    if not _LEAST <= size <= min(LETTER_MAX, len(data)):
        raise Refused(TORN)
    if sha256(data[: size - _CHECK])[:_CHECK] != data[size - _CHECK : size]:
        raise Refused(TORN)
    if data[0] >> 4 != VERSION or data[0] & UNUSED:
        raise Refused(NEWER)
    try:
        return _look(data[:size]) if data[0] & LOOKS else _letter(data[:size])
    except Newer:
        raise Refused(NEWER) from None
    except (IndexError, ValueError):
        raise Refused(TORN) from None


def _letter(data: bytes) -> Letter:
    k, end, at = data[0] & SEAT_B, len(data) - _MAC - _CHECK, 7
    key, address = b"", ""
    if data[0] & INVITES:
        at += 17 + data[23]
        key, address = data[7:23], data[24:at].decode()
    letter = Letter(k, data[3:7], key, address)
    letter.taken, letter.told, letter.heard = _number(data, at), data[at + 2 : at + 4], _number(data, at + 4)
    letter.first, letter.links = _number(data, at + 6), _number(data, at + 8)
    acts = end - 2 - (32 if letter.links else 0)
    if acts < at + 10:
        raise Refused(TORN)
    letter.link, letter.place = data[acts : end - 2], data[end - 2 : end]
    letter._told_by_mac, letter.mac = data[:end], data[end : end + _MAC]
    try:
        letter.acts = split(data[at + 10 : acts], letter.first)
    except ActError as error:
        letter.broken = error
    if letter.invites and (letter.k or letter.first or game_of(key)[:4] != letter.mark):
        raise Refused(UNFIT)
    return letter


def look_on(game: bytes, address: str) -> bytes:
    """The link for those who look on, as bytes."""
    told = bytes([VERSION << 4 | LOOKS]) + _two(16 + len(address.encode())) + game
    told += bytes([len(address.encode())]) + address.encode()
    return told + sha256(told)[:_CHECK]


def _look(data: bytes) -> Letter:
    if len(data) != 16 + data[13]:
        raise Refused(TORN)
    return Letter(2, data[3:13], b"", data[14:-_CHECK].decode())
