"""What an end keeps: link, secret and every message of the game, in one file that it writes before it sends.

    #far=1&broker=mqtts://...&game=...&key=...&seat=a
    secret 8f2c...
    opened
    daldos/1/GAME/a/0 {"do": "sit", ...} 0b5d...

>>> with EndFile.open(folder, link) as kept:
...     kept.add([(topic, payload)])
"""

import os
import secrets
from pathlib import Path

from companion.far.link import Link, LinkError
from daldos.errors import DaldosError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


class FileError(DaldosError):
    """A file that cannot be an end's: where, and what was expected."""


def default_folder() -> Path:
    """Where ends keep their games if nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(base) / "daldos" / "far"


def read_lines(path: Path) -> "tuple[Link | None, bytes | None, list[tuple[str, str]], int]":
    """Link, secret, each None if it is not there, the messages as (topic, payload), and how often it was opened.

    FileError names a line that is none of these.

    A last line without an end was never sent: it is left out.
    """
    try:
        text = path.read_bytes().decode("ascii")
    except OSError as error:
        raise FileError("%s: %s", path, error.strerror) from None
    except UnicodeDecodeError as error:
        raise FileError("%s: byte %s: expected ASCII", path, error.start + 1) from None
    link, secret, messages, opened = None, None, [], 0
    for number, line in enumerate(text.split("\n")[:-1], 1):
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
            elif line:
                raise FileError("expected a link, a secret, or topic and payload")
        except (LinkError, ValueError) as error:
            raise FileError("%s, line %s: %s", path, number, error) from None
    return link, secret, messages, opened


class EndFile:
    """The file of one end, held by this process alone. secret: 32 bytes. messages: those read at the start.

    called: 8 hex digits that are greater each time that the file is opened, also where it has been copied to.
    """

    def __init__(self, path: Path, link: Link):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            self._begin(link)
        except BaseException:
            self._file.close()
            raise

    @staticmethod
    def open(folder: Path, link: Link) -> "EndFile":
        """That of the link's game and seat; begun if there is none."""
        return EndFile(folder / f"{link.game}-{link.seat}.far", link)

    def _begin(self, link: Link) -> None:
        if fcntl:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FileError("%s: another end on this machine plays this seat; end it first", self.path) from None
        kept, secret, self.messages, opened = read_lines(self.path)
        whole = self._file.read()
        end = whole.rfind(b"\n") + 1
        self._file.seek(end)
        self._file.truncate(end)
        if not end:
            secret = secrets.token_bytes(32)
            self._file.write(f"{link.text()}\nsecret {secret.hex()}\n".encode())
        elif kept is None or secret is None or len(secret) != 32:
            raise FileError("%s: it has no link and secret, so it is not an end's own file", self.path)
        elif (kept.game, kept.key, kept.seat) != (link.game, link.key, link.seat):
            raise FileError("%s: it is the file of another game or seat", self.path)
        self.secret = secret
        self.called = f"{min(opened + 1, 0xFFE):03x}{secrets.token_hex(3)[1:]}"
        self._file.write(b"opened\n")
        self.flush()

    def add(self, messages: list) -> None:
        """Keep (topic, payload) messages that came; `flush` before anything that follows from them is sent."""
        for topic, payload in messages:
            self._file.write(f"{topic} {payload}\n".encode("ascii"))

    def flush(self) -> None:
        """All that was added is on the disk, whatever happens now."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Flush, and let others have the file."""
        self.flush()
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
