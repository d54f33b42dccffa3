"""The mux scan: 65 codes of all holes and references, read straight from the chip's registers.

Muxes that hang on different ADC pins are on together, so that two channels settle at once; those of one pin take turns,
the one off before the other is on. After a change of channel: wait, throw one conversion away, average the next.

    >>> scan = Scan(config, machine, RP2040)
    >>> scan.read()[0]          # channel 0 of mux 1
    3

Registers rather than machine.Pin and machine.ADC because that is what makes a scan take 2 ms instead of 8, and because
nothing is allocated.
"""

from array import array

try:
    from micropython import const
except ImportError:
    from picohw import viper as micropython
    from picohw.viper import const, ptr16, ptr32


_CS = const(0)  # words from the ADC's first
_RESULT = const(1)
_START = const(0x5)  # CS: on, and convert once
_READY = const(0x100)
_INPUT = const(12)  # CS: place of the input's number
_FIRST_PIN = const(26)  # GP26 is input 0

_CHANNELS = const(16)
_FREE_UP = const(3000)  # a pin with nothing at it goes above this with its pull-up,
_FREE_DOWN = const(1000)  # and below this with its pull-down
_PULL_READS = 100  # at least 200 us; a pull of 80 k moves a node of 200 pF in five time constants of 16 us

# Places in the plan of a scan, see Scan._plan.
_ENABLES = const(0)
_ADDRESS = const(1)
_SETTLE = const(2)  # turns of the empty loop
_WAIT = const(3)  # turns of the empty loop
_SAMPLES = const(4)
_PASSES = const(5)
_OUT = const(6)  # words from the first of the pins' registers: outputs, and what sets, clears and turns them over
_SET = const(7)
_CLEAR = const(8)
_XOR = const(9)
_MASKS = const(10)  # address pins to be high, by channel
# Of each pass: enables to be low, channels, pins; and of each pin: word for CS, first place in the scan.
_FIRST_PASS = const(26)


@micropython.viper
def _run(plan: ptr32, codes: ptr16, sio: ptr32, adc: ptr32):
    samples = plan[_SAMPLES]
    out = plan[_OUT]
    out_set = plan[_SET]
    out_clear = plan[_CLEAR]
    out_xor = plan[_XOR]
    at = _FIRST_PASS
    passes = plan[_PASSES]
    while passes > 0:
        passes -= 1
        enables = plan[at]
        channels = plan[at + 1]
        pins_end = at + 3 + 2 * plan[at + 2]
        sio[out_set] = plan[_ENABLES]
        channel = 0
        while channel < channels:
            # One write, so that no other channel is selected in between.
            sio[out_xor] = (sio[out] ^ plan[_MASKS + channel]) & plan[_ADDRESS]
            sio[out_clear] = enables
            n = plan[_SETTLE]
            while n > 0:
                n -= 1
            pin = at + 3
            while pin < pins_end:
                total = samples >> 1
                take = samples
                while take >= 0:
                    adc[_CS] = plan[pin]
                    n = plan[_WAIT]
                    while n > 0:
                        n -= 1
                    while adc[_CS] & _READY == 0:
                        pass
                    if take < samples:
                        total += adc[_RESULT] & 0xFFF
                    take -= 1
                codes[plan[pin + 1] + channel] = total // samples
                pin += 2
            channel += 1
        at = pins_end
    sio[out_set] = plan[_ENABLES]


