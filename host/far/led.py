"""A led board: it is sent a game's whole state whenever it differs, and its player's actions are read from its events.

>>> board = LedBoard(Client(...))
>>> board.step(end)                             # the board shows the end's game, and its player's turns are played
>>> board.lead(fold.game, 5, 0)                 # a game after five throws; A plays at the board
[('turn', 'A1-M3')]
>>> board.release()

The game is the truth. A board that was just plugged in, has restarted, is behind or ahead, or has another game gets the
same command.
"""

from daldos.game import OVER, PLAY, Game
from daldos.state import PLAYERS
from host.far.end import End, EndError
from host.far.fold import Fold
from host.i18n.catalogue import n
from host.sim.client import Client

AGAIN_MS = 2000  # before a command is repeated; a board answers within a few milliseconds
TOO_OLD = n("The board's firmware is too old to follow a game.")


class LedBoard:
    """client: the board's. trouble: its refusal, in its words, TOO_OLD, or why a turn cannot be sent; else empty."""

    def __init__(self, client: Client):
        self.client = client
        self.trouble = ""
        self._sent: tuple = ()  # number, side, turn, position, rules
        self._sent_ms = 0
        self._count = 0  # commands sent, for their ids
        self._id = ""  # of the command under way; empty once it has been answered
        self._released = False  # and not led since
        self._common: tuple = ()  # the last state (number, position) that board and game had in common

    def step(self, end: End) -> None:
        """Lead the board to the end's game, and play what is played on it."""
        fold = end.fold
        number = len(fold.game.plies) + 1 if fold.game else 0
        undone = () if self._common else tuple([text for ply, text in fold.undone if ply == number])
        for deed in self.lead(fold.game, thrown(fold.game), None if fold.over else end.k, undone):
            try:
                if deed[0] == "undo" and fold.asks[end.k] is None:
                    end.ask()
                elif deed[0] == "turn" and end.fold.to_move() == end.k:
                    end.play(deed[1])
            except EndError as error:
                self.trouble = str(error)

    def follow(self, fold: Fold) -> None:
        """Lead the board, at which nobody plays, to this state of a game."""
        self.lead(fold.game, thrown(fold.game), None)

    def lead(self, game: "Game | None", number: int, k: "int | None", undone: tuple = ()) -> list:
        """Read the board's events, and lead it to this game; returns its player's actions.

        number: the game's throws so far. k: the player, 0 or 1, at the board; None if nobody plays there. undone: turns
        of this throw that were taken back; a board still at the end of one, not led back yet, has not played it again.
        ("turn", text): this turn was played there; returned again until the game has it, while the board waits.
        ("undo",): the player wants the last turn taken back.
        """
        deeds: list[tuple] = []
        events = self.client.events()
        for event in [] if self._released else events:
            if event["ev"] == "hello":
                self._sent, self._id = (), ""
            elif event["ev"] == "guide" and event["code"] == "ask_undo":
                deeds.append(("undo",))
            elif event["ev"] == "error" and event.get("id") == self._id:
                self.trouble = TOO_OLD if event["code"] == "unknown_command" else event["what"]
                self._id = ""
            elif event["ev"] == "state" and event.get("id") == self._id:
                self.trouble = ""
                self._id = ""
                self._common = self._sent[:1] + (event["position"],)
        self._released = False
        view = self.client.view()
        if not game or not view.position:
            return deeds
        led = view.mode == "far" and view.rules == game.rules.text
        there = view.position if led else ""
        state = (number, game.position_text())
        if there != state[1] and self._common in (state, ()):  # it was here, and its player has moved on
            played = [turn.text for turn in _turns(game, k) if turn.result == there]
            if played and (self._common or played[0] not in undone):
                return deeds + [("turn", played[0])]
        state, turn = self._target(game, state, there)
        self._send(game.rules.text, state, PLAYERS[k] if k is not None else "", turn, there)
        return deeds

    def release(self) -> None:
        """Give the board its own game back; what it says until it is led again concerns no other."""
        if self.client.board.plugged and self.client.view().mode == "far":
            self.client.send({"do": "release"})
        self._sent, self._common, self._id, self.trouble = (), (), "", ""
        self._released = True

    def _target(self, game: Game, now: tuple, there: str) -> "tuple[tuple, str]":
        # The state to lead to, and the turn to set up there: the last one, if the board is at the state before it.
        if there == now[1] or not game.plies:
            return now, "?"
        last = list(game)[-1]
        before = (now[0] - (game.phase == PLAY), last.position.text())
        at_it = there == before[1]
        before_it = there[:-1] == before[1][:-2] and there[-1:] == "-" and self._common != before
        return (before, last.text) if at_it or before_it or game.phase == OVER else (now, "?")

    def _send(self, rules: str, state: tuple, side: str, turn: str, there: str) -> None:
        number, position = state
        told, now_ms = (number, side, turn, position, rules), self.client.board.now_ms
        if there == position:
            self._common = state
            if told[:3] == self._sent[:3]:
                return
        # one at a time: where the board stands is known once it has answered
        if told != self._sent and not self._id or now_ms - self._sent_ms >= AGAIN_MS:
            self._sent, self._sent_ms = told, now_ms
            self._count += 1
            self._id = f"lead {self._count}"
            game = {"rules": rules, "position": position, "number": number, "side": side, "turn": turn}
            self.client.send(dict(game, do="lead", id=self._id))


def thrown(game: "Game | None") -> int:
    """The number of throws in a game so far."""
    return len(game.opening) + len(game.plies) + (game.phase == PLAY) if game else 0


def _turns(game: Game, k: "int | None") -> list:
    return game.turns() if game.phase == PLAY and game.side == k else []
