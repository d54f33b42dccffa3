"""Broker addresses: their parts, and whether a connection may go without TLS.

>>> Address.parse("wss://broker.example/mqtt").port
443
"""

from binascii import unhexlify
from collections import namedtuple

from daldos.errors import DaldosError

PORTS = {"mqtt": 1883, "mqtts": 8883, "ws": 80, "wss": 443}
# addresses that are not routed elsewhere: the local network's, this machine's, and example ones
_HOUSE = ((10,), (127,), (169, 254), (192, 168), (192, 0, 2), (198, 18), (198, 19), (198, 51, 100), (203, 0, 113))
_NAME = "abcdefghijklmnopqrstuvwxyz0123456789.-_"


class AddressError(DaldosError):
    """An address that cannot be a broker's, or that a game must not use."""


class Address(namedtuple("Address", "scheme host port path user password")):
    """Parameters for an MQTT client. user and password are empty if the address has none."""

    @staticmethod
    def parse(text: str) -> "Address":
        """The parts of `text`; AddressError if it is invalid, or goes beyond the local network without TLS."""
        scheme, _, rest = text.partition("://")
        place, _, path = rest.partition("/")
        who, _, place = place.rpartition("@")
        user, _, password = who.partition(":")
        letters = _NAME
        if place.startswith("[") and "]" in place:
            host, _, port = place[1:].partition("]")
            letters = "0123456789abcdef:."
        else:
            host, colon, port = place.partition(":")
            port = colon + port
        host = host.lower()
        if scheme not in PORTS or not host or not all(letter in letters for letter in host):
            raise AddressError("broker %r: expected mqtt, mqtts, ws or wss, and a host: mqtts://HOST:PORT", text)
        number = int(port[1:]) if _decimal(port[1:]) else PORTS[scheme]
        if port != "" and not (port[0] == ":" and (_decimal(port[1:]) or port == ":") and 0 < number < 65536):
            raise AddressError("broker %r: port %r: expected 1 to 65535", text, port[1:])
        if scheme in ("mqtt", "ws") and not is_local(host):
            raise AddressError(
                "broker %r: %s is not in this house, so the way there must be encrypted: %ss://", text, host, scheme
            )
        return Address(scheme, host, number, "/" + (path or "mqtt"), unquoted(user), unquoted(password))

    @property
    def websocket(self) -> bool:
        return self.scheme in ("ws", "wss")

    @property
    def encrypted(self) -> bool:
        return self.scheme in ("mqtts", "wss")


def is_local(host: str) -> bool:
    """Whether a host is this machine or in the local network, judging by its address or form of name.

    A host that ends in a number is an address, even `134744072`, which resolvers take as 8.8.8.8.
    """
    if ":" in host:
        first = host.split(":")[0]
        return (
            host == "::1"
            or len(first) == 4
            and (first[:2] in ("fc", "fd") or first[:3] in ("fe8", "fe9", "fea", "feb"))
        )
    parts = host.split(".")
    if parts[-1][:1] in "0123456789":  # empty for a name with a final dot
        return len(parts) == 4 and all(_decimal(part) for part in parts) and _is_private([int(part) for part in parts])
    return len(parts) == 1 or parts[-1] in ("local", "localhost") or parts[-2:] == ["home", "arpa"]


def _is_private(parts: list) -> bool:
    return max(parts) < 256 and (
        any(tuple(parts[: len(net)]) == net for net in _HOUSE) or parts[0] == 172 and 16 <= parts[1] < 32
    )


def _decimal(text: str) -> bool:
    # some programs read leading zeros as octal
    return text.isdigit() and (text == "0" or text[0] != "0") and len(text) < 6


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
