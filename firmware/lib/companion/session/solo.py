"""Mode `solo`: the board plays one side. It throws, and the player sets up its turns."""

from companion.console import events
from companion.console.phases import OPENING, THROW
from companion.game.referee import THINKING
from companion.reasons import Refusal
from companion.session.mode import Game, People
from companion.session.situation import throws
from daldos.packing import LOST_TURN, ply_player
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import EngineGame, Referee, Session, Settings


class BoardPlayer(People):
    """The board as a player: it thinks where there is a choice."""

    def choose(self, game: "EngineGame") -> int | None:
        turns = game.legal.turns
        if len(turns) > 1:
            return THINKING
        return turns[0] if turns[0] != LOST_TURN else None


class Solo(Game):
    """side: the board's player, 0 or 1."""

    def __init__(self) -> None:
        self.side = 1

    def seat(self, settings: "Settings") -> None:
        self.side = PLAYERS.index(settings.get("solo_side"))
        self.players = (People(), BoardPlayer()) if self.side else (BoardPlayer(), People())

    def undo(self, referee: "Referee") -> None:
        """Take back the player's last turn, and what the board has played since."""
        plies = referee.match.game.plies
        left = len(plies) - 1
        while left >= 0 and ply_player(plies[left]) == self.side:
            left -= 1
        if left < 0:
            raise Refusal("nothing_to_undo")
        while len(referee.match.game.plies) > left:
            referee.undo()

    def tick(self, session: "Session", now: int) -> None:
        """Throw for the board as soon as all is at rest and the last dice have been seen."""
        phase = session.phase
        if phase != OPENING and phase != THROW or session.match.game.side != self.side:
            return
        announcement = session.announcement
        if announcement.made or announcement.due or session.display.rolled or not throws(session):
            return
        try:
            session.throw(now, None)
        except OSError as error:  # the store failed: retry only when something happens
            session.emit(events.fault_of("store", error))
            announcement.made = True
        session.show(now)
