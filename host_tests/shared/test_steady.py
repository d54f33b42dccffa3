"""A board at rest allocates nothing: each rest below runs with MicroPython's heap locked.

CPython has no such lock; there the same rests show that a resting board says nothing.
"""

import sys

import config
from companion.app import App
from companion.game.dice import Dice
from companion.lights.render import KINDS as LIGHTS
from companion.storage.memory import MemoryStore
from here import NAMES, SLOTS, blank, heap_lock, heap_unlock

START = "A" * 16 + "." * 17 + "B" * 16
CODES = {"A": 2900, ".": 2048, "B": 1200}


class Desk:
    """An app, its scan and its clock. entropy: of its dice."""

    def __init__(self, entropy, occupancy):
        self.lines = []
        self.now = 0
        self.scan = blank()
        for hole in range(49):
            self.scan[SLOTS[hole]] = CODES[occupancy[hole]]
        self.down = False
        self.app = App(config, MemoryStore(), Dice(entropy), self.lines.append, "test")
        self.app.start(self.now)
        self.wait(1000)

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

    def rests(self, kind, ms=4000):
        """Check that the lights show `kind`, and that the board stays silent and allocates nothing for several
        periods."""
        assert self.app.scene.kind == kind, self.app.scene.kind
        said = len(self.lines)
        app, scan, now = self.app, self.scan, self.now
        step, end = app.step, now + ms
        heap_lock()
        try:
            while now < end:
                now += 10
                step(now, scan, False)
        finally:
            heap_unlock()
        self.now = now
        assert len(self.lines) == said, self.lines[said:]


def throws(faces):
    """Entropy for known throws, eight per word: faces 0 ... 3 for dal ... 4, two bits per die, the first lowest."""
    word = sum([faces[k % len(faces)] << 2 * k for k in range(16)])
    return lambda: word


A_BEGINS, B_BEGINS = (3, 3, 0, 1, 0, 1, 1, 1), (0, 1, 3, 3, 0, 1, 0, 1)  # then 12 to play
# What rests, and deeds, of which a kind of lights is a rest that shows it; throws and board, if not the usual ones.
RESTS = (
    ("waiting for the opening throws", "opening"),
    ("setting up", "setup", A_BEGINS, "." + START[1:16] + ".......A........." + START[33:]),
    ("an empty board", "setup", A_BEGINS, "." * 49),
    # a piece in the hand is not a mistake yet
    ("throw and dice", "press press throw press dice A1. dice:3000 wait:3000 guide"),
    ("turn and end of it", "press press press A1. M1A partial M1.,M2A guide M2.,M3A ready press lost press:1000 undo"),
    ("dice that roll, and lie for a while", "down:100 up:100 roll:2000 wait:400 opening"),
    ("dice of B wink", "press press press dice", B_BEGINS, START),
    ("a press that shows what can be played", "press press press down:100 up:200 guide"),
    ("a new game offered", "press press press A1.,M3A press A1A,M3. offer"),
    ("the menu", "down:4500 up:100 menu"),
    ("modes", "mode:roller wait:1000 roller mode:wooden wait:1000 throw press wooden mode:diagnose wait:1000 diagnose"),
    ("a dead sensor", "dead:9 wait:6000 opening"),
    ("a board that cannot be seen", "dead:1,2,3,4,5,6,7,8,9,10,11,12 wait:6000 fault"),
    ("a board without sensors", "mode:roller blind press dice"),
    # A throws 44 and B 12: B, played by the board, begins
    ("alone, second", "mode:solo press throw press dice A1.,M4A ready press lost", (3, 3, 0, 1, 0, 2, 1, 1), START),
    ("alone, first", "mode:solo press wait:3000 lead B1. lead M9B guide", (0, 1, 3, 3, 0, 0, 0, 2), START),
    # a walk that has explained that it waits, and one in doubt of what it reads
    ("a walk that waits for a piece", "do:walk wait:1500 A1A A1. A2A A2. wait:12000 setup", A_BEGINS, "." * 49),
    ("a walk that waits for an answer", "do:walk wait:1500 A2A wait:10000 guide", A_BEGINS, "." * 49),
    ("calibrating", "do:calibrate wait:20 calibrate:200", A_BEGINS, "." * 49),
    # with what stands
    ("a throw of the board's that has to wait", "mode:solo down:100 up:200 A1. wait:3000 offer", (0, 1, 3, 3), START),
)


def do(desk, deed):
    """One deed of a table row; `A1.,M3A` sets holes."""
    word, _, value = deed.partition(":")
    if word == "press":
        desk.press(int(value or 100))
    elif word in ("wait", "down", "up"):
        desk.down = word == "down"
        desk.wait(int(value))
    elif word == "mode":
        desk.app.receive(desk.now, b'{"do": "mode", "mode": "%s"}\n' % value.encode())
    elif word == "do":
        desk.app.receive(desk.now, b'{"do": "%s"}\n' % value.encode())
    elif word == "dead":
        for number in value.split(","):
            desk.scan[SLOTS[int(number) - 1]] = 5
    elif word == "blind":
        desk.scan = None
    elif word in LIGHTS:
        desk.rests(word, int(value or 4000))
    else:
        desk.move(*word.split(","))


def test_the_lock_finds_an_allocation():
    heap_lock()
    try:
        bytearray(100)
        locked = False
    except MemoryError:
        locked = True
    heap_unlock()
    assert locked == (sys.implementation.name == "micropython")


def test_a_board_at_rest_allocates_nothing():
    for name, deeds, *others in RESTS:
        print(name)
        faces, occupancy = others or (A_BEGINS, START)
        desk = Desk(throws(faces), occupancy)
        for deed in deeds.split():
            do(desk, deed)
