"""Positions in, one JSON object per line out: the interface of `turns`, `hint` and `reply`.

>>> turns_object("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 24", "danish")["dice_used"]
0
"""

import json
import shutil
import sys
from collections.abc import Callable

import click

from daldos.notation import result_text, turn_text
from daldos.position import parse_position
from daldos.rules import Rules, parse_rules
from daldos.turns import TurnError, legal_turns
from host.i18n.refusals import BadInput
from host.terminal.draw import position_of


def turns_object(position: str, rules: Rules | str) -> dict:
    """The object that `daldos turns` prints for one position; ValueError, with a one-line message, for an invalid
    one."""
    at = parse_position(position, parse_rules(rules) if isinstance(rules, str) else rules)
    if not at.throw:
        raise TurnError("position %r: expected a throw such as 13 in place of '-'", at.text())
    legal = legal_turns(at)
    again = at.rules.again(at.throw, legal.dice_used)
    turns = [{"turn": turn_text(at, turn), "result": result_text(at, turn, again)} for turn in legal.turns]
    turns.sort(key=lambda entry: entry["result"])
    return {"position": at.text(), "dice_used": legal.dice_used, "again": again, "turns": turns}


NARROW = 72  # columns; with fewer, lines that people read are shorter


def wants_json(as_json: bool) -> bool:
    """Whether a program reads: JSON is asked for, or standard output is no terminal."""
    return as_json or not sys.stdout.isatty()


def columns() -> int:
    """The terminal's width."""
    return shutil.get_terminal_size()[0]


def answer(positions: tuple, to_object: Callable[[str], dict], rules: Rules, as_json: bool) -> None:
    """Print `to_object` of each position, or for `-` of each line of standard input, flushing at once.

    It is one JSON object per line; on a terminal, a small board and the turns. A
    ValueError is a usage error; with `-` it gives {"line": N, "error": "..."} and the rest go on.
    """
    as_json = positions == ("-",) or wants_json(as_json)
    if not positions:
        raise BadInput("no position: give one in quotation marks, or - to read them from standard input")
    if positions == ("-",):
        for number, line in enumerate(sys.stdin.buffer, 1):
            text = line.decode("utf-8", "replace").strip()
            if text:
                try:
                    found = to_object(text)
                except ValueError as error:
                    found = {"line": number, "error": str(error)}
                click.echo(json.dumps(found))
                sys.stdout.flush()
        return
    texts = _joined(positions)
    for number, text in enumerate(texts, 1):
        try:
            found = to_object(text)
            for line in [json.dumps(found)] if as_json else for_people(found, rules):
                click.echo(line)
        except ValueError as error:
            if len(texts) > 1:
                raise BadInput("position %d: %s", number, error) from None
            raise BadInput(error) from None


def for_people(found: dict, rules: Rules) -> list:
    """The object of `turns`, `hint` or `reply` as lines: the board, and each turn with its chance in percent."""
    at = parse_position(found["position"], rules)
    width = columns()
    lines = [at.text() if width >= NARROW else at.text().partition(" ")[2], *position_of(at, width)]
    if "turns" not in found:
        lines += [found["turn"]] if "turn" in found else []
        return lines + ([_chance(found)] if "chance" in found else [])
    for turn in found["turns"]:
        lines.append(f"{_chance(turn):>7}  {turn['turn']}" if "chance" in turn else turn["turn"])
    return lines


def _chance(found: dict) -> str:
    return f"{100 * found['chance']:.1f} %"


def _joined(words: tuple) -> list:
    # Join a position that came as three words because it was not quoted.
    texts = []
    left = list(words)
    while left:
        count = 3 if "/" in left[0] and len(left[0].split()) == 1 and len(left) > 2 else 1
        texts.append(" ".join(left[:count]))
        del left[:count]
    return texts
