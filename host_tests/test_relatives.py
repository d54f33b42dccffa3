"""The relatives: docs/family.md agrees with engine and judge; counts; what is refused; games to the end."""

import random
import re
from collections import Counter
from itertools import combinations, product
from math import log
from statistics import median

import pytest

from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from daldos import DiceError, Game, Position, PositionError, RulesError, TurnError
from daldos.ai.logistic import LOGIT
from daldos.ai.material import Material, terms_of
from daldos.effects import cells_after
from daldos.game import OVER
from daldos.geometry import NO_HOLE, Board
from daldos.odds import capture_odds
from daldos.prng import Xorshift32
from daldos.record import read_records, write_record
from daldos.relatives import GAMES
from daldos.relatives.sig import SIG
from daldos.relatives.sig_short import SIG_SHORT
from daldos.relatives.vuovdaguoika import VUOVDAGUOIKA
from daldos.rules import RELATIVES, Rules, parse_rules
from daldos.selfplay import play_game
from daldos.state import rows_text, start_cells
from daldos.turns import played
from host.ai import data
from host.ai.advice import hint_object, reply_object
from host.ai.captures import capture_counts
from host.ai.figures import Tally
from host.ai.judge import balance, judge
from host.ai.players import PlayerError, play
from host.far.end import End
from host.games.gear import gear_of
from host.games.play import OwnGame
from host.i18n.catalogue import words
from host.sim.table import Table
from host.terminal.desk import Desk
from host.terminal.draw import position_of
from host.web.backend import TableBackend
from host.web.behind import Behind
from host.web.handing import Handing
from host.web.replay import replay_of
from host_tests.conftest import NIGHTLY, ROOT
from lab import relatives, values
from lab.brain.kernel import match

TEXT = (ROOT / "docs/family.md").read_text(encoding="utf-8")
CASES = re.findall(r"^ *- `([^`]+)` \(`([^`]+)`\): (.+)$", TEXT, re.MULTILINE)
START = "aaaaaaaaaaaaaaa/.......k......./bbbbbbbbbbbbbbb"


def test_the_rules_know_the_relatives_by_name():
    assert list(zip(RELATIVES, GAMES, strict=True)) == [
        ("sig-short", SIG_SHORT),
        ("sig", SIG),
        ("vuovdaguoika", VUOVDAGUOIKA),
    ]


@pytest.mark.parametrize("position, rules, turns", CASES)
def test_worked_case(position, rules, turns):
    at = Position.parse(position, rules)
    told = [at.parse_turn(text) for text in re.findall("`([^`]+)`", turns)]
    assert sorted(turn.result for turn in told) == sorted(turn.result for turn in at.turns())
    assert {turn.result for turn in told} == relatives.turns(position, relatives.game_of(rules)).results
    assert all(played(at, turn.packed) and at.parse_turn(turn.text) == turn for turn in told)


@pytest.mark.parametrize("language", ["da", "nb"])
def test_the_document_says_the_same_in_each_language(language):
    """All its names, positions, turns, pictures, headings, tables and digits."""
    told = (ROOT / f"docs/family.{language}.md").read_text(encoding="utf-8")
    same = (r"`[^`]+`", r"\((family-\w+\.svg)\)", r"(?m)^#+ ", r"(?m)^\|", r"\(D[,)]", r"(?m)^ *- ", r"\d")
    for part in same:
        ours, theirs = (Counter(" ".join(word.split()) for word in re.findall(part, text)) for text in (TEXT, told))
        assert ours == theirs, part


def test_every_relative_and_value_is_shown():
    shown = [dict(part.split("=") for part in rules.split(",")[1:]) for _, rules, _ in CASES]
    assert {rules.partition(",")[0] for _, rules, _ in CASES} == set(RELATIVES)
    assert {("dal_order", "sternmost"), ("extra_throw", "special")} <= {pair for row in shown for pair in row.items()}


