"""Which turns of a game cost most: cells for a notebook, or run as it is: python examples/analysis.py RECORD

RECORD is a text as `daldos.record` reads it; without one, it analyses a game of two random players.
"""

# %%
import sys

from daldos import Rules
from daldos.ai.logistic import ONE, chance_of
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.selfplay import play_game
from daldos.turns import legal_turns

if sys.argv[1:]:
    with open(sys.argv[1], encoding="utf-8") as file:
        game = read_records(file.read())[0][1]
else:
    game = play_game(Rules("norwegian"), Xorshift32(7))

# %% The chance of each result by the net, and how far the turn played is behind the best.
opponent = opponent_for(game.rules)
lost = []
for number, turn in enumerate(game, 1):
    legal = legal_turns(turn.position)
    logits: list[int] = []
    for _ in opponent.values(turn.position, legal, logits):
        pass
    chances = {t.packed: chance_of(logit) / ONE for t, logit in zip(turn.position.turns(), logits, strict=True)}
    texts = {t.packed: t.text for t in turn.position.turns()}
    best = max(chances, key=lambda packed: chances[packed])
    if turn.packed in chances:
        lost.append((chances[best] - chances[turn.packed], number, turn, texts[best]))

# %%
for loss, number, turn, best in sorted(lost, key=lambda row: -row[0])[:5]:
    print(f"turn {number}, {turn.player} {turn.throw}: {turn} costs {loss:.1%}; {best} was best")
