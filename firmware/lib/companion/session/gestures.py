"""The effects of gestures, one function each; companion.session.situation says which gesture has which effect, and
when.

Each takes the session and the time. docs/situations.md is made from its docstring: the effect, and how to undo it. What
another module must do is returned as a command, which companion.app obeys like a command from the console.
"""

from companion.console import events
from companion.console.phases import (
    ABSENT,
    FAR,
    GAME,
    MODES,
    OPENING,
    OVER,
    PHASES,
    SOLO,
    THERE,
    THROW,
    WOODEN,
)
from companion.game.referee import DECLINED
from companion.lights.scene import NOBODY, PLAYERS_ROOM
from companion.reasons import Refusal
from companion.session.announce import guide, say_asked, say_over
from companion.tracking.tracker import UNTOUCHED
from daldos.packing import ply_throw, ply_turn
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Command, Session, Situation


class Press:
    """The last press. since_ms: when it began or ended. down: the situation in which it began, until it ends. early: it
    began before the dice lay. blind: it began before anybody can have seen the announcement. job: the service's when it
    began."""

    def __init__(self) -> None:
        self.since_ms = 0
        self.down: Situation | None = None
        self.early = False
        self.blind = False
        self.job: str | None = None


def enter_dice(session: "Session", now: int, text: str) -> None:
    """A throw of wooden dice; Refusal outside mode wooden or when no throw is due."""
    match = session.match
    if session.mode != WOODEN or session.phase not in (OPENING, THROW):
        raise Refusal("no_throw_due", MODES[session.mode], PHASES[session.phase])
    if match.pending:
        raise Refusal("throw_stays", *match.pending[0])
    if session.referee.misplaced():
        raise Refusal("board_differs")
    session.throw(now, match.game.rules.throws.parse(text))
    session.show(now)


def next_mode(session: "Session", now: int) -> None:
    """points at the next entry, or hole | presses lead round, and it closes by itself"""
    from companion.session import menu  # seldom needed

    session.menu.open(now, menu.after(session, session.menu.entry))
    menu.tell(session)


def take_mode(session: "Session", now: int) -> "Command":
    """takes this entry, or goes into its room | there, where what was set before is an entry as well"""
    from companion.session import menu  # seldom needed

    return menu.take(session, now)


def give_up(session: "Session", now: int) -> "Command":
    """gives this hole up, or takes it back | there, by the same hole"""
    return take_mode(session, now)


def open_menu(session: "Session", now: int) -> None:
    """opens the choice of modes | it closes by itself after ten seconds"""
    if session.sensors == ABSENT:
        guide(session, "dice_alone")
        return
    session.menu.open(now, PLAYERS_ROOM if session.mode == SOLO else GAME if session.mode == FAR else session.mode)


def roll(session: "Session", now: int) -> None:
    """throws | nothing is lost: these dice bind nobody"""
    rules, roller = session.match.game.rules, session.present
    throw = session.dice.throw(rules.throws)
    roller.throw(throw, session.settings.get("players"), rules)
    player = roller.thrower
    session.display.roll(now, player, throw)
    by = PLAYERS[player] if player != NOBODY else None
    session.emit(events.event("throw", by, throw.text))


def one_or_two(session: "Session", now: int) -> None:
    """begins again for two players, each with throws of their own, or for one | another long press"""
    players = 3 - session.settings.get("players")
    session.set(now, "players", players)
    guide(session, "one_player" if players == 1 else "two_players")


def wake(session: "Session", now: int) -> None:
    """lights up again, as the press begins | nothing is changed"""
    session.touched(now)


def to_board(session: "Session", now: int) -> None:
    """goes on to the game on the board | the choice of modes"""
    mode = MODES.index(session.settings.get("mode"))
    session.set_mode(now, MODES[mode if session.modes.of(mode).plays else GAME])


def keep_dice(session: "Session", now: int) -> None:
    """keeps to the dice | the choice of modes"""
    session.sensors = THERE
    guide(session, "dice_alone")


def state(session: "Session", now: int) -> "Command":
    """tells the state | nothing is changed"""
    return ("state",)


def walk(session: "Session", now: int) -> "Command":
    """begins a magnet walk; without sensors, tells the state | a long press ends it"""
    return ("walk",)


def say(session: "Session", now: int) -> None:
    """says what to set right | nothing is changed"""
    session.say()


def ask_start(session: "Session", now: int) -> None:
    """offers a game from what stands there, or asks whose throw it is; says what to set right if none can begin
    | a piece that moves ends the question"""
    from companion.session.standing import ask  # not where it is not needed

    ask(session)


