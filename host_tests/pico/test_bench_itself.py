"""The bench before what it measures: flash, pins, time and the twin of the table are what they are said to be."""

import pytest

import config
from companion.sensing.wiring import CHANNELS
from lab.pico.flash import FlashError, read_files, replay
from lab.pico.pin_board import LOW, Lights, PinBoard

HIGH = 1


class Pin:
    """A GPIO pin to write on: tells its listeners."""

    def __init__(self):
        self.listeners = []
        self.level = 2
        self.pullup_enabled = self.pulldown_enabled = False

    def add_listener(self, listener):
        self.listeners.append(listener)

    def write(self, level: int):
        before, self.level = self.level, level
        for listener in self.listeners:
            listener(level, before)


class Bare:
    """A microcontroller without a program: pins, a clock, an ADC."""

    def __init__(self):
        self.gpio = [Pin() for _ in range(30)]
        self.clock = self
        self.nanos = 0.0

    def convert_with(self, sample):
        self.convert = sample

    def address(self, channel: int):
        for line, pin in enumerate(config.PIN_ADDRESS):
            self.gpio[pin].write(channel >> line & 1)

    def enable(self, *muxes: int):
        for q, pin in enumerate(config.PIN_ENABLE):
            self.gpio[pin].write(LOW if q + 1 in muxes else HIGH)

    def read(self, pin: int, channel: int = None, *muxes: int, wait_us: int = 20) -> int:
        """The second conversion after a change, as the drivers take it."""
        if muxes:
            self.enable()
            self.address(channel)
            self.enable(*muxes)
        self.nanos += 1000 * wait_us
        self.convert(pin - 26)
        self.nanos += 2000
        return self.convert(pin - 26)


@pytest.fixture
def bench() -> tuple:
    """(Bare, PinBoard) of a quiet board in the start position."""
    bare, board = Bare(), PinBoard(seed=1, noise=0.0, drift=False)
    board.setup("start")
    board.attach(bare)
    return bare, board


# --- pins and ADC -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", [1, 2, 3, 4])
def test_every_channel_gives_what_the_fake_board_has_there(bench, q):
    bare, board = bench
    for channel in range(CHANNELS):
        want = board.code(q, channel, 0)
        assert abs(bare.read(config.PIN_SIG[q - 1], channel, q) - want) <= 2, channel
    assert board.clashes == board.unsettled == 0


def test_a_pin_without_a_mux_floats_and_follows_its_pulls(bench):
    bare, board = bench
    bare.read(26, 1, 1)
    bare.enable()
    floating = [bare.read(26) for _ in range(100)]
    assert floating[0] > 3000 and floating[-1] < 400
    bare.gpio[26].pullup_enabled = True
    assert bare.read(26) > 4000
    bare.gpio[26].pullup_enabled, bare.gpio[26].pulldown_enabled = False, True
    assert bare.read(26) < 50
    board.fault("enable", 1, LOW)
    bare.address(1)
    assert bare.read(26) > 3900  # held by the mux that is never off


@pytest.mark.parametrize(
    "fault, pin, meant, reached",
    [
        (("address", 2, 1), 26, (1, 1), (1, 5)),
        (("address", 0, 0), 27, (3, 1), (3, 0)),
        (("swap", 0), 26, (2, 1), (2, 2)),
        (("swap", 1, 3), 26, (2, 2), (2, 8)),
        (("swap_enable", 1, 2), 26, (1, 4), (2, 4)),
    ],
)
def test_a_broken_wire_reaches_another_channel(bench, fault, pin, meant, reached):
    bare, board = bench
    board.fault(*fault)
    assert abs(bare.read(pin, meant[1], meant[0]) - board.code(*reached, 0)) <= 2
    board.heal()
    assert abs(bare.read(pin, meant[1], meant[0]) - board.code(*meant, 0)) <= 2


# --- lights -----------------------------------------------------------------------------------------------------------


def test_pulses_become_pixels():
    bare = Bare()
    lights = Lights(bare, config.PIN_PIXELS)
    pin = bare.gpio[config.PIN_PIXELS]

    def send(data: bytes):
        for byte in data:
            for bit in range(7, -1, -1):
                pin.write(HIGH)
                bare.nanos += 800 if byte >> bit & 1 else 400
                pin.write(LOW)
                bare.nanos += 450

    send(bytes((2, 1, 3, 0x80, 0xFF, 0)))
    assert lights.pixels == []  # not latched yet
    bare.nanos += 60_000
    assert lights.pixels == [(1, 2, 3), (0xFF, 0x80, 0)] and lights.bad_bits == 0
    pin.write(HIGH)
    bare.nanos += 570
    pin.write(LOW)
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
    from lab.pico.bench import Rig

    board = PinBoard(seed=5)
    board.setup("start")
    rig = Rig(image, board=board, seed=5)
    rig.run_until_text(b"opening")
    for _ in range(3):
        rig.button(True)
        rig.run_ms(60)
        rig.button(False)
        rig.run_ms(200)
    rig.run_ms(1)
    return bytes(rig.port.received), rig.instructions, rig.lights.frames, rig.flash()


def test_the_same_actions_give_the_same_bytes(image):
    one, other = _story(image), _story(image)
    assert one == other
    assert one[0].count(b'"throw"') >= 3


def test_a_cut_stops_everything_and_tears_the_operation(image):
    from lab.pico.bench import BenchError, Rig

    rig = Rig(image)
    before = rig.flash()
    rig.run_until_text(b"hello")
    rig.flash_log.cut_after = len(rig.flash_log.operations) + 2
    rig.flash_log.torn = 0.5
    with pytest.raises(BenchError):
        rig.execute("with open('x', 'w') as f: f.write('y' * 5000)")
    assert rig.off and rig.flash() == replay(before, rig.flash_log.operations, torn=0.5)
    at = rig.now_ms
    rig.run_ms(100)
    assert rig.now_ms == at
