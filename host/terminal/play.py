"""The three modes of `daldos sim`: the terminal, a script, or automatic games."""

import os
import sys
import time
from pathlib import Path

import click

import config
from companion.console.protocol import CHOICES
from daldos.rules import RULESETS
from daldos.state import start_cells
from host.i18n.refusals import BadInput
from host.sim.preload import keep_settings
from host.sim.shown import shown
from host.sim.stores import FolderStore, TextFileError, read_text
from host.sim.table import Table, seeing_heights
from host.terminal import auto
from host.terminal.commands import COMMANDS
from host.terminal.desk import Desk
from host.terminal.script import Script, ScriptError
from host.terminal.terminal import SETTLE_MS, Terminal

TURN_S = 0.6  # between turns of a visible game


def make_table(seed: int, magnets: str, folder, dalled: bool = False) -> Table:
    """A table; `folder` keeps the board's files if it is not None. dalled: the board senses heights."""
    try:
        store = FolderStore(folder) if folder is not None else None
    except OSError as error:
        raise BadInput("folder %r: %s", folder, error.strerror) from None
    return Table(seed, magnets, store, seeing_heights() if dalled else config)


def run_script(path: Path, table: Table) -> None:
    """Play a script; its first failure is the error."""
    try:
        text = read_text(path)
    except TextFileError as error:
        raise BadInput("script %s", error) from None
    desk = Desk(table, folder=path.parent)
    try:
        Script(text, str(path), desk, lambda line: click.echo(shown(line))).run()
    except ScriptError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    click.echo(f"{path}: as expected")


def run_terminal(table: Table, rules, mode, colour: bool, seed: int) -> None:
    """Take commands from the keyboard or a pipe; seed: the table's, to be shown."""
    desk = Desk(table)
    live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    _plug_in(desk, rules, mode)
    lines = None
    if sys.stdin.isatty():
        _edit_lines(table.board.names)
        desk.progress = _progress
    else:
        lines = iter(sys.stdin)
    Terminal(desk, lines, colour=colour, seed=seed, live=live).run()


def _progress(done_ms: int, whole_ms: int) -> None:
    # the progress of a long wait, on one line that is overwritten
    text = f"\r{done_ms // 1000} of {whole_ms // 1000} s on the board's clock" if done_ms < whole_ms else "\r\033[K"
    print(text, end="", file=sys.stderr, flush=True)


def run_auto(table: Table, seed: int, rules, mode, games: int, fast: bool, colour: bool) -> None:
    """Play whole games, drawn turn by turn, or one line each."""
    desk = Desk(table, seed=seed)
    _plug_in(desk, rules, mode)
    winners, throws, minutes = {"A": 0, "B": 0}, 0, 0
    terminal = Terminal(desk, colour=colour)
    for number in range(1, games + 1):
        started_ms = table.now_ms
        if auto.is_over(desk):
            auto.step(desk, desk.stream)
        while not auto.is_over(desk):
            auto.step(desk, desk.stream)
            if not fast:
                _watch(terminal)
        view = desk.view()
        took = (table.now_ms - started_ms) // 60000
        told = f"{view.winner} has won after {view.turns} throws"
        click.echo(f"game {number}: {told}, {took} min on the board's clock")
        winners[view.winner] += 1
        throws += view.turns
        minutes += took
    if games > 1:
        won = f"A has won {winners['A']}, B {winners['B']}"
        click.echo(f"{games} games: {won}; {throws / games:.0f} throws and {minutes / games:.0f} min a game")


def _watch(terminal: Terminal) -> None:
    terminal.desk.table.wait(SETTLE_MS)
    terminal.show()
    if sys.stdout.isatty():
        time.sleep(TURN_S)


def _plug_in(desk: Desk, rules, mode) -> None:
    keep_settings(desk.table, rules, mode)
    if rules is not None:
        desk.setup(rules, start_cells(rules))
    desk.table.plug_in()
    desk.record()
    # A game without a turn need not be kept when the rules change.
    if rules is not None and not desk.view().turns and desk.rules().text != rules.text:
        desk.do("rules " + rules.text)
    # Set the pieces up as in the game, as if left there.
    desk.do("setup")
    desk.table.wait(SETTLE_MS)


def _edit_lines(holes) -> None:
    # importing readline gives input() editing, history and completion
    try:
        import readline
    except ImportError:
        return
    known = sorted([command.name for command in COMMANDS] + [name for name, _ in RULESETS] + list(CHOICES["mode"]))

    def complete(text: str, number: int):
        names = holes if text[:1].isupper() else known
        found = [name for name in names if name.startswith(text)]
        return found[number] + " " if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ;")
    readline.parse_and_bind("tab: complete")
