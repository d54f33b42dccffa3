"""All legal turns of a throw (rules, "A turn"): every way to play its dice one by one, one turn for each result.

The search here is the definition. Where there is a kernel in C (`ai/native`), it finds the same turns in the same
order.

    >>> text = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11"
    >>> legal = legal_turns(parse_position(text, parse_rules("danish")))
    >>> legal.dice_used, len(legal.turns)
    (2, 2)
"""

from daldos.effects import CAPTURED, play_step
from daldos.errors import DaldosError
from daldos.geometry import NO_HOLE
from daldos.packing import ALL, first_hole, first_place, is_turn, pack_move, rest
from daldos.reach import reach
from daldos.rules import OWN, Rules
from daldos.state import UNDALLED, State, beaten, pieces
from daldos.throws import DAL

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable

    kernel_turns: "Callable[[bytes, bytearray, int, tuple[int, ...], int], tuple[list[int], int, bytes] | None] | None"
else:
    try:
        from dkernel import turns as kernel_turns  # in a Pico's image: the same search in C
    except ImportError:
        kernel_turns = None


class TurnError(DaldosError):
    """An illegal turn, an invalid text of a turn, or a position without a throw."""


class LegalTurns:
    """turns: packed turns, one for each distinct resulting position. dice_used: the most dice any of them uses.

    ends: for each turn the holes in which its moves end, a byte for each die of the throw, NO_HOLE for no move.
    """

    def __init__(self, turns: list[int], dice_used: int, ends: bytes):
        self.turns = turns
        self.dice_used = dice_used
        self.ends = ends

    def only(self, turn: int) -> "LegalTurns":
        """These, if no other turn may be played."""
        k, dice = self.turns.index(turn), len(self.ends) // len(self.turns)
        return LegalTurns([turn], self.dice_used, self.ends[dice * k : dice * k + dice])

    def landing(self, holes: bytes) -> list[int]:
        """Those of the turns with a move that ends in one of these holes, in their order."""
        ends, dice = self.ends, len(self.ends) // len(self.turns)
        found: list[int] = []
        for k in range(len(holes)):
            hole = holes[k : k + 1]
            at = ends.find(hole)
            while at >= 0:
                number = at // dice
                if number not in found:
                    found.append(number)
                at = ends.find(hole, (number + 1) * dice)
        found.sort()
        return [self.turns[number] for number in found]


class _Search:
    # found: for each number of dice used the turns (turn, ends) that use so many, after which no more can be played or
    # the game is won; early: those that win before the last die.

    def __init__(self, at: State, but: int):
        rules, side = at.rules, at.side
        self.rules, self.cells, self.side, self.but = rules, at.cells, side, but
        self.ways, self.own, self.undalled = rules.ways[side], OWN[side], UNDALLED[side]
        self.faces: tuple[int, ...] = at.throw.faces  # type: ignore[union-attr]
        self.added = rules.one_piece == "added"
        self.spare = pieces(at.cells, 1 - side) - rules.lose_at  # so many captures win
        self.found: list[list[tuple[int, bytes]]] = [[] for _ in range(len(self.faces) + 1)]
        self.early: list[tuple[int, bytes]] = []
        self.seen: set[bytes] = set()
        self.winning = 0  # the most dice that a turn of `early` uses

    def holes(self) -> list[int]:
        cells, own = self.cells, self.own
        return [hole for hole in range(len(cells)) if own[cells[hole]]]

    def one_piece(self) -> None:
        # All dice on one piece: one by one; or added, so that it captures only where it ends, and a dal comes first.
        first, more, places = self.faces[0], sum(self.faces[1:]), list(range(len(self.faces)))
        for hole in self.holes():
            if not self.added:
                self.play(places, 0, b"", 0, hole)
                continue
            to = reach(self.cells, self.ways, hole, first, more)
            if to >= 0 and hole != self.but:
                before = bytes(self.cells)
                play_step(self.rules, self.cells, self.side, hole, to)
                self.keep(self.found[-1], pack_move(0, hole, ALL), bytes([to]))
                self.cells[:] = before

    def play(self, left: list[int], turn: int, ends: bytes, taken: int, alone: int = -1) -> None:
        # All ways to go on with the dice in these places of the throw; alone: with the piece in this hole, by all.
        cells, ways, faces, side, used = self.cells, self.ways, self.faces, self.side, len(ends)
        before, stuck, die = bytes(cells), True, 0
        holes = self.holes() if alone < 0 else [alone]
        dalled = [hole for hole in holes if cells[hole] != self.undalled]
        for place in left:
            if faces[place] == die:
                continue  # as the one before
            die = faces[place]
            rest = [other for other in left if other != place]
            for hole in holes if die == DAL else dalled:
                if hole == self.but or (self.added and hole in ends):
                    continue  # with dice added, a piece that has moved moves on only by all of them
                to = reach(cells, ways, hole, die)
                if to < 0:
                    continue
                stuck = False
                captures = play_step(self.rules, cells, side, hole, to) & CAPTURED != 0
                more, ended = turn + pack_move(used, hole, place), ends + bytes([to])
                if captures and taken + 1 >= self.spare and rest:
                    self.keep(self.early, more, ended)
                    self.winning = max(self.winning, used + 1)
                elif rest:
                    self.play(rest, more, ended, taken + captures, alone if alone < 0 else to)
                else:
                    self.keep(self.found[used + 1], more, ended)
                cells[:] = before
        if stuck and alone < 0:
            self.keep(self.found[used], turn, ends)

    def keep(self, found: list[tuple[int, bytes]], turn: int, ends: bytes) -> None:
        # Of the turns with one result only the first.
        result = bytes(self.cells)
        if result not in self.seen:
            self.seen.add(result)
            found.append((turn, ends))


