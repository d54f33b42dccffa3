"""The simulated board on an emulated Pico that runs the firmware's own image: at a prompt, in a script, on a page."""

import random
from pathlib import Path

import click

from companion.console.phases import MODES
from host.cli.types import RULES, SEED
from host.terminal import prompt
from lab.pico.table import PicoTable
from tools.image import build


@click.command(help=__doc__)
@click.option("--image", type=click.Path(exists=True, dir_okay=False), help="Firmware [default: as it is now, built].")
@click.option("--script", type=click.Path(dir_okay=False, path_type=Path), help="A script to be played.")
@click.option("--web", is_flag=True, help="In a browser.")
@click.option("--port", type=int, help="With --web: of the server.")
@click.option("--rules", type=RULES, help="Rules of the next game.")
@click.option("--mode", type=click.Choice(MODES), help="Mode of the board.")
@click.option("--seed", type=SEED, help="Of the dice, the magnets and the noise [default: a new one].")
@click.option("--magnets", type=click.Choice(["nominal", "worst", "best"]), default="nominal", help="Tolerances.")
def main(image, script, web, port, rules, mode, seed, magnets):
    seed = random.randrange(1, 2**32) if seed is None else seed
    table = PicoTable(image or build("pico"), seed=seed, magnets=magnets)
    if script is not None:
        prompt.run_script(script, table)
    elif web:
        from host.cli.web import serve
        from host.web.backend import TableBackend
        from host.web.pages import Room

        backend = TableBackend(table, slow=True)
        room = Room(backend)
        backend.start(rules, mode)
        serve(room, port, False, None)
    else:
        prompt.run_prompt(table, rules, mode, seed)
