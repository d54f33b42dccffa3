"""Texts in the languages: catalogues in gettext's format, catalogues/da.po and the like.

>>> words("da")("{player} has won.", player="A")
'A har vundet.'
>>> words("da").say(TurnError("position %r has no throw to play", "..."))
"position '...' har intet kast at spille"

A text missing from a catalogue stays English; a test checks that none are missing.
"""

from functools import cache

from companion import reasons
from daldos.errors import DaldosError
from host.i18n.po import read_catalogue

LANGUAGES = {"en": "English", "da": "Dansk", "nb": "Norsk"}
LONGEST = 300  # characters of a quotation


def n(text: str) -> str:
    """Mark a text for translation elsewhere."""
    return text


class Words:
    """language: one of LANGUAGES. Called with an English text and the values for its fields."""

    def __init__(self, language: str = "en"):
        self.language = language
        self._catalogue = read_catalogue(language)

    def __call__(self, text: str, **fill) -> str:
        text = self._catalogue.get(text) or text
        return text.format(**fill) if fill else text

    def say(self, what, *values) -> str:
        """An error in this language; or a text with % fields, filled in. Errors among the values are translated too."""
        if isinstance(what, DaldosError):
            what, values = what.args[0], what.args[1:]
        elif isinstance(what, reasons.CodedError):
            return self.coded(what.code, what.args)
        elif not isinstance(what, str):
            return str(what)
        filled = tuple(self.say(value) if isinstance(value, Exception) else _clipped(value) for value in values)
        return self(what) % filled if filled else self(what)

    def coded(self, code: str, args) -> str:
        """The text of a code of companion.reasons; LookupError, TypeError or ValueError for an unknown one."""
        known = tuple(self(arg) if arg in reasons.WORDS else arg for arg in args)
        text = reasons.template(code)
        return self.say(*known) if text == "%s" else self(text) % known


def _clipped(value):
    # A quotation may be a whole file on one line.
    return value[:LONGEST] + " ..." if isinstance(value, str) and len(value) > LONGEST else value


@cache
def words(language: str) -> Words:
    """The Words of a language, made once."""
    return Words(language)


def said(what, *values) -> dict:
    """`Words.say` in every language: language -> text."""
    return {language: words(language).say(what, *values) for language in LANGUAGES}
