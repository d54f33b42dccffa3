"""A Pico with nothing on it is the dice as well: BOOTSEL is its button, and its LED blinks what has been thrown.

>>> button = Either(button, bootsel_button, time.ticks_us)
>>> blinks = Blinks(led)
>>> blinks.hear(("throw", "player", None, "throw", "13"))     # one blink, a pause, three blinks; again and again
"""

from picohw.heartbeat import Heartbeat

_MASK = (1 << 30) - 1  # of the ticks in ms
_ROLL_BEATS = 2  # the LED flickers while the dice roll
_PAUSE_BEATS = 2  # after each die; as many more before the first is shown again


class Either:
    """The button at its pin, or BOOTSEL. pressed: whether the latter is; it causes no interrupt, so its edges are
    those that `down` sees."""

    def __init__(self, button, pressed, ticks_us):
        self._button = button
        self._pressed = pressed
        self._ticks_us = ticks_us
        self._was = 0

    @property
    def edge_us(self) -> int:
        """The last edge of either."""
        return self._button.edge_us

    def down(self) -> bool:
        """Whether one of them is pressed at this moment."""
        pressed = self._pressed()
        if pressed != self._was:
            self._was = pressed
            self._button.edge_us = self._ticks_us()
        return pressed or self._button.down()

    def deinit(self) -> None:
        """No more interrupts."""
        self._button.deinit()


class Blinks(Heartbeat):
    """The heartbeat until the first throw, from then on the throw: half a second a blink."""

    def __init__(self, pin):
        super().__init__(pin)
        self._dice = ""
        self._since = -1  # of the roll; -1: not begun

    def hear(self, event: tuple) -> None:
        """Take the dice of this event, if it is a throw."""
        if event[0] == "throw":
            self._dice = event[-1]
            self._since = -1

    def step(self, now: int) -> None:
        """Light the LED or not, at this time in ms."""
        if self.pin is None or self.alarm or not self._dice:
            super().step(now)
            return
        if self._since < 0:
            self._since = now
        ms = now - self._since & _MASK
        beat = (ms >> 9) - _ROLL_BEATS
        lit = ms & 64
        if beat >= 0:
            lit = ms & 511 < 200 and self._blinks(beat)
        self.pin.value(1 if lit else 0)

    def _blinks(self, beat: int) -> bool:
        # Whether this beat of the endless row has a blink: each die its pips and a pause, a longer one at the end.
        dice = self._dice
        beat %= sum([int(die) + _PAUSE_BEATS for die in dice]) + _PAUSE_BEATS
        for die in dice:
            if beat < int(die):
                return True
            beat -= int(die) + _PAUSE_BEATS
            if beat < 0:
                break
        return False
