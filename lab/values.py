"""Find a relative's values (daldos.ai.material), in 1024ths, from games of two greedy players

Each position after a turn says who has won in the end; the weights are the maximum of that likelihood.

    python -m lab values --rules vuovdaguoika --games 300
"""

from math import exp, log

from daldos.ai.baselines import best_of, greedy
from daldos.ai.logistic import LOGIT
from daldos.ai.material import terms_of
from daldos.prng import Xorshift32
from daldos.selfplay import play_game
from lab.arguments import parser as parser_of
from lab.arguments import positive

STEPS = 12  # of Newton's method
RIDGE = 1e-3  # a term that never differs keeps the weight 0


def examples(rules, games: int, seed: int) -> list:
    """(terms, won) of each position after a turn, as the mover sees it."""
    found = []
    for number in range(games):
        stream = Xorshift32(seed + number)
        game = play_game(rules, stream, lambda game, dice: best_of(game.position, game.legal, greedy, dice))
        for turn in game:
            then = turn.after()
            if not then.winner:
                terms = terms_of(rules, then.cells, turn.position.side, turn.again)
                found.append((tuple(term / LOGIT for term in terms), turn.player == game.winner))
    return found


def fitted(found: list) -> tuple[list[float], float]:
    """The weights, and the mean of the logarithm of the chance given to what happened."""
    count = len(found[0][0])
    weights = [0.0] * count
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        curve = [[RIDGE * (j == k) for k in range(count)] for j in range(count)]
        loss = 0.0
        for terms, won in found:
            chance = 1 / (1 + exp(-sum(w * x for w, x in zip(weights, terms, strict=True))))
            loss -= log(max(1e-12, chance if won else 1 - chance))
            for j in range(count):
                slope[j] += (won - chance) * terms[j]
                for k in range(count):
                    curve[j][k] += chance * (1 - chance) * terms[j] * terms[k]
        step = solved(curve, slope)
        weights = [w + x for w, x in zip(weights, step, strict=True)]
    return weights, loss / len(found)


def solved(rows: list, right: list) -> list[float]:
    """The solution of these linear equations."""
    size = len(right)
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda row: abs(table[row][k]))
        table[k], table[pivot] = table[pivot], table[k]
        table[k] = [value / table[k][k] for value in table[k]]
        for row in range(size):
            if row != k:
                table[row] = [a - table[row][k] * b for a, b in zip(table[row], table[k], strict=True)]
    return [row[-1] for row in table]


def main(arguments=None) -> None:
    """Print the values."""
    parser = parser_of("values", __doc__)
    parser.add_argument("--games", type=positive, default=300, help="how many (default %(default)s)")
    args = parser.parse_args(arguments)
    found = examples(args.rules, args.games, args.seed)
    weights, loss = fitted(found)
    print("(%s)" % ", ".join("%d" % round(1024 * weight) for weight in weights))
    print("%d positions, loss %.4f" % (len(found), loss))
