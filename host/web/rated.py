"""Which kept games count for one's rating, and what they say.

>>> rated({"a": "You", "b": "The board", "level": "5", "result": "A", "rules": "danish", "broken": False})
'5'
"""

from companion.console.phases import LEVELS


def rated(entry: dict) -> str:
    """Of a finished danish game against a level: its digit if it was beaten, else its letter, from `a` on."""
    sides = [side for side in "AB" if entry[side.lower()] == "The board"]
    level, result = entry["level"], entry["result"]
    if entry["broken"] or entry["rules"] != "danish" or len(sides) != 1 or result not in ("A", "B"):
        return ""
    levels = "123456"[:LEVELS]
    if len(level) != 1 or level not in levels:
        return ""
    return "abcdef"[levels.index(level)] if result == sides[0] else level
