"""Whether one turn is legal, without searching for all of them: a saved game is checked turn by turn at power-on.

A turn that uses both dice is legal as soon as each of its moves is; only for a turn that leaves a die unused must the
others be searched, and those are few (rules, "Use what you can").

    >>> at = parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", parse_rules("danish"))
    >>> is_legal(at, parse_turn(at, "A1-M3"))
    True
"""

from daldos.packing import is_turn, moves
from daldos.position import DALLED, UNDALLED, Position, pieces
from daldos.rules import OWN
from daldos.turns import legal_turns, reach


def is_legal(at: Position, turn: int) -> bool:
    """Whether `turn` may be played in a position with a throw, in whatever order it is packed; any int may be asked."""
    if not is_turn(turn):
        return False
    holes = moves(turn)
    for hole, to in holes:
        if hole >= len(at.cells) or to >= len(at.cells):
            return False
    if len(holes) == 2:
        return _both(at, holes, at.die1, at.die2) or (at.die1 != at.die2 and _both(at, holes, at.die2, at.die1))
    if holes and at.rules.one_piece == "added":
        hole, to = holes[0]
        if OWN[at.player][at.cells[hole]] and added_target(at, hole) == to:
            return True
    return turn in legal_turns(at).turns


def _both(at: Position, holes: list, die1: int, die2: int) -> bool:
    # Two moves, the first by die1.
    cells = at.cells
    (hole1, to1), (hole2, to2) = holes
    if hole2 == to1 and at.rules.one_piece == "added":
        return False
    if target(at, hole1, die1) != to1:
        return False
    was, captured = cells[hole1], cells[to1]
    if to1 == hole1:
        captured = 0
    elif captured and pieces(cells, 1 - at.player) == at.rules.lose_at + 1:
        return False  # the first move has won already
    cells[hole1] = 0
    cells[to1] = DALLED[at.player]
    legal = target(at, hole2, die2) == to2
    cells[to1] = captured
    cells[hole1] = was
    return legal


def target(at: Position, hole: int, die: int) -> int:
    """Where the player's piece in that hole can go by that die: -1 nowhere, the hole itself if it is turned there."""
    cells, player, rules = at.cells, at.player, at.rules
    if not OWN[player][cells[hole]]:
        return -1
    if cells[hole] == UNDALLED[player]:
        if die != 1 or not _may_dal(at, hole):
            return -1
        if not rules.dal_moves:
            return hole
    return _reach_of(at, hole, die)


def added_target(at: Position, hole: int) -> int:
    """Where the player's piece in that hole can go by both dice of the throw added, -1 for nowhere."""
    steps = at.die1 + at.die2
    if at.cells[hole] == UNDALLED[at.player]:
        if at.die1 != 1 or not _may_dal(at, hole):
            return -1
        if not at.rules.dal_moves:
            steps = at.die2
    return _reach_of(at, hole, steps)


def _may_dal(at: Position, hole: int) -> bool:
    if at.rules.dal_order != "sternmost":
        return True
    undalled = UNDALLED[at.player]
    for before in range(at.rules.board.start[2 * at.player], hole):
        if at.cells[before] == undalled:
            return False
    return True


def _reach_of(at: Position, hole: int, steps: int) -> int:
    player, rules = at.player, at.rules
    return reach(at.cells, rules.board.after[player], rules.stop[player], OWN[player], hole, steps)
