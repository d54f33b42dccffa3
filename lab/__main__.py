"""Instruments of the project, from a checkout: python -m lab NAME [arguments]

They run in the environment .venv, created on first use. NAME --help shows an instrument's arguments.
"""

import importlib
import sys

from tools import programs
from tools.run import ROOT, SetupError, environment, replace

INSTRUMENTS = {
    "pico": ("lab.pico.play", "the simulated board on an emulated Pico that runs the firmware's own image"),
    "pico_bench": ("lab.pico_bench", "what the firmware costs on it"),
    "ladder": ("lab.brain.ladder", "all players and levels against each other, with their Elo"),
    "train": ("lab.brain.learning", "learn a ruleset's net by self-play"),
    "values": ("lab.values", "find the weights of a relative's values"),
    "solve": ("lab.brain.solving", "solve a ruleset's endings"),
    "campaign": ("lab.campaign", "games, faults and cuts by the thousand, and what went wrong"),
    "thinking": ("lab.thinking", "what a hint, a turn and a review cost on this computer"),
    "throws": ("lab.throws", "a million throws of the dice, and how far they are from fair"),
    "mutate": ("lab.mutation.mutate", "how many small changes of the product a test notices"),
    "screens": ("lab.screens", "pictures of the page"),
    "engines": ("lab.engines", "whole games in Chromium, Firefox and WebKit, by somebody who follows only what is lit"),
    "imports": ("lab.imports", "how long thousands of games take to be handed to the page"),
    "interaction": ("lab.interaction", "how long a press takes until the page has painted, on a phone"),
    "puzzles": ("lab.puzzles", "the page's puzzles, from games of two levels"),
    "tables": ("lab.tables", "many tables at one broker: bytes, processor, delays"),
}


def main(name: str = "", *arguments: str) -> "int | str | None":
    """Run an instrument in .venv."""
    if name in ("", "-h", "--help"):
        print(__doc__)
        for each, (_, about) in INSTRUMENTS.items():
            print(f"    {each:<16}{about}")
        return 0 if name else 2
    if name not in INSTRUMENTS:
        return f"python -m lab {name}: expected one of {', '.join(INSTRUMENTS)}"
    if sys.prefix != str(ROOT / ".venv"):
        try:
            replace(environment("requirements-dev.lock", ROOT), "-m", "lab", name, *arguments)
        except SetupError as error:
            return str(error)
    programs.enter()
    sys.argv = [f"python -m lab {name}", *arguments]
    return importlib.import_module(INSTRUMENTS[name][0]).main()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