def other_player(session: "Session", now: int) -> None:
    """asks for the other player, or for another owner of the king | presses lead round"""
    from companion.session.standing import say_next  # as above

    say_next(session, session.whose)


def take_position(session: "Session", now: int) -> None:
    """begins a game at the position that stands there; of a king it asks first whose he is | not at all: it was asked
    for, and taken by a long press"""
    from companion.session.standing import take  # as above

    take(session, now)


def begin(session: "Session", now: int) -> None:
    """begins a new game with the pieces that stand there, by rules of their size; in a game once the lights offer
    it | not at all: it was asked for, and taken by a long press"""
    if session.last_press.blind and session.phase != OVER and session.match.game.plies:
        session.say()
        return
    from companion.session.standing import begin as begin_there  # as above

    begin_there(session, now)


def take_offer(session: "Session", now: int) -> None:
    """goes on with a game that waits, and says how; begins, after one that is over, if all stands as at its start;
    else says what is missing | a long press offers it again"""
    from companion.session.standing import offer  # as above

    if offer(session) == 0:
        begin(session, now)
        return
    if session.phase != OVER and session.match.game.plies:
        session.referee.ask_start(DECLINED)
    session.say()


def undo(session: "Session", now: int) -> None:
    """takes back what was done last | a press, before a piece moves"""
    if session.mode == FAR:  # the other player decides what happens next
        guide(session, "ask_undo")
        return
    try:
        session.undo(now)
    except Refusal as refusal:
        guide(session, refusal.code)


def redo(session: "Session", now: int) -> None:
    """plays again what was taken back, as it stands there | a long press"""
    referee = session.referee
    count = referee.redoable()
    referee.resume()
    while count:
        count -= 1
        ply = referee.undone[-1]
        if session.phase == THROW:
            session.throw(now, session.match.game.rules.throws[ply_throw(ply)])
        session.commit(now, ply_turn(ply), not count)


def believe(session: "Session", now: int) -> None:
    """takes these pieces for turned as the rules have them, until they move | the piece lifted and set down is read
    again"""
    session.holes.doubt([hole for hole, _, _ in session.referee.to_turn()])
    session.referee.look()
    session.announcement.outdate()


def accept(session: "Session", now: int) -> None:
    """takes what is in doubt as it should be, until the hole reads otherwise | the piece lifted and set down, or
    another, is read again"""
    session.holes.take(session.announcement.accept)
    session.referee.look()
    session.announcement.outdate()


def agree(session: "Session", now: int) -> None:
    """agrees that the pieces are lost; once both players have, the game goes on without them | not at all: it was asked
    for, and taken by two long presses"""
    announcement = session.announcement
    if announcement.agreeing == 0:
        announcement.agreeing = 1
        guide(session, "lost_piece", announcement.lost, (PLAYERS[1],))
        return
    from companion.session.doubts import without  # not where it is not needed

    session.new(now, without(session, announcement.lost))  # a throw that was made comes again


def next_entry(session: "Session", now: int) -> None:
    """offers the next throw | presses lead round"""
    session.present.offer_next(session.match.game.rules.throws)
    session.display.rolled = None


def take_entry(session: "Session", now: int) -> None:
    """enters this throw | a long press"""
    session.throw(now, session.match.game.rules.throws[session.present.entry])


def throw(session: "Session", now: int) -> None:
    """throws | not at all: a throw once thrown stays"""
    session.throw(now, None)


def next_turn(session: "Session", now: int) -> None:
    """asks for the next turn, the likeliest first | presses lead round, and a piece that moves ends the question"""
    if session.referee.ask_next():
        say_asked(session)
    elif session.referee.tracker.verdict == UNTOUCHED:
        hint(session, now)
    else:
        session.say()


def take_turn(session: "Session", now: int) -> None:
    """takes this turn | a long press"""
    session.commit(now, session.referee.tracker.candidates[session.referee.asking])


def commit(session: "Session", now: int) -> None:
    """ends the turn | a long press"""
    session.commit(now, session.referee.tracker.turn)


def pass_turn(session: "Session", now: int) -> None:
    """ends the turn, once its dice lie | a long press"""
    if session.display.rolled or session.last_press.early:
        guide(session, "dice_roll")
    else:
        commit(session, now)


def hint(session: "Session", now: int) -> None:
    """shows what can be played, a second press the best turn, a third the dalled pieces | the dice are shown again
    after eight seconds"""
    session.advice.press(now)


def who_won(session: "Session", now: int) -> None:
    """says who has won, and how to begin again | nothing is changed"""
    session.referee.say_over()
    session.announcement.made = say_over(session)
