"""The serial console of the emulated Pico under a flood, and a board without a host."""

from lab.pico.flash import read_files
from lab.pico.table import PicoTable


def state(table) -> dict:
    heard = len(table.events)
    table.send({"do": "state"})
    for _ in range(100):
        table.wait(50)
        for event in table.events[heard:]:
            if event["ev"] == "state":
                return event
    raise AssertionError(f"no answer; the last lines: {bytes(table.rig.port.received[-300:])!r}")


def test_a_flood_without_line_ends_or_readers_does_no_harm(image, long_run):
    table = PicoTable(image, seed=7, twin=False)
    table.plug_in()
    table.press()
    before = state(table)
    table.rig.port.send(b"\xaa" * (100_000 if long_run else 3_000))
    table.wait(300)
    table.rig.port.listen(False)
    for _ in range(300 if long_run else 40):
        table.rig.port.send(b'{"do": "state"}\n')
    table.wait(2000)
    table.rig.port.listen(True)
    while table.rig.port.unsent:
        table.wait(50)
    table.wait(1000)
    assert table.rig.resets == []
    assert state(table) == before


def test_a_board_on_a_charger_plays_on(image):
    table = PicoTable(image, seed=7, twin=False, usb="charger")
    table.throws[:] = [(1, 4), (2, 2), (1, 2), (3, 3)]
    table.plug_in(settle_ms=500)
    for _ in range(3):
        table.press()
    piece = table.lift("A1")
    table.wait(300)
    table.place("M3", piece)
    table.wait(300)
    table.press()
    table.wait(300)
    journal = read_files(table.rig.flash())["game"]
    assert journal.count(b"\nT ") == 4 and journal.count(b"\nM ") == 1
    assert table.rig.port.received == b"" and any(any(pixel) for pixel in table.pixels)
