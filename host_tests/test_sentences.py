"""Each sentence of README's part on the button, of docs/situations.md and of the card is played by a story.

A story of host_tests/scripts quotes a sentence in lines that begin with `#>`, and plays it in what follows, to the next
quotation. A sentence that no story quotes fails, and so does a quotation that is no sentence of theirs any more. What
the card says of a picture of the lights must be what the lights say in the story, but for holes, dice and players.
"""

import re

import pytest

from hardware.draw import card
from hardware.geometry import holes
from host.i18n.catalogue import words
from host.i18n.lights import lights_words
from host.sim.table import Table
from host.terminal.desk import Desk
from host.terminal.script import Script
from host_tests.conftest import ROOT
from host_tests.test_scripts import FOLDER, SCRIPTS

ENGLISH = words("en")
# Of docs/situations.md: on the page itself and on the code, which no story plays; test_situations.py proves them.
OF_THE_PAGE = (
    "At any time the board is in exactly one situation, which alone determines what a press and a long press "
    "(1 second) do, what the lights show and what is announced on USB.",
    "The rows are in order of precedence: the first that applies counts.",
    "`tools/tables.py` writes the table from the rows of `companion/session/situation.py`; a test brings a board into "
    "each situation and makes each gesture.",
    "Each gesture is seen: the lights say something else, or begin again with what they say.",
    "How to undo what it did:",
)


def sentences(text: str) -> list:
    """Those of a text in Markdown, without headings, tables and links."""
    parts = re.split(r"\n\s*\n|\n(?=- )", text)
    prose = [part for part in parts if part.strip() and not part.lstrip().startswith(("#", "|", "["))]
    flat = [" ".join(part.removeprefix("- ").replace("**", "").split()) for part in prose]
    return [sentence for part in flat for sentence in re.split(r"(?<=[.?!]) (?=[A-Z`])", part)]


def of_readme() -> list:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return sentences(text.split("\n## Playing with the button\n")[1].split("\n## ")[0])


def of_situations() -> list:
    text = (ROOT / "docs/situations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|*]+) \| ([^|]+) \|$", text, re.MULTILINE)
    return sentences(text) + [f"{does} | {back}" for does, back in rows if does != "---" and back != "how to undo it"]


def of_card() -> list:
    return [sentence for text in card.GESTURES for sentence in sentences(ENGLISH(text))]


def pictures() -> dict:
    """What the card says of the lights, and its text without holes, dice and players."""
    return {lights_words(it, holes(), ENGLISH): told(it) for it, _ in card.MESSAGES}


def told(scene) -> tuple:
    """The text for this scene; of the choice of modes, at which entry."""
    return lights_words(scene, holes(), lambda text, **_: text), scene.kind == "menu" and scene.choice


def quotations(name: str) -> list:
    """(sentence, the lines that play it) of a story."""
    found: list = []
    before = ""
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#>") and before.startswith("#>"):
            found[-1][0] += " " + line[2:].strip()
        elif line.startswith("#>"):
            found.append([line[2:].strip(), []])
        elif found:
            found[-1][1].append(line)
        before = line
    return found


QUOTED = {name: quotations(name) for name in SCRIPTS}
QUOTED = {name: quoted for name, quoted in QUOTED.items() if quoted}
PICTURES = pictures()
# One ruleset's sentence stands for that of each other one.
RULES = [words for words, (text, _) in PICTURES.items() if "{rules}" in text][1:]
SAID = {"README": of_readme(), "situations": of_situations(), "card": of_card()}
SAID["lights"] = [sentence for sentence in PICTURES if sentence not in RULES]


@pytest.mark.parametrize("document", SAID)
def test_each_sentence_is_played(document):
    quoted = {sentence for rows in QUOTED.values() for sentence, _ in rows}
    assert [sentence for sentence in SAID[document] if sentence not in quoted and sentence not in OF_THE_PAGE] == []


@pytest.mark.parametrize("name", QUOTED)
def test_what_is_quoted_is_said_and_expected(name):
    said = {*RULES, *(sentence for document in SAID.values() for sentence in document)}
    for sentence, played in QUOTED[name]:
        assert sentence in said, "no document says this any more"
        assert [line for line in played if re.search(r"(^|; *)expect ", line)], f"nothing is expected: {sentence}"


@pytest.mark.parametrize("name", [name for name, rows in QUOTED.items() if {row[0] for row in rows} & set(PICTURES)])
def test_the_lights_say_what_the_card_says(name):
    desk = Desk(Table(seed=1), folder=FOLDER)
    shown: list = []  # by quotation, what the lights said
    before = [""]

    def look(event=None) -> None:
        if shown and desk.table.app and (event is None or event["ev"] == "lights"):
            shown[-1].add(told(desk.table.app.session.display.scene))

    def echo(line: str) -> None:
        if line.startswith("#>") and not before[0].startswith("#>"):
            shown.append(set())
            look()
        before[0] = line

    desk.table.subscribe(look)
    Script((FOLDER / f"{name}.txt").read_text(encoding="utf-8"), name, desk, echo).run()
    for (sentence, _), seen in zip(QUOTED[name], shown, strict=True):
        assert sentence not in PICTURES or PICTURES[sentence] in seen, f"{sentence} The lights said: {seen}"
