"""The compiled kernel against the engine: the same legal results on random positions of all rulesets and option sets.

5,000 positions, or 1,000,000 in the nightly setting.
"""

import os
import random
import sys
from math import comb

import pytest

from daldos.ai.baselines import THROWS, WEIGHTS, exposed
from daldos.ai.logistic import chance_of
from daldos.ai.opponent import DEAREST
from daldos.position import Position, parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.state import DALLED
from daldos.turns import legal_turns, play_moves
from host.ai import data, players
from host.ai.judge import judge
from host_tests.conftest import NIGHTLY, daldos
from lab import judging, oracle, positions
from lab.__main__ import main
from lab.brain import kernel as kernels
from lab.brain import learning, solving, weights
from lab.brain.kernel import PlayedOn, kernel_module, quantised
from lab.brain.tables import Tables
from lab.compiled import BuildError
from lab.positions import option_sets
from tools.run import ROOT


def kernel_or_skip():
    """The compiled module; where nothing compiles that is a skip, and in CI a failure."""
    try:
        return kernel_module()
    except BuildError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


def results(cells, player: int, turns: list) -> list:
    """The cells after each of the turns, sorted."""
    found = []
    for turn in turns:
        after = bytearray(cells)
        play_moves(after, player, turn)
        found.append(bytes(after))
    return sorted(found)


def campaign(count: int, seed: int) -> int:
    """Compare that many positions; how many results they had. AssertionError at the first difference."""
    module = kernel_module()
    sets = []
    for text, options in option_sets(seed):
        rules = parse_rules(text)
        sets.append((rules, options, module.Kernel(rules)))
    rng = random.Random(seed)
    total = 0
    for number in range(count):
        rules, options, kernel = sets[number % len(sets)]
        text = positions.random_position(rng, options)
        at = parse_position(text, rules)
        legal = legal_turns(at)
        dice_used, turns = kernel.turns(at.cells, at.side, at.die1, at.die2)
        assert dice_used == legal.dice_used, (rules.text, text)
        mine = results(at.cells, at.side, turns)
        assert mine == results(at.cells, at.side, legal.turns), (rules.text, text)
        total += len(mine)
    return total


def test_kernel_and_engine_agree():
    kernel_or_skip()
    assert campaign(1_000_000 if NIGHTLY else 5_000, seed=1) > 10_000


def sampled(count: int, seed: int):
    """(kernel, position) for that many random positions of the rulesets, the endings' tables in each kernel."""
    rng = random.Random(seed)
    made = [(kernels.kernel(parse_rules(name)), options) for name, options in oracle.RULESETS.items()]
    for number in range(count):
        kernel, options = made[number % len(made)]
        yield kernel, parse_position(positions.random_position(rng, options), kernel.rules)


def test_integers_of_kernel_and_engine_are_the_same():
    kernel_or_skip()
    values, deep = 0, 0
    for kernel, at in sampled(600, seed=3):
        opponent, net = data.opponent(kernel.rules), quantised(kernel.rules)
        expected = dict(kernel.logits(net, at.cells, at.side, at.die1, at.die2))
        legal = legal_turns(at)
        legal.turns = list(expected)
        found: list = []
        for _ in opponent.values(at, legal, found):
            pass
        assert found == list(expected.values()), at.text()
        values += len(found)
        if values % 40 < 5:
            ahead: list = []
            for _ in opponent.ahead(at.cells, at.side, 1 - at.side, ahead):
                pass
            assert ahead == [kernel.deep_chance(net, at.cells, at.side, 1 - at.side)], at.text()
            deep += 1
    assert values > 2000 and deep > 3


class Eye:
    """A stream that draws these."""

    def __init__(self, draws: list):
        self.draws = draws

    def below(self, count: int) -> int:
        return self.draws.pop(0)


def test_who_overlooks_pieces_plays_the_same_by_kernel_and_engine():
    kernel_or_skip()
    rng = random.Random(5)
    found = set()
    for kernel, at in sampled(800, seed=5):
        opponent, net = data.opponent(kernel.rules), quantised(kernel.rules)
        legal = legal_turns(at)
        if len(legal.turns) < 2:
            continue
        overlooks = rng.choice((10, 110, 255))
        eye = Eye([rng.randrange(256) for cell in at.cells if cell])
        draws = iter(list(eye.draws))
        seen = bytes(cell if cell and next(draws) >= overlooks else 0 for cell in at.cells)
        _, legal.turns = kernel.turns(at.cells, at.side, at.die1, at.die2)  # in its order, which tells equals apart
        values: list = []
        for _ in opponent.values(at, legal, values):
            pass
        best = values.index(max(values))
        slices = opponent.glance(at, legal, values, best, overlooks, eye)
        try:
            while True:
                next(slices)
        except StopIteration as end:
            place = end.value
        turn = kernel.glance(net, at.cells, seen, at.side, at.die1, at.die2, overlooks * DEAREST)
        assert legal.turns[place] == turn, (at.text(), seen)
        assert chance_of(values[place]) >= chance_of(values[best]) - overlooks * DEAREST
        found.add(place == best)
    assert found == {True, False}


