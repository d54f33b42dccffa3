"""Over the wrap of the board's clock at 2^30 ms, and after a rest longer than half its range, it keeps its time."""

import pytest

from host.sim.table import TICKS, Table

DAY_MS = 24 * 3600 * 1000
LOOK_MS = 600_000


def times(table: Table) -> tuple:
    """ms from a wrong move to the words about it, and how long the dice roll."""
    heard, lifted_ms = len(table.events), table.now_ms
    piece = table.lift("B3")
    while not any(event["ev"] == "guide" for event in table.events[heard:]):
        table.wait(10)
        assert table.now_ms < lifted_ms + 3000, "nothing is said"
    told_ms = table.now_ms - lifted_ms
    table.place("B3", piece)
    table.wait(1000)
    heard, pressed_ms, rolled_ms = len(table.events), table.now_ms, 0
    table.press(870)
    assert any(event["ev"] == "throw" for event in table.events[heard:]), "a short press throws"
    while table.now_ms < pressed_ms + 2500:
        before = table.pixels[:8]
        table.wait(10)
        if table.pixels[:8] != before:
            rolled_ms = table.now_ms - pressed_ms
    table.send({"do": "new"})
    table.wait(1500)
    return told_ms, rolled_ms


@pytest.mark.parametrize("rest_ms", [0, 8 * DAY_MS], ids=["played through", "untouched for eight days"])
def test_times_are_the_same_over_the_wrap_and_after_a_long_rest(rest_ms):
    table = Table(seed=1)
    table.now_ms = TICKS - 12_000 - rest_ms
    table.throws[:] = [(2, 4), (2, 4)]
    table.plug_in()
    first = times(table)
    end_ms = table.now_ms + rest_ms
    while table.now_ms < end_ms:  # a scan every ten minutes
        table.now_ms += LOOK_MS
        table.wait(table.config.SCAN_MS)
    while table.now_ms < TICKS - 300:
        table.wait(100)
    assert times(table) == first and table.now_ms > TICKS
