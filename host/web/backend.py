"""A board behind the page: takes the page's commands, lets time pass, and shows its state as plain values.

>>> backend = TableBackend(Table(seed=1)); backend.start()
>>> backend.do("page 1", {"do": "lift", "hand": 0, "hole": "A1"})
>>> backend.advance(20)
>>> backend.view()["stand"][0]
'.'
"""

from typing import Any

import config as board_config
from companion.lights.render import render
from companion.lights.scene import Scene
from companion.sensing.wiring import hole_names
from companion.storage.settings import Settings
from daldos.rules import DEFAULT, parse_rules
from daldos.state import PLAYERS, rows_text, start_cells
from host.games.gear import gear_of
from host.i18n.catalogue import LANGUAGES, said, words
from host.i18n.lights import hint_words, lights_words
from host.sim.alike import Alike
from host.sim.button import HeldButton
from host.sim.client import Client, fill_scene
from host.sim.fake_board import BoardError
from host.sim.own_hands import HandError, Hands
from host.sim.preload import id_bits, keep_settings
from host.sim.standing import seen_as, standing, wooden
from host.web.commands import COMMANDS

VIEWS = 20  # of the sensors in a report
EVENTS_KEPT = 200  # by the table, which may run for days
PLAYED = ("game", "solo", "wooden", "far")


class Lights:
    """The board's lights as a page shows them. scene: the kind, and where it points; words, hint: what it says and what
    the button does then, by language. If the LEDs cannot be read, the board's own code draws them here."""

    def __init__(self, config):
        self.config = config
        self.names = hole_names(config)
        self.scene = Scene()
        self.words: dict = {}
        self.hint: dict = {}
        self._event = None  # that they show
        self._lit: list = None  # the pixels,
        self._hex = ""  # and the same as text
        self._pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))

    def put_out(self) -> None:
        """The board is dark."""
        self.scene = Scene()
        self._event = None
        self.words, self.hint = said("The plug is out."), {}

    def take(self, event, now_ms: int) -> bool:
        """Take the board's last `lights` event, None without one; returns whether it is another one."""
        if event is self._event:
            return False
        self._event = event
        if event is None:
            self.scene = Scene()
            return True
        fill_scene(self.scene, event, self.names, now_ms)
        self.words = {language: lights_words(self.scene, self.names, words(language)) for language in LANGUAGES}
        self.hint = {language: hint_words(self.scene, words(language)) for language in LANGUAGES}
        return True

    def marks(self) -> list:
        """[hole, what should stand there] of the holes that the lights point at."""
        return [[self.names[self.scene.holes[i]], self.scene.wants[i]] for i in range(self.scene.count)]

    def leds(self, pixels, now_ms: int) -> str:
        """The LEDs' colours as hex digits: as read from the board, or drawn."""
        if pixels is not None:
            if pixels is not self._lit:
                self._lit = pixels
                self._hex = bytes(part for rgb in pixels for part in rgb).hex()
            return self._hex
        render(self.scene, now_ms, self._pixels, self.config)
        return self._pixels.hex()


