"""Seeded random positions and option sets, rich in the cases where rules bite.

Uniformly scattered pieces hardly ever block, jump or win, so each position is of a kind in which that is likely. The
same seed gives the same positions.

    >>> random_position(random.Random(1), oracle.RULESETS["norwegian"])
    '......Aa..../..A.A......../Ab..A.A.bb.. A 24'
"""

import random

from daldos.rules import OPTIONS
from daldos.throws import LONG_DICE
from lab import oracle
from lab.figures import rule_sets

THROWS = tuple(throw.text for throw in LONG_DICE)
LIKELY_THROWS = ("11", *THROWS)
"""Dal-dal twice: it has the most rules of its own."""

_VALUES = {"true": True, "false": False}
CHOICES = {
    option: tuple(_VALUES[value] if value in _VALUES else int(value) if value.isdigit() else value for value in values)
    for option, values in OPTIONS
}


def options_of(rules: str) -> dict:
    """The oracle's options for a text of the rules."""
    name, *changes = rules.split(",")
    options = dict(oracle.RULESETS[name])
    for change in changes:
        key, value = change.split("=")
        options[key] = int(value) if value.isdecimal() else _VALUES.get(value, value)
    return options


MIXED_SETS = 65


def option_sets(seed: int) -> list:
    """Every ruleset and the mixed option sets, each as the text given to the engine and as options for the oracle."""
    return [(rules, options_of(rules)) for rules in rule_sets(seed, MIXED_SETS, share=1)]


def random_position(rng: random.Random, options: dict) -> str:
    """A position with a throw: at most n pieces a side, neither side beaten, undalled pieces only in their home row."""
    mover = rng.choice("AB")
    table: oracle.Pieces = {}
    rng.choice(KINDS)(rng, options, table, mover)
    for player in "AB":
        missing = options["lose_at"] + 1 - len(oracle.own_holes(table, player))
        _scatter(rng, table, player, _all_holes(options), missing)
    return f"{oracle.text_of(table, options)} {mover} {rng.choice(LIKELY_THROWS)}"


def _all_holes(options: dict) -> list[str]:
    return [hole for row in oracle.rows(options["n"], options["prow_hole"]) for hole in row]


def _home(player: str, options: dict) -> list[str]:
    return [f"{player}{number}" for number in range(1, options["n"] + 1)]


def _in_front(player: str, hole: str, distance: int, options: dict) -> list[str]:
    return list(oracle.ahead(player, hole, distance, options["n"], options["prow_hole"]))


def _scatter(rng: random.Random, table: oracle.Pieces, letter: str, holes: list[str], count: int) -> None:
    """Put up to `count` pieces in the free ones of `holes`."""
    free = [hole for hole in holes if hole not in table]
    for hole in rng.sample(free, max(0, min(count, len(free)))):
        table[hole] = letter


def _mix(rng: random.Random, options: dict, table: oracle.Pieces, player: str, count: int, undalled: int) -> None:
    """Make it `count` pieces of one side, up to `undalled` of the new ones undalled at home."""
    missing = count - len(oracle.own_holes(table, player))
    _scatter(rng, table, player.lower(), _home(player, options), min(missing, undalled))
    _scatter(rng, table, player, _all_holes(options), count - len(oracle.own_holes(table, player)))


def _start(rng: random.Random, options: dict, table: oracle.Pieces, mover: str) -> None:
    """Some turns into a game: full home rows but for a few pieces from the stern, which are on their way."""
    for player in "AB":
        gone = rng.randint(0, 4)
        for hole in _home(player, options)[gone:]:
            table[hole] = player.lower()
    for player in "AB":
        middle = [hole for hole in _all_holes(options) if hole[0] in ("M", player)]
        _scatter(rng, table, player, middle, options["n"] - len(oracle.own_holes(table, player)) - rng.randint(0, 1))


