"""The choice of modes: the modes, and rooms with what else can be set: players, rules, sensors.

A long press enters a room; short presses lead through it and out at its end. The sensor room lists the holes that may
be broken, and those that were given up. A separate module, because it is seldom needed.

    >>> after(session, entry)   # the entry to which a press leads
    >>> tell(session)           # what the entry pointed at is, and what a long press would do
    >>> take(session, now_ms)   # the long press
"""

from companion.console.phases import MODES, PLAY, SOLO
from companion.lights.scene import (
    CALIBRATE_ENTRY,
    ENTRIES,
    HINTS_ENTRY,
    PLAYERS_ROOM,
    RULES_ENTRY,
    RULES_ROOM,
    SENSORS_ROOM,
    SIDE_ENTRY,
    SOUND_ENTRY,
)
from companion.session.announce import guide
from companion.tracking.suspects import suspects
from daldos.rules import RELATIVES, RULESETS, Rules

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Command, Session

_TOP = (0, 1, 2, 3, PLAYERS_ROOM, RULES_ROOM, SENSORS_ROOM)
_PLAYERS = (4, 5, 6, 7, 8, SIDE_ENTRY, HINTS_ENTRY, SOUND_ENTRY)
_KEYS = {SIDE_ENTRY: "solo_side", HINTS_ENTRY: "hints", SOUND_ENTRY: "sound"}
_SUSPECTS_MAX = 8


def _room(session: "Session", room: int) -> "list[int]":
    # The entries of the players' room, or of the sensors'.
    if room == PLAYERS_ROOM:
        return list(_PLAYERS)
    return [ENTRIES + k for k in range(len(session.menu.suspects))] + [CALIBRATE_ENTRY]


def _rules_from(session: "Session", entry: int) -> int:
    # The first entry from this one on whose game the board has room for; the room of the rules if there is none. One
    # at a time: a Pico takes 5 ms for the rules of a game.
    while entry < SIDE_ENTRY and Rules(_game(entry)).n > session.config.N:
        entry += 1
    return entry if entry < SIDE_ENTRY else RULES_ROOM


def _game(entry: int) -> str:
    # The name of an entry's ruleset or relative.
    number = entry - RULES_ENTRY
    return RULESETS[number][0] if number < len(RULESETS) else RELATIVES[number - len(RULESETS)]


def after(session: "Session", entry: int) -> int:
    """The entry to which a press leads from this one."""
    if RULES_ENTRY <= entry < SIDE_ENTRY:
        entry = _rules_from(session, entry + 1)
        if entry != RULES_ROOM:
            return entry
    for room in (PLAYERS_ROOM, SENSORS_ROOM):
        entries = _room(session, room)
        if entry in entries[:-1]:
            return entries[entries.index(entry) + 1]
        if entry == entries[-1]:
            entry = room  # out of the room
    return _TOP[(_TOP.index(entry) + 1) % len(_TOP)]


def is_set(session: "Session", entry: int) -> bool:
    """Whether the entry is the current setting."""
    get = session.settings.get
    if entry in _KEYS:
        return get(_KEYS[entry]) in ("B", True)
    return RULES_ENTRY <= entry < SIDE_ENTRY and Rules(_game(entry)) == Rules(get("rules"))


def tell(session: "Session") -> None:
    """Announce the entry pointed at, unless it is a mode, room or hole."""
    entry = session.menu.entry
    if RULES_ENTRY <= entry < SIDE_ENTRY:
        name = _game(entry)
        guide(session, "menu_rules_set" if is_set(session, entry) else "menu_rules", (), (name, Rules(name).n))
    elif entry == SIDE_ENTRY:
        guide(session, "menu_side", (), (session.settings.get("solo_side"),))
    elif entry == CALIBRATE_ENTRY:
        guide(session, "menu_calibrate")
    elif entry in _KEYS:
        guide(session, "menu_" + _KEYS[entry] + ("_on" if is_set(session, entry) else "_off"))


def take(session: "Session", now: int) -> "Command":
    """Take the entry: enter a room, choose a mode or rules, or toggle a setting."""
    entry = session.menu.entry
    session.menu.close()
    if entry >= ENTRIES:
        return "giveup", session.holes.board.name(session.menu.suspects[entry - ENTRIES])
    if entry == CALIBRATE_ENTRY:
        return ("calibrate",)
    if entry < RULES_ENTRY:
        if entry >= SOLO:
            session.settings.set("level", entry - SOLO + 1)
        session.set_mode(now, MODES[min(entry, SOLO)])
        return None
    if entry < SIDE_ENTRY:
        session.set_rules(now, _game(entry))
        if session.match.game.plies and not session.match.game.rules == Rules(session.settings.get("rules")):
            guide(session, "rules_next", (), (session.settings.get("rules"),))
        return None
    if entry > CALIBRATE_ENTRY:
        if entry == SENSORS_ROOM:
            session.menu.suspects = _suspected(session, now)
        entry = _rules_from(session, RULES_ENTRY) if entry == RULES_ROOM else _room(session, entry)[0]
    else:
        key = _KEYS[entry]
        was = session.settings.get(key)
        session.set(now, key, ("A" if was == "B" else "B") if entry == SIDE_ENTRY else not was)
    session.menu.open(now, entry)
    tell(session)
    return None


def _suspected(session: "Session", now: int) -> "list[int]":
    """Holes of the wooden board that can be given up, likely ones first, then those that can be taken back."""
    referee, holes = session.referee, session.holes
    found: list[int] = []
    if session.present.plays and not holes.blind():
        if referee.phase == PLAY and not referee.restoring:
            found = holes.strays + [holes.places[hole] for hole in suspects(referee.tracker)]
        else:
            off = referee.misplaced()
            found = [off[0][0]] if len(off) == 1 else []  # several differences have no single sensor to blame
    given_up = session.sensing.masked()
    found = [hole for hole in found if hole not in given_up and not session.holes.just_emptied(now, hole)]
    return found[:_SUSPECTS_MAX] + given_up
