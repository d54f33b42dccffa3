"""The builder's walk: every noun of every step of the guide, in order, with the place that introduces it.

What a step speaks of must have been listed or made before: `walk` finds each noun of `nouns.py` in the steps, and where
the guide introduces it. A word that is in no list of `nouns.py` is an error, so that no new thing slips in.

    >>> [row.noun for row in walk("## Words\\n| **hole** | a place |\\n## Step 1: one\\nUse the holes.\\n## End\\n")]
    ['hole']
"""

import csv
import io
import re
from collections import namedtuple

from hardware import nouns

Use = namedtuple("Use", "step noun introduced at known_at")

_SKIPPED = re.compile(
    r"!\[.*?\]\(.*?\)|\]\([^)]*\)|<!--.*?-->|```.*?```|`[^`]*`|^> \*\*Mistake|^\|[-| ]*$", re.DOTALL | re.MULTILINE
)
_WORD = re.compile(r"[^\W_][\w]*(?:['-][\w]+)*")
# Names of holes, channels, lines and pins, and measures: what they mean is in the tables that the guide links.
_NAME = re.compile(r"[ABCMS]\d+|GP\d+|VSYS|PWRGD|[12]?[14]?OE|\d+\w*|[a-z]", re.IGNORECASE)


class UnknownWordError(ValueError):
    """A step has a word that `nouns.py` does not know."""


class NotIntroducedError(ValueError):
    """A step speaks of a thing that nothing before it introduces."""


def singulars(word: str) -> "list[str]":
    """The forms under which a word may stand in the lists."""
    found = [word]
    for ending, instead in (("'s", ""), ("s'", ""), ("ies", "y"), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            found.append(word[: len(word) - len(ending)] + instead)
    return found


def _pattern(noun: str, more: str = r"(?![\w-])") -> "re.Pattern":
    # the last word may be a plural; a line may end within
    body = r"\s+".join(re.escape(part) for part in noun.split())
    return re.compile(rf"(?<![\w-]){body}(?:'s|e?s)?{more}", re.IGNORECASE)


_LONG = {noun: _pattern(noun) for noun in sorted(nouns.NOUNS, key=len, reverse=True) if " " in noun}
# in a parts list an order code may go on after the name
_LISTED = {noun: _pattern(noun, r"(?!\w)") for noun in nouns.NOUNS}
_SHORT = {noun.lower(): noun for noun in nouns.NOUNS if " " not in noun}


def blanked(text: str) -> str:
    """The text with what is no prose replaced by as many spaces: places in it stay the same."""
    return _SKIPPED.sub(lambda match: " " * len(match.group(0)), text)


def steps(guide: str) -> "list[tuple[str, int, int]]":
    """(title, start, end) of each step in the guide."""
    heads = list(re.finditer(r"^## (.+)$", guide, re.MULTILINE))
    ends = [head.start() for head in heads[1:]] + [len(guide)]
    return [(h.group(1), h.end(), end) for h, end in zip(heads, ends, strict=True) if h.group(1).startswith("Step ")]


def uses(text: str, start: int, end: int) -> "list[tuple[int, str]]":
    """(place, noun) of every noun in a part of the blanked text. Raises UnknownWordError."""
    part = text[start:end]
    found = []
    for noun, pattern in _LONG.items():
        for match in pattern.finditer(part):
            found.append((start + match.start(), noun))
        part = pattern.sub(lambda match: " " * len(match.group(0)), part)
    for match in _WORD.finditer(part):
        word = match.group(0)
        forms = singulars(word.lower())
        noun = next((_SHORT[form] for form in forms if form in _SHORT), None)
        if noun:
            found.append((start + match.start(), noun))
        elif not any(form in nouns.EVERYDAY or form in nouns.PLAIN for form in forms) and not _NAME.fullmatch(word):
            line = text.count("\n", 0, start + match.start()) + 1
            raise UnknownWordError(f"line {line}: {word!r}: expected a word of hardware/nouns.py")
    return sorted(found)


def introduced(guide: str, noun: str) -> "tuple[str, int]":
    """(heading, place) where the guide introduces a noun. Raises NotIntroducedError."""
    phrase = nouns.NOUNS[noun]
    if phrase:
        match = re.search(r"\s+".join(re.escape(word) for word in phrase.split()), guide)
    else:
        text = blanked(guide)
        lists = re.search(r"^## ", text, re.MULTILINE).start()
        first = re.search(r"^## Step 1\b", text, re.MULTILINE).start()
        match = _LISTED[noun].search(text, lists, first)
    if not match:
        raise NotIntroducedError(f"{noun!r}: expected {'the phrase ' + repr(phrase) if phrase else 'it before step 1'}")
    place = match.start()
    return re.findall(r"^#{2,3} (.+)$", guide[:place], re.MULTILINE)[-1], place


def walk(guide: str) -> "list[Use]":
    """Every noun of each step once, in the order of its first use there."""
    text = blanked(guide)
    known = {}
    rows = []
    for title, start, end in steps(guide):
        seen = set()
        for place, noun in uses(text, start, end):
            if noun not in seen:
                seen.add(noun)
                if noun not in known:
                    known[noun] = introduced(guide, noun)
                rows.append(Use(title.partition(":")[0], noun, known[noun][0], place, known[noun][1]))
    return rows


def too_early(guide: str) -> "list[Use]":
    """The nouns that a step uses before they are introduced."""
    # the phrase that introduces a thing may have the thing itself at its end
    return [row for row in walk(guide) if row.at < row.known_at]


def as_csv(guide: str) -> str:
    """The walk as the text of walk.csv."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("step", "noun", "introduced in"))
    writer.writerows((row.step, row.noun, row.introduced) for row in walk(guide))
    return out.getvalue()
