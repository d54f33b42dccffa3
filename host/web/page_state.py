"""Converts a board's view into the plain values that the page shows, the same for all boards.

>>> seen = PageState(config)
>>> seen.values(client.view(), now_ms=0)["phase"]
'opening'

If the LEDs cannot be read, the board's own code draws them here from the `lights` event.
"""

from companion.lights.render import render
from companion.lights.scene import NAMES, Scene
from companion.sensing.wiring import hole_names
from daldos.rules import parse_rules
from host.i18n.catalogue import LANGUAGES, said, words
from host.i18n.telling import lights_words
from host.sim.client import fill_scene
from host.sim.standing import seen_as, wooden


class PageState:
    """config: of the board. names: of its holes."""

    def __init__(self, config):
        self.config = config
        self.names = hole_names(config)
        self._scene = Scene()
        self._lights = None
        self._words: dict = {}
        self._values: dict = {}
        self._key: list = None  # the view that these values show
        self._lit: list = None
        self._hex = ""  # the same as text
        self._pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))

    def forget(self) -> None:
        """Forget the board's last values: it is dark."""
        self._scene = Scene()
        self._lights = self._key = None
        self._words = said("The plug is out.")

    def values(self, view, now_ms: int) -> dict:
        """The page's values for a host.sim.client.View; now_ms: of the clock for drawing the lights."""
        if view.lights is not self._lights:
            self._lights = view.lights
            self._light(now_ms)
        record = view.record
        key = [view.position, view.occupancy, view.phase, view.mode, view.rules, len(record), record[-1:], view.start]
        if key != self._key:  # most of the time nothing is new
            self._key = key
            self._values = self._new_values(view)
        values = dict(self._values)
        values["leds"] = self._leds(view, now_ms)
        return values

    def _new_values(self, view) -> dict:
        scene = self._scene
        known = bool(view.position) and len(view.occupancy) == len(self.names)
        n = self.config.N
        rules = parse_rules(view.rules) if known else None
        return {
            "game": wooden(view.cells, n) if known else "." * len(self.names),
            "sees": view.occupancy if known else "?" * len(self.names),
            "position": view.position,
            "phase": self._phase(view),
            "player": view.player or "",
            "throw": view.throw or "",
            "mode": view.mode,
            "rules": view.rules,
            "start": rules.n if known else n,
            "middle": rules.board.length[1] if known else n + 1,
            "left": [view.cells.lower().count(side) if known else n for side in "ab"],
            "scene": NAMES[scene.kind],
            "choice": scene.choice,
            "marks": [[self.names[scene.holes[i]], scene.wants[i]] for i in range(scene.count)],
            "words": self._words,
            "record": self._record(view),
        }

    def standing(self, values: dict) -> str:
        """A letter for each hole, as the sensors see it; capitals are dalled, or unknown to the game."""
        letters = seen_as(values["game"], values["sees"])
        return "".join("." if letter == "?" else letter for letter in letters)

    # --- inside ---

    def _phase(self, view) -> str:
        # Over USB, a turn arrives slightly before the phase that follows it.
        if view.phase == "play" and view.position and not view.throw:
            return "over" if view.position.endswith("#") else "throw"
        return view.phase

    def _light(self, now_ms: int) -> None:
        self._key = None
        event, scene = self._lights, self._scene
        if event is None:
            self._scene = Scene()
            return
        fill_scene(scene, event, self.names, now_ms)
        self._words = {language: lights_words(scene, self.names, words(language)) for language in LANGUAGES}

    def _leds(self, view, now_ms: int) -> str:
        if view.pixels is not None:
            if view.pixels is not self._lit:
                self._lit = view.pixels
                self._hex = bytes(part for rgb in view.pixels for part in rgb).hex()
            return self._hex
        render(self._scene, now_ms, self._pixels, self.config)
        return self._pixels.hex()

    def _record(self, view) -> str:
        if not view.rules:
            return ""
        result = view.player if view.position.endswith("#") else "*"
        head = [f"Rules: {view.rules}"] + [view.start] * bool(view.start) + [f"Result: {result}", ""]
        return "\n".join(head + view.record + [""])
