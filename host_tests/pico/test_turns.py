"""The board asks the kernel in its image for legal turns: the same, in the same order, as Python's search finds."""

import random

from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.turns import legal_turns
from host_tests.conftest import NIGHTLY
from lab.pico.bench import Rig
from lab.positions import option_sets, random_position

ASKED = """
import gc
from daldos import turns
from daldos.position import parse_position
from daldos.rules import parse_rules
def told(legal):
    return legal.dice_used, legal.turns, legal.ends
for rules, text in {work!r}:
    at = parse_position(text, parse_rules(rules))
    here, plain = turns.legal_turns(at), turns.found_turns(at)
    print(told(here) == told(plain), here.dice_used, here.turns, turns.kernel_turns is not None)
    gc.collect()
"""
TIGHT = """
from daldos import turns
from daldos.position import parse_position
from daldos.rules import parse_rules
at = parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 11", parse_rules("danish"))
game = turns.search_bytes(at.rules)
held = []
try:
    while True:
        held.append(bytearray(4096))
except MemoryError:
    pass
print(turns.kernel_turns(game, at.cells, at.side, (1, 1), -1)[1])
"""


def test_the_image_finds_the_turns_that_python_defines(image):
    rng, sets = random.Random(4), option_sets(4)
    work = []
    for number in range(600 if NIGHTLY else 60):
        rules, options = sets[number % len(sets)]
        work.append((rules, random_position(rng, options)))
    rig = Rig(image)
    rig.run_until_text(b"hello")
    lines = []
    for first in range(0, len(work), 10):
        lines += rig.execute(ASKED.format(work=work[first : first + 10]), timeout_ms=20_000).splitlines()
    here = [legal_turns(parse_position(text, parse_rules(rules))) for rules, text in work]
    assert [line for line in lines if line] == [f"True {legal.dice_used} {legal.turns} True" for legal in here]
    assert sum(len(legal.turns) for legal in here) > 300


def test_a_full_heap_does_not_hinder_the_kernels_search(image):
    rig = Rig(image)
    rig.run_until_text(b"hello")
    assert rig.execute(TIGHT, timeout_ms=20_000).split() == ["2"]
