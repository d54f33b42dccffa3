"""The opponent: the same turns on every runtime, and its parts' results for positions that can be judged by eye.

The transcript plays games of levels against each other under every ruleset, with a made-up table of endings.
"""

import os

from daldos.ai.baselines import WIN, best_of, careful, greedy, random
from daldos.ai.endings import Endings, ranks
from daldos.ai.evaluation import Evaluator, WeightsError
from daldos.ai.logistic import ONE, WON, chance_of, logit_of
from daldos.ai.material import exposed
from daldos.ai.nets import nearest, opponent_for, weights_of
from daldos.ai.opponent import LEVELS, Opponent, Thought, seed_of, seen_by
from daldos.effects import cells_after
from daldos.game import Game
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.record import record_lines
from daldos.rules import RULESETS, parse_rules
from daldos.selfplay import play_game
from daldos.state import DALLED
from daldos.turns import legal_turns
from here import error_of

LONG = os.getenv("DALDOS_LONG") == "1"
MIXED = ("danish,jump=any", "norwegian,n=14", "mary-rose,n=17,dal_moves=false")
DANISH = parse_rules("danish")


class MadeUp:
    """Fake endings with the right number of bytes, generated while read to fit a Pico's heap."""

    def __init__(self, rules):
        self._count = ranks(rules.board.loop)

    def __len__(self):
        return self._count * self._count

    def __getitem__(self, index):
        return (97 * (index % self._count) + 13) % 251


def played(text: str, levels: tuple, seed: int) -> Game:
    """A game of two levels from one stream."""
    rules = parse_rules(text)
    table = MadeUp(rules) if rules.n == 12 else None
    opponent = opponent_for(rules, table)
    return play_game(
        rules, Xorshift32(seed), lambda game, dice: opponent.choose(game.position, levels[game.side], dice)
    )


def transcript():
    """Records of whole games, by level: of every ruleset in the long run, else of a few."""
    all_rules = [name for name, _ in RULESETS]
    for levels, short in (((1, 4), ["norwegian"]), ((3, 2), MIXED[2:]), ((5, 2), ["naesheim"])):
        for name in (MIXED if levels == (3, 2) else all_rules) if LONG else short:
            yield from record_lines(played(name, levels, sum(levels)))


def at(text: str, rules=DANISH):
    return parse_position(text, rules)


def plain() -> Opponent:
    """An opponent that thinks in Python, even with a kernel."""
    return Opponent(DANISH, Evaluator(DANISH, weights_of("danish")))


