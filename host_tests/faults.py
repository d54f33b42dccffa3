"""The faults of faults.txt, each defined once, for tests by codes, board, magnet walk, Pico and guide."""

from collections import namedtuple
from pathlib import Path

import config
from companion.sensing.wiring import CHANNELS, hole_names, hole_slots

Fault = namedtuple("Fault", "fault by what where wires blind name")
LINES = (Path(__file__).parent / "faults.txt").read_text(encoding="utf-8").splitlines()


def read(line: str) -> Fault:
    """A line of the table; fault: as FakeBoard.fault takes it."""
    fault, *rest = (word.strip() for word in line.split("|"))
    name, *numbers = fault.split()
    return Fault((name, *map(int, numbers)), *rest)


FAULTS = [read(line) for line in LINES if line[:1] != "#"]


def by(*tests: str) -> list:
    """The findings of a test."""
    return [fault for fault in FAULTS if fault.by in tests]


def unknown(fault: Fault, truth: str) -> str:
    """The occupancy under a fault, letter by letter: `?` in the holes that it blinds."""
    names, slots = hole_names(config), hole_slots(config)
    muxes = fault.blind if fault.blind.isdigit() else ""
    return "".join(
        "?" if str(slots[hole] // CHANNELS + 1) in muxes or names[hole] == fault.blind else letter
        for hole, letter in enumerate(truth)
    )


def named(fault: Fault) -> str:
    """The name of a test of it."""
    return " ".join(map(str, fault.fault))
