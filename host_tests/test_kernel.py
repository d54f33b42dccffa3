"""The compiled kernel against the engine: the same legal results on random positions of all rulesets and option sets.

5,000 positions, or 1,000,000 in the nightly setting.
"""

import os
import random
from math import comb

import pytest

from daldos.ai.baselines import THROWS, WEIGHTS, exposed
from daldos.ai.logistic import chance_of
from daldos.ai.opponent import DEAREST, LEVELS
from daldos.position import Position, parse_position
from daldos.rules import parse_rules
from daldos.state import DALLED
from daldos.turns import legal_turns, play_moves
from host.ai import data, endings, exact, ladder, learning, slow, weights
from host.ai.build import BuildError, kernel_module
from host_tests.conftest import NIGHTLY
from lab import faultless, judging, oracle, overlooked, positions
from lab.positions import option_sets


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
    kernels = [(data.kernel(parse_rules(name)), options) for name, options in oracle.RULESETS.items()]
    for number in range(count):
        kernel, options = kernels[number % len(kernels)]
        yield kernel, parse_position(positions.random_position(rng, options), kernel.rules)


def test_integers_of_kernel_and_engine_are_the_same():
    kernel_or_skip()
    values, deep = 0, 0
    for kernel, at in sampled(600, seed=3):
        opponent, net = data.opponent(kernel.rules), data.quantised(kernel.rules)
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
        opponent, net = data.opponent(kernel.rules), data.quantised(kernel.rules)
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


def test_the_weaker_a_level_the_more_it_overlooks_and_never_beyond_its_bound():
    kernel_or_skip()
    rules = parse_rules("cerne-abbey")
    losses = {}
    for level in ("1", "4"):
        kinds, errors = overlooked.survey(rules, level, 4, 1)
        losses[level] = sum(errors) / len(errors)
        assert max(errors) < LEVELS[int(level) - 1] * DEAREST / 65536 + 0.08  # the net's own judgement is less deep
    assert losses["1"] > 2 * losses["4"] > 0
    assert kinds.keys() <= set(overlooked.KINDS)


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
        rates = [ladder.Matches(rules).wins(first, second, 2000, 1) / 2000, slow.wins(rules, first, second, 60, 1) / 60]
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
    endings.solve(kernel, "norwegian", tmp_path, 1)
    assert endings.residual(kernel, 1) < 1e-9
    solved = exact.Exact(rules, tmp_path)
    shipped = exact.Exact(rules, tmp_path / "nothing", data.endings_of(rules), data.endings_of(rules, ".low"))
    rng = random.Random(1)
    for _ in range(30):
        cells = bytearray(rules.board.size)
        cells[rng.randrange(rules.n, rules.board.size)] = DALLED[0]
        free = [hole for hole in range(rules.board.start[2]) if not cells[hole]]
        cells[rng.choice(free)] = DALLED[1]
        chance = solved.chance(cells, 0)
        assert chance == pytest.approx(by_the_engine(rules, cells, solved), abs=1e-9)
        assert chance == kernel.ending_chance(cells, 0)
        assert shipped.chance(cells, 0) == pytest.approx(chance, abs=1e-7)


@pytest.mark.nightly
def test_in_the_solved_endings_level_4_gives_away_next_to_nothing(tmp_path, monkeypatch, capsys):
    module = kernel_or_skip()
    rules = parse_rules("naesheim")
    endings.solve(module.Kernel(rules), "naesheim", tmp_path, 2)
    monkeypatch.setattr(data, "SOLVED", tmp_path)
    found = faultless.errors(rules, 200, 1, (1, 4))
    assert all(0 <= error < 1 for error in found[1])
    assert sum(found[4]) / 200 < 2e-5 and max(found[4]) < 1 / 512  # its tables have a byte a position
    assert sum(found[1]) / 200 > 1e-3
    far = faultless.distances(rules, 50, 1)
    assert len(far) > 100 and 1e-4 < sum(far) / len(far) < 0.5  # the net is no table
    monkeypatch.setattr("sys.argv", ["faultless", "--rules", "norwegian"])
    with pytest.raises(SystemExit):
        faultless.main()
    assert "norwegian is not solved here: run tools/daldos.sh solve --rules norwegian" in capsys.readouterr().err


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
    solved = exact.Exact(rules, tmp_path)
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


def test_a_survey_counts_every_throw_once():
    kernel_or_skip()
    kernel = data.kernel(parse_rules("mary-rose"))
    counted = kernel.survey("careful", 60, 1)
    assert sum(counted["lengths"]) == 60 and 10 < counted["beginner_won"] < 50
    assert sum(counted["turns"]) == counted["throws"]
    assert sum(length * count for length, count in enumerate(counted["lengths"])) == counted["throws"]
    assert 60 * 13 <= sum(counted["captured"]) < 60 * 26  # one side to the last, the other not
    assert counted["dalled"][0] <= counted["dalled"][10]


def test_rollouts_know_who_is_ahead_and_are_the_same_again():
    kernel_or_skip()
    rules = parse_rules("cerne-abbey")
    kernel = data.kernel(rules)
    ahead = parse_position("......AAAAAA/............/......bb.... A -", rules)
    share = kernel.rollout("careful", ahead.cells, 0, 0, 256, 1)
    assert share > 0.8
    assert kernel.rollout("careful", ahead.cells, 0, 0, 256, 1) == share
    assert kernel.rollout("careful", ahead.cells, 1, 0, 256, 1) == pytest.approx(1 - share)


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