def test_chances_grow_with_logits_and_are_those_of_the_logistic_curve():
    assert (chance_of(0), chance_of(WON), chance_of(-WON)) == (ONE // 2, ONE, 0)
    assert chance_of(4096) == 47911 and chance_of(-4096) == ONE - 47911
    before = -1
    for logit in range(-45000, 45000, 37):
        assert chance_of(logit) >= before
        before = chance_of(logit)


def test_a_step_and_its_logit_are_the_same_chance():
    for step in range(256):
        chance = (2 * step + 1) * ONE // 512
        assert abs(chance_of(logit_of(step)) - chance) < 80  # of 65536


def test_exposed_counts_two_pieces_a_throw_at_most_and_no_piece_behind_a_friend():
    lone = at("................/A..B............./................ A -")
    assert exposed(DANISH, lone.cells, 0) == 7 + 2  # a 3, or 1 and 2
    three = at("................/ABBB............./................ A -")
    assert exposed(DANISH, three.cells, 0) == 1 * 2 + 2 * 2 + 2 * 2 + 2 * 1 + 1 + 2 * 2 + 2 * 1 + 1 + 2 * 1
    barred = at("................/AA.B............./................ A -")
    assert exposed(DANISH, barred.cells, 0) == 7 + 1  # by the second piece alone: a 2, or two dals


def test_baselines_take_a_piece_and_careful_one_out_of_danger():
    stream = Xorshift32(3)
    taking = at("................/A.B.............B/.........A...... A 24")
    legal = legal_turns(taking)
    for value in (greedy, careful):
        assert greedy(taking, best_of(taking, legal, value, stream), False) == 1
    # the piece on M3 stands two steps in front of an enemy
    hunted = at("................/B.A............../...........A.... A 23")
    risks = [exposed(DANISH, cells_after(hunted, turn), 1) for turn in legal_turns(hunted).turns]
    turn = best_of(hunted, legal_turns(hunted), careful, stream)
    assert exposed(DANISH, cells_after(hunted, turn), 1) == min(risks) < max(risks)
    found = set()
    for _ in range(200):
        found.add(best_of(taking, legal, random, stream))
    assert found == set(legal.turns)


def test_every_level_takes_a_win_at_once():
    near = at("................/A...B............/................ A 14")
    opponent = opponent_for(DANISH)
    for level in range(1, len(LEVELS) + 1):
        for seed in range(1, 6):
            assert greedy(near, opponent.choose(near, level, Xorshift32(seed)), False) == WIN


def test_the_strong_levels_take_one_of_two_pieces():
    place = at("................/A.B.............B/.........A...... A 24")
    values = [greedy(place, turn, False) for turn in legal_turns(place).turns]
    assert sorted(values) == [0, 0, 0, 1]
    for level in (4, 5):
        assert greedy(place, opponent_for(DANISH).choose(place, level, Xorshift32(2)), False) == 1


def test_no_level_plays_what_it_knows_to_be_dearer_than_its_bound():
    opponent = opponent_for(DANISH, None)
    for text, part in (
        ("..A....A.a..A..B/B..A............./...BB.bbbbAB.b.A B 34", 1),
        (".A.........a.aBB/..A.......B....../......A........A A 24", 10),  # it is late
    ):
        position, lost = at(text), {}
        for turn in legal_turns(position).turns:
            lost[turn] = opponent.chance(cells_after(position, turn), 1 - position.side, 1) >> 4
        least = min(lost.values())
        for level in (1, 2, 3, 4):
            bound = LEVELS[level - 1][1] // part
            played = [lost[opponent.choose(position, level, Xorshift32(seed))] - least for seed in range(20, 30)]
            assert 0 < max(played) <= bound < max(lost.values()) - least


def test_neighbours_are_overlooked_less_than_what_is_round_the_bend_and_who_meets_nobody_never():
    position = at("..A............./.B.AB..........B./................ A 14")
    board = DANISH.board
    seen = [0] * board.size
    for draw in range(256):
        cells = seen_by(position, bytearray([draw] * board.size), 128)
        for hole in range(board.size):
            seen[hole] += cells[hole] > 0
    lone, near, bend = [seen[board.hole(name)] for name in ("M16", "M4", "A3")]
    assert lone == 256 > seen[board.hole("M5")] == near > bend > 128


def test_what_is_overlooked_is_not_captured_for_want_of_another_turn():
    position = at("................/A....B......A..../................ A 14")
    opponent, legal, values = plain(), legal_turns(position), []
    for _ in opponent.values(position, legal, values):
        pass
    glance, liked = opponent.glance(position, legal, values, bytearray(DANISH.board.size), 268, ONE), None
    while liked is None:
        try:
            next(glance)
        except StopIteration as end:
            liked = end.value
    took = [DALLED[1] not in list(cells_after(position, turn)) for turn in legal.turns]
    assert any(took) and not took[liked]


def test_what_is_overlooked_stays_so_for_eight_throws():
    game = played("naesheim", (1, 1), 3)
    seeds = []
    replayed = Game(game.rules)
    for pair in game.opening:
        replayed.opening_throw(*pair)
    for turn in game:
        seeds.append(seed_of(replayed))
        replayed.throw(turn.throw)
        replayed.play(turn.packed)
    assert len(seeds) > 16
    for k in range(1, len(seeds)):
        assert (seeds[k] == seeds[k - 1]) == (k & 7 > 0)


def test_thinking_comes_in_slices_and_leaves_the_position_as_it_was():
    place = at("aaaaaaaaaa....A./A.A..A........B../bbbbbbbbbb...B.. A 12")
    before = bytearray(place.cells)
    thought = Thought(plain(), place, 5, Xorshift32(1))
    slices = 0
    while not thought.step():
        slices += 1
        assert place.cells == before
    assert thought.turn in legal_turns(place).turns
    assert slices > 20  # a search of ten throws for each of several turns
    assert thought.step() and thought.turn in legal_turns(place).turns


def test_endings_are_the_same_seen_from_both_sides():
    rules = parse_rules("norwegian")
    endings = Endings(rules, MadeUp(rules))
    a = at("............/A...A......../.......B...B A -", rules)
    b = at("......A....A/B...B......../............ B -", rules)
    assert endings.step(a.cells, 0) == -1  # B is at home
    assert endings.step(b.cells, 1) == -1
    a = at("..B.....B.../A...A......../............ A -", rules)
    b = at("............/B...B......../..A.....A... B -", rules)
    assert endings.step(a.cells, 0) == endings.step(b.cells, 1) >= 0
    three = at("..B.....B.../A...A.A....../............ A -", rules)
    assert endings.step(three.cells, 0) == -1
    size = ranks(rules.board.loop) ** 2
    assert error_of(ValueError, Endings, rules, b"1") == "endings of 1 bytes: expected %d" % size


def test_weights_of_another_board_are_refused():
    try:
        Evaluator(DANISH, weights_of("norwegian"))
    except WeightsError as error:
        assert "98" in str(error) and "130" in str(error)
    else:
        raise AssertionError("accepted")
    for name, _ in RULESETS:
        assert len(weights_of(name)) <= 12 * 1024


def test_other_rules_are_played_by_the_nearest_net():
    assert [nearest(parse_rules(name)) for name, _ in RULESETS] == [name for name, _ in RULESETS]
    assert nearest(parse_rules("danish,jump=any")) == "danish"
    assert nearest(parse_rules("danish,dal_order=sternmost,one_piece=separate")) == "ostergaard"
    assert nearest(parse_rules("danish,n=12,prow_hole=false,one_piece=separate,lose_at=1")) == "naesheim"
