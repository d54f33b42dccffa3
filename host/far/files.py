"""What an end keeps, in one file that it writes before it sends; `log` beside it says what is in it.

>>> with EndFile.open(folder, link) as kept:
...     kept.add([(topic, payload)])
"""

import os
from pathlib import Path

from companion.far.link import Link
from host.far.log import FileError, Opened, read_log

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


def default_folder() -> Path:
    """Where ends keep their games if nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(base) / "daldos" / "far"


def read_lines(path: Path) -> "tuple[Link | None, bytes | None, list[tuple[str, str]], int]":
    """As `read_log`, of a file; FileError says why not."""
    try:
        return read_log(str(path), path.read_bytes())
    except OSError as error:
        raise FileError("%s: %s", path, error.strerror) from None


class EndFile(Opened):
    """The file of one end, held by this process alone."""

    def __init__(self, path: Path, link: Link):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            self._hold()
            super().__init__(str(path), self._file.read(), link)
            self._file.seek(self.good)
            self._file.truncate()
            self._file.write(self.first)
            self.flush()
        except BaseException:
            self._file.close()
            raise

    @staticmethod
    def open(folder: Path, link: Link) -> "EndFile":
        """That of the link's game and seat; begun if there is none."""
        return EndFile(folder / f"{link.game}-{link.seat}.far", link)

    def _hold(self) -> None:
        if fcntl:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise FileError("%s: another end on this machine plays this seat; end it first", self.path) from None

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
