"""One face of a board for every front end, whatever the board is: commands in, events out, and a view of it.

    >>> front = TableFront(table)               # the simulated table, or one with an emulated Pico under it
    >>> front.send({"do": "state"})
    >>> front.events()                          # since last asked, as dicts
    [{'ev': 'lights', ...}, {'ev': 'state', ...}]
    >>> front.view().position
    'aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A -'

A real board on USB has the same face, in host.usb.front. The view is made of what the board says and of nothing else,
so that all are the same; where events alone do not tell, as after a turn taken back, the face asks the board itself.
"""

from companion.lights.scene import LOOK, NAMES, NOBODY, WANT_A, WANT_B, WANT_NOTHING
from daldos.position import PLAYERS, Position, rows_text, start_cells
from daldos.rules import RulesError, parse_rules

WANTS = {".": WANT_NOTHING, "A": WANT_A, "B": WANT_B, "?": LOOK}  # of a `lights` event
ASKED = "front"  # the id of what the face itself asks; its answers are not handed on


class FrontError(ValueError):
    """A board that cannot be spoken to: what is wrong."""


class View:
    """A board as it was last heard of; None or empty is what has not been told yet.

    now_ms: its clock, or the host's. mode, phase, rules: their names. position, in notation, with `player` and `throw`
    ("13", or None before it) of it. occupancy: a character a hole of the wooden board. lights: the last `lights`
    event; guide: the last `guide`, until something is played. winner. record: lines of the game's record, without
    headers. pixels: (r, g, b) of each LED where they can be seen, else None. version, runtime: of its `hello`.
    """

    def __init__(self):
        self.now_ms = 0
        self.version = self.runtime = ""
        self.mode = self.phase = self.rules = ""
        self.position = ""
        self.occupancy = ""
        self.lights = None
        self.guide = None
        self.winner = None
        self.record = []
        self.pixels = None

    @property
    def player(self):
        return self.position.split(" ")[1] if self.position else None

    @property
    def throw(self):
        throw = self.position.split(" ")[2] if self.position else "-"
        return throw if throw.isdigit() else None

    @property
    def cells(self) -> str:
        """The three rows of the position, `A/M/B`."""
        return self.position.split(" ")[0]

    @property
    def turns(self) -> int:
        """How many turns the record has."""
        return sum(not line.startswith("0 ") for line in self.record)

    def at(self) -> Position:
        """The position, for the engine. PositionError when the game is over, or none is known yet."""
        return Position.parse(self.position, self.rules)


class Teller:
    """Makes a View of events. asks: the commands that are due because events have not told all."""

    def __init__(self):
        self.view = View()
        self.asks: list = []
        self._new = True  # the game may be another one than was told of so far
        self._coming = None  # lines of a record on its way
        self.forget()

    def forget(self) -> None:
        """The board is gone: nothing is known of it."""
        self.view = View()
        self.asks = ["state"]
        self._new = True
        self._coming = None

    def hear(self, event: dict) -> None:
        """Take an event in."""
        take = getattr(self, "_hear_" + event["ev"], None)
        if take:
            take(event)

    def _ask(self, do: str) -> None:
        if do not in self.asks:
            self.asks.append(do)

    def _hear_hello(self, event) -> None:
        view = self.view = View()
        view.version, view.runtime, view.mode = event["version"], event["runtime"], event["mode"]
        self._new = True
        self._ask("state")

    def _hear_state(self, event) -> None:
        view = self.view
        view.position, view.phase, view.mode = event["position"], event["phase"], event["mode"]
        view.rules, view.occupancy = event["rules"], event["occupancy"]
        if self._new:
            self._new = False
            if not self._complete():
                self._ask("record")

    def _complete(self) -> bool:
        # Whether the record has been told from the beginning of this game.
        view = self.view
        numbers = [int(line.split(" ")[0]) for line in view.record]
        if 0 not in numbers:  # the throws for the start, or one of them, may have been made before
            return False
        turns = [number for number in numbers if number]
        return turns[0] == 1 if turns else view.cells == _start(view.rules)

    def _hear_phase(self, event) -> None:
        self.view.phase = event["phase"]
        if event["phase"] != "over":
            self.view.winner = None
        if event["phase"] == "setup":
            self._new = True
            self.view.record = []
            self._coming = None
            self._ask("state")

    def _hear_throw(self, event) -> None:
        view = self.view
        if event["player"] is None:
            return
        view.guide = None
        if view.phase == "opening":
            view.record.append(f"0 {event['player']} {event['throw']}")
            self._ask("state")  # who throws next, the rules know
        elif view.position:
            view.position = f"{view.cells} {event['player']} {event['throw']}"

    def _hear_turn(self, event) -> None:
        self.view.position = event["result"]
        self.view.guide = None
        self.view.record.append(f"{event['n']} {event['player']} {event['throw']} {event['turn']}")

    def _hear_undo(self, event) -> None:
        view = self.view
        view.guide = view.winner = None
        view.record = [line for line in view.record if int(line.split(" ")[0]) < event["n"]]
        self._ask("state")

    def _hear_over(self, event) -> None:
        self.view.winner = event["winner"]

    def _hear_guide(self, event) -> None:
        self.view.guide = event
        if event["code"] == "throw_back":
            if self.view.phase != "play":  # it was one for the start
                self.view.record = self.view.record[:-1]
            self._ask("state")

    def _hear_lights(self, event) -> None:
        self.view.lights = event

    def _hear_occupancy(self, event) -> None:
        self.view.occupancy = event["occupancy"]

    def _hear_record(self, event) -> None:
        line = event["line"]
        if line is not None and line.startswith("Rules: "):
            self._coming = []  # also where it is asked for anew before it was told to the end
        if self._coming is None:
            return  # the rest of another game's
        if line is None:
            self.view.record = [told for told in self._coming if told[:1].isdigit()]
            self._coming = None
        else:
            self._coming.append(line)


