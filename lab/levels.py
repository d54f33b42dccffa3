"""What each level overlooks, and the most that a turn of its costs: python -m lab levels --games 2500

Each level plays against itself. Where more than LATE pieces are left, the best turn captures one, and every turn that
does not is worse by 3 points or more, it is counted how often the level leaves the piece: by the steps to it from its
captor, where a bend of the route is between them, and where both dice bring the captor. The judge of the reviews
judges each turn of a position with LATE pieces or fewer, and each that costs more than NOTED by level 5's look. The
exit status is 1 if one costs more than its level's bound.
"""

from collections import Counter

from daldos.ai.logistic import ONE
from daldos.ai.opponent import LATE
from daldos.packing import moves
from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.state import pieces
from daldos.turns import legal_turns
from host.ai import data, players
from host.ai.advice import Advice
from lab.arguments import parser, positive

WORTH = 0.03  # of chance: what a capture must be worth
NOTED = 0.015  # of chance
BOUNDS = (40, 35, 30, 25, 20)  # points: the most that a turn of each level may cost by the judge
LATE_BOUND = 50  # the same of any level, with LATE pieces or fewer
KINDS = ("1", "2", "3", "4", "5 to 8", "round a bend", "by both dice")


def taken(at: Position, turn: int) -> dict[int, list[str]]:
    """Hole of each piece captured -> which of KINDS it counts for."""
    found: dict = {}
    board, came = at.rules.board, {}
    for hole, to in moves(turn):
        start = came[to] = came.get(hole, hole)
        if at.cells[to] and to != hole and at.rules.board.size > to and (at.cells[to] > 2) != at.side:
            d, there = 0, start
            while there != to:
                d, there = d + 1, board.after[at.side][there]
            found[to] = [KINDS[min(d, 5) - 1]]
            found[to] += [KINDS[5]] * (board.row(start) != board.row(to)) + [KINDS[6]] * (d not in (at.die1, at.die2))
    return found


def look(quick: Advice, at: Position, played: int, had: Counter, left: Counter) -> float:
    """Count what there was to capture; what the turn costs at first sight."""
    legal = legal_turns(at)
    again = at.rules.again(at.die1, at.die2, legal.dice_used)
    worth = {turn: quick.after(at, turn, again)[0] for turn in legal.turns}
    best = max(legal.turns, key=lambda turn: worth[turn])
    late = pieces(at.cells, 0) + pieces(at.cells, 1) <= LATE
    for hole, kinds in () if late else taken(at, best).items():
        others = [worth[turn] for turn in legal.turns if hole not in taken(at, turn)]
        if others and max(others) < worth[best] - WORTH:
            for kind in kinds:
                had[kind] += 1
                left[kind] += hole not in taken(at, played)
    return worth[best] - worth[played]


def main() -> int:
    """Print a line a level."""
    top = parser("levels", __doc__)
    top.add_argument("--games", type=positive, default=100, help="of each level (default %(default)s)")
    args = top.parse_args()
    advice, opponent = data.advice(args.rules), data.opponent(args.rules)
    quick = Advice(args.rules, lambda cells, thrower: opponent.chance(cells, thrower, 1) / (16 * ONE), advice.exact)
    beyond = 0
    for level, bound in enumerate(BOUNDS, 1):
        stream, worst, costly = Xorshift32(args.seed), [0.0, 0.0], ["", ""]
        had: Counter = Counter()
        left: Counter = Counter()
        for _ in range(args.games):
            for turn in players.play(args.rules, (str(level), str(level)), stream):
                at = turn.position
                late = pieces(at.cells, 0) + pieces(at.cells, 1) <= LATE
                if len(at.turns()) > 1 and (look(quick, at, turn.packed, had, left) > NOTED or late):
                    found = advice.turns(at)
                    lost = 100 * (found[0][0] - advice.after(at, turn.packed, found[0][3])[0])
                    if lost > worst[late]:
                        worst[late], costly[late] = lost, f"{turn.text} in {at.text()}"
        shares = ", ".join(f"{kind}: {100 * left[kind] / max(1, had[kind]):.0f} % of {had[kind]}" for kind in KINDS)
        print(f"level {level} overlooks captures at {shares}")
        for late, most in enumerate((bound, LATE_BOUND)):
            print(f"{('worst', 'late')[late]:>8} {worst[late]:.1f} of {most} points, {costly[late]}", flush=True)
            beyond += worst[late] > most
    return 1 if beyond else 0
