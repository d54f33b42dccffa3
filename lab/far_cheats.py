"""What cheats and strangers can do to a far game: nothing; and that its dice are fair.

    python -m lab.far_cheats [--messages 10000] [--throws 200000] [--seed 1]

Strangers' messages (torn, changed, moved to another place, of another key or game, noise) must all be passed over and
counted. A cheat has the key: whatever it sends that is not right must break the game at that message, or wait, and
leave the dice and the record as they were. The dice of many throws are compared with equal chances by chi square, by
face and by pair, also where one side chose its secret to throw well against a chain that it could guess.
"""

import argparse
import random
import sys

from companion.far.chain import Chain, dice, sha256
from companion.far.fold import Fold
from companion.far.link import Link
from companion.far.messages import mac, seal, topic_of
from lab.far_games import play

CHI_99 = {1: 6.63, 3: 11.34, 15: 30.58}  # chi square by degrees of freedom: above it in one run of 100
KINDS = ("torn", "changed", "moved", "other key", "other game", "noise", "too long", "number")


def stranger(rng: random.Random, link: Link, lines: list, kind: str) -> tuple:
    """A message that nobody with the key has sent under this topic."""
    topic, payload = rng.choice(lines)
    if kind == "torn":
        payload = payload[: rng.randrange(len(payload))]
    elif kind == "changed":
        at = rng.randrange(len(payload))
        payload = payload[:at] + chr(32 + (ord(payload[at]) - 32 + rng.randrange(1, 95)) % 95) + payload[at + 1 :]
    elif kind == "moved":
        topic = topic_of(link.game, rng.choice("ab"), 5000 + rng.randrange(5000))
    elif kind == "other key":
        payload = payload[:-32] + mac(rng.randbytes(16), topic, payload[:-33])
    elif kind == "other game":
        topic = topic.replace(link.game, link.game[1:] + link.game[:1])
    elif kind == "noise":
        payload = rng.randbytes(rng.randrange(600))
    elif kind == "too long":
        text = payload[:-34] + " " * 500 + "}"
        payload = text + " " + mac(link.key, topic, text)
    else:
        topic = topic.rpartition("/")[0] + "/" + rng.choice(["", "00", "-1", "1e3", "99999", "x", "here/0", "\x00"])
    return topic, payload if type(payload) is bytes else payload.encode()


def strangers(rng: random.Random, fold: Fold, link: Link, count: int) -> dict:
    """Send so many messages of strangers to a game; how many of each kind came. AssertionError if one was taken."""
    lines, record = list(fold.lines()), fold.record()
    began = fold.strangers
    counts = dict.fromkeys(KINDS, 0)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        counts[kind] += 1
        message = stranger(rng, link, lines, kind)
        assert not fold.take(*message), (kind, message)
    assert fold.strangers - began == count, "not all were counted"
    assert list(fold.lines()) == lines and fold.record() == record and not fold.broken
    return counts


def cheats(rng: random.Random, done: Fold, link: Link, count: int) -> dict:
    """Cut a game somewhere and let a cheat with the key go on; how many messages broke it, waited or stood twice."""
    lines = list(done.lines())
    counts = {"broken": 0, "waits": 0}
    for _ in range(count):
        upto = [rng.randrange(2, seat.next) for seat in done.seats]
        fold = Fold(link.game, link.key)
        for topic, payload in lines:
            seat, number = topic.split("/")[3:]
            if int(number) < upto["ab".index(seat)]:
                fold.take(topic, payload)
        k = rng.randrange(2)
        seat = fold.seats[k]
        throws, record = list(fold.throws), fold.record()
        number = max(seat.log) + 1
        wrong = sha256(rng.randbytes(32)).hex()
        chain = Chain(rng.randbytes(32), 5)
        pairs = rng.choice(
            [
                [("do", "link"), ("t", seat.thrown + 1), ("x", wrong)],
                [("do", "link"), ("t", seat.thrown + 2), ("x", wrong)],
                [("do", "link"), ("t", max(1, seat.thrown)), ("x", seat.links[-1].hex() if seat.links else wrong)],
                [("do", "tip"), ("tip", chain.tip.hex())],
                [("do", "turn"), ("ply", len(fold.game.plies) + 1), ("turn", "A1-M9")],
                [("do", "turn"), ("ply", len(fold.game.plies) + 2), ("turn", "--")],
                [("do", "answer"), ("of", 0), ("yes", True)],
                [("do", "sit"), ("v", 1), ("rules", "danish"), ("tip", wrong), ("name", ""), ("turn_s", 0)],
            ]
        )
        topic = topic_of(link.game, "ab"[k], number)
        fold.take(topic, seal(link.key, topic, pairs))
        if fold.broken:
            assert fold.broken[0] == topic, fold.broken
            counts["broken"] += 1
        else:
            assert seat.next <= number, (pairs, "counted")
            counts["waits"] += 1
        assert fold.throws == throws and fold.record().split("\n\n")[-1] == record.split("\n\n")[-1], pairs
    return counts


def chi_square(counts: list) -> float:
    """Of counts that should be equal."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def throws(rng: random.Random, count: int, best_of: int = 1) -> list:
    """Dice of chains of 1,000 links. best_of: of so many secrets seat b takes the best against a chain it guesses."""
    found: list = []
    while len(found) < count:
        a = links(rng.randbytes(32))
        guess = links(rng.randbytes(32))
        mine = max((links(rng.randbytes(32)) for _ in range(best_of)), key=lambda chain: score(guess, chain))
        found += [dice(a[t], mine[t], t + 1) for t in range(1000)]
    return found[:count]


def links(secret: bytes) -> list:
    """All 1,000 links of a chain, the first one first."""
    chain = [secret]
    for _ in range(999):
        chain.append(sha256(chain[-1]))
    return chain[::-1]


def score(a: list, b: list) -> int:
    """How well the first throws of two chains go, by pips."""
    return sum(sum(dice(a[t], b[t], t + 1)) for t in range(20))


def fairness(found: list) -> dict:
    """Chi square of the dice: faces of either die, and pairs, with the bounds that one run in 100 passes."""
    pairs = [found.count((one, other)) for one in range(1, 5) for other in range(1, 5)]
    first = [sum(pairs[4 * k : 4 * k + 4]) for k in range(4)]
    second = [sum(pairs[k::4]) for k in range(4)]
    return {
        "first": (chi_square(first), CHI_99[3]),
        "second": (chi_square(second), CHI_99[3]),
        "pairs": (chi_square(pairs), CHI_99[15]),
    }


def main(args=None) -> int:
    """Run all and say what came out; exit status 1 if dice were not fair."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--messages", type=int, default=10000)
    parser.add_argument("--throws", type=int, default=200000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(args)
    rng = random.Random(given.seed)
    done, _ = play(given.seed)
    link = Link.new("mqtt://localhost", random.Random(given.seed).randbytes(32))
    assert link.game == done.name
    print(f"strangers: {strangers(rng, done, link, given.messages)}, none taken, all counted")
    print(f"cheats with the key: {cheats(rng, done, link, given.messages // 10)}, no die and no turn of theirs counted")
    unfair = 0
    for what, best_of in (("both honest", 1), ("one chose among 100 secrets", 100)):
        count = given.throws if best_of == 1 else min(given.throws, 20000)
        for name, (found, bound) in fairness(throws(rng, count, best_of)).items():
            unfair += found > bound
            print(f"{count} throws, {what}: chi square of {name} {found:.1f}, 99 % of fair runs are below {bound}")
    return 1 if unfair else 0


if __name__ == "__main__":
    sys.exit(main())
