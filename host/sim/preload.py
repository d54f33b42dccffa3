"""What lies in a board's store before the plug is put in: its settings, and a game as if it had been played there.

    >>> table = Table(seed=1)
    >>> keep_settings(table, mode="wooden")
    >>> keep_game(table, game, turns=40)
    >>> table.plug_in()                     # mode wooden, and 40 throws into the game

All is written by the board's own code, so that it is in the form that the board reads.
"""

from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.preferences import preferences
from daldos.packing import ply_dice, ply_turn
from host.sim.table import ScriptedDice


def keep_settings(table, rules=None, mode=None, side=None) -> None:
    """The Rules, the mode and the board's side in mode solo that the board starts with; None leaves what is there."""
    if rules is None and mode is None and side is None:
        return
    settings = preferences(table.store, table.config.N)
    settings.open()
    if rules is not None:
        settings.set("rules", rules.text)
    if mode is not None:
        settings.set("mode", mode)
    if side is not None:
        settings.set("solo_side", side)


def solo_side(table) -> str:
    """The side that the board plays in mode solo."""
    settings = preferences(table.store, table.config.N)
    settings.open()
    return settings.get("solo_side")


def keep_game(table, game, turns: int) -> bytearray:
    """A Game with its first so many turns, in the place of the game that was there; returns its cells after them."""
    thrown = game.opening + [ply_dice(ply) for ply in game.plies[:turns]]
    match = Match(Journal(table.store), ScriptedDice(None, thrown), table.config.N)
    match.new(game.rules.text)
    for _ in game.opening:
        match.throw()
    for ply in game.plies[:turns]:
        match.throw()
        match.commit(ply_turn(ply))
    return match.game.position.cells
