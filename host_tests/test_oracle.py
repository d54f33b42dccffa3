"""The oracle against cases worked out by hand: those of the rules, and for each option one where every value shows.

Positions are written as lists of pieces, `"a A5, A M4, B M6"`: letter of the piece, hole.
"""

import random
from fractions import Fraction

import pytest

from lab import oracle, positions
from lab.oracle import RULESETS

SMALL = {**RULESETS["danish"], "n": 11}


def at(pieces: str, ending: str, options: dict) -> str:
    """The text of a position that has the given pieces; `ending` is the player and the throw."""
    table = {}
    for piece in pieces.split(", "):
        letter, hole = piece.split(" ")
        table[hole] = letter
    text = oracle.text_of(table, options)
    assert sum(letter != "." for letter in text) - 2 == len(table), f"a piece of {pieces} is off the board"
    return f"{text} {ending}"


def all_turns(pieces: str, ending: str, options: dict) -> tuple[int, bool, dict[str, set[str]]]:
    return oracle.spelled_turns(at(pieces, ending, options), options)


def results(pieces: str, ending: str, options: dict) -> set[str]:
    return set(oracle.turns(at(pieces, ending, options), options)[2])


def expected(options: dict, *wanted: str) -> set[str]:
    """Each of `wanted` is pieces, a semicolon and the ending: `"A M4, B M9; A -"`."""
    return {at(*result.split("; "), options) for result in wanted}


def with_options(**changes) -> dict:
    return {**SMALL, **changes}


# The worked cases of the rules

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A "


def test_from_the_start_a_throw_without_a_dal_is_lost():
    lost = START[:-2] + "B -"
    for throw in ("22", "23", "24", "33", "34", "44"):
        assert oracle.spelled_turns(START + throw, RULESETS["danish"]) == (0, False, {lost: {"--"}})


def test_from_the_start_12_must_be_used_whole():
    assert oracle.spelled_turns(START + "12", RULESETS["danish"]) == (
        2,
        False,
        {".aaaaaaaaaaaaaaa/..A............../bbbbbbbbbbbbbbbb B -": {"A1-M3"}},
    )


def test_from_the_start_dal_dal_turns_two_pieces_or_one():
    assert oracle.spelled_turns(START + "11", RULESETS["danish"]) == (
        2,
        True,
        {
            "A.aaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A -": {"A1-M1 A2-A1"},
            ".aaaaaaaaaaaaaaa/.A.............../bbbbbbbbbbbbbbbb A -": {"A1-M2"},
        },
    )


CASE_4 = "A A16, a A15, a A12, b B1, b B2"


def test_own_pieces_in_the_way_leave_nothing_for_44():
    danish = RULESETS["danish"]
    assert all_turns(CASE_4, "A 44", danish) == (0, False, {at(CASE_4, "B -", danish): {"--"}})


@pytest.mark.parametrize("one_piece, turn", [("added", "A12-A7"), ("separate", "A12-A11-A7")])
def test_own_pieces_in_the_way_leave_one_turn_for_14(one_piece, turn):
    options = {**RULESETS["danish"], "one_piece": one_piece}
    result = at("A A16, a A15, A A7, b B1, b B2", "B -", options)
    assert all_turns(CASE_4, "A 14", options) == (2, False, {result: {turn}})


def case_5(throw: str, options: dict) -> tuple[int, bool, dict[str, set[str]]]:
    return oracle.spelled_turns(f".aaaaaaaaaaaaaaa/...A.B.........../bbbbbbbbbbbbbbb. A {throw}", options)


def test_added_dice_capture_only_at_the_end():
    result = ".aaaaaaaaaaaaaaa/.....B..A......../bbbbbbbbbbbbbbb. B -"
    assert case_5("23", RULESETS["danish"]) == (2, False, {result: {"M4-M9"}})


def test_separate_dice_may_capture_on_the_way():
    results_ = {
        ".aaaaaaaaaaaaaaa/........A......../bbbbbbbbbbbbbbb. B -": {"M4xM6-M9"},
        ".aaaaaaaaaaaaaaa/.....B..A......../bbbbbbbbbbbbbbb. B -": {"M4-M7-M9"},
    }
    assert case_5("23", {**RULESETS["danish"], "one_piece": "separate"}) == (2, False, results_)


@pytest.mark.parametrize(
    "one_piece, turn, pieces",
    [
        ("added", "A3-M3", "B A2, A M3, a A5, b B1"),
        ("separate", "A3xA2-M3", "A M3, a A5, b B1"),
    ],
)
def test_a_dal_and_another_die_for_one_undalled_piece(one_piece, turn, pieces):
    options = {**RULESETS["danish"], "one_piece": one_piece}
    result = at(pieces, "B -", options)
    assert all_turns("B A2, a A3, a A5, b B1", "A 14", options) == (2, False, {result: {turn}})


