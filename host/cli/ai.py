"""The commands of the opponent: hint, reply."""

import json

import click

from daldos.ai.opponent import LEVELS
from daldos.prng import Xorshift32
from daldos.rules import Rules
from host.cli.lines import answer, wants_json
from host.cli.types import JSON, RULES_HELP, RULES_OPTION, SEED


@click.command(epilog=RULES_HELP, short_help="What to play, and the chances.")
@RULES_OPTION
@click.option("--playouts", type=click.IntRange(1, 1_000_000), help="Play so many games on from the best turns.")
@click.option("--turn", "only", multiple=True, help="With --playouts: compare these turns alone; give it twice.")
@click.option("--first", is_flag=True, help="The first ten throws: best turns, and best answers to them.")
@JSON
@click.argument("positions", nargs=-1, metavar="[POSITION ... | -]")
def hint(rules: Rules, playouts: "int | None", only: tuple, first: bool, as_json: bool, positions: tuple):
    """The chance of winning after each legal turn of each POSITION, best first; JSON where no terminal is.

    `chance` is that of the player who moves. `exact` is true where it comes from the solved endings. A POSITION without
    a throw (`-` in its place) gives the chance of the player who is to throw. Positions, - and errors are as in turns.
    With --playouts the best five turns are compared by games played on with the same dice, in batches of 256; `error`
    is the standard error of a chance, `behind_error` that of the difference to the best.
    """
    from host.ai import data
    from host.ai.advice import first_throws, hint_object, played_on

    def said(text: str) -> dict:
        if playouts:
            *_, (_, found) = played_on(text, data.advice(rules), data.opponent(rules), playouts, only)
            return found()
        return hint_object(text, data.advice(rules))

    if first:
        for row in first_throws(data.advice(rules)):
            for line in [json.dumps(row)] if wants_json(as_json) else first_lines(row):
                click.echo(line)
        return
    answer(positions, said, rules, as_json)


def first_lines(row: dict):
    """A first throw for people: the best turn with its chance, and the best answer to it for each throw."""
    yield f"{row['throw']}  {row['turn']:<20} {100 * row['chance']:5.1f} %"
    for throw, turn, chance in row["answers"]:
        yield f"    {throw}  {turn:<20} {100 * chance:5.1f} %"


@click.command(epilog=RULES_HELP, short_help="What the opponent plays.")
@RULES_OPTION
@click.option("--level", type=click.IntRange(1, len(LEVELS)), default=len(LEVELS), show_default=True, help="Strength.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of what the weaker levels overlook.")
@JSON
@click.argument("positions", nargs=-1, metavar="[POSITION ... | -]")
def reply(rules: Rules, level: int, seed: int, as_json: bool, positions: tuple):
    """The turn that the board's opponent plays in each POSITION with a throw; JSON where no terminal is.

    It is the code of the Pico with the same integers. With - each answer is flushed at once, so that another program
    can play against it.
    """
    from host.ai import data
    from host.ai.advice import reply_object

    stream = Xorshift32(seed)
    answer(positions, lambda text: reply_object(text, data.opponent(rules), level, stream), rules, as_json)
