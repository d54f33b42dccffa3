"""The tracker judges what stands on the board, not how it came there: position before, legal turns, occupancy -> verdict.

Lifting, hovering, sliding, brushing a piece and putting it back, taking a captured piece before or after: all that counts
is where the pieces stand now. Where two legal results look alike to the sensors, the holes touched since the throw decide; if
they do not, the verdict is AMBIGUOUS and the players are asked. Holes are the engine's, not the wooden board's.

    >>> tracker = Tracker()
    >>> tracker.begin(game.at, game.legal)
    >>> tracker.see(occupancy)          # bytes of '.', 'A', 'B', '?', a hole each
    >>> tracker.verdict == COMPLETE, tracker.turn
"""

from daldos.position import UNDALLED, Position
from daldos.rules import OWN
from daldos.turns import LOST, NO_HOLE, LegalTurns

UNTOUCHED, MOVING, PARTIAL, COMPLETE, AMBIGUOUS, WRONG = 0, 1, 2, 3, 4, 5
VERDICTS = ("untouched", "moving", "partial", "complete", "ambiguous", "wrong")

NO_REASON, IN_HAND, OTHER_DIE, NOT_DALLED, NOT_YOURS, NO_DISTANCE, JUMPS_OWN, JUMPS_ENEMY = 0, 1, 2, 3, 4, 5, 6, 7
NOT_STERNMOST, NOT_CAPTURED, OFF_BOARD, TOO_MANY, MISSING, MISPLACED, PASSED_STAYS = 8, 9, 10, 11, 12, 13, 14
REASONS = (
    "",
    "a piece is in the hand",
    "other die must be played",
    "not dalled",
    "not your piece",
    "no such distance",
    "jumps own piece",
    "jumps enemy piece",
    "not the undalled piece nearest the stern",
    "no piece of yours ends there",
    "a captured piece leaves the board",
    "a piece too many",
    "pieces are missing",
    "no turn puts it there",
    "both dice on one piece capture only where it ends",
)

EMPTY, UNKNOWN = ord("."), ord("?")
SIDES = b"AB"  # what a sensor says of a player's piece
_SIDE_OF = b".AABB"  # cell -> what a sensor says
_HAND_MAX = 3  # more pieces than this off the board at once is not a hand at play


def occupancy_of(cells: bytearray) -> bytearray:
    """What the sensors see of these cells: '.', 'A' or 'B' a hole."""
    return bytearray([_SIDE_OF[cell] for cell in cells])


