"""Events for a mirror of the board: `lights` whenever the lights change, `occupancy` when pieces move.

Each is sent once per change, not per frame, and only while the output is free: a host that does not read
finds the latest of each when it reads again, not all that has been.

    >>> mirror = Mirror(config, emit)
    >>> mirror.lights_changed = True        # perhaps; what was said last is compared
    >>> mirror.step(scene, occupancy)
"""

from companion.console import events
from companion.lights.scene import NAMES, NOBODY
from daldos.geometry import board_for
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Emit, Scene

_WANTS = ".AB?TDE"  # for WANT_NOTHING, WANT_A, WANT_B, LOOK, TURN, DALLED_A, DALLED_B
_HEAD = 6  # numbers of a scene before its holes


class Mirror:
    """lights_changed, pieces_moved: set by the caller when they may have; `step` clears them. Nothing allocated else.

    free: whether lines are sent as they come, a function; None: always.
    """

    def __init__(self, config: "Config", emit: "Emit"):
        self.emit = emit
        self.free = None
        self.lights_changed = True
        self.pieces_moved = False
        self._board = board_for(config.N, True)
        self._said = b""  # kind, player, die1, die2, used, choice as last said, then the holes, then the wants

    def step(self, scene: "Scene", occupancy: bytearray) -> None:
        """Say what has changed, one event a call, for a long one takes a Pico some milliseconds."""
        if not (self.lights_changed or self.pieces_moved) or self.free and not self.free():
            return
        if self.pieces_moved:
            self.pieces_moved = False
            self.emit(events.occupancy(bytes(occupancy).decode()))
        else:
            self.lights_changed = False
            if self._differs(scene):
                self.tell(scene)

    def tell(self, scene: "Scene") -> None:
        """Say what the lights say, whether that has changed or not."""
        count = scene.count
        head = [scene.kind, scene.player, scene.die1, scene.die2, scene.used, scene.choice]
        self._said = bytes(head) + scene.holes[:count] + scene.wants[:count]
        self.emit(
            events.lights(
                NAMES[scene.kind],
                PLAYERS[scene.player] if scene.player != NOBODY else None,
                scene.die1,
                scene.die2,
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
        if said[0] != scene.kind or said[1] != scene.player or said[2] != scene.die1 or said[3] != scene.die2:
            return True
        for k in range(count):
            if said[_HEAD + k] != scene.holes[k] or said[_HEAD + count + k] != scene.wants[k]:
                return True
        return said[4] != scene.used or said[5] != scene.choice
