"""The button: bouncing is not a press, and a slightly early update counts."""

import config
from companion.button import DOWN, LONG, LOOSE, MENU, NOTHING, SHORT, STUCK, Button


def read(*looks):
    """The gestures for these updates, (ms, whether it is down), after a long time up."""
    button = Button(config)
    for now in (0, 100):
        button.update(now, False)
    return [button.update(1000 + now, down) for now, down in looks]


def test_a_press_is_known_two_scans_after_the_release():
    scan = config.SCAN_MS
    down = [(k * scan, True) for k in range(6)]
    for late in (0, 1, scan // 2):  # the first update after the release; the others come on time
        up = [(6 * scan + late, False), (7 * scan, False), (8 * scan, False)]
        assert read(*down, *up)[6:] == [NOTHING, NOTHING, SHORT]


def test_what_bounces_is_no_press():
    for width in range(1, config.BUTTON_MS - config.SCAN_MS // 2):
        assert read(*((ms, ms < width) for ms in range(100))) == [NOTHING] * 100


def test_a_long_press_is_known_at_the_release_a_very_long_one_before():
    for held, wanted in ((config.LONG_MS, LONG), (config.MENU_MS, MENU)):
        said = read(*((ms, ms < held + 30) for ms in range(0, held + 100, config.SCAN_MS)))
        assert [what for what in said if what] == [DOWN, wanted]


def test_it_says_while_it_is_held_that_the_press_is_a_long_one():
    button = Button(config)
    for now in (0, 100):
        button.update(now, False)
    held = []
    for now in range(1000, 1000 + config.MENU_MS + 200, config.SCAN_MS):
        button.update(now, True)
        if button.held:
            held.append(now - 1000)
    assert held[0] - config.SCAN_MS < config.LONG_MS <= held[0]
    assert held[-1] < config.MENU_MS <= held[-1] + config.SCAN_MS
    assert not button.held


def test_a_button_that_hangs_at_power_on_says_nothing_of_presses():
    button = Button(config)
    assert {button.update(ms, ms < config.MENU_MS + 1000) for ms in range(0, config.MENU_MS + 2000, 10)} == {NOTHING}


def test_a_button_that_is_never_let_go_is_stuck_and_then_loose_once_each():
    long = 2 * config.MENU_MS + 1000
    said = read(*((ms, ms < long) for ms in range(0, long + 100, config.SCAN_MS)))
    assert [what for what in said if what] == [DOWN, MENU, STUCK, LOOSE]
    assert 0 <= said.index(STUCK) * config.SCAN_MS - 2 * config.MENU_MS <= 2 * config.SCAN_MS
    button = Button(config)  # at power-on, whatever the clock says
    said = [button.update(500_000 + ms, True) for ms in range(0, long, config.SCAN_MS)]
    assert [what for what in said if what] == [STUCK]
