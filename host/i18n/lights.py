"""What the lights say, as a sentence, and what the button does then, in any of the languages.

>>> hint_words(Scene(), words("en"))
'Press to light the dice again.'
"""

from collections import namedtuple

from companion.console.phases import MODES, SOLO
from companion.lights import scene as s
from daldos.rules import RELATIVES, RULESETS
from daldos.state import PLAYERS
from host.i18n.catalogue import Words, n
from host.i18n.telling import DICE

RULES = [name for name, _ in RULESETS] + list(RELATIVES)

Light = namedtuple("Light", ("words", "hint"))  # of a kind: its sentence, and what a press and a long press do


def lights_words(scene, names, t: Words) -> str:
    """This Scene in one sentence; names: of the holes."""
    player = PLAYERS[scene.player] if scene.player < 2 else t("Nobody")
    thrown = [DICE[face] for face in scene.throw or ()]
    played = [thrown[k] for k in range(len(thrown)) if scene.used >> k & 1]
    left = [thrown[k] for k in range(len(thrown)) if not scene.used >> k & 1]
    holes = ", ".join(names[hole] for hole in scene.holes[: scene.count])
    fill = {"player": player, "dice": " ".join(thrown), "holes": holes, "mend": _mend(scene, names, t)}
    fill["mode"] = t(MODES[min(scene.choice, SOLO)])
    fill["level"] = scene.choice - SOLO + 1
    fill["number"] = scene.choice + 1
    fill["rules"] = RULES[(scene.choice - s.RULES_ENTRY) % len(RULES)]
    fill["played"], fill["other"] = " ".join(played), " ".join(left)
    return t(_of(LIGHTS[scene.kind].words, scene), **fill)


def hint_words(scene, t: Words) -> str:
    """What a press and a long press do while the lights show this Scene."""
    return t(_of(LIGHTS[scene.kind].hint, scene))


def _of(text, scene) -> str:
    return text(scene) if callable(text) else text


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
    if scene.used:
        return n("{player} has thrown {dice}. The {played} is played. Now play the {other}.")
    return n("{player} has thrown {dice}. One die is played. Now play the other.")


def _turn(scene) -> str:
    if scene.count and scene.wants[0] in (s.WANT_A, s.WANT_B):
        return n("A magnet turned over? {mend}; long press: as it stands.")
    return n("To be turned: {holes}.")


_MOVE = n("Move, then press. Press before moving to see what can be played.")
# A row a kind of companion.lights.render.KINDS, its words and its hint; either may be a function of the scene.
LIGHTS = {
    "dark": Light(n("Dark."), n("Press to light the dice again.")),
    "roll": Light(n("The dice roll: {dice}."), _MOVE),
    "dice": Light(
        lambda scene: (
            n("{player} has thrown {dice}: play it, then press.") if scene.player < 2 else n("Thrown: {dice}.")
        ),
        _MOVE,
    ),
    "lost": Light(
        n("{player} has thrown {dice} and can play neither: press to go on."),
        n("Neither die can be played: press to go on."),
    ),
    "ready": Light(n("{player}'s turn is on the board: press to end it."), n("Press to end the turn.")),
    "partial": Light(_partial, n("The other die must be played too.")),
    "guide": Light(_guide, n("Set the marked holes right.")),
    "setup": Light(n("Set up: {mend}."), n("Put the pieces where marked.")),
    "opening": Light(
        lambda scene: (
            n("{player} throws for the start: press. Last thrown: {dice}.")
            if scene.throw
            else n("{player} throws for the start: press.")
        ),
        n("Press to throw for the start."),
    ),
    "throw": Light(n("{player} throws: press."), n("Press to throw.")),
    "ask": Light(
        n("Is it this turn, number {number}, at {holes}? Long press: yes; press: the next."),
        n("Press for the next turn, hold to take this one."),
    ),
    "undo": Light(
        lambda scene: (
            n("Taken back: {mend}.") if scene.count else n("Was the winning turn a mistake? Press: it is taken back.")
        ),
        n("Put the pieces back as marked."),
    ),
    "offer": Light(
        lambda scene: (
            n("A new game without {holes}? Long press: yes.")
            if scene.count
            else (
                n("A new game? Press."),
                n("A new game? Long press: yes; press: play on."),
                n("There are sensors now. Long press: to the board; press: dice only."),
                n("A new game of this size? Long press: yes; press: no."),
            )[scene.choice]
        ),
        lambda scene: (
            n("Press for a new game."),
            n("Hold for a new game, press to play on."),
            n("Hold to play on the board, press to keep to the dice."),
            n("Hold for a new game, press to play on."),
        )[scene.choice],
    ),
    "over": Light(n("{player} has won."), n("Set up all pieces for a new game.")),
    "fault": Light(
        lambda scene: n("Fault at {holes}.") if scene.count else n("Fault: too little of the board can be seen."),
        n("The messages say what is wrong."),
    ),
    "menu": Light(_entry, n("Press for the next mode, hold to take it.")),
    "roller": Light(n("Dice only: press to throw."), n("Press to throw.")),
    "wooden": Light(
        n("{player} throws the wooden dice. {dice}? Long press: yes; press: the next."),
        n("Press for the next throw, hold to take it."),
    ),
    "diagnose": Light(
        lambda scene: n("Occupied: {holes}.") if scene.count else n("Occupied: nothing."),
        n("Press for the state, hold for a magnet walk."),
    ),
    "calibrate": Light(n("Calibrating: leave the board empty."), n("Leave the board empty until it is done.")),
    "selftest": Light(n("Self-test."), n("Press to end the test.")),
    "lead": Light(
        lambda scene: n("The board would play: {mend}.") if scene.choice else n("The board plays: {mend}."),
        n("Play the turn as marked."),
    ),
    "turn": Light(_turn, n("Turn the marked pieces.")),
    "dalled": Light(lambda scene: n("Dalled: {holes}.") if scene.count else n("No piece is dalled yet."), _MOVE),
    "held": Light(
        n("Let go for a long press, or hold on for the choice of modes."),
        n("Let go for a long press, or hold on for the choice of modes."),
    ),
    "whose": Light(
        lambda scene: (
            n("Go on from here, {player} to throw? Long press: yes; press: the other player."),
            n("Does {player} agree that the piece is lost? Long press: yes; press: no."),
            n("{player} has the king? Long press: yes; press: another owner."),
        )[scene.choice],
        lambda scene: (
            n("Hold to go on from here, press for the other player."),
            n("Hold to go on without the piece, press for other ways."),
            n("Hold to go on with this owner of the king, press for another."),
        )[scene.choice],
    ),
    "keep": Light(
        n("Wait for new firmware? Long press: yes; press: play on."),
        n("Press to play on, hold to wait."),
    ),
}
