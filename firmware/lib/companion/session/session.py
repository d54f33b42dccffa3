"""The session: how the board reacts to moved pieces, button presses, commands and the passing of time.

A gesture's meaning depends on the situation (companion.session.situation). The referee keeps the game; the mode decides
how it is played.

Input times are ticks in ms; `emit` receives the events, as flat tuples; `scene` holds what the lights should show.

    >>> session = Session(config, match, settings, dice, sensing, emit)
    >>> session.start(now_ms)
    >>> session.see(now_ms, sensing.occupancy)
    >>> session.press(now_ms)
"""

from companion.console import events
from companion.console.phases import FAR, MODES, OPENING, PHASES, PLAY, ROLLER, SOLO, THROW
from companion.game.holes import GameHoles
from companion.game.referee import DECLINED, Referee
from companion.lights import scene as lights
from companion.lights.scene import Scene
from companion.reasons import Refusal
from companion.session.advice import Advice
from companion.session.announce import guide, say_blind
from companion.session.gestures import open_menu
from companion.session.modes import CLASSES
from companion.session.situation import leads, show, situation
from companion.ticks import elapsed
from companion.tracking.changes import EMPTY, UNKNOWN
from companion.tracking.tracker import MOVING
from daldos import __version__
from daldos.rules import parse_rules

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import (
        Command,
        Config,
        Dice,
        Does,
        Emit,
        Event,
        Match,
        Mode,
        Plain,
        Sensing,
        Settings,
        Situation,
        Throw,
        Tracker,
    )

NOTICE_MS = 4000  # a fault is shown this long
MENU_SHOWN_MS = 10000  # without a press, the choice of modes closes after this time
REST_MS = 300000  # without a press, then the dice alone go dark
HAND_MS = 5000  # after this long, a piece in the hand is reported
JUST_SHIFT = 14  # some 16 s
_JUST = 4  # of them
TIDY_MS = 1200  # after the last throw and change on the board; then nobody waits for an answer