def _middle_game(rng: random.Random, options: dict, table: oracle.Pieces, mover: str) -> None:
    n = options["n"]
    for player in "AB":
        _mix(rng, options, table, player, rng.randint(3, n), rng.randint(0, n))


def _end_game(rng: random.Random, options: dict, table: oracle.Pieces, mover: str) -> None:
    """A few pieces a side, close together so that they meet."""
    for player in "AB":
        if rng.random() < 0.3:
            _scatter(rng, table, player.lower(), _home(player, options), rng.randint(1, 2))
        start = rng.choice(_all_holes(options))
        _scatter(rng, table, player, _in_front(player, start, 10, options), rng.randint(1, options["lose_at"] + 3))


def _near_win(rng: random.Random, options: dict, table: oracle.Pieces, mover: str) -> None:
    """The enemy is one or two captures from beaten and stands within reach of the mover's pieces."""
    _mix(rng, options, table, mover, rng.choice((1, 2, 3, 4, options["n"])), rng.randint(0, options["n"] // 2))
    enemy = oracle.enemy_of(mover)
    left = options["lose_at"] + rng.randint(1, 2)
    while len(oracle.own_holes(table, mover)) <= options["lose_at"]:
        _scatter(rng, table, mover, _all_holes(options), 1)
    for _ in range(left):
        hunter = rng.choice(oracle.own_holes(table, mover))
        _scatter(rng, table, enemy, _in_front(mover, hunter, 8, options), 1)
    _scatter(rng, table, enemy, _all_holes(options), left - len(oracle.own_holes(table, enemy)))


def _crowded(rng: random.Random, options: dict, table: oracle.Pieces, mover: str) -> None:
    """Runs of pieces hole behind hole, with a gap or an enemy here and there."""
    for player in "AB" if rng.random() < 0.5 else "BA":
        start = rng.choice(_all_holes(options))
        run = [start, *_in_front(player, start, rng.randint(1, options["n"] - 2), options)]
        turned = rng.choice((0.0, 0.3, 0.7, 1.0))
        for hole in run:
            if hole not in table and rng.random() < 0.85:
                table[hole] = player.lower() if hole[0] == player and rng.random() >= turned else player
        enemy = oracle.enemy_of(player)
        if rng.random() < 0.4:
            _scatter(rng, table, enemy, run + _in_front(player, run[-1], 3, options), 1)


def _undalled(rng: random.Random, options: dict, table: oracle.Pieces, mover: str) -> None:
    """Mostly undalled pieces at home, with a few dalled ones and enemies among them."""
    n = options["n"]
    enemy = oracle.enemy_of(mover)
    home = _home(mover, options)
    _scatter(rng, table, mover.lower(), home, rng.randint(1, n - 2))
    _scatter(rng, table, mover, home, rng.randint(0, min(2, n - len(table))))
    _scatter(rng, table, enemy, home + ["M1", "M2", "M3"], rng.randint(0, 3))
    _mix(rng, options, table, enemy, rng.randint(1, n), rng.randint(0, n))


def _face_to_face(rng: random.Random, options: dict, table: oracle.Pieces, mover: str) -> None:
    """A piece or two with enemies right in front, where often one die can be used but not both."""
    hole = rng.choice(_all_holes(options))
    table[hole] = rng.choice((mover, mover.lower())) if hole[0] == mover else mover
    _scatter(rng, table, mover, _in_front(mover, hole, 9, options), rng.choice((0, 0, 1)))
    enemy = oracle.enemy_of(mover)
    _scatter(rng, table, enemy, _in_front(mover, hole, 1, options), 1)
    _scatter(rng, table, enemy, _in_front(mover, hole, 9, options), rng.randint(0, 4))
    _scatter(rng, table, enemy.lower(), _home(enemy, options), rng.randint(0, 3))


KINDS = (_start, _middle_game, _end_game, _near_win, _near_win, _crowded, _undalled, _face_to_face)
