"""An end's file as bytes: link, secret, every message of the game, and a mark for each time it was opened.

    #far=1&broker=mqtts://...&game=...&key=...&seat=a
    secret 8f2c...
    opened
    daldos/1/GAME/a/0 {"do": "sit", ...} 0b5d...

One line can hold all of it, to move a seat to another device: the link, `&end=` and the secret, how often the file was
opened, how many of its messages the other end has, and both logs.

`files` keeps such bytes in a folder; a page without a server keeps them in the browser's store.
"""

import secrets

from companion.far.end import End
from companion.far.letter import IN_LOG, LetterError, check_mac, decoded, opened
from companion.far.link import Link
from companion.far.messages import base64url, from_base64url
from daldos.errors import DaldosError


class FileError(DaldosError):
    """An invalid end's file: where, and what was expected."""


END = "&end="  # after a link: all that is in the file


class Log:
    """The contents of an end's file. link, secret: None if missing. messages: (topic, payload). opened: how often
    it was opened. confirmed: how many of its messages the other end has confirmed by letter. moved: whether the
    seat has moved to another device.

    FileError names the file and the invalid line. A last line without a line end was never sent, and is ignored.
    """

    def __init__(self, name: str, data: bytes):
        self.link: Link | None = None
        self.secret: bytes | None = None
        self.messages: list[tuple[str, str]] = []
        self.opened = self.confirmed = 0
        self.moved = False
        for k, byte in enumerate(data):
            if byte > 0x7F:
                raise FileError("%s: byte %s: expected ASCII", name, k + 1)
        for number, line in enumerate(data.decode().split("\n")[:-1], 1):
            try:
                self._read(line)
            except DaldosError as error:
                raise FileError("%s, line %s: %s", name, number, error) from None
            except ValueError:
                raise FileError("%s, line %s: expected a link, a secret, or topic and payload", name, number) from None

    def _read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line.startswith("#far="):
            self.link = Link.parse(line)
            if END in line:
                self._bring(self.link, line[line.index(END) + len(END) :].split("."))
        elif word == "secret":
            self._own(bytes.fromhex(rest))
        elif word.startswith("daldos/1/") and rest:
            self.messages.append((word, rest))
        elif line == "opened":
            self.opened += 1
        elif word == "taken":
            self.confirmed = max(self.confirmed, int(rest))
        elif word == "moved":
            self.moved = rest == "1"
        elif line:
            raise ValueError

    def _own(self, secret: bytes) -> None:
        # That of a file that was brought here counts, unless another end has played from here.
        if self.secret not in (None, secret):
            if self.link and any(f"/{self.link.seat}/" in topic for topic, _ in self.messages):
                raise FileError("it is the file of another end of this seat")
            self.messages = []
        self.secret = secret

    def _bring(self, link: Link, parts: list) -> None:
        if len(parts) != 5 or link.key is None or not parts[1].isdigit() or not parts[2].isdigit():
            raise LetterError("this message is not whole: copy all of it")
        self._own(from_base64url(parts[0]))
        self.opened = max(self.opened, int(parts[1]))
        self.confirmed = max(self.confirmed, int(parts[2]))
        for k, part in enumerate(parts[3:]):
            if part == "-":
                continue
            data = decoded(part, IN_LOG)
            if not data or data[0] & 1 != k:
                raise LetterError("this message is not whole: copy all of it")
            check_mac(link.key, data)
            self.messages += opened(data, link.game, link.key, {})[2]


def moving(end: End, secret: bytes, confirmed: int) -> str:
    """The whole file of an end in one line, to move its seat."""
    told = [base64url(secret), str(int(end.called[:3], 16)), str(confirmed)]
    return end.link.text() + END + ".".join(told + [log or "-" for log in end.logs()])


def linked(text: str) -> "tuple[Link, bytes]":
    """The link in a text, and the lines to add to its seat's file: of a moved seat, or of an end's whole file; else
    none."""
    if END not in text and "\nsecret " not in text:
        return Link.parse(text), b""
    lines = text[text.find("#far=") :].strip().encode("ascii", "replace") + b"\nmoved 0\n"
    return Log("link", lines).link or Link.parse(text), lines


class EndFile(Log):
    """One end's file, opened to play. secret: 32 bytes. called: 8 hex digits that increase each time it is opened, also
    in a copy elsewhere.

    data: what is in it; a torn line at its end is written over. brought: lines to add. write(at, data): puts the data
    there, which then ends the file, and is lasting on return; on OSError, the file ends at `at`.
    """

    def __init__(self, name: str, data: bytes, link: Link, brought: bytes, write):
        self._size = data.rfind(b"\n") + 1
        self._write = write
        super().__init__(name, data[: self._size] + brought)
        kept = self.link
        first = brought + b"opened\n"
        is_own = kept is not None and (kept.game, kept.key, kept.seat) == (link.game, link.key, link.seat)
        if is_own and self.secret is None and not self.messages:
            self._size = 0  # torn at its creation, before anything was sent
        if not self._size and not brought:
            self.secret = secrets.token_bytes(32)
            first = b"%s\nsecret %s\nopened\n" % (link.text().encode(), self.secret.hex().encode())
        elif kept is None or self.secret is None or len(self.secret) != 32:
            raise FileError("%s: it has no link and secret, so it is not an end's own file", name)
        elif not is_own:
            raise FileError("%s: it is the file of another game or seat", name)
        self.called = "%03x%s" % (min(self.opened + 1, 0xFFE), secrets.token_hex(3)[1:])
        self._put(first)

    def add(self, messages: list) -> None:
        """Append (topic, payload) messages, lasting on return. On OSError, none of them are kept."""
        self._put(b"".join([("%s %s\n" % message).encode() for message in messages]))

    def _put(self, data: bytes) -> None:
        self._write(self._size, data)
        self._size += len(data)
