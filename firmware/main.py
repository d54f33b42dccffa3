"""The board's program: the companion's application on the Pico's drivers.

It runs from power-on until Ctrl-C on the USB console, which gives the REPL; `mpremote reset` starts it again. A
config.py in the board's file system takes precedence over the one built in; settings and game are files beside it.
"""

import config
from companion.app import App
from companion.game.dice import Dice
from picohw.pico import Pico


def ring_store(files, flash):
    """The store of a board that has flash set apart for the saved game."""
    from companion.storage.logstore import LogStore
    from companion.storage.ring import Ring

    return LogStore(files, Ring(flash, memoryview(flash)))


Pico(config, ring_store).run(App, Dice)
