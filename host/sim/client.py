"""One client for every board (the table, the emulated Pico, a board on USB): commands in, events and a view out.

    >>> client = Client(table)          # a host.sim.table.Table, a PicoTable, a host.usb.port.BoardLink
    >>> client.send({"do": "state"})
    >>> client.events()                 # since the last call, as dicts
    [{'ev': 'lights', ...}, {'ev': 'state', ...}]
    >>> client.view().position
    'aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A -'

A board is whatever has `subscribe(hear)`, `send(command)`, `wait(ms)`, `plugged`, `now_ms` and `pixels`. The view is
built only from what the board says, so it is the same for all; when events alone do not suffice, as after an undo, the
client queries the board.
"""

from companion.console.phases import MODES, ROLLER
from companion.lights.scene import NOBODY
from daldos.errors import DaldosError
from daldos.position import Position
from daldos.rules import RulesError, parse_rules
from daldos.state import PLAYERS, rows_text, start_cells
from daldos.throws import any_throw

WANTS = ".AB?TDE"  # in a `lights` event, as in companion.session.mirror
ASKED = "client"  # the id of the client's own queries, whose answers are not passed on
RECORD = "record"  # the id of the command whose answer `Client.record` returns
LOOK_MS = 100  # between looks for an event
RECORD_MAX_MS = 60 * 1000  # each line takes the board a scan,
SCAN_MS = 10  # this long


class ClientError(DaldosError):
    """Why the board cannot be reached."""


class View:
    """The board's last known state; None or empty for what is not known yet.

    now_ms: its clock, or the host's. mode, phase, rules: their names. position, in notation, with `player` and `throw`
    ("13", or None before it). occupancy: a character a hole of the wooden board. lights: the last `lights`
    event; guide: the last `guide`, until something is played. winner. record: lines of the game's record, without
    headers; start: its header of that name, if the game began at a position; id: the game's. pixels: (r, g, b) of
    each LED if visible, else None. sensors: the last raw view, a number per hole.
    """

    def __init__(self):
        self.now_ms = 0
        self.mode = self.phase = self.rules = ""
        self.position = ""
        self.occupancy = ""
        self.lights = None
        self.guide = None
        self.winner = None
        self.record = []
        self.start = ""
        self.id = ""
        self.pixels = None
        self.sensors = []

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
        """The number of turns in the record."""
        return sum(not line.startswith("0 ") for line in self.record)

    def at(self) -> Position:
        """The position, for the engine. PositionError if the game is over, or no position is known yet."""
        return Position.parse(self.position, self.rules)


