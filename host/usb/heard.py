"""A board's lines, checked before use: the kinds of companion.console.events, and the consistency of values.

    >>> heard(b'{"ev": "over", "winner": "A"}')
    {'ev': 'over', 'winner': 'A'}
    >>> heard(b'{"ev": "over", "winner": 7}') is None
    True

The other end of the cable may be a board with older firmware, another program, or noise. A key that older firmware
lacks and that may be empty is added; unknown events and keys are passed through.
"""

import json

from companion.console.events import EVENTS
from daldos.game import is_id
from daldos.geometry import N_MAX, N_MIN
from daldos.state import CELLS
from daldos.throws import any_throw

KEYS = {name: list(zip(keys, kinds.split())) for name, keys, kinds in EVENTS}  # noqa: B905  # and their kinds
# The letters of a kind of text, and how many there are; 0: any number.
_TEXTS = {"player": ("AB", 1), "side": (".AB?abxy", 1), "sides": (".AB?abxyTDE", 0)}


def heard(line: bytes):
    """The event of a line, or None if it is invalid."""
    try:
        event = json.loads(line)
    except (ValueError, RuntimeError):  # not JSON, or nested too deeply
        return None
    if not isinstance(event, dict) or not isinstance(event.get("ev"), str):
        return None
    for key, kind in KEYS.get(event["ev"], ()):
        if key not in event:
            if kind[-1] not in "?*" and kind not in ("code", "flag"):
                return None
            event[key] = {"*": [], "?": None}.get(kind[-1], "" if kind == "code" else False)
        elif not _is(event[key], kind):
            return None
    return event if _hangs_together(event) else None


def _is(value, kind: str) -> bool:
    if kind[-1] == "?":
        return value is None or _is(value, kind[:-1])
    if kind[-1] == "*":
        return isinstance(value, list) and all(_is(item, kind[:-1]) for item in value)
    if kind == "arg":
        return type(value) in (int, str)
    if kind in ("int", "die"):
        return type(value) is int and (kind == "int" or 1 <= value <= 6)
    if kind == "flag":
        return type(value) is bool
    if kind == "stands":
        keys = (("hole", "hole"), ("has", "side"), ("want", "side"))
        return isinstance(value, dict) and all(_is(value.get(key), what) for key, what in keys)
    if not isinstance(value, str):
        return False
    if kind == "throw":
        return any_throw(value) is not None
    if kind == "hole":
        return value[:1] in ("A", "M", "B") and _is_number(value[1:])
    letters, count = _TEXTS.get(kind, (value, 0))
    return not value.strip(letters) and len(value) == (count or len(value))


def _is_number(text: str) -> bool:
    return text != "" and not text.strip("0123456789")


def _hangs_together(event: dict) -> bool:
    name = event["ev"]
    if name == "state":
        n, rest = divmod(len(event["occupancy"]) - 1, 3)
        known = not event["game"] or is_id(event["game"])
        return known and rest == 0 and N_MIN <= n <= N_MAX and _is_position(event["position"], n)
    if name == "turn":
        return _is_position(event["result"], N_MAX)
    if name == "occupancy":
        return len(event["occupancy"]) % 3 == 1
    if name == "record" and event["line"] and event["line"][0].isdigit():
        number = event["line"].split(" ")[0]
        return _is_number(number)
    return True


def _is_position(text: str, n: int) -> bool:
    # Whether the board has room for the game, which may be smaller than the wood.
    words = text.split(" ")
    rows = words[0].split("/")
    if len(words) != 3 or len(rows) != 3 or words[1] not in ("A", "B"):
        return False
    if words[2] not in ("-", "#") and not _is(words[2], "throw"):
        return False
    return all(len(row) <= n + (k == 1) and not row.strip(CELLS) for k, row in enumerate(rows))
