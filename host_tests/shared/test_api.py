"""The engine's public API: `from daldos import Game, Position, Rules`, on every runtime."""

from daldos import Game, Position, Rules
from daldos.game import PLAY, THROW
from daldos.notation import parse_turn, turn_text
from daldos.packing import LOST_TURN
from daldos.position import PositionError
from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.selfplay import play_game
from daldos.throws import DiceError
from daldos.turns import TurnError
from here import error_of

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A "
FORK = ".aaaaaaaaaaaaaaa/...A.B.........../bbbbbbbbbbbbbbb. A 23"


def test_rules_positions_and_turns_are_compared_and_kept_in_sets():
    assert Rules("norwegian,n=16") == Rules("danish") != Rules("danish,lose_at=1")
    assert len({Rules("norwegian,n=16"), Rules("danish"), Rules("naesheim")}) == 2
    one, other = Position.parse(START + "11"), Position.parse(START + "11", "norwegian,n=16")
    assert one == other and len({one, other, one.copy("12"), Position.parse(START + "11", "ostergaard")}) == 3
    turns = set(one.turns())
    assert len(turns) == 2 and turns == set(other.turns())
    assert not turns & set(one.copy("12").turns())


def test_a_position_comes_back_from_its_repr():
    at = Position.parse(FORK, "danish,one_piece=separate")
    again = eval(repr(at))
    assert again == at and again is not at
    assert at != Position.parse(FORK) and at != FORK
    other = at.copy("11")
    other.cells[0] = 0
    assert (other.text(), at.text()) == (FORK[:-2] + "11", FORK)
    assert Position.parse(START + "-").copy("12").text() == START + "12"


def test_moves_stand_in_any_order_in_which_they_can_be_played():
    at = Position.parse("a.a............./A................/bbbbbbbbbbbbbb.. A 12", "danish,dal_moves=false")
    for given in ("A3= M1-M3", "M1-M3 A3="):
        assert turn_text(at, parse_turn(at, given)) == "A3= M1-M3"


def test_the_captures_of_both_dice_stand_in_their_order():
    at = Position.parse("............/...........A/bbbbbbbbbbbb A 23", "naesheim")
    assert sorted([turn.captures for turn in at.turns()]) == [("B10", "B8"), ("B11", "B8")]
    turned = Position.parse("a.a............./A................/bbbbbbbbbbbbbb.. A 12", "danish,dal_moves=false")
    assert {turn.captures for turn in turned.turns() if "=" in turn.text} == {()}


def test_a_position_asked_for_another_throw():
    at = Position.parse(START + "-")
    assert [turn.text for turn in at.turns("12")] == ["A1-M3"]
    assert at.text() == START + "-"
    assert [turn.packed for turn in at.turns("24")] == [LOST_TURN]
    lost = at.turns("24")[0]
    assert (lost.text, lost.captures, lost.result) == ("--", (), START[:-2] + "B -")
    dal_dal = at.turns("11")
    assert [turn.again for turn in dal_dal] == [True, True]
    assert [turn.result[-3:] for turn in dal_dal] == ["A -", "A -"]
    assert [turn.after().player for turn in dal_dal] == ["A", "A"] and lost.after().player == "B"
    assert START + "-" in error_of(TurnError, at.turns)
    assert at.turns("31") == at.turns("13") == at.turns(at.rules.throws.of(3, 1))
    assert "'35'" in error_of(DiceError, at.turns, "35")


def test_a_game_from_a_position():
    game = Game.from_position(FORK, "danish,one_piece=separate")
    assert (game.phase, game.winner, len(game.turns())) == (PLAY, "", 2)
    assert game.play("M4xM6-M9") == 1
    game.throw(2, 4)
    game.play("--")
    game.undo()
    game.undo()
    assert game.position_text() == FORK
    assert write_record(game).split("\n")[1:] == ["Start: " + FORK[:-2] + "-", "Result: *", "", ""]
    copy = game.copy()
    copy.play("M4-M7-M9")
    copy.undo()
    assert copy.position_text() == FORK
    before = Game.from_position(Position.parse(START + "-"))
    assert (before.phase, before.side) == (THROW, 0)
    at = Position.parse(FORK)
    at.cells[0] = 4  # one piece of B's too many
    assert "B has 17 pieces" in error_of(PositionError, Game.from_position, at)
    at = Position.parse(FORK)
    Game.from_position(at).play("M4-M9")
    assert at.text() == FORK


def test_iterating_gives_the_turns_played():
    for rules in ("norwegian,lose_at=1", "ostergaard,n=11,blocked_dal_dal_forfeits=true"):
        game = play_game(Rules(rules), Xorshift32(60))
        again = Game.from_position(Position.parse(next(iter(game)).position.text(), rules))
        for turn in game:
            if again.phase == THROW:
                again.throw(turn.throw)
            assert turn in again.turns()
            again.play(turn)
            assert again.position_text() == turn.result
        assert again.plies == game.plies and again.winner == game.winner != ""
        assert len(list(game)) == len(game.plies)
