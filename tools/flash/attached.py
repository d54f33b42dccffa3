"""What is on the USB cables: serial ports of boards that run, drives of boards in BOOTSEL mode.

>>> attached = Attached()
>>> [port.device for port in attached.ports()]
['/dev/ttyACM0']
>>> attached.drives()
[]
"""

import os
import re
import string
from pathlib import Path

from serial.tools import list_ports

VENDOR = 0x2E8A  # Raspberry Pi: all Picos, whatever they run
INFO = "INFO_UF2.TXT"  # on the drive that a chip's boot ROM shows
BOARD_IDS = {
    "RPI-RP2": "RP2040",
    "RP2350": "RP2350",
}  # what it says there, which is the drive's label too, and the chip


# The drives of Windows from D on, there or not; A to C are never a board's.
LETTERS = [Path(letter + ":\\") for letter in string.ascii_uppercase[3:]] if os.name == "nt" else None


class Attached:
    """comports: lists the serial ports, as pyserial does. mounts: the system's table of mounts; folder: else a
    folder of drives, as on macOS; labels: the folder in which a drive that may not be mounted shows its label. roots:
    the drives of Windows, which has none of those, and whose ports are no files."""

    def __init__(
        self,
        comports=list_ports.comports,
        mounts=Path("/proc/mounts"),
        folder=Path("/Volumes"),
        labels=Path("/dev/disk/by-label"),
        roots=LETTERS,
    ):
        self._comports = comports
        self._mounts = mounts
        self._folder = folder
        self._labels = labels
        self._roots = roots

    def ports(self) -> list:
        """The serial ports of Raspberry Pi's boards, by name: each has device, serial_number, description."""
        return sorted([port for port in self._comports() if port.vid == VENDOR], key=lambda port: port.device)

    def has_port(self, device: str) -> bool:
        """Whether there is a serial port of that name, whatever hangs on it."""
        if self._roots is None:
            return Path(device).exists()
        return device.upper() in [port.device.upper() for port in self._comports()]

    def may_use(self, device: str) -> bool:
        """Whether this user may open a port that is there."""
        return self._roots is not None or os.access(device, os.R_OK | os.W_OK)

    def drives(self) -> list:
        """The mounted drives of boards in BOOTSEL mode."""
        return [folder for folder in self._candidates() if (folder / INFO).is_file()]

    def unmounted(self) -> str:
        """The label of a board in BOOTSEL mode whose drive is not mounted; "" if there is none."""
        found = [label for label in BOARD_IDS if (self._labels / label).exists()]
        return found[0] if found and not self.drives() else ""

    def same_board(self, device: str, serial_number) -> str:
        """Where the board is now that was at `device` before it restarted: a port may come back under another name."""
        for port in self.ports():
            if serial_number and port.serial_number == serial_number:
                return port.device
        return device

    def _candidates(self) -> list:
        if self._roots is not None:
            return self._roots
        if self._mounts.exists():
            rows = [line.split() for line in self._mounts.read_text(encoding="utf-8", errors="replace").splitlines()]
            # Only FAT: to look into a network drive that is gone would hang.
            return [Path(_unescape(row[1])) for row in rows if len(row) > 2 and row[2] in ("vfat", "msdos")]
        return sorted(self._folder.iterdir()) if self._folder.is_dir() else []


def chip_of(drive: Path) -> str:
    """The chip of the board of a drive, "RP2040" or "RP2350"; "" for any other. Which board it is, it does not tell."""
    said = re.search(r"^Board-ID: *(\S+)", (drive / INFO).read_text(errors="replace"), re.MULTILINE)
    return BOARD_IDS.get(said[1], "") if said else ""


def _unescape(name: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), name)
