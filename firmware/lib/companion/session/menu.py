"""What the choice of modes has beyond the modes: rulesets, the side that the board plays, hints, sound, calibration.

A module of its own, because most of the time nobody needs it.

    >>> tell(session)           # what the entry pointed at is, and what a long press would do
    >>> take(session, now_ms)   # the long press
"""

from companion.lights.scene import CALIBRATE_ENTRY, HINTS_ENTRY, RULES_ENTRY, SIDE_ENTRY, SOUND_ENTRY
from companion.session.announce import guide
from daldos.rules import RULESETS, Rules

if False:  # for the type checker alone: the compiler leaves it out
    from companion.shapes import Command, Session


def is_set(session: "Session", entry: int) -> bool:
    """Whether the entry is what is set now."""
    get = session.settings.get
    if entry == SIDE_ENTRY:
        return bool(get("solo_side") == "B")
    if entry == HINTS_ENTRY or entry == SOUND_ENTRY:
        return bool(get("hints" if entry == HINTS_ENTRY else "sound"))
    return entry < SIDE_ENTRY and Rules(RULESETS[entry - RULES_ENTRY][0]) == Rules(get("rules"))


def tell(session: "Session") -> None:
    """Say what the entry pointed at is."""
    entry = session.menu
    if entry < SIDE_ENTRY:
        name = RULESETS[entry - RULES_ENTRY][0]
        guide(session, "menu_rules_set" if is_set(session, entry) else "menu_rules", (), (name, Rules(name).n))
    elif entry == SIDE_ENTRY:
        guide(session, "menu_side", (), (session.settings.get("solo_side"),))
    elif entry == CALIBRATE_ENTRY:
        guide(session, "menu_calibrate")
    else:
        what = "hints" if entry == HINTS_ENTRY else "sound"
        guide(session, "menu_" + what + ("_on" if is_set(session, entry) else "_off"))


def take(session: "Session", now: int) -> "Command":
    """The entry is taken: rules for the game, or the next one; or what it sets is the other one now."""
    entry = session.menu
    if entry == CALIBRATE_ENTRY:
        session.menu = -1
        return ("calibrate",)
    if entry < SIDE_ENTRY:
        session.set_rules(now, RULESETS[entry - RULES_ENTRY][0])
        if session.match.game.plies and not session.match.game.rules == Rules(session.settings.get("rules")):
            guide(session, "rules_next", (), (session.settings.get("rules"),))
        session.menu = -1
        return None
    key = "solo_side" if entry == SIDE_ENTRY else "hints" if entry == HINTS_ENTRY else "sound"
    was = session.settings.get(key)
    session.set(now, key, ("A" if was == "B" else "B") if entry == SIDE_ENTRY else not was)
    session.open_menu(now, entry)
    tell(session)
    return None
