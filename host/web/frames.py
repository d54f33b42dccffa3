"""A page's frames: small JSON objects, each checked strictly before use.

>>> parse('{"do": "lift", "hand": 0, "hole": "A1"}')
{'do': 'lift', 'hand': 0, 'hole': 'A1'}
"""

import json
import sys

from companion.console.phases import LEVELS
from companion.far.messages import WORDS
from daldos.errors import DaldosError
from host.web.adviser import CHANCES, OF_POSITION

FRAME_MAX = 1024 * 1024  # bytes; a record of a long game has some ten thousand
TEXT_MAX = 900 * 1024  # characters of a record
LINE_MAX = 480  # characters of a line to the board, which takes 512 bytes
HANDS = 10
MM_MAX = 1000.0
SHOWN = tuple(OF_POSITION) + (CHANCES, "bars")  # extra values that a page can request


class FrameError(DaldosError):
    """An invalid frame: what is wrong."""


def _is_int(low: int, high: int):
    return lambda value: type(value) is int and low <= value <= high


def _is_one_of(*words):
    return lambda value: value in words


def _is_text(longest: int):
    return lambda value: type(value) is str and len(value) <= longest


def _is_mm(value) -> bool:
    return type(value) in (int, float) and -MM_MAX <= value <= MM_MAX


def _is_line(value) -> bool:
    # A flat command to the board, which the board itself interprets.
    return type(value) is dict and "do" in value and len(json.dumps(value)) <= LINE_MAX


_HAND = _is_int(0, HANDS - 1)
_NAME = _is_text(8)
_SHORT = _is_text(200)
_TURNS = lambda value: type(value) is list and len(value) <= 2 and all(type(turn) is str for turn in value)  # noqa: E731
_BOOL = lambda value: type(value) is bool  # noqa: E731
_ARGS = lambda value: type(value) is list and len(value) <= 4 and all(type(word) in (int, str) for word in value)  # noqa: E731

COMMANDS = {  # name -> key -> check
    "hello": {"token": _is_text(40), "code": _is_text(20), "rules": _SHORT},
    "code": {"code": _is_text(20)},
    "seat": {"want": _is_one_of("ask", "give", "keep"), "to": _is_text(8)},
    "show": {"what": lambda value: type(value) is list and all(word in SHOWN for word in value) and len(value) < 9},
    "read": {"text": _is_text(TEXT_MAX)},
    "games": {},
    "import": {"text": _is_text(TEXT_MAX)},
    "game": {"name": _is_text(255), "what": _is_one_of("replay", "text", "delete", "resume", "all", "errors")},
    "judge": {"text": _is_text(TEXT_MAX)},
    "analyse": {"position": _SHORT, "rules": _SHORT, "games": _is_int(0, 65536), "turns": _TURNS},
    "first": {"rules": _SHORT},
    "lift": {"hand": _HAND, "hole": _NAME},
    "take": {"hand": _HAND, "side": _is_one_of("A", "B")},
    "hover": {"hand": _HAND, "x": _is_mm, "y": _is_mm, "hole": lambda value: value is None or _NAME(value)},
    "place": {"hand": _HAND, "hole": _NAME},
    "toss": {"hand": _HAND},
    "back": {"hand": _HAND},
    "button": {"down": _BOOL},
    "behind": {"what": _is_one_of("game", "board")},
    "begin": {
        "mode": _is_one_of("game", "solo", "wooden"),
        "rules": _SHORT,
        "level": _is_int(1, LEVELS),
        "side": _is_one_of("A", "B"),
        "text": _is_text(TEXT_MAX),
        "step": _is_int(0, 100000),
    },
    "dice": {"throw": _is_text(2)},
    "learn": {"lesson": _is_int(0, 7), "show": _BOOL},
    "puzzle": {"position": _is_text(80), "turn": _is_text(60), "show": _BOOL},
    "play": {"from": _NAME, "to": _NAME},
    "end": {},
    "takeback": {},
    "choose": {"turn": _is_text(60)},
    "far_new": {"broker": _SHORT, "rules": _SHORT, "name": _is_text(24), "turn_s": _is_int(0, 1000000)},
    "far_join": {"link": _is_text(TEXT_MAX), "name": _is_text(24)},
    "far": {"what": _is_one_of("leave", "here", "move", "rematch", "claim", "yes", "no", "resign", *WORDS)},
    "far_at": {"hole": _NAME},
    "plug": {"in": _BOOL},
    "setup": {"how": _is_one_of("start", "game")},
    "board": {"line": _is_line},
    "report": {},
    "fault": {"name": _is_text(20), "args": _ARGS},
    "heal": {},
    "cable": {"on": _BOOL},
}
# The commands that an onlooker may send; and those for a game, not for a board.
NOT_PLAYING: tuple = ("hello", "code", "seat", "show", "read", "judge", "analyse", "first", "games", "game", "import")
NOT_PLAYING += ("learn", "puzzle")
OF_GAME = ("behind", "begin", "play", "end", "takeback", "dice", "far_new", "far_join", "far", "far_at")


def parse(text) -> dict:
    """A frame as a command, with "do" and exactly its keys; FrameError says what is wrong."""
    if not isinstance(text, str):
        raise FrameError("frame: expected text, not bytes")
    if len(text) > FRAME_MAX:
        raise FrameError("frame: %s characters, at most %s are taken", len(text), FRAME_MAX)
    try:
        command = json.loads(text)
        if sys.implementation.name == "cpython":  # refuse lone surrogates; MicroPython's json cannot tell
            json.dumps(command, ensure_ascii=False).encode()
    except (ValueError, RuntimeError):  # no JSON, or too deep
        raise FrameError("frame: no JSON") from None
    if type(command) is not dict or type(command.get("do")) is not str or command["do"] not in COMMANDS:
        raise FrameError("frame: expected an object with 'do', one of %s", ", ".join(sorted(COMMANDS)))
    checks = COMMANDS[command["do"]]
    if set(command) != set(checks) | {"do"}:
        raise FrameError("%s: expected the keys %s", command["do"], ", ".join(sorted(checks)) or "none")
    for key, check in checks.items():
        try:
            good = check(command[key])
        except TypeError:  # a list or an object in place of a word
            good = False
        if not good:
            raise FrameError("%s: %s is not what it should be", command["do"], key)
    return command
