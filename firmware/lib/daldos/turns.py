"""All legal turns of a throw (rules, "A turn"), each packed in one small int (`packing`).

A piece that has moved is dalled, so a turn and the position before it give the position after it.

    >>> text = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11"
    >>> legal = legal_turns(parse_position(text, parse_rules("danish")))
    >>> legal.dice_used, len(legal.turns)
    (2, 2)
"""

from daldos.packing import FROM_2, LOST_TURN, NO_HOLE, TO, TO_2, from_hole, pack, pack_single, rest, to_hole
from daldos.position import DALLED, UNDALLED, Position, pieces
from daldos.rules import OWN

_FAR = 4  # the longest move of one die: pieces further apart on the route do not touch each other's moves


class TurnError(ValueError):
    """A turn that is not legal, an invalid text of one, or a position without a throw."""


class LegalTurns:
    """turns: packed turns, one for each distinct resulting position. dice_used: the most dice any of them uses.

    singles: what each die alone could move in the position before, packed; not all of them are the beginning
    of a legal turn.
    """

    def __init__(self, turns: list, dice_used: int, singles: list):
        self.turns = turns
        self.dice_used = dice_used
        self.singles = singles


def reach(cells: bytearray, after: bytes, stop: bytes, own: bytes, hole: int, steps: int) -> int:
    """The hole that many steps on, or -1 if the way or the landing is barred. after, stop, own: the player's tables."""
    while steps > 1:
        hole = after[hole]
        if stop[cells[hole]]:
            return -1
        steps -= 1
    hole = after[hole]
    return -1 if own[cells[hole]] else hole


def _targets(at: Position, holes: list, undalled: list, die: int) -> list:
    # Where each of the holes' pieces can go by that die alone, -1 for nowhere.
    rules, cells, player = at.rules, at.cells, at.player
    after, stop, own = rules.board.after[player], rules.stop[player], OWN[player]
    undalled_cell = UNDALLED[player]
    only = undalled[0] if undalled and rules.dal_order == "sternmost" else -1
    found = []
    for hole in holes:
        if cells[hole] != undalled_cell:
            found.append(reach(cells, after, stop, own, hole, die))
        elif die != 1 or (only >= 0 and hole != only):
            found.append(-1)
        elif not rules.dal_moves:
            found.append(hole)
        else:
            found.append(reach(cells, after, stop, own, hole, 1))
    return found


