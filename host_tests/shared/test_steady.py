"""A board at rest allocates nothing: each rest below runs with MicroPython's heap locked.

CPython has no such lock; there the same rests show that a resting board says nothing.
"""

import sys

import desk as desks
from desk import START
from here import SLOTS, heap_lock, heap_unlock


class Throws:
    """Entropy for known throws, eight per word: faces 0 ... 3 for dal ... 4, two bits per die, the first lowest."""

    def __init__(self, faces):
        self.word = 0
        for k in range(16):
            self.word |= faces[k % len(faces)] << 2 * k

    def __call__(self):
        return self.word


def Desk(faces=(3, 3, 0, 1, 0, 1, 1, 1), occupancy=START):
    """A desk with these throws, its pieces set up."""
    return desks.Desk(Throws(faces), occupancy)


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
    desk.rests("dice", 3000)  # a piece in the hand is not a mistake yet
    desk.wait(3000)
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
    # A throws 44 and B 12: B, played by the board, begins.
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
    desk.rests("offer")  # with what stands
