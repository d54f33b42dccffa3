"""The files of seats in a folder of the host; see `host.far.seats`.

>>> store = SeatFolder(default_folder())
>>> with store.locked(): seats.open(text)
"""

import contextlib
from pathlib import Path

from host.sim.stores import home, replace_file

try:
    import fcntl
except ImportError:  # Windows, where nothing is locked
    fcntl = None


def default_folder() -> Path:
    """Where games by letters are kept unless told otherwise."""
    return home() / "letters"


class SeatFolder:
    """folder: created with the first file."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)

    def read(self, name: str) -> "bytes | None":
        """A file's contents; None if there is none."""
        path = self.folder / name
        return path.read_bytes() if path.is_file() else None

    def replace(self, name: str, data: bytes) -> None:
        """Write a whole file; it is on disk on return."""
        replace_file(str(self.folder / name), data)

    def names(self) -> list:
        """The names of all seats' files."""
        return sorted(path.name for path in self.folder.glob("*.far"))

    def remove(self, name: str) -> None:
        """Delete a file."""
        (self.folder / name).unlink()

    @contextlib.contextmanager
    def locked(self):
        """Keep other programs from writing in this folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "lock", "ab") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX)
            yield
