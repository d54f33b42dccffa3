"""A player for both sides: picks a legal turn, each as likely, plays it with a messy hand and presses, as people do.

>>> auto = Auto(desk, seed=7)
>>> while not auto.over(): auto.step()
"""

from companion.console.phases import GAME, OPENING, OVER, PLAY, SETUP, THROW, WOODEN
from companion.judging.tracker import EMPTY, occupancy_of
from daldos.notation import turn_text
from daldos.packing import ply_turn
from daldos.position import start_cells
from daldos.prng import Xorshift32
from host.table.hand import Fingers, Hand
from host.terminal import draw

SETTLE_MS = 300  # from the last piece put down to the press
TRIES = 5  # presses until a turn must have been taken; more where it is chosen among those that look alike
HASTY = 25  # one throw in so many, a piece is moved before it


class AutoError(ValueError):
    """The game cannot be played on: what was to be done, and what the board made of it."""


class Auto:
    """desk: where it plays; seed: of its choices and of its hand."""

    def __init__(self, desk, seed: int = 1):
        self.desk = desk
        self.stream = Xorshift32(seed)
        self.hand = Hand(seed)

    def step(self) -> str:
        """One thing that a player does: set up, throw or play a turn. Returns what was done; AutoError if it failed."""
        session = self.desk.app().session
        table = self.desk.table
        if session.mode not in (GAME, WOODEN):
            raise AutoError("it plays in the modes game and wooden only")
        game = session.match.game
        if session.phase == SETUP or session.phase != OVER and self._differs(session):
            self.desk.setup(game.rules, game.at.cells)
            table.wait(SETTLE_MS)
            if session.phase == SETUP:
                raise AutoError("the board does not know its position again: " + draw.lights(table))
            return "set up"
        if session.phase == OVER:
            self.desk.setup(game.rules, start_cells(game.rules))
            table.wait(SETTLE_MS)
            table.press()
            if session.phase == OVER:
                raise AutoError("the board offers no new game")
            return "new game"
        if session.phase in (OPENING, THROW):
            return self._throw(session)
        if session.phase != PLAY:
            raise AutoError("the board is in no phase to play")
        return self._turn(session, game)

    def over(self) -> bool:
        """Whether the game on the board is over."""
        return self.desk.app().session.phase == OVER

    def _differs(self, session) -> bool:
        # Whether pieces stand elsewhere than in the game's position, as after an undo.
        truth, wanted = self.desk.table.board.occupancy(), occupancy_of(session.match.game.at.cells)
        outside = sum(code != EMPTY for code in truth) != sum(code != EMPTY for code in wanted)
        return outside or any(truth[session.places[hole]] != wanted[hole] for hole in range(len(wanted)))

    def _throw(self, session) -> str:
        before = session.match.game.phase, len(session.match.game.opening)
        if self.stream.below(HASTY) == 0 and not any(code == ord("?") for code in session.occupancy):
            self._hastily(session)
        if session.mode == WOODEN and not session.match.pending:
            self.desk.send({"do": "dice", "throw": "%d%d" % self.stream.throw()})
        else:
            self.desk.table.press()
        if (session.match.game.phase, len(session.match.game.opening)) == before:
            raise AutoError("the board does not throw: " + draw.lights(self.desk.table))
        return "throw"

    def _turn(self, session, game) -> str:
        turns = game.legal.turns
        turn = turns[self.stream.below(len(turns))] if len(turns) > 1 else turns[0]
        texts = {other: turn_text(game.at, other) for other in turns}
        text = texts[turn]
        number = len(game.plies)
        self._do(self.hand.turn(game.at, turn, turns))
        for _ in range(TRIES + len(turns)):
            self.desk.table.wait(SETTLE_MS)
            if session.asking >= 0 and session.tracker.candidates[session.asking] == turn:
                self.desk.table.long_press()
            else:
                self.desk.table.press()
            if len(game.plies) > number:
                break
        else:
            raise AutoError(f"turn {text} of {game.position_text()!r} was not taken")
        taken = ply_turn(game.plies[number])
        if taken != turn:
            raise AutoError(f"turn {text} was taken for {texts[taken]}, and now it is {game.position_text()!r}")
        return text

    def _hastily(self, session) -> None:
        # A piece is moved before the throw; the press is refused, and all is put back.
        at, throws = session.match.game.at, len(session.match.game.opening) + len(session.match.game.plies)
        self._do(self.hand.before_throw(at))
        self.desk.table.wait(SETTLE_MS)
        self.desk.table.press()
        if session.match.game.phase == PLAY or len(session.match.game.opening) > throws:
            raise AutoError(f"the board threw with a piece moved before, at {session.match.game.position_text()!r}")
        self._do(self.hand.put_back(at))
        self.desk.table.wait(SETTLE_MS)

    def _do(self, actions) -> None:
        table = self.desk.table
        fingers = Fingers(table.board, table, self.desk.app().session.places)
        for action in actions:
            fingers.do(action)
