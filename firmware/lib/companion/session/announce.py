"""Session -> words: the events that announce the board's state and the reasons. No decisions are made here.

Each situation's function returns whether holes must be set right; docs/situations.md is made from its docstring.
"""

from companion.console import events
from companion.console.phases import FAR, OPENING, OVER, PLAY, SETUP
from companion.game.holes import TURNED, UNKNOWN_MAX
from companion.game.referee import DECLINED
from companion.tracking.readings import SIDES, are_exchanged, is_other
from companion.tracking.tracker import MOVING, WRONG
from daldos.notation import turn_text
from daldos.rules import RELATIVES, RULESETS, Rules
from daldos.state import start_cells

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Args, Off, Session, Throw


DALLED = 3  # a stage in companion.session.advice
READY = 3  # a turn that was set so often, without a press: the button may be deaf
LASTS = 3  # what has been announced so often, without a change, is doubted


class Announcement:
    """Whether the board's state has been announced. due: it has still to be. made: it has been, and holes must be set
    right. blind: too many unknown holes have been reported. changed_ms: when pieces last moved.

    accept: the readings that a long press takes for others, of companion.session.doubts: (hole, has, taken for);
    reversed: they are of the other side. lost: pieces that may be lost for good; agreeing: the player who is asked so,
    -1 for neither. choice: which of several holes is doubted. times: how often the same has been
    announced; last: that. reported: the holes reported as doubtful. ready: how often a turn has stood since a press.
    """

    def __init__(self) -> None:
        self.due = False
        self.made = False
        self.blind = False
        self.changed_ms = 0
        self.accept: Sequence[Off] = ()
        self.reversed = False
        self.choice = 0
        self.lost: Sequence[Off] = ()
        self.agreeing = -1
        self.times = 0
        self.reported: tuple[int, ...] = ()
        self.ready = 0
        self.last: tuple[Off, ...] = ()

    def outdate(self) -> None:
        """The board must be looked at again."""
        self.due = True
        self.made = False
        self.accept = ()
        self.agreeing = -1


def nothing(session: "Session") -> bool:
    return False


def to_mend(session: "Session") -> bool:
    """the holes to mend, and why"""
    holes = session.referee.misplaced()
    turn = session.holes.why_turn(holes)
    return not turn and _doubted(session, holes) or guide(session, turn or _why(session, holes), holes)


def _doubted(session: "Session", holes: "list[Off]") -> bool:
    # Whether something is doubted instead. In a turn, `holes` do not tell a piece that reads as the other side's.
    announcement = session.announcement
    last = tuple(holes)
    announcement.times = announcement.times + 1 if last == announcement.last else 1
    announcement.last = last
    announcement.accept = ()
    announcement.agreeing = -1
    few = holes if len(holes) <= UNKNOWN_MAX else []  # of more, nothing is doubted
    other = len([1 for _, has, want in few if is_other(has, want)]) > 0
    if session.phase == PLAY and session.referee.tracker.verdict == WRONG:
        other = session.referee.tracker.seen.strange
    if not other and announcement.times < LASTS:
        return False
    from companion.session.doubts import doubt  # seldom needed

    found = doubt(session, few, announcement.times - LASTS)
    if found is None:
        return session.referee.starting > 0 and session.mode != FAR and offer(session, False)
    return guide(session, *found)


def rules_of_size(session: "Session") -> str:
    """Rules for the size set up on the board: those set, or the last game's, if they fit; else the usual ones."""
    size, king = session.referee.starting, session.holes.king() > 0
    known = [session.settings.get("rules"), session.match.game.rules.text] + [name for name, _ in RULESETS]
    for text in known + list(RELATIVES if king else ()):
        rules = Rules(text)
        if rules.n == size and rules.king == king:
            return str(text)
    return "danish,n=%d" % size


def offer(session: "Session", doubting: bool = True) -> bool:
    """how many pieces a side stand there, and how, the rules of the new game, and which pieces are missing"""
    referee = session.referee
    if referee.manner:
        code = ("offer_exchanged", "offer_shifted", "offer_both", "offer_turned")[referee.manner - 1]
        holes = session.holes.missing(referee.starting, True) if referee.manner == TURNED else ()
        return guide(session, code, holes, (referee.starting, rules_of_size(session)))
    missing = session.holes.missing(referee.starting)
    left = [referee.starting - len([want for _, _, want in missing if want == side]) for side in SIDES]
    waits = referee.phase != OVER and len(referee.match.game.plies) > 0
    if missing and doubting and not waits and _doubted(session, missing):
        return True
    code = ("offer", "offer_without", "offer_instead", "offer_instead_without")[2 * waits + (len(missing) > 0)]
    return guide(session, code, missing, (left[0], left[1], rules_of_size(session)))


def unwon(session: "Session") -> bool:
    """that a press takes the winning turn back"""
    return guide(session, "unwon")


def to_mend_turn(session: "Session") -> bool:
    """the holes to mend, and why in the rules' terms"""
    tracker = session.referee.tracker
    if tracker.verdict in (MOVING, WRONG) and _doubted(session, session.referee.to_mend()):
        return True
    code = tracker.reason
    args: Args = ()
    if code == "no_distance":
        dice = sorted(set(tracker.dice_left))
        code = "no_distances" if len(dice) > 1 else code if dice[0] > 1 else "no_dal"
        args = tuple(dice) if dice[-1] > 1 else ()
        if len(dice) > 2:
            code, args = "no_die_so_far", ()
    return guide(session, code, session.referee.to_mend(), args)


