"""A config.py with mistakes: each is named with mux, channel and what was expected, and the rest still works."""

import json
from types import SimpleNamespace

import pytest

import config
from companion.app import App
from companion.console.phases import OPENING
from companion.game.dice import Dice
from companion.reasons import CodedError
from companion.sensing.config_check import check, wiring_faults
from companion.storage.memory import MemoryStore
from companion.storage.own_config import with_own
from host.sim.fake_board import FakeBoard
from host.sim.table import Table

HOLES = "expected a hole of this board, GND, RAIL or HALF"


def changed(**values):
    return SimpleNamespace(**{**{name: getattr(config, name) for name in dir(config) if name[0] != "_"}, **values})


def rewired(mux: int, channel: int, name: str):
    muxes = [list(names) for names in config.MUXES]
    muxes[mux - 1][channel] = name
    return changed(MUXES=tuple(map(tuple, muxes)))


def test_the_board_s_own_config_is_right():
    check(config)
    check(changed(TALL_OCCUPIED_PERMILLE=None))  # an older one, of a plain board
    assert wiring_faults(config) == []


@pytest.mark.parametrize(
    ("mux", "channel", "name", "told"),
    [
        (2, 5, "A66", [f"mux 2 C5: 'A66', {HOLES}", "hole A6 is on no mux"]),
        (2, 5, "A5", ["mux 2 C5: A5 is on mux 2 C4 already", "hole A6 is on no mux"]),
        (4, 2, "HALF", ["hole M17 is on no mux"]),
        (1, 0, "RAIL", ["mux 1 C0: 'RAIL', expected GND"]),
        (3, 1, "A1", ["mux 3 C1: 'A1', expected RAIL"]),
        (1, 15, 7, [f"mux 1 C15: 7, {HOLES}", "hole B4 is on no mux"]),
    ],
)
def test_a_wrong_name_is_told_and_the_game_goes_on_without_that_hole(mux, channel, name, told):
    wrong = rewired(mux, channel, name)
    assert [str(fault) for fault in wiring_faults(wrong)] == told
    check(wrong)
    lines = []
    app = App(wrong, MemoryStore(), Dice(lambda: 0), lines.append, "test")
    app.start(0)
    faults = [json.loads(line) for line in lines if b'"fault"' in line]
    assert [(fault["what"], fault["where"]) for fault in faults] == [(what, "config.py") for what in told]
    assert all(fault["code"].startswith("config_") for fault in faults)


