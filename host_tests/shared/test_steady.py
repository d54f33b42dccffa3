"""A board on which nothing happens allocates nothing: each rest below runs with MicroPython's heap locked.

CPython has no such lock; there the same rests show that a resting board says nothing.
"""

import gc
import sys
from array import array

import config
from companion.app import App
from companion.game.dice import Dice
from companion.lights import scene
from companion.sensing.wiring import hole_names, hole_slots
from companion.storage.memory import MemoryStore

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        pass

    def heap_unlock():
        pass


NAMES = hole_names(config)
SLOTS = hole_slots(config)
START = "A" * 16 + "." * 17 + "B" * 16
CODES = {"A": 2900, ".": 2048, "B": 1200}
REST_MS = 4000  # several turns of every picture of the lights


class Throws:
    """Entropy that makes known throws of eight each: faces 0 ... 3 for dal ... 4, two bits a die, the first lowest."""

    def __init__(self, faces):
        self.word = 0
        for k in range(16):
            self.word |= faces[k % len(faces)] << 2 * k

    def __call__(self):
        return self.word


class Desk:
    """An app, its scan and its clock."""

    def __init__(self, faces=(3, 3, 0, 1, 0, 1, 1, 1), occupancy=START):
        self.lines = []
        self.now = 0
        self.scan = array("H", [2048] * 65)
        for q in range(4):
            self.scan[q * 16] = 5
            self.scan[q * 16 + 1] = 4095
        self.put(occupancy)
        self.down = False
        self.app = App(config, MemoryStore(), Dice(Throws(faces)), self.lines.append, "test")
        self.app.start(0)
        self.wait(1000)

    def put(self, occupancy):
        for hole in range(49):
            self.scan[SLOTS[hole]] = CODES[occupancy[hole]]

    def move(self, *names):
        """Set holes: "A1." empties A1, "M3A" puts a piece of A's to M3."""
        for name in names:
            self.scan[SLOTS[NAMES.index(name[:-1])]] = CODES[name[-1]]
        self.wait(1000)

    def wait(self, ms):
        for _ in range(ms // config.SCAN_MS):
            self.now += config.SCAN_MS
            self.app.step(self.now, self.scan, self.down)

    def press(self, ms=100):
        self.down = True
        self.wait(ms)
        self.down = False
        self.wait(5000)

    def rests(self, kind):
        """The lights say `kind`, and the board rests REST_MS without a line, without an allocation."""
        assert scene.NAMES[self.app.scene.kind] == kind, scene.NAMES[self.app.scene.kind]
        said = len(self.lines)
        gc.collect()
        app, scan, now = self.app, self.scan, self.now
        step, end = app.step, now + REST_MS
        heap_lock()
        try:
            while now < end:
                now += 10
                step(now, scan, False)
        finally:
            heap_unlock()
        self.now = now
        assert len(self.lines) == said, self.lines[said:]


def test_the_lock_finds_an_allocation():
    heap_lock()
    try:
        bytearray(100)
        locked = False
    except MemoryError:
        locked = True
    heap_unlock()
    assert locked == (sys.implementation.name == "micropython")


def test_waiting_for_the_opening_throws():
    Desk().rests("opening")


def test_setting_up():
    Desk(occupancy="." + START[1:16] + ".......A........." + START[33:]).rests("setup")


def test_an_empty_board():
    Desk(occupancy="." * 49).rests("setup")


def test_throw_dice_turn_and_end_of_it():
    desk = Desk()
    desk.press()
    desk.press()
    desk.rests("throw")
    desk.press()
    desk.rests("dice")
    desk.move("A1.")
    desk.rests("guide")
    desk.move("M1A")
    desk.rests("partial")
    desk.move("M1.", "M2A")
    desk.rests("guide")
    desk.move("M2.", "M3A")
    desk.rests("ready")
    desk.press()
    desk.rests("lost")
    desk.press(1000)
    desk.rests("undo")


def test_dice_of_b_wink():
    desk = Desk(faces=(0, 1, 3, 3, 0, 1, 0, 1))
    for _ in range(3):
        desk.press()
    desk.rests("dice")


def test_a_press_that_shows_what_can_be_played():
    desk = Desk()
    for _ in range(3):
        desk.press()
    desk.down = True
    desk.wait(100)
    desk.down = False
    desk.wait(200)
    desk.rests("guide")


def test_a_new_game_offered():
    desk = Desk()
    for _ in range(3):
        desk.press()
    desk.move("A1.", "M3A")
    desk.press()
    desk.move("A1A", "M3.")
    desk.rests("offer")


def test_menu_and_modes():
    desk = Desk()
    desk.down = True
    desk.wait(4500)
    desk.down = False
    desk.wait(100)
    desk.rests("menu")
    for mode, kind in (("roller", "roller"), ("wooden", "throw"), ("diagnose", "diagnose")):
        desk.app.receive(desk.now, b'{"do": "mode", "mode": "' + mode.encode() + b'"}\n')
        desk.wait(1000)
        desk.rests(kind)
        if mode == "wooden":
            desk.press()
            desk.rests("wooden")


def test_a_dead_sensor_and_a_board_that_cannot_be_seen():
    desk = Desk()
    desk.scan[SLOTS[8]] = 5
    desk.wait(6000)
    desk.rests("opening")
    for hole in range(12):
        desk.scan[SLOTS[hole]] = 5
    desk.wait(6000)
    desk.rests("fault")


def test_a_board_without_sensors():
    desk = Desk()
    desk.app.receive(0, b'{"do": "mode", "mode": "roller"}\n')
    desk.scan = None
    desk.press()
    desk.rests("dice")


def test_alone_against_the_board():
    # A throws 44 and B 12: B begins, whose turn is the board's.
    desk = Desk(faces=(3, 3, 0, 1, 0, 2, 1, 1))
    desk.app.receive(0, b'{"do": "mode", "mode": "solo"}\n')
    desk.press()
    desk.rests("throw")
    desk.press()
    desk.rests("dice")
    desk.move("A1.", "M4A")
    desk.rests("ready")
    desk.press()
    desk.rests("lost")
    desk = Desk(faces=(0, 1, 3, 3, 0, 0, 0, 2))
    desk.app.receive(0, b'{"do": "mode", "mode": "solo"}\n')
    desk.press()
    desk.wait(3000)
    desk.rests("lead")
    desk.move("B1.")
    desk.rests("lead")
    desk.move("M9B")
    desk.rests("guide")


def test_a_throw_of_the_boards_that_has_to_wait():
    desk = Desk(faces=(0, 1, 3, 3))
    desk.app.receive(desk.now, b'{"do": "mode", "mode": "solo"}\n')
    desk.down = True
    desk.wait(100)
    desk.down = False
    desk.wait(200)
    desk.move("A1.")
    desk.wait(3000)
    desk.rests("guide")
