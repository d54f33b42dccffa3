"""The board's events and lights as sentences, in any of the languages.

>>> news({"ev": "over", "winner": "A"}, words("nb"))
'A har vunnet.'

A `guide`, `fault` or `error` is translated by its code and arguments: the texts are in companion.reasons.
"""

from typing import Any

from companion.console.phases import MODES, SOLO
from companion.lights import scene as s
from daldos.rules import RULESETS
from daldos.state import PLAYERS
from host.i18n.catalogue import Words, n

DICE = ("", "dal", "2", "3", "4")  # a face in words; never an A, which is a player
MANY_HOLES = 16  # from this many on, only the first four and the last are named

_SHOWN = ("phase", "lights", "occupancy", "job")  # the lights say what to do
_PLAIN = {  # the fields are those of the event; but the mode has a name, and a chance is in percent
    "hello": n("Board ready: version {version}, mode {mode}, rules {rules}."),
    "state": n("{mode}, {rules}, phase {phase}: {position}"),
    "capture": n("{player} captures at {hole}; {left} left."),
    "undo": n("Turn {n} is taken back; {player} plays {throw} again."),
    "over": n("{player} has won."),
    "hint": n("The board would play {turn}: chance {chance}."),
    "chance": n("{player}'s chance: {chance}."),
    "calibrate": n("Calibrated: empty holes read {lowest} to {highest}, the half rail {half}."),
}


def news(event: dict, t: Words) -> str:
    """One event of the board as a sentence, or ''."""
    kind = event["ev"]
    if kind in _SHOWN:
        return ""
    if kind in _PLAIN:
        fill = dict(event, player=event.get("player", event.get("winner")))
        fill.update(mode=t(event.get("mode", "")), chance="%.1f %%" % (event.get("chance", 0) / 10))
        return t(_PLAIN[kind], **fill)
    sentence = globals().get("_tell_" + kind)
    if sentence:
        return sentence(event, t)
    return f"{kind}: " + ", ".join(f"{key} {value}" for key, value in event.items() if key != "ev")


def _tell_link(event, t) -> str:
    # the host's own event: a board on USB was plugged in or removed
    if event["port"]:
        text = t("A board at {port}.", port=event["port"])
        if event["older"]:
            text += " " + t("Its firmware is older than this program, version {version}.", version=event["older"])
        return text
    return t.say("No board: %s.", event["why"])


def _tell_throw(event, t) -> str:
    die1, die2 = [DICE[int(die)] for die in event["throw"]]
    if not event["player"]:
        return t("Thrown: {die1} {die2}.", die1=die1, die2=die2)
    return t("{player} throws {die1} {die2}.", player=event["player"], die1=die1, die2=die2)


def _tell_turn(event, t) -> str:
    text = n("{n}. {player} loses the turn.") if event["turn"] == "--" else n("{n}. {player} has played {turn}.")
    return t(text, **event)


def _tell_guide(event, t) -> str:
    why = _coded(event, "why", t)
    wants = [
        t("{hole}: {has}, {want} wanted", hole=h["hole"], has=_what(h["has"], t), want=_what(h["want"], t))
        for h in event["holes"]
        if h["has"] != h["want"] and not _to_turn(h)
    ]
    wants += [t("turn {hole}", hole=h["hole"]) for h in event["holes"] if _to_turn(h)]
    look = [h["hole"] for h in event["holes"] if h["has"] == h["want"]]
    text = why[:1].upper() + why[1:] + (". " + "; ".join(wants) if wants else "")
    return text + (". " + t("See {holes}", holes=", ".join(look)) if look else "") + "."


def _to_turn(hole: dict) -> bool:
    # On a board that senses heights: the right piece, turned the wrong way.
    return hole["has"] != hole["want"] and hole["has"].lower() == hole["want"].lower()


def _what(code: str, t) -> str:
    if code in ("a", "b"):
        return t("an undalled piece of {side}'s", side=code.upper())
    if code in ("x", "y"):
        code = PLAYERS["xy".index(code)]
    if code in PLAYERS:
        return t("a piece of {side}'s", side=code)
    return t("nothing") if code == "." else t("unknown")


def _coded(event: dict, key: str, t) -> str:
    try:
        text = t.coded(event["code"], event["args"])
    except (LookupError, TypeError, ValueError):  # the board has another firmware version
        return event[key]
    return t("mended: {what}", what=text) if event.get("mended") else text


