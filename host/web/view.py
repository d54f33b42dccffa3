"""What a page is shown: each value once, with its type, and what it is where nothing behind the page has it.

>>> fill({"phase": "play"})["plug"]
True

The types are those of JavaScript's checker; host/web/page/types.d.ts has the same lines, which a test compares.
"""

from collections import namedtuple

# type: in TypeScript; without: the value where nothing else is known; in_lesson: a lesson has its own.
Value = namedtuple("Value", ("type", "without", "in_lesson"))


def _value(type: str, without, in_lesson: bool = False) -> Value:
    return Value(type, without, in_lesson)


VIEW = {
    # the game
    "phase": _value("string", ""),
    "mode": _value("string", ""),
    "rules": _value("string", ""),
    "position": _value("string", ""),
    "record": _value("string", ""),
    "you": _value("string", ""),  # the sides that this page plays
    "player": _value('Side | ""', "", True),
    "throw": _value("string", "", True),  # faces, 1 for a dal
    "start": _value("number", 0, True),  # holes in a home row
    "middle": _value("number", 0, True),
    "gear": _value("Gear", {"route": "boat", "dice": "2x1234", "falls": 16, "hull": "boat"}, True),
    "left": _value("number[]", [], True),  # pieces by player
    "game": _value("string", "", True),  # a letter a hole: what the game knows
    "sees": _value("string", "", True),  # what the sensors see
    "stand": _value("string", "", True),  # where the pieces are
    "trays": _value("number[]", []),
    # a turn that is played on the page
    "plays": _value("Plays", {}, True),
    "stuck": _value("Record<string, string>", {}, True),  # hole -> why its piece cannot be played
    "played": _value("string", "", True),  # dice
    "done": _value("string", "", True),  # the complete turn
    "ended": _value("string", ""),  # why, but by winning: time, resigned, agreed
    "due": _value("string", "", True),  # the next action: throw, turn, lost, dice
    "moves": _value("Move[]", [], True),  # the newest, to be shown one after the other
    "thinking": _value("boolean", False),
    "alike": _value("string[]", []),  # turns that look alike on the board
    # the board
    "scene": _value("string", ""),  # the kind of lights
    "leds": _value("string", ""),
    "marks": _value("[hole: string, want: number][]", []),
    "words": _value("Localized", {}),  # what the lights say
    "hint": _value("Localized", {}),  # what the button does then
    "has_hands": _value("boolean", True),
    "plug": _value("boolean", True),
    "older": _value("string", ""),  # the board's firmware, if it is older than this program
    "down": _value("boolean", False),
    "hands": _value("Hand[]", []),
    "faults": _value("string[]", []),
    "cable": _value("boolean", True),
    # the room
    "behind": _value("string", ""),
    "won": _value("Record<string, number>", {}),  # player -> chance in thousandths, as the board says
    "far": _value("any", None),
    "troubles": _value("Localized[]", []),
    "player_page": _value("string | null", None),
    "pages": _value("number", 0),
}
SEATS = ("player_page", "pages")  # told as they change, apart from the rest
IN_LESSON = tuple([name for name, value in VIEW.items() if value.in_lesson])
_WITHOUT = {name: value.without for name, value in VIEW.items() if name not in SEATS}


def fill(values: dict) -> dict:
    """These values, and all others as they are without."""
    return dict(_WITHOUT, **values)
