"""Thinking a slice at a time, as the board does: what else there is to do is done between two slices.

python examples/thinking.py
"""

import time

from daldos import Position
from daldos.ai.nets import opponent_for
from daldos.ai.opponent import Thought
from daldos.prng import Xorshift32

position = Position.parse("....AaAa.aAA.A../.A..A.B..A...BA../.bbAB.bBb.bABb.. A 24")
thought = Thought(opponent_for(position.rules), position, 5, Xorshift32(1))
slices, longest_ms = 1, 0.0
while True:
    start = time.perf_counter()
    done = thought.step()
    longest_ms = max(longest_ms, 1000 * (time.perf_counter() - start))
    if done:
        break
    slices += 1  # here a board scans its sensors and moves its lights
turn = next(turn for turn in position.turns() if turn.packed == thought.turn)
print("%s after %d slices, the longest of %.1f ms" % (turn, slices, longest_ms))
