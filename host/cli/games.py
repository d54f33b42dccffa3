"""The commands for games that were played: analyse, games, replay, stats."""

import json
import sys
import textwrap
from pathlib import Path

import click

from daldos.game import Game
from daldos.record import result
from daldos.state import PLAYERS
from host.cli.lines import NARROW, columns, wants_json
from host.cli.types import JSON, OUT
from host.games.archive import NOBODY, Archive
from host.i18n.refusals import BadInput, files_told
from host.intake.intake import NOTHING, RECORD, take
from host.sim.shown import shown
from host.sim.stores import home

FILE = click.Path(dir_okay=False, allow_dash=True)


def read_games(file: str, number: "int | None" = None) -> list[tuple[dict, Game]]:
    """The games of a file, each with its headers; number: this one alone. What was not taken is said."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadInput("%r: %s", file, error.strerror) from None
    taken = take(data)
    games = [(found.headers, found.game) for found in taken.of(RECORD) if found.game.plies]
    if not games:
        raise BadInput("%s: %s", file, taken.why() or NOTHING)
    if taken.why():
        click.echo(f"{file}: {taken.why()}", err=True)
    if number is not None and number > len(games):
        raise BadInput("%s: no game %s, there are %s", file, number, len(games))
    return games if number is None else games[number - 1 : number]


def _names(headers: dict) -> tuple[str, str]:
    return shown(headers.get("A", "A")), shown(headers.get("B", "B"))


def wrapped(line: str, width: int) -> list:
    """The line in lines of at most this width, the later ones indented."""
    return textwrap.wrap(line, width, subsequent_indent="  ", break_long_words=False) if len(line) > width else [line]


def _percent(chance: float) -> str:
    return f"{round(100 * chance, 1) + 0:.1f}"  # never -0.0


@click.command(short_help="Where a game was won: luck and errors.")
@click.argument("file", type=FILE)
@JSON
@click.option("--game", "number", type=click.IntRange(1), help="Only this game of the file.")
@click.option("--record", "as_record", is_flag=True, help="The records, with the analysis as notes on their throws.")
def analyse(file: str, as_json: bool, number: int | None, as_record: bool):
    """For each throw of the games in FILE: chance before and after, luck, error of the turn and the best turn instead;
    a table in a terminal, elsewhere one JSON object a game.

    Chances are those of the player of the throw, in percent. Luck is what the throw was worth, an error what the turn
    gave away. Sums for each player follow: all luck less all errors is what the chance has changed by. FILE is a game
    record, or - for standard input.
    """
    from host.ai import data
    from host.ai.judge import judge, noted, sums

    if as_json and as_record:
        raise BadInput("--record prints records, not JSON")
    for place, (headers, game) in enumerate(read_games(file, number)):
        advice = data.advice(game.rules)
        judged = judge(game, advice)
        if as_record:
            click.echo("\n" * bool(place) + noted(headers, game, judged), nl=False)
            continue
        if wants_json(as_json):
            click.echo(json.dumps(dict(_object(headers, game, judged, sums(judged)), **advice.judge)))
            continue
        if place:
            click.echo()
        for line in table(headers, game, judged, sums(judged), columns()):
            click.echo(line)


def _object(headers: dict, game: Game, judged: list, totals: dict) -> dict:
    names = {"n": "number", "best": "best_text"}  # of what is named otherwise in the object
    keys = ("n", "player", "throw", "turn", "before", "after", "luck", "error", "best", "grade")
    throws = [_rounded({key: getattr(entry, names.get(key, key)) for key in keys}) for entry in judged]
    sums = {player: _rounded(own) for player, own in totals.items()}
    headers = {key: shown(text) for key, text in headers.items()}
    return {"headers": headers, "rules": game.rules.text, "result": result(game), "throws": throws, "sums": sums}


def _rounded(values: dict) -> dict:
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in values.items()}


def table(headers: dict, game: Game, judged: list, totals: dict, width: int = 100):
    """The analysis of a game in lines for people; with few columns, the best turn has a line of its own."""
    winner = result(game).replace("*", "nobody yet")
    yield f"{' - '.join(_names(headers))}, {game.rules.text}, won by {winner}"
    titles = ("throw", "turn", "before", "after", "luck", "error")
    if width < NARROW:
        yield f"{'throw':>9} {'turn':<16} {'after':>6} {'error':>6}"
    else:
        yield "{:>9}  {:<20} {:>6} {:>6} {:>6} {:>6}  best turn instead".format(*titles)
    for entry in judged:
        instead = entry.best_text if entry.error > 0.0005 else ""
        if width < NARROW:
            yield (
                f"{entry.number:>4} {entry.player} {entry.throw} {entry.turn:<16}"
                f" {_percent(entry.after):>6} {_percent(entry.error):>6}"
            )
            yield from [f"{'better':>9} {instead}"] * bool(instead)
            continue
        yield (
            f"{entry.number:>4} {entry.player} {entry.throw}  {entry.turn:<20} {_percent(entry.before):>6}"
            f" {_percent(entry.after):>6} {_percent(entry.luck):>6} {_percent(entry.error):>6}  {instead}"
        ).rstrip()
    for player in PLAYERS:
        own = totals[player]
        each = 100 * own["error"] / own["choices"] if own["choices"] else 0.0
        errors = f"errors {_percent(own['error'])} in {own['choices']} choices, {each:.2f} each"
        yield from wrapped(f"{player}: luck {_percent(own['luck'])}, {errors}", width)


@click.command(short_help="A game in the terminal, forward and back.")
@click.argument("file", type=FILE)
@click.option("--game", "number", type=click.IntRange(1), default=1, show_default=True, help="Which of the file.")
def replay(file: str, number: int):
    """Go through a game of FILE: space or an arrow to the right forward, an arrow to the left back, q ends.

    Into a file or a pipe the whole game is printed, position by position.
    """
    from host.terminal.draw import position_of
    from host.terminal.keys import Keys

    ((headers, game),) = read_games(file, number)
    turns = list(game)
    pages = [(f"{' - '.join(_names(headers))}, {game.rules.text}", turns[0].position)]
    pages += [(f"{k} {turn.player} {turn.throw} {turn.text}", turn.after()) for k, turn in enumerate(turns, 1)]

    def page(k: int) -> str:
        title, position = pages[k]
        return "\n".join([title, *position_of(position, columns())])

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        for k in range(len(pages)):
            click.echo(page(k) + "\n")
        return
    at = 0
    with Keys() as keys:
        while True:
            click.clear()
            click.echo(page(at))
            click.echo(f"\n{at} of {len(pages) - 1}; space > forward, < back, q ends")
            key = keys.next()
            if key in ("", "q", "Q", "\x1b"):
                return
            back, ends = key in ("\x1b[D", "<", ",", "b"), {"\x1b[H": 0, "\x1b[F": len(pages) - 1}
            at = ends.get(key, max(0, at - 1) if back else min(len(pages) - 1, at + 1))


@click.command(short_help="Lengths, captures, dice, luck and skill of many games.")
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@click.option("--no-luck", is_flag=True, help="Leave luck and errors out, which take longer.")
def stats(files: tuple, no_luck: bool):
    """What the games in the FILEs are like, each figure with its standard error where it is a mean.

    Players go by their names in the headers, or as A and B.
    """
    from host.ai import data
    from host.ai.figures import Tally

    tally = Tally(None if no_luck else data.advice)
    games = [(headers, game) for file in files for headers, game in read_games(file)]
    for k, (headers, game) in enumerate(games, 1):
        tally.add({key: shown(text) for key, text in headers.items()}, game)
        if sys.stderr.isatty() and len(games) > 1:
            click.echo(f"\r{k} of {len(games)} games", err=True, nl=k == len(games))
    for line in tally.lines():
        click.echo(line)


@click.command("games", short_help="The games that have been played here.")
@click.argument("name", required=False)
@click.option("--delete", is_flag=True, help="Delete the game NAME.")
@click.option("--export", type=OUT, help="All games as one file; - prints them.")
@click.option("--folder", type=click.Path(file_okay=False), help="Where they are kept [default: your own data folder].")
def kept(name=None, delete=False, export=None, folder=None):
    """List the games that the page has kept, or print the game NAME.

    `daldos games --export - | daldos stats -` has figures over all of them. `daldos replay` and `daldos analyse`
    take the files; the end of the list names their folder.
    """
    archive = Archive(Path(folder) if folder is not None else home() / "games")
    if delete and name is None:
        raise BadInput("--delete requires the NAME of a game")
    if name is not None and export is not None:
        raise BadInput("--export takes all games, not NAME")
    with files_told(archive.folder):
        if delete:
            archive.delete(name)
        elif name is not None:
            click.echo(archive.read(name), nl=False)
        elif export is not None:
            click.echo(archive.export(), file=export, nl=False)
        else:
            _list(archive)


def _list(archive) -> None:
    entries = archive.entries()
    for entry in entries:
        if entry["broken"]:
            click.echo(entry["name"] + "  cannot be read as a game")
            continue
        result = {"*": "unfinished", NOBODY: "nobody won"}.get(entry["result"]) or f"{entry['result']} has won"
        line = f"{entry['name']}  {entry['rules']}  {entry['turns']} turns  {result}"
        for part in wrapped(line, columns()):
            click.echo(part)
    click.echo(f"{len(entries)} games in {archive.folder}")
