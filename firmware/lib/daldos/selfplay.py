"""Seeded games of two players who pick uniformly among the legal results: the same bytes on every runtime.

One xorshift32 stream gives dice and choices in order of use: each throw, opening or not, is a `below` a die; then, if
there is more than one result, one `below(number of results)` picks among them, sorted by text.

    >>> for line in selfplay_lines(parse_rules("danish"), 1, 7): print(line)
"""

from daldos.effects import cells_after
from daldos.game import OPENING, OVER, Game
from daldos.prng import Xorshift32
from daldos.record import record_lines
from daldos.rules import Rules
from daldos.state import rows_text

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable, Iterator


def sorted_turns(game: Game) -> list[int]:
    """The legal turns of the game's throw, sorted by the text of their results."""
    found = [(rows_text(game.rules, cells_after(game.position, turn)), turn) for turn in game.legal.turns]
    found.sort()
    return [turn for _, turn in found]


def any_turn(game: Game, stream: Xorshift32) -> int:
    """A random legal turn, from the stream."""
    turns = game.legal.turns
    return turns[0] if len(turns) == 1 else sorted_turns(game)[stream.below(len(turns))]


def play_game(rules: Rules, stream: Xorshift32, choose: "Callable[[Game, Xorshift32], int]" = any_turn) -> Game:
    """One whole game. choose: returns the turn to play, given the game and the stream."""
    game = Game(rules)
    while game.phase == OPENING:
        game.opening_throw(rules.throws.draw(stream))
    while game.phase != OVER:
        game.throw(rules.throws.draw(stream))
        game.play(choose(game, stream))
    return game


def selfplay_lines(
    rules: Rules,
    games: int,
    seed: int,
    play: "Callable[[Rules, Xorshift32], Game]" = play_game,
    names: dict[str, str] | None = None,
) -> "Iterator[str]":
    """The records of these games from one stream, line by line, separated by blank lines.

    play: makes a game from rules and stream; names: headers A and B.
    """
    stream = Xorshift32(seed)
    for k in range(games):
        if k:
            yield ""
        headers = {"Event": "selfplay, seed %d, game %d" % (seed, k + 1)}
        headers.update(names or {})
        yield from record_lines(play(rules, stream), headers)
