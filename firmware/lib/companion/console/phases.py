"""The modes of the board, the phases of a game, and their names on the console.

The phases are the engine's, and `setup`: the board is being set up before play goes on.
"""

from daldos.game import OPENING as OPENING
from daldos.game import OVER as OVER
from daldos.game import PLAY as PLAY
from daldos.game import THROW as THROW

GAME, ROLLER, WOODEN, DIAGNOSE, SOLO, FAR = 0, 1, 2, 3, 4, 5
MODES = ("game", "roller", "wooden", "diagnose", "solo", "far")
LEVELS = 6  # the opponent's, 1 ... LEVELS; the last takes a Pico seconds, so that its menu ends with HINTING
HINTING = 5  # the level that hints
SETUP = 4
THERE, ABSENT, FOUND = 0, 1, 2  # the sensors: without them the board is dice alone; found: offered, but not yet used
PHASES = ("opening", "throw", "play", "over", "setup")  # by their numbers
