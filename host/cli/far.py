"""The commands for two boards far apart: far new, far join, verify."""

import asyncio
import contextlib
import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import click

from companion.far.letter import game_mark, is_letter, mark_of
from companion.far.link import LOOK, POST, Link
from daldos.ai.opponent import LEVELS
from daldos.rules import DEFAULT
from host.cli.types import RULES, RULES_HELP
from host.far.end import checked
from host.far.extras import how_to_get
from host.i18n.catalogue import system_words
from host.i18n.refusals import BadInput, Failed, files_told
from host.sim.shown import shown


@click.group()
def far():
    """Two boards far apart play one game, with dice that nobody can bend.

    The players send each other messages, by any messenger, or the ends talk over an MQTT broker that neither needs
    to trust; docs/far.md has the protocol.
    """


def _seat_options(command):
    for option in (
        click.option("--save", type=click.Path(file_okay=False), help="Keep the games in this folder."),
        click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="With --level: how many."),
        click.option(
            "--board", is_flag=False, flag_value="", metavar="[PORT]", help="A real board on USB plays at this seat."
        ),
        click.option("--level", type=click.IntRange(1, len(LEVELS)), help="The computer plays here, so strong."),
        click.option("--name", default="", help="Shown to the other, at most 24 characters."),
    ):
        command = option(command)
    return command


@far.command(epilog=RULES_HELP, short_help="Begin a game, and print the links to it.")
@click.option(
    "--broker", help="Not by message: address of an MQTT broker, such as mqtts://HOST:PORT or wss://HOST/PATH."
)
@click.option("--rules", type=RULES, default=DEFAULT, show_default=True, help="Ruleset and options.")
@click.option("--turn-s", type=click.IntRange(0, 1000000), default=0, help="Seconds for a turn; 0 is no limit.")
@click.option("--page", default="", help="Address of the page, put before the links.")
@_seat_options
def new(broker, rules, turn_s, page, **how):
    """Begin a game: you are A.

    Send what is printed to the other player by any messenger, and enter the answer: one message a turn is enough.
    With --broker, send the first link to the other player, the second to those who look on.

    Your own link is the last: with it and the file kept in --save you come back.
    """
    import secrets

    _run(broker or POST, rules.text, turn_s, lambda at: Link.new(at, secrets.token_bytes(32)), page, **how)


@far.command(short_help="Join a game by its link, or come back to it.")
@click.argument("link")
@click.option("--broker", help="Another broker than the link's.")
@_seat_options
def join(link, broker, **how):
    """Join the game of LINK at the seat that it gives, come back to it, or look on.

    LINK is what `far new` prints, in quotation marks, a message of the other player's, or the file that an end has
    kept.
    """
    with files_told(link):
        found, how["save"], how["brought"] = _found(link, how["save"])

    def at(address: str) -> Link:
        return Link(address, found.game, found.key, found.seat)

    letter = link if is_letter(link) else ""
    _run(broker or found.broker, DEFAULT, 0, at, None, letter=letter, **how)


@far.command(short_help="List the far games that are kept here.")
@click.option("--save", type=click.Path(file_okay=False), help="Of this folder.")
def games(save):
    """List the far games that are kept here, newest first: with whom, whose turn it is, since when, and the link."""
    from host.far.files import default_folder, far_files
    from host.far.verify import standing

    t = system_words()
    folder = Path(save) if save else default_folder()
    with files_told(folder):
        kept = sorted((-path.stat().st_mtime, path) for path in far_files(folder))
    for mtime, path in kept:
        try:
            link, name, due = standing(path)
        except ValueError as error:
            _say(t.say(error))
            continue
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(-mtime))
        _say(f"{name}: {t(due)}, {t('since {since}', since=since)}\n  {link.text()}")
    if not kept:
        _say(t("No far game is kept in {folder}.", folder=folder))