def test_the_table_has_the_options_of_each():
    told = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \| ([^|]+;[^|]+) \|$", TEXT, re.MULTILINE)
    known = {
        name: [(option, set(values)) for option, values in options]
        for name, (_, options, _, _) in zip(RELATIVES, GAMES, strict=True)
    }
    found = {
        name: [(option, set(values.split(", "))) for option, values in re.findall(r"`(\w+)` ([^;|]+)", options)]
        for names, options in told
        for name in re.findall("`([a-z-]+)`", names)
    }
    assert {name: [(o, {v.strip() for v in values}) for o, values in row] for name, row in found.items()} == known


def test_a_win_takes_fewer_dice_and_a_longer_play_stays_legal():
    at = Position.parse(".............../...A.B.k......./............... A 234", "vuovdaguoika")
    assert at.parse_turn("M4xM6").wins and at.parse_turn("M4-M7 M7-M9 M9-M13").again is False


@pytest.mark.parametrize(
    "rules, throws, results",
    [
        ("vuovdaguoika", ("111", "111"), (3, 9)),
        ("vuovdaguoika", ("114", "124"), (2, 2)),
    ],
)
def test_counts_from_the_start(rules, throws, results):
    """Distinct results after A's throw, and after B's then."""
    known = parse_rules(rules)
    before = {bytes(start_cells(known))}
    for side, throw in enumerate(throws):
        then = set()
        for cells in before:
            at = Position(known, bytearray(cells), side, known.throws.of(throw))
            then |= {bytes(cells_after(at, turn.packed)) for turn in at.turns()}
        assert len(then) == results[side]
        before = then


def test_counts_of_a_scattered_position():
    text = ".A..aaaaaaa..../.A..A..kB...B.A/.bbbbbb.A....b. A "
    counts = {t.text: len(Position.parse(text + t.text, "vuovdaguoika").turns()) for t in Rules("vuovdaguoika").throws}
    assert len(counts) == 20 and sum(counts.values()) == 1383
    assert (counts["112"], counts["123"], counts["244"]) == (106, 148, 41)
    text = "...aaaaaaaaa/A...B....A..B/b.bbbbbbbA.. A "
    counts = [len(Position.parse(text + throw.text, "sig").turns()) for throw in Rules("sig").throws]
    assert counts == [4, 3, 3, 2, 2]


def test_throws_are_a_table():
    dice, sticks = parse_rules("vuovdaguoika").throws, parse_rules("sig").throws
    assert (len(dice), dice.weight, dice.of("321").text, dice.of("321").weight) == (20, 64, "123", 6)
    assert [(throw.text, throw.weight) for throw in sticks] == [("1", 4), ("2", 6), ("3", 4), ("4", 1), ("6", 1)]


def test_more_xs_begin():
    game = Game("vuovdaguoika")
    for throw in ("114", "112", "444", "123"):
        assert game.phase == 0
        game.opening_throw(throw)
    assert game.player == "B" and game.phase == 1
    game = Game("sig")
    for throw in ("1", "6"):
        game.opening_throw(throw)
    assert game.player == "A" and game.phase == 1


REFUSED = [
    ("vuovdaguoika,n=15", RulesError, "option 'n' in 'vuovdaguoika,n=15': unknown, expected one of opposed, jump"),
    ("vuovdaguoika,dal_order=any", RulesError, "option 'dal_order'"),
    ("sig,opposed=true", RulesError, "expected one of dal_order, extra_throw, lose_at"),
    ("sig,extra_throw=true", RulesError, "invalid value 'true', expected one of none, special"),
    ("danish,opposed=true", RulesError, "option 'opposed' in 'danish,opposed=true': unknown"),
    ("sahkku", RulesError, "ruleset 'sahkku': unknown, expected one of danish"),
]


@pytest.mark.parametrize("rules, error, said", REFUSED)
def test_bad_options_are_refused_by_name(rules, error, said):
    with pytest.raises(error, match=re.escape(said)):
        Rules(rules)


