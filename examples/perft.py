"""How many games of so many turns there are from the start: counts to check an engine of your own by.

A game of one turn is a throw, of ten, with each of its results; one that is won is not played on.

    python examples/perft.py                # all rulesets, two turns
    python examples/perft.py norwegian 3
"""

import sys

from daldos import RULESETS, Game, Position

# ruleset: games of one turn, two, three and four
COUNTS = {
    "danish": (11, 140, 2012, 36418),
    "ostergaard": (11, 140, 2039, 37338),
    "norwegian": (11, 140, 2012, 36418),
    "mary-rose": (11, 121, 1725, 24756),
    "cerne-abbey": (11, 140, 2012, 36418),
    "naesheim": (11, 140, 2039, 37437),
}


def perft(position: Position, depth: int) -> int:
    """The games of `depth` turns from a position before its throw."""
    count = 0
    for throw in position.rules.throws:
        turns = position.turns(throw)
        if depth == 1:
            count += len(turns)
        else:
            count += sum(1 if turn.wins else perft(turn.after(), depth - 1) for turn in turns)
    return count


def main() -> int:
    """Prints the counts; 1 if one is not that of COUNTS."""
    names = sys.argv[1:2] or [name for name, _ in RULESETS]
    depth = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    wrong = 0
    for name in names:
        start = Game(name).position
        for turns in range(1, depth + 1):
            count = perft(start, turns)
            known = COUNTS.get(name, ())[turns - 1 : turns]
            differs = known not in ((), (count,))
            wrong += differs
            print("%-12s %d  %d%s" % (name, turns, count, ", expected %d" % known if differs else ""), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
