"""WS2812 LEDs, written by machine.bitstream from one buffer that is allocated once.

    >>> pixels = Pixels(machine, pin, count=57)
    >>> pixels.show(rgb)                # R, G, B of each LED

While a frame goes out, 30 us an LED, interrupts are off: 1.75 ms for 57 LEDs, in which USB waits and nothing is lost.
The caller keeps frames at least 300 us apart, which is what tells the LEDs that a frame has ended.
"""

try:
    from micropython import const
except ImportError:
    from picohw import viper as micropython
    from picohw.viper import const, ptr8

_COLOURS = const(3)
_BIT_NS = (400, 850, 800, 450)  # of a 0: high, low; of a 1: high, low (WS2812B data sheet, within +-150 ns)


@micropython.viper
def _to_grb(rgb: ptr8, grb: ptr8, count: int):
    at = 0
    while at < count:
        grb[at] = rgb[at + 1]
        grb[at + 1] = rgb[at]
        grb[at + 2] = rgb[at + 2]
        at += _COLOURS


class Pixels:
    """`count` LEDs on `pin`, an output; dark at the start."""

    def __init__(self, machine, pin, count: int):
        self._bitstream = machine.bitstream
        self._pin = pin
        self._grb = bytearray(_COLOURS * count)
        self.show(self._grb)

    def show(self, rgb) -> None:
        """Show R, G, B of each LED, 3 * count bytes."""
        _to_grb(rgb, self._grb, len(self._grb))
        self._bitstream(self._pin, 0, _BIT_NS, self._grb)

    def deinit(self) -> None:
        """Dark: the LEDs would show the last frame for as long as they have power."""
        self.show(bytes(len(self._grb)))
