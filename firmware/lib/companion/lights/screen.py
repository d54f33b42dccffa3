"""The LEDs' colours: drawn from a scene when it looks different from before.

>>> screen = Screen(config)
>>> if screen.show(now_ms, scene): send(screen.pixels)
"""

from companion.lights.render import picture, render
from companion.lights.scene import Scene

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config

_HELD_PICTURE = -1000  # the number of no other picture


class Screen:
    """pixels: R, G, B of the dice LEDs, then of the hole LEDs if fitted. held: the scene while the button is held, else
    None."""

    def __init__(self, config: "Config"):
        self.pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
        self.held: Scene | None = None
        self._config = config
        self._number = 0  # of the picture shown

    def hold(self) -> Scene:
        """The scene that says that the button is held."""
        if not self.held:
            self.held = Scene()
            self.held.kind = "held"
        return self.held

    def show(self, now: int, scene: Scene) -> bool:
        """Draw the scene unless it is shown already; True if `pixels` have changed."""
        number = _HELD_PICTURE if scene is self.held else picture(scene, now, self._config)
        if number == self._number and not scene.changed:
            return False
        scene.changed = False
        self._number = number
        render(scene, now, self.pixels, self._config)
        return True
