"""A Pico's `machine` for tests on a host: pins, ADC, PWM, watchdog and registers as small classes that remember.

    >>> machine = Machine()
    >>> machine.Pin(2, machine.Pin.OUT, value=1)
    >>> machine.level[2]
    1

`Muxes` simulates the real wiring behind the scan's registers: a conversion depends on the levels of the address and
enable pins; two muxes driving one pin, or an unsettled channel, are recorded as errors.
"""

ADC_FIRST_PIN = 26


class Machine:
    """Stands in for the module: `level` and `mode` by GP number; `codes` gives the 12-bit code of an ADC input."""

    def __init__(self):
        self.level = {}
        self.mode = {}
        self.made = []  # (pin, mode, level) of every Pin
        self.pull = {}
        self.irqs = {}
        self.frames = []  # (pin, timing, bytes) of every bitstream
        self.tones = []  # (pin, Hz, duty) as they change
        self.mem32 = Words()
        self.watchdogs = []
        self.codes = lambda adc: 2048
        machine = self

        class Pin:
            IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 2, 3

            def __init__(self, number, mode=None, pull=None, value=None):
                self.number = number
                machine.made.append((number, mode, value))
                machine.pull[number] = pull
                if mode is not None:
                    self.init(mode)
                if value is not None:
                    self.value(value)

            def init(self, mode):
                machine.mode[self.number] = mode

            def value(self, level=None):
                if level is None:
                    return machine.level.get(self.number, 1 if machine.pull[self.number] == Pin.PULL_UP else 0)
                machine.level[self.number] = level
                return None

            def irq(self, handler):
                machine.irqs[self.number] = handler

        class ADC:
            def __init__(self, source):
                if isinstance(source, Pin):  # the chip releases the pin's pulls
                    machine.pull[source.number] = None
                    machine.mode[source.number] = "analog"
                    source = source.number - ADC_FIRST_PIN
                self.number = source

            def read_u16(self):
                return machine.codes(self.number) << 4

        self.Pin, self.ADC = Pin, ADC
        self.PWM, self.WDT = _pwm_and_wdt(self)

    def freq(self):
        return 125_000_000

    def bitstream(self, pin, encoding, timing, data):
        assert encoding == 0
        self.frames.append((pin.number, timing, bytes(data)))


class Words(dict):
    """machine.mem32: unwritten words are 0, and a word with its highest bit set reads as negative."""

    def __getitem__(self, address):
        word = self.get(address, 0)
        return word - 2**32 if word >= 2**31 else word


class Gpio:
    """The registers of the pins: SET, CLR and XOR act on OUT, and `muxes` sees every change."""

    PLACES = {"RP2040": (4, 5, 6, 7), "RP2350": (4, 6, 8, 10)}  # data sheets, 2.3.1.7 and 3.1.11: words of the SIO

    def __init__(self, level, pins, changed, chip="RP2040"):
        self.OUT, self.SET, self.CLR, self.XOR = self.PLACES[chip]
        self._level = level
        self._pins = pins
        self._changed = changed

    def __getitem__(self, place):
        assert place == self.OUT, place
        return sum(self._level.get(pin, 0) << pin for pin in self._pins)

    def __setitem__(self, place, word):
        out = self[self.OUT]
        after = {self.SET: out | word, self.CLR: out & ~word, self.XOR: out ^ word}[place]
        for pin in self._pins:
            self._level[pin] = after >> pin & 1
        self._changed()


class Converter:
    """The ADC's registers: a conversion is ready at the second poll; `convert(input)` returns its code."""

    CS, RESULT, READY, START, ENABLE = 0, 1, 0x100, 4, 1

    def __init__(self, convert):
        self._convert = convert
        self._asked = 0
        self._code = 0
        self.conversions = 0

    def __getitem__(self, place):
        if place == self.RESULT:
            assert self._asked >= 2, "result read before the conversion was ready"
            return self._code
        self._asked += 1
        return self.READY if self._asked >= 2 else 0

    def __setitem__(self, place, word):
        assert place == self.CS and word & self.ENABLE and word & self.START
        self._asked = 0
        self.conversions += 1
        self._code = self._convert(word >> 12 & 7)


class Muxes:
    """The board's muxes behind the registers `sio` and `adc`. `codes`: the code at each of the 65 places.

    The first conversion after a change of channel gives the previous code, like an unsettled node. `errors` lists
    forbidden events.
    """

    def __init__(self, config, machine, codes, chip="RP2040"):
        self.config = config
        self.codes = codes
        self.errors = []
        self._level = machine.level
        self._stale = {}
        self.sio = Gpio(machine.level, config.PIN_ADDRESS + config.PIN_ENABLE, self._changed, chip)
        self.adc = Converter(self._convert)
        self.selected = []

    def _on(self, pin):
        enabled = [q for q in range(len(self.config.PIN_ENABLE)) if not self._level[self.config.PIN_ENABLE[q]]]
        return [q for q in enabled if self.config.PIN_SIG[q] == pin]

    def _channel(self):
        return sum(self._level[pin] << i for i, pin in enumerate(self.config.PIN_ADDRESS))

    def _changed(self):
        state = [(self._channel(), tuple(self._on(pin))) for pin in sorted(set(self.config.PIN_SIG))]
        for pin in set(self.config.PIN_SIG):
            if len(self._on(pin)) > 1:
                self.errors.append(f"muxes {self._on(pin)} fight on GP{pin}")
        if not self.selected or state != self.selected[-1]:
            self.selected.append(state)
            self._stale = dict.fromkeys(self.config.PIN_SIG, True)

    def _convert(self, number):
        pin = ADC_FIRST_PIN + number
        if pin == self.config.PIN_HALF:
            place = len(self.codes) - 1
        else:
            on = self._on(pin)
            if not on:
                self.errors.append(f"GP{pin} read with no mux on")
                return 0
            place = on[0] * 16 + self._channel()
        if self._stale.pop(pin, False):
            return 4095 - self.codes[place]
        return self.codes[place]


def _pwm_and_wdt(machine):
    class PWM:
        def __init__(self, pin):
            self.pin = pin.number
            self.hz = 0

        def freq(self, hz):
            self.hz = hz

        def duty_u16(self, duty):
            machine.tones.append((self.pin, self.hz if duty else 0, duty))

        def deinit(self):
            machine.mode[self.pin] = None

    class WDT:
        def __init__(self, timeout):
            self.timeout = timeout
            self.fed = 0
            machine.watchdogs.append(self)

        def feed(self):
            self.fed += 1

    return PWM, WDT
