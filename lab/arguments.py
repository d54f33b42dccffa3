"""Shared by the command lines of this folder.

>>> parser("ladder", __doc__).parse_args(["--rules", "norwegian", "--seed", "7"])
"""

import argparse
import sys
import time

from daldos.rules import DEFAULT, parse_rules


def rules(text: str):
    """Rules from their text; argparse reports errors."""
    try:
        return parse_rules(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """A number, at least 1."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number, 1 at least")
    return int(text)


def say(line: str) -> None:
    """Print progress, apart from results."""
    print(time.strftime("%H:%M:%S"), line, file=sys.stderr, flush=True)


def parser(name: str, about: str, seeded: bool = True) -> argparse.ArgumentParser:
    """A parser with the first line of a docstring; seeded: it takes --rules and --seed."""
    made = argparse.ArgumentParser(prog=f"python -m lab {name}", description=about.split("\n", maxsplit=1)[0])
    if seeded:
        made.add_argument("--rules", type=rules, default=DEFAULT, help="ruleset and options (default %(default)s)")
        made.add_argument("--seed", type=int, default=1, help="of games and dice (default %(default)s)")
    return made
