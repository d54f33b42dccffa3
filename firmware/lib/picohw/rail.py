"""The switch of the sensors' own supply: the shutdown pin of an MCP1825, low is off. Optional.

>>> rail = Rail(pin)        # an output; the sensors are on from here
"""


class Rail:
    """The sensors have power while this lives."""

    def __init__(self, pin):
        self._pin = pin
        pin.value(1)

    def deinit(self) -> None:
        """The sensors off: 300 mA less."""
        self._pin.value(0)
