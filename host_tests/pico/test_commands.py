"""Every command of the console, and every way to get one wrong, answered by the firmware itself on one board."""

import pytest

LONG = "x" * 201
DEALS = [  # in this order; the event that ends the answer, or the code of the error
    ({"do": "state"}, "state"),
    ({"do": "record"}, "record"),
    ({"do": "sensors", "on": True}, "state"),
    ({"do": "sensors", "on": False}, "state"),
    ({"do": "selftest"}, "selftest"),
    ({"do": "dice", "throw": "13"}, "no_throw_due"),
    ({"do": "undo"}, "nothing_to_undo"),
    ({"do": "rules", "rules": "norwegian"}, "state"),
    ({"do": "rules", "rules": "danish,n=17"}, "board_too_small"),
    ({"do": "rules", "rules": "chess"}, "bad_rules"),
    ({"do": "rules", "rules": "danish,hops=1"}, "bad_rules"),
    ({"do": "rules", "rules": "danish,n=12,n=12"}, "bad_rules"),
    ({"do": "rules", "rules": "danish,n=10"}, "bad_rules"),
    ({"do": "rules", "rules": LONG}, "bad_text"),
    ({"do": "rules", "rules": "danish"}, "state"),
    ({"do": "set", "key": "hints", "value": False}, "state"),
    ({"do": "set", "key": "hints", "value": None}, "bad_value"),
    ({"do": "set", "key": "hints", "value": "off"}, "setting_type"),
    ({"do": "set", "key": "nothing", "value": 1}, "no_setting"),
    ({"do": "set", "key": "solo_side", "value": "B"}, "state"),
    ({"do": "giveup", "hole": "A99"}, "no_hole"),
    ({"do": "giveup", "hole": "M9"}, "state"),
    ({"do": "calibrate"}, "calibration_pieces"),
    ({"do": "wires", "keep": True}, "wires_no_walk"),
    ({"do": "wires", "keep": False}, "wires"),
    ({"do": "mode", "mode": "chess"}, "bad_mode"),
    ({"do": "mode", "mode": "diagnose"}, "state"),
    ({"do": "mode", "mode": "roller"}, "state"),
    ({"do": "mode", "mode": "wooden"}, "state"),
    ({"do": "dice", "throw": "31"}, "throw"),
    ({"do": "dice", "throw": "15"}, "bad_throw"),
    ({"do": "dice", "throw": "41"}, "throw"),
    ({"do": "mode", "mode": "game"}, "state"),
    ({"do": "walk"}, "calibration_pieces"),
    ({"do": "new"}, "phase"),
    ({"do": "sensors", "on": 1}, "bad_flag"),
    ({"do": "fly"}, "unknown_command"),
    ({"do": "rules"}, "missing_key"),
    ({"do": "state", "x": 1}, "unknown_key"),
    ({"x": 1}, "no_do"),
]


@pytest.fixture(scope="module")
def table(image):
    from lab.pico.table import PicoTable

    table = PicoTable(image, seed=7, twin=False)
    table.plug_in()
    return table


def test_every_command_is_answered_with_its_id(table):
    for number, (command, expected) in enumerate(DEALS):
        heard = len(table.events)
        table.send({**command, "id": number})
        for _ in range(60):
            table.wait(50)
            mine = [event for event in table.events[heard:] if event.get("id") == number]
            if any(expected in (event["ev"], event.get("code")) for event in mine):
                break
        else:
            raise AssertionError((command, expected, table.events[heard:]))


def test_an_id_that_is_none_is_refused(table):
    heard = len(table.events)
    table.send({"do": "state", "id": ""})
    table.wait(300)
    assert [event.get("code") for event in table.events[heard:] if event["ev"] == "error"] == ["bad_id"]


def test_new_firmware_is_waited_for_when_the_board_says_so(table):
    table.send({"do": "bootsel"})
    table.press()
    assert [event["job"] for event in table.events if event["ev"] == "job"][-2:] == ["bootsel", None]
    table.send({"do": "bootsel"})
    table.long_press()
    assert [reason for _, reason in table.rig.resets] == ["bootsel"]
