"""The engine and the page's rooms on MicroPython's WebAssembly port: they say there what they say on CPython."""

import json

import pytest

from daldos.ai.kernel import KernelOpponent, game_bytes
from daldos.ai.nets import weights_of
from daldos.position import parse_position
from daldos.rules import parse_rules
from host.ai import data, wasm
from host_tests.conftest import NIGHTLY, ROOT
from tools import kernel

DRAWS = ROOT / "host/worker/instead/random.py"  # what the simulated board draws from there

# Judges positions of seeded games of every ruleset and asks every level for a turn.
PROGRAM = """
from daldos import Game, Position
from daldos.ai.nets import opponent_for
from daldos.ai.opponent import LEVELS, Thought
from daldos.prng import Xorshift32
from daldos.rules import RULESETS, Rules
from daldos.selfplay import play_game

for name, _ in RULESETS[:COUNT]:
    rules = Rules(name)
    opponent = opponent_for(rules)
    game = play_game(rules, Xorshift32(2026))
    for turn in list(game)[8:60:36]:
        at = turn.position
        print(name, at.text(), [(turn.text, turn.result) for turn in at.turns()])
        for level in range(1, len(LEVELS) + 1):
            thought = Thought(opponent, at, level, Xorshift32(7), valued=True)
            while not thought.step():
                pass
            print(level, thought.turn, thought.chance)
try:
    Position.parse("aaa/bbb A 12")
except ValueError as error:
    print(type(error).__name__, error)
"""


# A room with one page, driven for some seconds of the board's time: hands, a fault, a game against the board.
ROOM = """
import json
from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from daldos.prng import Xorshift32
from host.games.play import OwnGame
from host.sim.table import Table
from host.web.backend import TableBackend
from host.web.pages import Room
from host.web.replay import replay_frame

dice = Dice(Xorshift32(5).next)
room = Room(lambda store: TableBackend(Table(seed=5, store=store)), OwnGame(MemoryStore(), dice), clock=lambda: 0)
page = room.open(True, lambda: None)

def drive(ms, *commands):
    for command in commands:
        room.receive(page, json.dumps(command))
    for k in range(ms // 10):
        room.tick(10)
        if k % 2:
            room.look()
        frame = room.frame(page)
        while frame is not None:
            print(frame if isinstance(frame, str) else json.dumps(frame))
            frame = room.frame(page)

drive(0, {"do": "hello", "token": "", "code": "", "rules": ""}, {"do": "behind", "what": "board"})
drive(200, {"do": "show", "what": ["turns", "odds", "bars"]})
drive(400, {"do": "lift", "hand": 0, "hole": "A1"}, {"do": "hover", "hand": 0, "x": 1.5, "y": 2, "hole": "M1"})
drive(400, {"do": "place", "hand": 0, "hole": "M1"}, {"do": "place", "hand": 0, "hole": "M2"}, {"do": "nonsense"})
drive(600, {"do": "fault", "name": "dead", "args": ["A5"]}, {"do": "fault", "name": "swap", "args": [1]})
drive(300, {"do": "heal"}, {"do": "board", "line": {"do": "no such"}})
drive(200, {"do": "plug", "in": False})
drive(600, {"do": "plug", "in": True})
drive(200, {"do": "behind", "what": "game"})
begin = {"do": "begin", "mode": "solo", "rules": "naesheim", "level": 2, "side": "B"}
drive(100, dict(begin, text="", step=0, throw=""))
for _ in range(60):
    view = room.behind.shown.view()
    plays = sorted(view["plays"].items())
    if plays:
        drive(20, {"do": "play", "from": plays[0][0], "to": sorted(plays[0][1])[0]})
    else:
        drive(300, {"do": "end"})  # the level may think in Python, in more slices
drive(100, {"do": "takeback"}, {"do": "games", "begins": True}, {"do": "seat"})
print(json.dumps(replay_frame(room.feed.values["record"])))
"""