def _tell_fault(event, t) -> str:
    what, places, holes = _coded(event, "what", t), event["where"], event["holes"]
    if not places:
        return t("Fault: {what}.", what=what)
    if len(holes) >= MANY_HOLES:
        places = t("{first} ... {last}, {count} in all", first=" ".join(holes[:4]), last=holes[-1], count=len(holes))
    elif t.language != "en" and holes + event["wires"]:  # `where` is English; names are the same in every language
        places = ", ".join(holes + event["wires"])
    return t("Fault: {what} ({where}).", what=what, where=places)


def _tell_error(event, t) -> str:
    return t("The board refuses: {what}.", what=_coded(event, "what", t))


def _tell_record(event, t) -> str:
    return event["line"] or ""


def _tell_selftest(event, t) -> str:
    if event["faults"] == 1:
        return t("Self-test: 1 fault, listed above.")
    if event["faults"]:
        return t("Self-test: {faults} faults, listed above.", faults=event["faults"])
    return t("Self-test: all is well.")


def _tell_walk(event, t) -> str:
    right = t("right") if event["reads"] == [event["hole"]] and event["u"] > 0 else t("WRONG")
    fill = dict(event, hole=f"{event['hole']:<4}", reads=", ".join(event["reads"]), right=right)
    return t("{hole} {right}  reads at {reads}, {u}, margin {margin}; {left} left", **fill)


def _tell_walked(event, t) -> str:
    text = n("Magnet walk: {right} of {visited} holes right.")
    if event["weakest"]:
        text = n("Magnet walk: {right} of {visited} holes right, weakest {weakest} with a margin of {margin}.")
    return t(text, **event)


def _tell_wires(event, t) -> str:
    if not event["rows"]:
        return t("The board's config.py has no wiring of its own.")
    return t("The board's config.py has this wiring: {rows}.", rows="; ".join(event["rows"]))


def lights_words(scene, names, t: Words) -> str:
    """This Scene in one sentence; names: of the holes."""
    player = PLAYERS[scene.player] if scene.player < 2 else t("Nobody")
    dice = f"{DICE[scene.die1]} {DICE[scene.die2]}"
    holes = ", ".join(names[hole] for hole in scene.holes[: scene.count])
    fill = {"player": player, "dice": dice, "holes": holes, "mend": _mend(scene, names, t)}
    fill["mode"] = t(MODES[min(scene.choice, SOLO)])
    fill["level"] = scene.choice - SOLO + 1
    fill["number"] = scene.choice + 1
    fill["rules"] = RULESETS[(scene.choice - s.RULES_ENTRY) % len(RULESETS)][0]
    first = scene.used & 1
    fill["played"], fill["other"] = DICE[scene.die1 if first else scene.die2], DICE[scene.die2 if first else scene.die1]
    text: Any = _LIGHTS[scene.kind]
    return t(text(scene) if callable(text) else text, **fill)


def _entry(scene) -> str:
    # The entries of the choice of modes.
    if scene.choice < SOLO:
        return n("Mode {mode}? Long press: yes; press: the next.")
    if scene.choice < s.RULES_ENTRY:
        return n("Mode {mode}, level {level}? Long press: yes; press: the next.")
    if scene.choice < s.SIDE_ENTRY:
        set_now = n("Rules {rules}: these are set. Press: the next.")
        return set_now if scene.used else n("Rules {rules}? Long press: yes; press: the next.")
    return {
        s.SIDE_ENTRY: (
            n("The board plays A. Long press: B; press: the next."),
            n("The board plays B. Long press: A; press: the next."),
        ),
        s.HINTS_ENTRY: (
            n("No hints. Long press: hints; press: the next."),
            n("Hints. Long press: none; press: the next."),
        ),
        s.SOUND_ENTRY: (
            n("No sound. Long press: sound; press: the next."),
            n("Sound. Long press: none; press: the next."),
        ),
        s.CALIBRATE_ENTRY: (n("Calibrate the empty board? Long press: yes; press: the next."),) * 2,
        s.PLAYERS_ROOM: (n("Players, hints, sound? Long press: in; press: on."),),
        s.RULES_ROOM: (n("Rules? Long press: in; press: on."),),
        s.SENSORS_ROOM: (n("Sensors, calibration? Long press: in; press: on."),),
    }[scene.choice][scene.used]


