"""Tests of the bench itself: lights, flash and time; for its pins see test_wires.py."""

import re
import shlex
import subprocess
from types import SimpleNamespace

import pytest

import config
from hardware import power
from lab.pico import native
from lab.pico.bench import Rig
from lab.pico.flash import FlashError, load_uf2, read_files, replay
from lab.pico.pin_board import Lights
from tools import programs

# --- lights -----------------------------------------------------------------------------------------------------------


def test_pulses_become_pixels():
    heard = {}
    clock = SimpleNamespace(nanos=0.0)
    lights = Lights(SimpleNamespace(measure_pulses=heard.__setitem__, clock=clock), config.PIN_PIXELS)

    def pulse(ns):
        start, clock.nanos = clock.nanos, clock.nanos + ns
        heard[config.PIN_PIXELS](start, clock.nanos)

    for byte in (2, 1, 3, 0x80, 0xFF, 0):
        for bit in range(7, -1, -1):
            pulse(800 if byte >> bit & 1 else 400)
            clock.nanos += 450
    assert lights.pixels == []  # not latched yet
    clock.nanos += 60_000
    assert lights.pixels == [(1, 2, 3), (0xFF, 0x80, 0)] and lights.bad_bits == 0
    pulse(570)
    assert lights.bad_bits == 1


# --- flash ------------------------------------------------------------------------------------------------------------


def test_a_flash_without_files_is_refused_not_formatted():
    blank = b"\xff" * (2 << 20)
    with pytest.raises(FlashError):
        read_files(blank)
    assert blank == b"\xff" * (2 << 20)


def test_replay_programs_erases_and_tears():
    flash = bytes(16)
    program = (0, 4, b"\xf0\x0f\xff\xaa")
    erase = (0, 0, 8)
    assert replay(flash, [erase]) == b"\xff" * 8 + bytes(8)
    assert replay(flash, [erase, program])[4:8] == b"\xf0\x0f\xff\xaa"
    assert replay(flash, [erase, program, program])[4:8] == b"\xf0\x0f\xff\xaa"
    assert replay(flash, [erase, program], torn=0.5)[4:8] == b"\xf0\x0f\xff\xff"
    assert replay(flash, [erase], torn=0.25) == b"\xff" * 2 + bytes(14)
    assert replay(flash, []) == flash


# --- the whole --------------------------------------------------------------------------------------------------------


def _story(image) -> tuple:
    rig = Rig(image, seed=5)
    rig.run_until_text(b"opening")
    for _ in range(3):
        rig.press(60)
    rig.run_ms(1)
    return bytes(rig.port.received), rig.instructions, rig.lights.frames, rig.flash()


def test_the_same_actions_give_the_same_bytes(image):
    one, other = _story(image), _story(image)
    assert one == other
    assert one[0].count(b'"throw"') >= 3


def test_a_cut_stops_everything_and_the_log_tells_what_the_flash_holds(image):
    rig = Rig(image)
    before = rig.flash()
    rig.run_until_text(b"hello")
    rig.execute("with open('x', 'w') as f: f.write('y' * 5000)")
    assert len(rig.flash_log.operations) > 5 and rig.cut() == replay(before, rig.flash_log.operations)
    at = rig.now_ms
    rig.run_ms(100)
    assert rig.now_ms == at


def test_the_board_asks_usb_for_what_it_draws(image):
    # Nine bytes: length, kind, total, interfaces, configuration 1 without a name, by the bus; and the current, in 2 mA.
    found = re.findall(rb"\x09\x02..[\x01-\x06]\x01\x00[\x80\xa0](.)", load_uf2(image), re.DOTALL)
    assert [2 * asked[0] for asked in found] == [power.USB_PORT_LIMIT_MA]
    assert power.total("base", "typical") <= power.USB_PORT_LIMIT_MA < power.total("base", "worst")


def test_the_emulator_is_compiled_with_the_headers_that_are_unpacked(monkeypatch, tmp_path):
    settings, brought = {}, []
    monkeypatch.setattr(native, "bring", lambda *names: brought.extend(names))
    monkeypatch.setattr(native, "BUILDS", tmp_path / "emulator")
    monkeypatch.setattr(programs, "FOLDER", tmp_path / "un packed")
    monkeypatch.setattr(
        subprocess, "run", lambda command, env, **_: settings.update(env) or SimpleNamespace(returncode=0)
    )
    (tmp_path / "package").mkdir()
    native._compiled(tmp_path / "package")
    assert brought == ["compiler", "headers"]
    assert f"-I{tmp_path}/un packed/headers/usr/include" in shlex.split(settings["CFLAGS"])
