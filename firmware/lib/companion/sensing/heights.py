"""Readings: whose piece is in a hole, and its height. Pieces have two heights (`config.DALLED`).

An undalled piece, whose head lies across the groove, stands higher than a dalled one, which is turned and has dropped
into it; so it reads less. A reading is one byte: `.` empty, `?` unknown, else a letter.

    A's piece   B's piece
    a           b           undalled
    A           B           dalled
    x           y           half-way, tilted, or in a hole where the heights do not differ

A board that cannot sense heights reads `A` and `B` only, dalled or not, and never imports this module.

    >>> heights = Heights(config, 49)
    >>> chr(heights.judge(4, 400, 2048, 65, 46)), chr(heights.judge(4, 1400, 2048, 65, 46))      # A5: 98 and 342 in u
    ('a', 'A')
"""

from companion.reasons import CodedError
from companion.sensing.checksum import seal, unseal
from companion.sensing.wiring import by_place, const

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Off

FILE = "heights"  # in the store
_HEAD = "heights 2"
_A, _B = const(65), const(66)
_UNDALLED, _DALLED, _UNKNOWN_TURN = b"ab", b"AB", b"xy"
_ENTER = const(12)  # thousandths of u off the threshold: a height is accepted from here,
_LEAVE = const(6)  # and kept down to here
_APART = const(80)  # least difference between a piece's two heights, in thousandths of u
_STEP = const(2)  # counts for each step of a stored value, which must fit a byte
_FULL = const(4096)


def side_of(reading: int) -> int:
    """`A` or `B` for a piece of any height; `.` and `?` unchanged."""
    if reading in b"ax":
        return _A
    return _B if reading in b"by" else reading


def sides(readings: bytearray) -> bytearray:
    """`side_of` each reading."""
    return bytearray([side_of(reading) for reading in readings])


def must_turn(has: int, want: int) -> bool:
    """Whether the reading is the wanted piece at the wrong height."""
    return has != want and has not in b"xy.?" and side_of(has) == side_of(want)


def why_turn(holes: "list[Off]") -> str:
    """The reason, a code of companion.reasons, if every (hole, has, want) is a piece to turn in place; else ''."""
    for _, has, want in holes:
        if not must_turn(has, want):
            return ""
    return "" if not holes else "turn_it" if holes[0][2] in _DALLED else "turned_back"


class Heights:
    """at: for each hole the threshold between the heights, in `_STEP` thousandths of u; 0: it cannot tell them
    apart."""

    def __init__(self, config: "Config", holes: int):
        self.at = bytearray([config.DALLED_PERMILLE // _STEP] * holes)
        self._by_place = by_place(config)

    side_of = staticmethod(side_of)
    sides = staticmethod(sides)

    def apart(self, u: int, other: int) -> bool:
        """Whether a piece at its two heights can give these readings, in thousandths."""
        return abs(abs(u) - abs(other)) >= _APART

    def learn(self, hole: int, u: int, other: int) -> bool:
        """Learn from a piece that has read u and, when turned, other, in any order; False if they are too close.

        The threshold is nearer the undalled reading, because a weaker piece loses more of the dalled one.
        """
        low, high = sorted((abs(u), abs(other)))
        apart = self.apart(low, high)
        self.at[hole] = (low + (high - low) * 3 // 8) // _STEP if apart else 0
        return apart

    def judge(self, hole: int, deviation: int, half: int, side: int, now: int) -> int:
        """The reading of this side's piece, `deviation` counts off the baseline; now: the current one, kept when in
        doubt."""
        k = side == _B
        if deviation < self._limit(hole, half, -_LEAVE if now == _UNDALLED[k] else -_ENTER):
            return _UNDALLED[k]
        if self.at[hole] and deviation >= self._limit(hole, half, _LEAVE if now == _DALLED[k] else _ENTER):
            return _DALLED[k]
        return _UNKNOWN_TURN[k]

    def low(self, hole: int, half: int, reading: int, least: int) -> int:
        """The least deviation that confirms the reading of a piece, for a piece of any height at least `least`."""
        if reading in _DALLED:
            return self._limit(hole, half, _LEAVE)
        return least if reading in _UNDALLED else max(least, self._limit(hole, half, -_ENTER))

    def high(self, hole: int, half: int, reading: int) -> int:
        """The greatest deviation that confirms the reading; -1: none does."""
        if not self.at[hole] and reading not in _UNKNOWN_TURN:
            return -1
        if reading in _DALLED or not self.at[hole]:
            return _FULL
        return self._limit(hole, half, -_LEAVE if reading in _UNDALLED else _ENTER) - 1

    def dump(self) -> bytes:
        """The learned thresholds with a checksum, in order of places."""
        return seal(_HEAD, ["%d" % self.at[hole] for hole in self._by_place])

    def load(self, data: bytes) -> None:
        """Load the output of `dump`; CodedError if it is truncated, altered, or from another board."""
        words = unseal(data, _HEAD)
        if len(words) != len(self.at):
            raise CodedError("stored_holes", FILE, len(words), len(self.at))
        for k, hole in enumerate(self._by_place):
            self.at[hole] = int(words[k])

    def _limit(self, hole: int, half: int, off: int) -> int:
        at = self.at[hole] * _STEP
        return (at + off) * half // 500 if at else 0
