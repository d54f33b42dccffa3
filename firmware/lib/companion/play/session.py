"""The session: what the board does when pieces stand differently, the button is pressed, a command comes, time passes.

Phases: SETUP waits for the start position or the saved one; OPENING throws for who begins; THROW waits for a throw;
PLAY for a turn on the board; OVER. In a game one press ends the turn and throws for the next player; a press on
anything that is no legal turn commits nothing and says why; a long press takes the last turn back, or takes what is
offered for choice.

Time comes in as ticks in ms; events go out through `emit`, as flat tuples; what the lights are to say is in `scene`.

    >>> session = Session(config, match, settings, dice, emit)
    >>> session.start(now_ms)
    >>> session.see(now_ms, sensing.occupancy)
    >>> session.press(now_ms)
"""

from companion.console.phases import (
    DIAGNOSE,
    GAME,
    MODES,
    OPENING,
    OVER,
    PHASES,
    PLAY,
    ROLLER,
    SETUP,
    THROW,
    THROWS,
    WOODEN,
)
from companion.judging.tracker import (
    COMPLETE,
    EMPTY,
    MOVING,
    SIDES,
    UNKNOWN,
    UNTOUCHED,
    WRONG,
    Tracker,
    occupancy_of,
)
from companion.lights import scene as lights
from companion.lights.scene import Scene
from companion.play.saying import guide, hint, say, say_blind, say_over
from companion.play.showing import show
from companion.ticks import elapsed
from daldos.geometry import board_for
from daldos.notation import result_text, turn_text
from daldos.packing import NO_HOLE, moves, unpack
from daldos.position import PLAYERS, parse_throw, pieces, start_cells
from daldos.rules import parse_rules

UNKNOWN_MAX = 8  # with more holes than this unknown the rest does not decide
NOTICE_MS = 4000  # a fault is shown this long
MENU_SHOWN_MS = 10000  # the choice of modes closes after so long without a press
HINT_MS = 8000  # and this long what can be played, before the dice are shown again


class SessionError(ValueError):
    """A command that does not fit the state of the game."""