def test_webassembly_says_what_cpython_says(webassembly, cpython):
    program = PROGRAM.replace("COUNT", "9" if NIGHTLY else "2")
    here = cpython.run("-c", program)
    assert (here.returncode, here.stderr) == (0, "")
    assert here.stdout.count("\n") > 20 and "PositionError rows 'aaa/bbb'" in here.stdout
    assert webassembly.run(stdin=program).stdout == here.stdout


ADVISED = """
import json
from host.web.adviser import JOBS
from host.web.lessons import puzzle

record = "Rules: danish\\nResult: *\\n\\n0 A 24\\n0 B 13\\n1 A 12 A1-M3\\n2 B 24 --\\n3 A 11 A2-M1\\n"
RULES = "danish,jump=any"  # whose endings nobody has solved: the port has none yet
late = ".......A.aaaaaB./.A..B......B...../.............b.. B 34"
for kind, *args in (
    ("review", record), ("errors", "x", record), ("analysis", late, RULES, 256, []), ("first", "naesheim"),
    ("made", "sig-short", 3), ("analysis", ".....A....../..B..A......B/........b... A 6", "sig-short", 0, []),
):
    print(json.dumps({kind: JOBS[kind](*args, slice_s=60)}))
print(json.dumps(puzzle("......B........./.......BA......../............A... A 44", "M9-M17").view()))
"""


def test_what_pages_have_worked_out_is_the_same_there(webassembly, cpython):
    here, there = (runtime.stdout for runtime in (cpython.run("-c", ADVISED), webassembly.run(stdin=ADVISED)))
    assert here.count("\n") == 7 and "chance" in here
    assert [json.loads(line) for line in there.splitlines()] == [json.loads(line) for line in here.splitlines()]


ASKED = """
import sys
from daldos import Rules, Position
from daldos.ai.nets import opponent_for

text, chances = sys.argv[1:]
with open(chances, "rb") as file:
    opponent = opponent_for(Rules("naesheim"), file.read())
at = Position.parse(text, "naesheim")
kernel = opponent._kernel
chances = [opponent.chance(at.cells, 0, plies) for plies in (1, 2, 3)]
print(chances, kernel.row(7, 11), kernel.playouts(at.cells, 0, 64, 5))
"""


def test_the_kernel_there_plays_games_on_and_knows_the_endings(webassembly):
    rules = parse_rules("naesheim")
    at = parse_position("............/A..A...B.B../............ A -", rules)
    made = wasm.Kernel(game_bytes(rules, rules.board), weights_of("naesheim"), data.endings_of(rules))
    chances = [KernelOpponent(rules, made).chance(at.cells, 0, plies) for plies in (1, 2, 3)]
    there = webassembly.run(at.text(), data.endings_file("naesheim"), stdin=ASKED).stdout
    assert there.split("\n")[0] == f"{chances} {made.row(7, 11)} {made.playouts(at.cells, 0, 64, 5)}"


def test_the_kernel_is_made_of_the_sources_that_are_here():
    said = kernel.WASM.read_bytes()
    assert said.endswith(kernel.digest()), "its sources have changed: python3 tools/run.py kernel"


@pytest.mark.needs("wasm")
def test_the_kernel_is_made_anew_byte_for_byte():
    assert kernel.made() == kernel.WASM.read_bytes()


def frames(text: str) -> list:
    """The frames printed; their keys stand in any order, and a greeting has random names."""
    found = [json.loads(line) for line in text.splitlines()]
    return [frame for frame in found if "token" not in frame]


def test_a_room_says_there_what_it_says_on_cpython(webassembly, cpython):
    drawn = f"import random, runpy\nrandom.Random = runpy.run_path({str(DRAWS)!r})['Random']\n"
    here = cpython.run("-c", drawn + ROOM)
    assert (here.returncode, here.stderr) == (0, "")
    there = webassembly.run(stdin=ROOM)
    assert (there.returncode, there.stderr) == (0, "")
    ours, theirs = frames(here.stdout), frames(there.stdout)
    kinds = {key for frame in ours for key in frame}
    assert kinds == {"v", "log", "error", "replay"} and len(ours) > 150
    assert ours[-1]["replay"]["steps"][-1]["turn"] != ""
    for one, other in zip(ours, theirs, strict=True):
        assert one == other
