"""The simulator's prompt: what is drawn and told for what is typed."""

from pathlib import Path

import pytest

from host.sim.table import Table
from host.terminal.commands import COMMANDS, help_lines
from host.terminal.desk import KEYS, Desk
from host.terminal.prompt import Prompt

SESSIONS = Path(__file__).with_name("sessions.txt").read_text("utf-8").split("\n\n")[1:]


def told(lines: list, seed: int = 1) -> str:
    """All that the prompt says to these lines."""
    desk = Desk(Table(seed=seed))
    desk.table.plug_in()
    said: list = []
    Prompt(desk, iter([line + "\n" for line in lines]), said.append).run()
    return "\n".join(said) + "\n"


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.partition("\n")[0][2:-1])
def test_a_session_goes_as_it_is_written(session):
    lines = session.rstrip("\n").split("\n")[1:]
    text, at = told([line[2:] for line in lines if line.startswith("> ")]), 0
    for line in lines:
        assert line in text[at:], (line, text[at:])
        at = text.index(line, at) + len(line)


def test_help_names_every_command():
    names = [command.name for command in COMMANDS]
    text = told(["help", *[f"help {name}" for name in names]])
    assert "\n".join(help_lines()) in text
    own = [name[4:] for name in dir(Desk) if name.startswith("_do_")]
    assert set(own) | {"quit"} <= set(names) <= {*own, "quit", *KEYS}
    shorts = [command.short for command in COMMANDS if command.short]
    assert len(set(names + shorts)) == len(names + shorts)
    assert not [name for name in names if f"> help {name}\n{name}" not in text]


def test_the_rest_is_left_when_a_part_of_a_line_cannot_be_done_and_after_quit():
    assert "* A throws" not in told(["fly; press", "q; press", "press"])


def test_a_dal_is_never_written_like_a_player():
    text = told(["next 13 12 11 14", "press", "press", "press", "A1-M1 A2-A1", "press"])
    assert "throws dal 3." in text and "throws dal dal." in text
    assert " A 3" not in text and "A A." not in text
