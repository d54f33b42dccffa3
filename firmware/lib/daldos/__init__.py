"""The engine of Daldøs: board, rules, legal turns, games and their records. Pure: no I/O, no clock. See docs/engine.md.

>>> from daldos import Game
>>> game = Game("danish")
>>> game.opening_throw(2, 4); game.opening_throw(1, 3); game.throw(1, 2)
>>> [turn.text for turn in game.turns()]
['A1-M3']

A player is `"A"` or `"B"`; where tables are indexed by the player, in `daldos.state` and below, a side is 0 or 1.
"""

from daldos.errors import DaldosError
from daldos.game import OPENING, OVER, PLAY, THROW, Game, GameError
from daldos.geometry import HoleError
from daldos.position import Position, PositionError, Turn
from daldos.rules import OPTIONS, RULESETS, Rules, RulesError
from daldos.throws import DiceError, Throw
from daldos.turns import TurnError

__version__ = "1.1.0-dev"  # of engine and companion: `hello`, package.json, `daldos --version` and the wheels have it

__all__ = (
    "OPENING", "OPTIONS", "OVER", "PLAY", "RULESETS", "THROW", "DaldosError", "DiceError", "Game", "GameError",
    "HoleError", "Position", "PositionError", "Rules", "RulesError", "Throw", "Turn", "TurnError", "__version__",
)  # fmt: skip
