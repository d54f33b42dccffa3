"""Whole games between two far ends over a network that loses, doubles and reorders, with ends and broker killed.

Both speak version 2 of the protocol, or one of them version 1 alone.

Each game must come to an end, with equal records and logs on both sides and for an onlooker who gets all messages in
any order; every throw must follow from both chains, and the engine must replay the record.
"""

import random

from companion.far.chain import dice, sha256
from companion.far.end import End
from companion.far.fold import Fold
from companion.far.link import Link
from daldos.game import PLAY
from daldos.notation import turn_text
from daldos.record import read_records
from daldos.rules import RULESETS
from lab.figures import Figures

SIZE = "1000 games"
OPTIONS = {"links": 1000}  # length of a chain; shorter ones make new chains necessary
LOSS, DOUBLE = 0.05, 0.05  # probability per message and direction
KILL, STORE_LOST = 0.001, 0.25  # chance per step of an end or the broker; of a killed broker's store
AWAY = 30  # longest absence of a killed end or broker, in steps
ASK, RESIGN, SAY = 0.005, 0.002, 0.005  # a step
STEPS_MAX = 200_000


class Net:
    """The broker and the ways to it. Its clock counts steps, and a message takes some to arrive."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.retained: dict[str, str] = {}
        self.ends: list[Player] = []
        self.under_way: list[tuple] = []
        self.down = 0
        self.counts = {"sent": 0, "lost": 0, "doubled": 0, "killed": 0, "broker": 0, "store": 0, "asks": 0}

    def send(self, to, message: tuple) -> None:
        """Send a message; `to`: a Player, or None for the broker."""
        self.counts["sent"] += 1
        if self.rng.random() < LOSS:
            self.counts["lost"] += 1
            return
        self.under_way.append((to, to.life if to else 0, message))
        if self.rng.random() < DOUBLE:
            self.counts["doubled"] += 1
            self.under_way.append(self.under_way[-1])

    def step(self) -> None:
        """Deliver something, in any order; occasionally kill the broker."""
        if self.down:
            self.down -= 1
            if not self.down:
                for player in self.ends:
                    player.connect()
            return
        if self.rng.random() < KILL:
            self.counts["broker"] += 1
            self.down = self.rng.randrange(1, AWAY)
            self.under_way.clear()
            if self.rng.random() < STORE_LOST:
                self.counts["store"] += 1
                self.retained.clear()
            return
        for _ in range(min(len(self.under_way), 4 + len(self.under_way) // 8)):
            to, life, (topic, payload) = self.under_way.pop(self.rng.randrange(len(self.under_way)))
            if to:
                if to.end and to.life == life:
                    to.end.take(topic, payload)
                continue
            if payload:
                self.retained[topic] = payload
            else:
                self.retained.pop(topic, None)
            for player in self.ends:
                self.send(player, (topic, payload))

    def subscribe(self, player, topics=None) -> None:
        """Send the retained messages, of these topics or all, to a player."""
        for topic, payload in self.retained.items():
            if topics is None or any(topic.startswith(other.rstrip("#")) for other in topics):
                self.send(player, (topic, payload))


class Player:
    """An end that plays any legal turn. file: what it kept; life: counts its starts. end: None while it is dead."""

    def __init__(self, net: Net, link: Link, rules: str, links: int, version: int):
        self.net = net
        self.version = version
        self.link = link
        self.rules = rules
        self.links = links
        self.secret = net.rng.randbytes(32)
        self.file: list[tuple] = []
        self.life = 0
        self.away = 0
        self.start()

    def start(self) -> None:
        """Start from the file alone."""
        self.life += 1
        name = "end " + self.link.seat
        self.end: End | None = End(self.link, self.secret, name, self.rules, links=self.links, version=self.version)
        for line in self.file:
            self.end.recall(*line)
        self.connect()

    def connect(self) -> None:
        """Connect to the broker, if both are up."""
        if self.end and not self.net.down:
            self.end.connected()
            self.net.subscribe(self)

    def keep(self) -> None:
        """Save new messages before sending anything based on them."""
        known = set(self.file)
        self.file += [line for line in self.end.fold.lines() if line not in known]

    def step(self) -> None:
        """Send what is due or what the player does; occasionally die."""
        rng = self.net.rng
        if not self.end:
            self.away -= 1
            if self.away <= 0:
                self.start()
            return
        if rng.random() < KILL:
            self.net.counts["killed"] += 1
            self.end = None
            self.away = rng.randrange(1, AWAY)
            return
        if self.net.down:
            return
        if rng.random() < 0.004:  # as after a time without an echo
            self.connect()
        if rng.random() < 0.05:
            self.net.subscribe(self, self.end.fold.missing())
        if rng.random() < 0.01:
            for message in self.end.lost():
                self.net.send(None, message)
        asked = bool(self.end.seat.asks)
        message = self.end.due() or word(rng, self.end)
        self.net.counts["asks"] += bool(self.end.seat.asks) and not asked
        if message:
            self.keep()
            for line in self.end.carried([message]):
                self.net.send(None, line)
        while self.end.stale:
            self.net.send(None, (self.end.stale.pop(), ""))


def word(rng: random.Random, end: End):
    """A message that a player sends, or None: any legal turn, and now and then something else."""
    game = end.fold.game
    if not game or end.fold.over or end.seat.next < len(end.seat.log):
        return None
    if end.other.asks:
        return end.answer(rng.random() < 0.7) if rng.random() < 0.3 else None
    if rng.random() < SAY:
        return end.say("hello")
    if rng.random() < ASK and not end.seat.asks and any(True for _ in game.plies):
        try:
            return end.ask_undo()
        except ValueError:  # this end has played no turn yet
            return None
    if game.phase == PLAY and game.side == end.k and not end.seat.asks:
        if rng.random() < RESIGN:
            return end.resign()
        turns = game.legal.turns
        return end.turn(turn_text(game.position, turns[rng.randrange(len(turns))]))
    return None


def play(seed: int, links: int = 1000) -> "tuple[Fold, dict]":
    """One game to its end; AssertionError if the ends differ, it hangs, or a throw or turn does not follow."""
    rng = random.Random(seed)
    net = Net(rng)
    rules = RULESETS[seed % len(RULESETS)][0]
    link = Link.new("mqtt://localhost", rng.randbytes(32))
    versions = ((2, 2), (2, 2), (1, 2), (2, 1))[seed // len(RULESETS) % 4]
    net.ends = [
        Player(net, at, rules, links, version) for at, version in zip((link, link.other()), versions, strict=True)
    ]
    a, b = net.ends
    for _ in range(STEPS_MAX):
        net.step()
        for player in rng.sample(net.ends, 2):
            player.step()
        if (
            a.end
            and b.end
            and a.end.fold.over
            and b.end.fold.over
            and dict(a.end.fold.lines()) == dict(b.end.fold.lines())
        ):
            break
    else:
        raise AssertionError(f"seed {seed}: stuck, {a.end and a.end.fold.game}, {b.end and b.end.fold.game}")
    prove(seed, rng, link, links, (a.end.fold, b.end.fold))
    assert a.end.fold.version in (0, min(versions)) or 1 in versions or a.end.fold.version == 1
    net.counts[f"of version {a.end.fold.version}"] = 1
    return a.end.fold, net.counts


def prove(seed: int, rng: random.Random, link: Link, links: int, folds: tuple) -> None:
    """Check that both ends and an onlooker agree, and that dice and turns are valid."""
    a, b = folds
    assert not a.broken and not b.broken, f"seed {seed}: {a.broken} {b.broken}"
    lines = list(a.lines())
    rng.shuffle(lines)
    onlooker = Fold(link.game, None, links)
    for line in lines:
        onlooker.take(*line)
    for other in (b, onlooker):
        assert other.record() == a.record() and other.winner == a.winner, f"seed {seed}: the ends part"
    for k in (0, 1):  # rebuild the chains from the messages alone
        before = None
        for number in range(a.seats[k].next):
            said = a.seats[k].log[number]
            if '"tip"' in said:
                before = bytes.fromhex(said.split('"tip": "')[1][:64])
            if '"link"' in said:
                found = bytes.fromhex(said.split('"x": "')[1][:64])
                assert sha256(found) == before, f"seed {seed}: link after {before.hex()}"
                before = found
    for number, throw in enumerate(a.throws, 1):
        assert throw == dice(a.seats[0].links[number - 1], b.seats[1].links[number - 1], number), f"seed {seed}"
    game = read_records(a.record())[0][1]
    assert game.position.cells == a.game.position.cells, f"seed {seed}: the record leads elsewhere"
    thrown = [tuple(sorted(dice)) for dice in a.throws]
    played = [tuple(map(int, turn.throw)) for turn in game]
    assert played == thrown[len(game.opening) :][: len(played)], f"seed {seed}: the record has other dice"


def pieces(size: int, seed: int, links: int) -> list:
    """(seed, links) of each game."""
    return [(seed + k, links) for k in range(size)]


def shard(piece: tuple) -> Figures:
    """One game."""
    figures = Figures()
    try:
        fold, counts = play(*piece)
    except AssertionError as error:
        figures.fail("parted", str(error))
        return figures
    figures.counts.update(games=1, turns=len(fold.game.plies), resigned=bool(fold.ended()), **counts)
    figures.sample("messages a game", sum(seat.next for seat in fold.seats))
    figures.sample("chains a game", sum(seat.tips for seat in fold.seats))
    return figures
