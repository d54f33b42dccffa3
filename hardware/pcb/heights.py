"""Heights of the boards under the floor, mm: what section, model, picture and printed spacers share.

z is 0 at the underside of the floor and grows downwards, into the hull.

    >>> round(GAP_MM, 2), round(CARRIER_TOP_MM - PICO_HIGH_MM, 2)
    (4.2, 10.6)
"""

from hardware import geometry as g

BOARD_MM = 1.6  # thickness of a board
SPACER_MM = 1.4  # between floor and quarter board: more than a sensor is high at most (1.12, data sheet) and its solder
SENSOR_MM = 1.0  # height of a SOT-23 on its board, typical
ELEMENT_MM = 0.5  # Hall element below the top of a SOT-23; estimate, ELEMENT_RANGE_MM is how far it may be off
ELEMENT_RANGE_MM = (0.35, 0.65)
GAP_MM = g.FLOOR_MM + g.RECESS_MM + SPACER_MM - SENSOR_MM + ELEMENT_MM  # magnet face to Hall element

QUARTER_MM = SPACER_MM + BOARD_MM  # underside of a quarter board
PLUG_HIGH_MM = 14.0  # box header with its plug, without strain relief
PLUG_LONG_MM, PLUG_WIDE_MM = 22.8, 6.0
RIBBON_MM = 10.7  # the cable leaves the plug so high over the board
STAND_MM = 3.0  # posts between carrier and base sheet: more than the pins stick out
CARRIER_TOP_MM = g.HULL_MM - STAND_MM - BOARD_MM
PICO_HIGH_MM = 14.8  # sockets 8.5, pins' plastic 2.5, Pico 1.0, USB socket 2.8
USB_MM = CARRIER_TOP_MM - PICO_HIGH_MM + 1.4  # middle of the USB socket
PLUG_SHELL_MM = (10.6, 8.5)  # the largest that the standard of micro-USB allows, wide and high
SCREW_MM = 10.0  # length of the wood screws of the quarter boards: through board and spacer, 7 mm into floor and deck
