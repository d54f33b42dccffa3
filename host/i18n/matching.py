"""Texts that were put together in English before anybody asked for a language: errors of engine, hands and files.

An error says its text when it is raised. Which template it was made of is found again by the template's fixed words,
and what was filled in goes into the translation; a part that was itself such a text is translated too.

>>> in_words("plug 'x': expected in or out", words("da"))
"plug 'x': ventet var in eller out"
"""

import re
from functools import cache

from host.i18n.catalogue import LANGUAGES, Words, read_catalogue, words

_FIELD = re.compile(r"\{\d\}")
DEPTH = 3  # texts within texts


def in_words(english: str, t: Words, depth: int = DEPTH) -> str:
    """The text in the language of these Words; as it is where it was made of nothing that the catalogue has."""
    if t.language == "en" or not depth:
        return english
    catalogue = read_catalogue(t.language)
    if english in catalogue:
        return catalogue[english]
    for pattern, other in _patterns(t.language):
        found = pattern.fullmatch(english)
        if found:
            parts = [in_words(part, t, depth - 1) for part in found.groups()]
            return other.format(*parts)
    return english


def in_all(english: str) -> dict:
    """language -> the text in it, for those who are yet to say theirs."""
    return {language: in_words(english, words(language)) for language in LANGUAGES}


def paragraphs(text: str) -> list:
    """The paragraphs of a help text, a line each."""
    return [" ".join(part.split()) for part in text.split("\n\n")]


@cache
def _patterns(language: str) -> list:
    # the templates with numbered fields, those with most fixed text first
    found = []
    for text, other in read_catalogue(language).items():
        if _FIELD.search(text):
            fixed = [re.escape(part) for part in _FIELD.split(text)]
            found.append((len("".join(fixed)), re.compile("(.+?)".join(fixed), re.DOTALL), other))
    found.sort(key=lambda entry: -entry[0])
    return [entry[1:] for entry in found]
