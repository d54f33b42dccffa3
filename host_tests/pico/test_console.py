"""The serial console of the emulated Pico under bad lines and floods, and a board without host or sensors."""

import pytest

from test_services import BAD, answer, malformed


@pytest.fixture(scope="module")
def table(image):
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=7, twin=False)
    table.throws[:] = [(1, 4), (2, 2), (1, 2)]
    table.plug_in()
    for _ in range(3):
        table.press()
    return table


def state(table) -> dict:
    heard = len(table.events)
    table.send({"do": "state"})
    for _ in range(100):
        table.wait(50)
        for event in table.events[heard:]:
            if event["ev"] == "state":
                return event
    raise AssertionError(f"no answer; the last lines: {bytes(table.rig.port.received[-300:])!r}")


def test_malformed_lines_do_no_harm(table, long_run):
    before = state(table)
    for line in BAD + list(malformed(10_000 if long_run else 100)):
        # a few come out as commands, which would do what they say
        if not {10, 3} & set(line) and answer(line).startswith('{"ev": "error"'):
            table.rig.port.send(line + b"\n")
        while table.rig.port.unsent > 600:
            table.wait(20)
    while table.rig.port.unsent:
        table.wait(50)
    table.wait(500)
    errors = [event for event in table.events if event["ev"] == "error"]
    assert len(errors) > 40
    assert table.noise == [] and table.rig.resets == []
    assert state(table) == before
    piece = table.lift("A1")
    table.wait(300)
    table.place("M3", piece)
    table.wait(300)
    table.press()
    assert any(event["ev"] == "turn" and event["turn"] == "A1-M3" for event in table.events)


def test_a_flood_without_line_ends_or_readers_does_no_harm(table, long_run):
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
    from lab.pico.flash import read_files
    from lab.pico.table import PicoTable

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


def test_the_roller_needs_no_sensors(image):
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=7, twin=False, scans=False)
    table.plug_in()
    table.send({"do": "mode", "mode": "roller"})
    table.wait(6000)  # first the missing holes are shown
    heard = len(table.events)
    lit = []
    for _ in range(3):
        table.press()
        table.wait(1000)
        lit.append(tuple(table.pixels[:8]))
    throws = [event["throw"] for event in table.events[heard:] if event["ev"] == "throw"]
    assert len(throws) == 3 and table.rig.resets == []
    assert len(set(lit)) == len(set(throws)) > 1
    # the same after the next start
    table.plug_out()
    table.plug_in()
    assert [event["mode"] for event in table.events if event["ev"] == "hello"][-1] == "roller"
    heard = len(table.events)
    table.press()
    table.wait(500)
    assert "throw" in [event["ev"] for event in table.events[heard:]]
