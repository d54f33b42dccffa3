"""The firmware keeps its limits of time and memory, in emulated time: the same figures on every machine."""

from lab import pico_bench

ROOM = 550 * 1024  # bytes of the image's flash that are left for what is to come


def kept(figures: list) -> None:
    assert figures and all(figure.kept for figure in figures), "\n".join(str(figure) for figure in figures)


def test_scans(image):
    kept(pico_bench.scans(image, seconds=1.0))


def test_lights_answer_a_piece(image, long_run):
    kept(pico_bench.lights(image, 100 if long_run else 2))


def test_dice_answer_a_press(image, long_run):
    # far into a game, or all through one, which takes eight minutes
    figures = pico_bench.answers(image, 120, plies=1) if long_run else pico_bench.answers(image, 2)
    print("\n".join(str(figure) for figure in figures))
    kept(figures)


def test_nothing_that_is_kept_or_said_stops_the_scans_for_long(image, long_run):
    kept(pico_bench.pauses(image, short=not long_run))


def test_legal_turns(image, long_run):
    kept(pico_bench.turns(image, 2000 if long_run else 80))


def test_start(image):
    kept(pico_bench.start(image))


def test_heap(image):
    kept(pico_bench.heap(image))


def test_the_image_leaves_room(image):
    from lab.pico.flash import LOG_AT, load_uf2

    left = LOG_AT - len(load_uf2(image))
    assert left >= ROOM, f"{left // 1024} KiB are left, not {ROOM // 1024}: tools/build_uf2.sh says what has grown"
