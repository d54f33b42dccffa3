"""What the lights show: every message differs from every other in grey, and no frame draws more than the current cap.

Grey is R + G + B of a LED, so nothing here can tell by colour. A LED counts as dark, dim or bright.
"""

import functools
import re
from operator import sub
from types import SimpleNamespace

import pytest

import config
from companion.lights import scene as s
from companion.lights.render import KINDS, render, rolled
from companion.lights.render import picture as numbered
from companion.lights.scene import SLOTS
from daldos.throws import LONG_DICE, throws_of
from host_tests.conftest import ROOT, few
from test_services import START_MS, full_boards, messages, scene

DICE = 8
SLOT_MS = config.POINT_MS // SLOTS
WRAP = 2**30
NEAREST = 6  # slots in which a LED differs, dark from bright counted twice

MESSAGES = list(messages())
CYCLIC = [(name, it) for name, it in MESSAGES if it.kind != "roll"]
ROLLS = [(name, it) for name, it in MESSAGES if it.kind == "roll"]


def settings(**changes):
    """The board's config with some values changed."""
    return SimpleNamespace(**{name: getattr(config, name) for name in dir(config) if name.isupper()} | changes)


NO_HOLE_LEDS = settings(HOLE_LEDS=0)


def frame(it, age_ms, config=NO_HOLE_LEDS):
    pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
    render(it, (START_MS + age_ms) % WRAP, pixels, config)
    return pixels


def grey(pixels):
    return list(map(sum, zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)))


def levels(pixels):
    """0 dark, 1 dim, 2 bright of each LED; no other brightness is in use."""
    seen = []
    for level in grey(pixels):
        assert level == 0 or 10 <= level <= 20 or level >= 100, level
        seen.append(0 if level == 0 else 1 if level < 50 else 2)
    return seen


def bits(pixels):
    """The dice LEDs as 16 bits: 00 dark, 01 dim, 11 bright."""
    return sum((0b00, 0b01, 0b11)[level] << 2 * led for led, level in enumerate(levels(pixels)))


def film(it, length_ms, step_ms):
    """The frames from the beginning, joined to one int, 16 bits each."""
    return sum(bits(frame(it, age_ms)) << 16 * i for i, age_ms in enumerate(range(0, length_ms, step_ms)))


@functools.cache
def cycles() -> list:
    """(name, scene, film) of each message that is shown again and again."""
    return [(name, it, film(it, config.POINT_MS, SLOT_MS)) for name, it in CYCLIC]


def turned(cycle, by, frames):
    whole = (1 << 16 * frames) - 1
    return (cycle << 16 * by | cycle >> 16 * (frames - by)) & whole


def slots_of(cycle):
    return [cycle >> 16 * slot & 0xFFFF for slot in range(SLOTS)]


def light_of_each_led(cycle):
    return [sum((slot >> 2 * led & 3).bit_count() for slot in slots_of(cycle)) for led in range(DICE)]


# --- the pictures -----------------------------------------------------------------------------------------------------


