"""The commands of the opponent: hint, reply, ladder, train, solve."""

import time

import click

from daldos.ai.opponent import LEVELS
from daldos.prng import Xorshift32
from daldos.rules import DEFAULT, RULESETS, Rules
from host.cli.lines import answer
from host.cli.types import RULES, RULES_HELP, SEED
from host.i18n.refusals import BadInput

NAMES = [name for name, _ in RULESETS]
GAMES = {"danish": 3_000_000, "naesheim": 400_000, "cerne-abbey": 400_000}  # that its net was learnt from
GAMES_ELSE = 800_000


def _rules_option(command):
    return click.option("--rules", type=RULES, default=DEFAULT, show_default=True, help="Ruleset and options.")(command)


def _say(line: str) -> None:
    click.echo(f"{time.strftime('%H:%M:%S')} {line}", err=True)


@click.command(epilog=RULES_HELP, short_help="What to play, and the chances.")
@_rules_option
@click.argument("positions", nargs=-1, metavar="[POSITION ... | -]")
def hint(rules: Rules, positions: tuple):
    """The chance of winning after each legal turn of each POSITION, best first, one JSON object a line.

    `chance` is that of the player who moves. `exact` is true where it comes from the solved endings. A POSITION without
    a throw (`-` in its place) gives the chance of the player who is to throw. Positions, - and errors are as in turns.
    """
    from host.ai import data
    from host.ai.advice import hint_object

    answer(positions, lambda text: hint_object(text, data.advice(rules)))


@click.command(epilog=RULES_HELP, short_help="What the opponent plays.")
@_rules_option
@click.option("--level", type=click.IntRange(1, len(LEVELS)), default=len(LEVELS), show_default=True, help="Strength.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of what the weaker levels overlook.")
@click.argument("positions", nargs=-1, metavar="[POSITION ... | -]")
def reply(rules: Rules, level: int, seed: int, positions: tuple):
    """The turn that the board's opponent plays in each POSITION with a throw, one JSON object a line.

    It is the code of the Pico with the same integers. With - each answer is flushed at once, so that another program
    can play against it.
    """
    from host.ai import data
    from host.ai.advice import reply_object

    stream = Xorshift32(seed)
    answer(positions, lambda text: reply_object(text, data.opponent(rules), level, stream))


@click.command(epilog=RULES_HELP, short_help="All players against each other.")
@_rules_option
@click.option("--games", type=click.IntRange(2), default=2000, show_default=True, help="A pair.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of dice and choices.")
@click.option("--players", default="random,greedy,careful,1,2,3,4,5", show_default=True, help="Names and levels.")
def ladder(rules: Rules, games: int, seed: int, players: str):
    """Win rates of all players and levels against each other, with standard errors, and their Elo."""
    from host.ai.ladder import LadderError, print_ladder

    try:
        print_ladder(rules, players.split(","), games, seed, click.echo, _say)
    except LadderError as error:
        raise BadInput(error) from None


@click.command(short_help="Learn a net by self-play.")
@click.option("--rules", type=click.Choice(NAMES), default=DEFAULT, show_default=True, help="Ruleset.")
@click.option("--games", type=click.IntRange(1), help="In all [default: as many as the net in the package].")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of weights and dice.")
@click.option("--out", type=click.Path(dir_okay=False), help="Module to write [default: the engine's own].")
@click.option("--fresh", is_flag=True, help="Forget a run broken off.")
def train(rules: str, games: int | None, seed: int, out: str | None, fresh: bool):
    """Learn the net of a ruleset from games against itself, and write it as integers into the engine.

    Needs the compiled kernel. Progress, rate and strength go to standard error. A run broken off goes on where it was;
    the same seed and number of games give the same net.
    """
    from host.ai.training import train_net

    count = games or GAMES.get(rules, GAMES_ELSE)
    try:
        file = train_net(rules, count, seed, out, fresh, _say)
    except ValueError as error:
        raise BadInput(error) from None
    click.echo(f"{rules}: {count} games, net in {file}")


@click.command(short_help="Solve the endings.")
@click.option("--rules", type=click.Choice([*NAMES, "all"]), default=DEFAULT, show_default=True, help="Ruleset.")
@click.option("--pieces", type=click.IntRange(1, 3), default=2, show_default=True, help="A side; 3 takes hours.")
@click.option("--write", is_flag=True, help="Write the packed table into the package, too.")
def solve(rules: str, pieces: int, write: bool):
    """The exact chances of all endings of up to that many pieces a side, all dalled and out of the home rows.

    Needs the compiled kernel. The tables are kept in build/brain/endings; what is there is not solved again. Prints the
    largest difference between the tables and one more sweep, and what is in them.
    """
    from host.ai.training import solve_endings

    try:
        for name in NAMES if rules == "all" else [rules]:
            solve_endings(name, pieces, write, click.echo, _say)
    except ValueError as error:
        raise BadInput(error) from None
