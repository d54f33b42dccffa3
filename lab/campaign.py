"""Run a campaign of a given size from a seed, in several processes, and print its counts.

    python -m lab campaign                                         # lists them
    python -m lab campaign occupancy --size 20000
    python -m lab campaign codes --size 3000 --magnets worst --jobs 2

The same seed gives the same figures whatever the number of processes. The exit status is 1 if anything went wrong.
"""

import importlib
import multiprocessing
import pkgutil
import time
import traceback
from contextlib import nullcontext
from functools import partial

import lab.campaigns
from lab.arguments import parser, positive, say
from lab.figures import Figures

STEP_S = 10  # between lines of progress


def campaigns() -> dict:
    """name -> module of each campaign."""
    names = [module.name for module in pkgutil.iter_modules(lab.campaigns.__path__)]
    modules = {name: importlib.import_module(f"lab.campaigns.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "SIZE")}


def played(play, options: dict, unit) -> Figures:
    """The figures of a unit; an exception in it is a failure."""
    figures = Figures()
    try:
        play(unit, figures, **options)
    except Exception:
        figures.fail("ends", f"{unit}\n{traceback.format_exc()[-1500:]}")
    return figures


def run(campaign, size: int, seed: int = 1, jobs: int = 1, progress=None, **options) -> Figures:
    """The figures of a run of this size. progress: called with the share done and the figures after each unit."""
    options = {**getattr(campaign, "OPTIONS", {}), **options}
    made = getattr(campaign, "units", None)
    units = made(size, seed, **options) if made else range(seed, seed + size)
    figures, one = Figures(), partial(played, campaign.play, options)
    with multiprocessing.Pool(jobs) if jobs > 1 else nullcontext() as pool:
        for number, part in enumerate(pool.imap(one, units) if pool else map(one, units), 1):
            figures.add(part)
            if progress:
                progress(number / len(units), figures)
    return figures


def command_line():
    """The command line: a subcommand for each campaign."""
    top = parser("campaign", __doc__, seeded=False)
    commands = top.add_subparsers(dest="name", metavar="CAMPAIGN", required=True)
    for name, module in campaigns().items():
        command = commands.add_parser(name, help=module.__doc__.split("\n")[0])
        size, unit = module.SIZE.split(" ", 1)
        command.add_argument("--size", type=positive, default=int(size), help=f"{unit} (default {size})")
        command.add_argument("--seed", type=int, default=1, help="of everything (default %(default)s)")
        command.add_argument("--jobs", type=positive, default=1, help="processes (default %(default)s)")
        for option, default in getattr(module, "OPTIONS", {}).items():
            if default is False:
                command.add_argument(f"--{option}", action="store_true")
            else:
                command.add_argument(f"--{option}", type=type(default), default=default, help="(default %(default)s)")
    return top


def main(args=None) -> int:
    """Run one; the exit status."""
    options = vars(command_line().parse_args(args))
    start = said = time.monotonic()
    failures = 0

    def progress(share: float, figures: Figures) -> None:
        nonlocal said, failures
        for failure in figures.failures[failures:]:
            say(failure)
        failures = len(figures.failures)
        if time.monotonic() - said > STEP_S:
            said = time.monotonic()
            say("%.0f %%, %d failures" % (100 * share, figures.failed.total()))

    campaign = campaigns()[options.pop("name")]
    figures = run(campaign, progress=progress, **options)
    print("%s\n%.0f s" % (figures.text(), time.monotonic() - start))
    return 0 if getattr(campaign, "good", Figures.good)(figures) else 1
