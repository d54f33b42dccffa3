"""Puzzles for the page, from games of two levels: python -m lab puzzles.

A puzzle is a throw with many turns, of which the best is much better than all others, and so easy to overlook. It
writes host/web/page/puzzles.json, of which the page takes one a day; those with few pieces, last, are its endings.
"""

import json
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
LEVEL = 2  # it reaches positions like people do
LOOKS = 8  # at a game
MIDDLE = (32, 6, 0.12)  # most pieces, least number of turns, and the least distance of the second best turn
ENDING = (5, 3, 0.06)
CHANCES = (0.2, 0.97)


def puzzles(count: int, seed: int, kind: tuple) -> list:
    """[position, best turn] of this many throws of Light's, one per game."""
    most, least, apart = kind
    rules = parse_rules("danish")
    advice, opponent, stream, found = data.advice(rules), data.opponent(rules), Xorshift32(seed), []
    while len(found) < count:
        game = play_game(rules, stream, lambda game, dice: opponent.choose(game.position, LEVEL, dice))
        own = [turn.position for turn in game if turn.position.side == 0 and pieces_left(turn.position) <= most]
        for _ in range(LOOKS if own else 0):
            at = own[stream.next() % len(own)]
            if worth(turns := advice.turns(at), least, apart):
                found.append([at.text(), turn_text(at, turns[0][2])])
                say(f"{len(found)}: {found[-1]}")
                break
    return found


def pieces_left(at: Position) -> int:
    return pieces(at.cells, 0) + pieces(at.cells, 1)


def worth(turns: list, least: int, apart: float) -> bool:
    return len(turns) >= least and CHANCES[0] < turns[0][0] < CHANCES[1] and turns[0][0] - turns[1][0] >= apart


def main() -> None:
    top = parser("puzzles", __doc__)
    top.add_argument("--count", type=int, default=120)
    top.add_argument("--endings", type=int, default=60)
    words = top.parse_args()
    found = puzzles(words.count, words.seed, MIDDLE) + puzzles(words.endings, words.seed, ENDING)
    FILE.write_text("[\n" + ",\n".join(json.dumps(one) for one in found) + "\n]\n")
    print(len(found), "puzzles,", FILE)
