"""What a board on USB says that is no event, or an older or unknown one; the campaign `fuzz` has more nonsense."""

import pytest

from host.usb.heard import heard
from host.usb.report import letters_of, status_lines


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
