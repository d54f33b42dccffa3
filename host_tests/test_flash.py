"""tools/flash.sh without a board: the choice of drive, image, config.py rows and modules."""

import hashlib
import json
import os
import struct
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools import flash


def drive(folder: Path, board="RPI-RP2") -> Path:
    folder.mkdir(parents=True)
    (folder / flash.INFO).write_text(f"UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {board}\n")
    return folder


def image(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"daldos-{name}.uf2"
    path.write_bytes(uf2(flash.FAMILIES[flash.BOARDS[name][2]]))
    return path


def uf2(family: int, count=3) -> bytes:
    """A UF2 file of that many blocks."""
    words = [(0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * k, 256, k, count, family) for k in range(count)]
    return b"".join(struct.pack("<8I", *row) + bytes(476) + struct.pack("<I", 0x0AB16F30) for row in words)


def test_drives_are_found_among_what_is_mounted(tmp_path):
    pico, usb_stick = drive(tmp_path / "my RPI-RP2"), tmp_path / "stick"
    mounts = tmp_path / "mounts"
    rows = [f"/dev/sdb1 {str(one).replace(' ', chr(92) + '040')} vfat rw 0 0\n" for one in (pico, usb_stick)]
    mounts.write_text("".join(["/dev/sda1 / ext4 rw 0 0\n", *rows]))
    assert flash.drives(mounts) == [pico]
    assert flash.drives(tmp_path / "none", volumes=tmp_path) == [pico]
    assert flash.drives(tmp_path / "none", volumes=tmp_path / "none") == []


@pytest.mark.parametrize("label, names", [("RPI-RP2", ("pico", "pico-w")), ("RP2350", ("pico-2", "pico-2-w"))])
def test_a_board_gets_no_image_of_another_chip(tmp_path, label, names):
    chip = flash.chip_of(drive(tmp_path / "a", label))
    build = tmp_path / "build"
    with pytest.raises(flash.FlashError, match=f"build_uf2.sh {names[0]}"):
        flash.image_for(chip, None, build)
    for name in flash.BOARDS:
        if name not in names:
            with pytest.raises(flash.FlashError, match="would not start"):
                flash.image_for(chip, image(build, name), build)
    with pytest.raises(flash.FlashError, match="No image"):
        flash.image_for(chip, None, build)
    first = image(build, names[0])
    assert flash.image_for(chip, None, build) == first
    second = image(build, names[1])
    with pytest.raises(flash.FlashError, match=f"{first.name} and {second.name}"):
        flash.image_for(chip, None, build)
    assert flash.image_for(chip, second, build) == second


def test_a_broken_image_is_refused_before_it_is_copied(tmp_path):
    family = flash.FAMILIES["RP2040"]
    whole, other = uf2(family, 200), uf2(flash.FAMILIES["RP2350"], 200)
    files = {
        "is not a UF2 file": b"PK" + whole[2:],
        "are not whole blocks": whole[:100_000],
        "it has 195 of 200 blocks": whole[: 195 * 512],
        "at block 2 of 200": whole[:512] + whole[1024:1536] + whole[512:1024] + whole[1536:],
        "at block 3 of 200": whole[:1024] + other[1024:],
        "at block 200 of 200": whole[:-4] + bytes(4),
    }
    path = tmp_path / "daldos-pico.uf2"
    path.write_bytes(whole)
    assert flash.image_for("RP2040", path) == path
    for reason, data in files.items():
        path.write_bytes(data)
        with pytest.raises(flash.FlashError, match=reason):
            flash.image_for("RP2040", path)


def test_a_copy_waits_for_the_drive_which_may_go_away_with_the_last_block(tmp_path, monkeypatch):
    source, there, waited = tmp_path / "image.uf2", tmp_path / "there.uf2", []
    source.write_bytes(uf2(flash.FAMILIES["RP2040"], 200))

    def fsync(number):
        waited.append(os.fstat(number).st_size)
        raise OSError("gone")

    monkeypatch.setattr(flash.os, "fsync", fsync)
    flash.copy(source, there)
    assert waited == [source.stat().st_size] and there.read_bytes() == source.read_bytes()


@pytest.mark.parametrize("option, reason", [("--drive", "not a Pico's boot drive"), ("--port", "is a folder")])
def test_a_folder_is_called_one(tmp_path, option, reason):
    done = CliRunner().invoke(flash.main, [option, str(tmp_path)])
    assert done.exit_code == 1 and f"{tmp_path} is" in done.output and reason in done.output


def test_a_board_of_another_maker_is_refused(tmp_path):
    with pytest.raises(flash.FlashError, match="no Raspberry Pi Pico or Pico 2"):
        flash.chip_of(drive(tmp_path / "a", "SAMD21"))


def test_rows_that_the_board_has_are_not_put_again():
    built = {"SCAN_MS": 10, "HOLE_LEDS": 49, "N": 16}
    assert flash.rows_to_put(built, built, {"HOLE_LEDS": 0}) == {}
    put = flash.rows_to_put({**built, "HOLE_LEDS": 0, "SCAN_MS": 12}, built, {"SCAN_MS": 12})
    assert put == {"HOLE_LEDS": 0}
    own = "# mine\nSCAN_MS = 12\nHOLE_LEDS = 8\n"
    assert flash.with_rows(own, put) == "# mine\nSCAN_MS = 12\nHOLE_LEDS = 0\n"
    assert flash.with_rows("PINS = (\n    3,\n)\n", {"PINS": (1, 2)}) == "PINS = (\n    3,\n)\nPINS = (1, 2)\n"


def test_packages_that_have_changed_since_the_image_was_built(tmp_path, monkeypatch):
    stamp = tmp_path / "complete"
    with pytest.raises(flash.FlashError, match=r"build_uf2\.sh"):
        flash.changed_packages(stamp)
    module = tmp_path / "firmware/lib/companion/session/modes.py"
    module.parent.mkdir(parents=True)
    module.write_text("1")
    monkeypatch.setattr(flash, "ROOT", tmp_path)
    monkeypatch.setattr(flash, "FIRMWARE", tmp_path / "firmware")
    stamp.write_text(json.dumps({module.relative_to(tmp_path).as_posix(): hashlib.sha256(b"1").hexdigest()}))
    assert flash.changed_packages(stamp) == []
    module.write_text("2")
    assert flash.changed_packages(stamp) == ["companion.session"]
