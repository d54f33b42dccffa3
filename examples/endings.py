"""The exact chance in a solved ending, and what each turn keeps of it: python examples/endings.py [POSITION]

The tables are a byte a position, with up to two pieces a side, all dalled and out of their home rows.
"""

import sys
from pathlib import Path

from daldos import Position
from daldos.ai.endings import Endings

TABLES = Path(__file__).resolve().parents[1] / "host/ai/endings"
position = Position.parse((sys.argv[1:] or ["..B........./A..B......A./............ A 13"])[0], "naesheim")
endings = Endings(position.rules, (TABLES / "naesheim.bin").read_bytes())


def chance(position: Position, player: str) -> float:
    """The chance of a player in a position before its throw."""
    step = endings.step(position.cells, position.side)
    if step < 0:
        raise ValueError("%s: not solved" % position.text())
    thrower = (2 * step + 1) / 512
    return thrower if position.player == player else 1 - thrower


print("before the throw: %.1f %%" % (100 * chance(position, position.player)))
for turn in position.turns():
    left = 1.0 if turn.wins else chance(turn.after(), position.player)
    print("%-12s %.1f %%" % (turn, 100 * left))
