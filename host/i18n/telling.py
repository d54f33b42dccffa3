"""The board's events as sentences, in any of the languages.

>>> news({"ev": "over", "winner": "A"}, words("nb"))
'A har vunnet.'

A `guide`, `fault` or `error` is translated by its code and arguments: the texts are in companion.reasons.
"""

from daldos.state import PLAYERS
from host.i18n.catalogue import Words, n

DICE = ("", "dal", "2", "3", "4")  # a face in words; never an A, which is a player
ONES = ("", n("sig"), n("dal"), "X")  # what a 1 is called with so many dice
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
        chance = "%.1f %%" % (event.get("chance", 0) / 10)
        fill.update(mode=t(event.get("mode", "")), chance=chance if t.language == "en" else chance.replace(".", ","))
        return t(_PLAIN[kind], **fill)
    sentence = SENTENCES.get(kind)
    if sentence:
        return sentence(event, t)
    return f"{kind}: " + ", ".join(f"{key} {value}" for key, value in event.items() if key != "ev")


def _link(event, t) -> str:
    # the host's own event: a board on USB was plugged in or removed
    if event["port"]:
        text = t("A board at {port}.", port=event["port"])
        if event["older"]:
            text += " " + t("Its firmware is older than this program, version {version}.", version=event["older"])
        return text
    return t.say("No board: %s.", event["why"])


def _throw(event, t) -> str:
    dice = " ".join([t(ONES[len(event["throw"])]) if die == "1" else die for die in event["throw"]])
    if not event["player"]:
        return t("Thrown: {dice}.", dice=dice)
    return t("{player} throws {dice}.", player=event["player"], dice=dice)


def _turn(event, t) -> str:
    text = n("{n}. {player} loses the turn.") if event["turn"] == "--" else n("{n}. {player} has played {turn}.")
    return t(text, **event)


def _guide(event, t) -> str:
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


def _fault(event, t) -> str:
    what, places, holes = _coded(event, "what", t), event["where"], event["holes"]
    if not places:
        return t("Fault: {what}.", what=what)
    if len(holes) >= MANY_HOLES:
        places = t("{first} ... {last}, {count} in all", first=" ".join(holes[:4]), last=holes[-1], count=len(holes))
    elif t.language != "en" and holes + event["wires"]:  # `where` is English; names are the same in every language
        places = ", ".join(holes + event["wires"])
    return t("Fault: {what} ({where}).", what=what, where=places)


def _error(event, t) -> str:
    return t("The board refuses: {what}.", what=_coded(event, "what", t))


def _record(event, t) -> str:
    return event["line"] or ""


def _selftest(event, t) -> str:
    if event["faults"] == 1:
        return t("Self-test: 1 fault, listed above.")
    if event["faults"]:
        return t("Self-test: {faults} faults, listed above.", faults=event["faults"])
    return t("Self-test: all is well.")


def _walk(event, t) -> str:
    right = t("right") if event["reads"] == [event["hole"]] and event["u"] > 0 else t("WRONG")
    fill = dict(event, hole=f"{event['hole']:<4}", reads=", ".join(event["reads"]), right=right)
    return t("{hole} {right}  reads at {reads}, {u}, margin {margin}; {left} left", **fill)


def _walked(event, t) -> str:
    text = n("Magnet walk: {right} of {visited} holes right.")
    if event["weakest"]:
        text = n("Magnet walk: {right} of {visited} holes right, weakest {weakest} with a margin of {margin}.")
    return t(text, **event)


# The function that puts each of these events into a sentence.
SENTENCES = {
    "link": _link,
    "throw": _throw,
    "turn": _turn,
    "guide": _guide,
    "fault": _fault,
    "error": _error,
    "record": _record,
    "selftest": _selftest,
    "walk": _walk,
    "walked": _walked,
}
