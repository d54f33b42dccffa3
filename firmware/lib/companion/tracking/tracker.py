"""The tracker judges the occupancy, not the hand's movements: position, legal turns, occupancy -> verdict.

Players may lift, slide or brush pieces, and remove a captured piece early or late: only the present occupancy counts.
If it fits one legal result, that turn is meant; `to_turn` lists pieces that must still be turned for it. If several
fit, as happens under `jump=own`, `jump=any` and `dal_moves=false`, untouched pieces count as undalled; if that does not
decide, the verdict is AMBIGUOUS and the players are asked. Holes are the engine's, not the wooden board's.

    >>> tracker = Tracker()
    >>> tracker.begin(game.position, game.legal)
    >>> tracker.see(occupancy)          # bytes of '.', 'A', 'B', '?', a hole each
    >>> tracker.verdict == COMPLETE, tracker.turn
"""

from companion.tracking.changes import EMPTY, SIDE_OF, SIDES, UNKNOWN, begins
from companion.tracking.mending import HAND_MAX, IN_HAND, OTHER_DIE, Mending
from companion.tracking.touches import FREE, SEEN, UNSURE, Touches
from daldos.effects import Changes, steps_of
from daldos.packing import LOST_TURN, first, from_hole, next_landing, single_die, to_hole, turns_in_place
from daldos.position import Position
from daldos.reach import follow_ups
from daldos.turns import LegalTurns

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Off
    from companion.tracking.turning import Turning

UNTOUCHED, MOVING, PARTIAL, COMPLETE, AMBIGUOUS, WRONG, TURN = 0, 1, 2, 3, 4, 5, 6
VERDICTS = ("untouched", "moving", "partial", "complete", "ambiguous", "wrong", "turn")

_NOTHING = 255  # no hole


def occupancy_of(cells: bytearray) -> bytearray:
    """The occupancy of these cells: '.', 'A' or 'B' per hole."""
    return bytearray([SIDE_OF[cell] for cell in cells])


