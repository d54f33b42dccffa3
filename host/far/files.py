"""An end's file, written before anything is sent; `log` beside it has the format.

>>> file = SeatFiles(folder).seat(link)
>>> file.take(); file.open().add([(topic, payload)])
"""

import os
from pathlib import Path
from typing import Any

from companion.far.link import Link
from host.far.log import EndFile, FileError, Log
from host.sim.stores import home, keep, make_folder

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


ENDING = ".far"


def default_folder() -> Path:
    """The default folder for the games of ends."""
    return home() / "far"


def read_lines(path: Path) -> Log:
    """The Log in a file; FileError if it cannot be read."""
    try:
        return Log(str(path), path.read_bytes())
    except OSError as error:
        raise FileError("%s: %s", path, error.strerror) from None


def far_files(folder: Path) -> list:
    """The paths of the far games in a folder, by name; none if there is no such folder. OSError if it cannot be
    read."""
    try:
        return sorted(folder / name for name in os.listdir(folder) if name.endswith(ENDING))
    except FileNotFoundError:
        return []


HELD, BUSY = "held", "busy"


class SeatFile:
    """The file of one seat. state: HELD by this process alone, or BUSY: another one has it."""

    def __init__(self, path: Path, link: Link):
        self.path = path
        self.link = link
        self.state = BUSY
        self._file: Any = None  # a raw file, while it is held
        self._named = False  # whether its name is on disk
        self._hold()

    def _hold(self) -> None:
        make_folder(str(self.path.parent))
        self._file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
        if fcntl:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self.release()
                return
        self.state = HELD

    @property
    def is_new(self) -> bool:
        """Whether nothing has been written yet."""
        return not self.path.stat().st_size

    def forget(self) -> None:
        """Remove a new file."""
        self.release()
        self.path.unlink()

    def take(self) -> None:
        """Lock the file, to play; FileError if another process on this machine plays."""
        if self.state != HELD:
            self._hold()
        if self.state != HELD:
            raise FileError("%s: another end on this machine plays this seat; end it first", self.path)

    def open(self, brought: bytes = b"") -> EndFile:
        """Add these lines to the seat's file and open it for appending."""
        self._file.seek(0)
        return EndFile(str(self.path), self._file.read(), self.link, brought, self._write)

    def _write(self, at: int, data: bytes) -> None:
        try:
            self._file.seek(at)
            keep(self._file, data, "" if self._named else str(self.path))
            self._named = True
        except OSError:
            self._file.truncate(at)  # a partial line would corrupt the next one
            raise

    def release(self) -> None:
        """Release the lock."""
        if self._file:
            self._file.close()
        self._file, self.state = None, BUSY


class SeatFiles:
    """The seats' files in a folder, created with the first one."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)

    def seat(self, link: Link) -> SeatFile:
        """The file of the link's game and seat; created if missing."""
        return SeatFile(self.folder / f"{link.game}-{link.seat}{ENDING}", link)
