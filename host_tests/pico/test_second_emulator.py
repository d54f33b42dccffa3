"""The image in another emulator, rp2040js: its output must equal that in the emulator of all other tests."""

import pytest

from host_tests.rp2040js import SecondPico
from lab.pico.table import PicoTable


def play(table) -> list:
    """Play from power-on to a committed turn and an undo, with entered dice; returns the board's events."""
    table.wait(800)
    table.send({"do": "mode", "mode": "wooden"})
    for throw in ("34", "12", "12"):
        table.send({"do": "dice", "throw": throw})
        table.wait(150)
    piece = table.lift("A1")
    table.wait(150)
    table.place("M3", piece)
    table.wait(150)
    table.press()
    table.send({"do": "undo"})
    table.send({"do": "state", "id": 7})
    table.wait(150)
    return table.said


@pytest.mark.nightly
def test_both_emulators_say_the_same(image):
    with SecondPico(image) as second:
        theirs = play(second)
        assert second.noise == []
    first = PicoTable(image, twin=False, scripted=False)
    first.plug_in(0)
    ours = play(first)
    assert [event["turn"] for event in ours if event["ev"] == "turn"] == ["A1-M3"]
    assert ours == theirs
