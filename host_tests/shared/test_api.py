"""The engine's public API: `from daldos import Game, Position, Rules`, on every runtime."""

from daldos import Game, Position, Rules
from daldos.game import OPENING, PLAY, THROW, GameError
from daldos.notation import parse_turn, turn_text
from daldos.packing import LOST_TURN
from daldos.position import DiceError, PositionError
from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.selfplay import play_game
from daldos.turns import TurnError
from here import error_of

START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A "
FORK = ".aaaaaaaaaaaaaaa/...A.B.........../bbbbbbbbbbbbbbb. A 23"


def begun(rules="danish"):
    """A game in which A has thrown 12."""
    game = Game(rules)
    game.opening_throw(2, 4)
    game.opening_throw(1, 3)
    game.throw(1, 2)
    return game


def test_rules_positions_and_turns_are_compared_and_kept_in_sets():
    assert Rules("norwegian,n=16") == Rules("danish") != Rules("danish,lose_at=1")
    assert len({Rules("norwegian,n=16"), Rules("danish"), Rules("naesheim")}) == 2
    one, other = Position.parse(START + "11"), Position.parse(START + "11", "norwegian,n=16")
    assert one == other and len({one, other, one.copy("12"), Position.parse(START + "11", "ostergaard")}) == 3
    turns = set(one.turns())
    assert len(turns) == 2 and turns == set(other.turns())
    assert not turns & set(one.copy("12").turns())


def test_a_player_has_one_name():
    game = begun()
    assert (game.player, game.position.player, game.turns()[0].player) == ("A", "A", "A")
    game.play("A1-M3")
    assert (game.player, game.position.player, game.side, game.winner) == ("B", "B", 1, "")


def test_a_position_comes_back_from_its_repr():
    at = Position.parse(FORK, "danish,one_piece=separate")
    again = eval(repr(at))
    assert again == at and again is not at
    assert at != Position.parse(FORK) and at != FORK
    other = at.copy("11")
    other.cells[0] = 0
    assert (other.text(), at.text()) == (FORK[:-2] + "11", FORK)
    assert Position.parse(START + "-").copy("12").text() == START + "12"


def test_a_turn_knows_its_position_and_its_result():
    turn = [turn for turn in Position.parse(FORK, "danish,one_piece=separate").turns() if turn.captures][0]
    assert turn.result == ".aaaaaaaaaaaaaaa/........A......../bbbbbbbbbbbbbbb. B -"
    assert turn.position.text() == FORK and str(turn) == "M4xM6-M9"
    assert "M4xM6-M9" in repr(turn) and FORK in repr(turn)


def test_moves_stand_in_any_order_in_which_they_can_be_played():
    at = Position.parse("a.a............./A................/bbbbbbbbbbbbbb.. A 12", "danish,dal_moves=false")
    for given in ("A3= M1-M3", "M1-M3 A3="):
        assert turn_text(at, parse_turn(at, given)) == "A3= M1-M3"


def test_a_throw_taken_back_is_due_again_and_then_the_last_of_the_opening():
    game = begun()
    game.take_throw_back()
    assert (game.phase, game.side, game.position.text()) == (THROW, 0, START + "-")
    game.throw(3, 4)
    assert game.position.text() == START + "34"
    game.take_throw_back()
    game.take_throw_back()
    assert (game.phase, game.side, game.opening) == (OPENING, 1, [(2, 4)])


def test_equal_opening_throws_are_thrown_again_by_a_first():
    game = Game()
    game.opening_throw(1, 4)
    game.opening_throw(2, 3)
    assert (game.phase, game.side) == (OPENING, 0)


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
    assert "'31'" in error_of(PositionError, at.turns, "31")


def test_dice_are_checked_and_may_come_in_any_order():
    game = begun()
    game.play("A1-M3")
    for dice in ((0, 2), (5, 1), (1, "2"), (2.0, 2), (None, 1)):
        text = error_of(DiceError, game.throw, *dice)
        wrong = [die for die in dice if die not in (1, 2)] or [dice[0]]
        assert repr(wrong[0]) in text and "1 to 4" in text
        assert game.phase == THROW
    game.throw(4, 1)
    assert (game.position.die1, game.position.die2, game.phase) == (1, 4, PLAY)
    fresh = Game()
    assert "9" in error_of(DiceError, fresh.opening_throw, 9, 1)
    assert fresh.opening == []
    fresh.opening_throw(4, 3)
    assert fresh.opening == [(3, 4)]


def test_a_turn_is_played_as_object_as_text_and_packed():
    turn = begun().turns()[0]
    results = []
    for played in (turn, turn.text, turn.packed):
        game = begun()
        assert game.play(played) == 0
        results.append((game.position_text(), game.plies))
    assert results[0] == results[1] == results[2]
    assert results[0][0] == turn.result


def test_what_is_not_legal_is_quoted_with_the_position_and_changes_nothing():
    game = begun()
    stale = Position.parse(FORK).turns()[0]
    for turn, kind, quoted in (
        ("A1-M4", TurnError, "A1-M4"),
        ("A1xM3", TurnError, "A1xM3"),
        ("Q7", TurnError, "Q7"),
        ("", TurnError, "''"),
        ("--", TurnError, "--"),
        (stale, GameError, "M4"),
        (stale.packed, GameError, "M4"),
        (0, GameError, "A1="),
        (LOST_TURN, GameError, "--"),
        (1 << 40, GameError, "10000000000"),
        (-1, GameError, "-1"),
    ):
        text = error_of(kind, game.play, turn)
        assert quoted in text, text
        assert START + "12" in text, text
        assert (game.phase, game.plies, game.position_text()) == (PLAY, [], START + "12")
    text = error_of(GameError, game.throw, 1, 1)
    assert "the turn of A" in text and START + "12" in text


def test_a_copy_goes_its_own_way():
    game = begun()
    copy = game.copy()
    copy.play(copy.turns()[0])
    copy.throw(1, 1)
    assert (game.phase, game.plies, game.position_text()) == (PLAY, [], START + "12")
    assert game.opening == copy.opening and game.opening is not copy.opening
    game.play("A1-M3")
    assert game.plies == copy.plies
    copy.undo()
    assert copy.position_text() == START + "12" and game.phase == THROW


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
                again.throw(int(turn.throw[0]), int(turn.throw[1]))
            assert turn in again.turns()
            again.play(turn)
            assert again.position_text() == turn.result
        assert again.plies == game.plies and again.winner == game.winner != ""
        assert len(list(game)) == len(game.plies)
