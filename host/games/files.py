"""The archive's files in a folder of this computer; a file is there whole or not at all.

>>> Files(home() / "games").names()
['20260101-120000-00.txt']
"""

import os
from pathlib import Path

import platformdirs

ENDING = ".txt"


def home() -> Path:
    """The user's own folder for the board and the games."""
    return Path(platformdirs.user_data_dir("daldos", appauthor=False))


class Files:
    """folder: made with the first file."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def names(self) -> list:
        """The names of all files, in order."""
        return sorted(file.name for file in self.folder.glob("*" + ENDING))

    def read(self, name: str) -> str:
        """The text of a file."""
        with open(f"{self.folder}/{name}", encoding="utf-8") as file:  # a thousand are listed: no Path for each
            return file.read()

    def write(self, name: str, text: str) -> None:
        """Put a text in the place of what is there; on return it is on the disk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / (name + ".new")
        with open(new, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.folder / name)

    def remove(self, name: str) -> None:
        """A file is gone for good."""
        (self.folder / name).unlink()
