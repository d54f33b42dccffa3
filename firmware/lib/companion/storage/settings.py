"""Settings of known keys, kept as one JSON object in a file of a store (companion.storage.journal has the contract).

    >>> settings = Settings(store, {"volume": 3}, lambda key, value: 0 <= value <= 10)
    >>> settings.open()
    [CodedError(...)]                      # setting volume: it cannot be 11
    >>> settings.set("volume", 9)

Unusable values are replaced by the defaults, and reported briefly however long the file.
"""

from companion.console.flatjson import parse_object, plain_text, quoted
from companion.console.protocol import TEXT_MAX
from companion.reasons import CodedError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable
    from typing import Any

    from companion.shapes import Plain, Store

FILE = "settings.json"
FILE_MAX = 2000  # bytes; a longer file is not ours


class Settings:
    """Settings of known keys in a file with one JSON object.

    defaults: key -> value; a value has the type (str, int or bool) of its default.
    good: given a key and a value of that type, returns whether it is valid, or raises ValueError. `problems`: errors of
    values that `open` replaced by defaults.
    """

    def __init__(self, store: "Store", defaults: "dict[str, Any]", good: "Callable[[str, Any], bool] | None" = None):
        self._store = store
        self._good = good
        self._values = dict(defaults)
        self._defaults = defaults
        self._foreign = False  # the file is not ours
        self.problems: list[ValueError] = []

    def open(self) -> "list[ValueError]":
        """Read the file, keeping valid values; returns `problems`."""
        self._values = dict(self._defaults)
        self.problems = []
        self._foreign = False
        data = self._store.read(FILE, FILE_MAX + 1)
        if data is None:
            return self.problems
        try:
            if len(data) > FILE_MAX:
                raise CodedError("file_too_long", FILE_MAX)
            pairs = parse_object(data)
        except CodedError as error:
            self._foreign = True
            self.problems.append(error)
            return self.problems
        for key, value in pairs:
            try:
                self._values[key] = self._checked(key, value)
            except ValueError as error:
                self.problems.append(error)
        return self.problems

    def get(self, key: str) -> "Any":
        """The value of a setting. KeyError for a key that has no default."""
        return self._values[key]

    def set(self, key: str, value: "Plain") -> None:
        """Change a setting, and save it before returning. CodedError changes nothing. A foreign file is kept aside."""
        changed = dict(self._values)
        changed[key] = self._checked(key, value)
        # Keys are plain words of the program.
        pairs = ['"%s": %s' % (name, plain_text(changed[name])) for name in sorted(changed)]
        if self._foreign:
            self._store.rename(FILE, FILE + ".kept")
            self._foreign = False
        self._store.replace(FILE, ("{" + ", ".join(pairs) + "}\n").encode())
        self._values = changed

    def _checked(self, key: str, value: "Plain") -> "Plain":
        if key not in self._defaults:
            raise CodedError("no_setting", quoted(key), ", ".join(sorted(self._defaults)))
        expected = type(self._defaults[key])
        if type(value) is not expected:
            raise CodedError("setting_type", key, quoted(value), expected.__name__)
        if isinstance(value, str) and len(value) > TEXT_MAX or self._good and not self._good(key, value):
            raise CodedError("bad_setting", key, quoted(value))
        return value
