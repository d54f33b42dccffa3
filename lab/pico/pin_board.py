"""The fake board at the pins of the emulated Pico: muxes, sensors, button, lights.

`PinBoard` is the simulator's FakeBoard whose wires end at GPIO: what the ADC converts follows from the levels that the
firmware puts on the address and enable lines, and from when it put them there. Lights are read back from the data line.

    board = PinBoard(seed=7)
    board.attach(mcu)
    board.fault("address", 2, 0)          # S2 stuck low
    board.fault("open", 27)               # GP27 not connected to SIG
"""

from functools import partial

import config as board_config
from companion.sensing.wiring import CHANNELS
from host.sim import physics
from host.sim.fake_board import FakeBoard
from host.sim.wires import Wiring, held_places

SETTLE_NS = 3800  # slowest settling after a change of channel, computed for short wires
_CARRY = 8  # 1/8 of the previous input's charge remains in the first conversion of another
_FLOATING = 300  # resting level of an unconnected pin,
_EBB = 20  # approached by a twentieth per conversion
_PULLED = {"up": 4090, "down": 4}  # level reached with a pull within one conversion
_TEMPERATURE = 876  # channel 4: 27 degrees
LOW, HIGH = 0, 1  # values of GPIOPinState; the others are inputs


class PinBoard(FakeBoard):
    """clashes: how often two muxes of one ADC pin were on at once. unsettled: conversions before the node had settled.

    scans: how many have been taken, which end at the half rail's own pin.
    on_code: called with (mux, channel, code) of each conversion, as the firmware means it; mux 0 is the half rail.
    connected: False while the cable to the sensors' muxes is out.
    """

    def __init__(self, seed=1, magnets="nominal", config=board_config, **physics):
        self.clashes = 0
        self.unsettled = 0
        self.on_code = None
        self.scans = 0
        self.connected = True
        self._shut = False
        self._stale = True
        self._pins = {}  # of each ADC pin, the places of a scan connected to it
        self._meant = {}  # the (mux, channel) that the firmware intends to read there
        self._wiring = Wiring((), config.PIN_SIG)
        super().__init__(seed=seed, magnets=magnets, config=config, **physics)

    def attach(self, mcu, began_ms: float = 0.0) -> None:
        """Wire the board to a Pico, whose clock stands at 0 when the board's stands at `began_ms`."""
        config = self.config
        self._clock = mcu.clock
        self._began_ms = began_ms
        self._gpio = mcu.gpio
        pins = sorted({*config.PIN_SIG, config.PIN_HALF})
        self._held = dict.fromkeys(pins, float(_FLOATING))  # the charge on each ADC pin
        self._before = dict(self._held)  # the level before the last change
        self._changed_ns = dict.fromkeys(pins, -1e12)
        self._last: tuple = (None, None)  # the code converted last, and of what
        self._lines = 0  # levels of the address lines, a bit each
        self._enabled = [False] * len(config.PIN_ENABLE)  # until driven, the resistors on the board keep the muxes off
        self._edge_ns = -1e12
        for line, pin in enumerate(config.PIN_ADDRESS):
            mcu.gpio[pin].add_listener(partial(self._on_address, 1 << line))
        for q, pin in enumerate(config.PIN_ENABLE):
            mcu.gpio[pin].add_listener(partial(self._on_enable, q))
        mcu.gpio[config.PIN_RAIL_OFF].add_listener(self._on_rail)
        self._pins = dict.fromkeys(pins, ())
        self._select()
        mcu.convert_with(self._convert)

    def _rewire(self) -> None:
        # Line faults act here, at the pins, instead of in the fake board's scan.
        self._wiring = Wiring(self._faults, self.config.PIN_SIG)
        self._refresh()
        self._select()

    def pull_test(self) -> list:
        return self._wires.pull_test(held_places(self._wiring))

    # --- the digital side ---------------------------------------------------------------------------------------------

    def _on_address(self, bit: int, new, _old) -> None:
        self._lines = self._lines | bit if new == HIGH else self._lines & ~bit
        self._edge_ns = self._clock.nanos
        self._stale = True

    def _on_enable(self, q: int, new, _old) -> None:
        self._enabled[q] = new == LOW
        self._edge_ns = self._clock.nanos
        self._stale = True
        pins = self.config.PIN_SIG
        on = [pins[other] for other in range(len(pins)) if self._enabled[other]]
        self.clashes += len(on) > len(set(on))

    def _on_rail(self, new, _old) -> None:
        # Shutdown of the regulator is active low, and pulled up. A restart lets the pin go, and does not tell.
        if int(new) == LOW:
            super().fault("rail")
        elif self._shut:
            super().heal("rail")
        self._shut = int(new) == LOW

    def _select(self) -> None:
        """Update which places of a scan are connected to each ADC pin, from the current lines."""
        if not self._pins:
            return  # not attached yet
        self._stale = False
        muxes = range(len(self._enabled))
        meant = [q for q in muxes if self._enabled[q]]
        self._meant = {self.config.PIN_SIG[q]: (q + 1, self._lines) for q in meant}
        self._meant[self.config.PIN_HALF] = (0, 0)
        wiring, lines = self._wiring, self._wiring.reached(self._lines)
        on = wiring.answering([q + 1 for q in meant])
        for pin in self._pins:
            places = tuple([(q - 1) * CHANNELS + lines for q in on if wiring.pins[q - 1] == pin])
            if pin == self.config.PIN_HALF:
                places = (CHANNELS * len(muxes),)
            if pin in wiring.loose:
                places = ()
            if places != self._pins[pin]:
                self._pins[pin] = places
                self._before[pin] = self._held[pin]
                self._changed_ns[pin] = self._edge_ns

    # --- the analog side ----------------------------------------------------------------------------------------------

    def _convert(self, channel: int) -> int:
        if channel > 2:
            return _TEMPERATURE
        if self._stale:
            self._select()
        pin = 26 + channel
        if pin == self.config.PIN_HALF and self._last[1] != (pin, self._pins[pin]):
            self.scans += 1
        code = self._sample(pin)
        if self.on_code and pin in self._meant:
            self.on_code(*self._meant[pin], code)
        return code

    def _sample(self, pin: int) -> int:
        now = self._clock.nanos
        places = self._pins[pin] if self.connected else ()
        if not places:
            code = self._floating(pin)
        elif now - self._changed_ns[pin] < SETTLE_NS:
            self.unsettled += 1
            return int(self._before[pin])
        else:
            now_ms = int(self._began_ms + now / 1e6)
            code = self.code(places[0], now_ms)
            for place in places[1:]:
                code = (code + self.code(place, now_ms)) // 2
            self._held[pin] = code
        before, at = self._last
        self._last = (code, (pin, places))
        if before is not None and at != self._last[1]:
            code = min(physics.CODES - 1, code + (before - code) // _CARRY)
        return code

    def _floating(self, pin: int) -> int:
        pad = self._gpio[pin]
        if pad.pullup_enabled and not pad.pulldown_enabled:
            self._held[pin] = _PULLED["up"]
        elif pad.pulldown_enabled and not pad.pullup_enabled:
            self._held[pin] = _PULLED["down"]
        else:
            self._held[pin] += (_FLOATING - self._held[pin]) / _EBB
        return int(self._held[pin])


class Lights:
    """The WS2812 chain on one pin. pixels: list of (r, g, b) as last latched; frames: (ns, pixels) of each frame.

    bad_bits: pulses outside the WS2812B's guaranteed timing.
    """

    _LATCH_NS = 50_000

    def __init__(self, mcu, pin: int):
        self.frames = []
        self.bad_bits = 0
        self._clock = mcu.clock
        self._fall_ns = 0.0
        self._bits = []
        mcu.measure_pulses(pin, self._on_pulse)

    @property
    def pixels(self) -> list:
        self.latch()
        return self.frames[-1][1] if self.frames else []

    def latch(self) -> None:
        """End the frame if the line has been quiet for long enough."""
        if self._bits and self._clock.nanos - self._fall_ns >= self._LATCH_NS:
            self._frame()

    def _frame(self) -> None:
        bits = "".join(self._bits)
        self._bits = []
        data = int(bits or "0", 2).to_bytes((len(bits) + 7) // 8, "big")
        pixels = [(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data) - 2, 3)]
        self.frames.append((self._fall_ns, pixels))

    def _on_pulse(self, rise_ns: float, fall_ns: float) -> None:
        if rise_ns - self._fall_ns >= self._LATCH_NS and self._bits:
            self._frame()
        high_ns, self._fall_ns = fall_ns - rise_ns, fall_ns
        if high_ns >= self._LATCH_NS:
            return  # held high while the LEDs are off
        self._bits.append("1" if high_ns > 600 else "0")
        if not (200 <= high_ns <= 500 or 650 <= high_ns <= 1000):
            self.bad_bits += 1
