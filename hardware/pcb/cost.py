"""What the boards cost, for one set and for five, beside the parts that they replace. All prices are estimates.

Euro, November 2026, from memory of distributors' and makers' lists for these quantities; nothing was quoted.
Shipping and taxes are not in it. A set is four quarter boards and a carrier; makers sell bare boards by five.

    >>> round(total(1)) > round(total(5) / 5)
    True
"""

from collections import namedtuple

from hardware import bom
from hardware.pcb import board, carrier, quarter

Price = namedtuple("Price", "one fifty")  # of one piece, bought for one set and for five

SETS = (1, 5)
DATE = "November 2026"
_PARTS = {
    quarter.SENSOR_ORDER: Price(0.95, 0.70),
    quarter.MUX_ORDER: Price(0.60, 0.45),
    quarter.CAPACITOR_ORDER: Price(0.02, 0.01),
    quarter.RESISTOR_ORDER: Price(0.02, 0.01),
    quarter.HEADER_ORDER: Price(0.60, 0.45),
    carrier.BOX_ORDER: Price(0.35, 0.25),
    carrier.REGULATOR_ORDER: Price(0.80, 0.65),
    carrier.BUFFER_ORDER: Price(0.45, 0.30),
}
_OTHER = Price(0.25, 0.15)  # of any other part of the carrier
_SOCKETS = Price(1.00, 0.80)  # two rows of 20; the Pico itself is in both ways
_CABLES = Price(6.00, 4.50)  # four ribbon cables with eight plugs, for a set
_BARE = {"quarter": Price(1.00, 0.60), "carrier": Price(1.00, 0.80)}  # a board, bought by five or ten
_LEAST = 5  # boards in an order
# Parts of the hand-wired list that the boards make needless.
REPLACED = (
    "Pico sockets|sensor|mux module|regulator|capacitor 100 nF|capacitor 1 uF|capacitor 10 uF|capacitor 470 uF|"
    "resistor 1 k|resistor 10 k|resistor 330|LED buffer|thin wire|bare wire|perfboard|IC socket|heat-shrink|standoff"
).split("|")
# Hours by hand, of wiring.md's steps 4 to 9, and with boards that come assembled, and with bare ones.
HOURS = {"wired by hand": 24, "boards, parts soldered by the maker": 4, "boards, all soldered by hand": 9}


def _parts(design, price) -> float:
    found = 0.0
    for part in design.parts:
        if board.buys(part):
            one = _SOCKETS if part.footprint == "Pico_Sockets" else _PARTS.get(part.order, _OTHER)
            found += getattr(one, price)
    return found


def lines(sets: int) -> "list[tuple[str, float]]":
    """(what, EUR) for some sets."""
    price = "one" if sets == 1 else "fifty"
    quarters, carriers = max(_LEAST, 4 * sets), max(_LEAST, sets)
    return [
        ("bare quarter boards", quarters * getattr(_BARE["quarter"], price)),
        ("bare carriers", carriers * getattr(_BARE["carrier"], price)),
        ("parts of the quarter boards", 4 * sets * _parts(quarter.design(), price)),
        ("parts of the carriers", sets * _parts(carrier.design(), price)),
        ("cables", sets * getattr(_CABLES, price)),
    ]


def total(sets: int) -> float:
    """EUR for some sets, parts soldered by oneself."""
    return sum(eur for _, eur in lines(sets))


def by_hand() -> int:
    """EUR for what the boards replace in the hand-wired way."""
    return sum(line.about_eur for line in bom.lines() if line.part in REPLACED)


def table() -> str:
    """The costs as a Markdown table."""
    rows = ["| what | one set, EUR | five sets, EUR |", "| --- | --- | --- |"]
    for (what, one), (_, five) in zip(*map(lines, SETS), strict=True):
        rows.append(f"| {what} | {one:.0f} | {five:.0f} |")
    rows.append(f"| **together** | **{total(1):.0f}** | **{total(5):.0f}** |")
    rows.append(f"| the same, for each board game | {total(1):.0f} | {total(5) / 5:.0f} |")
    rows.append(f"| what it replaces, wired by hand | {by_hand()} | {5 * by_hand()} |")
    return "\n".join(rows) + "\n"


def hours() -> str:
    """The hours as a Markdown table."""
    rows = ["| way | hours for the electronics |", "| --- | --- |"]
    return "\n".join(rows + [f"| {way} | {hours} |" for way, hours in HOURS.items()]) + "\n"
