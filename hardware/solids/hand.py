"""The hand-wired electronics as solids: sensors, legs, capacitors, buses, modules, the carrier, their standoffs.

Places are those of `layout.py`. Loose wires are no solids: they go where there is room.
"""

from functools import lru_cache

import config
from hardware import geometry as g
from hardware import layout
from hardware.solids.forms import Solid, box, joined, rod

BLACK, METAL, BLUE, GREEN, PERF = "#3a3a3a", "#c8c8c8", "#4a6fa5", "#1f7a4a", "#c9b458"
LEG_MM, BUS_MM, LEG_Z_MM = 0.5, 0.6, 0.75
CAPACITOR_MM = (5.0, 4.0, 4.0)  # across the legs, along them, down
STANDOFF_MM = 5.0  # diameter
HEAD_MM = (5.0, 2.0)  # of its screw: diameter, high
CHIP_MM = (15.4, 10.3)  # SOIC-24 with its legs
OVERHANG_MM = 1.3  # of the Pico's USB socket


def socket_x() -> float:
    """Where the Pico's USB socket ends."""
    return layout.PARTS["Pico"].x0 - OVERHANG_MM


def _along(a, b, wide, z0, z1):
    """A square bar from a to b, lying flat."""
    x0, x1 = sorted((a[0], b[0]))
    y0, y1 = sorted((a[1], b[1]))
    return box(x0 - wide / 2, y0 - wide / 2, z0, x1 + wide / 2, y1 + wide / 2, z1)


@lru_cache
def sensors() -> "tuple[Solid, ...]":
    """All sensors with legs and capacitors, and the buses of each quarter."""
    bodies, legs, capacitors = [], [], []
    for hole in g.holes():
        x, y = g.hole_mm(hole)
        ex, ey = layout.leg_end_mm(hole)
        way = ((ex > x) - (ex < x), (ey > y) - (ey < y))
        wide, long = g.SENSOR_WIDE_MM / 2, g.SENSOR_LONG_MM / 2
        half = (long, wide) if way[0] else (wide, long)
        bodies.append(box(x - half[0], y - half[1], 0, x + half[0], y + half[1], g.SENSOR_THICK_MM))
        for k in (-1.27, 0.0, 1.27):
            dx, dy = k * abs(way[1]), k * abs(way[0])
            start = (x + way[0] * long + dx, y + way[1] * long + dy)
            legs.append(_along(start, (ex + dx, ey + dy), LEG_MM, LEG_Z_MM - LEG_MM / 2, LEG_Z_MM + LEG_MM / 2))
        across, far, down = CAPACITOR_MM
        cx, cy = x + way[0] * (long + 4.5), y + way[1] * (long + 4.5)
        size = (far / 2, across / 2) if way[0] else (across / 2, far / 2)
        low = LEG_Z_MM + LEG_MM / 2
        capacitors.append(box(cx - size[0], cy - size[1], low, cx + size[0], cy + size[1], low + down))
    low = LEG_Z_MM + LEG_MM / 2
    ways = [pair for _, points in layout.buses() for pair in zip(points, points[1:], strict=False)]
    buses = [_along(*way, BUS_MM, low, low + BUS_MM) for way in ways]
    return (
        Solid("sensors", joined(bodies), BLACK, ("floor",), ("legs",)),
        Solid("legs", joined(legs), METAL, ("buses", "capacitors"), ("buses",)),
        Solid("capacitors", joined(capacitors), "#d98c2b", (), ("buses",)),
        Solid("buses", joined(buses), METAL),
    )


def _room(p: layout.Part):
    """The box of a part of the layout."""
    return box(p.x0, p.y0, p.z0, p.x1, p.y1, p.z1)


def _standoffs(name) -> Solid:
    """The standoffs under a board, and the heads of their screws on it."""
    (head, high), z = HEAD_MM, layout.STANDOFF_MM + layout.BOARD_MM
    places = layout.standoffs()[name]
    form = joined(rod(x, y, 0, layout.STANDOFF_MM, STANDOFF_MM) for x, y in places)
    form += joined(rod(x, y, z, z + high, head) for x, y in places)
    return Solid(f"standoffs of {name}", form, "#eeeeee", ("floor", f"{name} board", name))


@lru_cache
def modules() -> "tuple[Solid, ...]":
    """The four modules on their standoffs."""
    found = []
    for q in range(1, len(config.MUXES) + 1):
        name = f"mux {q}"
        p = layout.PARTS[name]
        board = _room(p._replace(z1=p.z0 + layout.BOARD_MM))
        x, y = (p.x0 + p.x1) / 2, (p.y0 + p.y1) / 2
        long, wide = sorted(CHIP_MM, reverse=p.x1 - p.x0 > p.y1 - p.y0)
        chip = box(x - long / 2, y - wide / 2, p.z0 + layout.BOARD_MM, x + long / 2, y + wide / 2, p.z1)
        found += [Solid(name, board + chip, BLUE), _standoffs(name)]
    return tuple(found)


@lru_cache
def carrier() -> "tuple[Solid, ...]":
    """The perfboard with Pico, buffer and regulator on its standoffs."""
    p, pico = layout.PARTS["carrier"], layout.PARTS["Pico"]
    found = [Solid("carrier board", _room(p), PERF), _standoffs("carrier")]
    sockets = pico.z0 + layout.SOCKET_MM + layout.SPACER_MM
    rows = [box(pico.x0, y, pico.z0, pico.x1, y + 2.54, sockets) for y in (pico.y0, pico.y1 - 2.54)]
    middle, board = (pico.y0 + pico.y1) / 2, sockets + layout.PICO_MM
    usb = box(socket_x(), middle - 4, board, pico.x0 + 4.3, middle + 4, pico.z1)
    form = joined([*rows, _room(pico._replace(z0=sockets, z1=board)), usb])
    found.append(Solid("Pico", form, GREEN, ("carrier board",)))
    for name in ("buffer", "regulator"):
        found.append(Solid(name, _room(layout.PARTS[name]), BLACK, ("carrier board",)))
    return tuple(found)