def picture(it, slot):
    """The eight dice LEDs in the middle of a slot: `.` dark, `o` dim, `O` bright; a blank between the dice."""
    text = "".join(".oO"[level] for level in levels(frame(it, slot * SLOT_MS + SLOT_MS // 2)))
    return text[:4] + " " + text[4:]


def strip(it):
    return [picture(it, slot) for slot in range(SLOTS)]


def test_dice_roll_over_in_the_order_of_their_faces():
    for _, it in ROLLS:
        for first, last in ((0, it.throw[0]), (4, it.throw[1])):
            shown = [levels(frame(it, age_ms))[first : first + 4].count(2) for age_ms in range(0, config.ROLL_MS, 10)]
            faces = [face for i, face in enumerate(shown) if i == 0 or face != shown[i - 1]]
            assert len(faces) > 6
            assert all(after == rolled(LONG_DICE, before, 1) for before, after in zip(faces, faces[1:], strict=False))
            assert rolled(LONG_DICE, faces[-1], 1) == last  # the last roll falls at the end
    assert [rolled(LONG_DICE, 1, steps) for steps in range(5)] == [1, 2, 3, 4, 1]


def test_dice_do_not_roll_again_when_ticks_are_past_the_half_range():
    it = scene("roll", 0, (1, 2))
    assert picture(it, SLOTS * 2**29 // config.POINT_MS) == "O... OO.."


def test_hole_leds_show_holes_directly():
    wanted = {2: s.WANT_A, 20: s.WANT_B, 40: s.WANT_NOTHING, 48: s.LOOK, 30: s.TURN, 3: s.DALLED_A, 21: s.DALLED_B}
    it = scene("guide", holes=list(wanted.items()))
    rhythms = {}
    for slot in range(SLOTS):
        lit = [i for i, level in enumerate(grey(frame(it, slot * SLOT_MS, config))[DICE:]) if level]
        assert set(lit) <= set(wanted)
        for hole in lit:
            rhythms[hole] = rhythms.get(hole, 0) | 1 << slot
    assert rhythms == {2: 0xFFFF, 20: 0xAFFF, 40: 0x00FF, 48: 0x0033, 30: 0x1111, 3: 0xFBFF, 21: 0xABFF}
    pixels = frame(it, 0, config)
    assert pixels[3 * (DICE + 2) :][:3] == bytes(config.COLOUR_A)
    assert pixels[3 * (DICE + 20) :][:3] == bytes(config.COLOUR_B)


def test_nothing_of_an_earlier_frame_stays():
    for name, it in MESSAGES:
        for lit in ((0, 1), (3 * DICE, 3 * DICE + 1), (-1, None), (0, None)):
            pixels = bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))
            pixels[slice(*lit)] = b"\xff" * len(pixels[slice(*lit)])
            render(it, START_MS, pixels, config)
            assert pixels == frame(it, 0, config), name


def test_a_picture_keeps_its_number_and_changes_with_it():
    for name, it in MESSAGES[::3]:
        number = shown = None
        kept = changed = 0
        # rolling dice are drawn every FRAME_MS, whether a face has changed or not
        for age_ms in range(0, config.POINT_MS, config.FRAME_MS):
            before, old = shown, number
            shown = frame(it, age_ms, config)
            number = numbered(it, START_MS + age_ms, config)
            if number == old:
                assert shown == before, name
                kept += 1
            elif old is not None:
                changed += shown != before
        assert kept >= 39 or it.kind == "roll", name  # most of the time there is nothing to draw
        assert changed or number == 0, name


# --- every message differs --------------------------------------------------------------------------------------------


def test_every_message_differs_in_grey():
    """However the two are shifted against each other: one LED is bright in one and dark in the other for 300 ms of the
    1600, or two for 150, and so on; the nearest are a dal-dal of A and of B, whose two LEDs wink twice."""
    rows = films(cycles())
    assert len(rows) > 1500
    assert_apart(rows)


RELATED = ("3x1234", "sticks")


def of_relatives(dice) -> list:
    """(name, scene) of each message with these dice."""
    found = {}
    for name, it in messages(throws_of(dice)):
        # a die played is dark, whatever it was
        if it.throw and it.kind != "roll" and (it.kind == "partial" or not it.used):
            left = tuple(face for k, face in enumerate(it.throw) if not it.used >> k & 1)
            found[it.kind, it.player, it.used, left] = name, it
    return list(found.values())


@pytest.mark.parametrize("dice", RELATED)
def test_the_dice_of_relatives_look_like_nothing_else(dice):
    """Neither like each other nor like any message without dice; the nearest are dim dice under a dot that runs."""
    rows = films([(name, it, film(it, config.POINT_MS, SLOT_MS)) for name, it in of_relatives(dice)])
    assert len(rows) >= 10 * len(throws_of(dice))
    plain = films(few([row for row in cycles() if not row[1].throw], 300))
    assert_apart(rows + plain, {name for name, *_ in plain}, 4)


def films(cycles):
    """(name, film, light of each LED) of each, the darkest first; none changes within a slot."""
    rows = []
    for k, (name, it, cycle) in enumerate(cycles):
        # each slot to its last ms; and of some a cycle more
        for age_ms in range(SLOT_MS - 1, config.POINT_MS * (1 if k % 10 else 2), SLOT_MS):
            slot_bits = cycle >> 16 * (age_ms // SLOT_MS % SLOTS) & 0xFFFF
            assert bits(frame(it, age_ms)) == slot_bits, f"{name} changes within a slot, or from cycle to cycle"
        rows.append((name, cycle, light_of_each_led(cycle)))
    return sorted(rows, key=lambda row: sum(row[2]))


def assert_apart(rows, known=(), least=NEAREST):
    """No two of them look alike; those known are not compared with each other."""
    rows = sorted(rows, key=lambda row: sum(row[2]))
    for i, (name, cycle, light) in enumerate(rows):
        turns = [turned(cycle, by, SLOTS) for by in range(SLOTS)]
        for other_name, other, other_light in reversed(rows[:i]):
            if sum(light) - sum(other_light) >= least:
                break  # no shift can bring them nearer than this
            if sum(map(abs, map(sub, light, other_light))) >= least or {name, other_name} <= set(known):
                continue  # nor than this
            nearest = min((turn ^ other).bit_count() for turn in turns)
            assert nearest >= least, f"{name} looks like {other_name}"


def runs(frames):
    """(picture, for how many slots) of what is lit one after another."""
    found, k = set(), 0
    while k < len(frames):
        count = next((i for i in range(k, len(frames)) if frames[i] != frames[k]), len(frames)) - k
        if frames[k]:
            found.add((frames[k], count))
        k += count
    return found


def test_no_reason_is_a_beat_of_a_hole():
    """What introduces a hole cannot be taken for a hole that is pointed at: "set up" was one beat of "lift B4"."""
    pointing = [(name, slots_of(cycle)) for name, it, cycle in cycles() if it.count]
    beats = set().union(*(runs(slots[4:]) for _, slots in pointing))
    for name, slots in pointing:
        assert not runs(slots[:4]) & beats, name


def test_rolling_dice_look_like_nothing_else():
    frames, of_slot = config.POINT_MS // config.FRAME_MS, SLOT_MS // config.FRAME_MS
    rolling_frames = config.ROLL_MS // config.FRAME_MS
    rolling = [(name, film(it, config.ROLL_MS, config.FRAME_MS)) for name, it in ROLLS if it.player == 0]
    window = (1 << 16 * rolling_frames) - 1
    for slots, other_name in {slots: name for name, _, slots in cycles()}.items():
        cycle = sum((slots >> 16 * (k // of_slot) & 0xFFFF) << 16 * k for k in range(frames))
        for by in range(0, frames, of_slot):
            part = turned(cycle, by, frames) & window
            for name, roll in rolling:
                assert (part ^ roll).bit_count() >= 4 * 10, f"{name} looks like {other_name}"


# --- current ----------------------------------------------------------------------------------------------------------


GARISH = settings(COLOUR_A=(255, 255, 255), COLOUR_M=(255, 0, 255), COLOUR_B=(0, 128, 1))
BOARDS = {"as built": config, "garish": GARISH, "low caps": settings(DICE_RGB_MAX=60, HOLES_RGB_MAX=300)}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_current_stays_below_the_caps(board):
    most_dice = most_holes = 0
    for _, it in [*(MESSAGES if board is config else few(MESSAGES, 300)), *full_boards()]:
        step_ms = config.FRAME_MS if it.kind == "roll" else SLOT_MS  # no other changes within a slot
        for age_ms in range(0, 3 * config.POINT_MS if it.kind == "selftest" else config.POINT_MS, step_ms):
            greys = grey(frame(it, age_ms, board))
            most_dice = max(most_dice, *greys[:DICE])
            most_holes = max(most_holes, sum(greys[DICE:]))
    assert most_dice <= board.DICE_RGB_MAX
    assert most_holes <= board.HOLES_RGB_MAX
    assert most_dice > board.DICE_RGB_MAX * 0.9 and most_holes > board.HOLES_RGB_MAX * 0.8  # and use what there is


def test_many_holes_do_not_flicker():
    """The light of a hole LED does not depend on how many others are in their beat just now."""
    it = scene("setup", holes=[(hole, s.WANT_A if hole % 2 else s.WANT_NOTHING) for hole in range(49)])
    seen = {grey(frame(it, age_ms, config))[DICE + 1] for age_ms in range(0, config.POINT_MS, config.FRAME_MS)}
    assert len(seen) == 1


def test_a_turn_that_can_be_ended_asks_for_the_press_after_each_round():
    it, ready = scene("turn", 0, (1, 1), holes=[(5, s.TURN)]), scene("ready", 0, (1, 1))
    assert [picture(it, SLOTS + slot) for slot in range(SLOTS)] == strip(ready)


# --- the document -----------------------------------------------------------------------------------------------------

A6 = 5
BY_PLAYER = (("dice", 0), ("partial", 1), ("lost", 0), ("ready", 0))
PLAIN = (("throw", 0), ("throw", 1), ("opening", 0), ("opening", 1, (2, 4)), ("over", 0))
OFFERS = ((0, ()), (1, ()), (3, ()), (1, [(A6, s.WANT_A)]))
PLACES = [(A6 + row, s.WANT_NOTHING) for row in (0, 16, 33, 27, 0)]
WANTS = [(A6, want) for want in (s.WANT_A, s.WANT_B, s.LOOK, s.DALLED_A, s.TURN)]
REASONS = (("guide", 0), ("setup", 0), ("undo", 0), ("lead", 0), ("lead", 1), ("turn", 0))
REASONS += (("dalled", 0), ("ask", 1), ("fault", 0), ("diagnose", 0))
MENU = (
    (1, 0),
    (23, 0),
    (6, 0),
    (10, 1),
    (12, 0),
    (16, 1),
    (18, 0),
    (18, 1),
    (19, 1),
    (19, 0),
    (20, 1),
    (20, 0),
    (21, 0),
)
THREE = throws_of("3x1234").parse("124")
OF_THREE = (
    ("dice", 0, 0),
    ("dice", 1, 0),
    ("dice", 2, 0),
    ("partial", 0, 2),
    ("lost", 0, 0),
    ("ready", 0, 0),
    ("wooden", 0, 0),
)
# The rows of docs/lights.md with a picture, in their order.
DOCUMENTED = [
    *(scene(kind, player, (1, 3), used) for kind, used in BY_PLAYER for player in (0, 1)),
    *(scene(*row) for row in (*PLAIN, ("over", 1))),
    *(scene("offer", choice=choice, holes=holes) for choice, holes in OFFERS),
    *(scene(*row) for row in (("undo",), ("whose", 0), ("whose", 1))),
    *(scene("whose", player, choice=1) for player in (0, 1)),
    *(scene("whose", player, choice=2) for player in (0, 1, s.NOBODY)),
    *(scene("guide", holes=[place]) for place in PLACES + WANTS),
    *(scene(kind, 0, choice=n, holes=[(A6, s.TURN if kind == "turn" else s.LOOK)]) for kind, n in REASONS),
    *(scene(*row) for row in (("fault",), ("roller",), ("offer", s.NOBODY, None, 0, 2))),
    *(scene(kind, player, (1, 3)) for kind, player in (("dice", 2), ("wooden", 0), ("wooden", 1))),
    *(scene("menu", choice=choice, used=used) for choice, used in MENU),
    *(scene(kind) for kind in ("held", "calibrate", "keep", "selftest")),
    *(scene(kind, player, THREE, used) for kind, player, used in OF_THREE),
    *(scene("dice", 0, throws_of("sticks").parse(throw)) for throw in "16"),
]
HOLES = range(26, 26 + len(PLACES + WANTS))
"""Of these rows the hole is pictured, from the fifth slot on; of all others what introduces it."""


def test_the_document_shows_what_the_lights_do():
    text = (ROOT / "docs/lights.md").read_text("utf-8")
    pictures = re.findall(r"`([.oO]{4} [.oO]{4}[^`]*)`", text)
    assert len(pictures) == len(DOCUMENTED)
    assert {it.kind for it in DOCUMENTED} == set(KINDS) - {"dark", "roll"}
    for row, (shown, it) in enumerate(zip(pictures, DOCUMENTED, strict=True)):
        first, drawn = 4 if row in HOLES else 0, []
        for part in shown.removesuffix("  ...").split("  "):
            dice, _, times = part.partition(" ×")
            drawn += [dice] * int(times or 1)
        assert drawn == strip(it)[first : first + len(drawn)], f"{it.kind}: {shown}"
        if not shown.endswith("  ..."):  # then it is the whole: a period, a pointing, or a reason
            assert len(drawn) in ((SLOTS,) if first == 0 and not it.count else (12, 4)), shown
