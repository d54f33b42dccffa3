"""The magnets of a fake board: which piece is in or over which hole, and the field that each sensor feels.

>>> magnets = Magnets(config, deeper_mm=[0.0] * 49)
>>> magnets.in_hole[0] = piece
>>> magnets.field_mt(0) > magnets.field_mt(1)
True
"""

import functools
import math

from daldos.geometry import board_for
from host.sim import physics
from host.sim.measures import PITCH_MM, ROW_MM


def _distance(one: tuple, other: tuple) -> float:
    return math.sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


@functools.cache
def _neighbours(places: tuple) -> list:
    """For each hole, at these places: (another that its piece leaks to, how much in mT)."""
    leaks = [[physics.leak_mt(x - column, y - row) for x, y in places] for column, row in places]
    return [[(i, leak) for i, leak in enumerate(row) if leak and i != hole] for hole, row in enumerate(leaks)]


class Magnets:
    """in_hole: the piece in each hole, or None. hovering: (piece, hole, height_mm) each. stray_mt: the field of what
    lies beside the board, at each hole. deeper_mm: how much deeper than usual each sensor lies."""

    def __init__(self, config, deeper_mm: list):
        wood = board_for(config.N, True)
        places = [(hole - wood.start[wood.row(hole)], wood.row(hole)) for hole in range(wood.size)]
        self.in_hole: list = [None] * wood.size
        self.hovering: list = []
        self.stray_mt = [0.0] * wood.size
        self._deeper_mm = deeper_mm
        self._places_mm = [(column * PITCH_MM, row * ROW_MM) for column, row in places]
        self._neighbours = _neighbours(tuple(places))

    def neighbours(self, hole: int) -> list:
        """The holes that feel a piece in this one."""
        return [neighbour for neighbour, _ in self._neighbours[hole]]

    def field_mt(self, hole: int) -> float:
        """The field at a sensor, of all pieces in or over the holes around it."""
        field = self.stray_mt[hole]
        piece = self.in_hole[hole]
        if piece is not None:
            field += piece.near_mt(self._deeper_mm[hole])
        for neighbour, leak in self._neighbours[hole]:
            piece = self.in_hole[neighbour]
            if piece is not None:
                field += piece.leak_factor(self._apart_mm(hole, neighbour)) * leak
        for piece, over, height in self.hovering:
            if over == hole:
                field += piece.near_mt(height + self._deeper_mm[hole])
            else:
                for neighbour, leak in self._neighbours[hole]:
                    if neighbour == over:
                        apart = self._apart_mm(hole, over)
                        field += piece.leak_factor(apart) * leak * physics.lifted_factor(apart, height)
        return field

    def _apart_mm(self, hole: int, other: int) -> float:
        return _distance(self._places_mm[hole], self._places_mm[other])
