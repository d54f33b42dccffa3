"""A board led by a game elsewhere: each `lead` gives that game's whole state, and the board finds its own way there.

>>> lead(session, now_ms, "danish", "aa.../.../bb... A 13", 5, "B", "A1-M2")     # B plays here; A has played A1-M2

The led game is only in RAM. The board's own game, its journal and its mode stay untouched, and return after
`Session.release` or a power cut. Imported only on a led board.
"""

from companion.console.phases import FAR, THROW
from companion.game.referee import THINKING
from companion.reasons import Refusal
from companion.session import mode as modes
from daldos.game import Game
from daldos.notation import parse_turn
from daldos.packing import LOST_TURN
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import EngineGame, Match, Referee, Session, Throw


class Far(modes.Game):
    """Mode `far`: a game elsewhere leads the board, companion.session.lead: all throws come from there.

    number: how many throws so far. side: the players who play here, `A`, `B`, both or none. turn: the packed turn to
    set up for this throw; None if unknown.
    """

    def __init__(self) -> None:
        self.number = 0
        self.side = ""
        self.turn: int | None = None
        self.players = (self, self)  # type: ignore[assignment]

    def choose(self, game: "EngineGame") -> int | None:
        """As in People: the known turn; THINKING while a remote player's turn has not arrived."""
        if self.turn is None:
            return None if PLAYERS[game.side] in self.side else THINKING
        return self.turn if self.turn != LOST_TURN else None

    def undo(self, referee: "Referee") -> None:
        raise Refusal("led")

    def auto_throw(self, match: "Match") -> bool:
        return False


class Led:
    """A game kept elsewhere, in place of a companion.game.match.Match. coming: the game after its next throw."""

    def __init__(self, game: "EngineGame"):
        self.game = self.coming = game

    def untidy(self) -> bool:
        return False

    def throw(self, entered: "Throw | None") -> "tuple[int, Throw]":
        """The throw received, as in Match."""
        at = self.coming.position
        self.game = self.coming
        return at.side, at.throw  # type: ignore[return-value]  # a game after a throw has one

    def commit(self, turn: int, auto_throw: bool) -> list[tuple[int, int, int]]:
        """Play a turn, as in Match."""
        self.game.check(turn)
        return self.game.play(turn, True)


def lead(session: "Session", now: int, rules: str, position: str, number: int, side: str, turn: str) -> None:
    """Go to this position, after `number` throws; the players in `side` play here.

    turn: the one to set up for the position's throw, `?` if unknown. A known state changes nothing; the next throw
    rolls; to any other state the board jumps, and its lights lead the pieces there, after an undo before anything is
    played. Invalid rules, position or turn change nothing.
    """
    parsed = session.settings.fitting(rules)
    there, mode = session.match.game, session.modes.of(FAR)
    known, was = session.mode == FAR and there.rules == parsed, there.position_text()
    same = known and number == mode.number and position == was
    thrown = known and number == mode.number + 1 and session.phase == THROW and position[:-2] == was[:-1]
    game = there if same else Game.from_position(position, parsed)
    packed = None if turn == "?" else parse_turn(game.position, turn, game.legal)
    changed = (side, packed) != (mode.side, mode.turn)
    back = known and number <= mode.number
    mode.number, mode.side, mode.turn = number, side, packed
    if same:
        if changed:
            session.referee.rethink()
            session.announcement.due = True
    elif thrown and not session.referee.misplaced():
        session.match.coming = game  # type: ignore[attr-defined]  # in mode far it is a Led
        session.throw(now, None)
    else:
        session.play(now, FAR, Led(game))  # type: ignore[arg-type]
        if back:
            session.referee.restore()
    session.emit(session.state())
    session.show(now)
