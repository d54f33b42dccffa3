"""Hands at the simulated board: the pieces held, by which page, and from where. They know no rules of the game.

A hand lifts a piece from a hole or a tray, carries it, holds it low over a hole, and puts it down there, in its tray or
back. Putting it down on an enemy piece first moves that piece to its tray, as a player's other hand would.

>>> hands = Hands(FakeBoard(seed=1))
>>> hands.lift("page 1", 0, "A1"); hands.place("page 1", 0, "M3")
"""

from daldos.errors import DaldosError

HOVER_MM = 4.0  # a piece held low over a hole: the sensor below responds, but not as to a piece in the hole
SIDES = ("A", "B")


class HandError(DaldosError):
    """An action that no hand can do: the hole or the hand, and why not."""


class Held:
    """piece: of the fake board; origin: the hole it came from, or None; at: [x, y] in mm; over: a hole or None."""

    def __init__(self, piece, origin, at):
        self.piece = piece
        self.origin = origin
        self.at = at
        self.over = None


class Hands:
    """All hands at one fake board. A hand is named by its page and a small number."""

    def __init__(self, board):
        self.board = board
        self.held = {}  # (page, hand) -> Held

    def lift(self, page, hand: int, hole: str) -> None:
        """Take the piece off a hole."""
        self._free(page, hand)
        number = self._hole(hole)
        if self.board.piece_at(number) is None:
            raise HandError("lift: no piece at %s", hole)
        self.held[page, hand] = Held(self.board.lift(number), number, None)

    def take(self, page, hand: int, side: str) -> None:
        """Take a piece of a side from its tray."""
        self._free(page, hand)
        tray = self.tray(side)
        if not tray:
            raise HandError("lift: no piece of %s's in the tray", side)
        self.held[page, hand] = Held(tray[0], None, None)

    def hover(self, page, hand: int, x: float, y: float, hole) -> None:
        """Carry the piece to a place; hole: the one it is held low over, None: too high to be sensed."""
        held = self._held(page, hand)
        held.at = [round(x, 1), round(y, 1)]
        over = None if hole is None else self._hole(hole)
        if over != held.over:
            held.over = over
            self.board.away(held.piece)
            if over is not None:
                self.board.hover(over, held.piece, HOVER_MM)

    def place(self, page, hand: int, hole: str) -> None:
        """Put the piece down. HandError if the hole has a piece of its own side; it then stays in the hand.

        A piece of two heights is turned if it is put back where it came from.
        """
        held = self._held(page, hand)
        number = self._hole(hole)
        there = self.board.piece_at(number)
        if there is not None:
            if there.side == held.piece.side:
                raise HandError("place: a piece of the same side stands at %s", hole)
            self.board.lift(number)
        self.board.away(held.piece)
        if self.board.tall and number == held.origin:
            self.board.twist(held.piece, 1.0 - round(held.piece.turned))
        self.board.place(number, held.piece)
        del self.held[page, hand]

    def toss(self, page, hand: int) -> None:
        """Put the piece in its tray."""
        self.board.away(self._held(page, hand).piece)
        del self.held[page, hand]

    def back(self, page, hand: int) -> None:
        """Put the piece back where it came from; in its tray if the hole is taken."""
        held = self._held(page, hand)
        self.board.away(held.piece)
        if held.origin is not None and self.board.piece_at(held.origin) is None:
            self.board.place(held.origin, held.piece)
        del self.held[page, hand]

    def leave(self, page) -> None:
        """A page is gone: put back the pieces that it held."""
        for key in [key for key in self.held if key[0] == page]:
            self.back(*key)

    def clear(self) -> None:
        """Empty all hands: the pieces have been set up again."""
        self.held.clear()

    def tray(self, side: str) -> list:
        """The pieces of a side in its tray."""
        held = [held.piece for held in self.held.values()]
        return [piece for piece in self.board.spare() if piece.side == side and piece not in held]

    def view(self) -> list:
        """[page, hand, side, place in mm or None, origin or None, hole below or None] of each piece in a hand."""
        names = dict(enumerate(self.board.names))
        names[None] = None
        return [
            [page, hand, held.piece.side, held.at, names[held.origin], names[held.over]]
            for (page, hand), held in self.held.items()
        ]

    def _hole(self, name: str) -> int:
        if name not in self.board.names:
            raise HandError("no hole %r", name)
        return self.board.names.index(name)

    def _held(self, page, hand: int) -> Held:
        if (page, hand) not in self.held:
            raise HandError("hand %s is empty", hand)
        return self.held[page, hand]

    def _free(self, page, hand: int) -> None:
        if (page, hand) in self.held:
            raise HandError("hand %s holds a piece already", hand)
