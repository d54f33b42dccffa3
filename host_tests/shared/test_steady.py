"""A board at rest allocates nothing: each rest below runs with MicroPython's heap locked.

CPython has no such lock; there the same rests show that a resting board says nothing.
"""

import sys

from companion.lights.scene import NAMES as LIGHTS
from desk import START, Desk
from here import SLOTS, heap_lock, heap_unlock


class Throws:
    """Entropy for known throws, eight per word: faces 0 ... 3 for dal ... 4, two bits per die, the first lowest."""

    def __init__(self, faces):
        self.word = 0
        for k in range(16):
            self.word |= faces[k % len(faces)] << 2 * k

    def __call__(self):
        return self.word


A_BEGINS, B_BEGINS = (3, 3, 0, 1, 0, 1, 1, 1), (0, 1, 3, 3, 0, 1, 0, 1)  # then 12 to play
RESTS = (  # what rests -> throws, the board, and deeds; a kind of lights is a rest that shows it
    ("waiting for the opening throws", A_BEGINS, START, "opening"),
    ("setting up", A_BEGINS, "." + START[1:16] + ".......A........." + START[33:], "setup"),
    ("an empty board", A_BEGINS, "." * 49, "setup"),
    # a piece in the hand is not a mistake yet
    ("throw and dice", A_BEGINS, START, "press press throw press dice A1. dice:3000 wait:3000 guide"),
    (
        "turn and end of it",
        A_BEGINS,
        START,
        "press press press A1. M1A partial M1.,M2A guide M2.,M3A ready press lost press:1000 undo",
    ),
    ("dice of B wink", B_BEGINS, START, "press press press dice"),
    ("a press that shows what can be played", A_BEGINS, START, "press press press down:100 up:200 guide"),
    ("a new game offered", A_BEGINS, START, "press press press A1.,M3A press A1A,M3. offer"),
    ("the menu", A_BEGINS, START, "down:4500 up:100 menu"),
    (
        "modes",
        A_BEGINS,
        START,
        "mode:roller wait:1000 roller mode:wooden wait:1000 throw press wooden mode:diagnose wait:1000 diagnose",
    ),
    ("a dead sensor", A_BEGINS, START, "dead:9 wait:6000 opening"),
    ("a board that cannot be seen", A_BEGINS, START, "dead:1,2,3,4,5,6,7,8,9,10,11,12 wait:6000 fault"),
    ("a board without sensors", A_BEGINS, START, "mode:roller blind press dice"),
    # A throws 44 and B 12: B, played by the board, begins
    ("alone, second", (3, 3, 0, 1, 0, 2, 1, 1), START, "mode:solo press throw press dice A1.,M4A ready press lost"),
    ("alone, first", (0, 1, 3, 3, 0, 0, 0, 2), START, "mode:solo press wait:3000 lead B1. lead M9B guide"),
    # a walk that has explained that it waits, and one in doubt of what it reads
    ("a walk that waits for a piece", A_BEGINS, "." * 49, "do:walk wait:1500 A1A A1. A2A A2. wait:12000 setup"),
    ("a walk that waits for an answer", A_BEGINS, "." * 49, "do:walk wait:1500 A2A wait:10000 guide"),
    ("calibrating", A_BEGINS, "." * 49, "do:calibrate wait:20 calibrate:200"),
    # with what stands
    ("a throw of the board's that has to wait", (0, 1, 3, 3), START, "mode:solo down:100 up:200 A1. wait:3000 offer"),
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
    for name, faces, occupancy, deeds in RESTS:
        print(name)
        desk = Desk(Throws(faces), occupancy)
        for deed in deeds.split():
            do(desk, deed)
