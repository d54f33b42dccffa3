"""What the firmware finds in its file system at power-on: damaged, foreign and missing files, another config."""

from pathlib import Path

import pytest

CONFIG = (Path(__file__).resolve().parents[2] / "firmware/config.py").read_text(encoding="utf-8")


def start(image, files: dict, press: bool = False):
    """A board with these files, until it has said what it has to say."""
    from host.pico.bench import Rig
    from host.pico.board import PinBoard
    from host.pico.flash import make_files, read_files

    board = PinBoard(seed=1)
    board.setup("start")
    rig = Rig(image, files=make_files(files), board=board)
    rig.run_until_text(b'"ev": "hello"')
    rig.run_ms(900)
    if press:
        rig.button(True)
        rig.run_ms(80)
        rig.button(False)
        rig.run_ms(1200)
    return bytes(rig.port.received).decode(), read_files(rig.flash())


@pytest.mark.parametrize(
    "files, text, kept",
    [
        ({"settings.json": b'{"mode": "loud", "rules": "chess", "volume": 11}'}, "settings", False),
        ({"settings.json": b"{"}, "settings", False),
        ({"baselines": b"\x01\x02"}, "", False),
        ({"wires": b"{}"}, "", False),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)
def test_a_file_that_will_not_do_is_said_and_the_board_goes_on(image, files, text, kept):
    said, left = start(image, files, press=True)
    assert text in said and ("game.kept1" in left) == kept, (said, sorted(left))
    assert '"ev": "throw"' in said, said


def test_parts_that_are_optional_are_used_where_they_are_fitted(image):
    config = CONFIG.replace("HAS_BUZZER = False", "HAS_BUZZER = True")
    config = config.replace("HAS_RAIL_SWITCH = False", "HAS_RAIL_SWITCH = True").replace(
        "HOLE_LEDS = 49", "HOLE_LEDS = 0"
    )
    said, _ = start(image, {"config.py": config.encode()}, press=True)
    assert '"ev": "throw"' in said and '"ev": "fault"' not in said, said


@pytest.mark.parametrize(
    "was, now, text",
    [
        ('"A1", "A2", "A3"', '"A1", "A1", "A3"', "A1"),
        ('"M17"', '"M18"', "M18"),
        ("PIN_BUTTON = 11", "PIN_BUTTON = 10", "PIN_"),
    ],
)
def test_a_config_that_no_board_can_have_is_said(image, was, now, text):
    said, _ = start(image, {"config.py": CONFIG.replace(was, now).encode()})
    assert "config" in said and text in said, said