BAD = [
    ("vuovdaguoika", f"{START.replace('k', '.')} A -", "0 kings: expected one, k, C or D"),
    ("vuovdaguoika", f"{START.replace('.k', 'Ck')} A -", "2 kings"),
    ("vuovdaguoika", f"{START.replace('.k', 'k.')} A -", "hole M7 holds 'k': nobody's king stands in M8"),
    ("vuovdaguoika", f"{START.replace('.k', 'qk')} A -", "hole M7 holds 'q': expected one of .aAbBkCD"),
    ("vuovdaguoika", f"{START.replace('.k', 'Ak')} A -", "A has 16 pieces, at most 15 in this game"),
    ("vuovdaguoika", f"{START.replace('.k', 'ak')} A -", "hole M7 holds 'a': undalled pieces stand in their home row"),
    ("vuovdaguoika", ".............../.......k......./b.............. A -", "A is beaten already"),
    (
        "vuovdaguoika",
        "..............A/.......k......./b.............. A -",
        "hole A15 holds 'A': a dalled piece has left",
    ),
    (
        "vuovdaguoika",
        "a............../.......k......./B.............. A -",
        "hole B1 holds 'B': a dalled piece has left",
    ),
    ("vuovdaguoika", f"{START} A 13", "throw '13': expected three dice of 1 to 4, such as 124"),
    ("vuovdaguoika", f"{START} A 421", "the lower die stands first, 124"),
    ("vuovdaguoika", f"{START[1:]} A -", "row A"),
    ("sig", "aaaaaaaaaaaa/......k....../bbbbbbbbbbbb A -", "hole M7 holds 'k': expected one of .aAbB"),
    ("sig", "aaaaaaaaaaaa/............./bbbbbbbbbbbb A 5", "throw '5': expected 1, 2, 3, 4 or 6"),
    ("danish", "aaaaaaaaaaaaaaaa/........k......../bbbbbbbbbbbbbbbb A -", "hole M9 holds 'k': expected one of .aAbB"),
]


@pytest.mark.parametrize("rules, position, said", BAD)
def test_bad_positions_are_refused_by_name(rules, position, said):
    with pytest.raises((PositionError, DiceError), match=re.escape(said)):
        Position.parse(position, rules)


TURNS = [
    ("sig", "........a.../...A..B....../..........bb A 3", "M4xM7", "this move is marked '<', not 'x'"),
    ("sig", "............/............A/..........bb A 2", "M13-B11", "only a sig leads on from there"),
    ("vuovdaguoika", "..............a/.....A.kB....../..b............ A 244", "M6+M8", "marked '+x', not '+'"),
    (
        "vuovdaguoika",
        "...a.........../.....A.kA....../..b............ A 222",
        "M6+M8",
        "own piece in front of the king",
    ),
    (
        "vuovdaguoika",
        "...aa........../A......k......./..b............ A 123",
        "A5-A4",
        "undalled piece nearest the stern",
    ),
    (
        "vuovdaguoika",
        "...aa........../A......k......./..bb........... B 123",
        "B3-B4",
        "undalled piece nearest the prow",
    ),
]


@pytest.mark.parametrize("rules, position, turn, said", TURNS)
def test_bad_turns_are_refused_with_the_reason(rules, position, turn, said):
    with pytest.raises(TurnError, match=re.escape(said)):
        Position.parse(position, rules).parse_turn(turn)


