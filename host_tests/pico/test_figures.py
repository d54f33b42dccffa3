"""The firmware keeps its limits of time and memory, in emulated time: the same figures on every machine."""

import pytest

from host_tests.conftest import NIGHTLY
from lab import pico_bench
from lab.pico.bench import Rig
from lab.pico.flash import LOG_AT, load_uf2
from tools.run import ROOT

ROOM = 536 * 1024  # bytes of flash to be left free in the image
# Of lab.pico_bench: what is measured -> what it takes by day, and at night.
MEASURED = {
    "scans": ({"seconds": 1.0}, {"seconds": 1.0}),
    "lights": ({"times": 10}, {"times": 100}),
    "answers": ({"presses": 1}, {"presses": 120, "plies": 1}),  # far into a game, or all through one
    "pauses": ({"short": True}, {}),
    "turns": ({"positions": 20}, {}),
    "relatives": ({"positions": 4}, {}),
    "meanwhile": ({"rules": "vuovdaguoika"}, {"rules": "vuovdaguoika"}),
    "start": ({}, {}),
    "heap": ({"short": True}, {}),
    "presses": ({"count": 2}, {"count": 100}),
}
GOALS = {  # in docs/promises.md
    "95 % within {} ms of the press": pico_bench.ANSWER_MS,
    "95 % within {} ms of the piece": pico_bench.LIGHT_MS,
    "{} scans a second": pico_bench.SCANS,
    "no longer than {} ms": pico_bench.PAUSE_MS,
    "within {} ms of power-on": pico_bench.START_MS,
    "within {} ms if nobody paused": pico_bench.HURRIED_START_MS,
    "{} KB of heap": pico_bench.HEAP_KB,
    "{} once it has thought": pico_bench.SOLO_KB,
    "slices of {} ms": pico_bench.SLICE_MS,
}


def _keeps(figures) -> None:
    told = "\n".join(map(str, figures))
    print(told)
    assert figures and all(figure.kept for figure in figures), told


@pytest.mark.parametrize("name", MEASURED)
def test_limits_are_kept(image, name):
    _keeps(getattr(pico_bench, name)(image, **MEASURED[name][NIGHTLY]))


@pytest.mark.nightly
def test_limits_are_kept_while_the_flash_erases_at_its_slowest(image):
    _keeps(pico_bench.pauses(image, chip=pico_bench.SLOW))


def test_the_goals_are_those_promised():
    promises = " ".join((ROOT / "docs/promises.md").read_text("utf-8").split())
    assert [words for words, goal in GOALS.items() if words.format(goal) not in promises] == []


def test_code_that_is_not_in_the_cache_takes_its_time(image):
    ideal, real = Rig(image), Rig(image, **pico_bench.MODEL)
    for rig in (ideal, real):
        rig.run_until_text(b"opening")
    assert ideal.mcu.misses == 0 and real.mcu.misses > 10_000
    assert real.now_ms > ideal.now_ms + 0.8 * real.mcu.misses * 48 * 8e-6
    before = real.mcu.misses
    real.run_ms(100)
    real.execute("for _ in range(3): open('x', 'w').write('y' * 5000)")  # after each page the cache is empty
    assert any(not isinstance(data, int) for _, _, data in real.flash_log.operations)
    assert real.mcu.misses - before > 5000


def test_the_image_leaves_room(image):
    left = LOG_AT - len(load_uf2(image))
    assert left >= ROOM, f"{left // 1024} KiB are left, not {ROOM // 1024}: tools/build_uf2.sh says what has grown"
