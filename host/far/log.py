"""The file of an end as bytes: link, secret and every message of the game, and how often it was opened.

    #far=1&broker=mqtts://...&game=...&key=...&seat=a
    secret 8f2c...
    opened
    daldos/1/GAME/a/0 {"do": "sit", ...} 0b5d...

`files` beside it keeps such bytes in a folder; a page without a server keeps them in the browser's store.
"""

import secrets
from binascii import hexlify

from companion.far.link import Link, LinkError
from daldos.errors import DaldosError


class FileError(DaldosError):
    """A file that cannot be an end's: where, and what was expected."""


def read_log(name: str, data: bytes) -> "tuple[Link | None, bytes | None, list[tuple[str, str]], int, int]":
    """Link, secret, each None if it is not there, the messages as (topic, payload), how often it was opened, and how
    many of its messages the other end has, by its letters.

    FileError names the file and a line that is none of these.

    A last line without an end was never sent: it is left out.
    """
    for k, byte in enumerate(data):
        if byte > 0x7F:
            raise FileError("%s: byte %s: expected ASCII", name, k + 1)
    link, secret, messages, opened, confirmed = None, None, [], 0, 0
    for number, line in enumerate(data.decode().split("\n")[:-1], 1):
        word, _, rest = line.partition(" ")
        try:
            if line.startswith("#far="):
                link = Link.parse(line)
            elif word == "secret":
                secret = bytes.fromhex(rest)
            elif word.startswith("daldos/1/") and rest:
                messages.append((word, rest))
            elif line == "opened":
                opened += 1
            elif word == "taken":
                confirmed = max(confirmed, int(rest))
            elif line:
                raise FileError("expected a link, a secret, or topic and payload")
        except (LinkError, ValueError) as error:
            raise FileError("%s, line %s: %s", name, number, error) from None
    return link, secret, messages, opened, confirmed


class Opened:
    """The log of one end at its opening. secret: 32 bytes. messages: what is in it. confirmed: how many of this end's
    the other has.
    called: 8 hex digits that are greater each time that the log is opened, also where it has been copied to.
    good: how many of its bytes stay; what follows was torn. first: the bytes to be added before all else.
    """

    def __init__(self, name: str, data: bytes, link: Link):
        kept, secret, self.messages, opened, self.confirmed = read_log(name, data)
        self.good = data.rfind(b"\n") + 1
        self.first = b"opened\n"
        is_own = kept is not None and (kept.game, kept.key, kept.seat) == (link.game, link.key, link.seat)
        if is_own and secret is None and not self.messages:
            self.good = 0  # torn when it was begun: nothing had been sent
        if not self.good:
            secret = secrets.token_bytes(32)
            self.first = b"%s\nsecret %s\nopened\n" % (link.text().encode(), hexlify(secret))
        elif kept is None or secret is None or len(secret) != 32:
            raise FileError("%s: it has no link and secret, so it is not an end's own file", name)
        elif not is_own:
            raise FileError("%s: it is the file of another game or seat", name)
        self.secret = secret
        self.called = "%03x%s" % (min(opened + 1, 0xFFE), secrets.token_hex(3)[1:])
