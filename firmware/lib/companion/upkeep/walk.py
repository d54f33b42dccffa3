"""The magnet walk: the lights lead one piece of A's through all holes, and the responding sensors reveal the wiring.

The board points at a hole, the player puts the piece there, the board reports where it reads it and how strongly, and
points at the next. The piece may be carried on or left in place. A press skips a hole, which comes again at the end, so
any order will do; a second press gives it up. A long press ends the walk with its findings so far.

If another place responds than the one pointed at, the player may have missed the hole, or wires may be swapped. So the
walk asks to put the piece there again: the same response again, or a press, confirms that the piece is there. Once a
swap is known, responses that it predicts are accepted at once.

On a board that senses heights, the player turns the piece in each hole that reads it correctly: the readings at both
heights set the threshold there.

    walk = Walk(config, sensing, scene, emit)
    walk.begin(now_ms)
    while walk.step(now_ms, scan): ...
    walk.map.findings()
"""

from companion.console import events
from companion.lights import scene as lights
from companion.sensing.walkmap import NOT_YET, NOTHING, WalkMap
from companion.upkeep.arrivals import Arrivals, Turn

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Emit, Event, Scan, Scene, Sensing

WAIT_MS = 10000  # after this pause it explains what a press does
_LEAVES = 2  # times that a hole may be skipped before it is given up
_MAGNET_HOLES = 3  # if this many read B and none A, the magnet or all sensors are upside down


