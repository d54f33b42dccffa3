"""The game on the board: brings match, tracker and occupancy together, for throws, turns and undo.

The modes `game` and `wooden` play the same game in different ways; the referee keeps it for them, and reports what
happens.

Phases: SETUP waits for the start position or the saved one; OPENING throws for who begins; THROW waits for a throw;
PLAY for a turn on the board; OVER.

    >>> referee.throw(None)                 # a Match.throw, announced
    (0, <Throw 12>)
    >>> referee.commit(referee.tracker.turn, False)
"""

from companion.console import events
from companion.console.phases import OPENING, OVER, PHASES, PLAY, SETUP
from companion.game.holes import TURNED
from companion.reasons import Refusal
from companion.tracking.readings import EMPTY, SIDE_OF, SIDES, UNKNOWN, is_other, occupancy_of
from companion.tracking.seen import HAND_MAX
from companion.tracking.tracker import AMBIGUOUS, MOVING, TURN, WRONG, Tracker
from daldos.effects import captured, outcome, play, steps_of
from daldos.notation import turn_text
from daldos.packing import first_hole, ply_player, ply_throw, ply_turn
from daldos.state import DALLED, PLAYERS, UNDALLED, pieces
from daldos.turns import LegalTurns

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Emit, GameHoles, Match, Off, Players, Throw

_NOT_DALLED = bytes((0,) + UNDALLED)  # an empty hole too
THINKING = -1  # for a turn: the player has still to choose one
WANTED, DECLINED, LED = 1, 2, 3  # a new game


