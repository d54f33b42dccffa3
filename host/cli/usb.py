"""`daldos board ...` and `daldos watch`: the command line of a real board, implemented in `board` and `watch`."""

import json
import os
import sys
from contextlib import closing

import click

from companion.console.protocol import CHOICES
from daldos.rules import parse_rules
from host.cli.types import OUT
from host.sim.client import Client, value_of
from host.usb.port import removable
from host.usb.quarter import quarter
from host.usb.talk import Talk
from host.usb.watch import Watch


@click.group(short_help="Talk to a real board on USB.")
@click.option("--port", metavar="PORT", help="Serial port [default: the one board attached].")
@click.option("--json", "raw", is_flag=True, help="Print what the board says as it says it, one JSON object a line.")
@click.pass_context
def board(ctx, port, raw):
    """Talk to a board on USB: one COMMAND to it, and its answer in plain words.

    The exit status is 0 if it did what it was asked, 1 if it refused or found faults, 2 if there is no talking to it.
    """
    ctx.obj = lambda: Talk(port, raw)


@click.pass_context
def _ask(ctx, **values) -> None:
    # A command to the board, of the same name and with the same keys.
    with ctx.obj() as talked:
        status = talked.ask({"do": ctx.info_name, **values})
    sys.exit(status)


ASKED = (  # name, help, arguments
    ("undo", "Take the last turn back."),
    ("new", "Begin a new game."),
    ("selftest", "The faults that the board knows of."),
    ("calibrate", "Take the empty board as the baseline of the sensors: no piece may stand on it."),
    ("bootsel", "Ask at the board whether it is to take new firmware: a long press there restarts it as a drive."),
    ("dice", "In mode wooden: the dice thrown, as in 13.", "throw"),
    ("set", "Change a setting of the board, which outlives a restart.", "key", "value"),
)
for _name, _help, *_keys in ASKED:
    _given: list[click.Parameter] = [
        click.Argument([key], type=value_of if key == "value" else str, metavar=key.upper()) for key in _keys
    ]
    board.add_command(click.Command(_name, callback=_ask, params=_given, help=_help))


@board.command()
@click.pass_obj
def status(talk):
    """What is being played, and where the pieces stand."""
    with talk() as talked:
        talked.tell(talked.state)


@board.command()
@click.argument("rules", metavar="RULES")
def rules(rules):
    """Rules of the next game, or of this one before its first turn, such as danish,lose_at=1."""
    _ask(rules=parse_rules(rules).text)


@board.command()
@click.argument("mode", type=click.Choice(CHOICES["mode"]))
def mode(mode):
    """What the board is for: the game, dice only, wooden dice, a view of its sensors, or to be played against."""
    _ask(mode=mode)


@board.command()
@click.option("--out", type=OUT, help="Write it to this file.")
@click.pass_obj
def record(talk, out):
    """The record of the game so far."""
    with talk() as talked:
        lines = talked.client.record()
    click.echo("\n".join(lines), file=out)


@board.command()
@click.pass_obj
def walk(talk):
    """Lead one piece of A's through all holes: finds wires exchanged and sensors that do not see.

    At the board a press passes over a hole and a long press ends the walk. Ctrl-C leaves the board walking.
    """
    with talk() as talked:
        status = talked.walk()
    sys.exit(status)


@board.command()
@click.argument("what", metavar="keep|erase", type=click.Choice(["keep", "erase"]))
def wires(what):
    """Wires of holes that a magnet walk found exchanged: into the board's own config.py, or out of it.

    `keep` is the same as a long press at the end of the walk: the board starts again and reads each hole where the walk
    has found it. After `erase` each is read at the place that is built in.
    """
    _ask(keep=what == "keep")


@board.command()
@click.option("--count", type=click.IntRange(1), help="So many views [default: until Ctrl-C].")
@click.pass_obj
def sensors(talk, count):
    """What the 49 sensors read, live, in thousandths of the supply."""
    with talk() as talked:
        talked.sensors(count or 0)


@board.command(name="report")
@click.option("--out", type=OUT, help="Write it to this file.")
@click.option("--views", type=click.IntRange(1, 1000), default=20, help="Views of the sensors, two a second [20].")
@click.option("--quarter", "alone", type=click.IntRange(1, 4), help="The test of this quarter board alone.")
@click.pass_obj
def report_board(talk, out, views, alone):
    """The board's state in one text, to keep or to send to somebody who can help.

    Versions, game, self-test with the last magnet walk, flash left, each hole's baseline, reading and noise: some 10
    seconds.
    With --quarter, the other three are not plugged in, and a piece of A is asked for over each of its sensors.
    """
    with talk() as talked:
        if alone:
            text, faults = quarter(talked, alone, lambda line: click.echo(line, err=True))
        else:
            click.echo("reading the sensors %d times ..." % views, err=True)
            account = talked.report(views)
            text, faults = account.text(), account.faults
    click.echo(text, file=out)
    sys.exit(1 if faults else 0)


@click.command(short_help="Mirror a real board on USB.")
@click.option("--port", metavar="PORT", help="Serial port [default: the one board attached].")
@click.option("--text", is_flag=True, help="In the terminal (the default).")
@click.option("--json", "raw", is_flag=True, help="Print what the board says as it says it, one JSON object a line.")
@click.option("--no-colour", "--no-color", is_flag=True, help="Plain text.")
def watch(port, text, raw, no_colour):
    """Mirror a board on USB: its pieces drawn, its events listed, until Ctrl-C."""
    colour = not no_colour and "NO_COLOR" not in os.environ and sys.stdout.isatty()
    with closing(removable(port)) as link:
        Watch(Client(link), lambda told: click.echo(json.dumps(told) if raw else told), colour, raw).run()
