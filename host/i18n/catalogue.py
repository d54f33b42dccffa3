"""Message catalogues in gettext's format, read as they are written: catalogues/da.po, catalogues/nb.po.

>>> danish = Words("da")
>>> danish("{player} has won.", player="A")
'A har vundet.'

A text that a catalogue lacks stays English; a test sees to it that none is lacking.
"""

import ast
import os
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "catalogues"
LANGUAGES = {"en": "English", "da": "Dansk", "nb": "Norsk"}
_ALIASES = {"no": "nb", "nn": "nb"}  # whoever asks for Norwegian gets the one there is
_FIELD = re.compile(r"%[ds]|%r")


class CatalogueError(ValueError):
    """A catalogue that cannot be read: the file, the line, and what is wrong."""


@cache
def read_catalogue(language: str) -> dict:
    """English text -> text; nothing for English itself."""
    if language == "en":
        return {}
    file = FOLDER / f"{language}.po"
    return parse_po(file.read_text(encoding="utf-8"), file.name)


def parse_po(text: str, name: str) -> dict:
    """The entries of a .po file: msgid -> msgstr; the header, whose msgid is empty, is left out."""
    entries: dict = {}
    fields: dict = {}
    field = ""
    for number, line in enumerate([*text.splitlines(), 'msgid ""'], 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word in ("msgid", "msgstr"):
            if word == "msgid" and "msgstr" in fields:
                if fields["msgid"] in entries:
                    raise CatalogueError(f"{name}: {fields['msgid']!r} stands twice")
                entries[fields["msgid"]] = fields["msgstr"]
                fields = {}
            field = word
            fields[field] = ""
        else:
            rest = line
        if not field or not (rest.startswith('"') and rest.endswith('"')):
            raise CatalogueError(f"{name}, line {number}: expected msgid or msgstr and a text in quotation marks")
        fields[field] += ast.literal_eval(rest)
    entries.pop("", None)
    return entries


def n(text: str) -> str:
    """Marks a text that is translated elsewhere."""
    return text


class Words:
    """language: one of LANGUAGES. Called with an English text and what is to be filled in."""

    def __init__(self, language: str = "en"):
        self.language = language
        self._catalogue = read_catalogue(language)

    def __call__(self, text: str, **fill) -> str:
        text = self._catalogue.get(text) or text
        return text.format(**fill) if fill else text

    def coded(self, template: str, english: str) -> str:
        """An English text made of a template with %d and %s, in this language; as it is if it was not made of that."""
        other = self._catalogue.get(template)
        if not other:
            return english
        pattern = "(.+)".join(re.escape(part) for part in _FIELD.split(template))
        found = re.fullmatch(pattern, english)
        if not found:
            return english
        values = iter(found.groups())
        return _FIELD.sub(lambda _: next(values), other)


@cache
def words(language: str) -> Words:
    """The Words of a language, made once."""
    return Words(language)


def language_of(wanted: str) -> str:
    """The language for a locale's name such as `da_DK.UTF-8`; English if there is none."""
    short = re.split("[-_.@]", wanted.strip().lower())[0]
    short = _ALIASES.get(short, short)
    return short if short in LANGUAGES else "en"


def system_language(environ=os.environ) -> str:
    """The language that the system's settings ask for, as gettext takes them."""
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