# The board: n and prow_hole


@pytest.mark.parametrize(
    "n, prow_hole, landing",
    [(11, True, "B10"), (11, False, "B9"), (12, True, "B12"), (12, False, "B11"), (13, True, "M14"), (14, True, "M14")],
)
def test_the_middle_row_ends_at_the_prow_and_goes_on_in_the_enemy_row(n, prow_hole, landing):
    options = with_options(n=n, prow_hole=prow_hole)
    assert all_turns("A M11, b B1", "A 12", options)[2] == {
        at(f"A {landing}, b B1", "B -", options): {f"M11-{landing}"},
    }


def test_after_the_enemy_row_the_middle_row_comes_again():
    assert results("A B2, b B5", "A 34", SMALL) == expected(SMALL, "A M6, b B5; B -")
    assert results("B A2, a A5", "B 34", SMALL) == expected(SMALL, "B M6, a A5; A -")
    assert results("B M12, a A5", "B 12", SMALL) == expected(SMALL, "B A9, a A5; A -")


# dal_order


def test_dal_order_any_and_sternmost():
    pieces = "a A3, a A5, A M5, b B1"
    sternmost = expected(
        SMALL,
        "A A2, a A5, A M7, b B1; B -",
        "a A3, a A5, A M8, b B1; B -",
        "A M1, a A5, A M5, b B1; B -",
    )
    assert results(pieces, "A 12", with_options(dal_order="sternmost")) == sternmost
    assert results(pieces, "A 12", SMALL) == sternmost | expected(SMALL, "a A3, A A4, A M7, b B1; B -")


def test_a_blocked_sternmost_piece_stops_the_dal_until_the_way_is_clear():
    pieces = "a A1, a A3, A M1, b B1"
    sternmost = expected(
        SMALL,
        "A M1, a A3, A M4, b B1; B -",  # the 3 first
        "a A1, a A3, A M5, b B1; B -",
    )
    assert results(pieces, "A 13", with_options(dal_order="sternmost")) == sternmost
    assert results(pieces, "A 13", SMALL) == sternmost | expected(SMALL, "a A1, A A2, A M4, b B1; B -")


def test_the_second_dal_turns_the_next_piece_from_the_stern():
    pieces = "a A2, a A5, a A8, b B1"
    sternmost = expected(
        SMALL,
        "A A1, A A4, a A8, b B1; A -",
        "A M1, a A5, a A8, b B1; A -",
    )
    assert results(pieces, "A 11", with_options(dal_order="sternmost")) == sternmost
    assert results(pieces, "A 11", SMALL) == sternmost | expected(
        SMALL,
        "A A1, a A5, A A7, b B1; A -",
        "a A2, A A4, A A7, b B1; A -",
        "a A2, A A3, a A8, b B1; A -",
        "a A2, a A5, A A6, b B1; A -",
    )


# one_piece


def test_added_passes_an_enemy_that_separate_may_capture():
    pieces = "A M3, B M5, b B1"
    far = at("A M9, B M5, b B1", "B -", SMALL)
    near = at("A M9, b B1", "B -", SMALL)
    assert all_turns(pieces, "A 24", SMALL) == (2, False, {far: {"M3-M9"}})
    separate = with_options(one_piece="separate")
    assert all_turns(pieces, "A 24", separate) == (2, False, {far: {"M3-M7-M9"}, near: {"M3xM5-M9"}})


def test_added_passes_an_own_piece_on_which_separate_may_not_land():
    pieces = "A A5, a A3, b B1"
    assert results(pieces, "A 22", with_options(jump="any")) == expected(SMALL, "A A1, a A3, b B1; B -")
    for options in (SMALL, with_options(jump="any", one_piece="separate")):
        assert all_turns(pieces, "A 22", options) == (0, False, {at(pieces, "B -", SMALL): {"--"}})


def test_added_dal_step_only_passes_the_hole_between():
    pieces = "a A5, a A4, b B1"
    front = "a A5, A A1, b B1; B -"
    assert results(pieces, "A 12", SMALL) == expected(SMALL, front)
    assert results(pieces, "A 12", with_options(jump="own")) == expected(SMALL, front, "A A2, a A4, b B1; B -")
    assert results(pieces, "A 12", with_options(jump="own", dal_order="sternmost")) == expected(SMALL, front)


# jump


