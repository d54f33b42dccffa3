"""Fair dice: chi-square over many throws from a seeded source."""

from collections import Counter

from companion.game.dice import Dice
from daldos.prng import Xorshift32
from host_tests.conftest import NIGHTLY
from lab import throws

THROWS = 1_000_000 if NIGHTLY else 200_000


def test_throws_are_uniform_and_others_are_seen(capsys, monkeypatch):
    assert throws.main(["--throws", str(THROWS)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11 and sum(int(line.split()[1]) for line in lines[:10]) == THROWS
    monkeypatch.setattr(throws, "model", lambda seed: Dice(lambda: 0))
    assert throws.main(["--throws", "3200"]) == 1


def test_successive_dice_are_independent():
    """15 degrees of freedom for the pairs of one die and the next: they come from neighbouring bits."""
    dice = Dice(Xorshift32(1).next)
    faces = [dice.below(4) for _ in range(THROWS)]
    for distance in (1, 2, 8, 16):
        pairs = Counter(zip(faces, faces[distance:], strict=False))
        expected = (THROWS - distance) / 16
        assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(4) for b in range(4)) < 60.0


def test_the_id_of_a_game_is_two_words_of_their_own():
    assert Dice(lambda: 0, iter([1, 0xABCDEF01]).__next__).new_id() == "00000001abcdef01"
    assert Dice(lambda: 0).new_id() == ""
