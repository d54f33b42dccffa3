"""Turns, singles and plies packed in small ints and taken apart again, on every runtime."""

from daldos.packing import (
    FROM,
    FROM_2,
    LOST_TURN,
    NO_HOLE,
    NO_MOVE_2,
    TO,
    TO_2,
    first,
    from_hole,
    has_move,
    is_one_move,
    lands,
    moves,
    next_landing,
    pack,
    pack_ply,
    pack_single,
    ply_dice,
    ply_player,
    ply_turn,
    rest,
    single_die,
    to_hole,
    turns_in_place,
    unpack,
)

HOLES = (0, 1, 31, 32, 51)  # 51: the last hole of the largest board
TWO = [pack(a, b, c, d) for a in HOLES for b in HOLES for c in HOLES for d in HOLES]
ONE = [pack(a, b) for a in HOLES for b in HOLES]


def test_two_moves_come_back():
    holes = bytearray(4)
    for turn in TWO:
        unpack(turn, holes)
        a, b, c, d = holes
        assert pack(a, b, c, d) == turn == a * FROM + b * TO + c * FROM_2 + d * TO_2
        assert moves(turn) == [(a, b), (c, d)]
        assert (from_hole(turn), to_hole(turn)) == (a, b)
        assert first(turn) == pack(a, b) and rest(turn) == pack(c, d)
        assert not is_one_move(turn)
        assert turns_in_place(turn) == (a == b or c == d)


def test_one_move_has_no_second():
    for turn in ONE:
        assert moves(turn) == [(from_hole(turn), to_hole(turn))]
        assert is_one_move(turn) and first(turn) == turn and rest(turn) == LOST_TURN
        assert turn & NO_MOVE_2 == NO_MOVE_2
        assert turns_in_place(turn) == (from_hole(turn) == to_hole(turn))


def test_the_lost_turn_has_no_move():
    assert moves(LOST_TURN) == [] and rest(LOST_TURN) == LOST_TURN == pack(NO_HOLE, NO_HOLE)
    assert from_hole(LOST_TURN) == to_hole(LOST_TURN) == NO_HOLE
    assert not is_one_move(LOST_TURN)


def test_a_single_is_a_move_and_its_die():
    for die in (1, 2, 3, 4):
        single = pack_single(31, 51, die)
        assert (from_hole(single), to_hole(single), single_die(single)) == (31, 51, die)
        assert first(single) == pack(31, 51)
        assert has_move(pack(31, 51), single) and has_move(pack(0, 1, 31, 51), single)
        assert has_move(pack(31, 51, 0, 1), single) and not has_move(pack(51, 31, 31, 50), single)
        assert not has_move(LOST_TURN, single)


def test_a_turn_lands_by_either_move():
    turns = [pack(0, 1), pack(0, 2, 4, 1), pack(1, 3, 0, 2), LOST_TURN]
    assert [lands(turn, [1]) for turn in turns] == [True, True, False, False]
    assert [lands(turn, (3, 2)) for turn in turns] == [False, True, True, False]
    assert [next_landing(turns, 2, k) for k in range(5)] == [1, 1, 2, -1, -1]
    assert [next_landing(turns, 1, k) for k in range(5)] == [0, 1, -1, -1, -1]


def test_a_ply_keeps_turn_throw_and_player_in_a_small_int():
    for turn in (TWO[-1], ONE[0], LOST_TURN):
        for die1 in (1, 2, 3, 4):
            for die2 in (1, 2, 3, 4):
                for player in (0, 1):
                    ply = pack_ply(turn, die1, die2, player)
                    assert 0 <= ply < 1 << 30
                    assert (ply_turn(ply), ply_dice(ply), ply_player(ply)) == (turn, (die1, die2), player)
