"""Addresses of brokers: their parts, and whether a way there may do without TLS.

>>> Address.parse("wss://broker.example/mqtt").port
443
"""

import ipaddress
import ssl
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from daldos.errors import DaldosError

PORTS = {"mqtt": 1883, "mqtts": 8883, "ws": 80, "wss": 443}


class AddressError(DaldosError):
    """An address where no broker can be, or none that a game may use."""


@dataclass(frozen=True)
class Address:
    """What an MQTT client wants to know. user and password are empty if the address has none."""

    scheme: str
    host: str
    port: int
    path: str
    user: str
    password: str

    @staticmethod
    def parse(text: str) -> "Address":
        """The parts of `text`; AddressError if it is invalid, or one without TLS that leaves the house."""
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError as error:
            raise AddressError("broker %r: %s", text, error) from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise AddressError("broker %r: expected mqtt, mqtts, ws or wss, and a host: mqtts://HOST:PORT", text)
        if parts.scheme in ("mqtt", "ws") and not is_local(parts.hostname):
            raise AddressError(
                "broker %r: %s is not in this house, so the way there must be encrypted: %ss://",
                text,
                parts.hostname,
                parts.scheme,
            )
        return Address(
            parts.scheme,
            parts.hostname,
            port or PORTS[parts.scheme],
            parts.path or "/mqtt",
            unquote(parts.username or ""),
            unquote(parts.password or ""),
        )

    @property
    def websocket(self) -> bool:
        return self.scheme in ("ws", "wss")

    def tls(self) -> "ssl.SSLContext | None":
        """A context that verifies the broker's certificate and name; None where there is no TLS."""
        return ssl.create_default_context() if self.scheme in ("mqtts", "wss") else None


def is_local(host: str) -> bool:
    """Whether a host is this machine or one in the house, by its address or its kind of name."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".home.arpa", ".localhost"))
    return address.is_private or address.is_loopback or address.is_link_local
