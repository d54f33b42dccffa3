"""Which bytes of the flash the interpreter has fetched, for the coverage of the firmware by lines.

With DALDOS_REACHED=FOLDER in the environment every emulated Pico notes the bytes that it reads one by one from its
flash, as the interpreter does with bytecode. At the end of the process what the Picos with the same image have noted
together is kept in FOLDER, in a file that names the image; `python -m lab device_coverage` makes lines of
it.
"""

import atexit
import hashlib
import os
from pathlib import Path

from lab.pico.flash import FLASH_BYTES, LOG_AT

_noted: dict = {}  # of each image, its name -> a byte for each of the flash


def name_of(flash) -> str:
    """The name of the image in a flash: what stands before the saved game and the file system."""
    return hashlib.sha256(bytes(flash[:LOG_AT]).rstrip(b"\xff")).hexdigest()[:16]


def reached(flash):
    """Where to note what is read from a flash with this image, a byte for each; None if nobody asks."""
    if not os.environ.get("DALDOS_REACHED"):
        return None
    if not _noted:
        atexit.register(_keep)
    return _noted.setdefault(name_of(flash), bytearray(FLASH_BYTES))


def _keep() -> None:
    folder = Path(os.environ["DALDOS_REACHED"])
    folder.mkdir(parents=True, exist_ok=True)
    for name, noted in _noted.items():
        (folder / f"{name}.{os.getpid()}").write_bytes(noted)


def kept(folder: Path, name: str) -> bytearray:
    """What all processes have noted of an image, together; all zeros if none has run it."""
    together = 0
    for path in Path(folder).glob(f"{name}.*"):
        together |= int.from_bytes(path.read_bytes(), "little")
    return bytearray(together.to_bytes(FLASH_BYTES, "little"))
