"""Fair dice: chi-square over many throws, from a seeded source and from the system's own."""

import os
from collections import Counter

import pytest

from companion.game.dice import Dice
from daldos.prng import Xorshift32
from host_tests.conftest import NIGHTLY
from lab import throws

THROWS = 1_000_000 if NIGHTLY else 200_000
# 9 degrees of freedom; a fair source exceeds it once in ten million runs.
CHI_SQUARE_MAX = 51.0


def chi_square(dice, count=THROWS):
    """Of the ten different throws."""
    return throws.chi_square(throws.count(dice, count))


def system_entropy():
    return int.from_bytes(os.urandom(4), "little")


@pytest.mark.parametrize("entropy", [Xorshift32(20261120).next, system_entropy], ids=["xorshift32", "urandom"])
def test_throws_are_uniform(entropy):
    assert chi_square(Dice(entropy)) < CHI_SQUARE_MAX


def test_the_command_counts_and_judges(capsys, monkeypatch):
    assert throws.main(["--throws", "3200"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11 and sum(int(line.split()[1]) for line in lines[:10]) == 3200
    monkeypatch.setattr(throws, "model", lambda seed: Dice(lambda: 0))
    assert throws.main(["--throws", "3200"]) == 1


def test_successive_dice_are_independent():
    """15 degrees of freedom for the pairs of one die and the next: they come from neighbouring bits."""
    dice = Dice(Xorshift32(1).next)
    faces = [dice.die() for _ in range(THROWS)]
    for distance in (1, 2, 8, 16):
        pairs = Counter(zip(faces, faces[distance:], strict=False))
        expected = (THROWS - distance) / 16
        assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(1, 5) for b in range(1, 5)) < 60.0


def test_a_bent_source_is_found_out():
    """The test is sharp enough to detect one biased bit of 32, which is 0 in an eighth of the words too many."""
    random = Xorshift32(5)
    bent = Dice(lambda: random.next() & ~(0x40 if random.next() & 7 == 0 else 0))
    assert chi_square(bent, 500_000) > CHI_SQUARE_MAX


def test_throw_is_drawn_only_when_asked_for():
    drawn = []

    def entropy():
        drawn.append(0)
        return 0

    dice = Dice(entropy)
    assert drawn == []
    assert [dice.throw() for _ in range(8)] == [(1, 1)] * 8
    assert len(drawn) == 1
    dice.throw()
    assert len(drawn) == 2


def test_bits_above_32_do_no_harm():
    assert Dice(lambda: -1).throw() == (4, 4)
    assert Dice(lambda: 1 << 40).throw() == (1, 1)
