"""A tape of all the companion's input on the host, and its player, which also runs on MicroPython.

    micropython tape.py TAPE SEED       # prints the output, then the resulting journal
    micropython tape.py                 # does so for each line `TAPE SEED` that it is given

A tape is a row of entries: a letter, the length of what follows in two bytes, and that. `S`: a step, the button's level
and the 65 codes, if there are sensors. `C`: a closer look, the ms since the step, and the codes. `L`: a line received.
`I`: the plug is put in, at a time in ms. `O`: it is pulled. `J`: time has passed without a step, to this time in ms.
`T`: the next throws, two bytes each, before the seed's. `P`: what the next pull test finds, as text. `F`: a file was
changed while the plug was out, its name, a zero, and what is in it; the name alone if it is gone. `D`: the board sees
the dal.
"""

import gc
import json
import sys
from array import array

import config
from companion.app import App
from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from companion.storage.own_config import with_own
from daldos.prng import Xorshift32

TICKS = 1 << 30


class ScriptedDice(Dice):
    """As the table's: `throws` first, then the entropy's."""

    def __init__(self, entropy, throws: list):
        super().__init__(entropy)
        self.throws = throws

    def throw(self) -> tuple:
        """Two dice, the lower first."""
        return self.throws.pop(0) if self.throws else super().throw()


def play(tape, seed: int, told) -> MemoryStore:
    """Play a tape, an open file, into a new App; `told` is called with each line of its output."""
    store = MemoryStore()
    entropy = Xorshift32(seed).next
    throws, pulls = [], []
    app = None
    bare = False
    now = 0
    config.DALLED = False
    while True:
        head = tape.read(3)
        if not head:
            return store
        kind, data = head[:1], tape.read(head[1] << 8 | head[2])
        if kind == b"I":
            now = int(data)
            own, _ = with_own(config, store, exec)
            app = App(own, store, ScriptedDice(entropy, throws), told, "tape")
            if pulls:
                app.pull_test = lambda: [tuple(pull) for pull in pulls.pop(0)]
            app.start(now % TICKS, bare)
            bare = False
        elif kind == b"O":
            app = None
        elif kind == b"J":
            now = int(data)
        elif kind == b"L":
            app.receive(now % TICKS, data)
        elif kind == b"C":
            app.look((now + data[0]) % TICKS, array("H", data[1:]))
        elif kind == b"S":
            now += config.SCAN_MS
            app.step(now % TICKS, array("H", data[1:]) if len(data) > 1 else None, data[0] == 1)
        elif kind == b"T":
            throws[:] = [(data[k], data[k + 1]) for k in range(0, len(data), 2)]
        elif kind == b"P":
            pulls.append(json.loads(data))
        elif kind == b"B":
            bare = True
        elif kind == b"D":
            config.DALLED = True
        elif kind == b"F":
            _put(store, *data.partition(b"\0"))


def _put(store: MemoryStore, name: bytes, zero: bytes, content: bytes) -> None:
    # A file's new contents; without the zero it was deleted.
    if zero:
        store.files[name.decode()] = content
    else:
        store.files.pop(name.decode(), None)


def print_tape(tape: str, seed: str) -> None:
    """Print what comes of a tape; of a crash, its traceback."""
    gc.collect()
    try:
        with open(tape, "rb") as file:
            files = play(file, int(seed), lambda line: print(line.decode(), end="")).files
        print("JOURNAL")
        print(files.get("game", b"").decode(), end="")
    except Exception as error:
        sys.print_exception(error)
    print("END")


if __name__ == "__main__":
    for line in [" ".join(sys.argv[1:])] if sys.argv[1:] else sys.stdin:
        print_tape(*line.split())
