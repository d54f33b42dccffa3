"""What the sensors read: a code per hole, '.', 'A', 'B' or '?', or with heights."""

EMPTY, UNKNOWN = ord("."), ord("?")
SIDES = b"AB"  # a sensor's reading of a player's piece
SIDE_OF = b".AABB"  # cell -> a sensor's reading,
CELL_OF = b".aAbB"  # and one with heights (companion.sensing.heights)
READINGS = (b"aAx", b"bBy")  # a player's piece, on any board


def occupancy_of(cells: bytearray) -> bytearray:
    """The occupancy of these cells: '.', 'A' or 'B' per hole."""
    return bytearray([SIDE_OF[cell] for cell in cells])
