"""The scripts of host_tests/scripts, each a story played on the fake board; and that a script tells its failures."""

import functools
from pathlib import Path

import pytest

import config
from companion.lights import scene as lights
from host.sim.table import Table
from host.terminal.desk import Desk, DeskError
from host.terminal.script import Script, ScriptError
from host_tests.conftest import NIGHTLY, TAPE, few
from host_tests.taped import TapedTable
from host_tests.test_render import CYCLIC, RELATED, SLOT_MS, film, of_relatives
from test_services import scene

FOLDER = Path(__file__).parent / "scripts"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.txt"))


def play(text: str, name: str = "story") -> Desk:
    desk = Desk(Table(seed=1), folder=FOLDER)
    Script(text, name, desk).run()
    return desk


@pytest.mark.parametrize("magnets", ["worst", "nominal"] if NIGHTLY else ["worst"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_script(name, magnets, tapes, request, tmp_path):
    """The same goes in and comes out, to the byte, on MicroPython; some are played in a browser's, too.

    No story gives a picture of which test_render does not know that it differs from all others.
    """
    path = FOLDER / f"{name}.txt"
    table = TapedTable(magnets=magnets)
    Script(path.read_text(encoding="utf-8"), path.name, Desk(table, folder=FOLDER)).run()
    for message in {message for event in table.events for message in scenes(event, table.board.names)}:
        assert is_known(*message), message
    table.same_by(tapes, tmp_path)
    if name in few(SCRIPTS, 3):
        port = request.getfixturevalue("webassembly")
        table.same_by(lambda *given: port.run(TAPE, *given).stdout, tmp_path)


def scenes(event: dict, names: list):
    """What the lights say, hole by hole: (kind, player, throw, used, choice, hole and want, if any)."""
    if event["ev"] == "lights" and event["kind"] != "roll":
        player = "AB".index(event["player"]) if event["player"] else lights.NOBODY
        dice = tuple(map(int, event["dice"] or ""))
        kind = event["kind"]
        pairs = zip(event["holes"], event["wants"], strict=True)
        holes = [(names.index(hole), ".AB?TDE".index(want)) for hole, want in pairs]
        for hole in holes or [()]:
            yield kind, player, dice, event["used"], event["choice"], hole


@functools.cache
def known(kind, hole) -> set:
    """The films of test_render's messages of this kind, at this hole."""
    messages = CYCLIC + [message for dice in RELATED for message in of_relatives(dice)]
    places = [(it, tuple(zip(it.holes[: it.count], it.wants, strict=False))) for _, it in messages if it.kind == kind]
    return {film(it, config.POINT_MS, SLOT_MS) for it, holes in places if holes == (hole,) * bool(hole)}


@functools.cache
def is_known(kind, player, dice, used, choice, hole) -> bool:
    message = scene(kind, player, dice, used, choice, [hole] if hole else ())
    return film(message, config.POINT_MS, SLOT_MS) in known(kind, hole)


BEGIN = "next 34 12 12\nplug in; press; press; press\n"
FAILURES = {
    "an event that does not come": ("expect turn n=1", "expected turn n=1 within 1000 ms"),
    "an event with another value": ("expect throw player=C", "expected throw player=C"),
    "an event that should not come": ("expect no throw player=A", "got {'ev': 'throw', 'player': 'A'"),
    "an event that came before another": (2 * "expect throw player=B within 50\n", "expected throw player=B within"),
    "another phase": ("expect phase over", "expected phase: over\n  got play"),
    "other lights": ("expect lights over", "expected lights: over\n  got roll"),
    "lights that there are not": ("expect lights bright", "expected one of dark, roll"),
    "other holes": ("lift A2\nwait 1s\nexpect hole A1 want A", "expected hole A1 want A in the last guide"),
    "another position": ('expect position "x"', "expected position: x"),
    "another occupancy": ("expect sees A1 B", "expected sees A1: B\n  got A"),
    "lit pixels": ("expect pixels dark", "expected pixels: dark\n  got lit"),
    "a command refused": ("lift M1", "lift from M1: no piece there"),
    "a refusal that does not come": ("wait 10\nexpect refusal piece", "expected a refusal with: piece\n  got none"),
    "no such command": ("fly A1", "no command 'fly'"),
    "nothing expected": ("expect", "expect: expected an event"),
    "no pair": ("expect throw player", "expected key=value"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_failure_names_line_expected_and_got(failure):
    lines, message = FAILURES[failure]
    with pytest.raises(ScriptError) as error:
        play(BEGIN + lines + "\n", "tale.txt")
    assert str(error.value).startswith(f"tale.txt, line {2 + len(lines.splitlines())}: ")
    assert message in str(error.value)


def test_nonsense_is_refused_in_one_line_and_moves_nothing():
    desk = Desk(Table(seed=1), folder=FOLDER)
    board = desk.table.board
    desk.do("plug in")
    before = board.occupancy()
    for line in (
        "lift", "lift A1 A2", "lift X9", "lift A0", "place A1", "move A1", "move A1 A2", "move M1 M2", "take",
        "put C A1", "put A M1", "hover M1", "play", "play A1", "play A1-", "play A1-Q3", "play A1-M3 Z9-M1",
        "play A1-M3 A1-M4", "turn M1", "turn A1 over", "wait", "wait x", "wait -1", "wait 1e99", "wait nan", "plug",
        "plug up", "plug in", "fault", "fault fire", "fault dead", "fault dead Z1", "fault dead A1 A2", "heal fire",
        "heal dead Z1", "send", "next", "next 5", "next 15", "sensors", "sensors maybe", "rules chess", "mode blitz",
        "saved x", "auto x", "auto 0", "new x", "press x", 'lift "A1', "help x y", "undo x", "record x", "état", "\\",
    ):  # fmt: skip
        with pytest.raises(DeskError) as error:
            desk.do(line)
        assert "\n" not in str(error.value), line
        assert board.occupancy() == before, line


@pytest.mark.parametrize("line", ["press; plug out", "state", "record", "auto", "rules danish"])
def test_without_power(line):
    desk = Desk(Table(seed=1))
    if line == "press; plug out":
        desk.do("press")  # the hand may press; nothing comes of it
        assert desk.table.events == []
    else:
        with pytest.raises(DeskError, match="the plug is out"):
            desk.do(line)
