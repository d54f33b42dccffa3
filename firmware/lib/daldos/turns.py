"""All legal turns of a throw (rules, "A turn"), each packed in one small int (`packing`).

A moved piece is dalled, so the position before a turn and the turn give the position after it.

    >>> text = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11"
    >>> legal = legal_turns(parse_position(text, parse_rules("danish")))
    >>> legal.dice_used, len(legal.turns)
    (2, 2)
"""

from daldos.errors import DaldosError
from daldos.packing import (
    FROM_2,
    LOST_TURN,
    NO_HOLE,
    TO,
    TO_2,
    is_turn,
    moves,
    pack,
    pack_single,
)
from daldos.reach import NOT_DALLED, NOT_STERNMOST, reach, reach_next
from daldos.rules import OWN, Rules
from daldos.state import DALLED, State, pieces
from daldos.throws import Throw

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable

    kernel_turns: "Callable[[bytes, bytearray, int, int, int], tuple[int, list[int]] | None] | None"
else:
    try:
        from dkernel import turns as kernel_turns  # in a Pico's image: the same search in C
    except ImportError:
        kernel_turns = None

_FAR = 4  # the longest move of one die: pieces further apart on the route do not affect each other
# Two exceptions: no other piece's move removes the first of these reasons; any move may remove the second.
_NOT_DALLED, _NOT_STERNMOST = -NOT_DALLED, -NOT_STERNMOST


class TurnError(DaldosError):
    """An illegal turn, an invalid text of a turn, or a position without a throw."""


class LegalTurns:
    """turns: packed turns, one for each distinct resulting position. dice_used: the most dice any of them uses.

    singles: the packed moves of each die alone in the position; not all of them begin a legal turn.
    """

    def __init__(self, turns: list[int], dice_used: int, singles: list[int]):
        self.turns = turns
        self.dice_used = dice_used
        self.singles = singles


class _Search:
    # One search: where either die takes each piece, and the turns found so far.

    def __init__(self, position: State):
        player, cells = position.side, position.cells
        own, ways = OWN[player], position.rules.ways[player]
        self.position = position
        self.throw: Throw = position.throw  # type: ignore[assignment]
        low, high = self.throw
        self.holes = [hole for hole in range(len(cells)) if own[cells[hole]]]
        self.first = [reach(cells, ways, hole, low) for hole in self.holes]
        self.second = self.first
        if low != high:
            self.second = [reach(cells, ways, hole, high) for hole in self.holes]
        # The enemy loses with one piece less: the first capture wins and voids the other die (rules, "Winning at
        # once").
        self.last = pieces(cells, 1 - player) == position.rules.lose_at + 1
        self.turns: list[int] = []
        self.seen: set[int] = set()

    def add(self, turn: int, key: int) -> None:
        if key not in self.seen:
            self.seen.add(key)
            self.turns.append(turn)

    def one_piece(self) -> None:
        # Both dice on one piece: added, or one after the other in both orders.
        position = self.position
        added, ways = position.rules.one_piece == "added", position.rules.ways[position.side]
        for k in range(len(self.holes)):
            hole = self.holes[k]
            if added:
                to = reach(position.cells, ways, hole, *self.throw)
                if to >= 0:
                    self.add(pack(hole, to), pack(hole, NO_HOLE, to))
                continue
            self._separate(hole, self.first[k], self.throw[1])
            if not self.throw.twins:
                self._separate(hole, self.second[k], self.throw[0])

    def _separate(self, hole: int, between: int, die: int) -> None:
        to = reach_next(self.position, hole, between, between, die) if between >= 0 else between
        if to >= 0:
            left = between if self.position.cells[between] and between != hole else NO_HOLE
            low, high = (hole, left) if hole < left else (left, hole)
            self.add(pack(hole, between, between, to), pack(low, high, to))

    def two_pieces(self, first: list[int], second: list[int], die: int, close_only: bool) -> None:
        # Two pieces: one by the die of `first`, then another by `die`, whose targets before that are `second`.
        # Pieces far apart do not affect each other; with close_only, those pairs were found in the other order.
        position, holes = self.position, self.holes
        cells, player, rules = position.cells, position.side, position.rules
        board, ways = rules.board, rules.ways[player]
        step, dalled_cell = board.step[player], DALLED[player]
        wrap = board.loop - _FAR
        steps = [step[hole] for hole in holes]
        twin = self.throw.twins
        count = len(holes)
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
            cells[hole1] = 0
            cells[to1] = dalled_cell
            for j in range(count):
                to2 = second[j]
                if j == i or to2 == _NOT_DALLED:
                    continue
                far = steps[j] - here
                hole2 = holes[j]
                if (
                    (far > _FAR and far < wrap or far < -_FAR and far > -wrap)
                    and not self.last
                    and to2 != _NOT_STERNMOST
                ):
                    if to2 >= 0 and not close_only and not (twin and j < i):
                        self.turns.append(move1 + hole2 * FROM_2 + to2 * TO_2)
                    continue
                to2 = reach(cells, ways, hole2, die)
                if to2 >= 0:
                    self.add(move1 + hole2 * FROM_2 + to2 * TO_2, _key(hole1, to1, hole2, to2, was == dalled_cell))
            cells[to1] = captured
            cells[hole1] = was

    def one_die(self, only_wins: bool) -> None:
        for k in range(len(self.holes)):
            for to in (self.first[k], self.second[k]):
                hole = self.holes[k]
                if to >= 0 and (not only_wins or (to != hole and self.position.cells[to])):
                    # its result differs from any two-dice turn's, which moves one more piece or moves one further
                    self.add(pack(hole, to), pack(hole, to))

    def singles(self) -> list[int]:
        found = []
        for k in range(len(self.holes)):
            if self.first[k] >= 0:
                found.append(pack_single(self.holes[k], self.first[k], self.throw[0]))
            if self.second[k] >= 0 and not self.throw.twins:
                found.append(pack_single(self.holes[k], self.second[k], self.throw[1]))
        return found