class Backend:
    """board: for a host.sim.client.Client, such as a host.usb.port.RemovableBoard, where the players move real pieces.

    slow: waiting takes real time, and so happens in a separate thread.
    """

    has_hands = False

    def __init__(self, board, slow: bool = True, config=board_config):
        self.board = board
        self.slow = slow
        self.client = Client(board)
        self.config = config
        self.names = hole_names(config)
        self._lights = Lights(config)
        self._known: dict = {}  # the values of the view so far
        self._seen: list = None  # the view that they show
        self._first: list = []  # commands due once the board is there
        self._streams = False  # whether the raw view is on
        self._account: Any = None  # the host.usb.report.Account being taken
        self.report = ""  # the last one taken, until the page that wants it has it
        self._side = "B"  # the board's side in mode solo, as far as known

    def start(self, rules=None, mode=None) -> None:
        """Begin; `rules` and `mode` are sent once the board is there."""
        if rules is not None:
            self._first.append({"do": "rules", "rules": rules.text})
        if mode is not None:
            self._first.append({"do": "mode", "mode": mode})

    def stop(self) -> None:
        """Release the board."""
        self.board.close()

    def do(self, page: str, command: dict) -> None:
        """Obey a page's checked command; HandError, BoardError or ValueError if that fails."""
        if not self.has_hands:
            if command["do"] not in ("board", "report"):
                raise HandError("the pieces are moved on the board itself")
            if not self.board.plugged:
                raise HandError("the board is not there")
        COMMANDS[command["do"]].do(self, page, command)

    def take_report(self) -> None:
        """Begin a report; `report` has its text once the board has told all."""
        from host.usb.report import Account  # seldom needed

        self._account = Account(self.client.send, VIEWS)

    def leave(self, page: str) -> None:
        """A page is gone, or no longer plays."""

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self.board.wait(ms)
        if self.board.plugged:
            while self._first:
                self.client.send(self._first.pop(0))
            self.client.view()  # here, where writing may take long

    def events(self) -> list:
        """The board's events since the last call."""
        events = self.client.events()
        for event in events:
            self._hear(event)
        return events

    def view(self) -> dict:
        """All that a page shows of the board, as plain values; the pieces are where the sensors see them."""
        values = self._values(self.client.view())
        # a letter for each hole, as the sensors see it; capitals are dalled, or unknown to the game
        stand = "".join("." if letter == "?" else letter for letter in seen_as(values["game"], values["sees"]))
        beside = [values["start"] - stand.upper().count(side) if self.board.plugged else 0 for side in PLAYERS]
        if not self.board.plugged:
            trouble = self.board.trouble
            values["words"] = said("No board: %s.", trouble) if trouble else said("Looking for the board.")
        older = self.board.older if self.board.plugged else ""
        values.update(stand=stand, trays=[max(0, count) for count in beside], older=older)
        return values

    def extras(self, what: set) -> dict:
        """Values shown on demand: `bars`, the sensors' readings."""
        if self._streams != ("bars" in what) and self.board.plugged:
            self._streams = "bars" in what
            self.client.send({"do": "sensors", "on": self._streams})
        return {"bars": self.client.view().sensors if self.board.plugged else []} if "bars" in what else {}

    def _hear(self, event: dict) -> None:
        if event["ev"] in ("hello", "link"):  # it has begun again, and tells nothing unasked
            self._account, self._streams = None, False
        if self._account and self._account.hear(event):
            self.report = self._account.text()
            self._account = None
            self._streams = False
        # a led turn shows which side the board plays
        if event["ev"] == "guide" and event["code"] in ("carry", "astray"):
            self._side = self.client.view().player or self._side

    def _values(self, view) -> dict:
        now_ms = self.board.now_ms
        if not self.board.plugged:  # it is dark
            self._lights.put_out()
            self._seen = None
        if self._lights.take(view.lights, now_ms):
            self._seen = None
        record = view.record
        seen = [view.position, view.occupancy, view.phase, view.mode, view.rules, len(record), record[-1:], view.start]
        seen.append(view.id)
        if seen != self._seen:  # most of the time nothing is new
            self._seen, self._known = seen, self._new_values(view)
        values = dict(self._known, leds=self._lights.leds(view.pixels, now_ms))
        you = "AB" if view.mode in PLAYED else ""
        if view.mode == "solo":
            you = you.replace(self._side, "")
        values.update(you=you, has_hands=self.has_hands, plug=self.board.plugged)
        return values

    def _new_values(self, view) -> dict:
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
            "gear": gear_of(rules or parse_rules(DEFAULT)),
            "left": [view.cells.lower().count(side) if known else n for side in "ab"],
            "scene": self._lights.scene.kind,
            "marks": self._lights.marks(),
            "words": self._lights.words,
            "hint": self._lights.hint,
            "record": self._record(view),
        }

    def _phase(self, view) -> str:
        # Over USB, a turn arrives slightly before the phase that follows it.
        if view.phase == "play" and view.position and not view.throw:
            return "over" if view.position.endswith("#") else "throw"
        return view.phase

    def _record(self, view) -> str:
        if not view.rules:
            return ""
        result = view.player if view.position.endswith("#") else "*"
        head = [f"Rules: {view.rules}"] + [f"Id: {view.id}"] * bool(view.id) + [view.start] * bool(view.start)
        head += [f"Result: {result}", ""]
        return "\n".join(head + view.record + [""])


