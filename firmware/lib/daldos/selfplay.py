"""Seeded games of two players who pick uniformly among the legal results: the same bytes on every runtime.

One xorshift32 stream gives dice and choices in the order in which they are needed: each opening throw and each throw is
two `below(4)`; then, if there is more than one result, one `below(number of results)` picks from them, sorted by their
text.

    >>> for line in selfplay_lines(parse_rules("danish"), 1, 7): print(line)
"""

from daldos.game import OPENING, OVER, Game
from daldos.prng import Xorshift32
from daldos.record import record_lines
from daldos.rules import Rules
from daldos.state import rows_text
from daldos.turns import play_moves

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Callable, Iterator


def sorted_turns(game: Game) -> list[int]:
    """The legal turns of the game's throw, sorted by the text of the position that each leads to."""
    found = []
    for turn in game.legal.turns:
        cells = bytearray(game.position.cells)
        play_moves(cells, game.side, turn)
        found.append((rows_text(game.rules, cells), turn))
    found.sort()
    return [turn for _, turn in found]


def any_turn(game: Game, stream: Xorshift32) -> int:
    """One of the legal turns, by the stream."""
    turns = game.legal.turns
    return turns[0] if len(turns) == 1 else sorted_turns(game)[stream.below(len(turns))]


def play_game(rules: Rules, stream: Xorshift32, choose: "Callable[[Game, Xorshift32], int]" = any_turn) -> Game:
    """One whole game. choose: the turn to be played, of the game and the stream that throws."""
    game = Game(rules)
    while game.phase == OPENING:
        game.opening_throw(*stream.throw())
    while game.phase != OVER:
        game.throw(*stream.throw())
        game.play(choose(game, stream))
    return game


def selfplay_lines(
    rules: Rules,
    games: int,
    seed: int,
    play: "Callable[[Rules, Xorshift32], Game]" = play_game,
    names: dict[str, str] | None = None,
) -> "Iterator[str]":
    """The records of that many games from one stream, line by line, a blank line between two games.

    play: of rules and stream, makes a game; names: headers A and B.
    """
    stream = Xorshift32(seed)
    for k in range(games):
        if k:
            yield ""
        headers = {"Event": "selfplay, seed %d, game %d" % (seed, k + 1)}
        headers.update(names or {})
        yield from record_lines(play(rules, stream), headers)