class Tracker:
    """verdict: UNTOUCHED ... WRONG. turn: the packed turn if COMPLETE. candidates: the turns to choose from if AMBIGUOUS, or
    UNTOUCHED where broken sensors may hide a turn. reason: NO_REASON ... of PARTIAL and WRONG. holes: what to mend, as
    (hole, has, want), has and want being codes of '.', 'A', 'B'. played: the die played if PARTIAL, 0 if that is open.
    """

    def __init__(self):
        self.at = None
        self.verdict = UNTOUCHED
        self.turn = LOST
        self.candidates = []
        self.reason = NO_REASON
        self.holes = []
        self.played = 0

    def begin(self, at: Position, legal: LegalTurns, seen_all: bool = True) -> None:
        """A turn begins at this position. seen_all: no touch can have been missed, as after a power cut it can."""
        self.at = at
        self.legal = legal
        self.before = occupancy_of(at.cells)
        self.now = bytearray(self.before)
        self.touched = bytearray(len(self.before))  # 1: seen to differ from before; 2: may have been touched unseen
        if not seen_all:
            for hole in range(len(self.touched)):
                self.touched[hole] = 2
        self._judge()

    def see(self, occupancy: bytearray) -> None:
        """The occupancy now, a code a hole; judged if it differs from the last one."""
        changed = False
        for hole in range(len(self.now)):
            code = occupancy[hole]
            if code != self.now[hole]:
                changed = True
                self.now[hole] = code
                if code == UNKNOWN:
                    self.touched[hole] |= 2
                elif code != self.before[hole]:
                    self.touched[hole] |= 1
        if changed:
            self._judge()

    # --- judging -----------------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        before, now = self.before, self.now
        self.turn = LOST
        self.candidates = []
        self.reason = NO_REASON
        self.holes = []
        self.played = 0
        diff = [hole for hole in range(len(now)) if now[hole] != before[hole] and now[hole] != UNKNOWN]
        if self.legal.turns[0] == LOST:
            if diff:
                self._wrong(diff)
            else:
                self.verdict = COMPLETE
            return
        alike = [turn for turn in self.legal.turns if (not diff or _names(turn, diff[0])) and self._looks_like(turn, len(diff))]
        possible = [turn for turn in alike if self._story(turn, 3)]
        if not diff:
            # Nothing stands elsewhere than before: only touches that were seen can make it a turn.
            played = [turn for turn in possible if self._story(turn, 1) and self._seen(turn)]
            if not played:
                self.candidates = possible
                self.verdict = UNTOUCHED
                if self._lifted_and_back():
                    self.verdict = PARTIAL
                    self.reason = OTHER_DIE
                    self.played = 1
                return
            possible = played
        if len(possible) == 1:
            self.verdict = COMPLETE
            self.turn = possible[0]
        elif possible:
            self.verdict = AMBIGUOUS
            self.candidates = possible
        elif alike:
            # All stands as after a legal turn, but nobody touched the piece that it turns in place.
            self.verdict = PARTIAL
            self.reason = OTHER_DIE
        else:
            self._unfinished(diff)

    def _changes(self, turn: int) -> list:
        # (hole, what stands there after the turn) for each hole that a move of the turn left or ended on, once each.
        own = SIDES[self.at.player]
        found = []
        for _ in range(2):
            hole, to = turn & 63, turn >> 6 & 63
            if hole == NO_HOLE:
                break
            for pair in ((hole, EMPTY), (to, own)):
                found = [other for other in found if other[0] != pair[0]]
                found.append(pair)
            turn >>= 12
        return found

    def _looks_like(self, turn: int, different: int) -> bool:
        # Whether all known holes are as after that turn; `different` of them are not as before.
        for hole, want in self._changes(turn):
            if self.now[hole] == UNKNOWN:
                continue
            if self.now[hole] != want:
                return False
            if want != self.before[hole]:
                different -= 1
        return different == 0

    def _story(self, turn: int, mask: int) -> bool:
        # Whether every hole in which the turn changes a piece for one that looks the same has been touched (1) or may have been (2).
        own = SIDES[self.at.player]
        for hole, want in self._changes(turn):
            if want == own and self.before[hole] == own and not self.touched[hole] & mask:
                return False
        return True

    def _seen(self, turn: int) -> bool:
        # Whether a known hole tells of the turn at all.
        for hole, _ in self._changes(turn):
            if self.touched[hole] & 1:
                return True
        return False

    def _lifted_and_back(self) -> bool:
        # Where a dal only turns a piece: one die of two was played by lifting a piece and putting it back.
        if self.at.rules.dal_moves or self.at.die1 != 1:
            return False
        for hole in range(len(self.touched)):
            if self.touched[hole] & 1 and self.at.cells[hole] == UNDALLED[self.at.player]:
                return True
        return False

    def _unfinished(self, diff: list) -> None:
        # No legal result: on the way to one, half way, or wrong.
        own, before, now = SIDES[self.at.player], self.before, self.now
        hand = 0
        missing = 0
        filled = []
        lifted = []
        for hole in diff:
            if before[hole] == own:
                hand += 1
            elif before[hole] != EMPTY:
                missing += 1
            if now[hole] == EMPTY:
                lifted.append(hole)
            else:
                filled.append(hole)
                if now[hole] == own:
                    hand -= 1
                else:
                    missing -= 1
        if hand < 0 or missing < 0 or hand > _HAND_MAX or missing > _HAND_MAX:
            self._wrong(diff)
            return
        if self._single(diff) and not hand:
            self.verdict = PARTIAL
            self.reason = OTHER_DIE
            return
        for turn in self.legal.turns:
            changes = self._changes(turn)
            if _agrees(changes, filled, now) and (hand or not self._strays(changes, lifted)):
                self.verdict = MOVING if hand or not filled else PARTIAL
                self.reason = IN_HAND if self.verdict == MOVING else OTHER_DIE
                self.holes = [(hole, EMPTY, before[hole]) for hole in lifted]
                return
        if hand and not filled:
            self.verdict = MOVING
            self.reason = IN_HAND
            self.holes = [(hole, EMPTY, before[hole]) for hole in lifted]
            return
        self._wrong(diff)

    def _strays(self, changes: list, lifted: list) -> bool:
        for hole in lifted:
            if (hole, EMPTY) not in changes and not self._captured(changes, hole):
                return True
        return False

    def _captured(self, changes: list, hole: int) -> bool:
        # Whether the changes end with an own piece where an enemy stood.
        own = SIDES[self.at.player]
        return (hole, own) in changes and self.before[hole] not in (own, EMPTY)

    def _extendable(self, single: int) -> bool:
        # Whether that move of one die is the beginning of a legal turn, or lies on the way of one piece by both dice.
        hole, to = single & 63, single >> 6 & 63
        for turn in self.legal.turns:
            if turn & 0xFFF == single & 0xFFF or turn >> 12 == single & 0xFFF:
                return True
            if turn & 63 == hole and turn >> 12 == 0xFFF and self.before[to] == EMPTY and to != turn >> 6 & 63:
                return True
        return False

    def _single(self, diff: list) -> bool:
        # Whether one die has been played as some legal turn may begin.
        for single in self.legal.singles:
            if single & 63 in diff and self._looks_like(single & 0xFFF | 0xFFF000, len(diff)) and self._extendable(single):
                self.played = single >> 12
                return True
        return False

    # --- what is wrong, and what to mend -------------------------------------------------------------------------------

    def _wrong(self, diff: list) -> None:
        self.verdict = WRONG
        best, base = len(diff), LOST
        targets = [single & 0xFFF | 0xFFF000 for single in self.legal.singles if self._extendable(single)]
        for turn in targets + self.legal.turns:
            away = len(diff)
            for hole, want in self._changes(turn):
                if self.now[hole] == UNKNOWN or want == self.before[hole]:
                    continue
                if self.now[hole] == want:
                    away -= 1
                elif self.now[hole] == self.before[hole]:
                    away += 1
            if away < best:
                best, base = away, turn
        wanted = bytearray(self.before)
        for hole, want in self._changes(base):
            wanted[hole] = want
        for hole in range(len(wanted)):
            if self.now[hole] != wanted[hole] and self.now[hole] != UNKNOWN:
                self.holes.append((hole, self.now[hole], wanted[hole]))
        self.reason = self._reason(base, wanted)

    def _reason(self, base: int, wanted: bytearray) -> int:
        own = SIDES[self.at.player]
        left = []  # own pieces gone from where they should be, and come where they should not
        come = []
        gone_enemies = strange_enemies = 0
        landed = False
        for hole, has, want in self.holes:
            if want == own:
                left.append(hole)
            elif want != EMPTY:
                gone_enemies += 1
                landed = landed or has == own
            if has == own:
                come.append(hole)
            elif has != EMPTY:
                strange_enemies += 1
        if strange_enemies > gone_enemies:
            # A piece of the enemy's stands where none did: one that was captured, or one too many.
            return OFF_BOARD if base != LOST else TOO_MANY
        if strange_enemies:
            return OFF_BOARD if landed else NOT_YOURS
        if len(come) > len(left):
            return TOO_MANY
        if len(left) > _HAND_MAX or gone_enemies > _HAND_MAX:
            return MISSING
        if gone_enemies and not landed and not come:
            return NOT_CAPTURED
        if not come:
            return MISSING
        return self._why_not(base, self._by_step(left)[0], self._by_step(come)[0], wanted)

    def _by_step(self, holes: list) -> list:
        step = self.at.rules.board.step[self.at.player]
        return [hole for _, hole in sorted([(step[hole], hole) for hole in holes])]

    def _why_not(self, base: int, hole: int, to: int, wanted: bytearray) -> int:
        # Why the piece of `hole` may not stand at `to`, after the moves of `base` have been played.
        at = self.at
        rules, player = at.rules, at.player
        cells = bytearray(at.cells)
        dice = [at.die1, at.die2]
        if base != LOST and base >> 12 == 0xFFF:
            for single in self.legal.singles:
                if single & 0xFFF == base & 0xFFF and single >> 12 in dice and len(dice) == 2:
                    dice.remove(single >> 12)
        for moved, want in self._changes(base):
            cells[moved] = 0 if want == EMPTY else 2 * player + 2
        asleep = cells[hole] == UNDALLED[player]
        if asleep and 1 not in dice:
            return NOT_DALLED
        if asleep and rules.dal_order == "sternmost":
            for other in range(hole):
                if cells[other] == UNDALLED[player]:
                    return NOT_STERNMOST
        distances = [1] if asleep else list(dice)
        if len(dice) == 2:
            distances.append(sum(dice))
        if asleep and not rules.dal_moves:
            distances = dice[1:]
        steps, reached, barred = 0, hole, 0
        while reached != to and steps <= 8:
            reached = rules.board.after[player][reached]
            steps += 1
            if reached != to and rules.stop[player][cells[reached]] and not barred:
                barred = JUMPS_OWN if OWN[player][cells[reached]] else JUMPS_ENEMY
        if steps not in distances:
            return NO_DISTANCE
        if barred:
            return barred
        if steps in dice and cells[to] and len(dice) == 2:
            return PASSED_STAYS if self._passes(hole, to) else OTHER_DIE
        return OTHER_DIE

    def _passes(self, hole: int, to: int) -> bool:
        # Whether a legal turn takes the piece over `to` with both dice added.
        after = self.at.rules.board.after[self.at.player]
        for turn in self.legal.turns:
            if turn & 63 == hole and turn >> 12 == 0xFFF and turn >> 6 & 63 != to:
                reached = hole
                for _ in range(self.at.die1 + self.at.die2):
                    reached = after[reached]
                    if reached == to:
                        return True
        return False


def _names(turn: int, hole: int) -> bool:
    # Whether a move of the turn leaves that hole or ends on it.
    return hole in (turn & 63, turn >> 6 & 63, turn >> 12 & 63, turn >> 18 & 63)


def _agrees(changes: list, filled: list, now: bytearray) -> bool:
    # Whether every newly filled hole is one that the changes fill.
    for hole in filled:
        if (hole, now[hole]) not in changes:
            return False
    return True