def test_judged_games_leave_no_remainder():
    kernel_or_skip()
    rules = parse_rules("naesheim")
    found = list(judging.judged_games(rules, 4, 2))
    assert max(judging.remainder(game, judged) for game, judged in found) < 1e-9
    game, judged = found[0]
    judged[3].best += 0.01
    assert judging.remainder(game, judged) < 1e-9  # luck and error alike
    judged[3].after -= 0.01
    assert judging.remainder(game, judged) > 0.009


def test_hits_of_kernel_and_engine_are_the_same():
    kernel_or_skip()
    counts = set()
    for kernel, at in sampled(1000, seed=4):
        count = exposed(kernel.rules, at.cells, at.side)
        assert kernel.exposed(at.cells, at.side) == count, at.text()
        counts.add(count)
    assert len(counts) > 20


def test_baselines_of_kernel_and_engine_are_as_strong():
    kernel_or_skip()
    rules = parse_rules("cerne-abbey,n=11,lose_at=1")
    for first, second, low, high in (("greedy", "random", 0.9, 1), ("careful", "greedy", 0.55, 0.85)):
        stream, seats = Xorshift32(1), ((first, second), (second, first))
        won = sum(players.play(rules, seats[k % 2], stream).side == k % 2 for k in range(60))
        rates = [kernels.kernel(rules).match(first, second, 2000, 1)[0] / 2000, won / 60]
        assert all(low < rate <= high for rate in rates), (first, second, rates)


def test_learning_is_the_same_again_and_goes_on_where_it_was(tmp_path):
    module = kernel_or_skip()
    kernel = module.Kernel(parse_rules("cerne-abbey"))
    whole = module.Learner(kernel, 5)
    whole.learn(600, 0.05, 0.5, 0.01)
    before = module.Learner(kernel, 5)
    before.learn(300, 0.05, 0.5, 0.01)
    after = module.Learner(kernel, 99)
    after.restore(before.state())
    after.learn(300, 0.05, 0.5, 0.01)
    assert after.state() == whole.state()
    assert kernel.match(whole, "random", 400, 1)[0] > 300  # it does learn
    quantised = weights.quantised(*whole.weights())
    net = module.Quantised(*weights.integers(quantised))
    assert 40 < kernel.match((net, 1, 0, 0, 0), whole, 200, 2)[0] < 160


def test_a_checkpoint_of_another_run_is_refused(tmp_path):
    module = kernel_or_skip()
    kernel = module.Kernel(parse_rules("cerne-abbey"))
    file = tmp_path / "a.run"
    learning.learn(module, kernel, 50, 1, file)
    assert learning.learn(module, kernel, 50, 1, file).state() == learning.learn(module, kernel, 50, 1, file).state()
    with pytest.raises(learning.LearningError, match="expected"):
        learning.learn(module, kernel, 60, 1, file)


def test_solved_endings_agree_with_one_more_look_by_the_engine(tmp_path):
    module = kernel_or_skip()
    rules = parse_rules("norwegian")
    kernel = module.Kernel(rules)
    solving.solve(kernel, "norwegian", tmp_path, 1)
    assert solving.residual(kernel, 1) < 1e-9
    solved = Tables(rules, tmp_path)
    shipped = data.exact(rules)
    rng = random.Random(1)
    for _ in range(30):
        cells = bytearray(rules.board.size)
        cells[rng.randrange(rules.n, rules.board.size)] = DALLED[0]
        free = [hole for hole in range(rules.board.start[2]) if not cells[hole]]
        cells[rng.choice(free)] = DALLED[1]
        chance = solved.chance(cells, 0)
        assert chance == pytest.approx(by_the_engine(rules, cells, solved), abs=1e-9)
        assert chance == kernel.ending_chance(cells, 0)
        assert shipped(cells, 0) == pytest.approx(chance, abs=1e-7)