def test_jump_enemy_own_any():
    pieces = "A M3, A M4, B M5, b B1"
    two_pieces = "A M6, A M7, B M5, b B1; B -"
    front_piece = "A M3, A M10, B M5, b B1; B -"
    back_piece = "A M9, A M4, B M5, b B1; B -"
    assert results(pieces, "A 33", SMALL) == expected(SMALL, two_pieces, front_piece)
    assert results(pieces, "A 33", with_options(jump="own")) == expected(SMALL, pieces + "; B -")
    assert results(pieces, "A 33", with_options(jump="any")) == expected(SMALL, two_pieces, front_piece, back_piece)


# dal_moves


def test_dal_moves_or_only_turns():
    pieces = "a A5, A M5, b B1"
    assert results(pieces, "A 13", SMALL) == expected(
        SMALL, "A A4, A M8, b B1; B -", "A A1, A M5, b B1; B -", "a A5, A M9, b B1; B -"
    )
    for one_piece in ("added", "separate"):
        options = with_options(dal_moves=False, one_piece=one_piece)
        assert all_turns(pieces, "A 13", options) == (
            2,
            False,
            {
                at("A A5, A M8, b B1", "B -", options): {"A5= M5-M8", "M5-M8 A5="},
                at("A A2, A M5, b B1", "B -", options): {"A5-A2" if one_piece == "added" else "A5= A5-A2"},
                at("a A5, A M9, b B1", "B -", options): {"M5-M9"} if one_piece == "added" else {"M5-M6-M9", "M5-M8-M9"},
            },
        )


def test_dal_that_only_turns_is_never_blocked():
    start = "aaaaaaaaaaa/............/bbbbbbbbbbb A 11"
    dice_used, again, found = oracle.turns(start, with_options(dal_moves=False))
    # Any 2 of 11 turned, or A1 turned by one dal and moved by the other; the others cannot leave their hole.
    assert (dice_used, again, len(found)) == (2, True, 55 + 1)
    assert oracle.spelled_turns(start, with_options(dal_moves=False, dal_order="sternmost"))[2] == {
        "AAaaaaaaaaa/............/bbbbbbbbbbb A -": {"A1= A2="},
        ".aaaaaaaaaa/A.........../bbbbbbbbbbb A -": {"A1-M1"},
    }


# extra_throw, blocked_dal_dal_forfeits


def test_extra_throw_or_not():
    assert all_turns("A M3, b B1", "A 11", SMALL) == (2, True, {at("A M5, b B1", "A -", SMALL): {"M3-M5"}})
    once = with_options(extra_throw=False)
    assert all_turns("A M3, b B1", "A 11", once) == (2, False, {at("A M5, b B1", "B -", once): {"M3-M5"}})


@pytest.mark.parametrize(
    "extra_throw, forfeits, again",
    [(True, False, True), (True, True, False), (False, False, False), (False, True, False)],
)
def test_a_half_played_dal_dal_may_forfeit_the_extra_throw(extra_throw, forfeits, again):
    """The sum may not pass the enemy at M4 where only own pieces are jumped, so one dal captures it."""
    options = with_options(jump="own", extra_throw=extra_throw, blocked_dal_dal_forfeits=forfeits)
    result = at("A M4, b B1", "A -" if again else "B -", options)
    assert all_turns("A M3, B M4, b B1", "A 11", options) == (1, again, {result: {"M3xM4"}})


def test_a_dal_dal_used_whole_forfeits_nothing():
    options = with_options(blocked_dal_dal_forfeits=True)
    assert all_turns("A M3, b B1", "A 11", options)[1]


# lose_at, winning at once


def test_lose_at_and_a_win_by_one_die_beside_two_dice():
    pieces = "A M3, B M5, B M9"
    assert all_turns(pieces, "A 24", SMALL) == (2, False, {at("A M9, B M5", "B -", SMALL): {"M3xM9"}})
    options = with_options(lose_at=1)
    assert all_turns(pieces, "A 24", options) == (
        2,
        False,
        {
            at("A M5, B M9", "A #", options): {"M3xM5"},
            at("A M9, B M5", "A #", options): {"M3xM9"},
        },
    )


def test_nothing_is_played_after_the_winning_move():
    options = with_options(one_piece="separate")
    assert all_turns("A M3, A M8, B M5", "A 23", options) == (
        2,
        False,
        {
            at("A M5, A M8", "A #", options): {"M3xM5"},
            at("A M5, A M11", "A #", options): {"M8-M11 M3xM5"},
            at("A M6, A M10, B M5", "B -", options): {"M3-M6 M8-M10", "M8-M10 M3-M6"},
            at("A M3, A B11, B M5", "B -", options): {"M8-M10-B11", "M8-M11-B11"},
        },
    )


