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

from companion.tracking.readings import UNKNOWN
from companion.tracking.seen import HAND_MAX, IN_HAND, NOTHING, OTHER_DIE, Seen
from companion.tracking.touches import FREE, SEEN, UNSURE, Touches
from daldos.effects import MOVED, steps_of
from daldos.packing import LOST_TURN
from daldos.throws import DAL

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import LegalTurns, Mending, Off, Parts, Position, Throw, Turning

UNTOUCHED, MOVING, PARTIAL, COMPLETE, AMBIGUOUS, WRONG, TURN, PUSHED = 0, 1, 2, 3, 4, 5, 6, 7
VERDICTS = ("untouched", "moving", "partial", "complete", "ambiguous", "wrong", "turn", "pushed")


class Tracker:
    """The verdict, UNTOUCHED ... PUSHED, and what goes with it.

    turn: the packed turn if COMPLETE. candidates: the turns to choose from if AMBIGUOUS, or if UNTOUCHED or
    PARTIAL where a turn may have been made unseen; the likeliest first. before: the occupancy before the turn. seen:
    what lies there now. turning: a companion.tracking.turning object, if heights are sensed.
    """

    def __init__(self) -> None:
        self.at: Position
        self.legal: LegalTurns
        self.seen: Seen
        self._touches: Touches  # all set by `begin`
        self.verdict = UNTOUCHED
        self.turn = LOST_TURN
        self.candidates: list[int] = []
        self.before = bytearray()
        self.turning: Turning | None = None
        self._parts: Parts | None = None
        self._part: tuple[Throw, int] | None = None  # for PARTIAL: the smaller throw and its turn that are played,
        self._unclear: list[int] = []  # or the turns of which everything but a dal in place is visible
        self._reason = ""
        self._holes: list[Off] = []
        self._mending: Mending | None = None

    def begin(self, at: "Position", legal: "LegalTurns", seen_all: bool = True) -> None:
        """Begin a turn at this position. seen_all: no touch can have been missed, unlike after a power cut."""
        self.at = at
        self.legal = legal
        self._touches = Touches(len(at.cells), 0 if seen_all else UNSURE)
        rules = at.rules
        if rules.king or rules.gate or rules.sent_home:
            from companion.tracking.others import SeenOthers  # in few games

            self.seen = SeenOthers(at, self._touches)
        else:
            self.seen = Seen(at)
        self.before = self.seen.before
        self._parts = None
        self.turning = None
        self._judge()

    def handled(self, hole: int) -> bool:
        """Whether the hole has changed since the turn began, or its piece's height is known."""
        return self._touches.kinds[hole] & SEEN != 0 or self.turning is not None and self.turning.told(hole)

    def see(self, occupancy: bytearray, readings: bytearray | None = None, ghosts: "Sequence[int]" = ()) -> None:
        """Take the occupancy, a code per hole, and judge it if it has changed. readings: with heights, if sensed.
        ghosts: of companion.game.holes."""
        now = self.seen.now
        self.seen.ghosts = ghosts
        if occupancy == now and (readings is None or self.turning and readings == self.turning.readings):
            return
        before, touches = self.before, self._touches
        if readings is not None:
            if not self.turning:
                from companion.tracking.turning import Turning  # only if needed

                self.turning = Turning(self.at)
            self.turning.see(readings, touches)
        for hole in range(len(now)):
            code = occupancy[hole]
            if code != now[hole]:
                now[hole] = code
                if code == UNKNOWN:
                    touches.unsure(hole)
                elif code != before[hole]:
                    touches.seen(hole)
        self.seen.compare()
        self._judge()

    # --- what goes with the verdict -------------------------------------------------------------------------------

    @property
    def reason(self) -> str:
        """Why, for MOVING, PARTIAL, WRONG, TURN and PUSHED: a code of companion.reasons."""
        if self.verdict == PARTIAL:
            return OTHER_DIE
        if self.verdict == MOVING and self.seen.in_hand > 0:
            return IN_HAND
        mending = self._mend()
        if mending and not self._reason:
            self._reason = mending.reason()
        return self._reason

    @property
    def holes(self) -> "list[Off]":
        """What to set right, for MOVING, WRONG, TURN and PUSHED, as (hole, has, want): codes of '.', 'A', 'B', for TURN
        readings."""
        mending = self._mend()
        return mending.holes if mending else self._holes

    @property
    def dice_left(self) -> list[int]:
        """The dice to play according to `reason`, for MOVING and WRONG."""
        mending = self._mend()
        return mending.dice if mending else []

    @property
    def to_turn(self) -> list[int]:
        """For COMPLETE: the holes whose piece the turn dals although nobody has touched it."""
        return self._touches.untouched(self.at, self.turn) if self.turn != LOST_TURN else []

    @property
    def played(self) -> "Throw | None":
        """The dice played, for PARTIAL."""
        if self._unclear:
            return self.at.throw.without(DAL)  # type: ignore[union-attr]  # legal turns have a throw
        return self._part[0] if self._part else None

    @property
    def other(self) -> "tuple[Throw, list[int]]":
        """For PARTIAL: the dice still to be played, and the holes from which they can be."""
        played: Throw = self.played  # type: ignore[assignment]
        left = self.at.throw.without(*played.faces)  # type: ignore[union-attr]
        at, turns = self.at, self._unclear
        rest = self.parts.rest(*self._part) if self._part else None
        if rest:
            at, turns = rest[0], rest[1].turns
        holes: list[int] = []
        for turn in turns:
            for hole, _, effect in steps_of(at, turn):
                if hole not in holes and (rest or not effect & MOVED):
                    holes.append(hole)
        return left, sorted(holes)

    # The next two are imported and computed on demand: most lifted pieces are put down before they are needed.

    @property
    def parts(self) -> "Parts":
        """The turns of smaller throws."""
        if not self._parts:
            from companion.tracking.parts import Parts

            self._parts = Parts(self.at, self.legal)
        return self._parts

    def _mend(self) -> "Mending | None":
        if not self._mending and self.verdict in (MOVING, WRONG):
            from companion.tracking.mending import Mending

            self._mending = Mending(self.seen, self.legal, self.parts, self._touches)
        return self._mending

    # --- judging --------------------------------------------------------------------------------------------------

    def _forget(self, verdict: int) -> None:
        self.verdict = verdict
        self.turn = LOST_TURN
        self.candidates = []
        self._part = None
        self._unclear = []
        self._reason = ""
        self._holes = []
        self._mending = None

    def _judge(self) -> None:
        self._judge_sides()
        if self.turning and self.verdict not in (MOVING, WRONG, PUSHED) and not self._unclear:
            # The occupancy is right, at least so far; check whether the pieces are turned correctly.
            turn = self.candidates[0] if self.verdict == AMBIGUOUS else self._part[1] if self._part else self.turn
            holes = self.turning.to_turn(turn)
            if holes:
                self._forget(TURN)
                self._reason = self.turning.why(holes)
                self._holes = holes

    def _judge_sides(self) -> None:
        self._forget(UNTOUCHED)
        seen, turns = self.seen, self.legal.turns
        if turns[0] == LOST_TURN:
            self.verdict = WRONG if seen.differing else COMPLETE
            return
        if not seen.differing and not seen.hidden and self.at.rules.dal_moves:
            return
        if seen.in_hand and not seen.hidden:
            self._unfinished([])
            return
        alike = seen.like(self.legal)
        if self.turning:
            alike = self.turning.fewest(alike, seen.differing > 0)
        if len(alike) == 1 and (seen.differing or not seen.hidden and len(turns) == 1):
            self._decide(alike)  # whatever was touched
            return
        possible = self._touches.likeliest(self.at, alike)
        if not seen.differing:
            self._judge_touches(possible)
            return
        if not possible and not [turn for turn in alike if self._in_place(turn)]:
            possible = alike
        if possible:
            self._decide(possible)
        else:
            self._unfinished(alike)

    def _decide(self, possible: list[int]) -> None:
        # One of these turns has been made.
        if len(possible) == 1:
            self.verdict = COMPLETE
            self.turn = possible[0]
        else:
            self.verdict = AMBIGUOUS
            self.candidates = possible

    def _judge_touches(self, possible: list[int]) -> None:
        # No piece has moved: only touches can make this a turn.
        touches = self._touches
        if possible and touches.evidence(self.at, possible[0]) > FREE:
            self._decide(possible)
            return
        self.candidates = possible
        beginnings = []
        for part, found in self.parts.turns():
            for turn in found.turns:
                if self._in_place(turn) and touches.evidence(self.at, turn) > FREE and self.parts.begins(part, turn):
                    beginnings.append((part, turn))
        if self.turning:
            fit = self.turning.fewest([turn for _, turn in beginnings], False)
            beginnings = [(part, turn) for part, turn in beginnings if turn in fit]
        if beginnings:
            self._begun(*beginnings[-1])

    def _begun(self, part: "Throw", turn: int) -> None:
        self.verdict = PARTIAL
        self._part = (part, turn)

    def _unfinished(self, alike: list[int]) -> None:
        # Not a legal result: a piece in the hand, some of the dice played, or wrong.
        for turn in alike:
            if self._in_place(turn):
                # All holes fit the turn, but nobody has touched the piece that a dal turns in place.
                self.verdict = PARTIAL
                self._unclear = self.candidates = alike
                return
        seen = self.seen
        if (not seen.in_hand or seen.hidden) and (seen.filled != NOTHING or seen.others):
            for part, found in self.parts.turns():
                for turn in seen.like(found):
                    if self.parts.begins(part, turn):
                        self._begun(part, turn)
                        return
        self.verdict = MOVING if self._on_the_way() else WRONG
        if seen.others:
            self._holes = seen.lacks(self.legal, self.parts)  # type: ignore[attr-defined]  # a SeenOthers
            if self._holes:
                self.verdict = PUSHED
                self._reason = seen.reason  # type: ignore[attr-defined]  # as above

    def _on_the_way(self) -> bool:
        # Whether putting pieces down is enough for a legal result or the position before.
        seen = self.seen
        strange = seen.strange and not seen.others
        if strange or seen.in_hand < -seen.hidden or seen.in_hand > HAND_MAX or seen.missing > HAND_MAX:
            return False
        if seen.in_hand <= 0 and not seen.missing and not seen.strange:
            return False
        if seen.filled == NOTHING and seen.in_hand > 0:
            return True
        for turn in self.legal.turns:
            if seen.leads_to(turn):
                return True
        return False

    def _in_place(self, turn: int) -> bool:
        # Whether the turn turns a piece where it stands.
        return [effect for _, _, effect in steps_of(self.at, turn) if not effect & MOVED] != []
