"""Look for legal results that look the same to the sensors, under every ruleset and option that can matter.

The sensors see whose piece stands in a hole, not whether it is dalled. Two results of one throw look alike if they
differ in nothing else. The search goes through all small groups of pieces that can reach one another, and through
random positions; what it finds is sorted into kinds, and docs/lookalikes.md lists them.

    python -m lab.alike --positions 50000 > docs/lookalikes.md
"""

import argparse
import itertools
import random
import textwrap

from companion.tracking.tracker import occupancy_of
from daldos.notation import turn_text
from daldos.packing import LOST_TURN
from daldos.packing import moves as moves_of
from daldos.position import DALLED, UNDALLED, Position, pieces
from daldos.rules import RULESETS, parse_rules
from daldos.turns import LegalTurns, legal_turns
from lab.figures import result_cells

THROWS = [(low, high) for low in range(1, 5) for high in range(low, 5)]
WINDOW = 8  # both dice reach no further
# The options that decide what a piece may do; the others change neither a move nor a result.
MIXED = [
    "danish,n=11,dal_order=%s,one_piece=%s,jump=%s,dal_moves=%s" % choice
    for choice in itertools.product(
        ("any", "sternmost"), ("added", "separate"), ("enemy", "own", "any"), ("true", "false")
    )
]

# How the board knows which of two has been played.
WINS = (
    "By touch: if the undalled piece has not been touched, it is still undalled. If it has been, it may have been "
    "turned before the move that won, or brushed and put back: the board asks."
)
TURNED = (
    "By touch: the piece that a dal turns is lifted and put back. If just as many undalled pieces were touched as "
    "dals turn, it is they; if more were, the board asks."
)
PASSED = (
    "By touch: if the undalled piece on the way has not been touched, it has been passed over and is still undalled. "
    "If it has been, it may have moved on, or have been brushed and put back: the board asks."
)


class Kind:
    """How often it was found (`count`), the option sets in their order (`rules`), (rules, position, turn, turn)."""

    def __init__(self, example: tuple):
        self.count = 0
        self.rules = []
        self.example = example


def alike(at: Position, legal: LegalTurns) -> list:
    """Groups of two and more legal turns whose results look the same."""
    groups = {}
    if legal.turns[0] != LOST_TURN:
        for turn in legal.turns:
            groups.setdefault(bytes(occupancy_of(result_cells(at, turn))), []).append(turn)
    return [group for group in groups.values() if len(group) > 1]


def deed(at: Position, turn: int) -> str:
    """A turn in the most general words."""
    moves = moves_of(turn)
    turned = sum(hole == to for hole, to in moves)
    if len(moves) == 1:
        if pieces(result_cells(at, turn), 1 - at.player) <= at.rules.lose_at:
            return "one move wins at once"
        return "a dal turns a piece in its hole" if turned else "one piece goes the whole way"
    if moves[0][1] == moves[1][0]:
        return "a dal turns a piece and it goes on" if turned else "one piece goes the whole way"
    if turned:
        return (
            "two dals turn two pieces in their holes"
            if turned == 2
            else "a dal turns a piece in its hole, another moves"
        )
    return "a piece moves on, another takes its hole" if moves[0][0] == moves[1][1] else "two pieces move"


def kind_of(at: Position, turn: int, other: int) -> tuple:
    """(deed, deed, throw): what two turns that look alike have in common with others."""
    throw = "two dals" if at.die2 == 1 else "a dal and another die" if at.die1 == 1 else "no dal"
    return (*sorted([deed(at, turn), deed(at, other)]), throw)


def small_positions(text: str):
    """Every way up to three pieces can stand within reach of one another, an enemy among them or none; all throws."""
    rules = parse_rules(text)
    after = rules.board.after[0]
    home = rules.board.start[1]
    for first in range(rules.board.size):
        window = []
        hole = first
        for _ in range(WINDOW):
            hole = after[hole]
            window.append(hole)
        for others in itertools.chain([()], *(itertools.combinations(window, k) for k in (1, 2))):
            holes = (first, *others)
            for states in itertools.product(*(((1, 2) if hole < home else (2,)) for hole in holes)):
                near = [hole for hole in window[:5] if hole not in holes] * (len(others) < 2)
                for enemy, more in [(None, 2)] + [(hole, more) for hole in near for more in (0, 2)]:
                    cells = bytearray(rules.board.size)
                    for hole, cell in zip(holes, states, strict=True):
                        cells[hole] = cell
                    if enemy is not None:
                        cells[enemy] = DALLED[1]
                    # with more of the enemy's, out of the way, no capture wins
                    for spare in [hole for hole in range(len(cells)) if hole not in window and not cells[hole]][:more]:
                        cells[spare] = DALLED[1]
                    for die1, die2 in THROWS:
                        yield Position(rules, cells, 0, die1, die2)


