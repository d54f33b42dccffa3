"""The choices of a throw, die by die, match the rules."""

import random

import pytest

from daldos.effects import MOVED, TURNED
from daldos.game import Game
from daldos.position import Position, parse_position
from daldos.rules import parse_rules
from host.games.choices import Choices

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A "


def ends(position: Position, steps: tuple = ()) -> set:
    """The texts of all turns that can be played by the offered choices."""
    choices = Choices(position)
    for step in steps:
        choices.move(*step)
    found = {choices.complete.text} if choices.complete else set()
    for start, targets in choices.choices.items():
        for end, dice in targets.items():
            found |= ends(position, (*steps, (start, end, dice)))
    return found


@pytest.mark.parametrize("rules", ["danish", "ostergaard", "norwegian", "mary-rose,jump=any,dal_moves=false"])
def test_what_is_offered_is_what_is_legal(rules):
    stream = random.Random(3)
    position = Game(rules).position
    for _ in range(60):
        throw = "%d%d" % tuple(sorted((stream.randint(1, 4), stream.randint(1, 4))))
        position = position.copy(throw)
        turns = position.turns()
        assert Choices(position).lost == (turns[0].text == "--")
        if turns[0].text != "--":
            assert ends(position) == {turn.text for turn in turns}, position.text()
        turn = stream.choice(turns)
        if turn.wins:
            break
        position = turn.after()


def test_dice_reasons_and_the_way():
    choices = Choices(parse_position(START + "12", parse_rules("danish")))
    assert choices.choices == {"A1": {"M1": "1", "M3": "12"}}
    assert choices.stuck["A2"] == "own_there"
    assert choices.move("A1", "M1", "1") == (["A1", "M1"], MOVED + TURNED)
    assert (choices.used, choices.complete, choices.choices) == ("1", None, {"M1": {"M3": "2"}})
    assert choices.stuck["A2"] == "not_dalled"
    choices.move("M1", "M3", "2")
    assert choices.complete.text == "A1-M3" and not choices.choices
