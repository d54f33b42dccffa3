"""The firmware keeps its limits of time and memory, in emulated time: the same figures on every machine."""

import pytest

from host_tests.conftest import NIGHTLY
from lab import pico_bench
from lab.pico.flash import LOG_AT, load_uf2

ROOM = 550 * 1024  # bytes of flash to be left free in the image
# Of lab.pico_bench: what is measured -> what it takes by day, and at night.
MEASURED = {
    "scans": ({"seconds": 1.0}, {"seconds": 1.0}),
    "lights": ({"times": 1}, {"times": 100}),
    "answers": ({"presses": 1}, {"presses": 120, "plies": 1}),  # far into a game, or all through one
    "pauses": ({"short": True}, {}),
    "turns": ({"positions": 20}, {}),
    "start": ({}, {}),
    "heap": ({"short": True}, {}),
}


@pytest.mark.parametrize("name", MEASURED)
def test_limits_are_kept(image, name):
    figures = getattr(pico_bench, name)(image, **MEASURED[name][NIGHTLY])
    told = "\n".join(map(str, figures))
    print(told)
    assert figures and all(figure.kept for figure in figures), told


def test_the_image_leaves_room(image):
    left = LOG_AT - len(load_uf2(image))
    assert left >= ROOM, f"{left // 1024} KiB are left, not {ROOM // 1024}: tools/build_uf2.sh says what has grown"
