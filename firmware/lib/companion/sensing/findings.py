"""Findings of self-test and magnet walk: their form, and the names of pins and wires in them.

    >>> finding("line_stuck", "GP4 to S2 of mux 1", (), ("GP4", "mux 1 S2"), (2, "low"))
    ('line_stuck', 'GP4 to S2 of mux 1', (), ('GP4', 'mux 1 S2'), (2, 'low'))

The codes and their English are in companion.reasons; `companion.console.events.fault(*finding)` makes the event.
"""

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Args, Config, Finding

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))  # address lines


def finding(
    code: str, where: str, holes: tuple[str, ...] = (), wires: tuple[str, ...] = (), args: "Args" = ()
) -> "Finding":
    """One fault, unchanged while it lasts: its code, its place in words, names of holes and wires, arguments of its
    text."""
    return code, where, holes, wires, args


def at_channel(code: str, q: int, channel: int) -> "Finding":
    """The finding for one channel that reads wrong, the mux counted from 0."""
    there = name_channel(q, channel)
    return finding(code, there, (), (there,))


def two_lines(code: str, config: "Config", pair: tuple[int, int], muxes: "Sequence[int]") -> "Finding":
    """The finding for two address lines, swapped or stuck, at these muxes, counted from 0."""
    one, other = pair
    pins = (config.PIN_ADDRESS[one], config.PIN_ADDRESS[other])
    wires = (gp(pins[0]), gp(pins[1])) + ends(muxes, "S%d" % one) + ends(muxes, "S%d" % other)
    return finding(code, "GP%d and GP%d to %s" % (pins + (name_muxes(muxes),)), (), wires, pair)


def swap_bits(channel: int, pair: tuple[int, int]) -> int:
    """The channel selected instead of `channel` when these two address lines are swapped."""
    one, other = pair
    if (channel >> one ^ channel >> other) & 1:
        return channel ^ (1 << one | 1 << other)
    return channel


def gp(pin: int) -> str:
    """The name of a pin of the Pico."""
    return "GP%d" % pin


def ends(muxes: "Sequence[int]", wire: str) -> tuple[str, ...]:
    """The names of this wire's ends at muxes counted from 0: `mux 1 EN`."""
    return tuple(["mux %d %s" % (q + 1, wire) for q in muxes])


def name_muxes(muxes: "Sequence[int]") -> str:
    """`mux 1, 2` of muxes counted from 0."""
    return "mux " + ", ".join([str(q + 1) for q in muxes])


def name_channel(q: int, channel: int) -> str:
    """`mux 1 C4`, the mux counted from 0."""
    return "mux %d C%d" % (q + 1, channel)
