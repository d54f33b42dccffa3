"""A board led by a game elsewhere: each `lead` gives that game's whole state, and the board finds its own way there.

>>> lead(session, now_ms, "danish", "aa.../.../bb... A 13", 5, "B", "A1-M2")     # B plays here; A has played A1-M2

The led game is only in RAM. The board's own game, its journal and its mode stay untouched, and return after
`Session.release` or a power cut. Imported only on a led board.
"""

from companion.console.phases import FAR, THROW
from companion.storage.settings import fitting
from daldos.game import Game
from daldos.notation import parse_turn

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import EngineGame, Session, Throw


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
    parsed = fitting(rules, session.config.N)
    there, mode = session.match.game, session.mode_of(FAR)
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
            session.announce_due = True
    elif thrown and not session.referee.misplaced():
        session.match.coming = game  # type: ignore[attr-defined]  # in mode far it is a Led
        session.throw(now, None)
    else:
        session.play(now, FAR, Led(game))  # type: ignore[arg-type]
        if back:
            session.referee.restore()
    session.emit(session.state())
    session.show(now)
