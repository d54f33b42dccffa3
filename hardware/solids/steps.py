"""The steps of assembly: what is in the boat at each of them, in both ways of building and in both hulls.

>>> [step.name for step in steps("by hand", False)][:2]
['sensors under the floor', 'modules']
"""

from collections import namedtuple
from functools import lru_cache, partial

from hardware.pcb import carrier, wiring
from hardware.solids import boards, dice, hand, hull, small, tall
from hardware.solids.forms import Solid

Step = namedtuple("Step", "name solids")
LOWERED_MM = (2.0, 5.0, 10.0, 20.0)  # how far the base sheet is still below its place


def builds() -> "dict[str, partial[list[Step]]]":
    """Every way of building -> function that gives its steps."""
    found = {}
    for way in hull.WAYS:
        found[f"{way}, wood"] = partial(steps, way, False)
        found[f"{way}, print"] = partial(steps, way, True)
    found["two heights, wood"] = partial(_one, "pieces in both states", tall.solids)
    for make in (dice.WOOD, dice.PRINT):
        found[f"dice alone, {make.name}"] = partial(_one, "closed", dice.contents, make)
        found[f"dice box of the boat, {make.name}"] = partial(_one, "closed", dice.of_the_boat, make)
    return found


def _one(name: str, solids, *make) -> "list[Step]":
    return [Step(name, solids(*make))]


@lru_cache
def steps(way: str, printed: bool) -> "list[Step]":
    """Every step of building the boat in one way, in a wooden frame or a printed hull."""
    frame = [*hull.deck(), *hull.frame_solids(way, printed)]
    return _boards(frame, way, boards.buzzer(printed)) if way == "boards" else _by_hand(frame, way)


def _boards(frame, way, buzzer) -> "list[Step]":
    quarters = [solid for q in wiring.QUARTERS for solid in boards.quarter_solids(q)]
    built = [*frame, *quarters]
    found = [Step("quarter boards", [*hull.deck(), *quarters]), Step("frame", built)]
    ours, theirs = _plugged()
    plugs = []
    for q, (plug, pushing) in enumerate(theirs, 1):
        plugs.append(plug)
        found.append(Step(f"plug of quarter {q} goes in", [*built, *plugs, pushing]))
    plugs.append(buzzer)
    aside = [*built, *plugs, *_carrier_aside()]
    for q, (plug, pushing) in enumerate(ours, 1):
        aside.append(plug)
        found.append(Step(f"plug of quarter {q} goes into the carrier", [*aside, pushing]))
    found.append(Step("commissioning", [*aside, *(boards.aside_cable(q) for q in wiring.QUARTERS)]))
    for below in LOWERED_MM:
        # Cables bend out of the way; what is stiff must pass.
        stiff = [solid for solid in frame if not solid.name.startswith("air")]
        found.append(Step(f"base sheet {below:g} mm below its place", [*stiff, *quarters, *plugs, *_lowered(below)]))
    closed = [*built, *plugs, *hull.base(way), *_carrier_at_home(), *(boards.closed_cable(q) for q in wiring.QUARTERS)]
    pico = carrier.STERN_MM + carrier.PICO_MM[0] - 26.8  # end of its USB socket, as in shapes.py
    closed += [*boards.dice_cable(), boards.buzzer_plug(), *hull.usb_plug(way, pico, "carrier U1")]
    return [*found, Step("closed", closed), Step("play", [*closed, *small.pieces()])]


@lru_cache
def _plugged() -> "list[list[tuple[Solid, Solid]]]":
    """Plug and pushing hand of each quarter: at the carrier that lies aside, at the quarter's own board."""
    sides = boards.headers(boards.aside_seat())
    return [[(boards.plug(heads[q], q), boards.hand(heads[q], q)) for q in wiring.QUARTERS] for heads in sides]


@lru_cache
def _carrier_aside() -> "tuple[Solid, ...]":
    return (*boards.carrier_solids(boards.aside_seat()), *boards.battens())


@lru_cache
def _carrier_at_home() -> "tuple[Solid, ...]":
    ours, _ = boards.headers(boards.carrier_seat())
    plugs = [boards.plug(ours[q], q) for q in wiring.QUARTERS]
    return (*boards.carrier_solids(boards.carrier_seat()), *boards.carrier_fixings(), *plugs)


@lru_cache
def _lowered(below: float) -> "tuple[Solid, ...]":
    """The base sheet with all that is on it, so far below its place."""
    on_base = [solid for solid in hull.base("boards") if solid.name == "base sheet"] + [*_carrier_at_home()]
    return tuple(solid._replace(form=solid.form.translate((0, 0, below))) for solid in on_base)


def _by_hand(frame, way) -> "list[Step]":
    inside = [*hull.deck(), *hand.sensors()]
    found = [Step("sensors under the floor", list(inside))]
    inside += hand.modules()
    found.append(Step("modules", list(inside)))
    inside += hand.carrier()
    found.append(Step("carrier", list(inside)))
    # The frame comes from below over all that hangs under the floor.
    for below in LOWERED_MM:
        stiff = [s for s in frame if s.name == "frame" or s.name.startswith("hull")]
        moved = [s._replace(form=s.form.translate((0, 0, below))) for s in stiff]
        found.append(Step(f"frame {below:g} mm below its place", [*inside, *moved]))
    inside = [*frame, *inside[len(hull.deck()) :]]
    found.append(Step("frame", list(inside)))
    closed = [*inside, *hull.base(way), *hull.usb_plug(way, hand.socket_x(), "Pico")]
    return [*found, Step("closed", closed), Step("play", [*closed, *small.pieces()])]


def lengths_mm() -> "list[tuple[int, float, float, float]]":
    """(quarter, length of its cable, of its way when closed, of its way while the carrier lies beside the boat)."""
    paths = [(q, boards.closed_path(q), boards.aside_path(q)) for q in wiring.QUARTERS]
    return [(q, boards.cable.LENGTH_MM[q - 1], *map(boards.forms.length_mm, pair)) for q, *pair in paths]
