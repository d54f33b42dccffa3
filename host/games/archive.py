"""The archive: one file a game, a game record, written after every turn, so that no end of the program loses one.

>>> archive = Archive(folder)
>>> archive.keep("Rules: danish\\nResult: *\\n\\n0 A 24\\n0 B 13\\n1 A 12 A1-M3\\n")
>>> [entry["turns"] for entry in archive.entries()]
[1]
"""

import os
import time
from pathlib import Path

import platformdirs

from daldos.errors import DaldosError

ENDING = ".txt"


class ArchiveError(DaldosError):
    """A name that no game of the archive has."""


def home() -> Path:
    """The user's own folder for the board and the games."""
    return Path(platformdirs.user_data_dir("daldos", appauthor=False))


class Archive:
    """folder: of the files, made with the first game. clock: seconds since 1970, for the names and the dates."""

    def __init__(self, folder, clock=time.time):
        self.folder = Path(folder)
        self._clock = clock
        self._name = None  # of the game that is being played
        self._lines = []  # its throws and turns as they are on the disk
        newest = next(iter(self.entries()), None)
        if newest and newest["result"] == "*":
            self._name, self._lines = newest["name"], _throws(self.read(newest["name"]))

    def keep(self, record: str, names: dict = None) -> None:
        """Write the game that is being played; names: of A and B. The same game goes on in its file."""
        lines = _throws(record)
        if lines == self._lines or not any(line[0] != "0" for line in lines):
            return
        most = min(len(lines), len(self._lines))
        if self._name is None or lines[:most] != self._lines[:most]:
            self._name = self._new_name()
        head = [f"Date: {time.strftime('%Y-%m-%d', time.localtime(self._clock()))}"]
        head += [f"{side}: {name}" for side, name in (names or {}).items()]
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / (self._name + ".new")
        with open(new, "w", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(head) + "\n" + record)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.folder / self._name)
        self._lines = lines

    def entries(self) -> list:
        """All games, newest first: `name`, `date`, `a`, `b`, `rules`, `result`, `turns`."""
        found = []
        for file in sorted(self.folder.glob("*" + ENDING), reverse=True):
            try:
                text = file.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue  # no game of ours
            head = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines() if ": " in line)
            entry = {key.lower(): head.get(key, "") for key in ("Date", "A", "B", "Rules", "Result")}
            entry["turns"] = sum(line[0] != "0" for line in _throws(text))
            found.append({"name": file.name, **entry})
        return found

    def read(self, name: str) -> str:
        """The record of a game."""
        return self._file(name).read_text(encoding="utf-8")

    def delete(self, name: str) -> None:
        """A game is gone for good."""
        self._file(name).unlink()
        if name == self._name:
            self._name, self._lines = None, []

    def export(self) -> str:
        """All games as one text, the oldest first."""
        return "\n".join(self.read(entry["name"]).rstrip("\n") + "\n" for entry in reversed(self.entries()))

    def _file(self, name: str) -> Path:
        if not any(file.name == name for file in self.folder.glob("*" + ENDING)):
            raise ArchiveError("no game %r in %s: `daldos games` lists them", name, self.folder)
        return self.folder / name

    def _new_name(self) -> str:
        stem = time.strftime("%Y%m%d-%H%M%S", time.localtime(self._clock()))
        number = 0
        while (self.folder / f"{stem}-{number:02}{ENDING}").exists():
            number += 1
        return f"{stem}-{number:02}{ENDING}"


def _throws(record: str) -> list:
    return [line for line in record.splitlines() if line[:1].isdigit()]
