"""The board's program: the companion's application on the Pico's drivers.

It runs from power-on until Ctrl-C on the USB console, which gives the REPL; `mpremote reset` starts it again. A
config.py in the board's file system takes precedence over the one built in; settings and game are kept beside it.
"""

import gc
import os

try:
    os.stat("lib/companion")
    gc.threshold(16384)  # modules loaded from files would leave the heap in pieces too small for the last of them
except OSError:
    pass  # they are built in

import config  # noqa: E402
from companion.app import App  # noqa: E402
from companion.game.dice import Dice  # noqa: E402
from picohw.pico import Pico  # noqa: E402

gc.threshold(-1)  # in play the loop says when


def ring_store(files, flash):
    """The store of a board that has flash set apart for the saved game."""
    from companion.storage.logstore import LogStore
    from companion.storage.ring import Ring

    return LogStore(files, Ring(flash, memoryview(flash)))


Pico(config, ring_store).run(App, Dice)
