"""A board that is led by a game elsewhere: told where that game is, whole, it finds its own way there.

>>> lead(session, now_ms, "danish", "aa.../.../bb... A 13", 5, "B", "A1-M2")     # B plays here; A has played A1-M2

The led game is in RAM alone. The board's own game, its journal and the mode that is set wait untouched: after
`Session.release`, or a power cut, they are there again. Imported only on a board that is led.
"""

from companion.console.phases import FAR, THROW
from daldos.game import Game
from daldos.notation import parse_turn

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import EngineGame, Session, Throw


class Led:
    """A game that is kept elsewhere, in place of a companion.game.match.Match. coming: it, after its next throw."""

    def __init__(self, game: "EngineGame"):
        self.game = self.coming = game

    def untidy(self) -> bool:
        return False

    def throw(self, entered: "Throw | None") -> tuple[int, int, int]:
        """The throw that has come, as of Match."""
        at = self.coming.position
        self.game = self.coming
        return at.side, at.die1, at.die2

    def commit(self, turn: int, auto_throw: bool) -> int:
        """Play a turn, as of Match."""
        self.game.check(turn)
        return self.game.play(turn, True)


def lead(session: "Session", now: int, rules: str, position: str, number: int, side: str, turn: str) -> None:
    """The game is at this position and has had `number` throws; the players in `side` play here.

    turn: the one to be set with the position's throw, `?` if none is known. What is known already stays; the next throw
    rolls; to all else the board jumps, and its lights lead the pieces there, after a turn taken back before anything is
    played. Errors of rules, position and turn change nothing.
    """
    parsed = session.fitting(rules)
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
