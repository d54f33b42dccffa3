"""The link that one player sends to the other: broker, name of the game, key and seat, in a URL's fragment.

>>> link = Link.parse("#far=1&broker=mqtt://localhost&game=" + "a" * 26 + "&key=" + "A" * 22 + "&seat=b")
>>> link.seat, link.look().text()
('b', '#far=1&broker=mqtt://localhost&game=aaaaaaaaaaaaaaaaaaaaaaaaaa&seat=look')
"""

from binascii import unhexlify

from companion.far.chain import hmac
from companion.far.messages import SEATS, base32, base64url, from_base64url, is_game
from daldos.errors import DaldosError

SCHEMES = ("mqtt", "mqtts", "ws", "wss")
POST = "post:"  # in place of a broker: the players carry letters
LOOK = "look"


class LinkError(DaldosError):
    """An invalid link to a game: what is wrong with it."""


class Link:
    """broker: its address. game: 26 characters. key: 16 bytes, None for onlookers. seat: `a`, `b` or `look`.

    by_post: whether the players carry the messages, as letters.
    """

    def __init__(self, broker: str, game: str, key: bytes | None, seat: str):
        self.broker = broker
        self.by_post = broker == POST
        self.game = game
        self.key = key
        self.seat = seat

    @staticmethod
    def new(broker: str, random: bytes, seat: str = "a") -> "Link":
        """A link to a new game, of 32 random bytes."""
        return Link(_broker(broker), base32(random[:16]), random[16:32], seat)

    @staticmethod
    def parse(text: str) -> "Link":
        """The link in `text`, with or without the page's address before it; LinkError says what is wrong."""
        at = text.find("#far=")
        if at < 0:  # it may have been quoted in another URL
            text = unquoted(text)
            at = text.find("#far=")
        if at < 0:
            raise LinkError("%r: expected a link with #far=1 in it", text[:60])
        found = {}
        for word in text[at + 1 :].strip().split("&"):
            name, _, value = word.partition("=")
            if name in ("post", "end"):  # an invitation, whose letter follows, or a seat that moves, with its file
                break
            if name in found or name not in ("far", "broker", "game", "key", "seat"):
                raise LinkError("%r in the link: expected far, broker, game, key and seat, each once", name)
            found[name] = value
        if found["far"] != "1":
            raise LinkError("the link is of version %r: this is version 1", found["far"])
        seat = found.get("seat", "")
        if seat not in ("a", "b", LOOK):
            raise LinkError("seat %r in the link: expected a, b or look", seat)
        if not is_game(found.get("game", "")):
            raise LinkError("game %r in the link: expected 26 letters and digits of base32", found.get("game", ""))
        key = None if seat == LOOK and "key" not in found else _key(found.get("key", ""))
        broker = _broker(found.get("broker", ""))
        if seat == LOOK and broker == POST:
            raise LinkError("a game by message has no link to look on: ask a player for its record")
        return Link(broker, found["game"], None if seat == LOOK else key, seat)

    def text(self) -> str:
        """The fragment, from `#far=1` on."""
        key = "" if self.key is None else "&key=" + base64url(self.key)
        return "#far=1&broker=%s&game=%s%s&seat=%s" % (self.broker, self.game, key, self.seat)

    def other(self) -> "Link":
        """The link of the other seat."""
        return Link(self.broker, self.game, self.key, SEATS[1 - SEATS.index(self.seat)])

    def look(self) -> "Link":
        """The link for onlookers."""
        return Link(self.broker, self.game, None, LOOK)

    def rematch(self) -> "Link":
        """The link of the next game, with sides exchanged; both ends derive the same one, without a message."""
        if self.key is None:
            raise LinkError("a link to look on has no rematch")
        game = hmac(self.key, ("rematch " + self.game).encode())
        key = hmac(self.key, b"rematch key " + self.game.encode())
        return Link(self.broker, base32(game[:16]), key[:16], SEATS[1 - SEATS.index(self.seat)])


def unquoted(text: str) -> str:
    """`text` with percent-encoded bytes decoded, `%3A` to `:`; invalid ones stay."""
    try:
        first, *rest = text.encode().split(b"%")
        for part in rest:
            try:
                first += unhexlify(part[:2]) + part[2:]
            except ValueError:
                first += b"%" + part
        return first.decode()
    except ValueError:
        return text


def _broker(address: str) -> str:
    if "://" not in address:  # a URL library may have encoded it
        address = unquoted(address)
    if address == POST:
        return address
    scheme, colon, rest = address.partition("://")
    if scheme not in SCHEMES or not colon or not rest or rest[0] in "/:":
        raise LinkError(
            "broker %r: expected an address such as wss://HOST:PORT/PATH, of %s", address, ", ".join(SCHEMES)
        )
    for letter in rest:
        if not "!" <= letter <= "~" or letter in "&#<>\"'":
            raise LinkError("broker %r: %r cannot be part of an address in a link", address, letter)
    return address


def _key(text: str) -> bytes:
    try:
        key = from_base64url(text)
    except ValueError:
        key = b""
    if len(key) != 16 or base64url(key) != text:
        raise LinkError("key %r in the link: expected 22 characters of base64url", text)
    return key
