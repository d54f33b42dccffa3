"""A piezo that says with a short tone what the lights say: optional, and never waited for.

>>> buzzer = Buzzer(machine.PWM(machine.Pin(13)))
>>> buzzer.hear(("throw", "player", "A", ...))     # each event
>>> buzzer.step()                                  # once a step of the loop
"""

_TONES = {  # event -> Hz, steps of the loop
    "throw": (880, 4),
    "turn": (1320, 4),
    "capture": (440, 12),
    "guide": (220, 20),
    "over": (1760, 60),
}
_HALF = 32768  # duty of a square wave


class Buzzer:
    """pwm: a machine.PWM; silent at the start."""

    def __init__(self, pwm):
        self._pwm = pwm
        self._left = 0
        pwm.duty_u16(0)

    def hear(self, event: tuple) -> None:
        """Sound the tone of this event, if it has one; a new tone ends the one before."""
        tone = _TONES.get(event[0])
        if tone:
            self._pwm.freq(tone[0])
            self._pwm.duty_u16(_HALF)
            self._left = tone[1]

    def step(self) -> None:
        """One step of the loop has passed."""
        if self._left:
            self._left -= 1
            if not self._left:
                self._pwm.duty_u16(0)

    def deinit(self) -> None:
        """Stop the tone and release the pin."""
        self._pwm.duty_u16(0)
        self._pwm.deinit()
