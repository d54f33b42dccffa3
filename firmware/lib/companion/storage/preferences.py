"""The settings of the board: names, defaults and valid values.

>>> settings = preferences(store, 16)
>>> settings.open()
[]
>>> settings.get("level")
2
"""

from companion.console.phases import MODES
from companion.console.protocol import CHOICES, fits
from companion.storage.settings import Settings
from daldos.rules import DEFAULT, parse_rules

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Plain, Store

# solo_side, level: the board's in mode solo. hints: whether a second press shows the best turn. chance: whether each
# throw is followed by the players' chances. sound: whether the buzzer, if fitted, sounds. players: mode roller's, 2 if
# it shows whose throw it is.
FIRST = {
    "rules": DEFAULT,
    "mode": MODES[0],
    "solo_side": "B",
    "level": 2,
    "hints": True,
    "chance": False,
    "sound": True,
    "players": 1,
}


def preferences(store: "Store", n_max: int) -> Settings:
    """The settings in a store, for a board with n_max holes in a home row; the caller opens them."""

    def good(key: str, value: "Plain") -> bool:
        return parse_rules(str(value)).n <= n_max if key == "rules" else fits(key if key in CHOICES else "flag", value)

    return Settings(store, FIRST, good)
