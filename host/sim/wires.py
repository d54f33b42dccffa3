"""The electrical half of the fake board: muxes, their wires and the ADC, from levels to codes.

It knows nothing about pieces: it is given the level at each mux input, and returns the ADC's codes with the present
wiring faults: address lines stuck or swapped, modules that do not answer or never switch off, wires to the wrong
module.

    wires = Wires(config, random.Random(1), noise=1.0)
    wires.set_level(4, 2055.3)            # mux 1 channel 4, in counts
    wires.connect([("address", (2, 0))])  # S2 stuck low
    wires.scan(buffer, supply=65536)
"""

from companion.sensing.wiring import CHANNELS
from host.sim import physics

_FINE = 8  # levels and noise are kept as integers, in eighths of a count, for speed
_NOISE_MAX = 60 * _FINE  # limit of the error of one conversion
_NOISE_LENGTH = 8192
_FLOATING = 300 * _FINE  # the resting level of an unconnected ADC pin,
_EBB = 20  # approached by a twentieth of the way per conversion
_CODES = [0] * _NOISE_MAX + [i // _FINE for i in range(physics.CODES * _FINE)] + [physics.CODES - 1] * 2 * _NOISE_MAX
for _spike in physics.SPIKE_CODES:
    for _i in range((_spike - physics.SPIKE_WIDTH) * _FINE, (_spike + physics.SPIKE_WIDTH) * _FINE):
        _CODES[_NOISE_MAX + _i] = physics.spiked(_i / _FINE)
_PULLED = (4090, 4)  # the levels of an unconnected ADC pin with pull-up and pull-down,
_PULL_PART = 100  # and the part of the way for a driven one, at most: 50 k against less than 500 ohm
SUPPLY_ONE = 65536
OF_WIRES = ("address", "mux", "enable", "swap", "swap_enable", "swap_sig", "open")  # of FakeBoard.FAULTS


def errors(random, noise: float) -> list:
    """The errors of conversions, in eighths of a count, with an offset that makes them indexes into _CODES."""
    gauss, most = random.gauss, _NOISE_MAX
    return [most + max(-most, min(most, round(gauss(0.0, noise * _FINE)))) for _ in range(_NOISE_LENGTH)]


class Wiring:
    """The wiring with these of the fake board's faults, (name, arguments) each.

    pins: the ADC pin of each mux's SIG. loose: the pins that are not connected.
    """

    def __init__(self, faults, pins):
        self.pins = list(pins)
        self._enables = [q + 1 for q in range(len(pins))]  # the mux at each EN
        self._stuck = [0, 0]  # masks of the address lines stuck low and high
        self._crossed = []  # pairs of address lines
        found: dict = {name: set() for name in ("mux", "enable", "open")}
        for name, args in faults:
            if name == "address":
                self._stuck[args[1]] |= 1 << args[0]
            elif name == "swap":
                self._crossed.append((args[0], args[1] if len(args) > 1 else args[0] + 1))
            elif name in ("swap_enable", "swap_sig"):
                wires, one, other = self._enables if name == "swap_enable" else self.pins, args[0] - 1, args[1] - 1
                wires[one], wires[other] = wires[other], wires[one]
            elif name in found:
                found["mux" if name == "enable" and args[1] else name].add(args[0])
        self._silent, self._always_on, self.loose = found["mux"], found["enable"], found["open"]

    def reached(self, channel: int) -> int:
        """The channel that the muxes select when the Pico selects this one."""
        for one, other in self._crossed:
            if (channel >> one ^ channel >> other) & 1:
                channel ^= 1 << one | 1 << other
        return (channel | self._stuck[1]) & ~self._stuck[0]

    def answering(self, driven) -> list:
        """The muxes that answer while the Pico drives the ENs of these."""
        return sorted((self._always_on | {self._enables[q - 1] for q in driven}) - self._silent)


def held_places(wiring: Wiring) -> dict:
    """For each ADC pin that is held with all muxes off, the places that reach it, a list for each channel."""
    held: dict = {}
    for q in wiring.answering(()):
        if wiring.pins[q - 1] not in wiring.loose:
            there = held.setdefault(wiring.pins[q - 1], [[] for _ in range(CHANNELS)])
            for channel in range(CHANNELS):
                there[channel].append((q - 1) * CHANNELS + wiring.reached(channel))
    return held


class Wires:
    """`config` says what is wired to which pin; `noise` is the standard deviation of one conversion, in counts."""

    def __init__(self, config, random, noise: float):
        self._config = config
        self._random = random
        self._levels = [0] * (CHANNELS * len(config.MUXES) + 1)
        self._noise = errors(random, noise)
        self._pins = [pin for pin in config.PIN_SIG for _ in range(CHANNELS)] + [config.PIN_HALF]
        self._held = dict.fromkeys(self._pins, _FLOATING)  # charge left on each ADC pin
        self._hold = {}  # for each channel, the places whose levels reach an ADC pin even with all muxes off, by pin
        self._reach: list = None  # with faulty wires: for each place, the places whose levels combine at the pin

    def set_level(self, slot: int, counts: float) -> None:
        """Set the level at one place of a scan, in counts, limited to the ADC's range."""
        self._levels[slot] = int(min(max(counts, 0.0), physics.CODES - 1.0) * _FINE)

    def level(self, slot: int) -> int:
        """The level at one place of a scan, in whole counts, regardless of the wires."""
        return self._levels[slot] // _FINE

    def connect(self, faults) -> None:
        """Rewire by those of the fake board's faults, (name, arguments) each, that are in OF_WIRES."""
        self._reach = None
        self._hold = {}
        faults = [fault for fault in faults if fault[0] in OF_WIRES]
        if not faults:
            return
        meant = self._config.PIN_SIG
        wiring = Wiring(faults, meant)
        self._reach = []
        for slot in range(len(self._levels) - 1):
            q, channel = slot // CHANNELS, wiring.reached(slot % CHANNELS)
            # The driver enables one mux of each ADC pin at a time.
            together = [p + 1 for p in range(len(meant)) if _turn(meant, p) == _turn(meant, q)]
            there = wiring.answering(together) if meant[q] not in wiring.loose else []
            self._reach.append([(p - 1) * CHANNELS + channel for p in there if wiring.pins[p - 1] == meant[q]])
        self._reach.append([] if self._config.PIN_HALF in wiring.loose else [len(self._levels) - 1])
        self._hold = held_places(wiring)

    def pull_test(self, hold=None) -> list:
        """As the driver's: with all muxes off, (GP number, code with pull-up, with pull-down, by channel) of each
        pin. hold: the places that reach each pin, if not those of these wires."""
        found = []
        for pin in sorted(set(self._config.PIN_SIG)):
            held = (self._hold if hold is None else hold).get(pin)
            if held:
                codes = tuple([sum([self._levels[slot] for slot in there]) // len(there) // _FINE for there in held])
                level = codes[0]  # the driver leaves channel 0 selected
                found.append((pin, level + (physics.CODES - level) // _PULL_PART, level - level // _PULL_PART, codes))
            else:
                found.append((pin,) + _PULLED + ((),))
        return found

    def convert(self, slot: int, supply: int) -> int:
        """One conversion at one place of a scan, at this ratio of the supply to its mean (65536: at the mean)."""
        at = self._random.randrange(_NOISE_LENGTH)
        return _CODES[(self._at_pin(slot) * supply >> 16) + self._noise[at]]

    def scan(self, buffer, supply: int) -> None:
        """Fill `buffer` with one code per place, the mean of SAMPLES conversions."""
        samples, noise, codes, levels = self._config.SAMPLES, self._noise, _CODES, self._levels
        if self._reach is not None:
            levels = [self._at_pin(slot) for slot in range(len(levels))]
        at = self._random.randrange(_NOISE_LENGTH)
        slot = 0
        for level in levels:
            if at > _NOISE_LENGTH - samples:
                at = 0
            level = level * supply >> 16
            if samples == 4:  # written out, for most of a simulation's time is spent here
                total = codes[level + noise[at]] + codes[level + noise[at + 1]]
                total += codes[level + noise[at + 2]] + codes[level + noise[at + 3]]
            else:
                total = sum([codes[level + error] for error in noise[at : at + samples]])
            at += samples
            buffer[slot] = (total + (samples >> 1)) // samples
            slot += 1

    def _at_pin(self, slot) -> int:
        # Combined levels settle at their mean; on an unconnected pin the remaining charge leaks away.
        if self._reach is None:
            return self._levels[slot]
        reach = self._reach[slot]
        pin = self._pins[slot]
        if len(reach) == 1:
            self._held[pin] = self._levels[reach[0]]
        elif reach:
            self._held[pin] = sum([self._levels[other] for other in reach]) // len(reach)
        else:
            self._held[pin] += (_FLOATING - self._held[pin]) // _EBB
        return self._held[pin]


def _turn(pins, q: int) -> int:
    # muxes of one ADC pin take turns: this one's index among them
    return pins[:q].count(pins[q])