class Session:
    """mode: an index of MODES; `present`: its object. match, tracker, phase, asking: the referee's. own: the board's
    own match, which waits during mode far.

    occupancy, places: from companion.game.holes. scene: what the lights show; shown: set when it may have changed.
    menu: the entry pointed at in the choice of modes, beyond the modes one of `suspects` (holes whose sensor may be
    broken); or -1. whose: the player asked about in a position set up, or -1. rolled: (player, throw) while the
    dice roll. announce_due: the occupancy has still to be announced. announced: it has been, and holes must be set
    right. advice: hints, and the board's own turn. notice: the holes of a fault being shown, or None. bare: no sensors,
    so the board is dice alone; found: sensors have appeared since.
    """

    def __init__(
        self, config: "Config", match: "Match", settings: "Settings", dice: "Dice", sensing: "Sensing", emit: "Emit"
    ):
        self.config = config
        self.own = match
        self.settings = settings
        self.dice = dice
        self.sensing = sensing
        self.emit = emit
        self.holes = GameHoles(config)
        self.referee = Referee(match, self.holes, emit)
        self._modes: list[Mode | None] = [None for _ in CLASSES]
        self.mode = 0
        self.present: Mode = self.mode_of(0)
        self.referee.players = self.present.players
        self.scene = Scene()
        self.shown = True
        self.menu = -1
        self.whose = -1
        self.suspects: list[int] = []
        self.rolled: tuple[int, Throw] | None = None
        self.announced = False
        self.advice = Advice(self)
        self.notice: list[int] | None = None
        self.bare = False
        self.found = False
        self._pressed_ms = 0
        self._down: Situation | None = None  # the situation in which a press began
        self.pressed_early = False  # the press began before the dice lay
        self.pressed_blind = False  # the press began before the lights showed the announcement
        self._emptied = bytearray([0x80] * len(self.holes.occupancy))  # when each hole was emptied, ms >> JUST_SHIFT
        self._menu_ms = 0
        self._offered = False
        self._roll_ms = 0
        self._notice_ms = 0
        self._changed_ms = 0
        self._show_due = False
        self.blind_announced = False  # too many unknown holes have been reported
        self.announce_due = False

    @property
    def match(self) -> "Match":
        return self.referee.match

    @property
    def phase(self) -> int:
        return self.referee.phase

    @property
    def tracker(self) -> "Tracker":
        return self.referee.tracker

    @property
    def places(self) -> bytes:
        return self.holes.places

    def mode_of(self, mode: int) -> "Mode":
        """The object of a mode, created when first needed."""
        there = self._modes[mode] = self._modes[mode] or CLASSES[mode]()
        return there

    # --- input ------------------------------------------------------------------------------------------------------

    def start(self, now: int) -> None:
        """Power on: resume the saved game and mode; dice alone start as the roller."""
        self._take_mode(ROLLER if self.bare else MODES.index(self.settings.get("mode")))
        self._pressed_ms = now
        self.match.load(self.settings.get("rules"))
        self._begin(now)
        self.show(now)

    def see(self, now: int, occupancy: bytearray) -> None:
        """The debounced occupancy has changed to this."""
        before = self.holes.occupancy
        for hole in range(len(occupancy)):
            if occupancy[hole] == EMPTY and before[hole] not in (EMPTY, UNKNOWN):
                self._emptied[hole] = now >> JUST_SHIFT & 0xFF
        self.holes.see(occupancy)
        self._changed(now)
        self.show(now)

    def just_emptied(self, now: int, hole: int) -> bool:
        """Whether a hand has taken the piece off this hole in the last minute or so, which shows that its sensor
        works."""
        empty = self.holes.occupancy[hole] == EMPTY
        return empty and (now >> JUST_SHIFT) - self._emptied[hole] & 0xFF <= _JUST

    def tick(self, now: int) -> None:
        """Time passes; allocates nothing while nothing happens."""
        if self._show_due:
            self._show_due = False
            self.show(now)
        if self.rolled and elapsed(now, self._roll_ms) >= self._roll_hold():
            self.rolled = None
            self.show(now)
        if self.notice is not None and elapsed(now, self._notice_ms) >= NOTICE_MS:
            self.notice = None
            self.show(now)
        if self.menu >= 0 and elapsed(now, self._menu_ms) >= MENU_SHOWN_MS:
            self.menu = -1
            self.show(now)
        if self.mode == ROLLER and not self.present.dark and elapsed(now, self._pressed_ms) >= REST_MS:
            self.present.dark = True
            self.show(now)
        if self.present.plays:
            self.advice.tick(now)
        due = self.announce_due and self.menu < 0 and not (self.rolled and self.mode == SOLO and leads(self))
        if due and self._rests(now):
            if self.holes.blind() and self.sensing.healing():
                return  # the wire works again: nothing to report now
            self.announce_due = False
            said = self.say()
            if self.present.plays and self.sensing.drifted():
                self._offer_baseline(now)
            elif said:
                self._show_due = True  # in the next step, because an event takes a Pico 40 ms
        if self.mode == SOLO:
            self.present.tick(self, now)
            if self.referee.thinking:
                return  # an erase would interrupt it
        if self.match.untidy() and min(elapsed(now, self._roll_ms), elapsed(now, self._changed_ms)) >= TIDY_MS:
            self.match.tidy()

    def pressed(self, now: int) -> None:
        """A press begins; the present situation decides its meaning."""
        self._down = situation(self)
        self.pressed_early = self.rolled is not None
        self.pressed_blind = not self.announced

    def press(self, now: int) -> "Command":
        """A short press. Returns a command (name, values ...) if another module must act."""
        return self._gesture(now, False)

    def long_press(self, now: int) -> "Command":
        """A long press; as `press`."""
        return self._gesture(now, True)

    def menu_press(self, now: int) -> "Command":
        """A very long press; as `press`."""
        return self._act(now, open_menu)

    def show(self, now: int) -> None:
        """Bring the scene up to date."""
        show(self, now)

    def say(self) -> bool:
        """Announce the board's state; returns whether holes must be set right."""
        to_mend = situation(self).announce(self)
        self.announced = to_mend or self.announced
        return to_mend

    # --- commands -------------------------------------------------------------------------------------------------

    def state(self, job: str | None = None) -> "Event":
        """The `state` event; job: what has the board instead of the game."""
        game = self.match.game
        seen = bytes(self.holes.occupancy).decode()
        phase, mode = PHASES[self.phase], MODES[self.mode]
        return events.event("state", game.position_text(), phase, mode, game.rules.text, job, seen, __version__)

    def new(self, now: int, start: str = "", opening: bool = False) -> None:
        """A new game under the set rules. start: begin at this position, before its throw; opening: before the opening
        throws."""
        if self.mode == FAR:
            raise Refusal("led")
        rules = self.match.game.rules.text if start and not opening else self.settings.get("rules")
        self.match.new(rules, start, opening)
        self._begin(now)
        self.show(now)

    def undo(self, now: int) -> None:
        """Take the last turn back; Refusal, which changes nothing, if there is none."""
        failed: OSError | None = None
        try:
            self.present.undo(self.referee)
        except OSError as error:  # of several turns, some may have been taken back
            failed = error
        self._anew()
        self.announce_due = True
        self.show(now)
        if failed:
            raise failed

    def set_rules(self, now: int, text: str) -> None:
        """Set rules for the next game, or this one before its first turn. RulesError and Refusal change nothing."""
        self.settings.set("rules", parse_rules(text).text)
        self.release(now)
        if not self.match.game.plies:
            self.new(now)
            self.referee.ask_start(DECLINED)  # this position has already been offered
            self.show(now)
        self.emit(self.state())

    def set_mode(self, now: int, name: str) -> None:
        """Change the mode; the game waits, and later goes on where it was."""
        self.settings.set("mode", name)
        self.play(now, MODES.index(name), self.own)
        self.emit(self.state())
        self.show(now)

    def release(self, now: int) -> None:
        """Give a led board its own game back, in its own mode."""
        if self.mode == FAR:
            self.play(now, MODES.index(self.settings.get("mode")), self.own)
            self.show(now)

    def play(self, now: int, mode: int, match: "Match") -> None:
        """Go on with this match in this mode, from the present occupancy; the caller updates the lights."""
        another = match is not self.match
        self.referee.match = match
        self._take_mode(mode)
        self._pressed_ms = now
        if another or self.present.plays:
            self._begin(now)

    def set(self, now: int, key: str, value: "Plain") -> None:
        """Change a setting that is neither rules nor mode; CodedError changes nothing."""
        self.settings.set(key, value)
        if self.mode == SOLO and key in ("solo_side", "level"):
            self._seat()
            self.referee.rethink()
            self.announce_due = True
        if key == "chance":
            self.advice.thrown()
        if self.mode == ROLLER and key == "players":
            self._anew()
        self.emit(self.state())
        self.show(now)

    def notify(self, now: int, holes: list[int]) -> None:
        """A hardware fault: show its holes for a while, and play on."""
        self.notice = holes
        self._notice_ms = now
        self.show(now)

    def find(self, now: int) -> None:
        """Sensors have appeared on a board of dice alone: offer the game."""
        self.bare = False
        self.found = self.mode == ROLLER
        if self.found:
            self.present.dark = False
            guide(self, "sensors_found")
        self.show(now)

    # --- actions of gestures ----------------------------------------------------------------------------------------

    def open_menu(self, now: int, mode: int, offered: bool = False) -> None:
        """Open the choice of modes at this one. offered: nobody has asked for it, so it closes when pieces move."""
        self.menu = mode
        self._offered = offered
        self._menu_ms = now

    def roll(self, now: int, player: int, throw: "Throw") -> None:
        """Roll the dice to this throw; player: for the lights."""
        self.rolled = (player, throw)
        self._roll_ms = now
        self.scene.kind = "dark"  # the same throw must roll again

    def throw(self, now: int, entered: "Throw | None") -> None:
        """Make the next throw: the one entered, or if None by the board's dice."""
        player, throw = self.referee.throw(entered)
        self._anew()
        if self.referee.chosen is not None:
            self.announce_due = True
        self.roll(now, player, throw)

    def commit(self, now: int, turn: int, last: bool = True) -> None:
        """End a turn; if it is the last one and the mode says so, make the next throw."""
        auto_throw = last and self.present.auto_throw(self.match)
        self.referee.commit(turn, auto_throw)
        self._anew()
        self.announced = False
        if self.phase == THROW and auto_throw:
            self.throw(now, None)

    def chosen(self, now: int) -> None:
        """The board has chosen its turn, which the player sets up."""
        self.announce_due = True
        self.show(now)

    # --- within ---------------------------------------------------------------------------------------------------

    def _gesture(self, now: int, long: bool) -> "Command":
        # If the situation has changed since the press began, nothing is done.
        row, down = situation(self), self._down
        self._down = None
        if down and not (down.long_press is row.long_press if long else down.press is row.press):
            guide(self, "changed")
            self._pressed_ms = now
            return None
        return self._act(now, row.long_press if long else row.press)

    def _act(self, now: int, does: "Does") -> "Command":
        self._pressed_ms = now
        asked = does(self, now)
        self.show(now)
        self.scene.since_ms = now  # the message restarts, so that each press is visible
        return asked

    def _anew(self) -> None:
        # There is another throw, turn, game or mode: what was offered, rolled or thought about is void.
        self.present.begin()
        self.rolled = None
        self.advice.thrown()

    def _take_mode(self, mode: int) -> None:
        self.mode = mode
        self.present = self.mode_of(mode)
        self._anew()
        if self.present.plays:
            self._seat()
        self.menu = -1
        self.found = False

    def _seat(self) -> None:
        self.present.seat(self.settings)
        self.referee.players = self.present.players

    def _begin(self, now: int) -> None:
        # From the match's current state.
        self._anew()
        self.referee.begin()
        self._changed(now)

    def _changed(self, now: int) -> None:
        self._changed_ms = now
        self.announce_due = True
        self.announced = False
        self.whose = -1
        if self._offered:
            self.menu = -1
        self.advice.hide()
        if self.blind_announced and not self.holes.blind():
            say_blind(self, False)
        if self.present.plays:
            self.referee.look()

    def _rests(self, now: int) -> bool:
        # A piece in the hand is not a mistake yet.
        r = self.referee
        held = r.phase == PLAY and r.tracker.verdict == MOVING and r.chosen is None
        held = held and not (r.restoring or self.holes.strays)
        return elapsed(now, self._changed_ms) >= (HAND_MS if held else self.config.STABLE_MS)

    def _offer_baseline(self, now: int) -> None:
        # As if chosen by the button.
        from companion.session.menu import tell  # seldom needed

        self.open_menu(now, lights.CALIBRATE_ENTRY, True)
        tell(self)
        self.show(now)

    def _roll_hold(self) -> int:
        # An opening throw stays visible before the next player is asked to throw, the board's throw before it is
        # played.
        seen = self.phase == OPENING or self.phase == THROW
        if seen or self.mode == SOLO and self.match.game.side == self.present.side:
            return self.config.ROLL_MS + self.config.POINT_MS
        return self.config.ROLL_MS
