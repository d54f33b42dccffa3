"""Attacks by strangers and cheats on a far game, which must all fail; and the fairness of its dice.

Strangers' messages (torn, changed, moved to another place, of another key or game, noise) must all be ignored and
counted. A cheat has the key: each invalid message must break the game at that message, or wait, without changing dice
or record. The dice of `--throws` throws are compared with equal chances by chi square, by face and by pair; a tenth as
many where one side chose among 100 secrets against a chain that it guessed.
"""

import functools
import random

from companion.far.chain import Chain, dice, sha256
from companion.far.fold import Fold
from companion.far.link import Link
from companion.far.messages import mac, seal, topic_of
from lab.campaigns.far import play
from lab.figures import Figures

SIZE = "10000 messages of strangers"
OPTIONS = {"throws": 200_000}
PIECE = 500  # messages
CHEATS = 10  # strangers' messages to one of a cheat, whose game is folded again
SECRETS, CHOSEN = 100, 20  # secrets to choose among, throws to choose by
CHI_BOUND = {"first die": 16.27, "second die": 16.27, "pairs": 37.70}  # one fair run in 1,000 is above
KINDS = ("torn", "changed", "moved", "other key", "other game", "noise", "too long", "number")


@functools.cache
def a_game(seed: int) -> "tuple[Fold, Link]":
    """A whole game to attack."""
    return play(seed)[0], Link.new("mqtt://localhost", random.Random(seed).randbytes(32))


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


def strangers(rng: random.Random, fold: Fold, link: Link, count: int) -> Figures:
    """Send `count` messages of strangers to a game."""
    figures = Figures()
    lines, record = list(fold.lines()), fold.record()
    began = fold.strangers
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        message = stranger(rng, link, lines, kind)
        figures.counts[kind] += 1
        if fold.take(*message):
            figures.fail("taken", f"{kind}: {message}")
    if fold.strangers - began != count:
        figures.fail("not counted", f"{fold.strangers - began} of {count}")
    if list(fold.lines()) != lines or fold.record() != record or fold.broken:
        figures.fail("changed", str(fold.broken))
    return figures


def cheats(rng: random.Random, done: Fold, link: Link, count: int) -> Figures:
    """Cut a game somewhere and let a cheat with the key go on, `count` times."""
    figures = Figures()
    for _ in range(count):
        upto = [rng.randrange(2, seat.next) for seat in done.seats]
        fold = Fold(link.game, link.key)
        for topic, payload in done.lines():
            seat, number = topic.split("/")[3:]
            if int(number) < upto["ab".index(seat)]:
                fold.take(topic, payload)
        k = rng.randrange(2)
        throws, record, number = list(fold.throws), fold.record(), len(fold.seats[k].log)
        pairs = rng.choice(wrong_messages(rng, fold, k))
        topic = topic_of(link.game, "ab"[k], number)
        fold.take(topic, seal(link.key, topic, pairs))
        figures.counts["cheats: broken" if fold.broken else "cheats: wait for ever"] += 1
        if fold.broken and fold.broken[0] != topic:
            figures.fail("blamed elsewhere", f"{pairs}: {fold.broken}")
        if fold.seats[k].next > number:
            figures.fail("counted", str(pairs))
        if fold.throws != throws or fold.record().split("\n\n")[-1] != record.split("\n\n")[-1]:
            figures.fail("changed", str(pairs))
    return figures


def wrong_messages(rng: random.Random, fold: Fold, k: int) -> list:
    """Invalid messages that a cheat at seat k may send next."""
    seat, ply = fold.seats[k], len(fold.game.plies)
    wrong = sha256(rng.randbytes(32)).hex()
    return [
        [("do", "link"), ("t", len(seat.links) + 1), ("x", wrong)],
        [("do", "link"), ("t", len(seat.links) + 2), ("x", wrong)],
        [("do", "link"), ("t", max(1, len(seat.links))), ("x", seat.links[-1].hex() if seat.links else wrong)],
        [("do", "tip"), ("tip", Chain(rng.randbytes(32), 5).tip.hex())],
        [("do", "turn"), ("ply", ply + 1), ("turn", "A1-M9")],
        [("do", "turn"), ("ply", ply + 2), ("turn", "--")],
        [("do", "answer"), ("of", 0), ("yes", True)],
        [("do", "sit"), ("v", 1), ("rules", "danish"), ("tip", wrong), ("name", ""), ("turn_s", 0)],
    ]


def chi_square(counts: list) -> float:
    """Chi square of counts that should be equal."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def throws(rng: random.Random, count: int, best_of: int = 1, length: int = 1000) -> list:
    """Throws by two chains. best_of: seat b takes the best of that many secrets against a chain that it guesses."""
    found: list = []
    while len(found) < count:
        a = links(rng.randbytes(32), length)
        guess = links(rng.randbytes(32), length) if best_of > 1 else a
        b = max((links(rng.randbytes(32), length) for _ in range(best_of)), key=lambda b: score(guess, b, best_of))
        found += thrown(a, b)
    return found[:count]


def links(secret: bytes, length: int) -> list:
    """All links of a chain, the first one first."""
    chain = [secret]
    for _ in range(length - 1):
        chain.append(sha256(chain[-1]))
    return chain[::-1]


def thrown(a: list, b: list) -> list:
    """The dice of two chains, throw by throw."""
    return [dice(one, other, throw) for throw, (one, other) in enumerate(zip(a, b, strict=True), 1)]


def score(a: list, b: list, best_of: int) -> int:
    """The sum of two chains' throws, in pips."""
    return sum(map(sum, thrown(a, b))) if best_of > 1 else 0


def fairness(found: list) -> dict:
    """Chi square of the throws: faces of each die, and pairs."""
    pairs = [found.count((one, other)) for one in range(1, 5) for other in range(1, 5)]
    first = [sum(pairs[4 * k : 4 * k + 4]) for k in range(4)]
    second = [sum(pairs[k::4]) for k in range(4)]
    return {"first die": chi_square(first), "second die": chi_square(second), "pairs": chi_square(pairs)}


def pieces(size: int, seed: int, throws: int) -> list:
    """(what, seed, how many): messages in pieces, and both kinds of dice."""
    work = []
    for number in range((size + PIECE - 1) // PIECE):
        count = min(PIECE, size - number * PIECE)
        work += [("strangers", seed + number, count), ("cheats", seed + number, max(1, count // CHEATS))]
    return [*work, ("dice", seed, throws), ("chosen dice", seed, max(1000, throws // 10))]


def shard(piece: tuple) -> Figures:
    """One of them."""
    what, seed, count = piece
    rng = random.Random(seed)
    if what in ("strangers", "cheats"):
        return (strangers if what == "strangers" else cheats)(rng, *a_game(1), count)
    figures = Figures()
    figures.counts[what] = count
    for name, chi in fairness(throws(rng, count, *((SECRETS, CHOSEN) if what == "chosen dice" else ()))).items():
        figures.sample(f"{what}: chi square of {name}", round(chi, 1))
        if chi > CHI_BOUND[name]:
            figures.fail("not fair", f"{what}: chi square of {name} {chi:.1f}")
    return figures
