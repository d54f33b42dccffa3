"""What the game is like, in figures, as the page docs/figures.md: python -m lab game_figures > docs/figures.md

Counted over games of the kernel: of level 5 against itself for what the game is like, of the others to compare with.
"""

import math
import sys

from daldos.rules import RULESETS, Rules, parse_rules
from lab.arguments import parser, positive
from lab.brain.kernel import kernel, player

HEAD = """\
# What the game is like

Written by `python3 -m lab game_figures --games {games}`; do not edit. Games of level 5 against itself unless
another player is named, {games} for each ruleset and player; after ± the standard error. Shares in percent.
"""
ADVICE = """\
Means of positions after a turn. *Near the prow*: the share of dalled pieces in the last quarter of the middle row.
*Risk* and *threat*: own pieces that the enemy's next throw could hit, and the enemy's that an own one could, two a
throw at most. *Dalled*: the share of a player's pieces that are dalled after so many of its turns.
"""
AGES = (5, 10, 20, 40)  # own turns


def rate(count: int, games: int, digits: int = 1) -> str:
    """A share in percent with its standard error."""
    share = count / games
    return f"{100 * share:.{digits}f} ± {100 * math.sqrt(share * (1 - share) / games):.{digits}f}"


def quantile(histogram: list, share: float) -> int:
    """The value below or at which that share of the counts lies."""
    left = share * sum(histogram)
    for value, count in enumerate(histogram):
        left -= count
        if left <= 0:
            return value
    return len(histogram) - 1


def mean(histogram: list) -> tuple[float, float]:
    """The mean of a histogram's values, and its standard error."""
    count = sum(histogram)
    middle = sum(value * number for value, number in enumerate(histogram)) / count
    spread = sum(number * (value - middle) ** 2 for value, number in enumerate(histogram)) / max(1, count - 1)
    return middle, math.sqrt(spread / count)


class Surveys:
    """Figures of one ruleset."""

    def __init__(self, rules: Rules, games: int, seed: int):
        self.rules = rules
        self.games = games
        self._seed = seed
        self._kernel = kernel(rules)
        self.own = self.survey("5")

    def survey(self, name: str) -> dict:
        """Games of that player against itself."""
        print(f"{self.rules.text}: {name} against itself", file=sys.stderr, flush=True)
        return self._kernel.survey(player(self.rules, name), self.games, self._seed)

    def wins(self, first: str, second: str) -> int:
        """Games that the first of two wins."""
        return self._kernel.match(player(self.rules, first), player(self.rules, second), self.games, self._seed)[0]


def games_table(found: list[Surveys]):
    """Length, beginner's edge, legal turns."""
    yield "## Games\n"
    yield "| ruleset | throws a game | median, 95 % | beginner wins | lost turns | legal turns: median, 95 %, most |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for one in found:
        own = one.own
        length, error = mean(own["lengths"])
        lengths, turns = own["lengths"], own["turns"]
        most = max(k for k, count in enumerate(turns) if count)
        yield (
            f"| {one.rules.text} | {length:.1f} ± {error:.1f} | {quantile(lengths, 0.5)}, {quantile(lengths, 0.95)}"
            f" | {rate(own['beginner_won'], one.games)} | {100 * own['lost'] / own['throws']:.1f}"
            f" | {quantile(turns, 0.5)}, {quantile(turns, 0.95)}, {most} |"
        )
    yield ""


def luck_table(found: list[Surveys]):
    """How often the better player wins."""
    pairs = (("5", "careful"), ("5", "greedy"), ("5", "random"))
    yield "## Luck\n"
    yield "How often level 5 wins: what is short of 100 against a weaker player is luck.\n"
    yield "| ruleset | " + " | ".join(f"against {second}" for _, second in pairs) + " |"
    yield "| --- " * (len(pairs) + 1) + "|"
    for one in found:
        cells = [rate(one.wins(first, second), one.games) for first, second in pairs]
        yield f"| {one.rules.text} | " + " | ".join(cells) + " |"
    yield ""


def advice_table(one: Surveys):
    """What the sources advise, on the play of the strongest level and of others."""
    board = one.rules.board
    middle, enemy = board.start[1], board.start[2]
    prow = range(enemy - board.length[1] // 4, enemy)
    yield f"## What the sources advise, {one.rules.text}\n"
    yield ADVICE
    yield "| player | near the prow | risk | threat | " + " | ".join(f"dalled, turn {k}" for k in AGES) + " |"
    yield "| --- " * (4 + len(AGES)) + "|"
    figures = {}
    for name in ("random", "greedy", "careful", "5"):
        own = one.own if name == "5" else one.survey(name)
        seats = sum(own["seats"])
        near = sum(own["seats"][hole] for hole in prow) / seats
        risk, threat = own["risk"] / own["throws"], own["threat"] / own["throws"]
        dalled = [own["dalled"][k - 1] / max(1, own["pieces"][k - 1]) for k in AGES]
        figures[name] = (near, risk, threat, dalled)
        shown = " | ".join(f"{100 * share:.0f}" for share in dalled)
        yield f"| {name if name != '5' else 'level 5'} | {100 * near:.1f} | {risk:.3f} | {threat:.3f} | {shown} |"
    captured = one.own["captured"]
    total = sum(captured)
    rows = (sum(captured[:middle]), sum(captured[middle:enemy]), sum(captured[enemy:]))
    at_prow = sum(captured[hole] for hole in prow)
    yield ""
    yield (
        "Of level 5's captures {:.0f} % are in its home row, {:.0f} % in the middle row ({:.0f} % in its last quarter),"
        " {:.0f} % in the enemy's row.".format(*(100 * count / total for count in (*rows[:2], at_prow, rows[2])))
    )
    yield ""
    yield from advice(figures, len(prow) / board.loop)


def advice(figures: dict, even: float):
    """Each piece of advice, seen in level 5's play or not."""
    near, risk, threat, dalled = figures["5"]
    others = [figures[name] for name in ("random", "greedy", "careful")]
    seen = {True: "seen", False: "not seen"}
    waits = near > even and near > max(other[0] for other in others)
    yield "| advice | in level 5's play |"
    yield "| --- | --- |"
    yield f"| wait near the prow for what must pass | {seen[waits]}: {100 * near:.1f} %, if even {100 * even:.1f} % |"
    ratios = [other[2] / other[1] for other in others]
    behind = threat / risk > max(ratios)
    yield (
        f"| stay behind the enemy | {seen[behind]}: threat is {threat / risk:.2f} times risk, of the others at most"
        f" {max(ratios):.2f} |"
    )
    holds = dalled[1] < min(other[3][1] for other in others)
    yield (
        f"| do not dal all pieces at once | {seen[holds]}: {100 * dalled[1]:.0f} % dalled after ten turns, of the"
        f" others at least {100 * min(other[3][1] for other in others):.0f} % |"
    )
    yield ""


def main() -> None:
    """Print the page."""
    top = parser("game_figures", __doc__)
    top.add_argument("--games", type=positive, default=2000)
    args = top.parse_args()
    found = [Surveys(parse_rules(name), args.games, args.seed) for name, _ in RULESETS]
    print(HEAD.format(games=args.games))
    for lines in (games_table(found), luck_table(found), advice_table(found[0])):
        for line in lines:
            print(line)