class TableBackend(Backend):
    """table: the simulated table, or one with an emulated Pico. hands: those of all pages."""

    has_hands = True

    def __init__(self, table, slow: bool = False):
        super().__init__(table, slow, table.config)
        self.table = table
        self.hands = Hands(table.board)
        self.button = HeldButton()
        scan_ms, long_ms = table.config.SCAN_MS, table.config.LONG_MS
        self.alike = Alike(lambda ms: self.button.press(ms // scan_ms), long_ms)
        self._key: list = None  # identifies the view for the next two values
        self._stand = ""
        self._trays: list = []

    def start(self, rules=None, mode=None) -> None:
        """Plug in; `rules` and `mode` take precedence over what is saved."""
        keep_settings(self.table, rules, mode)
        self._plug_in()
        self.put("game")

    def play_on(self, cells: bytes, rules) -> None:
        """Plug in with a game in the table's store, after setting the pieces up as in these cells."""
        self._plug_in()
        self.table.board.setup(wooden(rows_text(rules, bytearray(cells)), self.table.config.N))
        self.hands.clear()

    def stop_playing(self) -> None:
        """Pull the plug; the game stays in the store."""
        self.hands.clear()
        self.button = HeldButton()
        if self.table.plugged:
            self.table.plug_out()

    def leave(self, page: str) -> None:
        """A page is gone, or no longer plays: its hands put their pieces back and release the button."""
        self.hands.leave(page)
        self.button.set(False)

    def advance(self, ms: int) -> None:
        """Let time pass, scan by scan."""
        table = self.table
        for _ in range(ms // table.config.SCAN_MS):
            table.button = self.button.level()
            table.wait(table.config.SCAN_MS)
        del table.events[:-EVENTS_KEPT]

    def view(self) -> dict:
        table = self.table
        view = self.client.view()
        values = self._values(view)
        held = [held.piece for held in self.hands.held.values()]
        key = [table.board.moved, held, values["position"], values["game"], values["sees"], values["scene"]]
        if key != self._key:
            self._key = key
            self._stand = "".join(standing(table.board, view))
            self._trays = [len(self.hands.tray(side)) for side in PLAYERS]
        values.update(
            down=self.button.down,
            stand=self._stand,
            hands=self.hands.view(),
            trays=self._trays,
            faults=[self._fault_text(fault) for fault in table.board.faults()],
            cable=table.scans,
            alike=self.alike.look(values),
        )
        return values

    def extras(self, what: set) -> dict:
        """See Backend; the sensors are read without asking the board."""
        return {"bars": self.table.readings() if self.table.plugged else []} if "bars" in what else {}

    # --- inside ---

    def _plug_in(self) -> None:
        self._side = Settings(self.table.store, self.table.config.N).get("solo_side")
        self.table.plug_in()

    def _hear(self, event: dict) -> None:
        super()._hear(event)
        self.alike.hear(event)

    def put(self, how: str) -> None:
        """Set all pieces up as at the `start` or as in the `game`, which empties the hands."""
        table = self.table
        if not table.plugged:
            if how == "game":
                raise HandError("the plug is out: the board cannot tell where the pieces belong")
            table.board.setup("start")
        else:
            view = self.client.view()
            rules = parse_rules(view.rules)
            rows = rows_text(rules, start_cells(rules)) if how == "start" else view.cells
            table.board.setup(wooden(rows, table.config.N))
        self.hands.clear()

    def argument(self, word):
        """A fault's argument, a number or a hole's name, as the board takes it."""
        if isinstance(word, int):
            return word
        if word not in self.table.board.names:
            raise BoardError("fault: no hole %r", word)
        return self.table.board.names.index(word)

    def _fault_text(self, fault: tuple) -> str:
        kinds = self.table.board.FAULTS[fault[0]][0].split()
        words = [self.table.board.names[arg] if kind == "hole" else str(arg) for kind, arg in zip(kinds, fault[1:])]
        return " ".join([fault[0]] + words)


def simulated(store, seed: int, mode=None, magnets: str = "nominal", dalled: bool = False) -> TableBackend:
    """A simulated table with this store, its plug out; the parts of the board are imported once one is wanted."""
    from host.sim.table import Table, seeing_heights

    table = Table(seed, magnets, store, seeing_heights() if dalled else board_config, ids=id_bits)
    keep_settings(table, mode=mode)
    return TableBackend(table)
