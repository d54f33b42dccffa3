"""The carrier: what its file does not say. It lies under quarter board 1, the Pico's USB socket at the stern.

The two grounds of the wiring list stay two: that of the sensors is poured over the whole back, that of the LEDs round
their buffer on the front; they meet in the Pico.
"""

from hardware.pcb import board

BOARD = board.read("carrier")
STERN_MM = 6.1  # where its stern edge lies in the boat
WIDE_MM = max(y for _, y in BOARD.outline)
MIDDLE_MM = WIDE_MM / 2
PICO_MM = next((part.x, part.y) for part in BOARD.parts if part.ref == "U1")
SCREWS_MM = [(part.x, part.y) for part in BOARD.parts if part.footprint == "Screw_M2.5"]
# Pins of the Pico beyond those of the wiring list: grounds that a hand-wired board may leave open.
MORE_GROUND = (23, 28, 33)
MORE_LED_GROUND = (8,)
# Parts that a wire of the list leads through: part -> its two ends.
THROUGH = {"R5": "12", "R6": "12", "R7": "12", "R8": "12", "R9": "12", "R10": "12", "U4": "16"}
