"""Heights of the boards under the floor, mm: what section, model, picture and printed spacers share.

z is 0 at the underside of the floor and grows downwards, into the hull.

    >>> round(GAP_MM, 2), round(CARRIER_TOP_MM - PICO_HIGH_MM, 2)
    (4.2, 5.6)
"""

from hardware import geometry as g

BOARD_MM = 1.6  # thickness of a board
SPACER_MM = 1.2  # between floor and quarter board: a little more than a sensor is high at most (1.12, data sheet)
SENSOR_MM = 1.0  # height of a SOT-23 on its board, typical
ELEMENT_MM = 0.5  # Hall element below the top of a SOT-23; estimate, ELEMENT_RANGE_MM is how far it may be off
ELEMENT_RANGE_MM = (0.35, 0.65)
GAP_MM = g.FLOOR_MM + g.RECESS_MM + SPACER_MM - SENSOR_MM + ELEMENT_MM  # magnet face to Hall element

QUARTER_MM = SPACER_MM + BOARD_MM  # underside of a quarter board
HEADER_HIGH_MM = 9.1  # box header
PLUG_HIGH_MM = 14.0  # box header with its plug, without strain relief
MUX_HIGH_MM = 2.65
STAND_MM = 3.0  # posts between carrier and base sheet: more than the pins stick out
CARRIER_TOP_MM = g.HULL_MM - STAND_MM - BOARD_MM
PICO_HIGH_MM = 14.8  # sockets 8.5, pins' plastic 2.5, Pico 1.0, USB socket 2.8
USB_MM = CARRIER_TOP_MM - PICO_HIGH_MM + 1.4  # middle of the USB socket
SLOT_MM = (13.0, 9.0)  # for the shell of a micro-USB plug, wide and high
SCREW_MM = 10.0  # length of the wood screws of the quarter boards: through board and spacer, 7 mm into floor and deck


def clear() -> "list[tuple[str, float]]":
    """(what passes what, room in mm) of all that could touch inside the hull, the closest first."""
    found = [
        ("USB socket of the Pico under quarter board 1", CARRIER_TOP_MM - PICO_HIGH_MM - QUARTER_MM),
        ("plug on the carrier under quarter board 1", CARRIER_TOP_MM - PLUG_HIGH_MM - QUARTER_MM),
        ("plug of a quarter board over the base sheet", g.HULL_MM - QUARTER_MM - PLUG_HIGH_MM),
        ("mux of quarter 1 over the carrier", CARRIER_TOP_MM - QUARTER_MM - MUX_HIGH_MM - HEADER_HIGH_MM),
        ("pins of the carrier over the base sheet", STAND_MM - 1.6),
        ("highest sensor under the floor", SPACER_MM - 1.12),
    ]
    return sorted(found, key=lambda item: item[1])
