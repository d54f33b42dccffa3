"""Puzzles, made from games of the strongest level against itself, by the page and by `python -m lab puzzles`.

A puzzle is a position of Light's in such a game with a throw of many turns, of which the best is much better than all
others, by the judge and by a second, independent look: games played on with the same dice, or, where games cannot be
played on, a search one throw deeper. Endings that are solved need no second look.

>>> for rest, found in making("danish", 7): pass
"""

from daldos.ai.kernel import KernelOpponent
from daldos.ai.logistic import ONE
from daldos.ai.opponent import LEVELS, Thought
from daldos.game import OPENING, OVER, Game
from daldos.notation import turn_text
from daldos.position import Position, parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.state import pieces
from daldos.turns import TurnError
from host.ai import data
from host.ai.advice import AHEAD, NEAR, Advice, played_on

LEVEL = len(LEVELS)
LOOKS = 48  # at a game, or as many as it has positions: one of them, with a new throw
EACH = 3  # puzzles of a game at most
FEW = 5  # pieces of an ending
# The least number of turns, the same where a throw is one move, and the least distance of the second best turn.
MIDDLE, ENDING, OF_RELATIVE = (6, 4, 0.12), (3, 2, 0.06), (6, 4, 0.08)
CHANCES = (0.2, 0.97)
GAMES = 1024  # played on
SURE = 3  # standard errors, at least, between the two best turns
CHANGED = 2  # times what the deeper search changes, the same
TRIED = (1, 2, 3, 4, 5)  # levels that look for the best turn
TRIES = 2  # each


def making(name: str, seed: int):
    """A game's puzzles, step by step: (what is to come, the puzzles found so far); the same seed makes the same ones.

    A puzzle: [position, best turn, its chance, the next one's, exact, tries of ten that found it, error], chances and
    their error in thousandths."""
    rules = parse_rules(name)
    advice, opponent, stream = data.advice(rules), data.opponent(rules), Xorshift32(seed)
    if not isinstance(opponent, KernelOpponent):
        raise TurnError("play-outs need the kernel, which wasmtime runs: pip install wasmtime")
    game, stood, found = Game(rules), [], []
    while game.phase == OPENING:
        game.opening_throw(rules.throws.draw(stream))
    while game.phase != OVER:
        game.throw(rules.throws.draw(stream))
        if game.position.side == 0:
            stood.append(game.position.text().rsplit(" ", 1)[0])
        game.play((yield from _chosen(opponent, game.position, LEVEL, stream, (LOOKS + 1, found))))
        yield LOOKS + 1, found
    for looks in range(max(LOOKS, len(stood)) if stood else 0, 0, -1):
        place = stream.below(len(stood))
        at = parse_position(stood[place] + " " + rules.throws.draw(stream).text, rules)
        turns = advice.turns(at)
        if worth(at, turns) and not plain(at, turns):
            verdict = yield from looked(at, turns, advice, opponent, (looks, found))
            if verdict:
                stood.pop(place)
                tries = 0
                for level in sorted(TRIED * TRIES):
                    turn = yield from _chosen(opponent, at, level, stream, (looks, found))
                    tries += turn == turns[0][2]
                found = found + [[at.text(), turn_text(at, turns[0][2])] + verdict[:3] + [tries, verdict[3]]]
        if len(found) == EACH or not stood:
            break
        yield looks, found
    yield 0, found


def _chosen(opponent, at: Position, level: int, stream: Xorshift32, meanwhile: tuple):
    # The turn that a level plays, step by step.
    thought = Thought(opponent, at, level, stream)
    while not thought.step():
        yield meanwhile
    return thought.turn


def bounds(at: Position) -> tuple:
    """The least number of turns of a puzzle, and the least distance between the best two."""
    few = pieces(at.cells, 0) + pieces(at.cells, 1) <= FEW
    least, of_one, apart = ENDING if few else OF_RELATIVE if at.rules.relative else MIDDLE
    return (of_one if at.rules.throws.count == 1 else least), apart


def worth(at: Position, turns: list) -> bool:
    """Whether a position may be a puzzle by the judge's turns."""
    least, apart = bounds(at)
    return len(turns) >= least and CHANCES[0] < turns[0][0] < CHANCES[1] and turns[0][0] - turns[1][0] >= apart


def plain(at: Position, turns: list) -> bool:
    """Whether, where a throw is one move, the best turn is the only one that takes a piece: nobody overlooks it."""
    takes = [turn for _, _, turn, _ in turns if any(mark in turn_text(at, turn) for mark in "x<")]
    return at.rules.throws.count == 1 and takes == [turns[0][2]]


def looked(at: Position, turns: list, advice, opponent, meanwhile: tuple):
    """The second look, step by step, with `meanwhile` at each: [chance, the next one's, exact, error], or None if it
    finds no clear best turn."""
    (best, sure, _, _), (second, also_sure, _, _) = turns[:2]
    if sure and also_sure:
        return [thousandths(best), thousandths(second), 1, 0]
    if at.rules.relative:
        return (yield from _deeper(at, turns, advice, opponent, meanwhile))
    texts = [turn_text(at, turn) for _, _, turn, _ in turns[:NEAR]]
    so_far = None
    for _, told in played_on(at.text(), advice, opponent, GAMES, texts):
        so_far = told
        yield meanwhile
    first, other = so_far()["turns"][:2]
    if first["turn"] != texts[0] or other["behind"] < max(bounds(at)[1], SURE * other["behind_error"]):
        return None
    error = max(first["error"], other["error"])
    return [thousandths(first["chance"]), thousandths(other["chance"]), 0, thousandths(error)]


def _deeper(at: Position, turns: list, advice, opponent, meanwhile: tuple):
    # All turns, because the judge looks closely at the best few alone; the error is what the greater depth changes.
    deep = Advice(at.rules, lambda cells, thrower: opponent.chance(cells, thrower, AHEAD) / (16 * ONE), advice.exact)
    least, chances = bounds(at)[1], []
    for _, _, turn, again in turns:
        chances.append(deep.after(at, turn, again)[0])
        if len(chances) > 1 and chances[0] - chances[-1] < least:
            return None
        yield meanwhile
    other = max(chances[1:])
    error = max(abs(chances[k] - turns[k][0]) for k in (0, chances.index(other, 1)))
    if chances[0] - other < CHANGED * error:
        return None
    return [thousandths(chances[0]), thousandths(other), 0, thousandths(error)]


def thousandths(chance: float) -> int:
    """A chance as the page has it."""
    return round(1000 * chance)