def test_a_win_by_the_only_usable_die_is_one_die():
    options = with_options(one_piece="separate")
    won = {at("A A2", "A #", options): {"A3xA2"}}
    assert all_turns("a A3, B A2", "A 14", options) == (1, False, won)


# One die, none, and the order of dice


def test_one_die_is_whichever_the_player_likes():
    pieces = "A A5, a A1, b B1"
    assert all_turns(pieces, "A 23", SMALL) == (
        1,
        False,
        {
            at("A A3, a A1, b B1", "B -", SMALL): {"A5-A3"},
            at("A A2, a A1, b B1", "B -", SMALL): {"A5-A2"},
        },
    )
    assert all_turns(pieces, "A 24", SMALL) == (1, False, {at("A A3, a A1, b B1", "B -", SMALL): {"A5-A3"}})


def test_the_first_move_may_clear_the_way_for_the_second():
    assert all_turns("A M1, A M3, b B1", "A 22", SMALL)[2] == {
        at("A M3, A M5, b B1", "B -", SMALL): {"M3-M5 M1-M3"},
        at("A M1, A M7, b B1", "B -", SMALL): {"M3-M7"},
    }


def test_undalled_enemies_at_home_are_captured_too():
    assert all_turns("A M12, b B11, b B1", "A 13", with_options(one_piece="separate"))[2] == {
        at("A B8, b B1", "B -", SMALL): {"M12xB11-B8"},
        at("A B8, b B11, b B1", "B -", SMALL): {"M12-B9-B8"},
    }


# Odds: the capture of the piece at M10 by attackers so many holes behind it

THROW_CHANCES = {throw: Fraction(1 if throw[0] == throw[1] else 2, 16) for throw in positions.THROWS}


def capture_chance(distances: tuple[int, ...], known: dict) -> Fraction:
    """As the table of odds in the rules defines it; two pieces in row B can always use what is left of a throw."""
    if distances in known:
        return known[distances]
    attackers = "".join(f"A M{10 - distance}, " for distance in distances)
    chance = Fraction(0)
    next_distances = set()
    for throw, weight in THROW_CHANCES.items():
        _, _, found = oracle.turns(at(attackers + "A B16, A B8, B M10", f"A {throw}", oracle.DANISH), oracle.DANISH)
        tables = [oracle.parse(result[:-1] + throw, oracle.DANISH)[0] for result in found if not result.endswith("#")]
        if len(tables) < len(found):
            chance += weight
        elif throw == "11":
            for table in tables:
                left = tuple(sorted(10 - int(hole[1:]) for hole in table if hole[0] == "M" and int(hole[1:]) < 10))
                next_distances.add(left)
    # The chance after a dal-dal may be this very one, if all of it is used elsewhere: x = chance + x / 16.
    best = chance * 16 / 15 if distances in next_distances else chance
    for left in next_distances - {distances, ()}:
        best = max(best, chance + capture_chance(left, known) / 16)
    known[distances] = best
    return best


@pytest.mark.parametrize(
    "distances, chance",
    [
        ((1,), "7/16"),
        ((2,), "1/2"),
        ((3,), "3/5"),
        ((4,), "2/3"),
        ((5,), "7/24"),
        ((6,), "11/48"),
        ((7,), "55/384"),
        ((8,), "59/768"),
        ((9,), "55/6144"),
        ((1, 2), "3/4"),
        ((1, 3), "3/4"),
        ((1, 4), "3/4"),
        ((2, 3), "11/16"),
        ((2, 4), "11/16"),
        # 171/256 is often given, which is for one step of a dal-dal, to 2 with 4; two steps, to 1 with 4, are better.
        ((3, 4), "43/64"),
    ],
)
def test_odds_of_a_capture(distances, chance):
    assert capture_chance(distances, {}) == Fraction(chance)


# The generator of positions


def test_random_positions_repeat_with_their_seed_and_are_sound():
    def some(seed: int) -> list[tuple[dict, str]]:
        rng = random.Random(seed)
        options = [positions.random_options(rng) for _ in range(300)]
        return [(each, positions.random_position(rng, each)) for each in options]

    assert some(5) == some(5) != some(6)
    for options, position in some(5):
        table, player, _ = oracle.parse(position, options)
        assert player in "AB" and position[-2:] in positions.THROWS
        for side in "AB":
            assert options["lose_at"] < len(oracle.own_holes(table, side)) <= options["n"], position
        assert all(letter.isupper() or hole[0] == letter.upper() for hole, letter in table.items()), position
    assert {position[-2:] for _, position in some(5)} == set(positions.THROWS)
