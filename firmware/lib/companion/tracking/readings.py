"""What the sensors read: a code per hole, '.', 'A', 'B' or '?', or with heights."""

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Off

EMPTY, UNKNOWN = ord("."), ord("?")
SIDES = b"AB"  # a sensor's reading of a player's piece
SIDE_OF = b".AABBAAA"  # cell -> a sensor's reading,
CELL_OF = b".aAbBaaa"  # and one with heights (companion.sensing.heights); a king is as high as an undalled piece of A
READINGS = (b"aAx", b"bBy")  # a player's piece, on any board


def is_other(has: int, want: int) -> bool:
    """Whether these are readings of pieces of the two sides."""
    return has in READINGS[0] and want in READINGS[1] or has in READINGS[1] and want in READINGS[0]


def are_exchanged(holes: "list[Off]") -> bool:
    """Whether all that is wrong, (hole, has, want) each, are two pieces that stand in each other's holes."""
    if len(holes) != 2:
        return False
    (_, one, one_want), (_, other, other_want) = holes
    return is_other(one, one_want) and is_other(other, other_want) and is_other(one, other)


def occupancy_of(cells: bytearray) -> bytearray:
    """The occupancy of these cells: '.', 'A' or 'B' per hole."""
    return bytearray([SIDE_OF[cell] for cell in cells])