@pytest.mark.parametrize("name, marks", [("vuovdaguoika", "x+"), ("sig-short", "x>"), ("sig", "x<>")])
def test_the_board_plays_a_whole_game_of_each(name, marks):
    """By the hand at the prompt, with captures, the king recruited, pieces sent home and moved up; it keeps the record.
    A game of Sig is long."""
    desk = Desk(Table(seed=3))
    for line in ("plug in", f"new {name}", f"rules {name}", "auto 300" if name == "sig" and not NIGHTLY else "auto"):
        desk.do(line)
    turns = [event["turn"] for event in desk.since(0, "turn")]
    ((_, kept),) = read_records("\n".join(desk.record()))
    assert [turn.text for turn in kept] == turns and kept.rules.text == name
    assert set(marks) == set("".join(turns)) & set("x<>+")
    assert kept.winner == (desk.since(0, "over") or [{"winner": ""}])[0]["winner"] and (
        kept.winner or len(turns) == 300
    )


@pytest.mark.parametrize("name", RELATIVES)
def test_page_and_board_go_on_with_each_others_relative(name):
    store = MemoryStore()
    play = OwnGame(store, Dice(Xorshift32(1).next))
    play.begin("game", name, 2, "B")
    play.end()
    behind = Behind(TableBackend(Table(seed=1, store=store)), play, None)
    behind.switch("board")
    assert behind.kind == "board" and behind.board.view()["rules"] == name
    behind.switch("game")
    again = OwnGame(store, Dice(Xorshift32(2).next))
    assert again.game.rules.text == name and again.record() == play.record() and again.problem is None


@pytest.mark.parametrize("name", RELATIVES)
def test_a_page_plays_a_whole_game_by_single_dice(name):
    """All choices that the page offers lead to legal turns; level 3 answers; the record is the game's."""
    draw = random.Random(1)
    play = OwnGame(MemoryStore(), Dice(Xorshift32(7).next))
    play.begin("solo", name, 3, "B")
    pushed = set()
    while play.game.phase != OVER and len(play.game.plies) < (600 if name == "sig" else 5000):
        if play.due:
            play.end()
        elif play.view()["thinking"]:
            play.step()
        else:
            offered = play.view()["plays"]
            start = draw.choice(sorted(offered))
            play.move(start, draw.choice(sorted(offered[start])))
        pushed |= {(move["capture"], bool(move["pushed"])) for move in play.view()["moves"]}
    assert play.game.phase == OVER or name == "sig"
    assert (True, False) in pushed and (False, True) in pushed  # captured; recruited, sent home or moved up
    assert [game.position_text() for _, game in read_records(play.record())] == [play.game.position_text()]
    assert len(replay_of(play.record())["steps"]) == len(play.game.plies) + 1


@pytest.mark.parametrize("name", RELATIVES)
def test_a_relative_is_handed_over_and_played_with_somebody_elsewhere(name):
    record = write_record(play_game(parse_rules(name), Xorshift32(1)))
    handing = Handing("read", "game.txt")
    told = handing.frame(record.encode(), False)["handed"]
    while not told["done"]:
        told = handing.frame(b"", False)["handed"]
    assert told["games"] == 1 and not told["passed"]
    assert End.new("Ane", name, "", bytes(16), bytes(32), lambda seat: 0).fold.sits[0][2] == name


LENGTHS = {"sig": 1049, "sig-short": 209, "vuovdaguoika": 68}
"""The median throws of random games, as a program of other authors counted them."""


@pytest.mark.parametrize("name", RELATIVES)
def test_random_games_end_and_are_written_and_read(name):
    games = [play_game(parse_rules(name), Xorshift32(seed)) for seed in range(1, 1001 if NIGHTLY else 21)]
    assert all(game.winner for game in games)
    text = write_record(games[0])
    assert [again.position_text() for _, again in read_records(text)] == [games[0].position_text()]
    usual = LENGTHS[name]
    off = 1.1 if NIGHTLY else 1.6
    assert usual / off < median(len(game.plies) for game in games) < usual * off


def test_a_game_is_undone_and_redone_through_recruits():
    game = next(
        game
        for game in (play_game(parse_rules("vuovdaguoika"), Xorshift32(seed)) for seed in range(1, 50))
        if any("+" in turn.text for turn in game)
    )
    end, plies = game.position_text(), list(game.plies)
    while game.plies:
        game.undo()
    assert rows_text(game.rules, game.position.cells) == START
    while game.plies != plies:
        game.redo()
    assert game.position_text() == end