class Client:
    """board: see above. Events count from now on; `view` queries what happened before."""

    def __init__(self, board):
        self.board = board
        self._events: list = []
        self._asks: list = []
        self._whole: list = None  # lines of the last record that has arrived
        self._forget()
        board.subscribe(self.hear)

    def send(self, command) -> None:
        """Send a command (docs/protocol.md) or a raw line to the board; ClientError if the plug is out."""
        if not self.board.plugged:
            raise ClientError("the plug is out; plug in puts it back")
        self.board.send(command)

    def events(self) -> list:
        """The board's events since the last call, in order."""
        self.board.wait(0)
        events, self._events = self._events, []
        return events

    def event(self, timeout_ms: int):
        """The next event; None if none comes in this time."""
        return self._events.pop(0) if self.wait(timeout_ms) else None

    def wait(self, timeout_ms: int) -> bool:
        """Wait for an event, at most this long; whether there is one."""
        end_ms = self.board.now_ms + timeout_ms
        self.board.wait(0)
        while not self._events and (left_ms := end_ms - self.board.now_ms) > 0:
            self.board.wait(min(LOOK_MS, left_ms))
        return bool(self._events)

    def view(self) -> View:
        """The board's current view; empty while there is no board."""
        self.board.wait(0)
        while self._asks and self.board.plugged:
            asks, self._asks = self._asks, []
            for do in asks:
                self.board.send({"do": do, "id": ASKED})
            self.board.wait(0)
        if not self.board.plugged:
            self._forget()
        self._view.now_ms = self.board.now_ms
        self._view.pixels = self.board.pixels
        return self._view

    def record(self) -> list:
        """All lines of the game's record, from the board; ClientError if it does not tell it to the end."""
        self._whole = None
        self.send({"do": "record", "id": RECORD})
        for _ in range(RECORD_MAX_MS // SCAN_MS):
            if self._whole:
                return self._whole
            self.board.wait(SCAN_MS)
        raise ClientError("record: the board did not send it to the end")

    def hear(self, event: dict) -> None:
        """Receive an event from the board."""
        take = getattr(self, "_hear_" + event["ev"], None)
        if take:
            take(event)
        if event.get("id") != ASKED:
            self._events.append(event)

    def _forget(self) -> None:
        # The board is gone: forget its state.
        self._view = View()
        self._asks = ["state"]
        self._new = True  # the game may be a different one
        self._coming: list = None  # lines of an arriving record

    def _ask(self, do: str) -> None:
        if do not in self._asks:
            self._asks.append(do)

    def _hear_hello(self, event) -> None:
        self._view = View()
        self._view.mode = event["mode"]
        self._new = True
        self._ask("state")

    def _hear_state(self, event) -> None:
        view = self._view
        view.position, view.phase, view.mode = event["position"], event["phase"], event["mode"]
        view.rules, view.occupancy, view.id = event["rules"], event["occupancy"], event["game"]
        if self._new:
            self._new = False
            if not self._complete():
                self._ask("record")

    def _complete(self) -> bool:
        # Whether the record is complete from the beginning of this game.
        view = self._view
        numbers = [int(line.split(" ")[0]) for line in view.record]
        if 0 not in numbers:  # opening throws may have been made before
            return False
        turns = [number for number in numbers if number]
        return turns[0] == 1 if turns else view.cells == _start(view.rules)

    def _hear_phase(self, event) -> None:
        self._view.phase = event["phase"]
        if event["phase"] != "over":
            self._view.winner = None
        if event["phase"] == "setup":
            self._new = True
            self._view.record, self._view.start = [], ""
            self._coming = None
            self._ask("state")

    def _hear_throw(self, event) -> None:
        view = self._view
        if view.mode == MODES[ROLLER]:
            return
        view.guide = None
        if view.phase == "opening":
            self._made(f"0 {event['player']} {event['throw']}")
            self._ask("state")  # the rules decide who throws next
        elif view.position:
            view.position = f"{view.cells} {event['player']} {event['throw']}"

    def _hear_turn(self, event) -> None:
        self._view.position = event["result"]
        self._view.guide = None
        self._made(f"{event['n']} {event['player']} {event['throw']} {event['turn']}")

    def _made(self, line: str) -> None:
        self._view.record.append(line)
        if self._coming is not None:  # an arriving record may lack it
            self._ask("record")

    def _hear_undo(self, event) -> None:
        view = self._view
        view.guide = view.winner = None
        view.record = [line for line in view.record if int(line.split(" ")[0]) < event["n"]]
        self._ask("state")

    def _hear_over(self, event) -> None:
        self._view.winner = event["winner"]

    def _hear_guide(self, event) -> None:
        self._view.guide = event
        if event["code"] == "throw_back":
            if self._view.phase != "play" and not self._view.throw:  # an opening throw
                self._view.record = self._view.record[:-1]
            self._ask("state")

    def _hear_lights(self, event) -> None:
        self._view.lights = event

    def _hear_occupancy(self, event) -> None:
        self._view.occupancy = event["occupancy"]

    def _hear_sensors(self, event) -> None:
        self._view.sensors = event["u"]

    def _hear_record(self, event) -> None:
        line = event["line"]
        if line is not None and line.startswith("Rules: "):
            self._coming = []  # also if requested again before it is complete
        if self._coming is None:
            return  # the rest of another game's record
        if line is None:
            self._view.record = [row for row in self._coming if row[:1].isdigit()]
            self._view.start = next((row for row in self._coming if row.startswith("Start: ")), "")
            self._whole, self._coming = self._coming, None
        else:
            self._coming.append(line)


def fill_scene(scene, event: dict, names, now_ms: int) -> None:
    """Fill a companion.lights.scene.Scene from a `lights` event; names: of its board's holes."""
    throw = any_throw(event["dice"] or "")
    player = PLAYERS.index(event["player"]) if event["player"] else NOBODY
    scene.begin(event["kind"], now_ms, player, throw, event["used"])
    scene.choice = event["choice"]
    for hole, want in zip(event["holes"], event["wants"]):
        scene.point(names.index(hole), WANTS.index(want))


def _start(rules: str) -> str:
    # the rows of the start under these rules
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
