"""Sig, the game of Tidikelt: four sticks thrown, a gate at the prow, and a piece that is hit goes home."""

from daldos.errors import DaldosError

SIG = (
    "n=12,prow_hole=true,route=gate,dice=sticks,dal_order=any,one_piece=separate,jump=any,extra_throw=none,special=146,"
    "gate=true,sent_home=true",
    (
        ("dal_order", ("any", "sternmost")),
        ("extra_throw", ("none", "special")),
        ("lose_at", ("0", "1")),
    ),
    # The white sides that show, none is worth 6: of sixteen throws 1 comes four times, 2 six times ...
    (
        "sticks",
        1,
        (1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 6),
        DaldosError("1, 2, 3, 4 or 6"),
        (b"\xff\x8e\xcc\xe8\xf0\x00\x0f",),
    ),  # the white ones first, then the black
    (3072, 0, 512, 28, 512, 307),
)
