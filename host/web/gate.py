"""Access control: requests must name this server as their host, and pages that open a socket must come from it.

A foreign page in the same browser can send requests to this machine, and by DNS rebinding could even read the answers;
the checks of names stop both.

>>> Gate(8017, open_to_house=False).refuses("localhost:8017", None, socket=False) is None
True
>>> Gate(8017, open_to_house=False).refuses("evil.example:8017", None, socket=False)
'this server answers to localhost only'
"""

import ipaddress
import socket

PAGES_MAX = 80
EACH_MAX = 16  # sockets from one address of another machine
OWN = 20  # sockets reserved for this machine's pages
LOCAL = ("localhost", "127.0.0.1", "[::1]")


class Gate:
    """port: the server's; open_to_house: also accept this machine's addresses and its own name as host."""

    def __init__(self, port: int, open_to_house: bool):
        self.port = port
        self.open_to_house = open_to_house
        own = socket.gethostname().lower()
        self._names = (own, own.split(".")[0] + ".local") if open_to_house else ()

    def refuses(self, host, origin, socket: bool):
        """Why a request with these headers is refused, or None. A socket must tell its origin."""
        if not self._is_own(host):
            return "this server answers to localhost only"
        if origin is None:
            return "a page must tell where it comes from" if socket else None
        if origin != f"http://{host}":
            return "this page comes from elsewhere"
        return None

    def _is_own(self, host) -> bool:
        if not host:
            return False
        name, colon, port = host.rpartition(":")
        if not colon or name.count("[") != name.count("]"):
            name, port = host, "80"
        if port != str(self.port):
            return False
        name = name.lower()
        if name in LOCAL or name in self._names:
            return True
        if not self.open_to_house:
            return False
        try:
            # no foreign page can claim a bare address
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


class Places:
    """The open sockets, by address. No other machine can take all places, and the player can always come back.

    >>> places = Places()
    >>> places.full("192.168.0.7", known=False)
    False
    """

    def __init__(self):
        self._open: dict = {}  # address -> sockets

    def full(self, address: str, known: bool) -> bool:
        """Whether there is no place for one more; known: it is the page that plays."""
        total = sum(self._open.values())
        if known:
            return total >= PAGES_MAX + OWN
        if is_local(address):
            return total >= PAGES_MAX
        others = sum(count for other, count in self._open.items() if not is_local(other))
        return self._open.get(address, 0) >= EACH_MAX or others >= PAGES_MAX - OWN or total >= PAGES_MAX

    def enter(self, address: str) -> None:
        """A socket is open."""
        self._open[address] = self._open.get(address, 0) + 1

    def leave(self, address: str) -> None:
        """It is closed."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def is_local(address: str) -> bool:
    """Whether a peer's address is this machine's own."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_loopback


def house_address(without: str = "127.0.0.1") -> str:
    """This machine's address in the local network; without: what it is where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; sends nothing
            return probe.getsockname()[0]
        except OSError:
            return without
