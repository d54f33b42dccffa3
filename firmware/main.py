"""The board's program: the companion's application on the Pico's drivers.

It runs from power-on until Ctrl-C on the USB console, which gives the REPL; `mpremote reset` starts it again. Rows of a
config.py in the board's file system stand over those built in; settings and game are kept beside it.
"""

import os
import sys

from _rp2 import Flash
from flashmap import LOG_BYTES

path = sys.path[:]
sys.path[:] = [".frozen"]  # no config.py or other module in the file system; to look there takes 25 ms at the start
import config  # noqa: E402
from companion.app import App  # noqa: E402
from companion.game.dice import Dice  # noqa: E402
from companion.storage.logstore import LogStore  # noqa: E402
from companion.storage.own_config import with_own  # noqa: E402
from companion.storage.ring import Ring  # noqa: E402
from picohw.pico import Pico  # noqa: E402
from picohw.store import FileStore  # noqa: E402

flash = Flash(start=0, len=LOG_BYTES)
store = LogStore(FileStore(os, "/"), Ring(flash, memoryview(flash)))
try:
    Pico(*with_own(config, store, exec), store).run(App, Dice)
finally:
    sys.path[:] = path  # for the REPL