def test_a_hole_on_no_mux_is_unknown_and_the_rest_plays():
    table = Table(seed=1, config=rewired(2, 5, "A66"))
    table.board = FakeBoard(seed=1)  # wired correctly
    table.board.setup("start")
    table.plug_in()
    table.wait(1000)
    state = [event for event in table.events if event["ev"] == "phase"][-1]
    assert state["phase"] == "opening"
    assert bytes(table.app.sensing.occupancy).decode() == "A" * 5 + "?" + "A" * 10 + "." * 17 + "B" * 16


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"MUXES": config.MUXES[:3]}, "MUXES: 3 entries, expected 4"),
        ({"MUXES": (config.MUXES[0][:15], *config.MUXES[1:])}, "MUXES: mux 1: 15 entries, expected 16"),
        ({"PIN_ADDRESS": (2, 3, 4)}, "PIN_ADDRESS: 3 entries, expected 4"),
        ({"PIN_ADDRESS": ()}, "PIN_ADDRESS: 0 entries, expected 4"),
        ({"PIN_SIG": (26, 26, 25, 25)}, "PIN_SIG: 25, expected 26 to 28, which have the ADC"),
        ({"PIN_BUTTON": 10}, "PIN_BUTTON: GP10 is PIN_PIXELS already"),
        ({"PIN_PIXELS": 40}, "PIN_PIXELS: 40, expected the number of a GP pin, 0 ... 28"),
        ({"N": "16"}, "N: '16', expected a whole number above 0"),
        ({"N": 0}, "N: 0, expected a whole number above 0"),
        ({"BUTTON_MS": 1.5}, "BUTTON_MS: 1.5, expected a whole number"),
        ({"LONG_MS": 1}, "LONG_MS: 1, expected more than BUTTON_MS, which is"),
        ({"PIN_HALF": 2}, "PIN_HALF: 2, expected 26 to 28, which have the ADC"),
        ({"SAMPLES": 0}, "SAMPLES: 0, expected a whole number above 0"),
        ({"STABLE_MS": "600"}, "STABLE_MS: '600', expected a whole number above 0"),
        ({"EMPTY_PERMILLE": 60}, "OCCUPIED_PERMILLE: 50, expected more than EMPTY_PERMILLE, which is 60"),
        ({"DALLED": True, "DALLED_PERMILLE": 40}, "DALLED_PERMILLE: 40, expected more than TALL_OCCUPIED_PERMILLE"),
        ({"DALLED": True, "TALL_OCCUPIED_PERMILLE": None}, "TALL_OCCUPIED_PERMILLE: None, expected a whole number"),
        ({"LONG_MS": 5000}, "MENU_MS: 4000, expected more than LONG_MS, which is 5000"),
        ({"CODE_LOW": None}, "CODE_LOW: None, expected a whole number"),
        ({"N": 10}, "N: 10, expected a whole number, 11 ... 17"),
        ({"HOLE_LEDS": "49"}, "HOLE_LEDS: '49', expected a whole number, 0 ... "),
        ({"HOLE_LEDS": -1}, "HOLE_LEDS: -1, expected a whole number, 0 ... "),
        ({"DICE_LEDS": 4}, "DICE_LEDS: 4, expected a whole number, 8 ... "),
        ({"DICE_LEDS": (8,)}, "DICE_LEDS: (8,), expected a whole number, 8 ... "),
        ({"COLOUR_B": (0, 40)}, "COLOUR_B: 2 entries, expected 3"),
        ({"COLOUR_A": (90, "30", 0)}, "COLOUR_A: '30', expected a whole number, 0 ... 255"),
        ({"POINT_MS": 15}, "POINT_MS: 15, expected a whole number, 16 ... "),
        ({"WATCHDOG_MS": 9000}, "WATCHDOG_MS: 9000, expected a whole number, 1 ... 8388"),
        ({"DALLED_PERMILLE": 512}, "DALLED_PERMILLE: 512, expected a whole number, 1 ... 511"),
        ({"DEBOUNCE_SCANS": 256}, "DEBOUNCE_SCANS: 256, expected a whole number, 1 ... 255"),
        ({"CODE_HIGH": 70000}, "CODE_HIGH: 70000, expected a whole number, 0 ... 4095"),
        ({"CODE_RAIL_MIN": 4096}, "CODE_RAIL_MIN: 4096, expected a whole number, 0 ... 4095"),
        ({"CODE_GND_MAX": -1}, "CODE_GND_MAX: -1, expected a whole number, 0 ... 4095"),
        ({"SETTLE_US": None}, "SETTLE_US: None, expected a whole number above 0"),
        ({"HOLES_RGB_MAX": "1600"}, "HOLES_RGB_MAX: '1600', expected a whole number above 0"),
        ({"CALIBRATE_OFFSET_MAX": 2.5}, "CALIBRATE_OFFSET_MAX: 2.5, expected a whole number above 0"),
    ],
)
def test_what_no_board_can_have_is_refused_by_name_and_not_used(values, told):
    with pytest.raises(CodedError) as caught:
        check(changed(**values))
    assert str(caught.value).startswith(told)
    with pytest.raises(CodedError):
        App(changed(**values), MemoryStore(), Dice(lambda: 0), [].append, "test")
    own = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    found, problem = with_own(config, MemoryStore({"config.py": own.encode()}), exec)
    assert found is config and str(problem) == f"the board's own config.py is not used: {caught.value}"


def smaller(n: int):
    """The config of a board with n holes in a home row."""
    holes = [f"{row}{k}" for row in "AMB" for k in range(1, n + 1 + (row == "M"))]
    holes += (52 - len(holes)) * ["HALF"]
    return changed(N=n, MUXES=tuple([("GND", "RAIL", "HALF", *holes[13 * q : 13 * q + 13]) for q in range(4)]))


@pytest.mark.parametrize("n", [11, 12, 15])
def test_a_smaller_board_begins_with_rules_that_fit_and_keeps_the_game_of_the_larger(n):
    table = Table(seed=1)
    table.plug_in()
    for _ in range(4):
        table.press()
        table.wait(3000)
    saved = table.store.files["game"]
    table.plug_out()
    table.lay(smaller(n))
    table.plug_in()
    table.wait(1000)
    assert table.app.session.match.game.rules.text == f"danish,n={n}"
    assert table.app.session.phase == OPENING
    assert saved in table.store.files.values()
    table.press(4300)  # the choice of modes, with all its rooms
    for _ in range(4):
        table.press()
    for gesture in [table.press, table.long_press, table.press, table.press] * 8:
        gesture()
    assert not [event for event in table.said if event["ev"] == "error"]
