"""Every refusal of the engine, word for word: the error, its place, and what was expected."""

from daldos.game import OVER, Game, GameError
from daldos.geometry import HoleError
from daldos.notation import TurnError, parse_turn
from daldos.packing import pack
from daldos.position import PositionError, parse_position
from daldos.prng import Xorshift32
from daldos.record import RecordError, read_records, write_record
from daldos.rules import FINDS, OPTIONS, RELATIVES, RULESETS, RulesError, parse_rules
from daldos.selfplay import play_game
from daldos.throws import DiceError

DANISH = parse_rules("danish")
START = "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb"
TINY = "danish,n=11"
TOO_FAR = "A........../...........A/......B.... A 12"
NAMES = ", ".join([name for rulesets in (RULESETS, FINDS) for name, _ in rulesets] + list(RELATIVES))
KNOWN = ", ".join([option for option, _ in OPTIONS])
HEADER = "expected a header such as Event, Date, A, B, Rules, Id, Start, Result, before the throws"


def said(kind, call, *args) -> str:
    """The text of the refusal, which must be of exactly this kind."""
    try:
        call(*args)
    except kind as error:
        assert type(error) is kind and isinstance(error, ValueError), error
        return str(error)
    raise AssertionError("%r was not refused" % (args,))


def same(got: str, expected: str) -> None:
    """Compare texts, and show both."""
    assert got == expected, "\n%s\n%s" % (got, expected)


def test_rules():
    for text, expected in (
        ("chess", "ruleset 'chess': unknown, expected one of " + NAMES),
        ("danish,hops=any", "option 'hops' in 'danish,hops=any': unknown, expected one of " + KNOWN),
        ("danish,n=12,n=13", "option 'n' is given twice in 'danish,n=12,n=13'"),
        ("danish,jump=all", "option 'jump' in 'danish,jump=all': invalid value 'all', expected one of enemy, own, any"),
        ("danish,n=10", "option 'n' in 'danish,n=10': invalid value '10', expected one of 11, 12, 13, 14, 15, 16, 17"),
    ):
        same(said(RulesError, parse_rules, text), expected)


def test_holes():
    for name in ("A17", "M18", "B0", "C1", "A", "", "A-1", "A01x"):
        same(
            said(HoleError, DANISH.board.hole, name),
            "no hole %r on this board, whose rows end at A16, M17 or B16" % name,
        )


def test_throws():
    throws = DANISH.throws
    for text in ("", "1", "123", "15", "01", "a1", "1a", "X1", "1X"):
        same(said(DiceError, throws.parse, text), "throw %r: expected two dice of 1 to 4, such as 13" % text)
        same(said(DiceError, throws.of, text), "throw %r: expected two dice of 1 to 4, such as 13" % text)
    same(said(DiceError, throws.parse, "31"), "throw '31': the lower die stands first, 13")
    assert [throws.parse(text) for text in ("11", "14", "23", "44")] == [(1, 1), (1, 4), (2, 3), (4, 4)]
    for dice, die in (((0, 1), "0"), ((1, 5), "5"), ((1, "2"), "'2'"), ((None, 1), "None")):
        same(said(DiceError, throws.of, *dice), "die %s of the throw %r: expected one of 1234" % (die, dice))
    for dice in ((), (1,), (1, 2, 3), (None,)):
        assert said(DiceError, throws.of, *dice).endswith(": expected two dice of 1 to 4, such as 13")
    assert [throws.of(*dice) for dice in ((4, 1), ("14",), ((3, 3),), ("41",))] == [(1, 4), (1, 4), (3, 3), (1, 4)]


