"""A tape of all the companion's input on the host, and its player, which also runs on MicroPython.

    micropython tape.py TAPE SEED       # prints the output, then the resulting journal
    micropython tape.py                 # does so for each line `TAPE SEED` that it is given

A tape has lines of JSON, each a list: a method of the app, and what it was called with, bytes in base64. Between them
`throws`: the next throws, before the seed's; `pull`: what the next pull test finds; `file`: the new contents of a file
that was changed while the plug was out, null if it is gone; `dalled`: the board sees the dal.
"""

import gc
import json
import sys
from array import array
from binascii import a2b_base64

import config
from companion.app import App
from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from companion.storage.own_config import with_own
from daldos.prng import Xorshift32
from daldos.throws import LONG_DICE


def lines_of(tape):
    """The lines of an open file; MicroPython itself would read it byte by byte."""
    rest = b""
    while more := tape.read(1 << 14):
        *lines, rest = (rest + more).split(b"\n")
        yield from lines


def play(tape, seed: int, told) -> MemoryStore:
    """Play a tape, an open file, into a new App; `told` is called with each line of its output."""
    store = MemoryStore()
    entropy = Xorshift32(seed).next
    throws, pulls = [], []  # what is thrown and found next, before what chance and board have
    app = None
    config.DALLED = False
    for line in lines_of(tape):
        kind, *given = json.loads(line)
        if kind == "start":
            own, _ = with_own(config, store, exec)
            dice = Dice(entropy)
            thrown = dice.throw
            dice.throw = lambda table=LONG_DICE, thrown=thrown: table.of(throws.pop(0)) if throws else thrown(table)
            app = App(own, store, dice, told, "tape")
            now, bare = given
            app.service.bootsel = lambda: None  # the plug is out then, until the next `start`
            if not bare:
                app.monitor.pulls.test = lambda: [tuple(pull) for pull in pulls.pop(0)]
            app.start(now, bare)
        elif kind == "receive":
            app.receive(given[0], a2b_base64(given[1]))
        elif kind in ("step", "look"):
            now, scan, *rest = given
            getattr(app, kind)(now, array("H", a2b_base64(scan)) if scan else None, *rest)
        elif kind == "throws":
            throws[:] = [tuple(throw) for throw in given[0]]
        elif kind == "pull":
            pulls.append(given[0])
        elif kind == "dalled":
            config.DALLED = True
        elif given[1] is None:  # a file
            del store.files[given[0]]
        else:
            store.files[given[0]] = a2b_base64(given[1])
    return store


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
