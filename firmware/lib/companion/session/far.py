"""Mode `far` as the console plays it: throws, and the turns of the player elsewhere, each as often as it is sent.

>>> far(session, now_ms, "A", 5, "13", "B1-M2")     # A plays here; B has thrown 13 and played B1-M2
"""

from companion.console.phases import FAR, MODES, OPENING, PHASES, THROW
from companion.reasons import Refusal
from companion.session.modes import People
from daldos.game import PLAY
from daldos.notation import parse_turn
from daldos.packing import ply_dice
from daldos.position import parse_throw
from daldos.state import PLAYERS

if False:  # for the type checker alone: the compiler leaves it out
    from companion.shapes import Game, Players, Session, Throw


def far(session: "Session", now: int, side: str, number: int, text: str, turn: str) -> None:
    """Throw `number` of the game, from 1, the opening's too; turn: the one played elsewhere, `?` if not yet.

    Refusal in another mode, while the board differs from the game, or if the game is not that far; TurnError.
    """
    if session.mode != FAR:
        raise Refusal("not_far", MODES[session.mode])
    mode, referee, match = session.present, session.referee, session.match
    game = match.game
    throw = parse_throw(text)
    here = PLAYERS.index(side)
    players = tuple(People() if player == here else mode.remote for player in (0, 1))
    made = len(game.opening) + len(game.plies) + (game.phase == PLAY)
    if number == made + 1 and game.phase in (OPENING, THROW):
        if session.phase not in (OPENING, THROW):
            raise Refusal("no_throw_due", MODES[session.mode], PHASES[session.phase])
        if referee.misplaced():
            raise Refusal("board_differs")
        _seat(session, players)
        match.expect(throw)
        session.throw(now, None)
    elif number != made or throw != _last(game):
        raise Refusal("far_out_of_step", number, text, made)
    elif type(referee.players[here]) is not People:
        _seat(session, players)
        referee.rethink()
    if turn != "?" and game.phase == PLAY and game.side != here:
        packed = parse_turn(game.position, turn, game.legal)
        if mode.remote.turn != packed:
            mode.remote.turn = packed
            referee.rethink()
            session.announce_due = True
    session.emit(session.state())
    session.show(now)


def _seat(session: "Session", players: "Players") -> None:
    session.present.players = session.referee.players = players


def _last(game: "Game") -> "Throw | None":
    # The dice of the last throw made; None before the first.
    if game.phase == PLAY:
        return game.position.die1, game.position.die2
    if game.plies:
        return ply_dice(game.plies[-1])
    return game.opening[-1] if game.opening else None
