"""The engine's commands as functions of text: what `daldos turns` prints for a position.

>>> turns_object("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 24", "danish")["dice_used"]
0
"""

from daldos.notation import result_text, turn_text
from daldos.position import parse_position
from daldos.rules import Rules, parse_rules
from daldos.turns import TurnError, legal_turns


def turns_object(position: str, rules: Rules | str) -> dict:
    """The object that `daldos turns` prints for one position; ValueError, with a one-line message, for an invalid
    one."""
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    at = parse_position(position, rules)
    if not at.die1:
        raise TurnError("position %r: expected a throw such as 13 in place of '-'", at.text())
    legal = legal_turns(at)
    again = rules.again(at.die1, at.die2, legal.dice_used)
    turns = [{"turn": turn_text(at, turn), "result": result_text(at, turn, again)} for turn in legal.turns]
    turns.sort(key=lambda entry: entry["result"])
    return {"position": at.text(), "dice_used": legal.dice_used, "again": again, "turns": turns}