class Tracker:
    """The verdict, UNTOUCHED ... TURN, and what goes with it.

    turn: the packed turn if COMPLETE. candidates: the turns to choose from if AMBIGUOUS, or if UNTOUCHED or
    PARTIAL where a turn may have been made unseen; the likeliest first. reason, holes: for MOVING, PARTIAL, WRONG and
    TURN, what to set right as (hole, has, want), where has and want are codes of '.', 'A', 'B', for TURN readings.
    played: the die played if PARTIAL, 0 if undecided. turning: a companion.tracking.turning object, if heights are
    sensed.
    """

    def __init__(self) -> None:
        self.at: Position
        self.legal: LegalTurns  # both set by `begin`
        self.verdict = UNTOUCHED
        self.turn = LOST_TURN
        self.candidates: list[int] = []
        self.played = 0
        self._reason = ""
        self._holes: list[Off] = []
        self.dice_left: list[int] = []  # to play, according to `reason`
        self._unmended = False
        self.turning: Turning | None = None
        self._changes = Changes()
        self.before = bytearray()

    def begin(self, at: Position, legal: LegalTurns, seen_all: bool = True) -> None:
        """Begin a turn at this position. seen_all: no touch can have been missed, unlike after a power cut."""
        self.at = at
        self.legal = legal
        self.before = occupancy_of(at.cells)
        self.now = bytearray(self.before)
        self.turning = None
        self._touches = Touches(len(self.before), 0 if seen_all else UNSURE)
        self._side = SIDES[at.side]
        self._judge()

    def handled(self, hole: int) -> bool:
        """Whether the hole has changed since the turn began, or its piece's height is known."""
        return self._touches.kinds[hole] & SEEN != 0 or self.turning is not None and self.turning.told(hole)

    def see(self, occupancy: bytearray, readings: bytearray | None = None) -> None:
        """Take the occupancy, a code per hole, and judge it if it has changed. readings: with heights, if sensed."""
        now = self.now
        if occupancy == now and (readings is None or self.turning and readings == self.turning.readings):
            return
        before, touches = self.before, self._touches
        if readings is not None:
            if not self.turning:
                from companion.tracking.turning import Turning  # only if needed

                self.turning = Turning(self)
            self.turning.see(readings, touches)
        for hole in range(len(now)):
            code = occupancy[hole]
            if code != now[hole]:
                now[hole] = code
                if code == UNKNOWN:
                    touches.unsure(hole)
                elif code != before[hole]:
                    touches.seen(hole)
        self._judge()

    @property
    def reason(self) -> str:
        self._mend()
        return self._reason

    @property
    def holes(self) -> "list[Off]":
        self._mend()
        return self._holes

    @property
    def to_turn(self) -> list[int]:
        """For COMPLETE: the holes whose piece the turn dals although nobody has touched it."""
        return self._touches.untouched(self.at, self.turn) if self.turn != LOST_TURN else []

    @property
    def other(self) -> tuple[int, list[int]]:
        """For PARTIAL, (die, holes): the die still to be played, and the holes from which it can be."""
        if self._half < 0:
            holes: list[int] = []
            for hole, to, _ in [step for turn in self._untold for step in steps_of(self.at, turn)]:
                if hole == to and hole not in holes:
                    holes.append(hole)
            return 1, holes
        die: int = self.at.throw.without(single_die(self._half))[0]  # type: ignore[union-attr]
        return die, follow_ups(self.at, from_hole(self._half), to_hole(self._half), die)

    def _mend(self) -> None:
        # Computed on demand: most lifted pieces are put down before the reason is needed.
        if self._unmended:
            self._unmended = False
            mending = Mending(self.at, self.legal, self.before, self.now, self._touches)
            self._holes, self.dice_left = mending.holes, mending.dice
            self._reason = self._reason or mending.reason()

    # --- judging --------------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        self._judge_sides()
        if self.turning and self.verdict not in (MOVING, WRONG) and (self.verdict != PARTIAL or self._half >= 0):
            # The occupancy is right, at least so far; check whether the pieces are turned correctly.
            turn = self.candidates[0] if self.verdict == AMBIGUOUS else self.turn
            holes = self.turning.to_turn(first(self._half) if self.verdict == PARTIAL else turn)
            if holes:
                self.verdict = TURN
                self.turn = LOST_TURN
                self.candidates = []
                self._reason = self.turning.why(holes)
                self._holes = holes

    def _judge_sides(self) -> None:
        self.turn = LOST_TURN
        self.candidates = []
        self.played = 0
        self._half = -1  # for PARTIAL: the single that is played,
        self._untold: list[int] = []  # or the turns of which everything but a dal in place is visible
        self._reason = ""
        self._holes = []
        self._unmended = False
        self._compare()
        if self.legal.turns[0] == LOST_TURN:
            self._unmended = self._differing > 0
            self.verdict = WRONG if self._unmended else COMPLETE
            return
        if not self._differing and not self._hidden and self.at.rules.dal_moves:
            self.verdict = UNTOUCHED
            return
        if self._in_hand and not self._hidden:
            self._unfinished([])
            return
        alike = self._alike()
        if self.turning:
            alike = self.turning.fewest(alike, self._differing > 0)
        possible = self._touches.likeliest(self.at, alike)
        if len(alike) == 1 and (self._differing or not self._hidden and len(self.legal.turns) == 1):
            possible = alike
        elif not self._differing:
            self._judge_touches(possible)
            return
        elif not possible and not [turn for turn in alike if turns_in_place(turn)]:
            possible = alike
        if len(possible) == 1:
            self.verdict = COMPLETE
            self.turn = possible[0]
        elif possible:
            self.verdict = AMBIGUOUS
            self.candidates = possible
        else:
            self._unfinished(alike)

    def _compare(self) -> None:
        # The differences from the position before, in the known holes.
        before, now, side = self.before, self.now, self._side
        self._differing = self._hidden = 0
        self._in_hand = self._missing = 0  # missing own and enemy pieces
        self._come = self._taken = 0  # holes with a new own piece; holes left empty by an enemy piece
        self._filled = _NOTHING
        self._strange = False
        for hole in range(len(now) if now != before else 0):
            has, was = now[hole], before[hole]
            if has == was:
                continue
            if has == UNKNOWN:
                self._hidden += 1
                continue
            self._differing += 1
            if was == side:
                self._in_hand += 1
            elif was != EMPTY:
                self._missing += 1
                if has == EMPTY:
                    self._taken += 1
            if has == side:
                self._in_hand -= 1
                self._come += 1
                self._filled = hole
            elif has != EMPTY:
                self._missing -= 1
                self._strange = True

    def _alike(self) -> list[int]:
        # The legal turns that lead to the present state of all known holes.
        if self._strange or (not self._hidden and self._differing and self._filled == _NOTHING):
            return []
        turns, filled = self.legal.turns, self._filled
        found = []
        k = 0 if filled == _NOTHING else next_landing(turns, filled, 0)
        while 0 <= k < len(turns):
            if self._looks_like(turns[k]):
                found.append(turns[k])
            k = k + 1 if filled == _NOTHING else next_landing(turns, filled, k + 1)
        return found

    def _looks_like(self, turn: int) -> bool:
        now, before, changes, cells = self.now, self.before, self._changes, self.at.cells
        different = self._differing
        changes.play(self.at, turn)
        for hole in changes.holes:
            has = now[hole]
            if has == UNKNOWN:
                continue
            if has != SIDE_OF[cells[hole]]:
                different = -1
                break
            if has != before[hole]:
                different -= 1
        changes.take_back(cells)
        return different == 0

    def _judge_touches(self, possible: list[int]) -> None:
        # No piece has moved: only touches can make this a turn.
        if possible and self._touches.evidence(self.at, possible[0]) > FREE:
            if len(possible) == 1:
                self.verdict = COMPLETE
                self.turn = possible[0]
                return
            self.verdict = AMBIGUOUS
            self.candidates = possible
            return
        self.candidates = possible
        self.verdict = UNTOUCHED
        singles = []
        for single in self.legal.singles:
            hole = from_hole(single)
            if hole == to_hole(single) and self._touches.kinds[hole] & SEEN and begins(self.at, self.legal, single):
                singles.append(single)
        if self.turning:
            fit = self.turning.fewest([first(single) for single in singles], False)
            singles = [single for single in singles if first(single) in fit]
        if singles:
            self.verdict = PARTIAL
            self._reason = OTHER_DIE
            self.played = 1
            self._half = singles[-1]

    def _unfinished(self, alike: list[int]) -> None:
        # Not a legal result: a piece in the hand, one die played, or wrong.
        for turn in alike:
            if turns_in_place(turn):
                # All holes fit the turn, but nobody has touched the piece that a dal turns in place.
                self.verdict = PARTIAL
                self._reason = OTHER_DIE
                self.played = self.at.throw[-1]  # type: ignore[index]
                self._untold = self.candidates = alike
                return
        if (not self._in_hand or self._hidden) and self._single():
            self.verdict = PARTIAL
            self._reason = OTHER_DIE
            return
        self._unmended = True
        self.verdict = WRONG
        if self._on_the_way():
            self.verdict = MOVING
            if self._in_hand > 0:
                self._reason = IN_HAND

    def _single(self) -> bool:
        # Whether one die has been played as the beginning of some legal turn.
        for single in self.legal.singles:
            if to_hole(single) == self._filled and self._looks_like(first(single)):
                if begins(self.at, self.legal, single):
                    self.played = single_die(single)
                    self._half = single
                    return True
        return False

    def _on_the_way(self) -> bool:
        # Whether putting pieces down is enough for a legal result or the position before.
        if self._strange or self._in_hand < -self._hidden or self._in_hand > HAND_MAX or self._missing > HAND_MAX:
            return False
        if self._in_hand <= 0 and not self._missing:
            return False
        if self._filled == _NOTHING and self._in_hand > 0:
            return True
        for turn in self.legal.turns:
            if self._leads_to(turn):
                return True
        return False

    def _leads_to(self, turn: int) -> bool:
        # Whether the turn fills every newly filled hole. Without an own piece in the hand, only captured pieces can
        # have been taken first: then all holes except theirs must fit the turn.
        now, before = self.now, self.before
        come, taken, other = self._come, self._taken, self._differing - self._come - self._taken
        cells = self.at.cells
        self._changes.play(self.at, turn)
        for hole in self._changes.holes:
            if now[hole] == before[hole]:
                continue
            if now[hole] == self._side == SIDE_OF[cells[hole]]:
                come -= 1
            elif before[hole] == self._side:
                other -= 1
            elif now[hole] == EMPTY:
                taken -= 1
        self._changes.take_back(cells)
        return come == 0 and (self._in_hand > 0 or taken == 0 == other)
