"""The sleep of the dice alone on the emulated Pico: from the dark to the press, on cells."""

import pytest

import config
from lab.pico.bench import Rig
from lab.pico.flash import make_files
from lab.pico.pin_board import PinBoard

VBUS = 24
RESTS_SOON = "import companion.session.session as session\nsession.REST_MS = 1200\n"


def falls_asleep(rig):
    rig.run_until(lambda: rig.dormant.asleep, timeout_ms=4000)
    high = {pin: bool(rig.mcu.sio.gpio_value >> pin & 1) for pin in range(30)}
    assert not any(map(any, rig.pixels)), "the lights went out before"
    assert not high[config.PIN_RAIL_OFF] and not high[config.PIN_HEARTBEAT], "nothing draws that need not"
    assert high[config.PIN_PIXELS], "the LEDs find no ground through their data line"


def test_the_dice_alone_stand_still_in_the_dark_until_a_press_or_a_plug(image):
    rig = Rig(image, board=PinBoard(seed=1), files=make_files({"boot.py": RESTS_SOON}), usb="cells")
    rig.board.connected = False
    rig.run_until(lambda: any(map(any, rig.pixels)))
    rig.run_ms(200)  # a button held as it starts counts only once it has been let go
    rig.press(60, 60)
    rig.run_ms(config.ROLL_MS + 100)
    thrown = rig.pixels
    falls_asleep(rig)
    began_ms, slept_ns = rig.now_ms, rig.dormant.slept_ns
    rig.run_ms(60_000)
    assert (rig.dormant.slept_ns - slept_ns) / 1e6 / (rig.now_ms - began_ms) > 0.999, "it wakes for nothing but a press"
    assert rig.resets == [], "the watchdog waits too"
    rig.press(60, 60)
    rig.run_ms(100)
    assert rig.mcu.sio.gpio_value >> config.PIN_RAIL_OFF & 1, "the LEDs have power again"
    assert rig.pixels == thrown != [], "the press that wakes it lights up, and throws nothing"
    assert rig.lights.bad_bits == 0
    rig.press(60, 60)
    rig.run_until(lambda: rig.pixels != thrown, timeout_ms=config.ROLL_MS)  # the next one throws
    falls_asleep(rig)
    rig.run_ms(5000)
    assert rig.dormant.asleep
    rig.press(2, 60)
    rig.run_ms(1000)
    assert rig.dormant.asleep and not any(map(any, rig.pixels)), "a bounce does not wake the lights"
    rig.mcu.gpio[VBUS].set_input_value(True)
    rig.run_ms(20)
    falls = rig.dormant.falls
    rig.run_ms(4000)
    assert not rig.dormant.asleep and rig.dormant.falls == falls, "with power over USB it never sleeps"
    rig.mcu.gpio[VBUS].set_input_value(False)
    falls_asleep(rig)
    rig.button(True)
    rig.run_ms(6000)
    assert not rig.dormant.asleep and rig.resets == [], "a button stuck down does not hang it"


@pytest.mark.parametrize("wakes", ["piece", "press"])
def test_a_game_left_alone_goes_dark_its_sensors_off_between_looks_and_wakes_within_300_ms(image, wakes):
    board = PinBoard(seed=1)
    board.setup("start")
    files = make_files({"boot.py": RESTS_SOON, "config.py": "HAS_RAIL_SWITCH = True\n"})
    rig = Rig(image, board=board, files=files)
    rig.run_until(lambda: any(map(any, rig.pixels)))
    rig.run_until(lambda: not any(map(any, rig.pixels)), timeout_ms=8000)
    rig.run_ms(300)
    levels = []
    for _ in range(1000):
        rig.run_ms(1)
        levels.append(rig.mcu.sio.gpio_value >> config.PIN_RAIL_OFF & 1)
    assert sum(levels) <= 100, "the sensors have power for less than a tenth of the time"
    assert not any(map(any, rig.pixels)), "and nothing wakes it"
    began_ms = rig.now_ms
    if wakes == "piece":
        board.lift(4)
    else:
        rig.button(True)
    rig.run_until(lambda: any(map(any, rig.pixels)), timeout_ms=1000)
    assert rig.now_ms - began_ms <= 300
    rig.button(False)
    rig.run_ms(500)
    assert rig.mcu.sio.gpio_value >> config.PIN_RAIL_OFF & 1, "the sensors have power again"
    assert not rig.resets