def _key(hole1: int, to1: int, hole2: int, to2: int, dalled1: bool) -> int:
    # Equal for all turns with the same result: the holes left, then those with a new dalled piece.
    if to2 == hole1:
        # hole2's piece has reached hole1: if hole1's piece was dalled, the result is as if one piece had moved all the
        # way
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


def legal_turns(position: State) -> LegalTurns:
    """All legal turns of the position's throw, which must not be missing. The cells are unchanged afterwards."""
    if not position.throw:
        raise TurnError("position %r has no throw to play", position.text())
    search = _Search(position)
    if kernel_turns:
        game = _games.get(position.rules.text)
        if not game:
            _games.clear()  # a board plays by one set of rules
            game = _games[position.rules.text] = search_bytes(position.rules)
        found = kernel_turns(game, position.cells, position.side, search.throw[0], search.throw[1])
        if found:  # else there was no room for the search
            return LegalTurns(found[1], found[0], search.singles())
    return found_turns(search)


_games: dict[str, bytes] = {}  # the text of the rules -> search_bytes


def search_bytes(rules: Rules) -> bytes:
    """The rules as the search in C reads them: the beginning of dk_game, see `daldos.ai.kernel`."""
    board = rules.board
    options = (
        board.n,
        board.size,
        board.loop,
        rules.lose_at,
        rules.dal_order == "sternmost",
        rules.one_piece == "separate",
        rules.dal_moves,
        rules.extra_throw,
        rules.blocked_dal_dal_forfeits,
    )
    parts = [(bytes(options), 16)]
    for size, tables in ((64, board.after), (64, board.step), (8, rules.stop), (8, OWN)):
        parts += [(bytes(table), size) for table in tables]
    return b"".join([part + bytes(size - len(part)) for part, size in parts])


def found_turns(search: _Search) -> LegalTurns:
    """The legal turns by Python's search, which defines them."""
    search.one_piece()
    search.two_pieces(search.first, search.second, search.throw[1], False)
    if not search.throw.twins:
        search.two_pieces(search.second, search.first, search.throw[0], not search.last)
    dice_used = 2 if search.turns else 0
    if search.last or not dice_used:
        search.one_die(bool(dice_used))
        if search.turns and not dice_used:
            dice_used = 1
    return LegalTurns(search.turns or [LOST_TURN], dice_used, search.singles())


def is_legal(position: State, turn: int) -> bool:
    """Whether `turn`, any int, may be played in a position with a throw, whatever the order of its moves.

    A turn that uses both dice is legal if each of its moves is; only a turn that leaves a die unused needs a search,
    and those are few. So a saved game can be checked turn by turn at power-on.
    """
    if not is_turn(turn):
        return False
    cells, rules = position.cells, position.rules
    ways, added = rules.ways[position.side], rules.one_piece == "added"
    holes, (low, high) = moves(turn), position.throw  # type: ignore[misc]
    for hole, to in holes:
        if hole >= len(cells) or to >= len(cells):
            return False
    if len(holes) == 2:
        (hole1, to1), (hole2, to2) = holes
        if hole2 == to1 and added:
            return False  # that would be one move
        for die, other in ((low, high), (high, low)):
            if reach(cells, ways, hole1, die) == to1 and reach_next(position, hole1, to1, hole2, other) == to2:
                return True
    elif holes and added and reach(cells, ways, holes[0][0], low, high) == holes[0][1]:
        return True
    return turn in legal_turns(position).turns
