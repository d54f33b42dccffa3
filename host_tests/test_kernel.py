"""The kernel against the engine: the same turns and integers on random positions of all rulesets and option sets.

2,000 positions, or 500,000 in the nightly setting: of the file that computers and browsers run, and of its source
compiled to stop at the first fault of memory or arithmetic.
"""

import os
import random
import subprocess
import sys
from math import comb
from pathlib import Path

import pytest

from daldos.ai import kernel as kernels
from daldos.ai.endings import ranks
from daldos.ai.material import exposed
from daldos.ai.nets import opponent_for, weights_of
from daldos.ai.opponent import LEVELS, Thought
from daldos.ai.packed import Packed
from daldos.effects import play
from daldos.geometry import NO_HOLE
from daldos.position import Position, parse_position
from daldos.prng import Xorshift32
from daldos.rules import KING, NOBODYS, parse_rules
from daldos.state import DALLED, PLAYERS, UNDALLED, State, beaten, kings_hole
from daldos.turns import found_turns, legal_turns
from host.ai import data, few, players, wasm
from host.ai.advice import advice_of
from host.ai.judge import balance, judge
from host_tests.conftest import NIGHTLY
from lab import oracle, positions
from lab.__main__ import main
from lab.brain import learning, solving, weights
from lab.brain.kernel import UNLEARNT, Kernel, Solved, lab_library, match
from lab.campaigns import relatives
from lab.positions import option_sets
from tools.freeze_endings import packed
from tools.run import ROOT


@pytest.fixture(autouse=True)
def kernel_is_here():
    """Skips where wasmtime cannot run, which in CI is a failure."""
    if not wasm.take_kernel():
        pytest.skip("wasmtime cannot run here")
    yield
    kernels.use(wasm.Kernel, wasm.ALL)


@pytest.fixture
def compiled():
    """The instruments' library, which needs a C compiler."""
    return lab_library()


def both(rules, made=wasm.Kernel) -> tuple:
    """The opponent by the kernel, and by the engine's Python."""
    kernels.use(made, wasm.ALL)
    quick = opponent_for(rules, data.endings_of(rules))
    kernels.use(None)
    return quick, opponent_for(rules, data.endings_of(rules))


MOST = 1100  # turns that the kernel has room for


def compare_part(at, kernel, rng) -> None:
    """One die of the throw alone, or three dice, where a piece may have to stay: the same turns by both searches."""
    faces = sorted(rng.choices((1, 2, 3, 4), k=rng.choice((1, 3))))
    but = rng.choice([hole for hole in range(len(at.cells)) if at.cells[hole]]) if rng.random() < 0.3 else -1
    part = State(at.rules, at.cells, at.side, at.rules.throws.part(tuple(faces)))
    legal = found_turns(part, but)
    count = kernel.part(at.cells, at.side, bytes(faces), len(faces), NO_HOLE if but < 0 else but)
    if count < 0:
        assert len(legal.turns) > MOST, (at.rules.text, at.text(), faces, but)
        return
    found = range(count)
    ends = b"".join(kernel.ends(k).to_bytes(3, "little")[: len(faces)] for k in found)
    told = [kernel.packed(k) for k in found], kernel.dice_used(), ends
    assert told == (legal.turns, legal.dice_used, legal.ends), (at.rules.text, at.text(), faces, but)


def asked(kernel, at) -> range:
    """The numbers of the position's legal turns, which the kernel has now."""
    kernel.position(at.cells, at.side, at.throw.number)
    return range(kernel.found())


def compare_turns(at, legal, kernel, where) -> None:
    """The position's legal turns, which the kernel has then."""
    turns = [kernel.turn(k) for k in asked(kernel, at)]
    assert (kernel.dice_used(), turns) == (legal.dice_used, legal.turns), where


def compare_values(at, legal, plain, kernel, where) -> None:
    """The values of the turns that the kernel has now."""
    values: list = []
    for _ in plain.values(at, legal, values):
        pass
    kernel.think(1, True)
    assert kernel.step(wasm.ALL) and [kernel.value(k) for k in range(kernel.found())] == values, where


