"""The bare prompt of `daldos sim`, and its scripts: one command a line over a Desk, and the board's events in words.

$ printf 'press\\npress\\npress\\n' | tools/daldos.sh sim
"""

import contextlib
import sys
from pathlib import Path

import click

import config
from daldos.state import start_cells
from host.i18n.refusals import BadInput
from host.sim.client import RECORD
from host.sim.preload import keep_settings
from host.sim.shown import shown
from host.sim.stores import FolderStore, TextFileError, read_text
from host.sim.table import Table, seeing_heights
from host.terminal import draw
from host.terminal.commands import by_name
from host.terminal.desk import Desk, DeskError
from host.terminal.script import Script, ScriptError, parts_of

SETTLE_MS = 1000  # after each command, for the board to react
ROLL_MAX_MS = 4000  # at most, while dice roll
STILL = ("wait", "help", "record", "state", "turns")  # no settling after these
PROMPT = "> "


class Prompt:
    """desk: the Desk; lines: where commands come from, None for the keyboard; say: prints a line, or takes it."""

    def __init__(self, desk, lines=None, say=None):
        self.desk = desk
        self.lines = lines
        self.say = say or _print
        self._lights = ""
        self._told = 0  # events already shown

    def run(self) -> None:
        """Read commands until `quit` or the end of the input."""
        self.show()
        while (line := self._read()) is not None:
            for part in parts_of(line or "press"):
                command = by_name(part.split()[0].lower())
                if command and command.name == "quit":
                    return
                if not self.obey(part):
                    break

    def obey(self, line: str) -> bool:
        """Obey one command and show its effects; False if refused."""
        command = by_name(line.split()[0].lower()) if line.strip() else None
        try:
            answer = self.desk.do(line)
        except DeskError as error:
            self.say(f"! {error}")
            self.show()
            return False
        if command is None or command.name not in STILL:
            self._settle()
        if answer:
            self.say(answer)
        self.show()
        return True

    def _settle(self) -> None:
        # Wait until the board has reacted and the dice lie; only then does it say who must press.
        wait = self.desk.table.wait
        wait(SETTLE_MS)
        for _ in range(ROLL_MAX_MS // 100):
            lights = self.desk.client.view().lights
            if not lights or lights["kind"] != "roll":
                break
            wait(100)

    def show(self) -> None:
        """Show the board's news, and what the lights ask for if that has changed."""
        told = self.desk.heard()
        for event in told[self._told :]:
            text = "" if event.get("id") == RECORD else draw.news(event)  # of the desk's own question
            if text:
                self.say("  * " + text)
        self._told = len(told)
        lights = draw.lights(self.desk.client.view())
        if lights != self._lights:
            self._lights = lights
            self.say("  " + lights)

    def _read(self) -> "str | None":
        if self.lines is not None:
            line = next(self.lines, None)
            if line is not None:
                self.say(PROMPT + shown(line.rstrip("\n")))
            return line
        try:
            return input(PROMPT)
        except EOFError:
            return None


def _print(text: str) -> None:
    print(text, flush=True)


def make_table(seed: int, magnets: str, folder, dalled: bool = False, ids=None) -> Table:
    """A table; `folder` keeps the board's files if it is not None. dalled: the board senses heights. ids: as of a
    Table."""
    try:
        store = FolderStore(folder) if folder is not None else None
    except OSError as error:
        raise BadInput("folder %r: %s", folder, error.strerror) from None
    return Table(seed, magnets, store, seeing_heights() if dalled else config, ids=ids)


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


def run_prompt(table: Table, rules, mode, seed: int) -> None:
    """Take commands from the keyboard or a pipe; seed: the table's, to be shown."""
    desk = Desk(table)
    _plug_in(desk, rules, mode)
    _print(f"Daldøs on the simulated board, --seed {seed}. Enter presses the button; help lists the commands.")
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  input() then edits the line and recalls earlier ones
    Prompt(desk, None if sys.stdin.isatty() else iter(sys.stdin)).run()


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
