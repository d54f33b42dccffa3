"""The engine's errors: an English text with fields and their values, so that it can be translated.

>>> str(DaldosError("row %s %r: expected %d holes", "A", "aa.", 16))
"row A 'aa.': expected 16 holes"
"""


class DaldosError(ValueError):
    """args: the text with its % fields, then their values, one of which may be such an error itself."""

    def __str__(self) -> str:
        text: str = self.args[0]
        return text % tuple(self.args[1:]) if self.args[1:] else text