class Referee:
    """phase: as above. match: the game and its journal. holes: the occupancy of the game's holes.

    restoring: a turn was taken back, and its pieces have still to go back; undone: the plies taken back, the next to
    redo last. starting: the size of the start that the pieces are close to, if the game does not explain them and a new
    one is offered; else 0. wish: WANTED or DECLINED,
    for a new game from pieces close to a start; LED: they are led to its holes, and nothing else is offered until they
    stand there. asking: the tracker's candidate asked about, or -1. players: A's and B's, from companion.session.mode.
    thinking: the player has still to choose a turn, by `choose`. chosen: the turn that the player wants set up, None:
    any legal one.
    """

    def __init__(self, match: "Match", holes: "GameHoles", emit: "Emit"):
        self.match = match
        self.holes = holes
        self.emit = emit
        self.tracker = Tracker()
        self.phase = SETUP
        self.restoring = False
        self.starting = 0
        self.wish = 0
        self.asking = -1
        self.players: Players = ()
        self.thinking = False
        self.chosen: int | None = None
        self._seen_all = False
        self.undone: list[int] = []
        self._wished = 0  # the size of the start that `wish` is about

    def ask_start(self, wish: int) -> bool:
        """Note that a new game is WANTED, or DECLINED, while the pieces are close to a start of its size; False if they
        are not."""
        self.wish = wish
        self._wished = self._size()
        if not self.holes.blind():
            self._judge_start()
        return self.wish > 0

    def begin(self) -> None:
        """Start from the match as it is; the occupancy decides whether the players must first set something up."""
        self.holes.fit(self.match.game.rules.board)
        self.restoring = False
        self.starting = 0
        self.wish = 0
        self.undone = []
        self.asking = -1
        self.phase = -1
        self.tracker.before = bytearray()
        if self.match.game.phase == OVER and self.match.game.plies:  # the position before its last turn
            before = self.match.game.copy()
            before.undo()
            self.tracker.before = occupancy_of(before.position.cells)
        self._set_phase(SETUP)
        self._track(False)

    def look(self) -> None:
        """The occupancy has changed."""
        stands = self.holes
        if stands.blind():
            return
        if self.phase == SETUP:
            self._resume()
        elif self.restoring:
            if not self.misplaced():
                self.restoring = False
                self._track(True)
        elif self.phase == PLAY:
            self.asking = -1
            self._see()
        self._judge_start()

    def _size(self) -> int:
        # Of the start that the pieces are close to, or 0.
        return self.holes.odd_start()[0] or self.holes.start_size(self.match.game.rules.n)

    def _judge_start(self) -> None:
        # Whether what stands there is a start that is meant.
        size = self._size()
        if self.phase != OVER and size:
            game = self.match.game
            off = self.holes.differs(game.position.cells, False)
            if len(off) <= HAND_MAX and not [1 for _, has, want in off if not is_other(has, want)]:
                size = 0  # it is this game's position, but for pieces that are turned over
            elif len(off) == game.rules.king and off[0][1] == EMPTY and self.wish != WANTED and not self.holes.king():
                size = 0  # or for its king
        if self.wish == LED:
            self.wish = LED if self.phase == SETUP else 0
        elif not size or size != self._wished:
            self.wish = 0
        self.starting = size if size and (self.wish == WANTED or not self.wish and self._is_new(size)) else 0

    @property
    def manner(self) -> int:
        """How the pieces of a new game are set up, bits of companion.game.holes."""
        return self.holes.odd_start()[1]

    def misplaced(self) -> "list[Off]":
        """(hole of the wooden board, has, want) of every hole that is not as expected."""
        return self.holes.differs(self.match.game.position.cells)

    # --- throws and turns -----------------------------------------------------------------------------------------

    def throw(self, entered: "Throw | None") -> "tuple[int, Throw]":
        """Make the next throw, the entered one unless None; returns (player, throw)."""
        player, throw = self.match.throw(entered)
        self.emit(events.event("throw", PLAYERS[player], throw.text))
        self._set_phase(self.match.game.phase)
        self._track(True)
        return player, throw

    def commit(self, turn: int, auto_throw: bool) -> None:
        """Play this turn. auto_throw: if the game goes on, `throw` follows at once, and is written with the turn."""
        match = self.match
        game = match.game
        at = game.position
        player, throw = at.side, at.throw.text  # type: ignore[union-attr]  # a turn has one
        text = turn_text(at, turn)
        taken = captured(match.commit(turn, auto_throw))
        self.holes.settle(game.position.cells)
        if self.undone and self.undone[-1] == game.plies[-1]:
            self.undone.pop()
        else:
            self.undone = []
        self.asking = -1
        self.emit(events.event("turn", len(game.plies), PLAYERS[player], throw, text, game.position_text()))
        left = pieces(at.cells, 1 - player) + len(taken) if taken else 0
        for hole in taken:
            left -= 1
            self.emit(events.event("capture", PLAYERS[player], self.holes.board.name(self.holes.places[hole]), left))
        self._set_phase(game.phase)
        if self.phase == OVER:
            self.say_over()

    def undo(self) -> None:
        """Take back the last action, an entered throw or a turn; Refusal if there is none."""
        match = self.match
        if match.entered():
            self.emit(events.guide("throw_back", [], (), match.take_entry_back().faces))
            self.asking = -1
            self._set_phase(match.game.phase)
            self.look()
            return
        if not match.game.plies:
            raise Refusal("nothing_to_undo")
        self.undone.append(match.game.plies[-1])
        match.undo()
        at = match.game.position
        throw: Throw = at.throw  # type: ignore[assignment]  # it is to be played again
        self.emit(events.event("undo", len(match.game.plies) + 1, PLAYERS[at.side], throw.text))
        self.asking = -1
        self.restore()

    def restore(self) -> None:
        """After an undo, wait for the turn's pieces to go back before anything is played."""
        self.thinking = False
        self.chosen = None
        self._set_phase(self.match.game.phase)
        self.restoring = True
        self.look()

    def to_turn(self) -> "list[Off]":
        """(hole of the wooden board, has, want) of the pieces to turn in place, if all else is right."""
        if self.phase == OVER:
            return []
        if self.phase != PLAY or self.restoring:
            holes = self.misplaced()
            return holes if self.holes.why_turn(holes) else []
        return self.to_mend() if self.tracker.verdict == TURN else []

    def to_mend(self) -> "list[Off]":
        """(hole of the wooden board, has, want) of what the tracker wants set right."""
        return [(self.holes.places[hole], has, want) for hole, has, want in self.tracker.holes]

    def redoable(self) -> int:
        """How many of the turns taken back lead, with the throws drawn, to the present occupancy; 0 if none do."""
        at = self.match.game.position
        then = at.copy()
        for k in range(len(self.undone)):
            ply = self.undone[-1 - k]
            drawn = ([at.throw] if at.throw else []) + self.match.pending
            if drawn[k : k + 1] not in ([], [self.match.game.rules.throws[ply_throw(ply)]]):
                break
            then.side, then.throw = ply_player(ply), self.match.game.rules.throws[ply_throw(ply)]
            play(then, ply_turn(ply))
            if not self.holes.differs(then.cells, False):
                return k + 1
        return 0

    def resume(self) -> None:
        """Leave the pieces of the turns taken back where they are, and play the turn from there."""
        self.restoring = False
        self._track(True)

    def ask_next(self) -> bool:
        """Ask about the next of the turns that look alike; False if none is left, or perhaps no turn was made."""
        candidates = self.tracker.candidates
        self.asking += 1
        if self.asking == len(candidates):
            self.asking = 0 if self.tracker.verdict == AMBIGUOUS else -1
        return self.asking >= 0

    def asked(self) -> list[int]:
        """The holes of the wooden board touched by the turn asked about."""
        turn = self.tracker.candidates[self.asking]
        return [self.holes.places[hole] for hole, _, _ in outcome(self.match.game.position, turn)]

    def movable(self) -> list[int]:
        """The holes of the wooden board whose piece some legal turn moves first."""
        holes = []
        for turn in self.tracker.legal.turns:
            hole = self.holes.places[first_hole(turn)]
            if hole not in holes:
                holes.append(hole)
        return holes

    def dalled(self) -> list[int]:
        """The holes of the wooden board whose pieces are dalled before the next turn."""
        cells = bytes(self.match.game.position.cells)
        if not cells.strip(_NOT_DALLED):  # none, as before every game; quicker than a loop over the holes
            return []
        return [self.holes.places[hole] for hole in range(len(cells)) if cells[hole] in DALLED]

    def choose(self, turn: int) -> None:
        """The player of the throw wants this legal turn set up, and no other."""
        self.thinking = False
        self.chosen = turn
        self._follow(self.match.game.legal.only(turn))
        self.look()

    def rethink(self) -> None:
        """Ask the throw's player again: the player or the wanted turn may have changed."""
        if not self.restoring:
            self._track(False)
            if self.chosen is None:
                self.look()

    def remaining_steps(self, turn: int) -> "list[Off]":
        """(hole of the wooden board, has, want) of a turn's remaining steps: from, to, then all other differences."""
        places, here = self.holes.places, self.holes.here
        at = self.match.game.position
        touched = outcome(at, turn)
        target = bytearray(self.tracker.before)
        for hole, _, cell in touched:
            target[hole] = SIDE_OF[cell]
        # Where one piece leaves and another comes, or one is turned in place, the occupancy stays the same; the step
        # remains until the hole has been touched.
        left = [hole for hole, _, _ in steps_of(at, turn)]
        left += [hole for hole, was, then in touched if was != then and SIDE_OF[was] == SIDE_OF[then]]
        changed = [hole for hole in left if target[hole] != EMPTY and not self.tracker.handled(hole)]
        order = [hole for hole, _, _ in touched]
        turning = self.tracker.turning
        turned: list[int] = []
        if turning:  # the same with the wanted heights
            turned = [hole for hole, _, _ in turning.to_turn(turn)]
        found = []
        for hole in order + [hole for hole in range(len(target)) if hole not in order]:
            has, want = here[hole], target[hole]
            if (has != want if has != UNKNOWN else hole in order) or hole in changed or hole in turned:
                found.append((places[hole], has, want))
        if turning:
            wanted = turning.after(turn)
            found = [(place, self.holes.occupancy[place], wanted[places.find(bytes([place]))]) for place, _, _ in found]
        return found

    def say_over(self) -> None:
        """Tell who has won."""
        self.emit(events.event("over", PLAYERS[self.match.game.side]))

    def begun(self) -> bool:
        """Whether something has been thrown, or the game began at a throw."""
        return self.phase not in (SETUP, OPENING) or len(self.match.game.opening) > 0

    def was_won_from_here(self) -> bool:
        """Whether the game is over and the pieces are back where they were before its last turn."""
        here, before = self.holes.here, self.tracker.before
        if self.phase != OVER or not before or self.holes.strays:  # asked after every change: no loop in play
            return False
        return not [hole for hole in range(len(before)) if here[hole] not in (before[hole], UNKNOWN)]

    # --- within ---------------------------------------------------------------------------------------------------

    def _is_new(self, size: int) -> bool:
        # Whether the game does not explain pieces close to a start: it is over, or not begun, or no turn leads there.
        stands, game = self.holes, self.match.game
        if self.phase == OVER:
            return True
        if game.phase != PLAY and not game.plies:
            return True
        gone = [hole for hole, has, _ in stands.missing(size) if has == EMPTY]
        # TURNED pieces are taken only if none is gone
        if self.manner not in (0, TURNED) or len(stands.strays) > HAND_MAX or not gone:
            return True
        if self.phase == PLAY and not self.restoring and self.tracker.verdict != WRONG:
            return False
        expected = occupancy_of(game.position.cells)
        come = [hole for hole in range(len(expected)) if expected[hole] == EMPTY and stands.here[hole] in SIDES]
        return len(come) > 0 and not self.restoring

    def _resume(self) -> None:
        # Resume if the saved position is there, or a turn of the saved throw, complete or under way. A finished game
        # needs no pieces.
        phase = self.match.game.phase
        if phase != OVER and self.misplaced():
            if phase != PLAY or self.holes.strays:
                return
            self._see()
            # The board leads on a turn of its own even from half-way.
            if self.thinking or self.tracker.verdict == WRONG or self.tracker.verdict == MOVING and self.chosen is None:
                return
        self._set_phase(phase)
        if phase == PLAY:
            self._see()

    def _track(self, seen_all: bool) -> None:
        game = self.match.game
        self.thinking = False
        self.chosen = None
        if game.phase == PLAY:
            self._seen_all = seen_all
            turn = self.players[game.side].choose(game)
            self.thinking = turn == THINKING
            if turn is None or self.thinking:
                self._follow(game.legal)
            else:
                self.choose(turn)

    def _see(self) -> None:
        self.tracker.see(self.holes.here, self.holes.readings, self.holes.ghosts)

    def _follow(self, legal: LegalTurns) -> None:
        self.tracker.begin(self.match.game.position, legal, self._seen_all)
        self._see()

    def _set_phase(self, phase: int) -> None:
        if phase != self.phase:
            self.phase = phase
            self.emit(events.event("phase", PHASES[phase]))
