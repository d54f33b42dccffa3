"""The files of seats in a folder of the host; see `host.far.seats`.

>>> store = SeatFolder(default_folder())
>>> with store.locked(): seats.open(text)
"""

import contextlib
import os

from host.sim.stores import home, make_folder, replace_file

try:
    import fcntl
except ImportError:  # Windows, where nothing is locked
    fcntl = None


def default_folder() -> str:
    """Where far games are kept unless told otherwise."""
    return str(home() / "far")


class SeatFolder:
    """folder: created with the first file."""

    def __init__(self, folder):
        self.folder = str(folder)

    def read(self, name: str) -> "bytes | None":
        """A file's contents; None if there is none."""
        try:
            with open(os.path.join(self.folder, name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def replace(self, name: str, data: bytes) -> None:
        """Write a whole file; it is on disk on return."""
        replace_file(os.path.join(self.folder, name), data)

    def names(self) -> list:
        """The names of all seats' files."""
        try:
            return sorted(name for name in os.listdir(self.folder) if name.endswith(".far"))
        except FileNotFoundError:
            return []

    def remove(self, name: str) -> None:
        """Delete a file."""
        os.unlink(os.path.join(self.folder, name))

    @contextlib.contextmanager
    def locked(self):
        """Keep other programs from writing in this folder."""
        make_folder(self.folder)
        with open(os.path.join(self.folder, "lock"), "ab") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX)
            yield