def test_endings_of_three_have_a_place_each_the_same_for_kernel_and_files(tmp_path):
    module = kernel_or_skip()
    rules = parse_rules("cerne-abbey")
    kernel = module.Kernel(rules)
    kernel.prepare_endings(3)
    for k, m in ((3, 1), (1, 3), (3, 2), (2, 3)):
        table = kernel.endings_table(k, m)
        for place in range(len(table)):
            table[place] = place / len(table)
        (tmp_path / f"cerne-abbey-{k}-{m}.f64").write_bytes(table)
    # three of the thrower's on 24 holes and one of the other's: of its 24 holes those 12 of the middle row may be taken
    assert kernel.endings_figures(3, 1)[0] == 2024 * 12 + comb(23, 3) * 12
    solved = Tables(rules, tmp_path)
    rng = random.Random(2)
    seen = set()
    for _ in range(400):
        k, m = rng.choice(((3, 1), (1, 3), (3, 2), (2, 3)))
        player = rng.randrange(2)
        cells = bytearray(rules.board.size)
        for side, count in ((player, k), (1 - player, m)):
            own = [hole for hole in range(len(cells)) if rules.board.step[side][hole] >= rules.n and not cells[hole]]
            for hole in rng.sample(own, count):
                cells[hole] = DALLED[side]
        chance = kernel.ending_chance(cells, player)
        assert chance is not None and chance == solved.chance(cells, player)
        seen.add((k, m, chance))
    assert len(seen) > 380


def test_rollouts_know_who_is_ahead_and_are_the_same_again():
    kernel_or_skip()
    rules = parse_rules("cerne-abbey")
    kernel = kernels.kernel(rules)
    ahead = parse_position("......AAAAAA/............/......bb.... A -", rules)
    share = kernel.rollout("careful", ahead.cells, 0, 0, 256, 1)
    assert share > 0.8
    assert kernel.rollout("careful", ahead.cells, 0, 0, 256, 1) == share
    assert kernel.rollout("careful", ahead.cells, 1, 0, 256, 1) == pytest.approx(1 - share)


def test_the_kernel_judges_as_the_product_does_and_games_played_on_nearly_so():
    kernel_or_skip()
    rules = parse_rules("cerne-abbey")
    at = parse_position("..aaaaaaaaaa/A..B......A./..bbbbbbbbbb A 12", rules)
    game = players.play(rules, ("careful", "greedy"), Xorshift32(1))
    assert kernels.advice(rules).turns(at) == data.advice(rules).turns(at)
    judged = judge(game, kernels.advice(rules))
    assert [vars(entry) for entry in judged] == [vars(entry) for entry in judge(game, data.advice(rules))]
    played = judge(game, PlayedOn(rules, 256))
    assert [vars(entry) for entry in played] == [vars(entry) for entry in judge(game, PlayedOn(rules, 256))]
    for one, other in zip(played[:5], judged, strict=False):
        assert one.after != other.after and one.after == pytest.approx(other.after, abs=0.15)
        assert one.after * 256 == pytest.approx(round(one.after * 256), abs=1e-3)


def run_lab(monkeypatch, *words: str):
    """`python -m lab` in this very Python."""
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))
    return main(*words)


def test_the_ladder_has_rates_with_errors_and_elo(monkeypatch, capsys):
    kernel_or_skip()
    assert run_lab(monkeypatch, "ladder", "--games", "60", "--players", "random,greedy,3") is None
    table = capsys.readouterr().out.splitlines()[1:]
    assert table[0].split() == ["random", "greedy", "3", "Elo"]
    rows = {line.split()[0]: line for line in table[1:]}
    ratings = [float(rows[name].split()[-1]) for name in ("random", "greedy", "3")]
    assert ratings[0] == 0 and ratings[0] + 300 < ratings[1] < ratings[2] - 100
    assert "player 'nobody'" in run_lab(monkeypatch, "ladder", "--players", "random,nobody")
    assert "each once" in run_lab(monkeypatch, "ladder", "--players", "random,random")


def test_a_game_is_judged_by_games_played_on(monkeypatch, capsys, tmp_path):
    kernel_or_skip()
    record = tmp_path / "game.txt"
    record.write_text(daldos("selfplay", "--rules", "cerne-abbey").stdout, encoding="utf-8")
    run_lab(monkeypatch, "analyse", str(record), "--playouts", "16")
    assert capsys.readouterr().out.splitlines()[-1].startswith("B: luck")


def by_the_engine(rules, cells, solved) -> float:
    """The chance of A, who is to throw, from the best turn of each throw and the solved chances after it."""
    total = 0.0
    for (die1, die2), weight in zip(THROWS, WEIGHTS, strict=True):
        legal = legal_turns(Position(rules, cells, 0, die1, die2))
        again = rules.again(die1, die2, legal.dice_used)
        best = 0.0
        for turn in legal.turns:
            after = bytearray(cells)
            if play_moves(after, 0, turn):
                best = 1.0
            else:
                chance = solved.chance(after, 0 if again else 1)
                best = max(best, chance if again else 1 - chance)
        total += weight * best / 16
    return total
