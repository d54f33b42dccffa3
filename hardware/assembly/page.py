"""The steps of a guide as Markdown: words, and under each heading what the step takes, from its operations."""

import re

from companion import VERSION
from hardware import bom, tables
from hardware.assembly import items, walk


def _hours(hours: float) -> str:
    return f"{hours:g} h" if hours >= 1 else f"{round(hours * 60)} min"


ORDERED = ("ordered parts", "ribbon cable with two plugs")


def _items(step) -> list:
    """The items of a step, and of the other guide's steps that it includes."""
    found = list(step.items)
    for guide, numbers in (words.split(" ", 1) for item in step.items for words in item.all("include")):
        found += [item for other in items.steps(guide) if str(other.number) in numbers.split() for item in other.items]
    return found


def needs(guide: str, step) -> str:
    """A line with parts, tools and hours of a step."""
    its = _items(step)
    taken = dict.fromkeys(name for item in its for name in item.all("take"))
    bought = [name for name in taken if name in walk.bought(guide) or name in ORDERED]
    tools = list(dict.fromkeys(name for item in its for name in item.all("with")))
    lists = [f"{head}: {', '.join(names)}" for head, names in (("Parts", bought), ("Tools", tools)) if names]
    return f"*{'. '.join([*lists, f'About {_hours(step.hours)}'])}.*"


def steps(guide: str, known: dict) -> str:
    """All steps of a guide; `known` gives what `[[table NAME]]` and `[[NAME]]` stand for."""
    found = []
    for step in items.steps(guide):
        text = re.sub(r"\[\[table ([-\w]+)\]\]", lambda match: known[match[1]]().rstrip("\n"), step.text)
        text = re.sub(r"\[\[([-\w]+)\]\]", lambda match: PLACES[match[1]], text)
        found.append(f"## Step {step.number}: {step.title}\n\n{needs(guide, step)}\n\n{text.strip()}\n")
    return "\n".join(found)


def tools(kit: str, guide: str) -> str:
    """What a kit needs and does not use up, and in which steps: those whose operations use it."""
    used = {}
    for step in items.steps(guide):
        for name in (name for item in _items(step) for name in item.all("with")):
            used.setdefault(name, []).append(step.number)
    rows = []
    for tool in bom.tools(kit):
        numbers = sorted({n for name in tool.tool.split(", ") for n in used.get(name, ())})
        rows.append((tool.tool, tool.which, spans(numbers)))
    return tables.table(("tool", "which", "steps"), rows)


def spans(numbers) -> str:
    """Numbers in short.

    >>> spans([1, 4, 5, 6, 9])
    '1, 4 to 6, 9'
    """
    runs = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = (", ".join(map(str, run)) if len(run) < 3 else f"{run[0]} to {run[-1]}" for run in runs)
    return ", ".join(words)


def hours_table(guide: str) -> str:
    """Hours of each step, as Markdown."""
    its = items.steps(guide)
    cells = [f"{step.hours:g}" for step in its]
    return tables.table(
        ("step", *(str(step.number) for step in its), "all"), [("hours", *cells, f"{items.hours(guide):g}")]
    )


# What a publisher fills in: where the project's releases and its pages are.
_WHERE = dict(
    re.findall(
        r"^(\w+) = (.*)$", (items.HERE.parents[1] / "docs/addresses.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
)
PLACES = {
    "firmware-file": f"the page *Downloads*, {_WHERE['downloads']}, and in each release, {_WHERE['releases']}; "
    "on Linux `tools/build_uf2.sh`, in a copy of the whole project, makes it as `build/daldos-pico.uf2`",
    "releases": _WHERE["releases"],
    "version": VERSION,
}


def where() -> str:
    """Where the files of a release are, as Markdown."""
    rows = [("the page *Downloads*", _WHERE["downloads"]), ("a release", _WHERE["releases"])]
    return tables.table(
        ("files", "are at"),
        [*rows, ("your own copy of the project", "`tools/build_uf2.sh`, on Linux, makes `build/daldos-pico.uf2`")],
    )
