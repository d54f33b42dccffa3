"""`daldos web`: the board in a browser, to play, mirror or replay."""

import os
import random
import secrets
import socket
import sys
from pathlib import Path
from typing import Any

import click

from host.cli.types import BOARD_RULES_HELP, SEED, PageRulesType, of_a_table
from host.games.archive import Archive
from host.i18n.refusals import BadInput
from host.intake.intake import RECORD, take
from host.sim.stores import FolderLocked, FolderStore, SteadyStore, home

PORT = 8017
BOARDS_MAX = 9  # boards at once, each with its own folder
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@click.command(epilog=BOARD_RULES_HELP, short_help="Play in a browser.")
@click.option("--port", type=click.IntRange(0, 65535), help="Of the server [default: 8017, or a free one].")
@click.option(
    "--board", is_flag=False, flag_value="", metavar="[PORT]", help="A real board on USB: mirrored, its pieces by hand."
)
@of_a_table(PageRulesType())
@click.option("--seed", type=SEED, help="Of the dice, the magnets and the noise [default: a new one].")
@click.option("--save", type=click.Path(file_okay=False), help="Keep board and games in this folder, not in your own.")
@click.option("--no-save", is_flag=True, help="Keep nothing.")
@click.option("--open/--no-open", "opened", default=None, help="Open a browser [default: if there is a display].")
@click.option("--host", is_flag=True, help="Let the house's network look on; playing from there takes a code.")
@click.argument("file", required=False, type=click.Path(dir_okay=False))
def web(port, board, rules, mode, seed, save, no_save, magnets, dalled, opened, host, file):
    """The game in a browser, and in its workshop the simulated board.

    With FILE, a game record, the page goes through the game.
    """
    # Imported here, so that other commands start quickly.
    from host.usb.port import removable
    from host.web.backend import Backend, simulated
    from host.web.pages import Room
    from host.web.replay import ReplayError

    seed = random.randrange(1, 2**32) if seed is None else seed
    if board is not None and save is not None:
        raise BadInput("--save cannot be combined with %s, whose files are on its own flash", "--board")
    if dalled and board is not None:
        raise BadInput("--dalled cannot be combined with %s: it is of the simulated board", "--board")
    record = None if file is None else read_record(file)
    if save is not None and no_save:
        raise BadInput("--no-save cannot be combined with --save")
    archive = None if no_save else Archive(Path(save) / "games" if save is not None else home() / "games")
    far = None if no_save else far_page(save)
    play = None
    if board is not None:
        behind: Any = Backend(removable(board))
        behind.start(rules, mode)
    else:
        play = own_game(seed, save, no_save, rules)
        behind = lambda store: simulated(store, seed, mode, magnets, dalled)  # noqa: E731  made when it is wanted
    first = "board" if play and (mode or dalled) else ""
    try:
        code = new_code() if host else None
        room = Room(behind, play, code=code, record=record, archive=archive, far=far, behind=first)
    except ReplayError as error:
        raise BadInput("file %r: %s", file, error) from None
    serve(room, port, host, opened)


def far_page(save):
    """For games with somebody elsewhere."""
    import time

    from host.far.address import Address
    from host.far.folder import SeatFolder, default_folder
    from host.web.far import FarPage

    store = SeatFolder(Path(save) / "far" if save is not None else default_folder())
    return FarPage(store, lambda: int(time.time()), secrets.token_bytes(4), Address.parse)


def own_game(seed: int, save, no_save: bool, rules):
    """The game of this server's page, resumed."""
    from companion.game.dice import Dice
    from companion.storage.memory import MemoryStore
    from daldos.prng import Xorshift32
    from host.games.play import OwnGame
    from host.sim.preload import id_bits

    try:
        if save is not None:
            FolderStore(save).close()  # report an unwritable folder at once
    except OSError as error:
        raise BadInput("folder %r: %s", save, error.strerror) from None
    folder = save if save is not None or no_save else own_folder()
    store = MemoryStore() if folder is None else SteadyStore(lambda: FolderStore(folder, must_write=False))
    play = OwnGame(store, Dice(Xorshift32(seed).next, id_bits))
    if rules is not None:
        play.open(rules)
    return play


def own_folder() -> str:
    """The user's folder for a board; several boards at once have one each."""
    for number in range(1, BOARDS_MAX + 1):
        folder = home() / ("board" if number == 1 else f"board-{number}")
        try:
            FolderStore(str(folder)).close()
        except FolderLocked:
            continue
        except OSError:
            pass  # shown on the page while it lasts
        break
    return str(folder)


def read_record(file: str) -> str:
    """The record of the first game in a file."""
    try:
        taken = take(Path(file).read_bytes())
    except OSError as error:
        raise BadInput("%r: %s", file, error.strerror) from None
    if not taken.of(RECORD):
        raise BadInput("%s: %s", file, taken.why())
    return taken.of(RECORD)[0].text


def new_code() -> str:
    """Eight letters and digits that are not easily confused."""
    letters = [secrets.choice(CODE_LETTERS) for _ in range(8)]
    return "".join(letters[:4]) + "-" + "".join(letters[4:])


def serve(room, port, to_house: bool, opened) -> None:
    """Run the server until Ctrl-C. If the default port is taken, use a free one."""
    import asyncio
    import webbrowser

    from host.web.gate import house_address
    from host.web.server import ServeError, Server

    def ready(address: str) -> None:
        click.echo(f"The board is at {address}   (Ctrl-C ends it)")
        if to_house:
            own = house_address(socket.gethostname())
            there = address.replace("localhost", own)
            click.echo(f"The house's network may look on at {there}; to play there takes the code {room.entrance.code}")
        click.echo("All commands: daldos --help.")
        sys.stdout.flush()
        if opened or opened is None and has_display():
            webbrowser.open(address)

    for number in [PORT, 0] if port is None else [port]:
        try:
            asyncio.run(Server(room, number, to_house).run(ready))
        except ServeError as taken:
            if number == PORT and port is None:
                continue
            raise BadInput(
                "--port %s: %s", number, os.strerror(taken.error.errno) if taken.error.errno else taken.error
            ) from None
        except KeyboardInterrupt:
            click.echo("")
        return


def has_display() -> bool:
    """Whether this machine has a display for a browser."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and not os.environ.get("CI")
