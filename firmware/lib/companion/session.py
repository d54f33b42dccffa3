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

from companion import scene as lights
from companion.scene import Scene
from companion.ticks import elapsed
from companion.tracker import (
    AMBIGUOUS,
    COMPLETE,
    EMPTY,
    MOVING,
    PARTIAL,
    REASONS,
    SIDES,
    UNKNOWN,
    UNTOUCHED,
    WRONG,
    Tracker,
    occupancy_of,
)
from daldos import game as engine
from daldos.geometry import board_for
from daldos.position import PLAYERS, parse_throw, pieces, start_cells
from daldos.rules import parse_rules
from daldos.turns import LOST, NO_HOLE, result_text, turn_text

GAME, ROLLER, WOODEN, DIAGNOSE = 0, 1, 2, 3
MODES = ("game", "roller", "wooden", "diagnose")
SETUP, OPENING, THROW, PLAY, OVER = 0, 1, 2, 3, 4
PHASES = ("setup", "opening", "throw", "play", "over")
_PHASE_OF = (OPENING, THROW, PLAY, OVER)  # of the engine's phases, in their order

UNKNOWN_MAX = 8  # with more holes than this unknown the rest does not decide
NOTICE_MS = 4000  # a fault is shown this long
MENU_SHOWN_MS = 10000  # the choice of modes closes after so long without a press
HINT_MS = 8000  # and this long what can be played, before the dice are shown again
# In the order in which wooden dice are entered.
THROWS = tuple([(low, high) for low in range(1, 5) for high in range(low, 5)])


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
        self._strays = []  # occupied holes of the wooden board outside the game
        self._restoring = False  # a turn was taken back and its pieces are not back yet
        self._offering = False
        self._menu = -1  # the mode pointed at in the choice of modes, or -1
        self._menu_ms = 0
        self.asking = -1
        self._entry = 0  # the throw of wooden dice that is offered; the last is none but takes a turn back
        self._rolled = None  # (player, die1, die2) while the dice roll
        self._roll_ms = 0
        self._roller = (0, 0)  # the last throw of the roller
        self._changed_ms = 0
        self._said = True  # what stands on the board has been judged aloud
        self._shown_wrong = False
        self._shown_hint = False
        self._hint_ms = 0
        self._notice_ms = 0
        self._notice = None  # holes of a fault that is shown, or None
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
        self._shown_wrong = False
        self._shown_hint = False
        self._map()
        self._look(now)
        self._show(now)

    def tick(self, now: int) -> None:
        """Time passes; allocates nothing while nothing happens."""
        if self._rolled and elapsed(now, self._roll_ms) >= self._roll_hold():
            self._rolled = None
            self._show(now)
        if self._notice is not None and elapsed(now, self._notice_ms) >= NOTICE_MS:
            self._notice = None
            self._show(now)
        if self._menu >= 0 and elapsed(now, self._menu_ms) >= MENU_SHOWN_MS:
            self._menu = -1
            self._show(now)
        if self._shown_hint and elapsed(now, self._hint_ms) >= HINT_MS:
            self._shown_hint = False
            self._show(now)
        if not self._said and elapsed(now, self._changed_ms) >= self.config.STABLE_MS:
            self._said = True
            self._say(now)

    def press(self, now: int) -> None:
        """A short press."""
        if self._menu >= 0:
            self._menu = (self._menu + 1) % len(MODES)
            self._menu_ms = now
        elif self.mode == ROLLER:
            self._roller = self.dice.throw()
            self._roll(now, lights.NOBODY, self._roller)
            self.emit(("throw", "player", None, "throw", "%d%d" % self._roller))
        elif self.mode == DIAGNOSE:
            self.emit(self.state())
        elif self._offering:
            self.new(now)
        elif self._blind():
            self._say_blind()
        elif self.phase == SETUP or self._restoring:
            self._say(now)
        elif self.phase == OPENING or self.phase == THROW:
            if self._differs(self._expected()):
                self._say(now)
            elif self.mode == WOODEN and not self.match.pending:
                self._entry = (self._entry + 1) % (len(THROWS) + 1)
                self._rolled = None
            else:
                self._throw(now, None)
        elif self.phase == PLAY:
            self._press_turn(now)
        else:
            self._say_over()
            self._guide(self._differs(self._start()), "the game is over: set up all pieces for a new one")
        self._show(now)

    def long_press(self, now: int) -> None:
        """A long press: take what is offered for choice, or the last turn back."""
        if self._menu >= 0:
            mode = self._menu
            self._menu = -1
            self.set_mode(now, MODES[mode])
        elif self.mode == ROLLER or self.mode == DIAGNOSE:
            self.emit(self.state())
        elif self.asking >= 0:
            turn = self.tracker.candidates[self.asking]
            self._commit(now, turn)
        elif self.mode == WOODEN and self.phase in (OPENING, THROW) and self._entry < len(THROWS):
            if self._differs(self._expected()):
                self._say(now)
            else:
                self._throw(now, THROWS[self._entry])
        elif self.phase == SETUP:
            self._say(now)
        else:
            try:
                self.undo(now)
            except SessionError as error:
                self._guide([], str(error))
        self._show(now)

    def menu_press(self, now: int) -> None:
        """A very long press: the choice of modes."""
        self._menu = self.mode
        self._menu_ms = now
        self._show(now)

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
        self._show(now)

    def undo(self, now: int) -> None:
        """Take the last turn back; SessionError if there is none."""
        match = self.match
        if not match.game.plies or self.phase == SETUP and not self._restoring:
            raise SessionError("there is no turn to take back")
        match.undo()
        at = match.game.at
        number = len(match.game.plies) + 1
        self.emit(("undo", "n", number, "player", PLAYERS[at.player], "throw", "%d%d" % (at.die1, at.die2)))
        self._rolled = None
        self._shown_hint = False
        self._offering = False
        self.asking = -1
        self._set_phase(PLAY)
        self._restoring = True
        self._said = False
        self._look(now)
        self._show(now)

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
        self._menu = -1
        self._rolled = None
        self._roller = (0, 0)
        if self.mode in (GAME, WOODEN):
            self._begin(now)
        self.emit(self.state())
        self._show(now)

    def enter_dice(self, now: int, text: str) -> None:
        """A throw of wooden dice; SessionError outside mode wooden or when no throw is due."""
        if self.mode != WOODEN or self.phase not in (OPENING, THROW):
            raise SessionError("a throw is entered in mode wooden and phase opening or throw, not %s" % self._where())
        if self.match.pending:
            raise SessionError("the throw %d%d was thrown before and stays: press the button" % self.match.pending[0])
        if self._differs(self._expected()):
            raise SessionError("the board differs from the game: mend it first")
        self._throw(now, parse_throw(text))
        self._show(now)

    def fault(self, now: int, what: str, where: str, holes: list) -> None:
        """Something of the hardware is broken, or whole again: say so, show the holes for a while, play on."""
        self.emit(("fault", "what", what, "where", where))
        self._notice = holes
        self._notice_ms = now
        self._show(now)

    # --- the game's holes and the board's -------------------------------------------------------------------------

    def _begin(self, now: int) -> None:
        # From the match as it is: what stands on the board decides whether there is something to set up.
        game = self.match.game
        board = game.rules.board
        first, start = self.board.start, board.start
        self.places = bytes([first[board.row(h)] + h - start[board.row(h)] for h in range(board.size)])
        self._here = bytearray(b"?" * board.size)
        self._restoring = False
        self._shown_hint = False
        self._offering = False
        self.asking = -1
        self._rolled = None
        self._entry = 0
        self.phase = -1
        self._set_phase(SETUP)
        self._track(False)
        self._changed_ms = now
        self._said = False
        self._map()
        self._look(now)
        self._show(now)

    def _map(self) -> None:
        for hole in range(len(self.places)):
            self._here[hole] = self.occupancy[self.places[hole]]
        self._strays = []
        if len(self.places) < len(self.occupancy):
            for hole in range(len(self.occupancy)):
                if hole not in self.places and self.occupancy[hole] in SIDES:
                    self._strays.append(hole)

    def _blind(self) -> bool:
        unknown = 0
        for code in self._here:
            if code == UNKNOWN:
                unknown += 1
        return unknown > UNKNOWN_MAX

    def _expected(self) -> bytearray:
        return occupancy_of(self.match.game.at.cells)

    def _start(self) -> bytearray:
        return occupancy_of(start_cells(self.match.game.rules))

    def _differs(self, expected: bytearray) -> list:
        # (hole of the wooden board, has, want) for every known hole that is not as expected.
        found = []
        for hole in range(len(expected)):
            if self._here[hole] not in (expected[hole], UNKNOWN):
                found.append((self.places[hole], self._here[hole], expected[hole]))
        return found + [(hole, self.occupancy[hole], EMPTY) for hole in self._strays]

    # --- looking at the board -------------------------------------------------------------------------------------

    def _look(self, now: int) -> None:
        if self.mode in (ROLLER, DIAGNOSE) or self._blind():
            return
        start = self._start()
        self._offering = start != self._expected() and not self._differs(start) and not self._strays
        if self.phase == SETUP:
            self._resume()
        elif self._restoring:
            if not self._differs(self._expected()):
                self._restoring = False
                self._track(True)
        elif self.phase == PLAY:
            self.asking = -1
            self.tracker.see(self._here)

    def _resume(self) -> None:
        # The saved position, or the saved throw's turn being played or standing there: go on.
        phase = _PHASE_OF[self.match.game.phase]
        if self._differs(self._expected()):
            if phase != PLAY or self._strays:
                return
            self.tracker.see(self._here)
            if self.tracker.verdict in (MOVING, WRONG):
                return
        self._set_phase(phase)
        if phase == PLAY:
            self.tracker.see(self._here)

    def _track(self, seen_all: bool) -> None:
        game = self.match.game
        if game.phase == engine.PLAY:
            self.tracker.begin(game.at, game.legal, seen_all)
            self.tracker.see(self._here)

    # --- throws and turns -----------------------------------------------------------------------------------------

    def _throw(self, now: int, entered: tuple) -> None:
        player, die1, die2 = self.match.throw(entered)
        self._entry = 0
        self.emit(("throw", "player", PLAYERS[player], "throw", "%d%d" % (die1, die2)))
        self._set_phase(_PHASE_OF[self.match.game.phase])
        self._roll(now, player, (die1, die2))
        self._track(True)

    def _roll(self, now: int, player: int, throw: tuple) -> None:
        self._rolled = (player, throw[0], throw[1])
        self._roll_ms = now
        self.scene.kind = lights.DARK  # so that the same throw rolls anew

    def _roll_hold(self) -> int:
        # An opening throw stays to be read before the next player is asked to throw.
        if self.phase in (OPENING, THROW):
            return self.config.ROLL_MS + self.config.POINT_MS
        return self.config.ROLL_MS

    def _press_turn(self, now: int) -> None:
        tracker = self.tracker
        if self._strays:
            self._say(now)
        elif self.asking >= 0:
            self._ask(self.asking + 1)
        elif tracker.verdict == COMPLETE:
            self._commit(now, tracker.turn)
        elif tracker.candidates:
            self._ask(0)
        elif tracker.verdict == UNTOUCHED:
            self._hint(now)
        else:
            self._say(now)

    def _ask(self, number: int) -> None:
        candidates = self.tracker.candidates
        self.asking = number % len(candidates)
        text = turn_text(self.match.game.at, candidates[self.asking])
        self._guide(
            [(hole, self.occupancy[hole], self.occupancy[hole]) for hole in self._telling()],
            "%d turns look like this; press for the next, press long to take %s" % (len(candidates), text),
        )

    def _telling(self) -> list:
        # The holes that the candidate asked for touches.
        holes = []
        turn = self.tracker.candidates[self.asking]
        for hole in (turn & 63, turn >> 6 & 63, turn >> 12 & 63, turn >> 18 & 63):
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
        event = ("turn", "n", number, "player", PLAYERS[player], "throw", "%d%d" % (at.die1, at.die2))
        event += ("turn", turn_text(at, turn), "result", result_text(at, turn, again))
        match.commit(turn)
        self.asking = -1
        self._rolled = None
        self.emit(event)
        for hole in captured:
            left -= 1
            self.emit(("capture", "player", PLAYERS[player], "hole", self.board.name(self.places[hole]), "left", left))
        self._set_phase(_PHASE_OF[game.phase])
        if self.phase == OVER:
            self._say_over()
        elif self.mode == GAME or match.pending:
            self._throw(now, None)

    def _captured(self, turn: int) -> list:
        at = self.match.game.at
        holes = []
        while turn & 63 != NO_HOLE:
            to = turn >> 6 & 63
            if self.tracker.before[to] not in (EMPTY, SIDES[at.player]) and to not in holes:
                holes.append(to)
            turn = turn >> 12 | 0xFFF000
        return holes

    # --- what goes out --------------------------------------------------------------------------------------------

    def _where(self) -> str:
        return "mode %s, phase %s" % (MODES[self.mode], PHASES[self.phase])

    def _set_phase(self, phase: int) -> None:
        if phase != self.phase:
            self.phase = phase
            self.emit(("phase", "phase", PHASES[phase]))

    def _guide(self, holes: list, why: str) -> None:
        told = [("hole", self.board.name(hole), "has", chr(has), "want", chr(want)) for hole, has, want in holes]
        self.emit(("guide", "holes", told, "why", why))

    def _say_over(self) -> None:
        self.emit(("over", "winner", PLAYERS[self.match.game.player]))

    def _say_blind(self) -> None:
        unknown = [self.board.name(h) for h in range(len(self.occupancy)) if self.occupancy[h] == UNKNOWN]
        self.emit(("fault", "what", "too many holes unknown to play on", "where", " ".join(unknown)))

    def _say(self, now: int) -> None:
        # Judge aloud what stands on the board, if there is anything to say.
        if self.mode in (ROLLER, DIAGNOSE) or self._menu >= 0 or self._offering:
            return
        if self._blind():
            self._say_blind()
            return
        tracker = self.tracker
        if self._strays or self.phase != PLAY or self._restoring:
            holes = self._differs(self._expected())
            if not holes or self.phase == OVER:
                return
            why = "this hole is outside of the game" if self._strays else self._why_setup()
        elif tracker.verdict in (WRONG, MOVING, PARTIAL):
            holes = [(self.places[hole], has, want) for hole, has, want in tracker.holes]
            why = REASONS[tracker.reason]
        elif tracker.verdict == AMBIGUOUS or (tracker.verdict == UNTOUCHED and tracker.candidates):
            holes = []
            why = "%d turns look like this: press, and choose" % len(tracker.candidates)
        else:
            return
        self._shown_wrong = True
        self._guide(holes, why)
        self._show(now)

    def _hint(self, now: int) -> None:
        # A press before anything is played: what can be.
        self._shown_hint = True
        self._hint_ms = now
        self._guide(self._movable(), "no die is played yet")

    def _why_setup(self) -> str:
        if self._restoring:
            return "the turn is taken back"
        game = self.match.game
        if self.phase == SETUP:
            return "set up the saved game" if game.plies else "set up for a new game"
        return "nothing is to be moved before the throw"

    def _movable(self) -> list:
        found = []
        for turn in self.tracker.legal.turns:
            place = self.places[turn & 63]
            if (place, self.occupancy[place], self.occupancy[place]) not in found:
                found.append((place, self.occupancy[place], self.occupancy[place]))
        return found

    # --- the scene ------------------------------------------------------------------------------------------------

    def _show(self, now: int) -> None:
        self.shown = True
        game = self.match.game
        player, die1, die2 = game.player, game.at.die1, game.at.die2
        if self._menu >= 0:
            self._set(now, lights.MENU, lights.NOBODY, 0, 0, 0, self._menu)
        elif self._notice is not None:
            self._set(now, lights.FAULT, lights.NOBODY)
            for hole in self._notice:
                self.scene.point(hole, lights.LOOK)
        elif self.mode == DIAGNOSE:
            self._set(now, lights.DIAGNOSE, lights.NOBODY)
            for hole in range(len(self.occupancy)):
                if self.occupancy[hole] != EMPTY:
                    self.scene.point(hole, _want(self.occupancy[hole]))
        elif self._rolls():
            self._set(now, lights.ROLL, self._rolled[0], self._rolled[1], self._rolled[2])
        elif self.mode == ROLLER:
            kind = lights.DICE if self._roller[0] else lights.ROLLER
            self._set(now, kind, lights.NOBODY, self._roller[0], self._roller[1])
        elif self._offering:
            self._set(now, lights.OFFER, lights.NOBODY)
        elif self._blind():
            self._set(now, lights.FAULT, lights.NOBODY)
        elif self.phase == SETUP:
            self._point(now, lights.SETUP, self._differs(self._expected()))
        elif self._restoring:
            self._point(now, lights.UNDO, self._differs(self._expected()))
        elif self._shown_wrong and self._strays or self._shown_wrong and self.phase in (OPENING, THROW):
            self._point(now, lights.GUIDE, self._differs(self._expected()))
        elif self.phase == PLAY:
            self._show_turn(now, player, die1, die2)
        elif self.phase == OVER:
            self._set(now, lights.OVER, player)
        elif self.mode == WOODEN and not self.match.pending:
            if self._entry < len(THROWS):
                self._set(now, lights.WOODEN, player, *THROWS[self._entry])
            else:
                self._set(now, lights.UNDO, player)
        elif self.phase == OPENING:
            last = game.opening[-1] if game.opening else (0, 0)
            self._set(now, lights.OPENING, player, last[0], last[1])
        else:
            self._set(now, lights.THROW, player)

    def _rolls(self) -> bool:
        # The dice may roll on: nothing has been done with them yet, and nothing is to be said.
        if not self._rolled or self.mode == ROLLER:
            return bool(self._rolled)
        if self._shown_wrong or self._shown_hint:
            return False
        verdict = self.tracker.verdict
        return self.phase != PLAY or verdict == UNTOUCHED or verdict == COMPLETE and self.tracker.turn == LOST

    def _show_turn(self, now: int, player: int, die1: int, die2: int) -> None:
        tracker = self.tracker
        if self.asking >= 0:
            self._set(now, lights.ASK, player, 0, 0, 0, self.asking)
            for hole in self._telling():
                self.scene.point(hole, lights.LOOK)
        elif tracker.verdict == COMPLETE and tracker.turn == LOST:
            self._set(now, lights.LOST, player, die1, die2)
        elif tracker.verdict == COMPLETE or tracker.verdict == AMBIGUOUS:
            self._set(now, lights.READY, player, die1, die2)
        elif tracker.verdict == PARTIAL:
            self._set(now, lights.PARTIAL, player, die1, die2, self._used())
        elif self._shown_wrong and tracker.holes:
            self._point(now, lights.GUIDE, [(self.places[hole], has, want) for hole, has, want in tracker.holes])
        elif self._shown_hint:
            self._point(now, lights.GUIDE, [])
            for hole, _, _ in self._movable():
                self.scene.point(hole, lights.LOOK)
        else:
            self._set(now, lights.DICE, player, die1, die2)

    def _used(self) -> int:
        # Which die has been played: bit 0 the lower, bit 1 the higher.
        die = self.tracker.played
        at = self.match.game.at
        return 1 if die == at.die1 else 2 if die == at.die2 else 0

    def _set(self, now: int, kind: int, player: int, die1=0, die2=0, used=0, choice=0) -> None:
        # The same message goes on; another one begins.
        scene = self.scene
        if (scene.kind, scene.player, scene.die1, scene.die2, scene.used) != (kind, player, die1, die2, used):
            scene.begin(kind, now, player, die1, die2, used)
        elif scene.choice != choice:
            scene.since_ms = now
        scene.choice = choice
        scene.count = 0

    def _point(self, now: int, kind: int, holes: list) -> None:
        self._set(now, kind, self.match.game.player)
        for hole, _, want in holes:
            self.scene.point(hole, _want(want))


def _want(code: int) -> int:
    if code == EMPTY:
        return lights.WANT_NOTHING
    return lights.WANT_A if code == SIDES[0] else lights.WANT_B if code == SIDES[1] else lights.LOOK
