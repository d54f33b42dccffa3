"""The LED on the Pico: a short blink every second while the loop runs, a fast even one when something is badly wrong.

>>> heartbeat = Heartbeat(pin)
>>> heartbeat.step(now_ms)
"""


class Heartbeat:
    """pin: None on a board whose LED hangs behind the radio chip. alarm: blink fast.

    The pattern is read off the bits of the time: there is nothing to remember or to wrap.
    """

    def __init__(self, pin):
        self.alarm = False
        self.pin = pin

    def step(self, now: int) -> None:
        """Light the LED or not, at this time in ms."""
        if self.pin is None:
            return
        if self.alarm:
            lit = now & 128
        else:
            lit = now & 1023 < 64
        self.pin.value(1 if lit else 0)

    def deinit(self) -> None:
        """Dark."""
        if self.pin:
            self.pin.value(0)
