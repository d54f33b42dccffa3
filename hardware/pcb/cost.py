"""What the boards cost, for one set and for five, beside the parts that they replace. All prices are estimates.

Euro, November 2026, from memory of distributors' and makers' lists for these quantities; nothing was quoted.
Taxes are not in it, and shipping is a line of its own. A set is four quarter boards and a carrier; makers sell bare
boards by five.

    >>> round(total(1)) > round(total(5) / 5)
    True
"""

from collections import Counter

from hardware import bom, tables
from hardware.pcb import board, cable, quarter, shop

SETS = (1, 5)
# EUR: a board, bought by five and by more; the maker's soldering of a front, for setting up and for each board
_BARE = {"quarter": (1.00, 0.60), "carrier": (1.00, 0.80)}
_SETUP, _EACH = 20.0, 1.5
_LEAST = 5  # boards in an order
# Parts of the hand-wired list that the boards make needless.
REPLACED = (
    "Pico sockets|sensor|mux module|regulator|capacitor 100 nF|capacitor 1 uF|capacitor 10 uF|capacitor 470 uF|"
    "resistor 1 k|resistor 10 k|resistor 330|LED buffer|thin wire|thick wire|bare wire|perfboard|IC socket|heat-shrink|"
    "standoff"
).split("|")
WAYS = ("by hand", "boards, the maker solders the fronts", "boards, all soldered by you")
# EUR for shipping, estimated: electronics, magnets, wood; with boards the maker's parcel and a distributor's as well.
_PARCELS = 18 + 18
SHIPPING = (8 + 6 + 8, 8 + 6 + 8 + _PARCELS, 8 + 6 + 8 + _PARCELS)
# Hours of each way, estimated: wiring.md's steps 1; 2 and 3; 4 to 9; 10; 11.
HOURS = {
    "the first trial": (3, 1, 1),
    "deck, floor and pieces": (12, 12, 12),
    "electronics": (24, 4, 9),
    "frame": (5, 5, 5),
    "commissioning": (2, 2, 2),
}


def price(order: str, sets: int) -> float:
    """EUR for one piece."""
    return shop.ITEMS[order].one if sets == 1 else shop.ITEMS[order].five


def strips(order: str) -> int:
    """How many are bought for one part of a board: the Pico stands in two socket strips."""
    return 2 if order == shop.SOCKET else 1


def pieces() -> "dict[str, dict[str, int]]":
    """Board, or cables -> maker's number -> how many a set takes; M17 is on one quarter board only."""
    found = {"quarter": {}, "carrier": {}, "cables": Counter(shop.CABLES[mm] for mm in cable.LENGTH_MM)}
    for name, boards in (("quarter", len(cable.LENGTH_MM)), ("carrier", 1)):
        for part in board.read(name).parts:
            if not part.order:
                continue
            count = 1 if quarter.on_tongue(part.ref) else boards
            count *= strips(part.order)
            found[name][part.order] = found[name].get(part.order, 0) + count
    return found


def lines(sets: int) -> "list[tuple[str, float]]":
    """(what, EUR) for some sets; what an order has too many of is paid for as well."""
    quarters, carriers = max(_LEAST, 4 * sets), max(_LEAST, sets)
    many = sets > 1
    bought = {
        name: sets * sum(count * price(order, sets) for order, count in found.items())
        for name, found in pieces().items()
    }
    return [
        (f"bare quarter boards, {_LEAST} at least", quarters * _BARE["quarter"][many]),
        (f"bare carriers, {_LEAST} at least", carriers * _BARE["carrier"][many]),
        ("parts of the quarter boards, M17 on one of four", bought["quarter"]),
        ("parts of the carriers", bought["carrier"]),
        ("cables", bought["cables"]),
    ]


def soldered(sets: int) -> float:
    """EUR more if the maker solders the fronts of the quarter boards."""
    return _SETUP + 4 * sets * _EACH


def _carriers(sets: int) -> float:
    """EUR more if the maker solders the carriers too, two at least."""
    return _SETUP + max(2, sets) * _EACH


def total(sets: int) -> float:
    """EUR for `sets` sets that the builder solders."""
    return sum(eur for _, eur in lines(sets))


def by_hand() -> int:
    """EUR for what the boards replace in the hand-wired way."""
    return sum(line.about_eur for line in bom.lines() if line.part in REPLACED)


def ways() -> str:
    """One shopping list for all ways, with what falls away in each, its price and its hours, as Markdown."""
    lines_of_all = [line for line in bom.lines() if line.part != "hole LEDs"]
    rows = []
    for line in lines_of_all:
        boards_too = "-" if line.part in REPLACED else line.quantity
        rows.append((line.part, line.name, line.quantity, boards_too, boards_too))
    for name, count in (("quarter board", _LEAST), ("carrier", _LEAST), ("ribbon cable with two plugs", 4)):
        rows.append((name, "see [the order](#step-1-order)", "-", count, count))
    for line in bom.lines("boards"):
        rows.append((line.part, line.name, "-", line.quantity, line.quantity))
    hand = sum(line.about_eur for line in lines_of_all)
    mine = hand - by_hand() + sum(line.about_eur for line in bom.lines("boards")) + total(1)
    prices = (hand, mine + soldered(1), mine)
    sent = [price + more for price, more in zip(prices, SHIPPING, strict=True)]
    for what, how, eur in (
        ("all together, about EUR", "without tools, shipping and taxes", prices),
        ("the same with shipping", "three or five parcels, estimated", sent),
    ):
        rows.append((f"**{what}**", how, *(f"**{p:.0f}**" for p in eur)))
    rows += [(f"hours: {what}", "", *hours) for what, hours in HOURS.items()]
    sums = [sum(hours[k] for hours in HOURS.values()) for k in range(len(WAYS))]
    rows.append(("**all together, hours**", "", *(f"**{h}**" for h in sums)))
    return tables.table(("what", "exact name", *WAYS), rows)


def table() -> str:
    """The costs as a Markdown table."""
    rows = [(what, f"{one:.0f}", f"{five:.0f}") for (what, one), (_, five) in zip(*map(lines, SETS), strict=True)]
    rows.append(("**together**", f"**{total(1):.0f}**", f"**{total(5):.0f}**"))
    sent = [total(sets) + soldered(sets) + _PARCELS for sets in SETS]
    for what, one, five in (
        ("the same, for each board game", total(1), total(5) / 5),
        ("the maker solders the fronts of the quarter boards: more", soldered(1), soldered(5)),
        ("the maker solders the carriers as well: more", _carriers(1), _carriers(5)),
        ("shipping of boards and parts", _PARCELS, _PARCELS),
    ):
        rows.append((what, f"{one:.0f}", f"{five:.0f}"))
    rows.append(("**fronts soldered, with shipping**", *(f"**{eur:.0f}**" for eur in sent)))
    rows.append(("what it replaces, wired by hand", by_hand(), 5 * by_hand()))
    return tables.table(("what", "one set, EUR", "five sets, EUR"), rows)