_WANTS = (
    n("take off {hole}"),
    n("a piece of A's to {hole}"),
    n("a piece of B's to {hole}"),
    "{hole}",
    n("turn {hole}"),
    n("a dalled piece of A's to {hole}"),
    n("a dalled piece of B's to {hole}"),
)


def _mend(scene, names, t) -> str:
    wanted = [want - s.TURN if want > s.TURN else want for want in scene.wants[: scene.count]]
    if sorted(wanted) in ([s.WANT_NOTHING, s.WANT_A], [s.WANT_NOTHING, s.WANT_B]):  # one piece, elsewhere
        off = wanted.index(s.WANT_NOTHING)
        return t("move {start} to {end}", start=names[scene.holes[off]], end=names[scene.holes[1 - off]])
    return ", ".join(t(_WANTS[want], hole=names[hole]) for hole, want in zip(scene.holes, wanted))


def _guide(scene) -> str:
    if not scene.count:
        return n("Look at the board.")
    only_look = all(want == s.LOOK for want in scene.wants[: scene.count])
    return n("Play {mend}.") if only_look else n("Set right: {mend}.")


def _partial(scene) -> str:
    if scene.used & 3:
        return n("{player} has thrown {dice}. The {played} is played. Now play the {other}.")
    return n("{player} has thrown {dice}. One die is played. Now play the other.")


_LIGHTS = {
    s.SHOW_DARK: n("Dark."),
    s.SHOW_ROLL: n("The dice roll: {dice}."),
    s.SHOW_DICE: lambda scene: (
        n("{player} has thrown {dice}: play it, then press.") if scene.player < 2 else n("Thrown: {dice}.")
    ),
    s.SHOW_LOST: n("{player} has thrown {dice} and can play neither: press to go on."),
    s.SHOW_READY: n("{player}'s turn is on the board: press to end it."),
    s.SHOW_PARTIAL: _partial,
    s.SHOW_GUIDE: _guide,
    s.SHOW_SETUP: n("Set up: {mend}."),
    s.SHOW_OPENING: lambda scene: (
        n("{player} throws for the start: press. Last thrown: {dice}.")
        if scene.die1
        else n("{player} throws for the start: press.")
    ),
    s.SHOW_THROW: n("{player} throws: press."),
    s.SHOW_ASK: n("Is it this turn, number {number}, at {holes}? Long press: yes; press: the next."),
    s.SHOW_UNDO: lambda scene: (
        n("Taken back: {mend}.") if scene.count else n("The winning turn was not meant? Press: it is taken back.")
    ),
    s.SHOW_OFFER: lambda scene: (
        n("A new game without {holes}? Long press: yes.")
        if scene.count
        else (
            n("A new game? Press."),
            n("A new game? Long press: yes; press: play on."),
            n("There are sensors now. Long press: to the board; press: dice only."),
            n("A new game of the size that stands there? Long press: yes; press: no."),
        )[scene.choice]
    ),
    s.SHOW_OVER: n("{player} has won."),
    s.SHOW_FAULT: lambda scene: (
        n("Fault at {holes}.") if scene.count else n("Fault: too little of the board can be seen.")
    ),
    s.SHOW_MENU: _entry,
    s.SHOW_ROLLER: n("Dice only: press to throw."),
    s.SHOW_WOODEN: n("{player} throws the wooden dice. {dice}? Long press: yes; press: the next."),
    s.SHOW_DIAGNOSE: lambda scene: n("Occupied: {holes}.") if scene.count else n("Occupied: nothing."),
    s.SHOW_CALIBRATE: n("Calibrating: leave the board empty."),
    s.SHOW_SELFTEST: n("Self-test."),
    s.SHOW_LEAD: lambda scene: n("The board would play: {mend}.") if scene.choice else n("The board plays: {mend}."),
    s.SHOW_TURN: n("To be turned: {holes}."),
    s.SHOW_DALLED: lambda scene: n("Dalled: {holes}.") if scene.count else n("No piece is dalled yet."),
    s.SHOW_HELD: n("Let go for a long press, or hold on for the choice of modes."),
    s.SHOW_WHOSE: n("Go on from here, {player} to throw? Long press: yes; press: the other player."),
    s.SHOW_KEEP: lambda scene: (
        n("Wires are crossed. Use them as they are? Long press: yes; press: no."),
        n("Wait for new firmware? Long press: yes; press: play on."),
    )[scene.choice],
}