class Walk:
    """One walk. sensing: the board's, whose update is called with each scan before `step`. scene: what the lights say.

    map: the WalkMap so far.
    """

    def __init__(self, config: "Config", sensing: "Sensing", scene: "Scene", emit: "Emit"):
        self.config = config
        self.sensing = sensing
        self.scene = scene
        self.emit = emit
        self.map = WalkMap(config)
        count = len(self.map.names)
        self._left = bytearray(count)  # how often each hole was skipped
        self._arrivals = Arrivals(config, sensing, self.map.slots)
        self._hole = -1  # the hole pointed at; -1: the board is not empty yet
        self._doubt = NOT_YET  # the place that responded, how strongly,
        self._doubt_u = 0
        self._asked = False  # and whether a piece is there now
        self._full = False  # the hole has a piece that was not asked for
        self._magnet_said = False
        self._wait_said = False
        self._turn: Turn | None = None  # of the piece that must be turned in place

    def begin(self, now: int) -> None:
        """Ask for an empty board, or point at the first hole if it is empty."""
        self._arrivals.look(now)
        self._judge_empty(now)

    def step(self, now: int, scan: "Scan") -> bool:
        """Take a scan; False when the walk is over. Allocates nothing while nothing changes."""
        if self._hole == NOT_YET:
            return False
        if self._turn:
            if self._turn.step(now):
                self._turned(now, self._turn)
            return self._hole != NOT_YET
        arrivals = self._arrivals
        quiet_ms = arrivals.quiet_ms(now, scan)
        if not arrivals.judged and quiet_ms >= self.config.STABLE_MS:
            arrivals.judged = True
            if self._hole < 0:
                self._judge_empty(now)
            else:
                self._judge(now, scan)
        elif quiet_ms >= WAIT_MS and not self._wait_said and self._hole >= 0 and not self._full:
            self._wait_said = True
            self._tell_wait(now)
        return self._hole != NOT_YET

    def press(self, now: int) -> None:
        """Confirm the piece, or skip this hole, or go on although the board is not empty."""
        if self._hole == NOT_YET:
            return
        if self._hole < 0:
            self._next(now)
        elif self._turn:
            self._turned(now, self._turn)
        elif self._asked:
            self._take(now, self._doubt, self._doubt_u, NOT_YET)
        else:
            hole = self._hole
            self._left[hole] += 1
            if self._left[hole] >= _LEAVES:
                self._give_up(hole)
            self._next(now)

    def end(self) -> None:
        """End the walk."""
        self._hole = NOT_YET

    # --- a piece of two heights ---------------------------------------------------------------------------------------

    def _ask_turn(self, now: int, u: int) -> None:
        self._turn = Turn(self.config, self.sensing, self._hole, u, now)
        self._show(now, "turn")
        self.scene.point(self._hole, lights.TURN)
        self.emit(events.guide("walk_turn", [self._stands(self._hole, "A", "A")]))

    def _turned(self, now: int, turn: Turn) -> None:
        hole, first, u = self._hole, turn.first_u, turn.reading()
        self._turn = None
        apart = self.sensing.heights.learn(hole, first, u)
        self.sensing.place_windows()
        if not apart:
            self.emit(events.guide("walk_alike", [self._stands(hole, "A", "A")], (first, u)))
        self.map.us[hole] = min(first, u, key=abs)  # the weaker reading must suffice
        self._arrivals.look(now)
        self._arrivals.keep()
        self._next(now)

    # --- the occupancy ------------------------------------------------------------------------------------------------

    def _judge_empty(self, now: int) -> None:
        occupied = [hole for hole in range(len(self._left)) if self._has(hole) in "AB"]
        if not occupied:
            self._next(now)
            return
        self._show(now, "setup")
        for hole in occupied:
            self.scene.point(hole, lights.WANT_NOTHING)
        holes = [self._stands(hole, self._has(hole), ".") for hole in occupied]
        self.emit(events.guide("walk_clear", holes))

    def _judge(self, now: int, scan: "Scan") -> None:
        answers = self._arrivals.answers(scan)
        if not answers:
            # removed, or moved to a hole that reads nothing
            self._arrivals.keep()
            if self._asked or self._full:
                self._asked = False
                self._point(now)
            return
        expected = self.map.slots[self._hole]
        answers.sort(key=lambda answer: -abs(answer[1]))
        place, u = ([answer for answer in answers if answer[0] == expected] or answers)[0]
        stray = self._doubt if self._asked else NOT_YET  # the only response, and still there: another piece
        others = [answer[0] for answer in answers if answer[0] not in (place, stray)]
        second = others[0] if others else NOT_YET
        if place == expected or place == self._doubt or self.map.predicts(self._hole, place):
            self._take(now, place, u, second)
        else:
            self._ask(now, place, u)

    # --- conclusions --------------------------------------------------------------------------------------------------

    def _take(self, now: int, place: int, u: int, second: int) -> None:
        # If a hole reads correctly, an earlier hole recorded at its place was a mistake.
        hole = self._hole
        found = self.map
        for other in range(len(found.places)):
            if place == found.slots[hole] and found.places[other] == place:
                found.forget(other)
                self._left[other] = 0
        found.add(hole, place, u, second)
        names = [found.name(place)] + ([found.name(second)] if second != NOT_YET else [])
        left = len([1 for at in found.places if at == NOT_YET])
        self.emit(events.event("walk", found.names[hole], names, u, found.margin(hole), left))
        self._arrivals.keep()
        if self._wrong_magnet():
            for other in range(len(found.places)):
                found.forget(other)
            self._hole = -1
        elif self.sensing.heights and place == found.slots[hole] and second == NOT_YET:
            self._ask_turn(now, u)
            return
        self._next(now)

    def _wrong_magnet(self) -> bool:
        # Reported once: a user who continues has checked.
        if self._magnet_said:
            return False
        us = [self.map.us[hole] for hole in range(len(self.map.us)) if self.map.places[hole] < NOTHING]
        if len(us) < _MAGNET_HOLES or max(us) > 0:
            return False
        self._magnet_said = True
        self.emit(events.guide("walk_all_b", []))
        return True

    def _ask(self, now: int, place: int, u: int) -> None:
        self._doubt = place
        self._doubt_u = u
        self._asked = True
        found = self.map
        holes = [self._stands(self._hole, ".", "A")]
        self._show(now, "guide")
        self.scene.point(self._hole, lights.WANT_A)
        hole = found.hole_at(place)
        if hole >= 0:
            self.scene.point(hole, lights.LOOK)
            holes.append(self._stands(hole, "A" if u > 0 else "B", "."))
        name = found.names[self._hole]
        self.emit(events.guide("walk_again", holes, (found.name(place), name, name)))

    def _next(self, now: int) -> None:
        found = self.map
        count = len(found.places)
        first = 0 if self._hole < 0 else self._hole + 1
        best = self._first(first, False)
        if best < 0 and found.crossed():
            best = self._first(first, True)  # it may be wired to another, dead sensor
        if best < 0:
            for hole in range(count):
                if found.places[hole] == NOT_YET:
                    self._give_up(hole)
        if best < 0:
            self.end()
            return
        self._hole = best
        self._doubt = NOT_YET
        self._asked = False
        self._wait_said = False
        self._arrivals.changed_ms = now
        self._point(now)

    def _first(self, first: int, blind: bool) -> int:
        # The next hole to visit, the least often skipped; holes whose place cannot be read only if `blind`.
        found = self.map
        count = len(found.places)
        best = -1
        for step in range(count):
            hole = (first + step) % count
            if found.places[hole] == NOT_YET and (blind or chr(self.sensing.occupancy[hole]) != "?"):
                if best < 0 or self._left[hole] < self._left[best]:
                    best = hole
        return best

    def _give_up(self, hole: int) -> None:
        readable = chr(self.sensing.occupancy[hole]) != "?"
        self.map.add(hole, NOTHING, self.sensing.reading(hole) if readable else 0)

    def _point(self, now: int) -> None:
        # The hole has a piece by mistake, and only a new piece can be read. It may actually be in another hole that
        # reads here, so ask to remove it only if no new piece comes.
        side = self._has(self._hole)
        found = self.map.slots[self._hole] in bytes(self.map.places)
        self._full = side in "AB" and (self._wait_said or not found)
        self._show(now, "setup")
        self.scene.point(self._hole, lights.WANT_NOTHING if self._full else lights.WANT_A)
        if self._full:
            self.emit(events.guide("walk_off", [self._stands(self._hole, side, ".")]))
        else:
            self.emit(events.guide("walk_next", [self._stands(self._hole, ".", "A")]))

    def _tell_wait(self, now: int) -> None:
        if self._has(self._hole) in "AB":
            self._asked = False
            self._point(now)
            return
        # even a piece too weak to count differs from an empty hole
        u = self.sensing.reading(self._hole)
        holes = [self._stands(self._hole, ".", "A")]
        if abs(u) * 2 >= self.config.EMPTY_PERMILLE:
            self.emit(events.guide("walk_weak", holes, (u, self.config.OCCUPIED_PERMILLE)))
        else:
            self.emit(events.guide("walk_nothing", holes))

    def _has(self, hole: int) -> str:
        return chr(self._arrivals.seen[hole])

    def _stands(self, hole: int, has: str, want: str) -> "Event":
        return events.stands(self.map.names[hole], has, want)

    def _show(self, now: int, kind: str) -> None:
        self.scene.begin(kind, now)
