"""The settings of the board: names, defaults and valid values. They are kept as one JSON object in a file of a store
(companion.storage.journal has the contract).

    >>> settings = Settings(store, 16)
    >>> settings.problems
    [CodedError(...)]                      # setting level: it cannot be 11
    >>> settings.get("level")
    2
    >>> settings.set("level", 3)

Unusable values are replaced by the defaults, and reported briefly however long the file.
"""

from companion.console.flatjson import parse_object, plain_text, quoted
from companion.console.phases import MODES
from companion.console.protocol import CHOICES, TEXT_MAX, fits
from companion.reasons import CodedError, Refusal
from daldos.rules import DEFAULT, Rules, parse_rules

if False:  # only for the type checker; the compiler drops it
    from typing import Any

    from companion.shapes import Plain, Store

FILE = "settings.json"
FILE_MAX = 2000  # bytes; a longer file is not ours
# solo_side, level: the board's in mode solo. hints: whether a second press shows the best turn. chance: whether each
# throw is followed by the players' chances. sound: whether the buzzer, if fitted, sounds. players: mode roller's, 2 if
# it shows whose throw it is. exchanged: whether A plays with the pieces whose south poles are up.
FIRST = {
    "rules": DEFAULT,
    "mode": MODES[0],
    "solo_side": "B",
    "level": 2,
    "hints": True,
    "chance": False,
    "sound": True,
    "players": 1,
    "exchanged": False,
}


class Settings:
    """The settings in a store, read at once, for a board with n_max holes in a home row.

    A value has the type (str, int or bool) of its default. problems: errors of values that defaults have replaced.
    """

    def __init__(self, store: "Store", n_max: int):
        self._store = store
        self._n_max = n_max
        self._values: dict[str, Any] = dict(FIRST)
        if Rules(DEFAULT).n > n_max:
            self._values["rules"] = "%s,n=%d" % (DEFAULT, n_max)
        self._foreign = False  # the file is not ours
        self.problems: list[ValueError] = []
        data = store.read(FILE, FILE_MAX + 1)
        if data is None:
            return
        try:
            if len(data) > FILE_MAX:
                raise CodedError("file_too_long", FILE_MAX)
            pairs = parse_object(data)
        except CodedError as error:
            self._foreign = True
            self.problems.append(error)
            return
        for key, value in pairs:
            try:
                self._values[key] = self._checked(key, value)
            except ValueError as error:
                self.problems.append(error)

    def fitting(self, text: str) -> Rules:
        """The rules of this text; Refusal if this board is too small for them."""
        rules = parse_rules(text)
        if rules.n > self._n_max:
            raise Refusal("board_too_small", text, rules.n, self._n_max)
        return rules

    def get(self, key: str) -> "Any":
        """The value of a setting. KeyError for a key that has no default."""
        return self._values[key]

    def set(self, key: str, value: "Plain") -> None:
        """Change a setting, and save it before returning. ValueError changes nothing. A foreign file is kept aside."""
        changed = dict(self._values)
        changed[key] = self._checked(key, value)
        if self._foreign:
            self._store.rename(FILE, FILE + ".kept")
            self._foreign = False
        # To quote keys, plain words of the program, letter by letter would hold up the scans; so would defaults.
        names = [name for name in sorted(changed) if changed[name] != FIRST[name]]
        pairs = ['"%s": %s' % (name, plain_text(changed[name])) for name in names]
        self._store.replace(FILE, ("{" + ", ".join(pairs) + "}\n").encode())
        self._values = changed

    def _checked(self, key: str, value: "Plain") -> "Plain":
        if key not in FIRST:
            raise CodedError("no_setting", quoted(key), ", ".join(sorted(FIRST)))
        expected = type(FIRST[key])
        if type(value) is not expected:
            raise CodedError("setting_type", key, quoted(value), expected.__name__)
        if isinstance(value, str) and len(value) > TEXT_MAX:
            raise CodedError("bad_setting", key, quoted(value))
        if key == "rules":
            self.fitting(str(value))
        elif not fits(key if key in CHOICES else "flag", value):
            raise CodedError("bad_setting", key, quoted(value))
        return value
