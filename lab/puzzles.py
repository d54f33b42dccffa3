"""Puzzles for the page, from games of two levels: python -m lab puzzles.

A puzzle is a throw with many turns, of which the best is much better than all others, and so easy to overlook. It
writes host/web/page/puzzles.json, of which the page takes one a day.
"""

import json
from pathlib import Path

from daldos.notation import turn_text
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.ai import data
from lab.arguments import parser, say

FILE = Path(__file__).resolve().parents[1] / "host/web/page/puzzles.json"
LEVEL = 2  # it reaches positions like people do
LOOKS = 8  # at a game
TURNS_LEAST = 6
APART = 0.12  # chance, from the second best turn
CHANCES = (0.2, 0.97)


def puzzles(count: int, seed: int) -> list:
    """[position, best turn] of this many throws of Light's, one per game."""
    rules = parse_rules("danish")
    advice, opponent, stream, found = data.advice(rules), data.opponent(rules), Xorshift32(seed), []
    while len(found) < count:
        game = play_game(rules, stream, lambda game, dice: opponent.choose(game.position, LEVEL, dice))
        own = [turn.position for turn in game if turn.position.side == 0]
        for _ in range(LOOKS):
            at = own[stream.next() % len(own)]
            if worth(turns := advice.turns(at)):
                found.append([at.text(), turn_text(at, turns[0][2])])
                say(f"{len(found)}: {found[-1]}")
                break
    return found


def worth(turns: list) -> bool:
    return len(turns) >= TURNS_LEAST and CHANCES[0] < turns[0][0] < CHANCES[1] and turns[0][0] - turns[1][0] >= APART


def main() -> None:
    top = parser("puzzles", __doc__)
    top.add_argument("--count", type=int, default=120)
    words = top.parse_args()
    found = puzzles(words.count, words.seed)
    FILE.write_text("[\n" + ",\n".join(json.dumps(one) for one in found) + "\n]\n")
    print(len(found), "puzzles,", FILE)
