"""Every single wiring fault on the emulated Pico, each named by wire."""

import pytest

from host_tests.conftest import few
from host_tests.faults import by, named
from host_tests.pico.games import state, until
from lab.pico.table import PicoTable


def play(image, fault, before_start: bool = True):
    """Cause this fault; AssertionError if the board does not report it, or stops answering."""
    table = PicoTable(image, seed=2, twin=False, scripted=False)
    if before_start:
        table.board.fault(*fault.fault)
    table.plug_in()
    if not before_start:
        table.board.fault(*fault.fault)
    until(table, lambda event: event["ev"] == "fault" and (event["what"], event["where"]) == (fault.what, fault.where))
    state(table)
    assert not table.rig.resets


@pytest.mark.parametrize("fault", few(by("self-test"), 1) + few(by("pull test"), 1), ids=named)
def test_a_fault_is_named_at_the_start(image, fault):
    play(image, fault)


@pytest.mark.parametrize("fault", few(by("self-test"), 1), ids=named)
def test_a_fault_that_comes_in_play_is_named(image, fault):
    play(image, fault, before_start=False)