def test_positions():
    none = "................"
    for text, expected in (
        (" x y ", "position 'x y': expected rows, player and throw, such as 'aaa.../.../bbb... A 13'"),
        (START + " A", "position '%s A': expected rows, player and throw, such as 'aaa.../.../bbb... A 13'" % START),
        (START + " C -", "player 'C': expected A or B"),
        ("aaa/... A -", "rows 'aaa/...': expected three, A/M/B, not 2"),
        ("aaa/./bb/b A -", "rows 'aaa/./bb/b': expected three, A/M/B, not 4"),
        (START[1:] + " A -", "row A 'aaaaaaaaaaaaaaa': expected 16 holes, not 15"),
        (START.replace(".", "", 1) + " A -", "row M '................': expected 17 holes, not 16"),
        (START + ". A -", "row B 'bbbbbbbbbbbbbbbb.': expected 16 holes, not 17"),
        (START.replace("a/.", "a/x") + " A -", "hole M1 holds 'x': expected one of .aAbB"),
        (START.replace("a/.", "a/a") + " A -", "hole M1 holds 'a': undalled pieces stand in their home row"),
        (START[:-1] + "a A -", "hole B16 holds 'a': undalled pieces stand in their home row"),
        (START.replace("a/.", "a/A") + " A -", "A has 17 pieces, at most 16 in this game"),
        (none + "/" + none + "./bbbbbbbbbbbbbbbb A -", "A is beaten already: 0 pieces left, lost at 0"),
        ("A" + none[1:] + "/" + none + "./" + none + " A -", "B is beaten already: 0 pieces left, lost at 0"),
    ):
        same(said(PositionError, parse_position, text, DANISH), expected)
    same(said(DiceError, parse_position, START + " A 31", DANISH), "throw '31': the lower die stands first, 13")
    lost = parse_rules("danish,lose_at=1")
    text = "A" + none[1:] + "/" + none + "./bb.............. A -"
    same(said(PositionError, parse_position, text, lost), "A is beaten already: 1 pieces left, lost at 1")


def test_turns():
    fork = "aaaaaaaaaaaaaaa./...A.B.........../bbbbbbbbbbbbbbb. A 23"
    dalled = ".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 23"
    hemmed = "............aaaa/...A.BB........../bbbb............ A 23"
    last = ".aaaaaaaaaaaaaaa/...A.B.........../................ A 23"
    separate = parse_rules("danish,one_piece=separate")
    for text, rules, turn, why in (
        (START + " A 12", DANISH, "A1", "'A1' is not a move such as A1-M1, M4xM6, M4-M6-M9 or A5="),
        (START + " A 12", DANISH, "A1-M1=", "'A1-M1=' is not a move such as A1-M1, M4xM6, M4-M6-M9 or A5="),
        (START + " A 12", DANISH, "A1-Q1", "no hole 'Q1' on this board, whose rows end at A16, M17 or B16"),
        (START + " A 12", DANISH, "--", "a die can be played"),
        (START + " A 12", DANISH, "A1xM3", "A1xM3: M3 is empty, and 'x' marks a capture"),
        (START + " A 12", DANISH, "A1-M1", "other die must be played"),
        (START + " A 12", DANISH, "A2-A1 A1-M2", "A2-A1: own piece there"),
        (fork, DANISH, "M4-M10", "M4-M10: no such distance"),
        (fork, DANISH, "M4-M6", "M4-M6: M6 is taken, and '-' marks no capture"),
        (fork, DANISH, "M6-M8", "M6-M8: not your piece"),
        (fork, DANISH, "A1-M1", "A1-M1: not dalled"),
        (fork, DANISH, "M4-M9 M9-M11", "M9-M11: both dice are played"),
        (fork, DANISH, "M4xM6-M9", "M4xM6-M9: both dice on one piece capture only where it ends"),
        (dalled, DANISH, "M1-M3 A2-A1", "A2-A1: not dalled"),
        (dalled, DANISH, "M1xM6", "M1xM6: M6 is empty, and 'x' marks a capture"),
        (dalled, DANISH, "M1-M4-M6-M9", "M1-M4-M6-M9: both dice are played"),
        (fork, DANISH, "M4-M6-M9", "M4-M6-M9: M6 is taken, and '-' marks no capture"),
        (last, separate, "M4xM6-M9", "M4xM6-M9: the game is won before it"),
        (hemmed, separate, "M4-M9", "no legal turn has this result"),
        (fork, separate, "M4-M6-M9", "M4-M6-M9: M6 is taken, and '-' marks no capture"),
    ):
        at = parse_position(text, rules)
        same(said(TurnError, parse_turn, at, turn), "turn %r is not legal in %r: %s" % (turn, text, why))


