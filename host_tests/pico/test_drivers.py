"""The drivers on the emulated Pico: the boot into the game, and what happens when something goes wrong on the board.

These tests cause failures by a `boot.py` in the board's file system, which runs before the frozen program.
"""

import json

import pytest

import config
from lab.pico.bench import Rig
from lab.pico.flash import make_files, read_files
from lab.pico_bench import conversions, longest_ms, starts_of

# Replaces the application's step from the 20th on; `{what}` is a statement.
WRENCH = """
import companion.app
count = 0
def step(self, now, scan, down):
    global count
    count += 1
    if count > 20:
        {what}
    return whole(self, now, scan, down)
whole = companion.app.App.step
companion.app.App.step = step
"""


FIRED = """
import machine
fired = machine.reset_cause() == machine.WDT_RESET
count = 0
"""


def booted(image, **modules) -> Rig:
    """A board set up for a game; its file system has these modules."""
    return Rig(image, files=make_files({name + ".py": text for name, text in modules.items()}))


def said(rig, start=0) -> list:
    """The events that the host has received."""
    lines = bytes(rig.port.received[start:]).decode().split("\n")
    return [json.loads(line) for line in lines[:-1] if line.startswith("{")]


def names(events) -> list:
    return [event["ev"] for event in events if event["ev"] not in ("lights", "occupancy")]


def test_the_game_goes_on_when_nobody_reads_and_ctrl_c_gives_the_repl_for_good(image):
    rig = booted(image)
    rig.run_until(lambda: rig.port.connected)
    rig.port.listen(False)
    rig.run_ms(200)
    rig.port.send(b'{"do": "state"}\n' * 40)
    times = conversions(rig)
    rig.run_ms(1000)
    assert longest_ms([times[k] for k in starts_of(times)]) < 100, "MicroPython's own print would wait 500 ms"
    assert not rig.port.received
    rig.port.listen(True)
    rig.run_ms(600)
    events = said(rig)
    assert names(events)[0] == "hello"
    assert len(events) == bytes(rig.port.received).count(b"\n"), "whole lines only"
    assert any("lost" in event.get("what", "") for event in events)
    assert names(events).count("state") > 5
    rig.port.send(b'"\x03"\n')  # ignored within a line of noise
    rig.run_ms(200)
    assert names(said(rig))[-1] == "error"
    rig.port.send(b"\r\x03")  # as mpremote does
    rig.run_ms(10)
    rig.port.send(b"\r\x01")
    rig.run_until(lambda: b"raw REPL; CTRL-B to exit\r\n>" in rig.port.received)
    rig.run_ms(2 * config.WATCHDOG_MS)
    assert rig.resets == [], "the watchdog is off"
    assert not any(any(pixel) for pixel in rig.pixels), "and the lights"


def test_a_crash_restarts_and_three_are_enough(image):
    rig = booted(image, boot=WRENCH.format(what="if scan is not None: raise RuntimeError('a wrench')"))
    rig.run_until(lambda: b"safe mode after repeated failures" in rig.port.received)
    assert [kind for _, kind in rig.resets] == ["reset"] * 3
    crashes = [event for event in said(rig) if event.get("what", "").startswith("crash")]
    assert [event["what"] for event in crashes] == ["crash: RuntimeError a wrench"] * 3
    assert b"RuntimeError: a wrench" in read_files(rig.flash())["crash.txt"]
    start = len(rig.port.received)
    rig.run_ms(500)
    rig.press(100, 300)
    rig.port.send(b'{"do": "state"}\n')
    rig.run_ms(200)
    assert names(said(rig, start)) == ["throw", "state"], "the roller and the console still serve"
    assert len(rig.resets) == 3


@pytest.mark.nightly
def test_a_crash_in_safe_mode_ends_in_the_repl(image):
    rig = booted(image, boot=WRENCH.format(what="raise RuntimeError('a wrench')"))
    rig.run_until(lambda: b">>> " in rig.port.received)
    assert len(rig.resets) == 3
    rig.run_ms(2 * config.WATCHDOG_MS)
    assert len(rig.resets) == 3


def test_a_hang_is_ended_by_the_watchdog(image):
    wrench = WRENCH.format(what="while count < 30 and not fired: pass").replace("count = 0", FIRED)
    rig = booted(image, boot=wrench, config="WATCHDOG_MS = 900\n")
    rig.run_until(lambda: b"the program hung" in rig.port.received)
    assert [kind for _, kind in rig.resets] == ["timer"]
    rig.run_ms(500)
    assert len(rig.resets) == 1
