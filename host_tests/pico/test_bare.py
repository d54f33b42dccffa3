"""A Pico with nothing on it, on the emulated one: BOOTSEL throws, the LED blinks the dice."""

import json

import config
from lab.pico.bench import Rig
from lab.pico.pin_board import PinBoard

SELECT = 1  # of the flash's pins, the one that BOOTSEL pulls down
STEP_MS = 20


def press(rig):
    """BOOTSEL, for as long as a finger takes."""
    pin = rig.mcu.qspi[SELECT]
    pin.set_input_value(False)
    rig.run_ms(100)
    pin.release_input()
    rig.run_ms(config.ROLL_MS + 500)  # the LED flickers


def thrown(rig) -> list:
    """All throws that the board has sent."""
    events = [json.loads(line) for line in rig.port.received.splitlines() if line.startswith(b"{")]
    return [event["throw"] for event in events if event["ev"] == "throw"]


def blinked(rig) -> str:
    """The dice that the LED shows between two long pauses, counted as in the guide."""
    dark = []  # ms without light before each blink
    was, quiet = True, 0
    for _ in range(16_000 // STEP_MS):
        if sum(ms > 2000 for ms in dark) == 2:
            break
        rig.run_ms(STEP_MS)
        lit = rig.mcu.sio.gpio_value >> config.PIN_HEARTBEAT & 1
        if lit and not was:
            dark.append(quiet)
        was, quiet = lit, 0 if lit else quiet + STEP_MS
    first, second = [n for n, ms in enumerate(dark) if ms > 2000][:2]
    dice = []
    for ms in dark[first:second]:
        if ms > 1000:
            dice.append(0)
        dice[-1] += 1
    return "".join(map(str, dice))


def test_bootsel_throws_and_the_led_blinks_the_dice(image):
    rig = Rig(image, board=PinBoard(seed=1))
    rig.board.connected = False
    rig.run_until(lambda: b'"hello"' in rig.port.received)
    rig.run_ms(300)
    assert thrown(rig) == []
    for throws in (1, 2, 3):
        press(rig)
        assert len(thrown(rig)) == throws
        if throws != 2:
            assert sorted(blinked(rig)) == sorted(thrown(rig)[-1])
    assert len(set(thrown(rig))) > 1 and not rig.resets


def test_the_button_at_its_pin_throws_too(image):
    rig = Rig(image, board=PinBoard(seed=1))
    rig.board.connected = False
    rig.run_until(lambda: b'"hello"' in rig.port.received)
    rig.run_ms(300)
    rig.press(100, 200)
    assert len(thrown(rig)) == 1