def random_positions(text: str, count: int, seed: int):
    """Scattered pieces, few or many, near to one another or not, and a throw."""
    draw = random.Random(seed)
    rules = parse_rules(text)
    board = rules.board
    for _ in range(count):
        cells = bytearray(board.size)
        for player in (0, 1):
            at, spread = draw.randrange(board.size), draw.choice((12, board.size))
            for _ in range(draw.randrange(2 + rules.lose_at, rules.n + 1)):
                hole = (at + draw.randrange(spread)) % board.size
                if not cells[hole]:
                    home = board.row(hole) == 2 * player
                    cells[hole] = UNDALLED[player] if home and draw.random() < 0.5 else DALLED[player]
        if min(pieces(cells, 0), pieces(cells, 1)) > rules.lose_at:
            yield Position(rules, cells, draw.randrange(2), *draw.choice(THROWS))


def search(sets: list, random_count: int, seed: int = 1) -> tuple:
    """(kinds by their names, positions looked at): every small position and so many random ones of each option set."""
    kinds = {}
    looked = 0
    for text in sets:
        for at in itertools.chain(small_positions(text), random_positions(text, random_count, seed)):
            looked += 1
            for group in alike(at, legal_turns(at)):
                for turn, other in itertools.combinations(group, 2):
                    name = kind_of(at, turn, other)
                    if name not in kinds:
                        kinds[name] = Kind((text, at.text(), turn_text(at, turn), turn_text(at, other)))
                    kinds[name].count += 1
                    if text not in kinds[name].rules:
                        kinds[name].rules.append(text)
    return kinds, looked


def needed(kind: Kind) -> str:
    """The values of `jump` and `dal_moves` under which the kind was found."""
    options = [parse_rules(text) for text in kind.rules]
    jumps = [jump for jump in ("enemy", "own", "any") if jump in [rules.jump for rules in options]]
    moves = [str(value).lower() for value in (True, False) if value in [rules.dal_moves for rules in options]]
    return "`jump=%s`, `dal_moves=%s`" % ("|".join(jumps), "|".join(moves))


def told_apart(name: tuple) -> str:
    """How the board knows which of the two has been played."""
    if "one move wins at once" in name[:2]:
        return WINS
    return TURNED if "in its hole" in name[0] or "in their holes" in name[0] else PASSED


def page(random_count: int) -> str:
    """docs/lookalikes.md."""
    names = [name for name, _ in RULESETS]
    plain, plain_looked = search(names, random_count)
    mixed, mixed_looked = search(MIXED, random_count // 10)
    lines = [
        "# Results that look alike",
        "",
        "Written by `python -m lab.alike --positions %d`; do not edit." % random_count,
        "",
        "The sensors see whose piece stands in a hole, not whether it is dalled. Two legal results of one throw look",
        "alike if they differ in nothing else. The search goes through every position of up to three pieces of the",
        "player within reach of one another, with an enemy piece among them, the last one or not, or none, and",
        "through random positions of all sizes.",
        "",
        "## The rulesets",
        "",
        "`%s`: %s in %d positions with a throw."
        % ("`, `".join(names), "none" if not plain else "see below", plain_looked),
        "An undalled piece moves only by a dal, one hole, and no own piece may pass over it; so whatever stands where",
        "it stood came after it had gone, and every piece that moves is dalled.",
        "",
        "## Other options",
        "",
        "%d sets of `dal_order`, `one_piece`, `jump` and `dal_moves` on the smallest board, %d positions with a throw:"
        % (len(MIXED), mixed_looked),
        "",
    ]
    for name in sorted({**plain, **mixed}):
        kind = plain.get(name) or mixed[name]
        rules, position, turn, other = kind.example
        same = name[0] == name[1]
        lines += [
            "### %s: %s"
            % (name[2].capitalize(), name[0] + ", this one or that one" if same else "%s, or %s" % name[:2]),
            "",
            "- under %s; found %d times" % (needed(kind), kind.count),
            "- example: `%s` `%s`: `%s` or `%s`" % (rules, position, turn, other),
            *textwrap.wrap("- " + told_apart(name), 110, subsequent_indent="  "),
            "",
        ]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m lab.alike", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--positions", type=int, default=50_000, help="random positions a ruleset (default %(default)s)"
    )
    print(page(parser.parse_args().positions), end="")


if __name__ == "__main__":
    main()
