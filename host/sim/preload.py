"""Prepares a board's store before power-on: its settings, and a game as if it had been played there.

    >>> table = Table(seed=1)
    >>> keep_settings(table, mode="wooden")
    >>> keep_game(table.store, game, turns=40, n=16)
    >>> table.plug_in()                     # mode wooden, and 40 throws into the game

The board's own code writes everything, so the format is right.
"""

import secrets

from companion.game.dice import Dice
from companion.game.match import Match
from companion.reasons import Refusal
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from daldos.packing import ply_throw, ply_turn
from daldos.rules import Rules, parse_rules
from daldos.throws import LONG_DICE


def id_bits() -> int:
    """32 random bits for the id of a game, whatever the seed of its dice is."""
    return int.from_bytes(secrets.token_bytes(4), "big")


class ScriptedDice(Dice):
    """Dice with known next throws: `throws` first, then the entropy's."""

    def __init__(self, entropy, throws: list, ids=None):
        super().__init__(entropy, ids)
        self.throws = throws

    def throw(self, throws=LONG_DICE):
        """The next throw."""
        return throws.of(self.throws.pop(0)) if self.throws else super().throw(throws)


def keep_settings(table, rules=None, mode=None) -> None:
    """Save the Rules and the mode that the board starts with; None keeps the saved ones."""
    if rules is None and mode is None:
        return
    settings = Settings(table.store, table.config.N)
    if rules is not None:
        settings.set("rules", rules.text)
    if mode is not None:
        settings.set("mode", mode)


def sized(text: str, n: int) -> Rules:
    """The Rules of this text; RulesError, or Refusal for more than n holes in a home row."""
    rules = parse_rules(text)
    if rules.n > n:
        raise Refusal("board_too_small", text, rules.n, n)
    return rules


def keep_game(store, game, turns: int, n: int, id: str = "", throw=None) -> bytearray:
    """Replace the game in the store by a Game's first `turns` turns; returns its cells after them.

    n: the holes in a home row of the board. id: of the game, from now on. throw: the next one, set by the players.
    """
    thrown = game.opening + [game.rules.throws[ply_throw(ply)] for ply in game.plies[:turns]]
    match = Match(Journal(store), ScriptedDice(None, thrown), lambda text: sized(text, n))
    start = game.start.text().rpartition(" ")[0] + " -" if game.start else ""
    match.new(game.rules.text, start, bool(game.opening), id)
    for _ in game.opening:
        match.throw()
    for ply in game.plies[:turns]:
        match.throw()
        match.commit(ply_turn(ply))
    if throw:
        match.throw(throw)  # no dice have drawn it, so the next game does not begin with it
    return match.game.position.cells
