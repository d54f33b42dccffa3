"""Any position set up: a long press in `setup` takes what stands as the position to go on from.

The lights ask whose throw it is, a press means the other player, and a long press begins a game there, by the rules of
the one before. A board that does not see the dal takes an uneven start only: before the first throw, on start holes,
with fewer pieces than usual, one a side at least. Imported only where that is asked for.

    >>> ask(session)                        # a long press in the situation `setup`
    >>> take(session, now_ms)               # and in `whose`
"""

from companion.console.phases import FAR
from companion.session.announce import guide
from daldos.position import Position, PositionError
from daldos.state import PLAYERS

if False:  # for the type checker alone: the compiler leaves it out
    from companion.shapes import Session

_TOLD = b".aAbB"


def ask(session: "Session") -> None:
    """Ask whose throw it is in what stands there, or say why a game cannot go on from it."""
    holes = session.holes
    seen = holes.readings or holes.here
    untold = [hole for hole in range(len(holes.places)) if seen[hole] not in _TOLD]
    if session.mode == FAR or holes.strays or not (holes.readings or _at_home(session)):
        session.say()
    elif untold:
        marked = [(holes.places[hole], seen[hole], seen[hole]) for hole in untold]
        guide(session, "position_untold", marked)
    elif not position(session, session.match.game.side):
        guide(session, "no_position")
    else:
        say_whose(session, session.match.game.side)


def say_whose(session: "Session", player: int) -> None:
    """Ask whether it is this player's throw."""
    session.whose = player
    guide(session, "whose", (), (PLAYERS[player],))


def take(session: "Session", now: int) -> None:
    """The game goes on from what stands there."""
    start = position(session, session.whose)
    if start:
        session.new(now, start)


def _at_home(session: "Session") -> str:
    """What stands there as undalled pieces, if nothing stands anywhere but at home, before the first turn; else ''."""
    here, game = session.holes.here, session.match.game
    for hole in range(len(here)):
        if here[hole] in b"AB" and here[hole] != b"A.B"[game.rules.board.row(hole)]:
            return ""
    return "" if game.plies else bytes(here).decode().lower()


def position(session: "Session", player: int) -> str:
    """The notation of what stands there, that player to throw; '' if the rules know no such position."""
    holes, rules = session.holes, session.match.game.rules
    board = rules.board
    letters = bytes(holes.readings).decode() if holes.readings else _at_home(session)
    rows = [letters[first : first + count] for first, count in zip(board.start, board.length)]  # noqa: B905
    text = "%s %s -" % ("/".join(rows), PLAYERS[player])
    try:
        return Position.parse(text, rules).text()
    except PositionError:
        return ""
