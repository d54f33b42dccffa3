"""The engine on MicroPython's WebAssembly port, which has no native emitter: it says there what it says on CPython."""

import shutil
import subprocess

import pytest

PACKAGE = "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"

# Judges positions of seeded games of every ruleset and asks every level for a turn.
PROGRAM = """
from daldos import Game, Position
from daldos.ai.nets import opponent_for
from daldos.ai.opponent import LEVELS, Thought
from daldos.prng import Xorshift32
from daldos.rules import RULESETS, Rules
from daldos.selfplay import play_game

for name, _ in RULESETS:
    rules = Rules(name)
    opponent = opponent_for(rules)
    game = play_game(rules, Xorshift32(2026))
    for turn in list(game)[8:60:9]:
        at = turn.position
        print(name, at.text(), [(turn.text, turn.result) for turn in at.turns()])
        for level in range(1, len(LEVELS) + 1):
            thought = Thought(opponent, at, level, Xorshift32(7), valued=True)
            while not thought.step():
                pass
            print(level, thought.turn, thought.logit, thought.chance)
try:
    Position.parse("aaa/bbb A 12")
except ValueError as error:
    print(type(error).__name__, error)
"""


@pytest.fixture(scope="module")
def port(root):
    """The port's module for node, as host_tests/wasm/package-lock.json pins it; got once, into build/wasm."""
    if not shutil.which("npm"):
        pytest.fail("node and npm are needed: install them, such as by apt-get install nodejs npm")
    pinned, folder = root / "host_tests/wasm/package-lock.json", root / "build/wasm"
    got = folder / "node_modules/.of-lock"
    if not got.exists() or got.read_bytes() != pinned.read_bytes():
        folder.mkdir(parents=True, exist_ok=True)
        for file in ("package.json", "package-lock.json"):
            shutil.copy(root / "host_tests/wasm" / file, folder)
        command = ["npm", "ci", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        shutil.copy(pinned, got)
    return folder / PACKAGE


def test_webassembly_says_what_cpython_says(port, root, cpython):
    here = cpython.run("-c", PROGRAM)
    assert (here.returncode, here.stderr) == (0, "")
    assert here.stdout.count("\n") > 150 and "PositionError rows 'aaa/bbb'" in here.stdout
    command = ["node", root / "host_tests/wasm/run.mjs", port, root / "firmware/lib/daldos"]
    there = subprocess.run(command, input=PROGRAM, capture_output=True, encoding="utf-8")
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == here.stdout
