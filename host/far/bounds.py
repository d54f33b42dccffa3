"""The packets that a relay passes to its broker: those of far games only, limited in number and size.

>>> bounds = Bounds(Quota())
>>> bounds.packets(data, now_s)                # the whole packets in what a client has sent, each checked
[b'0...']                                      # OutOfBounds says why to drop the client
"""

import re

from host.far.post import Allowance

PACKET_MAX = 2048  # bytes, including MQTT's overhead
EXPIRY_MAX_S = 30 * 24 * 3600
BURST, RATE_S = 1000, 10.0  # packets per connection: at once, and then per second
GAMES, GAMES_S = 100, 1 / 60  # new games per address: at once, and then per second
KNOWN_MAX = 10_000  # games remembered per address
CONNECT, PUBLISH, PUBACK, SUBSCRIBE, UNSUBSCRIBE, PINGREQ, DISCONNECT = 1, 3, 4, 8, 10, 12, 14
WRITTEN = re.compile(rb"daldos/1/([a-z2-7]{26})/[ab]/(?:(here)|0|[1-9]\d{0,4}|log/\d{1,3})")
HEARD = re.compile(rb"daldos/1/[a-z2-7]{26}/(?:#|[ab]/(?:#|[0-9a-z/]{1,9}))")
# property -> size of its value in bytes; 0 a text, -1 a number of variable length, -2 two texts
_PROPERTIES = {0x02: 4, 0x11: 4, 0x21: 2, 0x22: 2, 0x23: 2, 0x27: 4, 0x17: 1, 0x19: 1, 0x01: 1, 0x18: 4, 0x0B: -1}
_PROPERTIES |= {0x03: 0, 0x08: 0, 0x09: 0, 0x15: 0, 0x16: 0, 0x26: -2}


class OutOfBounds(ValueError):
    """Something that no far game needs: what it was."""


class Quota:
    """Shared by the connections of one address. games: those it has begun or continued; open: how many connections."""

    def __init__(self) -> None:
        self.open = 0
        self._games: dict[bytes, None] = {}
        self._begun = Allowance(GAMES, GAMES_S)

    def write(self, game: bytes, now_s: float) -> None:
        """Count a message of this game, to be retained; OutOfBounds if the address has too many games."""
        if game in self._games:
            return
        if not self._begun.take(now_s):
            raise OutOfBounds("too many games from one address")
        self._games[game] = None
        if len(self._games) > KNOWN_MAX:
            del self._games[next(iter(self._games))]


class Bounds:
    """The bounds of one connection. old: allow MQTT 3.1.1, in which messages never expire."""

    def __init__(self, quota: Quota, old: bool = False):
        self._quota = quota
        self._old = old
        self._data = b""
        self._version = 0  # MQTT's, once connected
        self._allowance = Allowance(BURST, RATE_S)

    def packets(self, data: bytes, now_s: float) -> list:
        """The packets now complete, to be passed on."""
        self._data += data
        found = []
        while (size := self._size()) and len(self._data) >= size:
            packet, self._data = self._data[:size], self._data[size:]
            if not self._allowance.take(now_s):
                raise OutOfBounds("too many packets")
            try:
                self._check(_Fields(packet, self._version), now_s)
            except (IndexError, KeyError):
                raise OutOfBounds("a packet that is torn") from None
            found.append(packet)
        return found

    def _size(self) -> int:
        # The length of the packet that begins here; 0 while unknown.
        size = 0
        for k, byte in enumerate(self._data[1:5]):
            size |= (byte & 127) << 7 * k
            if size + 2 + k > PACKET_MAX or k == 3 and byte & 128:
                raise OutOfBounds("a packet of more than %d bytes" % PACKET_MAX)
            if not byte & 128:
                return size + 2 + k
        return 0

    def _check(self, fields: "_Fields", now_s: float) -> None:
        kind = fields.kind
        if (kind == CONNECT) == bool(self._version):
            raise OutOfBounds("a connection begins once, with CONNECT")
        if kind == CONNECT:
            self._check_connect(fields)
        elif kind == PUBLISH:
            self._check_publish(fields, now_s)
        elif kind in (SUBSCRIBE, UNSUBSCRIBE):
            fields.take(2)
            fields.properties()
            while fields.left:
                if not HEARD.fullmatch(fields.text()):
                    raise OutOfBounds("a subscription to more than one game")
                fields.take(1 if kind == SUBSCRIBE else 0)
        elif kind not in (PUBACK, PINGREQ, DISCONNECT):
            raise OutOfBounds("a packet of kind %d" % kind)

    def _check_publish(self, fields: "_Fields", now_s: float) -> None:
        found = WRITTEN.fullmatch(fields.text())
        if not found:
            raise OutOfBounds("a topic that is no far game's")
        qos, retained = fields.flags >> 1 & 3, fields.flags & 1
        if qos > 1 or bool(retained) == bool(found[2]):
            raise OutOfBounds("a message that is kept where none is, or the reverse")
        fields.take(2 if qos else 0)
        expiry_s = fields.properties().get(0x02, 0)
        if retained and self._version == 5 and not 0 < expiry_s <= EXPIRY_MAX_S:
            raise OutOfBounds("a message that does not expire within %d days" % (EXPIRY_MAX_S // 86400))
        if retained:
            self._quota.write(found[1], now_s)

    def _check_connect(self, fields: "_Fields") -> None:
        name, version, flags = fields.text(), fields.take(1)[0], fields.take(1)[0]
        if name != b"MQTT" or version != 5 and not (self._old and version == 4):
            raise OutOfBounds("MQTT 5 alone is spoken here")
        fields.version = self._version = version
        fields.take(2)
        if fields.properties().get(0x11) or version == 4 and not flags & 2:
            raise OutOfBounds("a session that outlives its connection")
        fields.text()
        if flags & 4:
            fields.properties()
            found = WRITTEN.fullmatch(fields.text())
            if not found or not found[2] or flags & 0x30:
                raise OutOfBounds("a will that is not the presence of a seat")


class _Fields:
    """A packet's fields in sequence; IndexError or KeyError if it ends too soon."""

    def __init__(self, packet: bytes, version: int):
        self.version = version
        self.kind, self.flags = packet[0] >> 4, packet[0] & 15
        self._packet = packet
        self._at = 1
        self._end = len(packet)
        self.number()

    @property
    def left(self) -> int:
        return self._end - self._at

    def take(self, count: int) -> bytes:
        if count > self.left:
            raise IndexError
        self._at += count
        return self._packet[self._at - count : self._at]

    def text(self) -> bytes:
        return self.take(int.from_bytes(self.take(2), "big"))

    def number(self) -> int:
        """An int of variable length."""
        found = 0
        for k in range(4):
            byte = self.take(1)[0]
            found |= (byte & 127) << 7 * k
            if not byte & 128:
                return found
        raise IndexError

    def properties(self) -> "dict[int, int]":
        """id -> value of those that are numbers of one to four bytes."""
        found: dict[int, int] = {}
        if self.version != 5:
            return found
        size = self.number()
        end = self._at + size
        if size > self.left:
            raise IndexError
        while self._at < end:
            name = self.take(1)[0]
            form = _PROPERTIES[name]
            if form > 0:
                if name in found:
                    raise IndexError
                found[name] = int.from_bytes(self.take(form), "big")
            elif form == -1:
                self.number()
            else:
                for _ in range(1 - form // 2):
                    self.text()
        if self._at != end:
            raise IndexError
        return found
