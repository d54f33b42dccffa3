"""The button: its level, and when it last moved. What presses amount to is for the application to say.

>>> button = Button(pin, time.ticks_us)     # an input with its pull-up
>>> button.down()
False
"""


class Button:
    """edge_us: ticks of the last edge; their low bits are the jitter of the hand and of the contact."""

    def __init__(self, pin, ticks_us):
        self.edge_us = 0
        self._pin = pin
        self._ticks_us = ticks_us
        pin.irq(self._edge)

    def down(self) -> bool:
        """Whether it is pressed at this moment, contact bounce and all."""
        return not self._pin.value()

    def _edge(self, _pin) -> None:
        self.edge_us = self._ticks_us()

    def deinit(self) -> None:
        """No more interrupts."""
        self._pin.irq(None)
