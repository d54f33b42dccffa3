"""The engine of Daldøs: board, rules, legal turns, games and their records. Pure: no I/O, no clock. See docs/engine.md.

>>> from daldos import Game
>>> game = Game("danish")
>>> game.open(2, 4); game.open(1, 3); game.throw(1, 2)
>>> [turn.text for turn in game.moves()]
['A1-M3']
"""

from daldos.game import Game as Game
from daldos.position import Position as Position
from daldos.rules import Rules as Rules
