"""The relatives: engine, kernel and the lab's second program on positions of random games and on scattered boards.

Every second position is scattered, the others come from games. All option sets of all relatives take turns.
"""

import random
from functools import cache, partial
from itertools import islice, product

from daldos.ai.kernel import searcher
from daldos.geometry import NO_HOLE
from daldos.position import Position, parse_position
from daldos.prng import Xorshift32
from daldos.relatives import GAMES
from daldos.rules import RELATIVES, Rules, parse_rules
from daldos.selfplay import play_game
from daldos.state import State
from daldos.turns import found_turns
from host.ai import wasm
from host.cli.lines import turns_object
from lab import relatives
from lab.figures import Figures, pieces

MOST = 1100  # turns that the kernel has room for
SIZE = "100000 positions"
units = partial(pieces, step=2000)


@cache
def option_sets() -> tuple[str, ...]:
    """Every relative with all its options in every combination."""
    found = []
    for name, (_, options, _, _) in zip(RELATIVES, GAMES, strict=True):
        for values in product(*[choices for _, choices in options]):
            changes = ",".join(f"{option}={value}" for (option, _), value in zip(options, values, strict=True))
            found.append(Rules(f"{name},{changes}").text)
    return tuple(found)


@cache
def _kernel(rules: str) -> wasm.Kernel:
    return searcher(parse_rules(rules), wasm.Kernel)


def play(piece: tuple, figures: Figures) -> None:
    """Compare a piece's positions, dealt to the option sets in turn."""
    seed, first, count = piece
    draw = random.Random(seed * 1_000_003 + first)
    sets = list(option_sets())
    draw.shuffle(sets)
    for number in range(0, count, 20):
        rules = sets[number // 20 % len(sets)]
        for at in positions(draw, rules, min(20, count - number)):
            wrong = disagreement(at, rules, figures)
            if wrong:
                figures.fail("disagreement", wrong)


def positions(draw: random.Random, rules: str, count: int) -> list[Position]:
    """So many positions with a throw: half of them of a random game, one after the other, half scattered."""
    game = play_game(parse_rules(rules), Xorshift32(draw.randrange(1, 1 << 30)))
    first = draw.randrange(len(game.plies))
    found = [turn.position for turn in islice(game, first, first + count // 2)]
    while len(found) < count:
        found.append(parse_position(relatives.random_position(draw, rules), parse_rules(rules)))
    return found


def disagreement(at: Position, rules: str, figures: Figures) -> str:
    """What is wrong in the engine's answer or the kernel's; empty if nothing."""
    text = at.text()
    expected, engine = relatives.turns(text, relatives.game_of(rules)), turns_object(text, rules)
    results = [entry["result"] for entry in engine["turns"]]
    wrong = []
    for key, value in (("dice_used", expected.dice_used), ("again", expected.again)):
        if engine[key] != value:
            wrong.append(f"{key} is {engine[key]!r}, expected {value!r}")
    wrong += [f"missing  {result}" for result in sorted(expected.results - set(results))]
    wrong += [f"extra    {entry}" for entry in engine["turns"] if entry["result"] not in expected.results]
    if len(set(results)) < len(results):
        wrong.append("a result is listed twice")
    throws = [at.throw]
    if len(at.throw) == 1:  # what a landing does shows only in what can be played after it
        throws.append(at.rules.throws.part(tuple(sorted((1, 3, at.throw[0])))))
    for throw in throws:
        if not _same_turns(State(at.rules, at.cells, at.side, throw), _kernel(rules)):
            wrong.append(f"the kernel finds other turns for {throw}")
    figures.counts.update(
        {
            at.rules.text.partition(",")[0]: len(results),
            "positions": 1,
            "results": len(results),
            "lost": engine["dice_used"] == 0,
            "winning turns": sum(result.endswith("#") for result in results),
            **{mark: sum(mark in entry["turn"] for entry in engine["turns"]) for mark in "x+<>"},
        }
    )
    return "\n    ".join([f"{text}  under {rules}", *wrong]) if wrong else ""


def _same_turns(at: State, kernel: wasm.Kernel) -> bool:
    """Whether kernel and engine find the same turns in the same order, or the kernel has no room for so many."""
    legal, dice = found_turns(at), bytes(at.throw)
    count = kernel.part(at.cells, at.side, dice, len(dice), NO_HOLE)
    if count < 0:
        return len(legal.turns) > MOST
    ends = b"".join(kernel.ends(k).to_bytes(3, "little")[: len(dice)] for k in range(count))
    packed = [kernel.packed(k) for k in range(count)]
    return (packed, kernel.dice_used(), ends) == (legal.turns, legal.dice_used, legal.ends)
