"""The session: how the board reacts to moved pieces, button presses, commands and the passing of time.

A gesture's meaning depends on the situation (companion.session.situation). The referee keeps the game; the mode decides
how it is played.

Input times are ticks in ms; `emit` receives the events, as flat tuples; `display.scene` is what the lights should show.

    >>> session = Session(config, match, settings, dice, sensing, emit)
    >>> session.start(now_ms)
    >>> session.see(now_ms, sensing.occupancy)
    >>> session.press(now_ms)
"""

from companion.console import events
from companion.console.phases import ABSENT, FAR, FOUND, MODES, OPENING, PHASES, PLAY, ROLLER, SOLO, THERE, THROW
from companion.game.holes import GameHoles
from companion.game.referee import DECLINED, Referee
from companion.lights import scene as lights
from companion.reasons import Refusal
from companion.session.advice import Advice
from companion.session.announce import Announcement, guide, say_blind
from companion.session.display import Display
from companion.session.gestures import Press, open_menu, wake
from companion.session.modes import Choice, Modes
from companion.session.situation import leads, show, situation
from companion.ticks import elapsed
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
        Throw,
        Tracker,
    )

REST_MS = 300000  # without a press, a piece or a command, then all goes dark
HAND_MS = 5000  # after this long, a piece in the hand is reported
SEEN_MS = 200  # a message younger than this as a press begins has not been seen
TIDY_MS = 1200  # after the last throw and change on the board; then nobody waits for an answer


