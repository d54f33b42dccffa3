"""Texts in the languages: catalogues in gettext's format, catalogues/da.po and the like.

>>> words("da")("{player} has won.", player="A")
'A har vundet.'
>>> words("da").say(TurnError("position %r has no throw to play", "..."))
"position '...' har intet kast at spille"

A text missing from a catalogue stays English; a test checks that none are missing.
"""

import os
import re
from functools import cache

from companion import reasons
from daldos.errors import DaldosError
from host.i18n.po import read_catalogue

LANGUAGES = {"en": "English", "da": "Dansk", "nb": "Norsk"}
LONGEST = 300  # characters of a quotation
_ALIASES = {"no": "nb", "nn": "nb"}  # Norwegian means the one we have


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


def language_of(wanted: str) -> str:
    """The language for a locale's name such as `da_DK.UTF-8`; English if there is none."""
    short = re.split("[-_.@]", wanted.strip().lower())[0]
    short = _ALIASES.get(short, short)
    return short if short in LANGUAGES else "en"


def system_language(environ=None) -> str:
    """The language of the system's settings, read as gettext does."""
    environ = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            locale = environ[name]
            break
    else:
        return "en"
    if locale.partition(".")[0] in ("C", "POSIX"):
        return "en"
    asked = [name for name in environ.get("LANGUAGE", "").split(":") if name]
    return language_of(asked[0] if asked else locale)


def system_words() -> Words:
    """The words for a terminal."""
    return words(system_language())
