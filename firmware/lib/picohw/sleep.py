"""The sleep of the dice alone: in the dark, on cells, the chip stands still until a press.

    >>> sleep = Sleep(machine, config)
    >>> sleep()             # True after a sleep; False at once while the USB socket has power

Oscillator, time and watchdog stand still with it. A press ends it, and so does a plug in the USB socket: nobody need
know that the board sleeps. The LEDs take 1 mA each even when dark, so a transistor in their ground wire, if fitted,
opens meanwhile; the data line then stays high, or they would find their ground through it.

MicroPython has no call that names the pins to wake by: they are written to the RP2040's own register
DORMANT_WAKE_INTE (data sheet, 2.19.6.1), four bits a pin. The levels wake it, not the edges: one that comes as
it falls asleep would be missed.
"""

_INTE = 0x40014160  # the first of its words, for pins 0 to 7
_LOW = 1  # of the four bits: the pin is low
_HIGH = 2
_VBUS = 24  # on a Pico, high while the USB socket has power; another use on a Pico W


class Sleep:
    """machine: the module, on a Pico with an RP2040. config: for the pins."""

    def __init__(self, machine, config):
        pin = machine.Pin
        self._machine = machine
        self._vbus = pin(_VBUS, pin.IN)
        self._supply = pin(config.PIN_RAIL_OFF)
        self._data = pin(config.PIN_PIXELS)
        self._led = pin(config.PIN_HEARTBEAT)
        self._wakes = ((config.PIN_BUTTON, _LOW), (_VBUS, _HIGH))

    def __call__(self) -> bool:
        """Sleep, if the board runs on cells; returns whether it did."""
        if self._vbus.value():
            return False
        self._led.value(0)
        self._supply.value(0)
        self._data.value(1)
        self._wake_by(True)
        self._machine.lightsleep()
        self._wake_by(False)
        self._data.value(0)
        self._supply.value(1)
        return True

    def _wake_by(self, on: bool) -> None:
        for pin, level in self._wakes:
            self._machine.mem32[_INTE + pin // 8 * 4] = level << pin % 8 * 4 if on else 0
