"""The engine's public API: `from daldos import Game, Position, Rules`, on every runtime."""

from daldos import DaldosError, Game, GameError, Position, Rules
from daldos.ai.nets import opponent_for
from daldos.effects import CAPTURED, MOVED
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
    assert one.turns()[0] != one.turns()[1]
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
    assert game.play("M4xM6-M9") == [(19, 21, MOVED + CAPTURED), (21, 24, MOVED)]
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


def test_a_position_is_played_turn_by_turn():
    at = Position.start("danish")
    assert (at.text(), at.winner) == (START + "-", "")
    then = at.copy("12").play("A1-M3")
    assert then.text() == ".aaaaaaaaaaaaaaa/..A............../bbbbbbbbbbbbbbbb B -"
    turn = Position.parse(FORK, "danish,one_piece=separate").parse_turn("M4xM6-M9")
    assert turn.steps == (("M4", "x", "M6"), ("M6", "-", "M9")) and turn.captures == ("M6",)
    assert "other die" in error_of(TurnError, at.copy("12").play, "A1-M1")
    last = Position.parse("................/A.B............../................ A 12").play("M1xM3")
    assert (last.winner, last.copy("12").turns()) == ("A", [])


def test_a_turn_taken_back_is_played_again():
    game = Game.from_position(START + "12")
    game.play("A1-M3")
    game.throw("31")
    game.play("B1-M4")
    plies = game.plies[:]
    game.undo()
    game.undo()
    game.redo()
    game.redo()
    assert game.plies == plies and game.player == "A"
    assert error_of(GameError, game.redo) == "there is no turn to play again"
    game.undo()
    game.take_throw_back()
    game.throw(2, 4)
    assert error_of(GameError, game.redo) == "there is no turn to play again"
    game.play("--")
    assert error_of(GameError, game.redo) == "there is no turn to play again"


def test_whatever_is_wrong_is_a_daldos_error():
    for call, given in (
        (Rules, 5), (Rules, None), (Position.parse, None), (Position.parse, 5), (Game, 7),
        (Game.from_position(START + "12").play, None), (Game.from_position(START + "12").play, 1.5),
        (Game().opening_throw, None), (Position.start().turns, None), (Position.start().copy, 13),
    ):  # fmt: skip
        try:
            call(given)
        except DaldosError:
            continue
        raise AssertionError("%r was taken" % (given,))
    opponent, stream = opponent_for(Rules("danish")), Xorshift32(1)
    at = Position.parse(START + "12")
    assert "level 7" in error_of(DaldosError, opponent.choose, at, 7, stream)
    assert "norwegian" in error_of(DaldosError, opponent.choose, Position.start("norwegian").copy("12"), 3, stream)
    assert "no throw" in error_of(DaldosError, opponent.choose, Position.start(), 3, stream)
