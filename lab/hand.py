"""A hand that plays like people: it knows its turn from the start, but takes detours.

It lifts first or captures first, holds its piece over the enemy's hole while it takes the enemy, lifts two pieces at
once, hovers, slides through holes, sets a piece down in a wrong hole and corrects it, brushes a neighbour and puts it
back, plays another turn and thinks better of it, knocks a row over and sets it up again. All is drawn from one seed.

It does small things to a board, which has `lift`, `place`, `hover`, `away`, `turn` and `twist` as the fake board has,
and to a clock, which has `wait`. Each is yielded once it is done: `("lift", hole)`, `("place", hole)`, `("bring",
hole)` from the tray, `("hover", hole)`, `("away",)`, `("toss",)`, `("turn", hole)`, `("twist",)`, `("wait", ms)`. Holes
are the engine's.

    hand = Hand(table.board, table, seed=3)
    for action in hand.turn(game.position, turn, game.legal.turns): ...
"""

import random
from dataclasses import dataclass

from daldos.effects import CAPTURED, RECRUITED, SENT_HOME, SHOVED, TURNED, play, steps_of
from daldos.packing import LOST_TURN
from daldos.position import Position
from daldos.rules import NOBODYS
from daldos.state import PLAYERS

SIDES = ("", "A", "A", "B", "B", "A", "A", "A")  # by cell; a king is one of A's pieces
MISTAKES = ("forgets", "across", "early")  # a dal's piece is not turned, a dalled one is, one is turned without a dal
SEEN_MS = 70  # an emptied hole reads empty after this, whatever the noise


class OccupancyBoard:
    """A board without magnets: the fast target. `codes` is its occupancy, as perfect sensors would read it; or readings
    of pieces of two heights, a letter each."""

    def __init__(self, codes: bytearray):
        self.codes = bytearray(codes)
        self._truth = bytearray(codes)

    def lift(self, hole: int) -> int:
        """Take the piece off a hole; pieces are the codes of their sides."""
        piece = self._truth[hole]
        if piece == ord("."):
            raise ValueError(f"lift from hole {hole}: no piece there")
        self._set(hole, ord("."))
        return piece

    def place(self, hole: int, piece: int) -> None:
        """Put a piece, or one of a side (`"A"`, `"B"`) from the tray, into a free hole."""
        if self._truth[hole] != ord("."):
            raise ValueError(f"place in hole {hole}: a piece stands there")
        self._set(hole, ord(piece) if isinstance(piece, str) else piece)

    def hover(self, hole: int, piece: int, height_mm: float) -> None:
        """A piece held low over an empty hole reads as if in it."""
        if height_mm < 3 and self._truth[hole] == ord("."):
            self.codes[hole] = piece

    def away(self, piece: int) -> None:
        """Move a hovering piece away."""
        self.codes[:] = self._truth

    def turn(self, hole: int, turned: float) -> None:
        """Turn the piece that stands there."""
        self._set(hole, self.twist(self._truth[hole], turned))

    def twist(self, piece: int, turned: float) -> int:
        """Turn a piece in the hand; it is another letter then."""
        return ord(chr(piece).upper() if turned else chr(piece).lower())

    def wait(self, ms: int) -> None:
        """Ignored: this board has no clock."""

    def _set(self, hole: int, code: int) -> None:
        self._truth[hole] = code
        self.codes[:] = self._truth


@dataclass(eq=False)
class Piece:
    """side: "A" or "B". turned: whether it is dalled. thing: the board's piece, while it is in the hand."""

    side: str
    turned: bool
    thing: object = None