def make_plan(config, chip, cycles_us: int):
    """What `_run` goes by, array('i'): pins and settling from the config, waits for a `chip` of `cycles_us` MHz."""
    passes = []
    waiting = list(range(len(config.PIN_SIG)))
    while waiting:
        together = []  # one mux of each ADC pin
        for q in waiting:
            if config.PIN_SIG[q] not in [config.PIN_SIG[other] for other in together]:
                together.append(q)
        waiting = [q for q in waiting if q not in together]
        places = [(config.PIN_SIG[q], q * _CHANNELS) for q in together]
        passes.append((_mask([config.PIN_ENABLE[q] for q in together]), _CHANNELS, places))
    passes.append((0, 1, [(config.PIN_HALF, len(config.PIN_SIG) * _CHANNELS)]))
    plan = [_mask(config.PIN_ENABLE), _mask(config.PIN_ADDRESS)]
    plan += [config.SETTLE_US * cycles_us // chip.loop_cycles + 1, chip.adc_cycles // chip.loop_cycles]
    plan += [config.SAMPLES, len(passes), chip.out, chip.out_set, chip.out_clear, chip.out_xor]
    for channel in range(_CHANNELS):
        plan.append(_mask([config.PIN_ADDRESS[i] for i in range(len(config.PIN_ADDRESS)) if channel >> i & 1]))
    for enables, channels, places in passes:
        plan += [enables, channels, len(places)]
        for pin, place in places:
            plan += [_START | (pin - _FIRST_PIN) << _INPUT, place]
    return array("i", plan)


def _mask(pins) -> int:
    mask = 0
    for pin in pins:
        mask |= 1 << pin
    return mask


class Scan:
    """Owns the address, enable and ADC pins. `codes`, array('H'), is the last scan.

    machine: the module. chip: picohw.chip's. sio, adc: the registers, if not those of the chip, as in a test.
    """

    def __init__(self, config, machine, chip, sio=None, adc=None):
        self._machine = machine
        self._latch = chip.latch
        self._sio = chip.sio if sio is None else sio
        self._adc = chip.adc if adc is None else adc
        # All muxes off before anything else: two of them on one ADC pin would fight.
        self._enables = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in config.PIN_ENABLE]
        self._address = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in config.PIN_ADDRESS]
        self._mux_pins = config.PIN_SIG
        self._half = config.PIN_HALF
        self._sig = sorted(set(config.PIN_SIG))
        for pin in self._sig + [config.PIN_HALF]:
            machine.ADC(machine.Pin(pin))
        self._plan = make_plan(config, chip, machine.freq() // 1000000)
        self.codes = array("H", [0] * (len(config.MUXES) * _CHANNELS + 1))

    def read(self):
        """Take a scan and return `codes`: codes[(q - 1) * 16 + c] is channel c of mux q, codes[64] the half rail."""
        _run(self._plan, self.codes, self._sio, self._adc)
        return self.codes

    def pull_test(self) -> list:
        """With all muxes off, (GP number, code with the pull-up, code with the pull-down, codes) of each SIG pin.

        A free node follows the pin's pulls of 50 to 80 k nearly to the rails; a mux that never switches off holds it.
        Then codes are what it puts there, by channel. None with the pull-down where the chip itself may hold the pin
        (`latch` of picohw.chip).
        """
        machine = self._machine
        found = []
        for pin in self._sig:
            adc = machine.ADC(pin - _FIRST_PIN)
            up = self._pulled(pin, machine.Pin.PULL_UP, adc)
            down = self._pulled(pin, machine.Pin.PULL_DOWN, adc)
            latch = self._latch
            machine.ADC(machine.Pin(pin))
            latched = latch and latch[0] <= down <= latch[1]
            held = up < _FREE_UP or down > _FREE_DOWN and not latched
            found.append((pin, up, None if latched else down, self._by_channel(adc) if held else ()))
        return found

    def _by_channel(self, adc) -> tuple:
        codes = []
        for channel in range(_CHANNELS):
            for line in range(len(self._address)):
                self._address[line].value(channel >> line & 1)
            adc.read_u16()  # the first is thrown away, as in a scan
            codes.append(adc.read_u16() >> 4)
        for pin in self._address:
            pin.value(0)
        return tuple(codes)

    def present(self) -> bool:
        """Whether anything hangs on the ADC pins, a mux that answers or the half rail: else it is the dice alone."""
        machine = self._machine
        pull = machine.Pin.PULL_UP, machine.Pin.PULL_DOWN
        half = machine.ADC(self._half - _FIRST_PIN)
        there = self._pulled(self._half, pull[0], half) < _FREE_UP
        there = there or self._latch is None and self._pulled(self._half, pull[1], half) > _FREE_DOWN
        machine.ADC(machine.Pin(self._half))
        for pin in self._address:
            pin.value(0)
        for q in range(len(self._enables)):
            # A mux that answers puts GND on its pin.
            self._enables[q].value(0)
            sig = self._mux_pins[q]
            there = there or self._pulled(sig, pull[0], machine.ADC(sig - _FIRST_PIN)) < _FREE_UP
            self._enables[q].value(1)
            machine.ADC(machine.Pin(sig))
        return there

    def _pulled(self, pin: int, pull: int, adc) -> int:
        self._machine.Pin(pin, self._machine.Pin.IN, pull)
        code = 0
        for _ in range(_PULL_READS):
            code = adc.read_u16() >> 4
        return code

    def deinit(self) -> None:
        """All muxes off, held by their pull-ups; the address lines let go."""
        for pin in self._enables + self._address:
            pin.init(self._machine.Pin.IN)
