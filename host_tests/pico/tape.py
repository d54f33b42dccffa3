"""A tape of all that came into the companion on the host, and its player, which runs on MicroPython as well.

    micropython tape.py TAPE SEED       # prints the journal that the tape leaves, and what was said

A tape is a row of entries: a letter, the length of what follows in two bytes, and that. `S`: a step, the button's level
and the 65 codes. `C`: a closer look, the ms since the step, and the codes. `L`: a line received. `I`: the plug is put
in, at a time in ms. `O`: it is pulled.
"""

import sys
from array import array

import config
from companion.app import App
from companion.play.dice import Dice
from companion.play.memory import MemoryStore
from daldos.prng import Xorshift32

TICKS = 1 << 30


def play(tape, seed: int, told) -> MemoryStore:
    """Play a tape, an open file, into an App of its own; `told` is given each line that it says."""
    store = MemoryStore()
    entropy = Xorshift32(seed).next
    app = None
    now = 0
    while True:
        head = tape.read(3)
        if not head:
            return store
        kind, data = head[:1], tape.read(head[1] << 8 | head[2])
        if kind == b"I":
            now = int(data)
            app = App(config, store, Dice(entropy), told, "tape")
            app.start(now % TICKS)
        elif kind == b"O":
            app = None
        elif kind == b"L":
            app.receive(now % TICKS, data)
        elif kind == b"C":
            app.look((now + data[0]) % TICKS, array("H", data[1:]))
        elif kind == b"S":
            now += config.SCAN_MS
            app.step(now % TICKS, array("H", data[1:]), data[0] == 1)


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        files = play(file, int(sys.argv[2]), lambda line: print(line.decode(), end="")).files
    print("JOURNAL")
    print(files["game"].decode(), end="")