def _found(link: str, save) -> tuple:
    # The link, also if given as a file, the folder of the game, and the lines to add to its file.
    from host.far.files import default_folder, read_lines
    from host.far.log import linked

    if not is_letter(link) and "#far=" not in link and os.path.isfile(link):
        path = Path(link)
        kept = read_lines(path).link
        if kept is None:
            raise BadInput("%s: it has no link in it", link)
        at_home = path.name == f"{kept.game}-{kept.seat}.far"
        return kept, save or str(path.parent), b"" if at_home else linked(path.read_text("ascii"))[1]
    if is_letter(link) and "far=" not in link:
        return _of_letter(link, Path(save) if save else default_folder()), save, b""
    found, brought = linked(link)
    return found, save, brought


def _of_letter(text: str, folder: Path) -> Link:
    # The link of a letter's game, from the game's file.
    from host.far.files import FileError, far_files, read_lines

    mark = mark_of(text)
    with files_told(folder):
        kept_here = far_files(folder)
    for path in kept_here:
        with contextlib.suppress(FileError):
            kept = read_lines(path).link
            if kept and game_mark(kept.game) == mark:
                return kept
    raise BadInput(
        "the game of this message is not in %s: open it where you play, or name its folder by --save", folder
    )


def _run(broker, rules, turn_s, link_at, page, name, board, level, games, save, letter="", brought=b"") -> None:
    by_post = broker == POST
    if not by_post and not find_spec("aiomqtt"):
        raise BadInput("far needs a package that is not here: %s", how_to_get("far"))
    from host.far.files import default_folder
    from host.far.play import Player, play, typed
    from host.sim.stores import check_writable
    from host.usb.port import removable

    if name:
        checked(name)
    if games > 1 and not level:
        raise BadInput("--games requires --level")
    if board is not None and level:
        raise BadInput("--board cannot be combined with --level: one of them plays at this seat")
    folder = Path(save) if save else default_folder()

    async def main() -> None:
        folder.mkdir(parents=True, exist_ok=True)
        check_writable(folder / "new")  # report an unwritable folder before any link is printed
        async with contextlib.AsyncExitStack() as stack:
            link = link_at(broker)
            if page is not None:
                _show_links(link, page)
            stdin = None if level and not by_post or link.seat == LOOK else typed()
            if letter and stdin:
                stdin.put_nowait(letter)
            usb = None if board is None else stack.enter_context(contextlib.closing(removable(board)))
            player = Player(name, rules, turn_s, level or 0, usb, games)
            fold = await play(link, player, folder, _say, stdin, page or "", brought)
            if fold.record() and (level or link.seat == LOOK):
                _say(fold.record())
            if fold.broken:
                raise Failed("the game is broken: %s", fold.broken[1])

    with files_told(folder):
        asyncio.run(main())


def _say(text: str) -> None:
    # With texts that others have written.
    click.echo(shown(text))


def _show_links(link: Link, page: str) -> None:
    from host.far.address import Address

    t = system_words()
    if not link.by_post:  # otherwise the first letter contains it
        Address.parse(link.broker)  # one that is refused leaves no links behind
        click.echo(t("The other player's link:") + "\n" + page + link.other().text())
        click.echo(t("To look on:") + "\n" + page + link.look().text())
    click.echo(t("Yours, to come back:") + "\n" + page + link.text())
    if sys.stdout.isatty() and not link.by_post:
        with contextlib.suppress(ImportError):
            import segno

            segno.make(page + link.other().text(), error="l").terminal(compact=True)
    sys.stdout.flush()


@click.command(short_help="What a game played far apart proves.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def verify(file: Path):
    """Check the log that an end of a far game has kept: all dice, all turns, who won, and what it does not prove.

    A log that is not sound ends the command with exit status 2 and says where.
    """
    from host.far import proof
    from host.far.verify import report

    of_letters = file.is_file() and proof.is_seat(file)
    for line in proof.report(file) if of_letters else report(file):
        _say(line)
