"""The archive's files in a folder of this computer; writes are all or nothing.

>>> Files(home() / "games").names()
['20260101-120000-00.txt']
"""

import contextlib
import json
import os
from pathlib import Path

from host.sim.stores import replace_file

ENDING = ".txt"
INDEX = "index.json"
LONGEST = 1 << 24  # characters of a file, because a device never ends


def _at_once(path, flags: int) -> int:
    # Opening a pipe would block until its other end is opened.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


class Files:
    """folder: created with the first file."""

    CHECKED = 100  # new files, the newest, whose turns are checked when they are listed

    def __init__(self, folder):
        self.folder = Path(folder)

    def names(self) -> list:
        """The names of all files, in order."""
        with contextlib.suppress(FileNotFoundError):
            return sorted(name for name in os.listdir(self.folder) if name.endswith(ENDING))
        return []

    def stamps(self) -> dict:
        """name -> a stamp that every change alters, or None if unknown; for all files, in order."""
        return {name: self.stamp(name) for name in self.names()}

    def stamp(self, name: str) -> "list | None":
        """The stamp of one file."""
        with contextlib.suppress(OSError):
            stat = os.stat(f"{self.folder}/{name}")
            return [stat.st_ino, stat.st_size, stat.st_mtime_ns]
        return None

    def index(self) -> dict:
        """The index last given to `keep_index`, here or in another program; empty if unreadable."""
        try:
            found = json.loads(self.read(INDEX))
        except (OSError, ValueError, RecursionError):
            return {}
        whole = isinstance(found, dict) and all(isinstance(kept, list) and len(kept) == 3 for kept in found.values())
        return found if whole else {}

    def keep_index(self, index: dict) -> None:
        """Save the index of the files: name -> [stamp, entry, key]. A failure does no harm."""
        with contextlib.suppress(OSError):
            self.write(INDEX, json.dumps(index))

    def read(self, name: str) -> str:
        """The text of a file."""
        with open(f"{self.folder}/{name}", encoding="utf-8", opener=_at_once) as file:  # no Path: thousands are
            return file.read(LONGEST)

    def write(self, name: str, text: str) -> None:
        """Replace a file by this text, which is on disk on return."""
        replace_file(f"{self.folder}/{name}", text.encode())

    def remove(self, name: str) -> None:
        """Delete a file for good."""
        (self.folder / name).unlink()
