"""Differences between the chips: addresses of the drivers' registers, times of the processor, and
between the boards of one chip: what hangs on its pins.

    >>> chip = chip_of("Raspberry Pi Pico 2 with RP2350")       # os.uname()[4]
    >>> hex(chip.adc)
    '0x400a0000'
    >>> is_radios(25, "Raspberry Pi Pico W with RP2040")
    True

Everything else of a chip is MicroPython's business. Addresses are those of the data sheets: RP2040 2.2 (map), 2.3.1.7
(SIO), 4.1.2.5 (USB), 4.7.6 (watchdog), 4.9.6 (ADC); RP2350 2.2 (map), 3.1.11 (SIO), 12.4.6 (ADC), 12.7.3 (USB), 12.9.7
(watchdog).
"""


class Chip:
    """Addresses of register blocks, and words from them.

    sio, out, out_set, out_clear, out_xor: the pins' outputs. adc: CS is word 0, RESULT word 1 on both chips.
    watchdog: CTRL is word 0, REASON word 2, SCRATCH0 word 3. usb: the controller's memory.
    loop_cycles: of a turn of the empty loop that waits, as measured on the emulated RP2040, and for the RP2350 the
    least that its processor can do: a wait may be longer, never shorter. adc_cycles: of the 96 clocks of the ADC's
    48 MHz that a conversion takes, so many of the processor's need not be asked through.
    latch: the codes from the least to the most between which a pin with its pull-down may stay though nothing holds it;
    None where it goes down.
    """

    def __init__(self, name, sio: tuple, adc: int, watchdog: int, usb: int, loop_cycles: int, adc_cycles: int, latch):
        self.name = name
        self.sio, self.out, self.out_set, self.out_clear, self.out_xor = sio
        self.adc = adc
        self.watchdog = watchdog
        self.usb = usb
        self.loop_cycles = loop_cycles
        self.adc_cycles = adc_cycles
        self.latch = latch


# The RP2350 has a word for the pins from 32 on after each of the first 32 pins'.
RP2040 = Chip("RP2040", (0xD0000000, 4, 5, 6, 7), 0x4004C000, 0x40058000, 0x50100000, 20, 180, None)
# Its step A2 holds a pin that is pulled down at some 2.2 V, erratum RP2350-E9 of its data sheet: 1.6 to 2.6 V of 3.3.
RP2350 = Chip("RP2350", (0xD0000000, 4, 6, 8, 10), 0x400A0000, 0x400D8000, 0x50100000, 4, 200, (1985, 3226))
PICO = "Raspberry Pi Pico with RP2040"  # neither W nor 2: the one whose GP24 sees the USB socket's power
_RADIO = (23, 24, 25, 29)  # Pico W and Pico 2 W: power, data, chip select and clock of the radio chip


def chip_of(machine: str) -> Chip:
    """The chip that `os.uname()[4]` names; ValueError for one that the drivers do not know."""
    for chip in (RP2040, RP2350):
        if machine.endswith(chip.name):
            return chip
    raise ValueError("board %r: expected one with an RP2040 or RP2350" % machine)


def is_radios(pin: int, machine: str) -> bool:
    """Whether that GP number belongs to the radio chip of the board that `os.uname()[4]` names, as its LED does."""
    return " W with " in machine and pin in _RADIO
