"""The drivers on MicroPython itself, where an allocation fails while the heap is locked. Run by test_picohw.py.

Prints the name of each check that has passed. The scan needs the chip's registers: the emulated Pico has them.
"""

import hashlib
import os
import sys
import time

import micropython

import config
from picohw.button import Button
from picohw.buzzer import Buzzer
from picohw.chip import RP2040
from picohw.entropy import Entropy
from picohw.heartbeat import Heartbeat
from picohw.loop import Loop
from picohw.pixels import Pixels
from picohw.serial import Serial
from picohw.store import FileStore, StoreError
from picohw.watchdog import Restarts, Watchdog


class Pin:
    def __init__(self, level=0):
        self.level = level

    def irq(self, handler):
        pass

    def value(self, level=None):
        if level is None:
            return self.level
        self.level = level


class Tone:
    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        pass


class Machine:
    """As much of `machine` as these drivers use. sent: the last frame of the LEDs."""

    def __init__(self):
        self.mem32 = {0x4005800C: 0}
        self.sent = None

    def WDT(self, timeout):
        return self

    def feed(self):
        pass

    def bitstream(self, pin, encoding, timing, data):
        self.sent = data


class Board:
    def __init__(self):
        self.machine = Machine()
        self.pixels = Pixels(self.machine, Pin(), 57)
        self.button = Button(Pin(1), time.ticks_us)
        self.heartbeat = Heartbeat(Pin())
        self.buzzer = Buzzer(Tone())
        typed = Typed(b"")
        self.serial = Serial(typed, None, typed.waiting, bool)
        self.watchdog = Watchdog(self.machine, RP2040, 4000)
        self.watchdog.start()
        self.restarts = Restarts(self.machine.mem32, RP2040)


class App:
    """Changes its pixels in every step."""

    unsure = 0

    def __init__(self):
        self.pixels = bytearray(range(171))

    def step(self, now, codes, down):
        self.pixels[0] = now & 0xFF
        return True


def check_loop_allocates_nothing():
    board = Board()
    board.serial.put(b"a line that nobody takes\n")
    loop = Loop(config, board, App(), time, int, False)
    loop.step(0)
    micropython.heap_lock()
    try:
        for now in range(70000):
            loop.step(now)
    finally:
        micropython.heap_unlock()
    assert bytes(board.machine.sent[:4]) == bytes((1, now & 0xFF, 2, 4)), board.machine.sent


def check_store():
    folder = sys.argv[1]
    store = FileStore(os, folder)
    assert store.read("game") is None
    store.append("game", b"one\n")
    assert store.append("game", b"two\n", (4, 4)) and not store.append("game", b"two\n", (4, 4))
    assert (store.read("game", 3), store.read("none", 3)) == (b"one", None)
    store.replace("other", b"", (0, 0))
    store.rename("other", "another")
    os.remove(folder + "/another")
    store.replace("settings.json", b"{}")
    store.replace("settings.json", b'{"mode": "game"}')
    with open(folder + "/game.new", "wb") as file:
        file.write(b"cut")
    again = FileStore(os, folder)
    assert (again.read("game"), again.read("settings.json")) == (b"one\ntwo\n", b'{"mode": "game"}')
    assert sorted(os.listdir(folder)) == ["game", "settings.json"]
    for writing in (FileStore.append, FileStore.replace):
        try:
            store = FileStore(os, folder)
            store._folder = folder + "/none/"
            writing(store, "game", b"x")
        except StoreError as error:
            assert str(error).startswith("game: cannot be written"), error
        else:
            raise AssertionError("written into a folder that is not there")


def check_entropy():
    entropy = Entropy(os.urandom, hashlib.sha256, time.ticks_us)
    words = [entropy() for _ in range(200)]
    assert len(set(words)) == 200 and 0 <= min(words) and max(words) < 1 << 32
    ones = sum([word >> bit & 1 for word in words for bit in range(32)])
    assert abs(ones - 3200) < 200, ones
    entropy.stir(time.ticks_us(), b"codes")


def check_ctrl_c():
    stream = Typed(b"ab\x03c\n\x03{}\n\r\x03\r\x01")
    serial = Serial(stream, None, stream.waiting, bool)
    got = b""
    try:
        while True:
            got += serial.read() or b""
    except KeyboardInterrupt:
        pass
    assert (got, stream.bytes[stream.at :]) == (b"ab\x03c\n\x03{}\n", b"\x01"), got


class Typed:
    def __init__(self, typed):
        self.bytes = typed
        self.at = 0

    def waiting(self):
        return self.at < len(self.bytes)

    def readinto(self, buffer):
        buffer[0] = self.bytes[self.at]
        self.at += 1


for check in (check_loop_allocates_nothing, check_store, check_entropy, check_ctrl_c):
    check()
    print(check.__name__)