FEW = ".............../A..A..Bk......./...........b... A "


def test_hint_reply_and_analysis():
    """All turns are valued, the best first; the levels play legal turns; luck less errors is the way to the end."""
    rules = parse_rules("vuovdaguoika")
    advice, opponent = data.advice(rules), data.opponent(rules)
    hint = hint_object(FEW + "244", advice)
    assert hint["judge"] == "pieces" and 0 < hint["chance"] < 1
    chances = [turn["chance"] for turn in hint["turns"]]
    assert chances == sorted(chances, reverse=True)
    assert {turn["turn"] for turn in hint["turns"]} == {
        turn.text for turn in Position.parse(FEW + "244", rules).turns()
    }
    assert 0 < hint_object(FEW + "-", advice)["chance"] < 1
    for level in (1, 5):
        reply = reply_object(FEW + "244", opponent, level, Xorshift32(1))
        assert reply["turn"] in [turn["turn"] for turn in hint["turns"]] and reply["judge"] == "pieces"
    game = play_game(rules, Xorshift32(5))
    judged = judge(game, advice)
    assert len(judged) == len(game.plies) and judged[-1].after == 1
    found = balance(judged, "A")
    assert found["last"] == pytest.approx(found["first"] + found["luck"] - found["errors"] + found["gifts"])


def test_a_win_is_found():
    hint = hint_object(
        ".............../...A.B.k......./............... A 234", data.advice(parse_rules("vuovdaguoika"))
    )
    assert (hint["turns"][0]["turn"], hint["chance"]) == ("M4xM6", 1)


