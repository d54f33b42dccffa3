"""The check of one turn says of every turn what the search for all of them says."""

import random

import pytest

from daldos.effects import cells_after
from daldos.notation import parse_turn, turn_as_written, turn_text
from daldos.packing import ALL, LOST_TURN, TURN_MAX, pack
from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.turns import found_turns, legal_turns, played
from host_tests.conftest import NIGHTLY, few
from lab.figures import rule_sets
from lab.positions import options_of, random_position


def result(at, turn: int) -> bytes:
    return bytes(cells_after(at, turn))


def tried(at, legal, draw: random.Random):
    """Turns that might pass: moves of own pieces by lone dice and sums in pairs, anything, and what is no turn."""
    board, own = at.rules.board, (1, 2) if at.side == 0 else (3, 4)
    mine = [hole for hole in range(board.size) if at.cells[hole] in own]
    near = sorted(
        {board.after[at.side][hole] for hole in mine} | {*mine, *(hole for hole in legal.ends if hole < board.size)}
    )
    for hole in mine:
        for place in (0, 1, 2, ALL):
            yield pack((hole, place))
    for _ in range(300):
        place = draw.choice((0, 1, 2, ALL))
        yield pack((draw.choice(mine), place), (draw.choice(near), draw.choice((1 - place & 1, place, ALL))))
        yield pack((draw.choice(mine), 0), (draw.choice(near), 1), (draw.choice(near), draw.randrange(4)))
    for _ in range(50):
        yield draw.getrandbits(24)
        yield draw.choice(legal.turns) ^ 1 << draw.randrange(24)
    yield from (LOST_TURN, -1, TURN_MAX, TURN_MAX + 1, 1 << 40, 64, board.size, pack((board.size, 0)))


def check(at, draw: random.Random) -> tuple:
    legal = legal_turns(at)
    before = bytes(at.cells)
    results = {result(at, turn) for turn in legal.turns}
    assert all(played(at, turn) for turn in legal.turns), at.text()
    found = refused = 0
    for turn in tried(at, legal, draw):
        if played(at, turn):
            assert result(at, turn) in results, (at.text(), at.rules.text, turn)
            found += 1
        else:
            assert turn not in legal.turns
            refused += 1
    assert bytes(at.cells) == before
    return found, refused


def test_python_searches_where_the_kernel_has_no_room_for_so_many(monkeypatch):
    asked = []
    monkeypatch.setattr("daldos.turns.kernel_turns", lambda *what: asked.append(what))
    at = parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11", parse_rules("danish"))
    legal = legal_turns(at)
    assert len(asked) == 1 and (legal.turns, legal.dice_used) == (found_turns(at).turns, 2)


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_random_positions_of_all_options(seed):
    draw = random.Random(seed)
    found = refused = 0
    for rules in rule_sets(seed, 1000 if NIGHTLY else 100, share=1):
        text = random_position(draw, options_of(rules))
        more = check(parse_position(text, parse_rules(rules)), draw)
        found += more[0]
        refused += more[1]
    assert found > 400 and refused > 20000


def as_texts(at, legal):
    """Texts that might be turns: the legal ones, in both orders, with other marks."""
    for turn in legal.turns:
        text = turn_text(at, turn)
        yield from (text, " ".join(text.split()[::-1]), text.replace("x", "-"), text.replace("-", "x"), text + " A1-M1")
    yield from ("--", "A5=", "A1-M99", "A1-A1", "x", "", "M1-M2  M3-M4", "A1-M1-M3")


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_a_turn_read_without_a_search_is_the_one_that_the_search_finds(seed):
    draw = random.Random(seed)
    without = 0
    for rules in rule_sets(seed, 1000 if NIGHTLY else 150, share=1):
        at = parse_position(random_position(draw, options_of(rules)), parse_rules(rules))
        legal, board = legal_turns(at), at.rules.board
        names = {board.name(hole): hole for hole in range(board.size)}
        for text in as_texts(at, legal):
            turn = turn_as_written(at, text, names)
            if turn >= 0:
                assert turn in legal.turns and turn == parse_turn(at, text), (at.text(), rules, text)
                without += 1
    assert without > 500


def test_any_order_of_two_moves_that_give_the_same():
    at = parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11", parse_rules("danish"))
    one, other = pack((0, 0), (1, 1)), pack((1, 0), (0, 1))
    assert played(at, one)
    assert not played(at, other)  # A1 is not free yet