class Session:
    """mode, phase: as above. match: the game and its journal. occupancy: 49 codes, as last seen.

    places: hole of the game -> hole of the wooden board. asking: the tracker's candidate asked for, or -1.
    scene: what the lights say; shown: set when it may have changed.
    """

    def __init__(self, config, match, settings, dice, emit):
        self.config = config
        self.match = match
        self.settings = settings
        self.dice = dice
        self.emit = emit
        self.tracker = Tracker()
        self.scene = Scene()
        self.board = board_for(config.N, True)
        self.occupancy = bytearray(b"?" * self.board.size)
        self.mode = GAME
        self.phase = SETUP
        self.places = b""
        self._here = bytearray()  # occupancy of the game's holes
        self.strays = []  # occupied holes of the wooden board outside the game
        self.restoring = False  # a turn was taken back and its pieces are not back yet
        self.offering = False
        self.menu = -1  # the mode pointed at in the choice of modes, or -1
        self._menu_ms = 0
        self.asking = -1
        self.entry = 0  # the throw of wooden dice that is offered; the last is none but takes a turn back
        self.rolled = None  # (player, die1, die2) while the dice roll
        self._roll_ms = 0
        self.roller = (0, 0)  # the last throw of the roller
        self._changed_ms = 0
        self._said = True  # what stands on the board has been judged aloud
        self.shown_wrong = False
        self.shown_hint = False
        self._hint_ms = 0
        self._notice_ms = 0
        self.notice = None  # holes of a fault that is shown, or None
        self.shown = True  # the scene may have changed since the caller last cleared this

    # --- what comes in --------------------------------------------------------------------------------------------

    def start(self, now: int) -> None:
        """Power on: go on with the saved game and mode."""
        self.mode = MODES.index(self.settings.get("mode"))
        problem = self.match.load(self.settings.get("rules"))
        if problem:
            self.emit(("fault", "what", problem, "where", "game"))
        self._begin(now)

    def see(self, now: int, occupancy: bytearray) -> None:
        """The debounced occupancy has changed to this."""
        self.occupancy[:] = occupancy
        self._changed_ms = now
        self._said = False
        self.shown_wrong = False
        self.shown_hint = False
        self._map()
        self._look(now)
        show(self, now)

    def tick(self, now: int) -> None:
        """Time passes; allocates nothing while nothing happens."""
        if self.rolled and elapsed(now, self._roll_ms) >= self._roll_hold():
            self.rolled = None
            show(self, now)
        if self.notice is not None and elapsed(now, self._notice_ms) >= NOTICE_MS:
            self.notice = None
            show(self, now)
        if self.menu >= 0 and elapsed(now, self._menu_ms) >= MENU_SHOWN_MS:
            self.menu = -1
            show(self, now)
        if self.shown_hint and elapsed(now, self._hint_ms) >= HINT_MS:
            self.shown_hint = False
            show(self, now)
        if not self._said and elapsed(now, self._changed_ms) >= self.config.STABLE_MS:
            self._said = True
            self._say(now)

    def press(self, now: int) -> None:
        """A short press."""
        if self.menu >= 0:
            self.menu = (self.menu + 1) % len(MODES)
            self._menu_ms = now
        elif self.mode == ROLLER:
            self.roller = self.dice.throw()
            self._roll(now, lights.NOBODY, self.roller)
            self.emit(("throw", "player", None, "throw", "%d%d" % self.roller))
        elif self.mode == DIAGNOSE:
            self.emit(self.state())
        elif self.offering:
            self.new(now)
        elif self.blind():
            say_blind(self)
        elif self.phase == SETUP or self.restoring:
            self._say(now)
        elif self.phase == OPENING or self.phase == THROW:
            if self.differs(self.expected()):
                self._say(now)
            elif self.mode == WOODEN and not self.match.pending:
                self.entry = (self.entry + 1) % (len(THROWS) + 1)
                self.rolled = None
            else:
                self._throw(now, None)
        elif self.phase == PLAY:
            self._press_turn(now)
        else:
            say_over(self)
            guide(self, self.differs(self._start()), "the game is over: set up all pieces for a new one")
        show(self, now)

    def long_press(self, now: int) -> None:
        """A long press: take what is offered for choice, or the last turn back."""
        if self.menu >= 0:
            mode = self.menu
            self.menu = -1
            self.set_mode(now, MODES[mode])
        elif self.mode == ROLLER or self.mode == DIAGNOSE:
            self.emit(self.state())
        elif self.asking >= 0:
            turn = self.tracker.candidates[self.asking]
            self._commit(now, turn)
        elif self.mode == WOODEN and self.phase in (OPENING, THROW) and self.entry < len(THROWS):
            if self.differs(self.expected()):
                self._say(now)
            else:
                self._throw(now, THROWS[self.entry])
        elif self.phase == SETUP:
            self._say(now)
        else:
            try:
                self.undo(now)
            except SessionError as error:
                guide(self, [], str(error))
        show(self, now)

    def menu_press(self, now: int) -> None:
        """A very long press: the choice of modes."""
        self.menu = self.mode
        self._menu_ms = now
        show(self, now)

    # --- commands -------------------------------------------------------------------------------------------------

    def state(self) -> tuple:
        """The `state` event."""
        game = self.match.game
        return (
            "state",
            "position",
            game.position_text(),
            "phase",
            PHASES[self.phase],
            "mode",
            MODES[self.mode],
            "rules",
            game.rules.text,
            "occupancy",
            bytes(self.occupancy).decode(),
        )

    def new(self, now: int) -> None:
        """A new game of the rules set."""
        self.match.new(self.settings.get("rules"))
        self._begin(now)
        show(self, now)

    def undo(self, now: int) -> None:
        """Take the last turn back; SessionError if there is none."""
        match = self.match
        if not match.game.plies or self.phase == SETUP and not self.restoring:
            raise SessionError("there is no turn to take back")
        match.undo()
        at = match.game.at
        number = len(match.game.plies) + 1
        self.emit(("undo", "n", number, "player", PLAYERS[at.player], "throw", "%d%d" % (at.die1, at.die2)))
        self.rolled = None
        self.shown_hint = False
        self.offering = False
        self.asking = -1
        self._set_phase(PLAY)
        self.restoring = True
        self._said = False
        self._look(now)
        show(self, now)

    def set_rules(self, now: int, text: str) -> None:
        """Rules for the next game, or this one before its first turn. RulesError, SessionError change nothing."""
        rules = parse_rules(text)
        if rules.n > self.config.N:
            raise SessionError("rules %r: n is %d, this board has %d holes a row" % (text, rules.n, self.config.N))
        self.settings.set("rules", rules.text)
        if not self.match.game.plies:
            self.new(now)
        self.emit(self.state())

    def set_mode(self, now: int, name: str) -> None:
        """Another mode; the game waits and goes on where it was."""
        self.settings.set("mode", name)
        self.mode = MODES.index(name)
        self.menu = -1
        self.rolled = None
        self.roller = (0, 0)
        if self.mode in (GAME, WOODEN):
            self._begin(now)
        self.emit(self.state())
        show(self, now)

    def enter_dice(self, now: int, text: str) -> None:
        """A throw of wooden dice; SessionError outside mode wooden or when no throw is due."""
        if self.mode != WOODEN or self.phase not in (OPENING, THROW):
            raise SessionError("a throw is entered in mode wooden and phase opening or throw, not %s" % self._where())
        if self.match.pending:
            raise SessionError("the throw %d%d was thrown before and stays: press the button" % self.match.pending[0])
        if self.differs(self.expected()):
            raise SessionError("the board differs from the game: mend it first")
        self._throw(now, parse_throw(text))
        show(self, now)

    def fault(self, now: int, what: str, where: str, holes: list) -> None:
        """Something of the hardware is broken, or whole again: say so, show the holes for a while, play on."""
        self.emit(("fault", "what", what, "where", where))
        self.notice = holes
        self._notice_ms = now
        show(self, now)

    # --- the game's holes and the board's -------------------------------------------------------------------------

    def _begin(self, now: int) -> None:
        # From the match as it is: what stands on the board decides whether there is something to set up.
        game = self.match.game
        board = game.rules.board
        first, start = self.board.start, board.start
        self.places = bytes([first[board.row(h)] + h - start[board.row(h)] for h in range(board.size)])
        self._here = bytearray(b"?" * board.size)
        self.restoring = False
        self.shown_hint = False
        self.offering = False
        self.asking = -1
        self.rolled = None
        self.entry = 0
        self.phase = -1
        self._set_phase(SETUP)
        self._track(False)
        self._changed_ms = now
        self._said = False
        self._map()
        self._look(now)
        show(self, now)

    def _map(self) -> None:
        for hole in range(len(self.places)):
            self._here[hole] = self.occupancy[self.places[hole]]
        self.strays = []
        if len(self.places) < len(self.occupancy):
            for hole in range(len(self.occupancy)):
                if hole not in self.places and self.occupancy[hole] in SIDES:
                    self.strays.append(hole)

    def blind(self) -> bool:
        unknown = 0
        for code in self._here:
            if code == UNKNOWN:
                unknown += 1
        return unknown > UNKNOWN_MAX

    def expected(self) -> bytearray:
        return occupancy_of(self.match.game.at.cells)

    def _start(self) -> bytearray:
        return occupancy_of(start_cells(self.match.game.rules))

    def differs(self, expected: bytearray) -> list:
        # (hole of the wooden board, has, want) for every known hole that is not as expected.
        found = []
        for hole in range(len(expected)):
            if self._here[hole] not in (expected[hole], UNKNOWN):
                found.append((self.places[hole], self._here[hole], expected[hole]))
        return found + [(hole, self.occupancy[hole], EMPTY) for hole in self.strays]

    # --- looking at the board -------------------------------------------------------------------------------------

    def _look(self, now: int) -> None:
        if self.mode in (ROLLER, DIAGNOSE) or self.blind():
            return
        start = self._start()
        self.offering = start != self.expected() and not self.differs(start) and not self.strays
        if self.phase == SETUP:
            self._resume()
        elif self.restoring:
            if not self.differs(self.expected()):
                self.restoring = False
                self._track(True)
        elif self.phase == PLAY:
            self.asking = -1
            self.tracker.see(self._here)

    def _resume(self) -> None:
        # The saved position, or the saved throw's turn being played or standing there: go on.
        phase = self.match.game.phase
        if self.differs(self.expected()):
            if phase != PLAY or self.strays:
                return
            self.tracker.see(self._here)
            if self.tracker.verdict in (MOVING, WRONG):
                return
        self._set_phase(phase)
        if phase == PLAY:
            self.tracker.see(self._here)

    def _track(self, seen_all: bool) -> None:
        game = self.match.game
        if game.phase == PLAY:
            self.tracker.begin(game.at, game.legal, seen_all)
            self.tracker.see(self._here)

    # --- throws and turns -----------------------------------------------------------------------------------------

    def _throw(self, now: int, entered: tuple) -> None:
        player, die1, die2 = self.match.throw(entered)
        self.entry = 0
        self.emit(("throw", "player", PLAYERS[player], "throw", "%d%d" % (die1, die2)))
        self._set_phase(self.match.game.phase)
        self._roll(now, player, (die1, die2))
        self._track(True)

    def _roll(self, now: int, player: int, throw: tuple) -> None:
        self.rolled = (player, throw[0], throw[1])
        self._roll_ms = now
        self.scene.kind = lights.DARK  # so that the same throw rolls anew

    def _roll_hold(self) -> int:
        # An opening throw stays to be read before the next player is asked to throw.
        if self.phase in (OPENING, THROW):
            return self.config.ROLL_MS + self.config.POINT_MS
        return self.config.ROLL_MS

    def _press_turn(self, now: int) -> None:
        tracker = self.tracker
        if self.strays:
            self._say(now)
        elif self.asking >= 0:
            self._ask(self.asking + 1)
        elif tracker.verdict == COMPLETE:
            self._commit(now, tracker.turn)
        elif tracker.candidates:
            self._ask(0)
        elif tracker.verdict == UNTOUCHED:
            self.shown_hint = True
            self._hint_ms = now
            hint(self)
        else:
            self._say(now)

    def _say(self, now: int) -> None:
        if say(self):
            self.shown_wrong = True
            show(self, now)

    def _ask(self, number: int) -> None:
        candidates = self.tracker.candidates
        self.asking = number % len(candidates)
        text = turn_text(self.match.game.at, candidates[self.asking])
        guide(
            self,
            [(hole, self.occupancy[hole], self.occupancy[hole]) for hole in self.telling()],
            "%d turns look like this; press for the next, press long to take %s" % (len(candidates), text),
        )

    def telling(self) -> list:
        # The holes that the candidate asked for touches.
        holes = []
        touched = bytearray(4)
        unpack(self.tracker.candidates[self.asking], touched)
        for hole in touched:
            if hole != NO_HOLE and self.places[hole] not in holes:
                holes.append(self.places[hole])
        return holes

    def _commit(self, now: int, turn: int) -> None:
        match = self.match
        game = match.game
        at = game.at
        player = at.player
        captured = self._captured(turn)
        left = pieces(at.cells, 1 - player)
        again = game.rules.again(at.die1, at.die2, game.legal.dice_used)
        number = len(game.plies) + 1
        event: tuple = ("turn", "n", number, "player", PLAYERS[player], "throw", "%d%d" % (at.die1, at.die2))
        event += ("turn", turn_text(at, turn), "result", result_text(at, turn, again))
        match.commit(turn)
        self.asking = -1
        self.rolled = None
        self.emit(event)
        for hole in captured:
            left -= 1
            self.emit(("capture", "player", PLAYERS[player], "hole", self.board.name(self.places[hole]), "left", left))
        self._set_phase(game.phase)
        if self.phase == OVER:
            say_over(self)
        elif self.mode == GAME or match.pending:
            self._throw(now, None)

    def _captured(self, turn: int) -> list:
        at = self.match.game.at
        holes = []
        for _, to in moves(turn):
            if self.tracker.before[to] not in (EMPTY, SIDES[at.player]) and to not in holes:
                holes.append(to)
        return holes

    # --- what goes out --------------------------------------------------------------------------------------------

    def _where(self) -> str:
        return "mode %s, phase %s" % (MODES[self.mode], PHASES[self.phase])

    def _set_phase(self, phase: int) -> None:
        if phase != self.phase:
            self.phase = phase
            self.emit(("phase", "phase", PHASES[phase]))
