"""The types that rooms share, for the type checker alone: there is no such module at run time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from companion.game.dice import Dice as Dice
from companion.game.holes import GameHoles as GameHoles
from companion.game.match import Match as Match
from companion.game.mind import Mind as Mind
from companion.game.referee import Referee as Referee
from companion.lights.scene import Scene as Scene
from companion.outbox import Outbox as BoardOutbox
from companion.outbox import Output
from companion.sensing.calibration import Calibration as Calibration
from companion.sensing.monitor import Monitor
from companion.sensing.sensing import Sensing as Sensing
from companion.sensing.walkmap import WalkMap as WalkMap
from companion.session.advice import Advice
from companion.session.announce import Announcement
from companion.session.display import Display
from companion.session.gestures import Press
from companion.session.mirror import Mirror
from companion.session.mode import People as People
from companion.session.modes import Choice, Modes
from companion.session.session import Session as BoardSession
from companion.storage.journal import Journal as Journal
from companion.storage.ring import Ring as Ring
from companion.storage.settings import Settings as Settings
from companion.tracking.mending import Mending as Mending
from companion.tracking.parts import Parts as Parts
from companion.tracking.seen import Seen as Seen
from companion.tracking.touches import Touches as Touches
from companion.tracking.tracker import Tracker as Tracker
from companion.tracking.turning import Turning as Turning
from companion.upkeep.disabled_holes import GivenUp
from companion.upkeep.jobs import Job as Job
from companion.upkeep.service import Service as BoardService
from companion.upkeep.walk import Walk as Walk
from daldos.game import Game as Game
from daldos.geometry import Board as Board
from daldos.position import Position as Position
from daldos.rules import Rules as Rules
from daldos.throws import Throw as Throw
from daldos.throws import Throws as Throws
from daldos.turns import LegalTurns as LegalTurns

Arg = str | int  # of a code's sentence
Args = tuple[Arg, ...]
Event = tuple[Any, ...]  # name, key, value, key, value ...: companion.console.events
Emit = Callable[[Event], None]
Events = Iterator[Event]
Id = str | int | None  # of a command
Scan = Sequence[int]  # a code a channel, mux after mux, then the half rail
Names = Sequence[str]
Finding = tuple[str, str, tuple[str, ...], tuple[str, ...], Args]  # code, where, holes, wires, args
Command = tuple[Any, ...] | None  # name, values: what a gesture asks of another room
Does = Callable[[Session, int], Command]  # what a gesture does, at this time
Mode = Any  # an object of one of companion.session.modes
Message = dict[str, Any]  # a command
EngineGame = Game  # where a mode is called Game
Players = tuple[People, ...]  # A's and B's
Off = tuple[int, int, int]  # a hole, what it has, what it should have
Whole = Callable[[], list[str]]  # the records so far
Place = tuple[int, int, str]  # a mux, a channel, what belongs there; the direct half rail is of one mux more
Stuck = tuple[int, int | None, int | None, "Lines | None"]  # companion.sensing.lines
Pulls = Iterable[tuple[int, int, int | None, Sequence[int]]]  # companion.sensing.selftest.judge_pulls
Lines = tuple[int, int]  # two address lines
Colour = tuple[int, int, int]
Plain = str | int | bool | None  # what JSON holds here
Was = tuple[int, int] | None  # least and most length of a file

class Situation(NamedTuple):
    """A row of companion.session.situation."""

    name: str
    press: Does
    long_press: Does
    lights: str
    draw: Callable[[Session, int, str], None]
    flags: int
    announce: Callable[[Session], bool]

# A part that calls back whoever made it names no more of it than it uses, so no two files name each other.

class Session(Protocol):
    """companion.session.session, as the rest of its room uses it."""

    config: Config
    settings: Settings
    dice: Dice
    sensing: Sensing
    emit: Emit
    holes: GameHoles
    referee: Referee
    modes: Modes
    display: Display
    menu: Choice
    announcement: Announcement
    last_press: Press
    whose: int
    advice: Advice
    sensors: int

    @property
    def mode(self) -> int: ...
    @property
    def present(self) -> Mode: ...
    @property
    def match(self) -> Match: ...
    @property
    def phase(self) -> int: ...
    def show(self, now: int) -> None: ...
    def touched(self, now: int) -> None: ...
    def say(self) -> bool: ...
    def state(self, job: str | None = None) -> Event: ...
    def new(self, now: int, start: str = "", opening: bool = False) -> None: ...
    def undo(self, now: int) -> None: ...
    def set_rules(self, now: int, text: str) -> None: ...
    def set_mode(self, now: int, name: str) -> None: ...
    def play(self, now: int, mode: int, match: Match) -> None: ...
    def set(self, now: int, key: str, value: Plain) -> None: ...
    def throw(self, now: int, entered: Throw | None) -> None: ...
    def commit(self, now: int, turn: int, last: bool = True) -> None: ...
    def chosen(self, now: int) -> None: ...

class Outbox(Protocol):
    """companion.outbox, as the service uses it."""

    def answer(self, findings: list[Finding], last: tuple[Event, ...], asked: Id) -> None: ...

class Service(Protocol):
    """companion.upkeep.service, as its jobs use it."""

    config: Config
    sensing: Sensing
    board: Board
    outbox: Outbox
    scene: Scene
    walked: WalkMap | None
    bootsel: Callable[[], object] | None
    asked: Id
    given: GivenUp

    def emit(self, event: Event) -> None: ...
    def begin(self, now: int, job: Job, asked: Id) -> None: ...
    def calibrate(self, now: int, asked: Id = None, sure: bool = False, then_walk: bool = False) -> None: ...
    def walk(self, now: int, asked: Id = None) -> None: ...
    def keep(self, name: str, data: bytes) -> None: ...
    def leave(self) -> None: ...
    def end(self) -> None: ...

class App(Protocol):
    """companion.app, as its commands use it."""

    monitor: Monitor
    sensing: Sensing
    session: BoardSession
    service: BoardService
    mirror: Mirror
    outbox: BoardOutbox
    output: Output

    @property
    def scene(self) -> Scene: ...

class Config(Protocol):
    """config.py, as far as the core reads it."""

    N: int
    PIN_ADDRESS: tuple[int, ...]
    PIN_ENABLE: tuple[int, ...]
    PIN_SIG: tuple[int, ...]
    PIN_HALF: int
    PIN_RAIL_OFF: int
    PIN_BUTTON: int
    MUXES: tuple[tuple[str, ...], ...]
    OCCUPIED_PERMILLE: int
    TALL_OCCUPIED_PERMILLE: int
    DALLED_PERMILLE: int
    EMPTY_PERMILLE: int
    SCAN_MS: int
    DEBOUNCE_SCANS: int
    CODE_LOW: int
    CODE_HIGH: int
    CODE_GND_MAX: int
    CODE_RAIL_MIN: int
    CODE_HALF_MIN: int
    CODE_HALF_MAX: int
    CALIBRATE_SCANS: int
    CALIBRATE_OFFSET_MAX: int
    DICE_LEDS: int
    HOLE_LEDS: int
    DICE_RGB_MAX: int
    HOLES_RGB_MAX: int
    COLOUR_A: Colour
    COLOUR_M: Colour
    COLOUR_B: Colour
    FRAME_MS: int
    STABLE_MS: int
    BUTTON_MS: int
    LONG_MS: int
    MENU_MS: int
    ROLL_MS: int
    POINT_MS: int

class Store(Protocol):
    """Files by plain names: companion.storage.journal."""

    def read(self, name: str, most: int = ...) -> bytes | None: ...
    def append(self, name: str, data: bytes, was: Was = None) -> bool: ...
    def replace(self, name: str, data: bytes, was: Was = None) -> bool: ...
    def rename(self, name: str, new: str) -> None: ...
    def fits(self, name: str, was: Was) -> bool: ...

class Ahead(Protocol):
    """A store that erases ahead."""

    def wants(self, name: str, size: int) -> int: ...
    def ahead(self) -> None: ...

class Files(Store, Protocol):
    def remove(self, name: str) -> None: ...
    def free(self) -> int: ...

class Flash(Protocol):
    """A block device of whole sectors."""

    def ioctl(self, op: int, arg: int) -> int | None: ...
    def writeblocks(self, block: int, buffer: bytearray, offset: int) -> Any: ...
