"""An end's file as bytes: link, secret, every message of the game, and a mark for each time it was opened.

    #far=1&broker=mqtts://...&game=...&key=...&seat=a
    secret 8f2c...
    opened
    daldos/1/GAME/a/0 {"do": "sit", ...} 0b5d...

`files` keeps such bytes in a folder; a page without a server keeps them in the browser's store.
"""

import secrets
from binascii import hexlify

from companion.far.link import Link, LinkError
from daldos.errors import DaldosError


class FileError(DaldosError):
    """An invalid end's file: where, and what was expected."""


def read_log(name: str, data: bytes) -> "tuple[Link | None, bytes | None, list[tuple[str, str]], int, int]":
    """Link and secret (None if missing), the messages as (topic, payload), how often the file was opened, and how many
    of its messages the other end has confirmed by letter.

    FileError names the file and the invalid line.

    A last line without a line end was never sent, and is ignored.
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
    """One end's log, as opened. secret: 32 bytes. messages: its messages. confirmed: how many of this end's messages
    the other has. called: 8 hex digits that increase each time the log is opened, also in a copy elsewhere. good: how
    many of its bytes are valid; the rest is a torn line. first: bytes to append before anything else.
    """

    def __init__(self, name: str, data: bytes, link: Link):
        kept, secret, self.messages, opened, self.confirmed = read_log(name, data)
        self.good = data.rfind(b"\n") + 1
        self.first = b"opened\n"
        is_own = kept is not None and (kept.game, kept.key, kept.seat) == (link.game, link.key, link.seat)
        if is_own and secret is None and not self.messages:
            self.good = 0  # torn at its creation, before anything was sent
        if not self.good:
            secret = secrets.token_bytes(32)
            self.first = b"%s\nsecret %s\nopened\n" % (link.text().encode(), hexlify(secret))
        elif kept is None or secret is None or len(secret) != 32:
            raise FileError("%s: it has no link and secret, so it is not an end's own file", name)
        elif not is_own:
            raise FileError("%s: it is the file of another game or seat", name)
        self.secret = secret
        self.called = "%03x%s" % (min(opened + 1, 0xFFE), secrets.token_hex(3)[1:])
