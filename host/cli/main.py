"""The command line `daldos`: the simulator, the engine's commands, the odds.

A user's mistake gives one line on standard error and exit status 2.
"""

import errno
import json
import os
import random
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import click

from companion import VERSION
from daldos.errors import DaldosError
from daldos.odds import DISTANCE_MAX, capture_odds
from daldos.rules import DEFAULT
from daldos.selfplay import selfplay_lines
from daldos.throws import DAL
from host.cli.ai import hint, reply
from host.cli.far import far as far_ends
from host.cli.far import verify
from host.cli.games import analyse, kept, replay, stats
from host.cli.lines import answer, turns_object, wants_json
from host.cli.types import (
    BOARD_RULES_HELP,
    JSON,
    RULES,
    RULES_HELP,
    RULES_OPTION,
    SEED,
    Commands,
    PageRulesType,
    of_a_table,
)
from host.cli.usb import board, watch
from host.cli.web import web
from host.i18n.catalogue import words
from host.i18n.refusals import BadInput

BAD_INPUT = 2
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Commands, context_settings=CONTEXT, invoke_without_command=True)
@click.version_option(package_name=None, version=VERSION, prog_name="daldos")
@click.pass_context
def cli(ctx):
    """Daldøs, the running-fight game: a simulated board, its referee, and the engine.

    Without a command the game opens in a browser; `sim` is the simulated board at a prompt.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(web)


@cli.command(epilog=BOARD_RULES_HELP, short_help="The simulated board at a prompt, and its scripts.")
@click.option("--script", type=click.Path(dir_okay=False), help="Play a script of commands and expectations.")
@of_a_table(PageRulesType())
@click.option("--seed", type=SEED, help="Of the dice, the magnets and the noise [default: a new one].")
@click.option("--save", type=click.Path(file_okay=False), help="Keep the board's files in this folder.")
def sim(script, rules, mode, seed, magnets, dalled, save):
    """The simulated board at a prompt: 49 sensors are read, judged and answered by the code that runs on the Pico."""
    from host.sim.preload import id_bits
    from host.terminal import prompt

    given = [name for name, value in (("--rules", rules), ("--mode", mode)) if value is not None]
    if script is not None and given:
        raise BadInput("--script cannot be combined with %s: a script says all that itself", ", ".join(given))
    ids = id_bits if seed is None else None
    seed = random.randrange(1, 2**32) if seed is None else seed
    table = prompt.make_table(seed, magnets, save, dalled, ids)
    if script is not None:
        prompt.run_script(Path(script), table)
    else:
        prompt.run_prompt(table, rules, mode, seed)


@cli.command(epilog=RULES_HELP, short_help="All legal turns of a position.")
@RULES_OPTION
@JSON
@click.argument("positions", nargs=-1, metavar="[POSITION ... | -]")
def turns(rules, as_json, positions):
    """All legal turns of each POSITION with a throw: a small board in a terminal, elsewhere one JSON object a line.

    A POSITION is three rows A/M/B, the player to move and the throw, such as
    'aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12'. A bad one ends the command with exit status 2.

    With - positions are read from standard input, one a line. Blank lines are passed over. A bad line gives
    {"line": N, "error": "..."}, the rest go on, and the exit status is 0.
    """
    answer(positions, lambda text: turns_object(text, rules), rules, as_json)


@cli.command(epilog=RULES_HELP, short_help="Records of seeded games.")
@RULES_OPTION
@click.option("--games", type=click.IntRange(0), default=1, show_default=True, help="How many.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Of dice and choices (xorshift32); 0 is 1.")
@click.option("--players", help="Who plays A and B: random, greedy, careful or a level, such as 4,random.")
def selfplay(rules, games, seed, players):
    """Records of games between two players who pick any legal result, each as likely, or between those named.

    Any runtime prints the same bytes for the same rules, games and seed.
    """
    lines = _records(rules, games, seed, players)
    counting = sys.stderr.isatty() and not sys.stdout.isatty() and games > 1
    done = 0
    for line in lines:
        click.echo(line)
        if counting and line == "":
            done += 1
            click.echo(f"\r{done // 2} of {games} games", err=True, nl=False)
    if counting:
        click.echo(f"\r{games} of {games} games", err=True)


def _records(rules, games, seed, players):
    if players is None:
        return selfplay_lines(rules, games, seed)
    from host.ai.players import check_names, lines

    names = players.split(",")
    check_names(names)
    if len(names) != 2:
        raise BadInput("--players %r: expected two, such as 4,random", players)
    return lines(rules, (names[0], names[1]), games, seed)


@cli.command(short_help="The chance of a capture, exactly.", context_settings={"ignore_unknown_options": True})
@click.option("--position", help="Chances of its pieces, such as 'aaa.../.../bbb... A -': A is to throw.")
@click.option("--rules", type=RULES, default=DEFAULT, show_default=True, help="Ruleset and options.")
@JSON
@click.argument("distances", nargs=-1, metavar="[DISTANCE [SECOND]]")
def odds(distances, position, rules, as_json):
    """The chance that a piece is captured in the attacker's next turn; JSON where no terminal is.

    It stands DISTANCE steps in front of a lone dalled attacker, and SECOND steps in front of another, if there is one.
    Other pieces can use what is left of the throw; extra throws, such as dal-dal's, are included. Without a
    DISTANCE, a table.

    With --position: for each piece of the side that is not to throw, the chance that the coming throw lets it be
    captured.
    """
    if position is not None:
        if distances:
            raise BadInput("--position goes without a DISTANCE")
        _print_odds(_position_odds(position, rules), as_json)
        return
    numbers = []
    for word in distances:
        if not (word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= DISTANCE_MAX):
            raise BadInput("distance %r: expected a number of steps from 1 to %s", word, DISTANCE_MAX)
        numbers.append(int(word))
    if len(numbers) > 2 or numbers != sorted(set(numbers)):
        raise BadInput("distances %s: expected one, or two with the nearer first", " ".join(distances))
    asked = [tuple(numbers)] if numbers else [(d,) for d in range(1, 13)] + list(combinations(range(1, 5), 2))
    _print_odds([_odds_of(distances, rules) for distances in asked], as_json, not numbers)


def _odds_of(distances: tuple, rules) -> dict:
    top, bottom, use = capture_odds(distances, rules)
    found = {"distances": distances, "odds": f"{top}/{bottom}", "chance": top / bottom}
    return dict(found, use=use) if rules.special == (DAL,) else found


def _print_odds(rows, as_json: bool, titled: bool = False) -> None:
    as_json = wants_json(as_json)
    doubles = titled and "use" in rows[0]
    if titled and not as_json:
        click.echo(f"{'steps':<8} {'chance':<13} {'percent':>7}{'  use' * doubles}")
    for row in rows:
        if as_json:
            click.echo(json.dumps(row))
            continue
        what = row["hole"] if "hole" in row else " and ".join(str(d) for d in row["distances"])
        click.echo(f"{what:<8} {row['odds']:<13} {100 * row['chance']:6.2f}%  {row.get('use', '')}".rstrip())
    if doubles and not as_json:
        click.echo("use: steps of a dal-dal to use")


def _position_odds(text: str, rules):
    from daldos.position import PositionError, parse_position
    from host.ai.captures import capture_counts

    at = parse_position(text, rules)
    if at.throw:
        raise PositionError("position %r: expected - in place of the throw, which is to come", at.text())
    for hole, count in capture_counts(at):
        chance = Fraction(count, rules.throws.weight)
        yield {"hole": rules.board.name(hole), "odds": str(chance), "chance": float(chance)}


@cli.command("help", short_help="The commands, or one of them.")
@click.argument("command", required=False)
@click.pass_context
def help_of(ctx, command):
    """The commands, or what COMMAND does."""
    if command is None:
        click.echo(cli.get_help(ctx.parent))
        return
    name, found, _ = cli.resolve_command(ctx.parent, [command])
    click.echo(found.get_help(click.Context(found, info_name=name, parent=ctx.parent)))


for command in (board, watch, web, hint, reply, analyse, kept, replay, stats, far_ends, verify):
    cli.add_command(command)


def main(args=None) -> None:
    """Run the command line and exit; a user's mistake becomes one line."""
    _open_streams()
    try:
        # Not cli.main(), which exits with status 1 if the reader of the output has gone.
        with cli.make_context("daldos", list(sys.argv[1:] if args is None else args)) as context:
            status = cli.invoke(context)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help())
        sys.exit(BAD_INPUT)
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "daldos"
        _refuse(command, error.format_message())
    except DaldosError as error:  # from engine, files, ports and boards
        _refuse("daldos", words("en").say(error))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader of the output has gone.
        _give_up_output()
        sys.exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT):
            raise
        _give_up_output()
        print(f"daldos: the output cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(1)


def _refuse(command: str, why: str) -> None:
    click.echo(f"{command}: {' '.join(why.split())}", err=True)
    sys.exit(BAD_INPUT)


def _open_streams() -> None:
    # A stream closed before the start is None; characters that cannot be decoded or encoded are replaced.
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))
        getattr(sys, name).reconfigure(errors="replace")


def _give_up_output() -> None:
    # nothing more may be written, not even by the interpreter at exit
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
