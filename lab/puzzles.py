"""Puzzles for the page, from games of two levels: python -m lab puzzles.

A puzzle is a throw with many turns, of which the best is much better than all others, and so easy to overlook. It adds
to host/web/page/puzzles.json, of which the page takes one a day; those with few pieces, last, are its endings. Each has
the chances of its best and its second best turn, in thousandths, whether both are exact, and how many of ten tries, two
by each of five levels, find the best: that says how hard it is. What is found is written at once.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from daldos.notation import turn_text
from daldos.position import Position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from daldos.state import pieces
from host.ai import data
from lab.arguments import parser, say

FILE = Path(__file__).resolve().parents[1] / "host/web/page/puzzles.json"
LEVELS = (2, 4)  # in turn; they reach positions like people do
LOOKS = 12  # at a game
EACH = 3  # puzzles of a game at most
MIDDLE = (32, 6, 0.12)  # most pieces, least number of turns, and the least distance of the second best turn
ENDING = (5, 3, 0.06)
CHANCES = (0.2, 0.97)
TRIED = (1, 2, 3, 4, 5)  # levels that look for the best turn
TRIES = 2  # each


def puzzles(seed: int, kind: tuple, known: set) -> Iterator[list]:
    """[position, best turn, its chance, the next one's, exact, tries that found it]: Light's throws, but the known."""
    most, least, apart = kind
    rules = parse_rules("danish")
    advice, opponent, stream, games = data.advice(rules), data.opponent(rules), Xorshift32(seed), 0
    while True:
        level = LEVELS[games % len(LEVELS)]
        games += 1
        game = play_game(rules, stream, lambda game, dice, level=level: opponent.choose(game.position, level, dice))
        own = [turn.position for turn in game if turn.position.side == 0 and pieces_left(turn.position) <= most]
        left = EACH
        for _ in range(LOOKS if own else 0):
            at = own[stream.next() % len(own)]
            if left and at.text() not in known and worth(turns := advice.turns(at), least, apart):
                known.add(at.text())
                left -= 1
                yield entry(at, turns, opponent, stream)


def entry(at: Position, turns: list, opponent, stream: Xorshift32) -> list:
    (best, sure, turn, _), (second, also_sure, _, _) = turns[:2]
    tries = [opponent.choose(at, level, stream) == turn for level in TRIED for _ in range(TRIES)]
    chances = [round(1000 * chance) for chance in (best, second)]
    return [at.text(), turn_text(at, turn), *chances, int(sure and also_sure), sum(tries)]


def pieces_left(at: Position) -> int:
    return pieces(at.cells, 0) + pieces(at.cells, 1)


def worth(turns: list, least: int, apart: float) -> bool:
    return len(turns) >= least and CHANCES[0] < turns[0][0] < CHANCES[1] and turns[0][0] - turns[1][0] >= apart


def is_ending(one: list) -> bool:
    return sum(letter in "abAB" for letter in one[0].split()[0]) <= ENDING[0]


def write(found: list, file: Path) -> None:
    ordered = sorted(found, key=is_ending)  # stable: in each part as they were found
    file.write_text("[\n" + ",\n".join(json.dumps(one) for one in ordered) + "\n]\n")


def main() -> None:
    top = parser("puzzles", __doc__)
    top.add_argument("--count", type=int, default=340, help="how many there are to be, endings apart")
    top.add_argument("--endings", type=int, default=180)
    top.add_argument("--file", type=Path, default=FILE)
    words = top.parse_args()
    found = json.loads(words.file.read_text())
    known = {one[0] for one in found}
    for kind, ending, wanted in ((MIDDLE, False, words.count), (ENDING, True, words.endings)):
        source = puzzles(words.seed + len(found), kind, known)
        while sum(is_ending(one) == ending for one in found) < wanted:
            found.append(next(one for one in source if is_ending(one) == ending))
            say(f"{len(found)}: {found[-1]}")
            write(found, words.file)
    print(len(found), "puzzles,", words.file)