def campaign(count: int, seed: int, kernel_type=wasm.Kernel) -> tuple[int, int]:
    """Compare the turns of so many positions, the values of 10,000 at most; how many turns they had, and deep chances.

    AssertionError at a difference.
    """
    sets = [(parse_rules(text), options) for text, options in option_sets(seed)]
    made = [both(rules, kernel_type) for rules, _ in sets]
    rng = random.Random(seed)
    turns = deep = 0
    for number in range(count):
        (rules, options), (quick, plain) = sets[number % len(sets)], made[number % len(sets)]
        at = parse_position(positions.random_position(rng, options), rules)
        legal, kernel = legal_turns(at), quick._kernel
        where = rules.text, at.text()
        compare_turns(at, legal, kernel, where)
        turns += len(legal.turns)
        if number % 4 == 0:
            compare_part(at, kernel, rng)
            asked(kernel, at)
        if number % max(1, count // 10_000):
            continue
        compare_values(at, legal, plain, kernel, where)
        if number % 100 == 0:
            for plies in (1, 2) if number % 2000 == 0 else (1,):
                assert quick.chance(at.cells, at.side, plies) == plain.chance(at.cells, at.side, plies), where
                deep += 1
    return turns, deep


def test_kernel_and_engine_agree():
    turns, deep = campaign(500_000 if NIGHTLY else 2_000, seed=1)
    assert turns > 10_000 and deep > 20


def kin(count: int, seed: int, kernel_type=wasm.Kernel) -> tuple[int, int]:
    """The same for relatives, which count their pieces; of every tenth position what a level plays, too."""
    sets, rng = relatives.option_sets(), random.Random(seed)
    turns = played = 0
    for number in range(0, count, 10):
        rules = parse_rules(sets[number // 10 * 7 % len(sets)])
        quick, plain = both(rules, kernel_type)
        kernel = quick._kernel
        for k, at in enumerate(relatives.positions(rng, rules.text, 10)):
            legal, where = found_turns(at), (rules.text, at.text())
            if len(legal.turns) > MOST:
                continue
            compare_turns(at, legal, kernel, where)
            compare_values(at, legal, plain, kernel, where)
            turns += len(legal.turns)
            if k == number // 10 % 10 and len(legal.turns) < 60:
                level, valued = played % 5 + 1, played % 3 == 0
                quick._work = (1, 24, wasm.ALL)[played % 3]
                thoughts = [Thought(who, at, level, Xorshift32(number + 1), valued) for who in (quick, plain)]
                for thought in thoughts:
                    while not thought.step():
                        pass
                assert len({(thought.turn, thought.chance) for thought in thoughts}) == 1, (where, level)
                played += 1
    return turns, played


def test_kernel_and_engine_count_the_pieces_of_relatives_alike():
    turns, played = kin(50_000 if NIGHTLY else 300, seed=1)
    assert turns > 2_000 and played > 20


CHECKED = """
import sys
from host_tests import test_kernel
from lab.brain.compiled import Compiled
print(*test_kernel.campaign(int(sys.argv[1]), 2, Compiled))
"""
RELATIVES = """
import sys
from functools import cache
from daldos.ai.kernel import searcher
from daldos.rules import Rules
from lab.brain.compiled import Compiled
from host_tests import test_kernel
from lab.campaigns import relatives
from lab.figures import Figures
relatives._kernel = cache(lambda rules: searcher(Rules(rules), Compiled))
figures = Figures()
relatives.play((3, 0, int(sys.argv[1])), figures)
assert figures.good(), figures.text()
test_kernel.kin(int(sys.argv[1]) // 4, 3, Compiled)
print(figures.counts["results"])
"""


@pytest.mark.parametrize(
    "code, count, long", [(CHECKED, 600, 500_000), (RELATIVES, 300, 50_000)], ids=["daldos", "kin"]
)
def test_the_kernel_breaks_no_rule_of_c(compiled, code, count, long):
    compiler = os.environ.get("CC", "cc")
    asked = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True)
    if "/" not in asked.stdout:
        pytest.skip(f"{compiler} has no sanitizers")
    checks = "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -g -Wall -Wextra -Werror"
    paths = ":".join(map(str, (ROOT, ROOT / "firmware/lib", ROOT / "firmware")))
    env = {**os.environ, "CFLAGS": checks, "PYTHONPATH": paths}
    library = Path(asked.stdout.strip()).resolve()  # the others are beside it
    env |= {"LD_PRELOAD": str(library), "LD_LIBRARY_PATH": str(library.parent), "ASAN_OPTIONS": "detect_leaks=0"}
    command = [sys.executable, "-c", code, str(long if NIGHTLY else count)]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[0]) > 3000


def sampled(count: int, seed: int):
    """(rules, position) for that many random positions of the rulesets."""
    rng = random.Random(seed)
    made = [(parse_rules(name), options) for name, options in oracle.RULESETS.items()]
    for number in range(count):
        rules, options = made[number % len(made)]
        yield rules, parse_position(positions.random_position(rng, options), rules)


def test_levels_play_the_same_by_kernel_and_engine_in_slices_of_any_size():
    made = {rules.text: both(rules) for rules, _ in sampled(6, 5)}
    found = set()
    for number, (rules, at) in enumerate(sampled(180 if NIGHTLY else 90, seed=5)):
        kernels.use(wasm.Kernel, (1, 24, wasm.ALL)[number % 3])
        quick, plain = made[rules.text]
        quick._work = (1, 24, wasm.ALL)[number % 3]
        level, valued = number // 6 % len(LEVELS) + 1, number % 4 == 0
        thoughts = [Thought(who, at, level, Xorshift32(number + 1), valued) for who in (quick, plain)]
        for thought in thoughts:
            while not thought.step():
                pass
        assert thoughts[0].turn == thoughts[1].turn, (at.text(), level)
        assert thoughts[0].chance == thoughts[1].chance, (at.text(), level)
        found.add((level, valued))
    assert len(found) == 2 * len(LEVELS)


def test_packed_endings_are_the_same_to_the_kernel():
    rules = parse_rules("naesheim")
    table = packed(data.endings_of(rules), rules)
    plain, count = Packed(table), ranks(rules.board.loop)
    kernel = wasm.Kernel(kernels.game_bytes(rules, rules.board), UNLEARNT, table, True)
    for row in list(range(0, count, 7)) + [1, 2, 1, 1, 2, 3, 2]:  # two are kept
        assert [kernel.row(row, place) for place in range(count)] == [plain[row * count + k] for k in range(count)], row


def remainder(game, judged) -> float:
    """The difference between luck minus errors and the game's result, for the worse of both players."""
    worst = 0.0
    for side, player in enumerate(PLAYERS):
        how = balance(judged, player)
        summed = how["first"] + how["luck"] - how["errors"] + how["gifts"]
        worst = max(worst, abs(summed - (game.side == side)))
    return worst


def test_judged_games_leave_no_remainder():
    rules, stream = parse_rules("naesheim"), Xorshift32(2)
    seats = (("4", "3"), ("careful", "greedy"), ("2", "1"), ("4", "random"))
    games = [players.play(rules, pair, stream) for pair in seats]
    found = [(game, judge(game, data.advice(rules))) for game in games]
    assert max(remainder(game, judged) for game, judged in found) < 1e-9
    game, judged = found[0]
    judged[3] = judged[3]._replace(best=judged[3].best + 0.01)
    assert remainder(game, judged) < 1e-9  # luck and error alike
    judged[3] = judged[3]._replace(after=judged[3].after - 0.01)
    assert remainder(game, judged) > 0.009


def test_hits_of_kernel_and_engine_are_the_same(compiled):
    counts = set()
    made = {rules.text: Kernel(rules) for rules, _ in sampled(6, 4)}
    for rules, at in sampled(1000, seed=4):
        count = exposed(rules, at.cells, at.side)
        assert made[rules.text].exposed(at.cells, at.side) == count, at.text()
        counts.add(count)
    assert len(counts) > 20


def test_baselines_of_kernel_and_engine_are_as_strong(compiled):
    rules = parse_rules("cerne-abbey,n=11,lose_at=1")
    for first, second, low, high in (("greedy", "random", 0.9, 1), ("careful", "greedy", 0.55, 0.85)):
        stream, seats = Xorshift32(1), ((first, second), (second, first))
        won = sum(players.play(rules, seats[k % 2], stream).side == k % 2 for k in range(60))
        rates = [match(rules, first, second, 2000, 1)[0], won / 60]
        assert all(low < rate <= high for rate in rates), (first, second, rates)


def test_luck_taken_out_leaves_the_rate_and_a_fraction_of_its_error(compiled):
    rules = parse_rules("cerne-abbey")
    for first, second in (("3", "2"), ("5", "5")):
        plain, adjusted = (match(rules, first, second, 600, 3, luck) for luck in (False, True))
        assert adjusted[1] < 0.7 * plain[1], (plain, adjusted)
        assert abs(adjusted[0] - plain[0]) < 3.5 * plain[1], (plain, adjusted)
    assert abs(adjusted[0] - 0.5) < 3.5 * adjusted[1]


def cerne_abbey() -> Solved:
    return Solved(Kernel(parse_rules("cerne-abbey"), UNLEARNT))


def test_learning_is_the_same_again(compiled):
    solved = cerne_abbey()
    rules = solved.kernel.rules
    whole, again = learning.learn(solved, 600, 5), learning.learn(solved, 600, 5)
    assert again.state() == whole.state()
    assert match(rules, whole, "random", 400, 1)[0] > 0.75  # it does learn
    net = Kernel(rules, weights.quantised(*whole.weights()))
    assert 0.2 < match(rules, (net, 1, 0, 0), whole, 200, 2)[0] < 0.8


def test_solved_endings_agree_with_one_more_look_by_the_engine(tmp_path, compiled):
    rules = parse_rules("norwegian")
    found = Solved(Kernel(rules, UNLEARNT), 1)
    solving.solve(found, "norwegian", tmp_path)
    assert solving.residual(found) < 1e-9
    solved = Solved(found.kernel, 1)
    solving.solve(solved, "norwegian", tmp_path)
    shipped = data.exact(rules)
    rng = random.Random(1)
    for _ in range(30):
        cells = bytearray(rules.board.size)
        cells[rng.randrange(rules.n, rules.board.size)] = DALLED[0]
        free = [hole for hole in range(rules.board.start[2]) if not cells[hole]]
        cells[rng.choice(free)] = DALLED[1]
        chance = solved.chance(cells, 0)
        assert chance == pytest.approx(by_the_engine(rules, cells, 0, solved.chance), abs=1e-9)
        assert chance == found.chance(cells, 0)
        assert shipped(cells, 0) == pytest.approx(chance, abs=1e-7)


def scattered(rules, counts, rng) -> bytearray:
    """The cells of so many soldiers of each side, where a solved ending may have them, and the king."""
    board, cells = rules.board, bytearray(rules.board.size)
    for player, count in enumerate(counts):
        away = [hole for hole in range(board.size) if board.step[player][hole] >= rules.n]
        at_home = [hole for hole in range(board.size) if board.step[player][hole] < rules.n] if rules.sent_home else []
        for _ in range(count):
            hole = rng.choice([hole for hole in away + at_home if not cells[hole]])
            cells[hole] = rng.choice((UNDALLED, DALLED))[player] if hole in at_home else DALLED[player]
    if rules.king:
        free = [hole for hole in range(board.size) if not cells[hole]]
        nobodys = kings_hole(rules) in free and rng.random() < 0.2
        cells[kings_hole(rules) if nobodys else rng.choice(free)] = NOBODYS if nobodys else rng.choice(KING)
    return cells


@pytest.mark.parametrize("name", few.MOST)
def test_solved_endings_of_relatives_agree_with_one_more_look_by_the_engine(name):
    rules, rng = parse_rules(name), random.Random(4)
    chance = data.exact(rules)
    for k, m in few.tables(rules):
        for _ in range(6 if rules.king else 15):
            player = rng.randrange(2)
            cells = scattered(rules, (k, m) if player == 0 else (m, k), rng)
            assert chance(cells, player) == pytest.approx(by_the_engine(rules, cells, player, chance), abs=2e-7)
    assert chance(scattered(rules, (few.MOST[name], 1), rng), 0) is None  # too many
    assert data.exact(parse_rules(name + ",lose_at=1")) is None  # other rules
    with pytest.raises(ValueError, match="expected"):
        few.Few(rules, bytes(3))


def test_solved_endings_of_a_relative_are_solved_again(tmp_path, compiled):
    rules = parse_rules("sig")
    solved = Solved(Kernel(rules, UNLEARNT))
    assert list(solved.tables) == few.tables(rules)
    del solved.tables[1, 2], solved.tables[2, 1]
    solving.solve(solved, "sig", tmp_path)
    assert solving.residual(solved) < 1e-9
    table = solved.few()
    assert table == data.endings_of(rules, ".few")[: len(table)]
    rng, shipped = random.Random(5), data.exact(rules)
    for player in (0, 1):
        cells = scattered(rules, (1, 1), rng)
        assert solved.chance(cells, player) == pytest.approx(shipped(cells, player), abs=1e-7)


def test_endings_have_a_place_each_the_same_for_kernel_and_files(tmp_path, compiled):
    found, solved = cerne_abbey(), cerne_abbey()
    rules = found.kernel.rules
    for k, m in ((2, 1), (1, 2), (2, 2)):
        table = found.tables[k, m]
        for place in range(len(table)):
            table[place] = place / len(table)
        file = tmp_path / f"cerne-abbey-{k}-{m}.f64"
        file.write_bytes(table)
        solved.load(k, m, file)
    # two of the thrower's on 24 holes and one of the other's: of its 24 holes those 12 of the middle row may be taken
    assert found.figures(2, 1)[0] == comb(24, 2) * 12 + comb(23, 2) * 12
    rng = random.Random(2)
    seen = set()
    for _ in range(400):
        k, m = rng.choice(((2, 1), (1, 2), (2, 2)))
        player = rng.randrange(2)
        cells = bytearray(rules.board.size)
        place = 0
        for side, count in ((player, k), (1 - player, m)):
            step = rules.board.step[side]
            own = [hole for hole in range(len(cells)) if step[hole] >= rules.n and not cells[hole]]
            holes = rng.sample(own, count)
            for hole in holes:
                cells[hole] = DALLED[side]
            ways = sorted(step[hole] - rules.n for hole in holes)
            place = place * found.ranks[m] + sum(comb(way, number) for number, way in enumerate(ways, 1))
        chance = found.chance(cells, player)
        assert chance == place / len(found.tables[k, m]) == solved.chance(cells, player)
        seen.add((k, m, chance))
    assert len(seen) > 380


def test_games_played_on_know_who_is_ahead_and_are_the_same_again(compiled):
    rules = parse_rules("cerne-abbey")
    kernel = Kernel(rules)
    ahead = parse_position("......AAAAAA/............/......bb.... A -", rules)
    mean, square = kernel.playouts(ahead.cells, 0, 256)
    shared = wasm.Kernel(kernels.game_bytes(rules, rules.board), weights_of("cerne-abbey"), data.endings_of(rules))
    assert shared.playouts(ahead.cells, 0, 256) == (mean, square)
    assert mean > 0.8 and mean * mean < square <= mean
    assert kernel.playouts(ahead.cells, 0, 256) == (mean, square)
    short, its_square = kernel.playouts(ahead.cells, 0, 256, most=2)
    assert short == pytest.approx(mean, abs=0.1) and its_square - short**2 < square - mean**2


def test_the_kernel_judges_as_python_does():
    rules = parse_rules("cerne-abbey")
    at = parse_position("..aaaaaaaaaa/A..B......A./..bbbbbbbbbb A 12", rules)
    quick, plain = (advice_of(rules, opponent, data.exact(rules)) for opponent in both(rules))
    assert quick.turns(at)[0] != plain.turns(at)[0]  # it looks further
    assert [entry[2] for entry in quick.turns(at)][0] == plain.turns(at)[0][2]


def test_luck_is_fair_where_a_game_is_late():
    rules = parse_rules("danish")
    advice = data.advice(rules)
    at = parse_position(".............B.B/........A.......B/............A... A -", rules)
    mean = 0.0
    for throw in rules.throws:
        mean += throw.weight * advice.turns(Position(rules, at.cells, at.side, throw))[0][0] / 16
    assert advice.before(at.cells, at.side)[0] == pytest.approx(mean, abs=0.06)


def run_lab(monkeypatch, *words: str):
    """`python -m lab` in this very Python."""
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))
    return main(*words)


