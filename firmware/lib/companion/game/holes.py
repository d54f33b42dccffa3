"""The occupancy of the game's holes, which may be fewer than the wooden board's.

>>> holes = GameHoles(config)
>>> holes.fit(game.rules.board)          # the holes of this game, nearest the stern
>>> holes.see(now_ms, sensing.occupancy)
>>> holes.differs(cells)
[(4, 65, 46)]
"""

from companion.tracking.readings import CELL_OF, EMPTY, READINGS, SIDE_OF, SIDES, UNKNOWN, is_other
from companion.tracking.seen import HAND_MAX
from daldos.geometry import N_MIN, board_for

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence
    from typing import Any

    from companion.shapes import Board, Config, Off

_SIZES = (12, 13, 16)  # known from surviving boards
_LOST = 3  # with more pieces missing, the players have set up a handicap for the same game
JUST_SHIFT = 14  # some 16 s
_JUST = 4  # of them
EXCHANGED, SHIFTED, TURNED = 1, 2, 4  # bits of the manner in which a start is set up
UNKNOWN_MAX = 8  # with more unknown holes than this, the rest are not enough to judge by


class GameHoles:
    """occupancy: 49 readings, as last seen. board: the wooden one. places: hole of the game -> of the wooden board.

    here: the occupant of each of the game's holes. readings: the same with heights (companion.sensing.heights); None on
    a board that does not sense them. strays: occupied holes of the wooden board outside the game; doubted: holes in
    which a piece's height is ignored until it moves. ghosts: the game's holes in which the players say that a piece
    stands, though none is read. taken: (hole of the wooden board, reading, what it is taken for) each.
    """

    def __init__(self, config: "Config"):
        self.board = board_for(config.N, True)
        self.occupancy = bytearray(b"?" * self.board.size)
        self._emptied = bytearray([0x80] * self.board.size)  # when each hole was emptied, ms >> JUST_SHIFT
        self.places = b""
        self._outside = b""
        self._fitted: Board = None  # type: ignore[assignment]  # until `fit`
        self.here = bytearray()
        self.readings: Any = None
        self._heights: Any = None
        if getattr(config, "DALLED", False):
            from companion.sensing import heights  # only if needed

            self._heights = heights
        self.strays: list[int] = []
        self._unknown = 0
        self._odd: tuple[int, int] | None = None  # what odd_start has found
        self.doubted: list[int] = []
        self.ghosts: Sequence[int] = ()
        self.taken: Sequence[Off] = ()

    def fit(self, board: "Board") -> None:
        """Use this board for the game."""
        if board is not self._fitted:
            self._fitted = board
            rows = zip(self.board.start, board.length)
            self.places = b"".join([bytes(range(first, first + length)) for first, length in rows])
            self._outside = bytes([hole for hole in range(self.board.size) if hole not in self.places])
            self.here = bytearray(board.size)
        self._map()

    def see(self, now: int, occupancy: bytearray) -> None:
        """Take the new occupancy."""
        before = self.occupancy
        for hole in range(len(occupancy)):
            if occupancy[hole] == EMPTY and before[hole] not in (EMPTY, UNKNOWN):
                self._emptied[hole] = now >> JUST_SHIFT & 0xFF
        self.occupancy[:] = occupancy
        self._map()

    def just_emptied(self, now: int, hole: int) -> bool:
        """Whether a hand has taken the piece off this hole in the last minute or so, which shows that its sensor
        works."""
        return self.occupancy[hole] == EMPTY and (now >> JUST_SHIFT) - self._emptied[hole] & 0xFF <= _JUST

    def blind(self) -> bool:
        """Whether too many of the game's holes are unknown to play on."""
        return self._unknown > UNKNOWN_MAX

    def unknown(self) -> list[str]:
        """The names of the wooden board's unknown holes."""
        return [self.board.name(hole) for hole in range(len(self.occupancy)) if self.occupancy[hole] == UNKNOWN]

    def differs(self, cells: bytearray, heights: bool = True) -> "list[Off]":
        """(hole of the wooden board, has, want) of every known hole that is not as in these cells, strays last.

        heights: whether pieces must also stand at the right height, where that is seen.
        """
        found = []
        for hole in range(len(cells)):
            has, want = self.here[hole], SIDE_OF[cells[hole]]
            if self._heights:
                has, want = self.readings[hole], CELL_OF[cells[hole]]
                if self.here[hole] == SIDE_OF[cells[hole]] and not (heights and self._heights.must_turn(has, want)):
                    continue
            if has not in (want, UNKNOWN):
                found.append((self.places[hole], has, want))
        return found + [(hole, self.occupancy[hole], EMPTY) for hole in self.strays]

    def why_turn(self, holes: "list[Off]") -> str:
        """The reason, if the only difference is pieces that must be turned in place; else ''."""
        return str(self._heights.why_turn(holes)) if self._heights else ""

    def doubt(self, holes: list[int]) -> None:
        """Ignore the heights of the pieces in these holes until they move."""
        self.doubted += holes
        self._map()

    def take(self, holes: "Sequence[Off]") -> None:
        """Take these readings (hole of the wooden board, has, taken for) for others, until they change."""
        self.taken = list(self.taken) + list(holes)
        self._map()

    def settle(self, cells: bytearray) -> None:
        """A turn has been played to these cells: a ghost's new hole is one, and its old one no longer."""
        for hole in range(len(cells) if self.ghosts else 0):
            place, want = self.places[hole], SIDE_OF[cells[hole]]
            if hole in self.ghosts and want == EMPTY:
                self.taken = [taken for taken in self.taken if taken[0] != place]
            elif self.here[hole] == EMPTY != want:
                self.taken = list(self.taken) + [(place, EMPTY, UNKNOWN)]
        self._map()

    def start_size(self, n: int) -> int:
        """The home row size of the start that the pieces are close to: all of them at home, at least one per side.

        0 if they are not close to any. n: the game's size, for pieces that fit several.
        """
        length = self.board.n
        king = self.king()
        if not king and self._seen(1).strip(b".?"):
            return 0
        extent = 0
        for row, own in zip(self.home(), READINGS):  # noqa: B905
            if not row.strip(b".?") or [code for code in row if code not in own and code not in b".?"]:
                return 0
            extent = max(extent, len(row.rstrip(b".?")))
        if king:
            return king if extent <= king and len(self.missing(king)) <= _LOST else 0
        lacks = len(self.missing(extent))
        if extent <= n and not self.missing(n):
            return n
        if extent >= N_MIN and not lacks or extent in _SIZES and (extent > n or lacks <= _LOST):
            return extent
        return n if extent <= n else length

    def king(self) -> int:
        """The home row size of the game whose king stands alone in the middle row, in its middle hole; else 0."""
        row = self._seen(1)
        piece = row.strip(b".?")
        size = 2 * row.index(piece) + 1 if len(piece) == 1 and piece in READINGS[0] else 0
        return size if N_MIN <= size <= self.board.n else 0

    def odd_start(self) -> tuple[int, int]:
        """`(size, manner)` of a start set up otherwise: EXCHANGED, the sides in each other's rows; SHIFTED, a smaller
        one away from the stern; both; or TURNED, some of one side's pieces read as the other's. Else `(0, 0)`. Both
        sides must be complete, but for a few if TURNED."""
        if not self._odd:
            self._odd = 0, 0
            home = self.home()
            rows = [row.strip(b".?") for row in home]
            size = len(rows[0])
            one, other = READINGS if rows[0][:1] in (b"A", b"a", b"x") else (READINGS[1], READINGS[0])
            empty = not self._seen(1).strip(b".?")
            if empty and size == len(rows[1]) >= N_MIN and not rows[0].strip(one) and not rows[1].strip(other):
                manner = EXCHANGED if one == READINGS[1] else 0
                if max([len(row.rstrip(b".?")) for row in home]) > size:
                    manner |= SHIFTED
                if manner:
                    self._odd = size, manner
            elif empty or self.king():
                # No game has more of a side than stood at its start: whatever reads so is turned over.
                size = max([len(row.rstrip(b".?")) for row in home])
                off = self.missing(size)
                turned = [want for _, has, want in off if is_other(has, want)]
                if size >= N_MIN and self.king() in (0, size) and len(off) <= HAND_MAX and len(set(turned)) == 1:
                    self._odd = size, TURNED
        return self._odd

    def missing(self, size: int, turned: bool = False) -> "list[Off]":
        """(hole of the wooden board, has, want) of each piece that a start position of that size still lacks, or that
        reads as the other side's there; turned: of these alone."""
        found = []
        for player, row in enumerate(self.home()):
            first = player * (2 * self.board.n + 1)
            if not row[:size].strip(READINGS[player]):  # complete: to look at each hole takes a Pico half a millisecond
                continue
            other = READINGS[1 - player]
            found += [(first + k, row[k], SIDES[player]) for k in range(size) if row[k] == EMPTY or row[k] in other]
        if turned:
            return [row for row in found if row[1] != EMPTY]
        return found

    def home(self) -> tuple[bytes, bytes]:
        """The occupancy of the wooden board's home rows, with what is taken for other."""
        return self._seen(0), self._seen(2)

    def _seen(self, row: int) -> bytes:
        seen = bytearray(self.occupancy)
        for place, _, as_code in self.taken:
            seen[place] = as_code
        first = self.board.start[row]
        return bytes(seen[first : first + self.board.length[row]])

    def _map(self) -> None:
        self._odd = None
        game = self._fitted
        for start, first, length in zip(game.start, self.board.start, game.length):  # noqa: B905  # by holes it is 2 ms
            self.here[start : start + length] = self.occupancy[first : first + length]
        if self.taken:
            self._take_otherwise()
        self._unknown = bytes(self.here).count(b"?")
        if self._heights:
            self.doubted = [hole for hole in self.doubted if self.occupancy[hole] not in (EMPTY, UNKNOWN)]
            for hole in range(len(self.places)):
                if self.places[hole] in self.doubted:
                    self.here[hole] = b"xy"[self.here[hole] in READINGS[1]]
            self.readings = self.here
            self.here = self._heights.sides(self.readings)
        taken = [hole for hole, _, _ in self.taken]
        self.strays = [h for h in self._outside if self.occupancy[h] not in (EMPTY, UNKNOWN) and h not in taken]

    def _take_otherwise(self) -> None:
        # While a hole reads as it did, or cannot be read.
        stay = []
        for place, has, as_code in self.taken:
            now = self.occupancy[place]
            if now in (UNKNOWN, has) or is_other(now, as_code) and is_other(has, as_code):
                stay.append((place, has, as_code))
        self.taken = stay
        ghosts = []
        for place, has, as_code in self.taken:
            hole = self.places.find(bytes([place]))
            if hole >= 0 and self.occupancy[place] != UNKNOWN:
                self.here[hole] = as_code
                if has == EMPTY:
                    ghosts.append(hole)
        self.ghosts = ghosts
