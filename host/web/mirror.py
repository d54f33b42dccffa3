"""A board as its console tells it: events in, what the page shows out. For boards that none can look into.

>>> mirror = Mirror(config)
>>> mirror.hear({"ev": "occupancy", "occupancy": "A" * 16 + "." * 17 + "B" * 16}, now_ms=0)
>>> mirror.view(now_ms=0)["sees"][:3]
'AAA'

What the LEDs show is drawn here by the board's own code from the `lights` that it tells.
"""

from companion.lights.render import render
from companion.lights.scene import LOOK, NAMES, NOBODY, WANT_A, WANT_B, WANT_NOTHING, Scene
from companion.sensing.wiring import hole_names
from daldos.position import PLAYERS, parse_position
from daldos.rules import parse_rules
from host.terminal.draw import lights_words
from host.usb.talk import letters_of
from host.web.odds import capture_chances

WANTS = {".": WANT_NOTHING, "A": WANT_A, "B": WANT_B, "?": LOOK}
STATE = {"position": "", "phase": "", "mode": "", "rules": "", "occupancy": ""}


class Mirror:
    """config: of the board. state: its last `state`, with what has been told since; record: the lines of the game's."""

    def __init__(self, config):
        self.config = config
        self.names = hole_names(config)
        self.state = dict(STATE)
        self.record = []
        self.bars = []
        self._coming = []  # lines of a record on its way
        self._scene = Scene()
        self._pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))

    def forget(self) -> None:
        """The board is gone."""
        self.state = dict(STATE)
        self._scene = Scene()
        self.bars = []

    def hear(self, event: dict, now_ms: int) -> None:
        """An event of the board's."""
        kind = event["ev"]
        if kind == "state":
            self.state.update({key: event[key] for key in STATE})
        elif kind in ("phase", "occupancy"):
            self.state[kind] = event[kind]
        elif kind == "throw" and event["player"] and self.state["position"]:
            self._put(event["player"], event["throw"])
        elif kind == "turn":
            self.state["position"] = event["result"]
        elif kind == "record":
            if event["line"] is None:
                self.record, self._coming = self._coming, []
            else:
                self._coming.append(event["line"])
        elif kind == "sensors":
            self.bars = event["u"]
        elif kind == "lights":
            self._light(event, now_ms)

    def _put(self, player: str, throw: str) -> None:
        # a throw for the start is none that is to be played
        cells, _, _ = self.state["position"].split(" ")
        thrown = "-" if self.state["phase"] == "opening" else throw
        self.state["position"] = f"{cells} {player} {thrown}"

    def _light(self, event: dict, now_ms: int) -> None:
        scene = self._scene
        die1, die2 = [int(die) for die in event["dice"] or "00"]
        player = PLAYERS.index(event["player"]) if event["player"] else NOBODY
        scene.begin(NAMES.index(event["kind"]), now_ms, player, die1, die2, event["used"])
        scene.choice = event["choice"]
        for hole, want in zip(event["holes"], event["wants"], strict=True):
            scene.point(self.names.index(hole), WANTS[want])

    def view(self, now_ms: int) -> dict:
        """All that the page shows of the board."""
        state, scene = self.state, self._scene
        known = len(state["occupancy"]) == len(self.names) and state["position"]
        cells, player, throw = state["position"].split(" ") if known else ("//", "", "")
        n = self.config.N
        rows = [row + "." * (n + (i == 1) - len(row)) for i, row in enumerate(cells.split("/"))]
        render(scene, now_ms, self._pixels, self.config)
        seen = "".join(letters_of(state)) if known else "." * len(self.names)
        return {
            "stand": "".join("." if letter == "?" else letter for letter in seen),
            "game": "".join(rows),
            "sees": state["occupancy"] if known else "?" * len(self.names),
            "phase": state["phase"],
            "player": player,
            "throw": throw if throw.isdigit() else "",
            "mode": state["mode"],
            "rules": state["rules"],
            "start": parse_rules(state["rules"]).n if known else n,
            "left": [cells.lower().count(side) for side in "ab"],
            "scene": NAMES[scene.kind],
            "marks": [[self.names[scene.holes[i]], scene.wants[i]] for i in range(scene.count)],
            "words": lights_words(scene, self.names),
            "leds": self._pixels.hex(),
            "record": "\n".join(self.record) + "\n",
        }

    def extras(self, what: set) -> dict:
        """What is shown on demand."""
        shown: dict = {}
        if "bars" in what:
            shown["bars"] = self.bars
        try:
            text = self.state["position"].replace("#", "-")
            at = parse_position(text, parse_rules(self.state["rules"]))
        except ValueError:  # nothing known yet, or the game is over
            return {**{key: [] for key in what}, **shown}
        if "turns" in what:
            shown["turns"] = sorted(turn.text for turn in at.moves()) if at.die1 else []
        if "odds" in what:
            shown["odds"] = {at.rules.board.name(hole): chance for hole, chance in capture_chances(at).items()}
        return shown
