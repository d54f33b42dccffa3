"""A legal turn as an object of a few words, for programs that would rather read than compute. Searches use small ints.

>>> at = Position.parse("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12")
>>> turn = at.moves()[0]
>>> turn.text, turn.captures, turn.again
('A1-M3', (), False)
>>> turn.result
'.aaaaaaaaaaaaaaa/..A............../bbbbbbbbbbbbbbbb B -'
"""

from daldos.notation import result_text, turn_text
from daldos.packing import moves
from daldos.position import PLAYERS, Position, pieces
from daldos.turns import LegalTurns, legal_turns, play_moves


class Turn:
    """position: the one before, with the throw. packed: see `packing`. again: the same player throws again."""

    def __init__(self, position: Position, packed: int, again: bool):
        self.position = position
        self.packed = packed
        self.again = again

    @property
    def player(self) -> str:
        """`A` or `B`, whose turn it is."""
        return PLAYERS[self.position.player]

    @property
    def throw(self) -> str:
        """The throw that it plays, the lower die first: `13`."""
        return "%d%d" % (self.position.die1, self.position.die2)

    @property
    def text(self) -> str:
        """Its notation: `A2-A1 M1xM4`; `--` for a lost turn."""
        return turn_text(self.position, self.packed)

    @property
    def result(self) -> str:
        """The notation of the position after it, before the next throw; `#` for the throw if it has won."""
        return result_text(self.position, self.packed, self.again)

    @property
    def captures(self) -> tuple:
        """The names of the holes in which it captures, in the order played."""
        cells = bytearray(self.position.cells)
        found = []
        for hole, to in moves(self.packed):
            cell, cells[hole] = cells[hole], 0
            if cells[to]:
                found.append(self.position.rules.board.name(to))
            cells[to] = cell
        return tuple(found)

    @property
    def wins(self) -> bool:
        """Whether the enemy is beaten after it."""
        at = self.after()
        return pieces(at.cells, 1 - self.position.player) <= at.rules.lose_at

    def after(self) -> Position:
        """The position after it, a new one, of who throws next; of the winner if it wins."""
        at = self.position
        cells = bytearray(at.cells)
        play_moves(cells, at.player, self.packed)
        stays = self.again or pieces(cells, 1 - at.player) <= at.rules.lose_at
        return Position(at.rules, cells, at.player if stays else 1 - at.player)

    def __repr__(self) -> str:
        return "<Turn %s of %s>" % (self.text, self.position.text())

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other) -> bool:
        return isinstance(other, Turn) and self.packed == other.packed and self.position == other.position


def turns_at(at: Position, legal: LegalTurns = None) -> list:
    """A Turn for each legal turn of the position, which they share and nobody may change; `legal` saves a search."""
    legal = legal or legal_turns(at)
    again = at.rules.again(at.die1, at.die2, legal.dice_used)
    return [Turn(at, packed, again) for packed in legal.turns]
