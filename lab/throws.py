"""Counts throws of the dice and tests their fairness: chi square over the ten throws.

    python -m lab throws                                # 1,000,000 by the Pico's entropy with the worst oscillator
    python -m lab throws --pico build/daldos-pico.uf2   # on the emulated Pico, by the firmware's own dice

The model has a ring oscillator with nearly all ones, and a clock without randomness, so fairness depends on the hashing
alone. The emulated Pico's oscillator is constant and its clock exact, so the same holds there. A fair pair of dice
stays below the limit 999 times in 1000; the exit status is 1 if it does not.
"""

import hashlib
from pathlib import Path

from companion.game.dice import Dice
from daldos.prng import Xorshift32
from daldos.throws import LONG_DICE
from lab.arguments import parser as parser_of
from lab.arguments import say
from picohw.entropy import Entropy

LIMIT = 27.88  # of chi square with 9 degrees of freedom, exceeded once in a thousand
_CHUNK = 20000  # throws a command to the emulated Pico
# Sent to the REPL: counts the throws of the board's own drivers, in the order of their table.
COUNT = """\
import hashlib, os, time
from companion.game.dice import Dice
from picohw.entropy import Entropy
try:
    dice
except NameError:
    dice = Dice(Entropy(os.urandom, hashlib.sha256, time.ticks_us))
counts = [0] * 10
for _ in range(%d):
    counts[dice.throw().number] += 1
print(*counts)
"""


def model(seed: int = 1) -> Dice:
    """Dice by the Pico's entropy, its oscillator giving 15 ones in 16 bits, its clock a microsecond more each time."""
    stream = Xorshift32(seed)
    clock = iter(range(1 << 62))

    def urandom(count: int) -> bytes:
        return bytes(0xFF if stream.below(2) else 0xFF & ~(1 << stream.below(8)) for _ in range(count))

    return Dice(Entropy(urandom, hashlib.sha256, lambda: next(clock)))


def count(dice: Dice, throws: int) -> list[int]:
    """The count of each throw."""
    counts = [0] * len(LONG_DICE)
    for _ in range(throws):
        counts[dice.throw().number] += 1
    return counts


def count_on_pico(image: Path, throws: int) -> list[int]:
    """The same on the emulated Pico."""
    from lab.pico.bench import Rig
    from lab.pico.flash import make_files
    from lab.pico.pin_board import PinBoard

    rig = Rig(image, files=make_files({}), board=PinBoard(seed=1))
    rig.run_until_text(b"hello")
    total = [0] * len(LONG_DICE)
    for first in range(0, throws, _CHUNK):
        some = rig.execute(COUNT % min(_CHUNK, throws - first), timeout_ms=60_000).split()
        total = [one + int(more) for one, more in zip(total, some, strict=True)]
        say(f"{sum(total)} of {throws} throws, chi square {chi_square(total):.2f}")
    return total


def chi_square(counts: list[int]) -> float:
    """Chi square of these counts of the throws against two fair dice."""
    throws = sum(counts)
    fair = [throws * throw.weight / LONG_DICE.weight for throw in LONG_DICE]
    return sum((seen - expected) ** 2 / expected for seen, expected in zip(counts, fair, strict=True))


def main(arguments=None) -> int:
    """Print the counts and chi square; the exit status."""
    parser = parser_of("throws", __doc__, seeded=False)
    parser.add_argument("--throws", type=int, default=1_000_000, help="how many (default %(default)s)")
    parser.add_argument("--pico", type=Path, metavar="IMAGE", help="on the emulated Pico, with this image")
    parser.add_argument("--seed", type=int, default=1, help="of the model (default %(default)s)")
    args = parser.parse_args(arguments)
    if args.throws < 160:
        parser.error(f"{args.throws} throws: expected at least 160, ten of each double")
    if args.pico and not args.pico.is_file():
        parser.error(f"{args.pico}: no such file: tools/build_uf2.sh makes it")
    counts = count_on_pico(args.pico, args.throws) if args.pico else count(model(args.seed), args.throws)
    for throw, seen in zip(LONG_DICE, counts, strict=True):
        print(f"{throw.text} {seen:9d}")
    chi = chi_square(counts)
    print(f"chi square {chi:.2f}, at most {LIMIT} for fair dice")
    return 0 if chi <= LIMIT else 1