@pytest.mark.parametrize("name, other, games", [("vuovdaguoika", "greedy", 10), ("sig-short", "random", 4)])
def test_level_5_is_better(name, other, games):
    rules, games = parse_rules(name), 20 * games if NIGHTLY else games
    won = 0
    for k in range(games):
        seats = ("5", other) if k % 2 else (other, "5")
        won += seats["AB".index(play(rules, seats, Xorshift32(1 + k // 2)).winner)] == "5"
    assert won >= 0.7 * games, won


def test_the_ladder_plays_them_by_their_own_values():
    """Not by the nearest net, which knows Daldøs alone."""
    rules = parse_rules("vuovdaguoika")
    winners = [play(rules, seats, Xorshift32(3)).winner for seats in (("greedy", "random"), ("random", "greedy"))]
    assert match(rules, "greedy", "random", 2, 3)[0] == (winners[0] == "A") / 2 + (winners[1] == "B") / 2
    with pytest.raises(PlayerError, match="vuovdaguoika"):
        match(rules, "greedy", "random", 2, 3, adjusted=True)


def test_odds_are_those_of_counting_throws():
    """Of the 64 ways in which three dice can fall, those of which some dice make the distance."""
    rules = parse_rules("vuovdaguoika")
    falls = list(product((1, 2, 3, 4), repeat=3))
    for distance in range(1, 14):
        hits = sum(
            any(sum(some) == distance for size in (1, 2, 3) for some in combinations(dice, size)) for dice in falls
        )
        top, bottom, _ = capture_odds((distance,), rules)
        assert top * 64 == hits * bottom, distance
    # a sig, or a 4 or 6 that is followed by another throw: p = 4 / 16 + 2 / 16 p
    assert capture_odds((1,), parse_rules("sig,extra_throw=special"))[:2] == (2, 7)
    assert capture_odds((1,), parse_rules("sig"))[:2] == (1, 4)
    counts = dict(capture_counts(Position.parse("............/BB.........../..A..b...A.. A -", "sig")))
    names = {Rules("sig").board.name(hole): count for hole, count in counts.items()}
    assert names == {"M1": 4, "M2": 1, "B6": 1}
    # a king is no piece to capture
    assert len(capture_counts(Position.parse(FEW + "-", "vuovdaguoika"))) == 2


def test_weights_of_the_values_are_found_again():
    found = (
        [((1.0, 0.5), True)] * 30
        + [((1.0, 0.5), False)] * 10
        + [((-1.0, 0.5), False)] * 30
        + [((-1.0, 0.5), True)] * 10
    )
    weights, _ = values.fitted(found)
    assert weights == pytest.approx([log(3), 0], abs=0.01)
    assert values.examples(parse_rules("vuovdaguoika"), 1, 1)[0][0][3] == -1


def test_the_hits_to_come_are_seen_from_the_side_and_by_who_throws():
    rules = parse_rules("sig")
    cells = Position.parse("........a.../...A..B....../..........bb A -", rules).cells
    # A hits M7 from M4 with a 3, 4 of 16; B nothing
    seen = {(side, throws): terms_of(rules, cells, side, throws)[4:] for side in (0, 1) for throws in (True, False)}
    assert seen[0, True] == [LOGIT // 4, 0] and seen[1, False] == [-LOGIT // 4, 0]
    assert seen[0, False] == [0, LOGIT // 4] and seen[1, True] == [0, -LOGIT // 4]
    safe = Position.parse("........a.../...A....B..../..........bb A -", rules).cells  # five steps apart
    assert Material(rules).value(cells, 0, True) > Material(rules).value(safe, 0, True)


@pytest.mark.parametrize("rules, one", [("vuovdaguoika", "X"), ("sig-short", "sig"), ("danish", "dal")])
def test_figures_and_drawings_are_of_the_games_own_dice_and_rows(rules, one):
    game = play_game(parse_rules(rules), Xorshift32(1))
    tally = Tally(None)
    tally.add({}, game)
    (dice,) = [line for line in tally.lines() if line.startswith("dice: ")]
    assert dice.startswith(f"dice: {one} ") and ("dal" in dice) == (one == "dal")
    rows = game.position.rules.board.length
    drawn = position_of(game.position)
    assert drawn[0].split() == [str(k + 1) for k in range(max(rows))]
    assert [len(re.findall("[.abABkCD]", line.partition("|")[2])) for line in drawn[2:5]] == list(rows)


def test_an_invitation_names_its_game():
    known = {name: name.partition("-")[0].capitalize() for name in RELATIVES} | {"vuovdaguoika": "Sáhkku"}
    for name in RELATIVES:
        for rules in (name, name + ",lose_at=1"):
            end = End.new("Ane", rules, "", bytes(16), bytes(32), lambda seat: 0)
            assert end.title(words("en")) == "Ane invites you to a game of " + known[name]
            assert end.title(words("da")) == "Ane inviterer dig til et spil " + known[name].lower()
            assert end.title(words("nb")) == "Ane inviterer deg til et spill " + known[name].lower()


@pytest.mark.parametrize(
    "rules, gear",
    [
        ("danish", {"route": "boat", "dice": "2x1234", "falls": 16, "hull": "boat"}),
        ("vuovdaguoika", {"route": "head-on", "dice": "3x1234", "falls": 64, "hull": "plank"}),
        ("sig", {"route": "gate", "dice": "sticks", "falls": 16, "hull": "sand"}),
    ],
)
def test_a_page_is_told_what_a_game_is_played_with(rules, gear):
    assert gear_of(parse_rules(rules)) == gear


@pytest.mark.parametrize("prow_hole, gate", [(True, "M12"), (False, "M11")])
def test_a_gate_is_the_last_hole_of_the_middle_row_and_no_other_board_has_one(prow_hole, gate):
    board = Board(11, prow_hole, "gate")
    assert [board.name(hole) for hole in board.exact] == [gate, gate]
    assert {Board(11, prow_hole, route).exact for route in ("boat", "head-on")} == {(NO_HOLE, NO_HOLE)}
