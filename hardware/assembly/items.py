"""Reads the steps of a guide: items with their words and operations.

>>> step = read("## Step 1: try ~ 2 h\\n\\n1. Saw the plank.\\n~ take plank\\n~ with saw\\n\\n![It](x.png)\\n")[0]
>>> step.items[0].key, step.items[0].words, step.items[0].all("take")
('1.1', 'Saw the plank.', ['plank'])
"""

import re
from collections import namedtuple
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
GUIDES = ("first", "dice", "boards", "wiring")


class Item(namedtuple("Item", "key words ops")):
    """An item: "7.2", its words on one line, its operations as (verb, rest)."""

    def all(self, verb: str) -> "list[str]":
        """All that an item's operations of one kind name."""
        return [word for said, rest in self.ops if said == verb for word in rest.split("; ")]


class Step(namedtuple("Step", "number title hours items text")):
    """A step of a guide."""

    def shows(self) -> "list[str]":
        """What its pictures show: "file: name; name"."""
        return [rest for item in self.items for verb, rest in item.ops if verb == "show"]


def plain(text: str) -> str:
    """Words on one line, without where links lead."""
    return " ".join(re.sub(r"!?\]\([^)]*\)", "]", text).split())


def _item(number, key, lines) -> Item:
    ops = [tuple(line[2:].split(" ", 1)) for line in lines if line.startswith("~ ")]
    words = "\n".join(line for line in lines if not line.startswith("~ "))
    own = re.split(r"\n\n(?=\S)", words)[0] if key else words
    return Item(f"{number}.{key}" if key else str(number), plain(own), ops)


def read(text: str) -> "list[Step]":
    """The steps of a guide's text."""
    found = []
    for step in re.split(r"^(?=## Step )", text, flags=re.MULTILINE)[1:]:
        head, _, rest = step.partition("\n")
        number, title, hours = re.fullmatch(r"## Step (\d+): (.*) ~ ([\d.]+) h", head).groups()
        parts = re.split(r"^(\d+)\. ", rest, flags=re.MULTILINE)
        pairs = list(zip(parts[1::2], parts[2::2], strict=True)) or [("", rest)]
        items = [_item(number, key, body.split("\n")) for key, body in pairs]
        words = "\n".join(line for line in rest.split("\n") if not line.startswith("~ "))
        found.append(Step(int(number), title, float(hours), items, words))
    return found


@lru_cache
def source(guide: str) -> str:
    """The text of a guide's file."""
    return (HERE / f"{guide}.txt").read_text(encoding="utf-8")


def steps(guide: str) -> "list[Step]":
    """The steps of a guide."""
    return read(source(guide))


def hours(guide: str) -> float:
    """All hours of a guide."""
    return sum(step.hours for step in steps(guide))
