"""Whether the opponent replies the same on CPython and on MicroPython's unix port, level by level.

    MICROPYTHON=build/micropython python -m lab.replies [positions]

Positions are of danish games from the first throw to the last. On the emulated Pico: `lab.thinking_bench`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from host.ai import data
from lab.thinking_bench import game_positions

ROOT = Path(__file__).resolve().parents[1]
LEVELS = (1, 2, 3, 4, 5)

# On MicroPython: a line of positions in, a line of turns out, as they are packed.
CHOOSE = """\
import json, sys
from daldos.ai.nets import opponent_for
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
rules = parse_rules("danish")
with open(sys.argv[1], "rb") as file:
    opponent = opponent_for(rules, file.read())
with open(sys.argv[2]) as file:
    for line in file:
        at = parse_position(line.strip(), rules)
        print(json.dumps([opponent.choose(at, level, Xorshift32(1)) for level in {levels}]))
"""


def here(texts: list[str]) -> list[list[int]]:
    """The turn of each level in each position, by CPython."""
    rules = parse_rules("danish")
    opponent = data.opponent(rules)
    at = [parse_position(text, rules) for text in texts]
    return [[opponent.choose(position, level, Xorshift32(1)) for level in LEVELS] for position in at]


def on_micropython(micropython: str, texts: list[str]) -> list[list[int]]:
    """The same by MicroPython; CalledProcessError if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        program, positions = Path(folder) / "choose.py", Path(folder) / "positions"
        program.write_text(CHOOSE.format(levels=LEVELS))
        positions.write_text("\n".join(texts) + "\n")
        files = [str(path) for path in (program, data.endings_file("danish"), positions)]
        command = [micropython, "-X", "heapsize=8m", *files]
        env = {**os.environ, "MICROPYPATH": str(ROOT / "firmware/lib")}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> int:
    """Print how many replies are the same; the exit status is 1 if one is not."""
    parser = argparse.ArgumentParser(prog="python -m lab.replies", description=__doc__.split("\n")[0])
    parser.add_argument("positions", type=int, nargs="?", default=5000, help="how many (default %(default)s)")
    count = parser.parse_args().positions
    micropython = os.environ.get("MICROPYTHON", str(ROOT / "build/micropython"))
    if not Path(micropython).exists():
        parser.error(f"{micropython}: no such file: tools/micropython.sh makes it")
    texts = game_positions(count, 1)
    ours = here(texts)
    theirs = on_micropython(micropython, texts)
    other = [text for text, one, two in zip(texts, ours, theirs, strict=True) if one != two]
    print(f"{len(texts)} positions, levels 1 to 5: {len(texts) - len(other)} with the same replies")
    for text in other[:10]:
        print(text)
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