class Hand:
    """mess: how often, from 0 (never) to 1 (always), the hand does something extra between two steps of a turn.

    unhurried_ms: how long at most it leaves a piece in a wrong hole. dalled: pieces are of two heights, and it turns
    them: in the hand, late, or when the board asks for it. slips: how often it makes one of MISTAKES in a turn, and
    leaves it; `slip` is then (mistake, hole), and `set_right` mends it. places: hole of the game -> hole of the board,
    if they differ. hovering: the pieces held over a hole.
    """

    def __init__(
        self, board, clock, seed: int, mess=0.25, unhurried_ms=1200, dalled=False, slips=0.0, places=range(64)
    ):
        self.board, self.clock, self.places = board, clock, places
        self.random = random.Random(seed)
        self.mess = mess
        self.unhurried_ms = unhurried_ms
        self.dalled = dalled
        self.slips = slips
        self.slip: tuple = None
        self.hovering: set = set()
        self._standing: list = []  # hole -> the Piece in it, or None
        self._held: list = []  # the last lifted last
        self._wanted: list = []  # hole -> whether the piece there is to be turned in the end

    # --- whole actions - ----------------------------------------------------------------------------------------------

    def turn(self, at: Position, turn: int, others=()):
        """The actions of one turn. `others`: the legal turns, one of which it may play first and then take back."""
        self._stand(at)
        if turn == LOST_TURN:
            if self._happens(self.mess / 2):
                yield from self._brush()
            yield from self._make_slip(at, turn)
            return
        if self._happens(self.mess / 8):
            other = self.random.choice(others or [turn])
            yield from self._to(at, other)
            yield from self._wait(100, 900)
            yield from self.put_back(at)
        yield from self._to(at, turn)
        if self._happens(self.mess / 4):
            yield from self._brush()
        yield from self._make_slip(at, turn)

    def set_right(self):
        """Turn the pieces that are turned wrongly."""
        yield from self._turn_all()
        self.slip = None

    def before_throw(self, at: Position):
        """Move a piece prematurely, before the throw. `put_back` undoes it."""
        self._stand(at)
        hole = self._pick(lambda piece: piece and piece.side == PLAYERS[at.side])
        to = self._pick(lambda piece: not piece)
        yield from self._lift(hole, 60, 300)
        yield from self._place(to, self._any_held(), 60, 900)

    # --- a turn ---------------------------------------------------------------------------------------------------

    def _to(self, at: Position, turn: int):
        # Lift, capture and place in any order that the holes allow.
        then = at.copy()
        jobs, captures, undalled = self._jobs(at, play(then, turn))
        self._wanted = [cell in b"\2\4" for cell in then.cells]
        lifted = {}  # Piece -> its job
        captures_first = self._happens(0.4)
        while jobs or captures or lifted:
            if self._happens(self.mess):
                yield from self._mess()
            placeable = [piece for piece, job in lifted.items() if not self._standing[job[1]]]
            choices = []
            if captures and (captures_first or lifted or not jobs):
                choices += ["capture"] * 3
            if jobs and len(lifted) < 2:
                choices += ["lift"] * (1 if lifted and placeable else 4)
            choices += ["place"] * (6 if placeable else 0)
            deed = self.random.choice(choices or ["lift" if jobs else "capture"])
            if deed == "capture":
                yield from self._capture(captures)
            elif deed == "lift":
                job = jobs.pop(0)
                yield from self._lift(job[0])
                lifted[self._held[-1]] = job
                yield from self._wait(*((SEEN_MS, SEEN_MS + 150) if job[0] in undalled else (20, 200)))
            else:
                piece = self.random.choice(placeable)
                start, to = lifted.pop(piece)
                if self._happens(self.mess):
                    yield from self._slide(at, piece, start, to)
                if self._happens(0.2):
                    yield from self._hover(to, piece, self.random.choice((2.0, 4.0, 8.0)), 10, 120)
                if self.dalled and self._happens(0.6) and not piece.turned and self._wanted[to]:
                    piece.turned, piece.thing = True, self.board.twist(piece.thing, 1.0)
                    yield ("twist",)
                yield from self._place(to, piece, 10, 150)
        yield from self._turn_all()

    def _jobs(self, at: Position, steps: list) -> tuple:
        # (from, to) of the pieces to be moved, others than the player's last; the enemies to be taken; the undalled
        # pieces, which are seen to move.
        here = list(range(len(at.cells)))  # hole -> where its piece stood
        captures, ends = [], {}
        for hole, to, effect in steps:
            others, free = effect & (SENT_HOME + SHOVED + RECRUITED), effect >> 8
            if effect & CAPTURED:
                captures.append(here[free if others else to])
            if others:
                here[free] = here[to]
                ends[here[to]] = free
            here[to] = here[hole]
            ends[here[to]] = to
        undalled = {hole for hole, _, effect in steps if effect & TURNED}
        moves = list(ends.items())
        king = any(at.cells[start] >= NOBODYS for start, _ in moves)
        alike = len({SIDES[at.cells[start]] for start, _ in moves}) == 1
        if len(moves) == 2 and alike and not king and self._happens(0.25):
            # Dalled pieces are interchangeable: two may swap roles, or one may move the whole way for both.
            (hole1, to1), (hole2, to2) = moves
            moves = [(hole1, to2), (hole2, to1)]
            moves = [(hole, to) for hole, to in moves if hole != to or hole in undalled or self._happens(0.5)]
        if self._happens(0.3):
            moves.reverse()
        return moves, captures, undalled

    def _capture(self, captures: list):
        yield from self._lift(captures.pop(), 30, 200)
        piece = self._held[-1]
        if self._happens(self.mess / 3):
            yield from self._hover(self._pick(lambda piece: not piece), piece, 5.0, 10, 100)
        self._held.remove(piece)
        yield from self._away(piece, "toss")

    def put_back(self, at: Position):
        """Put all pieces back as in this position: lift misplaced ones first, take captured ones from the tray."""
        wanted = [SIDES[cell] for cell in at.cells]
        for hole, side in enumerate(wanted):
            if self._side(hole) not in ("", side):
                yield from self._lift(hole, 20, 120)
        spare = self._held[:]
        for hole, side in enumerate(wanted):
            if side and not self._standing[hole]:
                named = [piece for piece in spare if piece.side == side]
                if named:
                    spare.remove(named[-1])
                    yield from self._place(hole, named[-1])
                else:
                    self._standing[hole] = Piece(side, True)  # from the tray, where it is perhaps not turned
                    self.board.place(self.places[hole], side)
                    yield ("bring", hole)
                    yield from self._turn(hole, True)
                yield from self._wait(20, 120)
        self._wanted = [cell in b"\2\4" for cell in at.cells]
        yield from self._turn_all()

    # --- turning ------------------------------------------------------------------------------------------------------

    def _turn(self, hole: int, turned: bool):
        if self.dalled:
            self._standing[hole].turned = turned
            self.board.turn(self.places[hole], float(turned))
            yield ("turn", hole)
            yield from self._wait(10, 400)

    def _turn_all(self):
        # All wrongly turned pieces, in any order.
        holes = self._occupied() if self.dalled else []
        self.random.shuffle(holes)
        for hole in holes:
            if self._standing[hole].turned != self._wanted[hole]:
                yield from self._turn(hole, self._wanted[hole])

    def _make_slip(self, at: Position, turn: int):
        # A piece ends wrongly turned or not turned.
        if not self._happens(self.slips):
            return
        dals = [to for _, to, effect in steps_of(at, turn) if effect & TURNED and self._wanted[to]]
        holes = {
            "forgets": [hole for hole in dals if self._standing[hole]],
            "across": [hole for hole in self._occupied() if self._wanted[hole] and hole not in dals],
            "early": [hole for hole in self._occupied() if not self._wanted[hole]],
        }
        kinds = [kind for kind in MISTAKES if holes[kind]]
        if kinds:
            kind = self.random.choice(kinds)
            self.slip = kind, self.random.choice(holes[kind])
            yield from self._turn(self.slip[1], kind == "early")

    def _occupied(self) -> list:
        return [hole for hole in range(len(self._standing)) if self._standing[hole]]

    # --- the mess between ----------------------------------------------------------------------------------------

    def _mess(self):
        roll = self.random.random()
        held = self._any_held()
        if roll < 0.01:
            yield from self._row_over()
        elif roll < 0.45 or held is None:
            yield from self._brush()
        elif roll < 0.7:
            for _ in range(self.random.randrange(1, 4)):
                yield from self._hover(self._pick(lambda piece: True), held, self.random.uniform(1.0, 12.0), 10, 250)
            yield from self._away(held, "away")
        else:
            # put it in a wrong hole, sometimes long enough for the board to complain
            hole = self._pick(lambda piece: not piece)
            yield from self._place(hole, held)
            yield from self._wait(20, self.unhurried_ms if self._happens(0.2) else 150)
            yield from self._lift(hole)

    def _brush(self):
        if any(self._standing):
            hole = self._pick(lambda piece: piece)
            yield from self._lift(hole, 10, 300)
            yield from self._place(hole, self._held[-1], 10, 100)

    def _slide(self, at: Position, piece: Piece, start: int, to: int):
        # Slide along the route, dipping into free holes for tens of milliseconds.
        after = at.rules.board.after[at.side]
        hole = start
        for _ in range(8):
            hole = after[hole]
            if hole == to:
                return
            if not self._standing[hole]:
                yield from self._place(hole, piece, 10, 60)
                yield from self._lift(hole, 10, 40)

    def _row_over(self):
        third = len(self._standing) // 3
        start = self.random.randrange(3) * third
        holes = [hole for hole in self._occupied() if start <= hole < start + third]
        for hole in holes:
            yield from self._lift(hole)
        lifted = list(zip(holes, self._held[len(self._held) - len(holes) :], strict=True))
        yield from self._wait(100, self.unhurried_ms)
        self.random.shuffle(lifted)
        for hole, piece in lifted:
            yield from self._place(hole, piece, 10, 60)
        yield from self._turn_all()

    # --- single steps, each followed by a wait between these times, if any ----------------------------------------

    def _lift(self, hole: int, least: int = 0, most: int = 0):
        piece, self._standing[hole] = self._standing[hole], None
        piece.thing = self.board.lift(self.places[hole])
        self._held.append(piece)
        yield ("lift", hole)
        yield from self._wait(least, most)

    def _place(self, hole: int, piece: Piece, least: int = 0, most: int = 0):
        self._held.remove(piece)
        self._standing[hole] = piece
        self.hovering.discard(piece)
        self.board.place(self.places[hole], piece.thing)
        yield ("place", hole)
        yield from self._wait(least, most)

    def _hover(self, hole: int, piece: Piece, height_mm: float, least: int, most: int):
        self.hovering.add(piece)
        self.board.hover(self.places[hole], piece.thing, height_mm)
        yield ("hover", hole)
        yield from self._wait(least, most)

    def _away(self, piece: Piece, action: str):
        self.hovering.discard(piece)
        self.board.away(piece.thing)
        yield (action,)

    def _wait(self, least: int, most: int):
        if most:
            ms = self.random.randrange(least, most + 1, 10)
            self.clock.wait(ms)
            yield ("wait", ms)

    def _stand(self, at: Position) -> None:
        self._wanted = [cell in b"\2\4" for cell in at.cells]
        self._standing = [Piece(SIDES[cell], cell in b"\2\4") if cell else None for cell in at.cells]
        self._held = []

    def _side(self, hole: int) -> str:
        piece = self._standing[hole]
        return piece.side if piece else ""

    def _any_held(self):
        return self.random.choice(self._held) if self._held else None

    def _pick(self, fits) -> int:
        return self.random.choice([hole for hole in range(len(self._standing)) if fits(self._standing[hole])])

    def _happens(self, chance: float) -> bool:
        return self.random.random() < chance
