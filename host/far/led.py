"""A wooden board, or a level of the opponent, at a seat of a far game.

>>> play_level(end, 3)                          # whether it has played or answered
>>> board = LedBoard(client); board.step(end)   # the board shows the game, and its player's turns are played
"""

from daldos.ai.opponent import seed_of
from daldos.prng import Xorshift32
from host.ai import data
from host.far.board import BoardSeat, thrown
from host.far.end import End, EndError
from host.far.fold import Fold
from host.sim.client import Client


def play_level(end: End, level: int) -> bool:
    """Do what is due as this level of the opponent, which grants every question; returns whether there was anything."""
    state = end.state
    if state == "answer":
        end.answer(True)
    elif state == "turn":
        game = end.fold.game
        turns = game.legal.turns
        stream = Xorshift32(seed_of(game))
        end.play(turns[0] if len(turns) == 1 else data.opponent(game.rules).choose(game.position, level, stream))
    return state in ("answer", "turn")


class LedBoard:
    """client: the board's. trouble: its refusal, or why a turn cannot be sent."""

    def __init__(self, client: Client):
        self._seat = BoardSeat(client)

    @property
    def trouble(self) -> str:
        return self._seat.trouble

    def step(self, end: End) -> None:
        """Lead the board to the end's game, and play what is played on it."""
        seat, fold = self._seat, end.fold
        number = len(fold.game.plies) + 1 if fold.game else 0
        undone = () if seat.has_led else tuple([text for ply, text in fold.undone if ply == number])
        for deed in seat.step(fold.game, thrown(fold.game), None if fold.over else end.k, undone):
            try:
                if deed[0] == "undo" and fold.asks[end.k] is None:
                    end.ask()
                elif deed[0] == "turn" and end.fold.to_move() == end.k:
                    end.play(deed[1])
            except EndError as error:
                seat.trouble = str(error)

    def follow(self, fold: Fold) -> None:
        """Lead the board, at which nobody plays, to this state of a game."""
        self._seat.step(fold.game, thrown(fold.game), None)

    def release(self) -> None:
        """Give the board its own game back."""
        self._seat.release()
