"""What a board game costs in each way, with shipping, customs and VAT. All prices are estimates.

Euro, November 2026, from memory of distributors' and makers' lists; nothing was quoted. A set is four quarter boards
and a carrier; makers sell bare boards by five.

    >>> total() < total() + soldered()
    True
"""

from collections import Counter

from hardware import bom, tables
from hardware.assembly import items
from hardware.pcb import board, cable, quarter, shop

FRONTS_H = 4.0  # more, if the builder solders the fronts
_BARE = 1.0  # EUR for a board; then the maker's soldering of a front, for setting up and for each board
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
LINES = (0, 3, 2)  # tariff lines from outside the EU: bare boards, soldered boards, cables


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


def total() -> float:
    """EUR for boards, parts and cables of a set that the builder solders; the fifth quarter boards are paid for."""
    parts = sum(n * shop.ITEMS[order].one for found in pieces().values() for order, n in found.items())
    return 2 * _LEAST * _BARE + parts


def soldered() -> float:
    """EUR more if the maker solders the fronts of the quarter boards."""
    return _SETUP + len(cable.LENGTH_MM) * _EACH


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
    mine = hand - by_hand() + sum(line.about_eur for line in bom.lines("boards")) + total()
    prices = (hand, mine + soldered(), mine)
    sent = [price + more for price, more in zip(prices, SHIPPING, strict=True)]
    customs = [bom.LINE_EUR * lines for lines in LINES]
    paid = [(price + duty) * (1 + bom.VAT) for price, duty in zip(sent, customs, strict=True)]
    for what, how, eur in (
        ("all together, about EUR", "without tools, shipping and taxes", prices),
        ("the same with shipping", "three or five parcels, estimated", sent),
        ("customs", f"{bom.LINE_EUR:g} EUR a tariff line from outside the EU, since July 2026", customs),
        (f"all that you pay, {bom.PRICES}", f"with shipping, customs and {bom.VAT:.0%} VAT", paid),
    ):
        rows.append((f"**{what}**", how, *(f"**{p:.0f}**" for p in eur)))
    hours = (items.hours("wiring"), items.hours("boards"), items.hours("boards") + FRONTS_H)
    rows.append(("**all together, hours**", "", *(f"**{h:g}**" for h in hours)))
    return tables.table(("what", "exact name", *WAYS), rows)