class Session:
    """modes, menu: the mode, and the choice of another. match, tracker, phase: the referee's. places: of `holes`.

    display: what the lights show; announcement: what has been said of the board. last_press: the button's. whose: what
    is asked about a position set up, or -1: whether this player throws, 0 or 1; from 2 on, whether the king is A's, B's
    or nobody's, two numbers each. advice: hints, and the board's own turn. sensors: THERE, ABSENT or FOUND, of
    companion.console.phases.
    """

    def __init__(
        self, config: "Config", match: "Match", settings: "Settings", dice: "Dice", sensing: "Sensing", emit: "Emit"
    ):
        self.config = config
        self.settings = settings
        self.dice = dice
        self.sensing = sensing
        self.emit = emit
        self.holes = GameHoles(config)
        self.referee = Referee(match, self.holes, emit)
        self.modes = Modes(match)
        self.referee.players = self.present.players
        self.display = Display()
        self.menu = Choice()
        self.announcement = Announcement()
        self.last_press = Press()
        self.whose = -1
        self.advice = Advice(self)
        self.sensors = THERE

    @property
    def mode(self) -> int:
        return self.modes.index

    @property
    def present(self) -> "Mode":
        return self.modes.present

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

    # --- input ------------------------------------------------------------------------------------------------------

    def start(self, now: int) -> None:
        """Power on: resume the saved game and mode; dice alone start as the roller."""
        self._take_mode(ROLLER if self.sensors == ABSENT else MODES.index(self.settings.get("mode")))
        self.last_press.since_ms = now
        self.match.load(self.settings.get("rules"))
        self._begin(now)
        self.show(now)

    def see(self, now: int, occupancy: bytearray) -> None:
        """The debounced occupancy has changed to this."""
        self.holes.see(now, occupancy)
        self.display.resting = False
        self._changed(now)
        self.show(now)

    def tick(self, now: int) -> None:
        """Time passes; allocates nothing while nothing happens."""
        display, announcement = self.display, self.announcement
        ends = display.ends(now, self._roll_hold())
        ends = self.menu.ends(now) or ends
        if not display.resting and elapsed(now, self.last_press.since_ms) >= REST_MS:
            if elapsed(now, announcement.changed_ms) >= REST_MS and not self.referee.thinking:
                display.resting = ends = True
        if ends:
            self.show(now)
        if self.present.plays:
            self.advice.tick(now)
        if (
            announcement.due
            and self.menu.entry < 0
            and not (display.rolled and self.mode == SOLO and leads(self))
            and self._rests(now)
        ):
            blind = self.holes.blind()
            if blind and self.sensing.healing():
                return  # the wire works again: nothing to report now
            announcement.due = False
            said = self.say()
            if self.present.plays and not blind and self.sensing.drifted():
                self._offer_baseline(now)
            elif said:
                display.due = True  # in the next step, because an event takes a Pico 40 ms
        if self.mode == SOLO:
            self.present.tick(self, now)
            if self.referee.thinking:
                return  # an erase would interrupt it
        if self.match.untidy() and elapsed(now, announcement.changed_ms) >= TIDY_MS <= elapsed(now, display.rolled_ms):
            self.match.tidy()

    def pressed(self, now: int) -> None:
        """A press begins; the present situation decides its meaning."""
        press = self.last_press
        press.down = situation(self)
        press.early = self.display.rolled is not None
        shown, made = self.display.scene, self.announcement.made
        press.blind = not made or shown.kind != press.down.lights or elapsed(now, shown.since_ms) < SEEN_MS
        self.announcement.ready = 0
        self.touched(now)

    def touched(self, now: int) -> None:
        """Somebody is there: the board does not rest."""
        self.last_press.since_ms = now
        if self.display.resting:
            self.display.resting = False
            self.show(now)

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
        self.announcement.made = to_mend or self.announcement.made
        return to_mend

    # --- commands -------------------------------------------------------------------------------------------------

    def state(self, job: str | None = None) -> "Event":
        """The `state` event; job: what has the board instead of the game."""
        game = self.match.game
        seen = bytes(self.holes.occupancy).decode()
        phase, mode = PHASES[self.phase], MODES[self.mode]
        return events.event(
            "state", game.position_text(), phase, mode, game.rules.text, job, seen, __version__, game.id
        )

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
        self.announcement.due = True
        self.show(now)
        if failed:
            raise failed

    def set_rules(self, now: int, text: str) -> None:
        """Set rules for the next game, or this one before its first turn. RulesError and Refusal change nothing."""
        self.settings.set("rules", parse_rules(text).text)
        self.release(now)
        if not self.match.game.plies:
            self.match.new(self.settings.get("rules"))
            self._begin(now)
            self.referee.ask_start(DECLINED)  # this position has already been offered
            self.show(now)
        self.emit(self.state())

    def set_mode(self, now: int, name: str) -> None:
        """Change the mode; the game waits, and later goes on where it was."""
        self.settings.set("mode", name)
        self.play(now, MODES.index(name), self.modes.own)
        self.emit(self.state())
        self.show(now)

    def release(self, now: int) -> None:
        """Give a led board its own game back, in its own mode."""
        if self.mode == FAR:
            self.play(now, MODES.index(self.settings.get("mode")), self.modes.own)
            self.show(now)

    def play(self, now: int, mode: int, match: "Match") -> None:
        """Go on with this match in this mode, from the present occupancy; the caller updates the lights."""
        another = match is not self.match
        self.referee.match = match
        self._take_mode(mode)
        self.last_press.since_ms = now
        if another or self.present.plays:
            self._begin(now)

    def set(self, now: int, key: str, value: "Plain") -> None:
        """Change a setting that is neither rules nor mode; CodedError changes nothing."""
        self.settings.set(key, value)
        if self.mode == SOLO and key in ("solo_side", "level"):
            self._seat()
            self.referee.rethink()
            self.announcement.due = True
        if key == "chance":
            self.advice.thrown()
        if self.mode == ROLLER and key == "players":
            self._anew()
        self.emit(self.state())
        self.show(now)

    def notify(self, now: int, holes: list[int]) -> None:
        """A hardware fault: show its holes for a while, and play on."""
        self.display.notify(now, holes)
        self.show(now)

    def find(self, now: int) -> None:
        """Sensors have appeared on a board of dice alone: offer the game."""
        self.sensors = FOUND if self.mode == ROLLER else THERE
        self.touched(now)
        if self.sensors == FOUND:
            guide(self, "sensors_found")
        self.show(now)

    # --- actions of gestures ----------------------------------------------------------------------------------------

    def throw(self, now: int, entered: "Throw | None") -> None:
        """Make the next throw: the one entered, or if None by the board's dice."""
        player, throw = self.referee.throw(entered)
        self._anew()
        if self.referee.chosen is not None:
            self.announcement.due = True
        self.display.roll(now, player, throw)

    def commit(self, now: int, turn: int, last: bool = True) -> None:
        """End a turn; if it is the last one and the mode says so, make the next throw."""
        auto_throw = last and self.present.auto_throw(self.match)
        self.referee.commit(turn, auto_throw)
        self._anew()
        self.announcement.made = False
        if self.phase == THROW and auto_throw:
            self.throw(now, None)

    def chosen(self, now: int) -> None:
        """The board has chosen its turn, which the player sets up."""
        self.announcement.due = True
        self.show(now)

    # --- within ---------------------------------------------------------------------------------------------------

    def _gesture(self, now: int, long: bool) -> "Command":
        # If the situation has changed since the press began, nothing is done.
        row, down = situation(self), self.last_press.down
        self.last_press.down = None
        if down and down.press is wake:
            row = down  # it has woken the board as it began
        if down and not (down.long_press is row.long_press if long else down.press is row.press):
            guide(self, "changed")
            self.last_press.since_ms = now
            return None
        return self._act(now, row.long_press if long else row.press)

    def _act(self, now: int, does: "Does") -> "Command":
        self.last_press.since_ms = now
        asked = does(self, now)
        self.show(now)
        self.display.scene.since_ms = now  # the message restarts, so that each press is visible
        return asked

    def _anew(self) -> None:
        # There is another throw, turn, game or mode: what was offered, rolled or thought about is void.
        self.present.begin()
        self.display.rolled = None
        self.advice.thrown()
        self.announcement.last = ()  # nothing has been asked for in vain

    def _take_mode(self, mode: int) -> None:
        self.modes.take(mode)
        self._anew()
        if self.present.plays:
            self._seat()
        self.menu.close()
        if self.sensors == FOUND:
            self.sensors = THERE

    def _seat(self) -> None:
        self.present.seat(self.settings)
        self.referee.players = self.present.players

    def _begin(self, now: int) -> None:
        # From the match's current state.
        self._anew()
        self.referee.begin()
        self._changed(now)

    def _changed(self, now: int) -> None:
        self.announcement.outdate()
        self.announcement.changed_ms = now
        self.whose = -1
        self.menu.moved()
        self.advice.hide()
        if self.announcement.blind and not self.holes.blind():
            say_blind(self, False)
        if self.present.plays:
            self.referee.look()

    def _rests(self, now: int) -> bool:
        # A piece in the hand is not a mistake yet.
        r = self.referee
        held = r.phase == PLAY and r.tracker.verdict == MOVING and r.chosen is None
        held = held and not (r.restoring or self.holes.strays)
        return elapsed(now, self.announcement.changed_ms) >= (HAND_MS if held else self.config.STABLE_MS)

    def _offer_baseline(self, now: int) -> None:
        # As if chosen by the button.
        from companion.session.menu import tell  # seldom needed

        self.menu.open(now, lights.CALIBRATE_ENTRY, True)
        tell(self)
        self.show(now)

    def _roll_hold(self) -> int:
        # An opening throw stays visible before the next player is asked to throw, the board's throw before it is
        # played.
        seen = self.phase == OPENING or self.phase == THROW
        if seen or self.mode == SOLO and self.match.game.side == self.present.side:
            return self.config.ROLL_MS + self.config.POINT_MS
        return self.config.ROLL_MS