class _Search:
    # One search: the tables of the position before, and the turns found so far.

    def __init__(self, at: Position):
        player = at.player
        self.at = at
        self.own = OWN[player]
        self.holes = [hole for hole in range(len(at.cells)) if self.own[at.cells[hole]]]
        self.undalled = [hole for hole in self.holes if at.cells[hole] == UNDALLED[player]]
        self.first = _targets(at, self.holes, self.undalled, at.die1)
        self.second = self.first if at.die1 == at.die2 else _targets(at, self.holes, self.undalled, at.die2)
        # One enemy piece above losing: the first capture wins and voids the other die (rules, "Winning at once").
        self.last = pieces(at.cells, 1 - player) == at.rules.lose_at + 1
        self.turns = []
        self.seen = set()

    def add(self, turn: int, key: int) -> None:
        if key not in self.seen:
            self.seen.add(key)
            self.turns.append(turn)

    def one_piece(self) -> None:
        # Both dice on one piece: added, or one after the other in both orders.
        at = self.at
        if at.rules.one_piece == "added":
            self._added()
            return
        for k in range(len(self.holes)):
            self._separate(self.holes[k], self.first[k], at.die2)
            if at.die1 != at.die2:
                self._separate(self.holes[k], self.second[k], at.die1)

    def _added(self) -> None:
        at = self.at
        rules, cells, player = at.rules, at.cells, at.player
        after, stop = rules.board.after[player], rules.stop[player]
        undalled_cell = UNDALLED[player]
        only = self.undalled[0] if self.undalled and rules.dal_order == "sternmost" else -1
        for hole in self.holes:
            steps = at.die1 + at.die2
            if cells[hole] == undalled_cell:
                if at.die1 != 1 or (only >= 0 and hole != only):
                    continue
                if not rules.dal_moves:
                    steps = at.die2
            to = reach(cells, after, stop, self.own, hole, steps)
            if to >= 0:
                self.add(pack(hole, to), pack(hole, NO_HOLE, to))

    def _separate(self, hole: int, between: int, die: int) -> None:
        if between < 0:
            return
        at = self.at
        cells, player, rules = at.cells, at.player, at.rules
        was, captured = cells[hole], cells[between]
        if between != hole and captured and self.last:
            return
        cells[hole] = 0
        cells[between] = DALLED[player]
        to = reach(cells, rules.board.after[player], rules.stop[player], self.own, between, die)
        cells[between] = captured
        cells[hole] = was
        if to < 0:
            return
        left = between if captured and between != hole else NO_HOLE
        low, high = (hole, left) if hole < left else (left, hole)
        self.add(pack(hole, between, between, to), pack(low, high, to))

    def two_pieces(self, first: list, second: list, die: int, close_only: bool) -> None:
        # Two pieces: one by the die of `first`, then another by `die`, whose targets before that are `second`.
        # Pieces far apart move as they did before; with close_only, those pairs have been found in the other order.
        at, holes = self.at, self.holes
        cells, player, rules = at.cells, at.player, at.rules
        board = rules.board
        after, stop, own, step = board.after[player], rules.stop[player], self.own, board.step[player]
        undalled_cell, dalled_cell = UNDALLED[player], DALLED[player]
        wrap = board.loop - _FAR
        steps = [step[hole] for hole in holes]
        twin = at.die1 == at.die2
        count = len(holes)
        sternmost = rules.dal_order == "sternmost"
        for i in range(count):
            to1 = first[i]
            if to1 < 0:
                continue
            hole1 = holes[i]
            was, captured = cells[hole1], cells[to1]
            if to1 == hole1:
                captured = 0
            elif captured and self.last:
                continue
            here = steps[i]
            move1 = hole1 + to1 * TO
            dalling = self.undalled[0] if was == undalled_cell else -1
            cells[hole1] = 0
            cells[to1] = dalled_cell
            for j in range(count):
                if j == i:
                    continue
                far = steps[j] - here
                hole2 = holes[j]
                if (
                    (far > _FAR and far < wrap or far < -_FAR and far > -wrap)
                    and not self.last
                    and not (sternmost and dalling >= 0 and cells[hole2] == undalled_cell)
                ):
                    to2 = second[j]
                    if to2 < 0 or close_only or (twin and j < i):
                        continue
                    self.turns.append(move1 + hole2 * FROM_2 + to2 * TO_2)
                    continue
                if cells[hole2] != undalled_cell:
                    to2 = reach(cells, after, stop, own, hole2, die)
                elif die != 1 or (sternmost and hole2 != self._sternmost(dalling)):
                    continue
                elif rules.dal_moves:
                    to2 = reach(cells, after, stop, own, hole2, 1)
                else:
                    to2 = hole2
                if to2 >= 0:
                    self.add(move1 + hole2 * FROM_2 + to2 * TO_2, _key(hole1, to1, hole2, to2, was == dalled_cell))
            cells[to1] = captured
            cells[hole1] = was

    def _sternmost(self, dalled: int) -> int:
        # The undalled piece nearest the stern once that one (-1 for none) has been dalled.
        k = 1 if dalled >= 0 else 0
        return self.undalled[k] if len(self.undalled) > k else -1

    def one_die(self, only_wins: bool) -> None:
        for k in range(len(self.holes)):
            for to in (self.first[k], self.second[k]):
                hole = self.holes[k]
                if to >= 0 and (not only_wins or (to != hole and self.at.cells[to])):
                    # shares no result with a turn of two dice, which leaves one more piece moved or one moved further
                    self.add(pack(hole, to), pack(hole, to))

    def singles(self) -> list:
        found = []
        for k in range(len(self.holes)):
            if self.first[k] >= 0:
                found.append(pack_single(self.holes[k], self.first[k], self.at.die1))
            if self.second[k] >= 0 and self.at.die1 != self.at.die2:
                found.append(pack_single(self.holes[k], self.second[k], self.at.die2))
        return found


def _key(hole1: int, to1: int, hole2: int, to2: int, dalled1: bool) -> int:
    # The same for all turns with the same resulting position: the holes left, then those newly held by dalled pieces.
    if to2 == hole1:
        # hole2's piece has come where hole1's stood: if that was a dalled one, it is as if one had gone all the way
        left1, left2 = hole2, NO_HOLE
        to2 = NO_HOLE if dalled1 else hole1
    else:
        left1 = NO_HOLE if to1 == hole1 else hole1
        left2 = NO_HOLE if to2 == hole2 else hole2
    if left1 > left2:
        left1, left2 = left2, left1
    if to1 > to2:
        to1, to2 = to2, to1
    return pack(left1, left2, to1, to2)


def legal_turns(at: Position) -> LegalTurns:
    """All legal turns of the position's throw, which must not be missing. The cells are unchanged afterwards."""
    if not at.die1:
        raise TurnError("position %r has no throw to play" % at.text())
    search = _Search(at)
    search.one_piece()
    search.two_pieces(search.first, search.second, at.die2, False)
    if at.die1 != at.die2:
        search.two_pieces(search.second, search.first, at.die1, not search.last)
    dice_used = 2 if search.turns else 0
    if search.last or not dice_used:
        search.one_die(bool(dice_used))
        if search.turns and not dice_used:
            dice_used = 1
    return LegalTurns(search.turns or [LOST_TURN], dice_used, search.singles())


def play_moves(cells: bytearray, player: int, turn: int) -> int:
    """Play a packed turn on the cells; returns how many enemy pieces it captured."""
    captures = 0
    dalled_cell = DALLED[player]
    for _ in range(2):
        hole, to = from_hole(turn), to_hole(turn)
        if hole == NO_HOLE:
            break
        cells[hole] = 0
        if cells[to]:
            captures += 1
        cells[to] = dalled_cell
        turn = rest(turn)
    return captures
