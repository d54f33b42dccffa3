"""`daldos board ...` and `daldos watch`: the command line of a real board.

The page guides a builder (`daldos web --board`); these are for programs, and for what goes wrong.
"""

import json
import sys
from contextlib import closing, contextmanager

import click

from companion.commands import COMMANDS
from host.cli.types import OUT, Commands
from host.i18n.catalogue import words
from host.i18n.telling import news
from host.sim.client import Client
from host.usb.port import BoardLink, PortError, find_port, removable
from host.usb.report import Account, status_lines

ANSWER_MS = 15_000  # longer than the board waits for a press; a restart of the game takes far less
ENDS = {row[0]: row[2] for row in COMMANDS}  # the event that ends a command's answer
REFUSED = 1
LOOK_MS = 200  # of `watch`, between looks for news
ANSWERS = ("state", "sensors", "record")  # to others who ask; not news


@click.group(cls=Commands, short_help="Talk to a real board on USB.")
@click.option("--port", metavar="PORT", help="Serial port [default: the one board attached].")
@click.pass_context
def board(ctx, port):
    """Talk to a board on USB. To calibrate it, walk and set it up, open the page: `daldos web --board`.

    The exit status is 0 if it did what it was asked, 1 if it refused or found faults, 2 if it cannot be reached.
    """
    ctx.obj = port


@contextmanager
def _linked(port: "str | None"):
    # (link, client, the board's `state`); a PortError if there is no board.
    link = BoardLink(port or find_port())
    with closing(link):
        client = Client(link)
        yield link, client, link.greet()


def _heard(link, client, asked: str) -> dict:
    event = client.event(ANSWER_MS)
    if event is None:
        raise PortError("%s: no answer to %r within %s s", link.port, asked, ANSWER_MS // 1000)
    return event


@board.command()
@click.option("--json", "raw", is_flag=True, help="Print the answer as the board sends it, one JSON object a line.")
@click.argument("command")
@click.pass_obj
def send(port, raw, command):
    """Send a COMMAND of docs/protocol.md, such as '{"do": "undo"}' or undo alone, and print the answer in words."""
    line = command if command.lstrip().startswith("{") else json.dumps({"do": command})
    try:
        do = str(json.loads(line).get("do"))
    except ValueError:
        do = ""  # the board says what is wrong with it
    ends = {"error", ENDS.get(do, "")}
    if do == "undo":  # taking back an entered throw is announced by a guide
        ends.add("guide")
    with _linked(port) as (link, client, _):
        client.send(line)
        while True:
            event = _heard(link, client, do)
            text = json.dumps(event) if raw else sentence(event)
            if text:
                click.echo(text)
            if event["ev"] in ends and not (event["ev"] == "record" and event["line"] is not None):
                sys.exit(REFUSED if event["ev"] == "error" or event.get("faults") else 0)


@board.command(name="print")
@click.option("--out", type=OUT, help="Write the record alone to this file.")
@click.pass_obj
def print_board(port, out):
    """What is being played, where the pieces stand, and the record of the game so far."""
    with _linked(port) as (_, client, state):
        lines = client.record()
    if out is None:
        click.echo("\n".join(status_lines(state)))
    click.echo("\n".join(lines), file=out)


@board.command(name="report")
@click.option("--out", type=OUT, help="Write it to this file.")
@click.option("--views", type=click.IntRange(1, 1000), default=20, help="Views of the sensors, two a second [20].")
@click.pass_obj
def report_board(port, out, views):
    """The board's state in one text, to keep or to send to somebody who can help.

    Versions, game, self-test with the last magnet walk, flash left, each hole's baseline, reading and noise: some 10
    seconds.
    """
    with _linked(port) as (link, client, _):
        click.echo("reading the sensors %d times ..." % views, err=True)
        account = Account(client.send, views)
        while not account.hear(_heard(link, client, "report")):
            pass
    click.echo(account.text(), file=out)
    sys.exit(REFUSED if account.faults else 0)


@click.command(short_help="The events of a real board on USB.")
@click.option("--port", metavar="PORT", help="Serial port [default: the one board attached].")
@click.option("--json", "raw", is_flag=True, help="Print what the board says as it says it, one JSON object a line.")
def watch(port, raw):
    """A sentence for each event of a board on USB, until Ctrl-C."""
    with closing(removable(port)) as link:
        client = Client(link)
        while True:
            client.wait(LOOK_MS)
            for event in client.events():
                if event["ev"] == "link" and event["why"]:
                    raise event["why"]
                if raw:
                    click.echo(json.dumps(event))
                elif event["ev"] not in ANSWERS and (text := sentence(event)):
                    click.echo(text)


def sentence(event: dict) -> str:
    """An event in words, or ''."""
    if event["ev"] == "error":
        return f"refused: {event['what']}"
    if event["ev"] == "state":
        return "\n".join(status_lines(event))
    return news(event, words("en"))