def other_die(session: "Session") -> bool:
    """the dice to be played, and from where the next can be"""
    tracker = session.referee.tracker
    left, starts = tracker.other
    holes = _as_they_are(session, [session.holes.places[hole] for hole in starts])
    throw: Throw = session.match.game.position.throw  # type: ignore[assignment]  # these are of the turn being played
    played: Throw = tracker.played  # type: ignore[assignment]
    code = "other_die"
    args: Args = ()
    if len(throw) > 2:
        code, args = "dice_left", (left.text,)
    elif throw.twins:
        pass
    elif left.dals:
        code, args = "dal_left", played.faces
    elif played.dals:
        code, args = "dal_played", left.faces
    else:
        code, args = "die_played", played.faces + left.faces
    return guide(session, code, holes, args, left.faces)


def to_turn(session: "Session") -> bool:
    """the pieces still to be turned; once a turn has stood three times without a press, that the button may be deaf"""
    announcement = session.announcement
    announcement.ready += 1
    if announcement.ready == READY:
        from companion.sensing.findings import gp  # seldom needed

        guide(session, "press_unheard", (), (gp(session.config.PIN_BUTTON),))
    places = session.holes.places
    holes = [places[hole] for hole in session.referee.tracker.to_turn]
    if not holes:
        return False
    referee = session.referee
    text = turn_text(referee.match.game.position, referee.tracker.turn)
    return guide(session, "turn_it", _as_they_are(session, holes), (), (), text)


def alike(session: "Session") -> bool:
    """how many turns look like this"""
    return guide(session, "alike", (), (len(session.referee.tracker.candidates),))


def maybe(session: "Session") -> bool:
    """that a turn may have been made unseen"""
    return guide(session, "unseen")


def thinks(session: "Session") -> bool:
    """that the board thinks"""
    guide(session, "thinking", session.referee.misplaced())
    return False  # the dice keep rolling


def away(session: "Session") -> bool:
    """that the other player's dice or turn are awaited"""
    guide(session, "away", session.referee.misplaced())
    return False


def to_carry(session: "Session", code: str = "carry") -> bool:
    """the board's turn, and the holes still to be set"""
    referee = session.referee
    turn: int = referee.chosen  # type: ignore[assignment]  # the situation says that there is one
    if referee.tracker.verdict in (MOVING, WRONG) and _doubted(session, referee.remaining_steps(turn)):
        return True
    text = turn_text(referee.match.game.position, turn)
    session.display.rolled = None  # a player who sees the turn need not wait for the dice
    return guide(session, code, referee.remaining_steps(turn), (text,), (), text)


def guide_back(session: "Session") -> bool:
    """the board's turn, and the holes to mend"""
    return to_carry(session, "astray")


def doubted(session: "Session") -> bool:
    """the reading in doubt, and that a long press takes it as it should be"""
    referee = session.referee
    if referee.starting and session.mode != FAR:
        return offer(session)
    if referee.phase == OVER:
        return say_over(session)
    if referee.phase != PLAY or referee.restoring:
        return to_mend(session)
    return to_mend_turn(session) if referee.chosen is None else to_carry(session)


def blindness(session: "Session") -> bool:
    """the unknown holes"""
    say_blind(session, True)
    return False


def say_blind(session: "Session", blind: bool) -> None:
    """Announce the unknown holes: too many to play on, or few enough again."""
    unknown = session.holes.unknown()
    session.announcement.blind = blind
    session.emit(events.fault("blind", " ".join(unknown), unknown, mended=not blind))


def guide(
    session: "Session",
    code: str,
    holes: "Sequence[Off]" = (),
    args: "Args" = (),
    dice: "Sequence[int]" = (),
    turn: str | None = None,
) -> bool:
    """A `guide` event: a code of reasons.GUIDES, (hole, has, want) of the wooden board, dice, turn. Always True."""
    name = session.holes.board.name
    stands = [events.stands(name(hole), chr(has), chr(want)) for hole, has, want in holes]
    session.emit(events.guide(code, stands, args, dice, turn))
    return True


def say_asked(session: "Session") -> None:
    """Ask which of several look-alike turns was meant."""
    referee = session.referee
    candidates = referee.tracker.candidates
    text = turn_text(referee.match.game.position, candidates[referee.asking])
    holes = _as_they_are(session, referee.asked())
    if len(candidates) == 1:
        guide(session, "is_it", holes, (text,), (), text)
    else:
        guide(session, "choose", holes, (len(candidates), text), (), text)


def say_movable(session: "Session") -> None:
    """After a press before anything is played: show what can be played."""
    guide(session, "not_played", _as_they_are(session, session.referee.movable()))


def say_dalled(session: "Session") -> None:
    """Show which pieces are dalled."""
    holes = session.referee.dalled()
    guide(session, "dalled" if holes else "none_dalled", _as_they_are(session, holes))


def say_over(session: "Session") -> bool:
    """Explain what the players can do at the end of a game, or what is doubted of a start set up then."""
    holes = session.holes.differs(start_cells(session.match.game.rules))
    return _doubted(session, holes) or guide(session, "game_over", holes)


def _as_they_are(session: "Session", holes: list[int]) -> "list[Off]":
    occupancy = session.holes.occupancy
    return [(hole, occupancy[hole], occupancy[hole]) for hole in holes]


def _why(session: "Session", holes: "list[Off]") -> str:
    # Why a piece is in the wrong place before a turn.
    referee = session.referee
    if are_exchanged(holes):
        return "exchanged"
    if session.holes.strays:
        return "outside"
    if referee.wish == DECLINED and referee.match.game.plies:
        return "declined"
    if referee.restoring:
        return "play_again" if referee.redoable() else "taken_back"
    if referee.phase == SETUP and session.mode == FAR:
        return "set_up_led"
    game = referee.match.game
    if referee.phase == SETUP and (game.phase != OPENING or game.opening):
        return "set_up_saved"
    if not referee.begun():
        return "set_up_new"
    return "before_throw"