class Front:
    """The face of a board. A board of one kind gives `_fresh`, `_write` and `_see`."""

    def __init__(self):
        self._teller = Teller()
        self._events = []

    def send(self, command: dict) -> None:
        """A command to the board, as docs/protocol.md has them; FrontError if none is there to take it."""
        self._write(command)

    def events(self) -> list:
        """What the board has said since last asked, in order."""
        self._listen()
        events, self._events = self._events, []
        return events

    def view(self) -> View:
        """The board as it is now; all is empty while no board is there."""
        self._listen()
        if not self._is_there():
            self._teller.forget()
        view = self._teller.view
        self._see(view)
        return view

    def _listen(self) -> None:
        teller = self._teller
        while True:
            for event in self._fresh():
                teller.hear(event)
                if event.get("id") != ASKED:
                    self._events.append(event)
            asks, teller.asks = teller.asks, []
            if not asks or not self._is_there():
                teller.asks = asks
                return
            for do in asks:
                self._write({"do": do, "id": ASKED})

    def _is_there(self) -> bool:
        return True

    def _fresh(self) -> list:
        """The events that have come since last asked."""
        raise NotImplementedError

    def _write(self, command: dict) -> None:
        """A command goes to the board."""
        raise NotImplementedError

    def _see(self, view: View) -> None:
        """What is seen of the board and not told: its clock, its pixels."""
        raise NotImplementedError


class TableFront(Front):
    """table: a host.sim.table.Table, or one with an emulated Pico under it."""

    def __init__(self, table):
        super().__init__()
        self.table = table
        self._tap = []
        table.taps.append(self._tap)

    def _write(self, command: dict) -> None:
        if not self._is_there():
            raise FrontError("the plug is out; plug in puts it back")
        self.table.send(command)

    def _fresh(self) -> list:
        fresh = self._tap[:]
        del self._tap[:]
        return fresh

    def _see(self, view: View) -> None:
        view.now_ms = self.table.now_ms
        view.pixels = self.table.pixels

    def _is_there(self) -> bool:
        return self.table.app is not None


def fill_scene(scene, event: dict, names, now_ms: int) -> None:
    """Make a companion.lights.scene.Scene say what a `lights` event says; names: of the holes of its board."""
    die1, die2 = [int(die) for die in event["dice"] or "00"]
    player = PLAYERS.index(event["player"]) if event["player"] else NOBODY
    scene.begin(NAMES.index(event["kind"]), now_ms, player, die1, die2, event["used"])
    scene.choice = event["choice"]
    for hole, want in zip(event["holes"], event["wants"], strict=True):
        scene.point(names.index(hole), WANTS[want])


def _start(rules: str) -> str:
    # the rows of the start position under these rules
    try:
        parsed = parse_rules(rules)
    except RulesError:
        return ""
    return rows_text(parsed, start_cells(parsed))


def value_of(text: str):
    """A setting's value as typed: on, off, true, false, an int, or else text."""
    if text in ("on", "true", "off", "false"):
        return text in ("on", "true")
    number = text[1:] if text.startswith("-") else text
    return int(text) if number.isascii() and number.isdigit() else text