def test_games():
    game = Game("danish")
    opening = "the opening throws, %s -" % (START + " A")
    for call, what in ((lambda: game.throw(1, 2), "a throw"), (lambda: game.play("A1-M3"), "a turn")):
        text = said(GameError, call)
        assert text == "%s is out of order: this is %s" % (what, opening), text
    same(said(GameError, game.undo), "there is no turn to take back")
    same(said(GameError, game.take_throw_back), "there is no throw to take back")
    game.opening_throw(3, 4)
    game.opening_throw(1, 2)
    same(
        said(GameError, game.opening_throw, 1, 2),
        "an opening throw is out of order: this is the throw of A, %s A -" % START,
    )
    game.throw(2, 1)
    same(said(GameError, game.throw, 1, 2), "a throw is out of order: this is the turn of A, %s A 12" % START)
    same(said(GameError, game.play, 0xABC << 30), "turn 2af00000000 is not legal in '%s A 12'" % START)
    same(said(GameError, game.play, 0), "turn '--' is not legal in '%s A 12'" % START)
    same(said(GameError, game.play, pack((1, 0))), "turn 'A2xA1' is not legal in '%s A 12'" % START)
    small = Game("naesheim")
    small.opening_throw(3, 4)
    small.opening_throw(1, 2)
    small.throw(1, 2)
    off = pack((43, 0))  # a hole that a smaller board does not have
    assert said(GameError, small.play, off).startswith("turn %x is not legal in " % off)


RECORD = "Event: test\n\n0 A 34\n0 B 12\n1 A 12 A1-M3\n2 B 24 --\n"


def test_records():
    for text, expected in (
        ("no body: x\n", "line 1: 'no body: x': " + HEADER),
        ("Event: x\nEvent: y\n", "line 2: header Event is given twice"),
        ("Rules: chess\n", "line 1: ruleset 'chess': unknown, expected one of " + NAMES),
        ("Result: C\n", "line 1: result 'C': expected A, B or *"),
        ("Event: x", "line 1: headers without a blank line and a game after them"),
        (RECORD.replace("2 B", "3 B"), "line 6: '3 B 24 --': expected throw number 2"),
        (RECORD.replace("1 A 12 A1-M3", "1 A"), "line 5: '1 A': expected throw number 1"),
        (RECORD.replace("2 B", "2 A"), "line 6: throw 2 is B's, not A"),
        (RECORD.replace("0 B", "0 A"), "line 4: throw 0 is B's, not A"),
        (RECORD.replace("24 --", "42 --"), "line 6: throw '42': the lower die stands first, 24"),
        (RECORD.replace("0 B 12", "0 B 12 --"), "line 4: an opening throw has no turn, not '--'"),
        (RECORD.replace(" --", ""), "line 6: throw 2 has no turn; a lost turn is written --"),
        ("Result: A\n" + RECORD, "line 8: the header's result is A, the game's is *"),
        ("Result: B\n" + RECORD, "line 8: the header's result is B, the game's is *"),
        ("0 A 34\n", "line 1: '0 A 34': " + HEADER),
    ):
        same(said(RecordError, read_records, text), expected)
    [(headers, game)] = read_records(RECORD)
    assert headers == {"Event": "test"} and len(game.plies) == 2
    assert write_record(game, headers) == RECORD.replace("\n\n", "\nRules: danish\nResult: *\n\n", 1)
    # a game without a throw, and the next one's headers
    [(_, none), (headers, game)] = read_records("Event: none\n\n" + RECORD)
    assert none.opening == [] and headers == {"Event": "test"} and len(game.plies) == 2


def test_a_won_game_goes_no_further():
    game = Game.from_position("A........../...........A/.........B. A 12", TINY)
    assert Game().winner == "" and not [turn for turn in Game.from_position(TOO_FAR, TINY).turns() if turn.wins]
    won = [turn for turn in game.turns() if turn.wins][0]
    game.play(won)
    assert (game.phase, game.winner, won.captures) == (OVER, "A", ("B10",)) and won.result == game.position_text()
    end = "the end, won by A, %s" % game.position_text()
    same(said(GameError, game.throw, 1, 1), "a throw is out of order: this is " + end)
    assert repr(game) == "<Game danish,n=11 after 1 turns: %s>" % end
    lines = write_record(game).split("\n")
    assert lines[1:4] == ["Start: A........../...........A/.........B. A -", "Result: A", ""], lines
    _, again = read_records(write_record(game))[0]
    assert again.position_text() == game.position_text() and again.start.text()[:-1] == game.start.text()[:-2]
    same(said(RecordError, read_records, "Start: A/M/B A -\n\n"), "line 2: row A 'A': expected 16 holes, not 1")


def test_a_record_goes_no_further_than_the_win():
    record = write_record(play_game(parse_rules("danish,n=11"), Xorshift32(5)))
    number = int(record.rstrip().split("\n")[-1].split()[0]) + 1
    winner = record.partition("Result: ")[2][0]
    line = "%d %s 12 A1-M3" % (number, winner)
    text = said(RecordError, read_records, record + line + "\n")
    assert text.endswith(": '%s': %s has won already" % (line, winner)), text
