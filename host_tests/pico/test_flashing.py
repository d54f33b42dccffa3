"""tools/flash.sh on a board: the boot drive asked for, the image, its config.py; changed modules over the image."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from host_tests.conftest import ROOT
from lab.pico.bench import Rig
from lab.pico.flash import FLASH_BYTES, load_uf2, make_files, read_files
from lab.pico.pty import Terminal

ENV = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
SETTINGS = b'{"mode": "wooden", "rules": "norwegian"}'


def power_on(image=None, files=None, flash=None):
    """A Pico with the board set up for a game, running until its USB is there."""
    rig = Rig(image, files=None if files is None else make_files(files), flash=flash)
    return rig.run_until(lambda: rig.port.connected)


@pytest.fixture
def firmware(tmp_path) -> Path:
    """tools/flash.py with a firmware/ of its own beside it."""
    shutil.copytree(ROOT / "firmware", tmp_path / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools/flash.py", tmp_path / "tools")
    return tmp_path


def test_a_board_gives_its_drive_gets_the_image_and_its_own_rows_and_says_who_it_is(image, firmware):
    config = firmware / "firmware/config.py"
    config.write_text(config.read_text().replace("HOLE_LEDS = 49", "HOLE_LEDS = 0"))
    drive = firmware / "RPI-RP2"
    rig = power_on(image, {"settings.json": SETTINGS, "config.py": b"SCAN_MS = 11\n"})
    rig.run_until_text(b'"ev": "hello"')
    with Terminal(rig) as terminal:

        def hand():
            # Presses as soon as asked; then, like the boot ROM, shows a drive, and writes the copied file to the flash.
            now = terminal.rig
            if not drive.exists():
                if b'"code": "bootsel"' in now.port.received:
                    now.press(1200)
                if [reason for _, reason in now.resets] == ["bootsel"]:
                    drive.mkdir()
                    (drive / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
            elif terminal.rig is rig and (drive / image.name).exists():
                if (drive / image.name).stat().st_size == image.stat().st_size:
                    kept = rig.flash()
                    new = load_uf2(drive / image.name)
                    terminal.plug(power_on(flash=new + kept[len(new) : FLASH_BYTES]))
            return False

        command = [sys.executable, firmware / "tools/flash.py", image, "--port", terminal.path, "--drive", drive]
        done = terminal.run(command, until=hand, env=ENV, cwd=ROOT)
        files = read_files(terminal.rig.flash())
    assert done.returncode == 0, done.stdout
    assert "Press the board's button" in done.stdout and "mode wooden, rules norwegian" in done.stdout
    assert files["config.py"] == b"SCAN_MS = 11\nHOLE_LEDS = 0\n" and files["settings.json"] == SETTINGS
    assert "own config.py: HOLE_LEDS" in done.stdout and "also has: SCAN_MS" in done.stdout


def test_changed_modules_are_tried_over_the_image(image, firmware):
    module = firmware / "firmware/lib/companion/console/events.py"
    stamp = firmware / "build/rp2-pico/complete"
    stamp.parent.mkdir(parents=True)
    shutil.copy(ROOT / "build/rp2-pico/complete", stamp)
    text = module.read_text()
    module.write_text(text.replace("= [name]", '= ["tried" if name == "hello" else name]'))
    rig = power_on(image, {})
    rig.run_until_text(b'"ev": "hello"')
    with Terminal(rig) as terminal:
        command = [sys.executable, firmware / "tools/flash.py", "--port", terminal.path, "--try"]
        done = terminal.run(command, until=lambda: b'"ev": "tried"' in terminal.rig.port.received, env=ENV, cwd=ROOT)
    assert b'"ev": "tried"' in rig.port.received, done.stdout
    assert "From here: companion.console." in done.stdout
