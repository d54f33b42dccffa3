"""The command line of tools/flash.sh."""

import os
import sys
from pathlib import Path

import click

from tools.flash import FlashError
from tools.flash.attached import Attached
from tools.flash.steps import BOARDS, Flash, Options

ROOT = Path(__file__).resolve().parents[2]
CALLED = r"py tools\run.py flash" if os.name == "nt" else "tools/flash.sh"  # what to call again
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def ask(question: str) -> bool:
    """Yes or no, from whoever sits there; nobody there is a no."""
    try:
        return click.confirm(question)
    except click.Abort:
        click.echo()
        return False


@click.command(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--port", help="The board's serial port, if several boards are attached or it is not found.")
@click.option("--drive", type=FOLDER, help="The drive of a board in BOOTSEL mode, if it is not found.")
@click.option(
    "--board", type=click.Choice(list(BOARDS)), help="Which board is in BOOTSEL mode, if images of several fit."
)
@click.option("--dry-run", is_flag=True, help="Say what would be done, and change nothing.")
@click.option("--erase", is_flag=True, help="Erase settings, baseline and the saved game, after a question.")
@click.option("--yes", is_flag=True, help="Answer yes to every question.")
@click.option("--replace-config", is_flag=True, help="Replace a config.py that was changed on the board.")
@click.option("--firmware", type=FOLDER, help="Flash this folder instead of the project's firmware/.")
def main(**options):
    """Turn the Raspberry Pi Pico on the USB cable into the companion.

    Copies the firmware onto the board's MicroPython, only what has changed, restarts it and waits until it says hello.
    Settings, baseline and a saved game stay. It can be interrupted at any time, and goes on when it is run again.

    Exit status: 0 done, 1 a step failed, 2 bad arguments, 3 what is attached cannot be flashed as it is.
    """
    try:
        Flash(click.echo, ask, Attached(), ROOT).run(Options(**options))
    except FlashError as error:
        click.echo(f"flash: {error}".replace("tools/flash.sh", CALLED), err=True)
        sys.exit(error.status)
    except KeyboardInterrupt:
        click.echo(f"flash: interrupted; run {CALLED} again, and it goes on where it stopped.", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main(prog_name="flash.sh")