def test_the_ladder_has_rates_with_errors_and_elo(monkeypatch, capsys, compiled):
    assert run_lab(monkeypatch, "ladder", "--games", "60", "--players", "random,greedy,3") is None
    table = capsys.readouterr().out.splitlines()[1:]
    assert table[0].split() == ["random", "greedy", "3", "Elo"]
    rows = {line.split()[0]: line for line in table[1:]}
    ratings = [float(rows[name].split()[-1]) for name in ("random", "greedy", "3")]
    assert ratings[0] == 0 and ratings[0] + 300 < ratings[1] < ratings[2] - 100
    assert "player 'nobody'" in run_lab(monkeypatch, "ladder", "--players", "random,nobody")
    assert "each once" in run_lab(monkeypatch, "ladder", "--players", "random,random")


def by_the_engine(rules, cells, player, chance_of) -> float:
    """The chance of the player, who is to throw, from the best turn of each throw and the solved chances after it."""
    total = 0.0
    for throw in rules.throws:
        at = Position(rules, cells, player, throw)
        legal = legal_turns(at)
        again = rules.again(throw, legal.dice_used)
        best = 0.0
        for turn in legal.turns:
            after = at.copy()
            play(after, turn)
            if beaten(rules, after.cells, 1 - player):
                best = 1.0
            else:
                chance = chance_of(after.cells, player if again else 1 - player)
                best = max(best, chance if again else 1 - chance)
        total += throw.weight * best
    return total / sum(throw.weight for throw in rules.throws)
