"""Events for a mirror of the board: `lights` whenever the lights change, `occupancy` when pieces move, and the sensors'
readings if they are asked for.

Each is sent once per change, not per frame, and only while the output is free: a host that stops reading later gets
only the latest of each.

    >>> mirror = Mirror(config, sensing, emit)
    >>> mirror.lights_changed = True        # perhaps; what was said last is compared
    >>> mirror.step(scene)
"""

from companion.console import events
from companion.console.protocol import answering
from companion.lights.scene import NOBODY
from companion.ticks import elapsed
from daldos.geometry import board_for
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Emit, Id, Scene, Sensing

_WANTS = ".AB?TDE"  # for WANT_NOTHING, WANT_A, WANT_B, LOOK, TURN, DALLED_A, DALLED_B
SENSORS_MS = 500  # between two readings
_HEAD = 4  # numbers of a scene before its holes


class Mirror:
    """lights_changed, pieces_moved: set by the caller after a possible change, cleared by `step`. Without one, `step`
    allocates nothing.

    free: a function that tells whether the output is free; None: it always is.
    """

    def __init__(self, config: "Config", sensing: "Sensing", emit: "Emit"):
        self.emit = emit
        self._sensing = sensing
        self._raw = False  # readings are asked for,
        self._raw_id: Id = None  # by the command with this id
        self._raw_ms = 0
        self.free = None
        self.lights_changed = True
        self.pieces_moved = False
        self._board = board_for(config.N, True)
        self._kind = ""  # as last sent
        self._said = b""  # then: player, throw, used, choice, then the holes, then the wants

    def step(self, scene: "Scene") -> None:
        """Send what has changed, one event per call, because a long one takes a Pico some milliseconds."""
        if not (self.lights_changed or self.pieces_moved) or self.free and not self.free():
            return
        if self.pieces_moved:
            self.pieces_moved = False
            self.emit(events.event("occupancy", bytes(self._sensing.occupancy).decode()))
        else:
            self.lights_changed = False
            if self._differs(scene):
                self.tell(scene)

    def show_raw(self, now: int, on: bool, asked: "Id") -> None:
        """Start or stop reporting the readings; asked: the id of the command."""
        self._raw = on
        self._raw_id = asked
        self._raw_ms = now - SENSORS_MS

    def scanned(self, now: int) -> None:
        """Report the readings of the last scan, if they are due."""
        if self._raw and elapsed(now, self._raw_ms) >= SENSORS_MS:
            self._raw_ms = now
            self._say_raw()

    def _say_raw(self) -> None:
        # Apart, because a comprehension makes MicroPython allocate on entry to its function.
        u = [self._sensing.reading(hole) for hole in range(len(self._sensing.occupancy))]
        self.emit(answering(events.event("sensors", u), self._raw_id))

    def tell(self, scene: "Scene") -> None:
        """Send the lights, even if unchanged."""
        count = scene.count
        head = [scene.player, _number(scene), scene.used, scene.choice]
        self._kind = scene.kind
        self._said = bytes(head) + scene.holes[:count] + scene.wants[:count]
        self.emit(
            events.event(
                "lights",
                scene.kind,
                PLAYERS[scene.player] if scene.player != NOBODY else None,
                scene.throw.text if scene.throw else None,
                scene.used,
                [self._board.name(hole) for hole in scene.holes[:count]],
                "".join([_WANTS[want] for want in scene.wants[:count]]),
                scene.choice,
            )
        )

    def _differs(self, scene: "Scene") -> bool:
        said, count = self._said, scene.count
        if len(said) != _HEAD + 2 * count:
            return True
        if self._kind != scene.kind or said[0] != scene.player or said[1] != _number(scene):
            return True
        for k in range(count):
            if said[_HEAD + k] != scene.holes[k] or said[_HEAD + count + k] != scene.wants[k]:
                return True
        return said[2] != scene.used or said[3] != scene.choice


def _number(scene: "Scene") -> int:
    # The throw as a byte; 0 for none.
    return scene.throw.number + 1 if scene.throw else 0
