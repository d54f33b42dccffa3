"""The board's guidance for wrong end positions: reason and holes, for every case in guidance.txt."""

from pathlib import Path

import pytest

from companion.reasons import GUIDES
from companion.tracking.tracker import VERDICTS, Tracker, occupancy_of
from daldos.position import parse_position
from daldos.rules import RULESETS, parse_rules
from daldos.turns import legal_turns
from host.sim.table import Table


def cases() -> list:
    """(rules, position, deeds, expected) of every paragraph."""
    text = (Path(__file__).parent / "guidance.txt").read_text(encoding="utf-8")
    paragraphs = [[line for line in part.splitlines() if line[:1] != "#"] for part in text.split("\n\n")]
    return [tuple(lines) for lines in paragraphs if lines]


def told(rules: str, position: str, deeds: str) -> str:
    """Verdict, reason and holes in the form of guidance.txt."""
    at = parse_position(position, parse_rules(rules))
    board = at.rules.board
    tracker = Tracker()
    tracker.begin(at, legal_turns(at))
    codes = occupancy_of(at.cells)
    dead = []

    def see() -> None:
        tracker.see(bytearray([ord("?") if hole in dead else codes[hole] for hole in range(len(codes))]))

    for deed in deeds.split():
        if "-" in deed[1:]:
            hole, to = map(board.hole, deed.split("-"))
            codes[to], codes[hole] = codes[hole], ord(".")
        elif "=" in deed:
            hole, side = deed.split("=")
            codes[board.hole(hole)] = ord(side)
        elif deed[0] == "?":
            dead.append(board.hole(deed[1:]))
        else:
            hole = board.hole(deed[1:])
            assert codes[hole] != ord("."), deed
            was, codes[hole] = codes[hole], ord(".")
            see()
            if deed[0] == "~":
                codes[hole] = was
        see()
    holes = ", ".join("%s %c %c" % (board.name(hole), has, want) for hole, has, want in tracker.holes)
    return f"{VERDICTS[tracker.verdict]}, {tracker.reason}: {holes}".strip()


@pytest.mark.parametrize("rules, position, deeds, expected", cases())
def test_reason_and_holes(rules, position, deeds, expected):
    assert told(rules, position, deeds) == expected


def test_the_cases_cover_every_reason_and_ruleset():
    assert len(cases()) >= 40
    text = "\n".join(expected for _, _, _, expected in cases())
    codes = [code for code, _ in GUIDES]
    reasons = codes[: codes.index("misplaced") + 1] + ["not_yours", "not_dalled", "not_sternmost"]
    reasons += ["jumps_own", "jumps_enemy", "passed_stays"]  # the rules' own
    announced = ("die_played", "dal_played", "dal_left", "no_distances", "no_dal")  # built from others and the throw
    assert [code for code in reasons if code not in announced and f", {code}:" not in text] == []
    assert {name for name, _ in RULESETS} <= {rules.partition(",")[0] for rules, _, _, _ in cases()}


def test_nothing_is_wrong_while_the_sensors_are_not_believed_yet():
    table = Table(seed=1)
    table.now_ms = 5000
    table.plug_in()
    assert [event for event in table.events if event["ev"] in ("fault", "guide")] == []
