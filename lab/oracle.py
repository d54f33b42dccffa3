"""A second implementation of the rules of Daldøs, by brute force, to check the engine.

Written from the rules alone and sharing nothing with the engine: a position is a dict from the name of a hole to the
letter of the piece in it, a move makes a new dict, and it tries every way to play the dice before applying "use what
you can". Slow and plain on purpose.

    >>> turns("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", RULESETS["danish"])
    (2, False, frozenset({'.aaaaaaaaaaaaaaa/..A............../bbbbbbbbbbbbbbbb B -'}))
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

DAL = 1

DANISH = {
    "n": 16,
    "prow_hole": True,
    "dal_order": "any",
    "one_piece": "added",
    "jump": "enemy",
    "dal_moves": True,
    "extra_throw": True,
    "blocked_dal_dal_forfeits": False,
    "lose_at": 0,
}

RULESETS = {
    "danish": DANISH,
    "ostergaard": {**DANISH, "dal_order": "sternmost", "one_piece": "separate"},
    "norwegian": {**DANISH, "n": 12},
    "mary-rose": {**DANISH, "n": 13, "dal_order": "sternmost", "one_piece": "separate", "extra_throw": False},
    "cerne-abbey": {**DANISH, "n": 12, "prow_hole": False},
    "naesheim": {**DANISH, "n": 12, "prow_hole": False, "one_piece": "separate"},
}

Pieces = dict[str, str]
"""Hole to piece, `{"A5": "a", "M4": "B"}`; never changed once made."""


class Play(NamedTuple):
    """One way to play one or both dice, and the table after it."""

    turn: str
    table: Pieces
    dice: int
    won: bool


class Move(NamedTuple):
    """One piece moved once: how its part of the turn is written, where it now stands, the table, whether that won."""

    text: str
    hole: str
    table: Pieces
    won: bool


# The board


@cache
def rows(n: int, prow_hole: bool) -> tuple[tuple[str, ...], ...]:
    """The names of the holes, row by row from the stern."""
    lengths = {"A": n, "M": n + 1 if prow_hole else n, "B": n}
    return tuple(tuple(f"{row}{number}" for number in range(1, lengths[row] + 1)) for row in "AMB")


@cache
def ahead(player: str, hole: str, distance: int, n: int, prow_hole: bool) -> tuple[str, ...]:
    """The next `distance` holes before a piece of `player`: outer rows run to the stern, the middle row to the prow."""
    way = []
    for _ in range(distance):
        row, number = hole[0], int(hole[1:])
        if row == "M":
            prow = n + 1 if prow_hole else n
            hole = f"M{number + 1}" if number < prow else f"{enemy_of(player)}{n}"
        else:
            hole = f"{row}{number - 1}" if number > 1 else "M1"
        way.append(hole)
    return tuple(way)


def enemy_of(player: str) -> str:
    return "B" if player == "A" else "A"


# Text


def parse(position: str, options: dict) -> tuple[Pieces, str, tuple[int, int]]:
    """Table, player and dice of a position with a throw.

    Raises ValueError if the rows' lengths do not match the options.
    """
    board, player, throw = position.split(" ")
    table = {}
    for names, letters in zip(rows(options["n"], options["prow_hole"]), board.split("/"), strict=True):
        for name, letter in zip(names, letters, strict=True):
            if letter != ".":
                table[name] = letter
    return table, player, (int(throw[0]), int(throw[1]))


def text_of(table: Pieces, options: dict) -> str:
    """The three rows of a table in the notation of positions."""
    return "/".join(
        "".join([table.get(name, ".") for name in names]) for names in rows(options["n"], options["prow_hole"])
    )


# Moves


def own_holes(table: Pieces, player: str) -> list[str]:
    return [hole for hole, letter in table.items() if letter.upper() == player]


def move(table: Pieces, hole: str, distance: int, options: dict) -> Move | None:
    """Move the piece in `hole` by `distance` holes in one go, or turn it in place (0); None if illegal."""
    player = table[hole].upper()
    if distance == 0:
        return Move(f"{hole}=", hole, {**table, hole: player}, False)
    *passed, landing = ahead(player, hole, distance, options["n"], options["prow_hole"])
    for name in passed:
        if name in table:
            whose = "own" if table[name].upper() == player else "enemy"
            if options["jump"] not in (whose, "any"):
                return None
    captured = table.get(landing)
    if captured and captured.upper() == player:
        return None
    after = {name: letter for name, letter in table.items() if name != hole}
    after[landing] = player
    won = captured is not None and len(own_holes(after, captured.upper())) <= options["lose_at"]
    return Move(f"{hole}{'x' if captured else '-'}{landing}", landing, after, won)


def may_be_turned(table: Pieces, hole: str, options: dict) -> bool:
    """Whether a dal may go to the undalled piece in `hole` at all; its step may still be blocked."""
    if options["dal_order"] == "any":
        return True
    undalled = [name for name, letter in table.items() if letter == table[hole]]
    return hole == min(undalled, key=lambda name: int(name[1:]))


def by_one_die(table: Pieces, hole: str, die: int, options: dict) -> Move | None:
    """The move of the piece in `hole` by one die, if any."""
    if table[hole].isupper():
        return move(table, hole, die, options)
    if die == DAL and may_be_turned(table, hole, options):
        return move(table, hole, 1 if options["dal_moves"] else 0, options)
    return None


def by_both_added(table: Pieces, hole: str, dice: tuple[int, int], options: dict) -> Move | None:
    """One move of the sum by the piece in `hole`; one that must be turned spends a dal on that."""
    if table[hole].isupper():
        return move(table, hole, sum(dice), options)
    if DAL not in dice or not may_be_turned(table, hole, options):
        return None
    other = sum(dice) - DAL
    return move(table, hole, 1 + other if options["dal_moves"] else other, options)


def combined(first: Move, second: Move) -> str:
    """Two moves of one piece as they are written: `M4xM6-M9`, or `A5= A5-A2` if the first only turned it."""
    if first.text.endswith("="):
        return f"{first.text} {second.text}"
    return first.text + second.text[len(first.hole) :]


def plays(table: Pieces, player: str, dice: tuple[int, int], options: dict) -> Iterator[Play]:
    """Every way to play one die or both, whether or not more could be used."""
    for hole in own_holes(table, player):
        if options["one_piece"] == "added":
            both = by_both_added(table, hole, dice, options)
            if both:
                yield Play(both.text, both.table, 2, both.won)
        for one, other in {dice, dice[::-1]}:
            first = by_one_die(table, hole, one, options)
            if not first:
                continue
            yield Play(first.text, first.table, 1, first.won)
            if first.won:
                continue
            for another in own_holes(first.table, player):
                if another != first.hole:
                    second = by_one_die(first.table, another, other, options)
                    if second:
                        yield Play(f"{first.text} {second.text}", second.table, 2, second.won)
                elif options["one_piece"] == "separate":
                    second = by_one_die(first.table, another, other, options)
                    if second:
                        yield Play(combined(first, second), second.table, 2, second.won)


# Turns


def spelled_turns(position: str, options: dict) -> tuple[int, bool, dict[str, set[str]]]:
    """Dice used, whether the same player throws again, and for each result all turns, as written, that lead to it."""
    table, player, dice = parse(position, options)
    every = list(plays(table, player, dice, options))
    most = max((play.dice for play in every), default=0)
    again = dice == (DAL, DAL) and options["extra_throw"] and not (options["blocked_dal_dal_forfeits"] and most < 2)
    thrower = player if again else enemy_of(player)
    if not every:
        return 0, again, {f"{text_of(table, options)} {thrower} -": {"--"}}
    results: dict[str, set[str]] = {}
    for play in every:
        if play.dice == most or play.won:
            ending = f"{player} #" if play.won else f"{thrower} -"
            results.setdefault(f"{text_of(play.table, options)} {ending}", set()).add(play.turn)
    return most, again, results


def turns(position: str, options: dict) -> tuple[int, bool, frozenset[str]]:
    """Dice used (0 for a lost turn), whether the same player throws again, and all positions after a legal turn.

    `position` is a position with a throw; a result ends in who throws next and `-`, or in the winner and `#`. `again`
    is about turns which do not win.
    """
    dice_used, again, results = spelled_turns(position, options)
    return dice_used, again, frozenset(results)
