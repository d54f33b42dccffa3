"""Nonsense for every input, a little of it here; `python -m lab.fuzz` has 30,000 for each kind."""

import pytest

from host.terminal import draw
from host.usb.heard import heard
from host.usb.talk import letters_of, status_lines
from lab import fuzz

SLOW_S = 1.0


@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_no_traceback_and_none_slow(kind):
    inputs = 100 if kind in ("journals", "settings") else 500  # which start a board each
    found = fuzz.run(kind, inputs, seed=11)
    assert found.inputs == inputs
    assert not found.failures, found.failures[0][0] + "\n" + found.failures[0][1]
    assert found.slowest_s < SLOW_S, found.slowest


def test_a_planted_failure_is_found(monkeypatch):
    monkeypatch.setattr(draw, "news", lambda event: event["occupancy"][48])
    found = fuzz.run("events", 300, seed=1)
    assert found.failures and "KeyError" in found.failures[0][1]


def test_the_same_seed_gives_the_same_inputs():
    def first():
        draw = fuzz.random.Random("commands 5")
        return [what for what, _ in fuzz.commands(draw, 40)]

    assert first() == first()


@pytest.mark.parametrize("n", [11, 12, 17])
def test_a_board_of_another_size_is_drawn_as_it_is(n):
    rows = "a" * n, "." * (n + 1), "b" * n
    seen = "A" * n + "." * n + "?" + "B" * n
    line = (
        '{"ev": "state", "position": "%s A -", "phase": "throw", "mode": "game", "rules": "danish,n=%d", '
        '"occupancy": "%s", "job": null}' % ("/".join(rows), n, seen)
    )
    state = heard(line.encode())
    assert "".join(letters_of(state)) == "a" * n + "." * n + "?" + "b" * n
    told = status_lines(state)
    assert told[2].split() == [str(k) for k in range(1, n + 2)] or told[1].split()[-1] == str(n + 1)
    assert told[-1] == f"   not known: M{n + 1}"


@pytest.mark.parametrize(
    "line",
    [
        b"null",
        b"[]",
        b'{"ev": 7}',
        b"[" * 100_000,
        b'{"ev": "state", "position": "a/b/c A -", "phase": "throw", "mode": "game", "rules": "x", "occupancy": ".."}',
        b'{"ev": "throw", "player": "C", "throw": "13"}',
        b'{"ev": "throw", "player": "A", "throw": "19"}',
        b'{"ev": "guide", "holes": [{"hole": "A1"}], "why": "x"}',
        b'{"ev": "over", "winner": true}',
        b'{"ev": "record", "line": "1x A"}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_event_is_noise(line):
    assert heard(line) is None


def test_older_firmware_is_understood():
    assert heard(b'{"ev": "fault", "what": "sensor rail lost", "where": "rail"}')["holes"] == []
    assert heard(b'{"ev": "something_new", "x": 1}') == {"ev": "something_new", "x": 1}
