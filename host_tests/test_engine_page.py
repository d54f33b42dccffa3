"""docs/engine.md and the engine's docstrings: every example gives the stated output, on CPython and MicroPython."""

import doctest
import re

import pytest

from daldos import RULESETS, Position
from host.ai.data import exact
from host_tests.conftest import ROOT

PAGE = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
README = (ROOT / "firmware/lib/README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.S | re.M)
PROGRAM = [block for block in BLOCKS if ">>>" not in block]
EXAMPLES = {
    "page": "\n".join(block for block in BLOCKS if ">>>" in block),
    "readme": "".join(re.findall(r"^```python\n(.*?)^```", README, re.S | re.M)),
}
for name in ("__init__", "effects", "game", "packing", "position", "prng", "reach", "why"):
    text = (ROOT / f"firmware/lib/daldos/{name}.py").read_text(encoding="utf-8")
    EXAMPLES["daldos." + name] = re.match(r'"""(.*?)"""', text, re.S)[1]
MARK = "-- example %d"


def program_of(text: str, prelude: str = "") -> tuple:
    """A program that runs a text's examples like a prompt, and the expected output of each."""
    lines = [prelude]
    wanted = []
    for number, example in enumerate(doctest.DocTestParser().get_examples(text)):
        lines.append(f"print({MARK % number!r})")
        source = example.source.rstrip("\n")
        try:
            compile(source, "example", "eval")
            code = [f"_ = ({source}\n)", "if _ is not None: print(repr(_))"]
        except SyntaxError:
            code = [source]
        if example.exc_msg is not None:
            body = "\n".join(code).replace("\n", "\n    ")
            code = ["try:\n    " + body, "except Exception as _e: print('%s: %s' % (type(_e).__name__, _e))"]
        lines += code
        wanted.append((example.exc_msg or example.want).replace("<BLANKLINE>", ""))
    return "\n".join(lines), wanted


def outputs(done) -> list:
    """The output of each example."""
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return re.split(r"^-- example \d+\n", done.stdout, flags=re.M)[1:]


@pytest.mark.parametrize("runtime", ["micropython", "cpython"])
def test_examples_are_true(request, runtime):
    made = []
    for name, text in EXAMPLES.items():
        prelude = f"from {name.removesuffix('.__init__')} import *" if name.startswith("daldos") else ""
        made.append(program_of(text, prelude))
    assert len(made[0][1]) > 50 and all(wanted for _, wanted in made)
    program = "\n".join(f"exec({program!r}, {{}})" for program, _ in made)
    done = request.getfixturevalue(runtime).run("-c", program)
    assert outputs(done) == [want for _, wanted in made for want in wanted]


def test_an_example_that_is_wrong_is_seen(cpython):
    program, wanted = program_of(">>> 1 + 1\n3\n>>> int('x')\nTraceback (most recent call last):\nKeyError: x\n")
    found = outputs(cpython.run("-c", program))
    assert [a == b for a, b in zip(found, wanted, strict=True)] == [False, False]
    assert found[0] == "2\n" and found[1].startswith("ValueError: ")


def test_the_program_of_twenty_lines(micropython, cpython):
    program = PROGRAM[0]
    assert len([line for line in program.splitlines() if line]) <= 20
    told = [runtime.run("-c", program) for runtime in (micropython, cpython)]
    assert [(done.returncode, done.stderr) for done in told] == [(0, "")] * 2
    assert told[0].stdout == told[1].stdout
    captured, random = map(int, re.fullmatch(r"the capturing player won (\d+) .* one (\d+)\n", told[0].stdout).groups())
    assert captured + random == 20 and captured > 14


def test_the_ending_is_solved_as_by_the_table(cpython):
    program = PROGRAM[1]
    assert len([line for line in program.splitlines() if line]) < 25
    done = cpython.run("-c", program)
    at = Position.parse("............/.....A..B.../............ A -", "cerne-abbey")
    known = exact(at.rules)(at.cells, 0)
    count, chance = re.fullmatch(r"(\d+) positions; from here the thrower wins (0\.\d+)\n", done.stdout).groups()
    assert int(count) > 500 and float(chance) == pytest.approx(known, abs=0.0006)


def test_the_first_throws_are_counted(micropython, cpython):
    program = PROGRAM[2]
    assert len([line for line in program.splitlines() if line]) < 25
    told = [runtime.run("-c", program).stdout.splitlines() for runtime in (micropython, cpython)]
    assert told[0] == told[1] and len(PROGRAM) == 3
    # A dal is among 7 of the 16 throws, and only a dal moves anything.
    assert [line.split(None, 1)[1] for line in told[0]] == ["7 of 16 throws, at most 2 ways"] * len(RULESETS)
