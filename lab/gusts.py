"""Gusts: short noise on the supply, the lights and the wires, as it shifts the codes of a scan while it is being made.

What a sound board gets from its own lights and from a USB hub is small: the sensors have a regulator of their own, and
the half rail takes away what is slow. The rough kinds are therefore not measured anywhere but chosen: so strong that a
single scan is wrong, and of all lengths, so that ways to debounce can be told apart. A kind says by how much a
conversion at any instant is off, in parts of the supply and in counts.

    gust = draw_gust(random.Random(1), "plug")
    gust.shift(now_ms)          # (part of the supply, counts)
"""

import math
import random
from array import array

from companion.sensing.wiring import CHANNELS
from host.sim import physics

CABLE_OHM = 0.43  # 1 m of 28 AWG drops 0.35 V at 812 mA
LIGHTS_A = 0.157  # all 57 LEDs at their cap
DROOP_V = 0.33  # that a device plugged in beside may cause at a USB hub (USB 2.0, 7.2.4.1)
REJECTED = 10.0  # by the sensors' regulator, 20 dB, as is usual of such above 100 kHz; below 1 kHz it is 60 dB
RAIL_V = 3.3
SCAN_CHANNEL_MS = 0.049  # from one channel to the next: a scan of 1.6 ms, two muxes after two others
ROUGH_COUNTS = (100.0, 600.0)  # the margins of a reading are 139 counts (empty) and 196 (a piece) at the worst corner

KINDS = {
    "lights": "all LEDs on and off at their rate, 430 to 2000 Hz, for 20 to 800 ms: 68 mV on VBUS, 2 in 1000 left",
    "plug": "a device plugged in beside, 330 mV on VBUS for 0.1 to 20 ms: 1 in 100 left",
    "supply": "the sensors' supply off by 5 to 30 in 100 for 0.1 to 100 ms (no sound board does that)",
    "ground": "all inputs off by 100 to 600 counts for 0.1 to 100 ms",
    "ringing": "all inputs off by up to 100 to 600 counts, each conversion otherwise, for 0.1 to 100 ms",
    "sparks": "IEC 61000-4-4: 15 ms of spikes at 5 kHz, or 0.75 ms at 100 kHz; a conversion is hit for 2 us",
    "phone": "pick-up of a GSM phone, 0.577 of every 4.615 ms for 0.2 s, 100 to 600 counts",
    "one wire": "one hole alone, off by 100 to 600 counts for 1 to 500 ms: a contact, or whatever passes over it",
}
COMMON = tuple(kind for kind in KINDS if kind != "one wire")


class Gust:
    """Noise from `start_ms` for `length_ms`. shift: of the ms since then; hole: the one that is struck, if not all.

    fast: whether conversions 2 us apart differ.
    """

    def __init__(self, length_ms: float, shift, hole: int = -1, fast: bool = False):
        self.start_ms = 0.0
        self.length_ms = length_ms
        self.hole = hole
        self.fast = fast
        self._shift = shift

    @property
    def end_ms(self) -> float:
        return self.start_ms + self.length_ms

    def blow(self, codes: array, at_ms: float, config, slots: bytes) -> None:
        """Shift the codes of a scan that begins at this time: each by the mean of its conversions."""
        for slot in range(len(codes)):
            began_ms = at_ms + slot_ms(slot)
            if began_ms + SCAN_CHANNEL_MS < self.start_ms or began_ms > self.end_ms:
                continue
            if self.hole >= 0 and slot != slots[self.hole]:
                continue
            total = 0.0
            samples = config.SAMPLES if self.fast else 1
            for k in range(samples):
                # after 20 us of settling and one conversion thrown away, one each 2 us, two pins after each other
                now_ms = began_ms + 0.022 + 0.002 * k
                part, counts = (0.0, 0.0)
                if self.start_ms <= now_ms < self.end_ms:
                    part, counts = self._shift(now_ms - self.start_ms)
                total += min(max(codes[slot] * (1.0 + part) + counts, 0.0), physics.CODES - 1.0)
            codes[slot] = round(total / samples)


def slot_ms(slot: int) -> float:
    """When in a scan this place of it is converted: mux 1 with mux 3, then mux 2 with mux 4, then the half rail."""
    mux, channel = divmod(slot, CHANNELS)
    if mux == 4:
        return 2 * CHANNELS * SCAN_CHANNEL_MS
    return (mux % 2 * CHANNELS + channel) * SCAN_CHANNEL_MS + mux // 2 * 0.012


def draw_gust(draw, kind: str) -> Gust:
    """A gust of one of KINDS; `draw` is a random.Random."""
    sign = draw.choice((-1.0, 1.0))
    rough = sign * draw.uniform(*ROUGH_COUNTS)
    if kind == "lights":
        part, period_ms = LIGHTS_A * CABLE_OHM / REJECTED / RAIL_V, 1000 / draw.uniform(430, 2000)
        return Gust(_between(draw, 20, 800), lambda ms: (-part if ms % period_ms < period_ms / 2 else 0.0, 0.0))
    if kind == "plug":
        length_ms = _between(draw, 0.1, 20)
        return Gust(length_ms, lambda ms: (-DROOP_V / REJECTED / RAIL_V * (1 - ms / length_ms), 0.0))
    if kind == "supply":
        part = sign * draw.uniform(0.05, 0.3)
        return Gust(_between(draw, 0.1, 100), lambda ms: (part, 0.0))
    if kind == "ground":
        return Gust(_between(draw, 0.1, 100), lambda ms: (0.0, rough))
    if kind == "ringing":
        ring = random.Random(draw.random())  # its own, or how often it is read would make the next gusts others
        return Gust(_between(draw, 0.1, 100), lambda ms: (0.0, ring.uniform(-rough, rough)), fast=True)
    if kind == "sparks":
        length_ms, period_ms = draw.choice(((15.0, 0.2), (0.75, 0.01)))
        period_ms *= draw.uniform(0.95, 1.05)
        spikes = draw.uniform(-1.0, 1.0) * physics.CODES
        return Gust(length_ms, lambda ms: (0.0, spikes if ms % period_ms < 0.002 else 0.0), fast=True)
    if kind == "phone":
        return Gust(200.0, lambda ms: (0.0, rough if ms % 4.615 < 0.577 else 0.0))
    if kind == "one wire":
        return Gust(_between(draw, 1, 500), lambda ms: (0.0, rough), draw.randrange(49))
    raise ValueError("gust %r: expected one of %s" % (kind, ", ".join(KINDS)))


def _between(draw, low: float, high: float) -> float:
    # short ones are as frequent as long ones, each in its scale
    return math.exp(draw.uniform(math.log(low), math.log(high)))