def legal_turns(at: State, but: int = -1) -> LegalTurns:
    """All legal turns of the position's throw, or of a part of one, which must not be missing.

    A piece in the hole `but` stays. The cells are unchanged afterwards.
    """
    if not at.throw:
        raise TurnError("position %r has no throw to play", at.text())
    if kernel_turns:
        game = _games.get(at.rules.text)
        if not game:
            _games.clear()  # a board plays by one set of rules
            game = _games[at.rules.text] = search_bytes(at.rules)
        known = kernel_turns(game, at.cells, at.side, at.throw.faces, but)
        if known:  # else they are too many for it
            return LegalTurns(*known)
    return found_turns(at, but)


def found_turns(at: State, but: int = -1) -> LegalTurns:
    """The legal turns by Python's search, which defines them."""
    search = _Search(at, but)
    count = len(search.faces)
    if count > 1:
        search.one_piece()
    search.play(list(range(count)), 0, b"", 0)
    used = count
    while used > search.winning and not search.found[used]:
        used -= 1
    found = search.found[used] + search.early
    none = bytes([NO_HOLE] * count)
    return LegalTurns([turn for turn, _ in found], used, b"".join([(ends + none)[:count] for _, ends in found]))


_games: dict[str, bytes] = {}  # the text of the rules -> search_bytes


def search_bytes(rules: Rules) -> bytes:
    """The rules as the search in C reads them: the beginning of dk_game, see `daldos.ai.kernel`."""
    board = rules.board
    options = (
        (
            board.n,
            board.size,
            board.loop,
            rules.lose_at,
            rules.dal_order != "any",
            rules.one_piece == "separate",
            rules.dal_moves,
        )
        + board.exact
        + board.front
        + (board.exact[0] if rules.gate else NO_HOLE, rules.king, rules.sent_home)
    )
    parts = [(bytes(options), 14)]
    for size, tables in ((64, board.after), (64, board.step), (8, rules.stop), (8, OWN)):
        parts += [(bytes(table), size) for table in tables]
    return b"".join([part + bytes(size - len(part)) for part, size in parts])


def played(at: State, turn: int) -> "tuple[bytearray, list[tuple[int, int, int]]] | None":
    """The cells after `turn`, any int, and its steps (`daldos.effects`), if it is legal in whatever order.

    A turn that uses all dice is legal if each of its moves is; only a turn that leaves a die unused needs a search, and
    those are few. So a saved game can be checked turn by turn at power-on.
    """
    if not is_turn(turn):
        return None
    rules, side, faces = at.rules, at.side, at.throw.faces  # type: ignore[union-attr]
    cells, left, added = bytearray(at.cells), (1 << len(faces)) - 1, rules.one_piece == "added"
    won, ways, more = False, rules.ways[side], turn
    steps: list[tuple[int, int, int]] = []
    while more:
        hole, place, more = first_hole(more), first_place(more), rest(more)
        if hole >= len(cells) or won or added and hole in [step[1] for step in steps]:
            return None
        if place == ALL and added and not steps and len(faces) > 1:
            to = reach(cells, ways, hole, faces[0], sum(faces[1:]))
            left = 0
        elif left >> place & 1:
            to = reach(cells, ways, hole, faces[place])
            left -= 1 << place
        else:
            return None
        if to < 0:
            return None
        effect = play_step(rules, cells, side, hole, to)
        won = effect & CAPTURED != 0 and beaten(rules, cells, 1 - side)
        steps.append((hole, to, effect))
    return (cells, steps) if not left or turn in legal_turns(at).turns else None
