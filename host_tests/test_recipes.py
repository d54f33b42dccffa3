"""Recipes of CONTRIBUTING.md, followed on a copy: the files are those named, and what is new is said and shown."""

import re
import shutil
import subprocess
import sys

import pytest

from host_tests.conftest import ROOT

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PARTS = ("firmware", "host/__init__.py", "host/i18n", "host/sim", "host/terminal", "docs/protocol.md")
PARTS += ("docs/situations.md", "tools/protocol_tables.py", "tools/situations_doc.py")


class Copy:
    """The project in another folder, for one recipe."""

    def __init__(self, folder, recipe: str):
        self.folder = folder
        steps = re.split(r"^### ", CONTRIBUTING, flags=re.M)
        (text,) = [step for step in steps if step.startswith(recipe + "\n")]
        self.named = set(re.findall(r"`((?:\w+/)+\w+\.\w+)`", text))
        for part in PARTS:
            target = folder / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, target, ignore=shutil.ignore_patterns("__pycache__", "nets", "tables"))
            else:
                shutil.copy(ROOT / part, target)

    def add(self, name: str, before: str, text: str) -> None:
        """Put text in before what stands there once, in a file that the recipe names."""
        assert name in self.named, f"CONTRIBUTING.md does not name {name}"
        file = self.folder / name
        whole = file.read_text(encoding="utf-8")
        assert whole.count(before) == 1, before
        file.write_text(whole.replace(before, text + before), encoding="utf-8")

    def run(self, *words: str) -> str:
        """What Python prints there; it must end well."""
        path = ":".join(str(self.folder / part) for part in ("firmware/lib", "firmware", "."))
        done = subprocess.run(
            [sys.executable, *words], cwd=self.folder, env={"PYTHONPATH": path}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


PLAYED = """
from host.i18n.catalogue import LANGUAGES, words
from host.i18n.telling import news
from host.sim.table import Table
table = Table(seed=1)
table.plug_in()
table.send({"do": "tally"})
for language in LANGUAGES:
    print(news(table.said[-1], words(language)))
"""
SAID = {"nb": "%d trekk er spilt.", "da": "%d ture er spillet."}


@pytest.fixture
def command(tmp_path) -> Copy:
    """A copy with a command `tally`, which an event of its own answers."""
    copy = Copy(tmp_path, "A command, with an event of its own")
    commands, events = "firmware/lib/companion/commands.py", "firmware/lib/companion/console/events.py"
    copy.add(commands, '    ("bootsel", (),', '    ("tally", (), "tally", "goes on"),\n')
    does = "    app.emit(events.tally(len(app.session.match.game.plies)))\n"
    copy.add(commands, 'def _do_bootsel(app: "App"', f'def _do_tally(app: "App", now: int) -> None:\n{does}\n\n')
    copy.add(events, '    ("wires", (("rows"', '    ("tally", (("turns", "int"),)),\n')
    copy.add(events, "def wires(rows", 'def tally(turns: int) -> "Event":\n    return ("tally", "turns", turns)\n\n\n')
    return copy


def test_a_command_with_an_event_is_said_in_every_language(command):
    assert command.run("-c", PLAYED).splitlines() == ["tally: turns 0"] * 3  # as long as the recipe is half followed
    said = '    return t("{turns} turns are played.", turns=event["turns"])\n'
    command.add("host/i18n/telling.py", "def _tell_wires(", f"def _tell_tally(event, t) -> str:\n{said}\n\n")
    for language, text in SAID.items():
        entry = 'msgid "{turns} turns are played."\nmsgstr "%s"\n\n' % text.replace("%d", "{turns}")
        command.add(f"host/i18n/catalogues/{language}.po", 'msgid "%d answers are still to be sent"', entry)
    expected = {"en": "0 turns are played.", **{language: text % 0 for language, text in SAID.items()}}
    assert sorted(command.run("-c", PLAYED).splitlines()) == sorted(expected.values())
    command.run("tools/protocol_tables.py")
    page = (command.folder / "docs/protocol.md").read_text(encoding="utf-8")
    assert "| `tally` | `turns` int |" in page and "| `tally` |  | `tally` |" in page
    assert "docs/protocol.md" in command.named


SITUATION = """
from companion.session.situation import situation
from host.sim.table import Table
table = Table(seed=1)
table.plug_in()
table.send({"do": "mode", "mode": "diagnose"})
name, press, *_ = situation(table.app.session)
print(name, press.__name__)
"""


def test_a_situation_is_played_and_stands_in_the_document(tmp_path):
    copy = Copy(tmp_path, "A situation")
    row = '"look", do.wake, do.walk, scene.SHOW_DIAGNOSE, scenes.occupied, 0, announce.nothing\n'
    copy.add(
        "firmware/lib/companion/session/situation.py",
        "    if s.mode == DIAGNOSE:\n",
        f"    if s.mode == DIAGNOSE and not s.announced:\n        return {row}",
    )
    assert copy.run("-c", SITUATION) == "look wake\n"
    with pytest.raises(AssertionError, match=r"needs a line .*look"):
        copy.run("tools/situations_doc.py")
    line = "| **look**: mode `diagnose`, at first | | | `dark` | | nobody has looked yet |\n"
    copy.add("docs/situations.md", "| **diagnose**", line)
    copy.run("tools/situations_doc.py")
    page = (copy.folder / "docs/situations.md").read_text(encoding="utf-8")
    assert "| **look**: mode `diagnose`, at first | lights up again | begins a magnet walk" in page
    assert "host_tests/test_situations.py" in copy.named
