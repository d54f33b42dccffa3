"""Sáhkku as it is played at Vuovdaguoika: head-on, three dice, a king whom soldiers recruit."""

from daldos.errors import DaldosError

VUOVDAGUOIKA = (
    "n=15,prow_hole=false,opposed=true,dice=3x1234,dal_order=frontmost,one_piece=separate,extra_throw=false,king=true",
    (
        ("opposed", ("false", "true")),
        ("jump", ("enemy", "own", "any")),
        ("lose_at", ("0", "1")),
    ),
    (
        "3x1234",
        3,
        (1, 2, 3, 4),
        DaldosError("three dice of 1 to 4, such as 124"),
        (b"\xf0\x80\xc0\xe0\xf0", b"\xf0\x80\xc0\xe0\xf0", b"\xf0\x80\xc0\xe0\xf0", b"\x08\x04\x02"),
    ),
    (2238, 662, 2036, 217, 0, 0),  # what its hits are worth, the search sees
)
