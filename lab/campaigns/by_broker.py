"""Whole games over a broker that forgets, repeats, delays and restarts, with a second device of each seat.

A second device has a copy of the seat's file, or it has opened the invitation itself. Devices restart from their files,
one of them once from an older copy; players ask, resign, and play again, from either side. Each game must end with
equal logs at both seats and for an onlooker, verified.
"""

import random

from daldos.rules import RULESETS
from host.far.carrier import Carrier, Look
from host.far.chain import game_text
from host.far.end import End, EndError
from host.far.letter import as_text
from host.far.seats import Seats
from lab.campaigns.by_hand import AGAIN, GAMES_MAX, RESIGN, SAY, Store, newest, prove
from lab.figures import Figures

SIZE = "450 pairs, of some 1000 games"
LOST, DOUBLED, STALE, DOWN, WIPED, FORGED = 0.03, 0.05, 0.02, 0.005, 0.002, 0.003  # a step or a message
RESTART, OLDER, TAKES = 0.005, 0.2, 0.002
ASK, HERE = 0.005, 0.02
RIVAL, LOOK = 0.3, 0.3  # of the pairs: seat b's second device has a secret of its own; somebody looks on
CALM_S, STUCK_S = 20_000, 40_000  # steps of a game after which nothing goes wrong any more, and it must have ended


class History(Store):
    """The files of a device, and what they have been; old: the newest last."""

    def __init__(self, files=()):
        super().__init__(files)
        self.old: list = [dict(files)]

    def replace(self, name: str, data: bytes) -> None:
        """Write a file."""
        super().replace(name, data)
        self.old = self.old[-20:] + [dict(self)]


class Device:
    """One end of a seat, which reads the files of its store; game: the newest game of all."""

    def __init__(self, rng: random.Random, files):
        self.rng = rng
        self.store = History(files)
        self.clock = 0
        self.was_older = False
        self.restart(False)

    def restart(self, older: bool) -> None:
        """Start again from the files, or from an older copy of them."""
        if older:
            self.was_older = True
            self.store = History({**self.store, **self.rng.choice(self.store.old)})
        self.seats = Seats(self.store, self.rng.randbytes, self._now)
        ends = [end for end in self.seats.all() if isinstance(end, End)]
        self.carriers = {end.seat.game: Carrier(end, self.rng.randbytes(4)) for end in ends}
        self.end = newest(self.seats, min(ends, key=lambda end: bool(end.seat.before)))
        self.queue: list = [(None, "")]
        self._carries()

    def _now(self) -> int:
        self.clock += 1
        return self.clock

    @property
    def carrier(self) -> Carrier:
        """Of the newest game."""
        return self.carriers[self.end.seat.game]

    def again(self, figures: Figures) -> None:
        """Press Play again, or accept."""
        is_first = self.end.presser < 0
        try:
            self.end = self.seats.again(self.end)
        except EndError:  # this seat has pressed on the other device
            assert not is_first
            return
        figures.counts["pressed again" if is_first else "accepted"] += 1
        self._carries()

    def _carries(self) -> None:
        if self.end.seat.game not in self.carriers:
            self.carriers[self.end.seat.game] = Carrier(self.end, self.rng.randbytes(4))
            self.queue.append((None, ""))

    def step(self, now_s: float) -> None:
        """Carry, and go on to the next game."""
        for carrier in self.carriers.values():
            carrier.step(now_s)
        following = newest(self.seats, self.end)
        if following is not self.end:
            self.end = following
            self._carries()


class Onlooker:
    """Somebody who looks on."""

    def __init__(self, game: bytes, address: str):
        self.queue: list = [(None, "")]
        self.carrier = Look(game, address)
        self.carriers = {game: self.carrier}

    def step(self, now_s: float) -> None:
        """Look."""
        self.carrier.step(now_s)


class Broker:
    """Retained payloads, and who hears them."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.hearers: list = []
        self.kept: dict = {}
        self.old: list = []

    def bring(self, hearer, topic: str) -> None:
        """Bring what is retained there."""
        if topic in self.kept:
            hearer.queue.append((topic, self.kept[topic]))

    def publish(self, topic: str, payload: bytes, figures: Figures) -> None:
        """Retain a payload, and bring it to all, but for what goes wrong."""
        figures.sample("bytes retained", len(payload))
        figures.counts["published"] += 1
        self.old = self.old[-500:] + [(topic, payload)]
        self.kept[topic] = payload
        for hearer in self.hearers:
            if self.rng.random() >= LOST:
                hearer.queue += [(topic, payload)] * (2 if self.rng.random() < DOUBLED else 1)


def begin(rng: random.Random, rules: str, figures: Figures) -> list:
    """Two devices of each seat."""
    files: list = [Store(), Store()]
    seats = [Seats(store, rng.randbytes, int) for store in files]
    invitation = as_text(seats[0].new("Ane", rules, "mqtt://localhost").letter())
    seats[1].open(invitation, "Bo")
    files = [files[0], files[0], files[1], files[1]]
    if rng.random() < RIVAL:
        files[3] = Store()
        Seats(files[3], rng.randbytes, int).open(invitation, "Bo")
        figures.counts["rivals"] += 1
    return [Device(rng, store) for store in files]


def play(seed: int, figures: Figures) -> None:
    """Play some games to their ends; AssertionError if the ends differ, or nothing goes on."""
    rng = random.Random(seed)
    devices = begin(rng, RULESETS[seed % len(RULESETS)][0], figures)
    look = Onlooker(devices[0].end.seat.game, "mqtt://localhost")
    broker = Broker(rng)
    broker.hearers = [*devices, look] if rng.random() < LOOK else devices
    now_s = games = 0
    while games < GAMES_MAX:
        ends, now_s = ended(rng, devices, broker, look, figures, now_s)
        games += 1
        if rng.random() >= AGAIN:
            return
        for k in rng.sample((0, 1), rng.choice((1, 1, 2))):
            next(device for device in devices if device.carrier.plays and device.end is ends[k]).again(figures)


def ended(rng: random.Random, devices: list, broker: Broker, look, figures: Figures, start_s: int) -> tuple:
    """Play a game to its end; the ends of both seats, and the time then."""
    for now_s in range(start_s, start_s + STUCK_S):
        trouble(rng, devices, broker, figures, now_s - start_s < CALM_S)
        hearer = rng.choice(broker.hearers)
        taken = rng.randint(0, len(hearer.queue))
        for message in hearer.queue[:taken]:
            for carrier in hearer.carriers.values():
                carrier.inbox.append(message)
        del hearer.queue[:taken]
        hearer.step(now_s / 4)
        for carrier in list(hearer.carriers.values()):
            while carrier.outbox:
                topic, *message = carrier.outbox.pop(0)
                if message:
                    broker.publish(topic, message[0], figures)
                else:
                    broker.bring(hearer, topic)
        if hearer is not look and hearer.carrier.synced and hearer.carrier.plays:
            act(rng, hearer, figures)
        ends = playing(devices)
        for k in {0, 1} - {end.k for end in ends}:  # the player sees that another device has the seat, and takes it
            at = [device for device in devices if device.end.k == k]  # none, where all have one side of two games
            if at and rng.random() < HERE:
                rng.choice(at).carrier.play_here()
        if is_over(ends):
            both = a, b = [next(end for end in ends if end.k == k) for k in (0, 1)]
            if look in broker.hearers and look.carrier.fold.logs != a.seat.logs:
                continue
            prove([a, b])
            figures.counts.update(games=1, turns=len(a.fold.game.plies))
            return both, now_s
    told = [(said(d.end.seat.game, d.end.fold), d.end.state, d.carrier.note, d.carrier.refused) for d in devices]
    raise AssertionError(f"stuck, {told}, {said(look.carrier.seat.game, look.carrier.fold)}")


def said(game: bytes, fold) -> tuple:
    """A game in short: its name, and for each seat how many acts and links, and the newest acts."""
    return game_text(game)[:4], [(len(fold.logs[k]), len(fold.links[k]), fold.logs[k][-3:]) for k in (0, 1)]


def trouble(rng: random.Random, devices: list, broker: Broker, figures: Figures, goes_wrong: bool) -> None:
    """What goes wrong in a step, now and then."""
    if rng.random() < DOWN:
        hearer = rng.choice(broker.hearers)
        hearer.queue += [(None, "gone"), (None, "")]
        figures.counts["down"] += 1
    if not goes_wrong:
        return
    if rng.random() < RESTART:
        is_first = not any(device.was_older for device in devices)  # two may part for good
        rng.choice(devices).restart(is_first and rng.random() < OLDER)
        figures.counts["restarts"] += 1
    if rng.random() < TAKES:
        rng.choice(devices).carrier.play_here()
        figures.counts["play here"] += 1
    if rng.random() < STALE and broker.old:
        topic, payload = rng.choice(broker.old)
        broker.kept[topic] = payload
        for hearer in broker.hearers:
            hearer.queue.append((topic, payload))
        figures.counts["stale"] += 1
    if rng.random() < FORGED and broker.old:
        topic, payload = rng.choice(broker.old)
        at = rng.randrange(len(payload))
        broker.publish(topic, payload[:at] + bytes([payload[at] ^ 1]) + payload[at + 1 :], figures)
        figures.counts["forged"] += 1
    if rng.random() < WIPED:
        broker.kept.clear()
        for hearer in broker.hearers:
            hearer.queue += [(None, "restarted"), (None, "")]
        figures.counts["broker restarts, with all files lost"] += 1


def act(rng: random.Random, device: Device, figures: Figures) -> None:
    """Do what is due, and now and then something else."""
    end = device.end
    fold, state = end.fold, end.state
    if fold.game and not fold.over and fold.next[end.k] == len(fold.logs[end.k]) and rng.random() < SAY + ASK + RESIGN:
        try:
            rng.choice([end.ask, lambda: end.say("hello"), end.resign if rng.random() < 0.1 else end.ask])()
        except ValueError:
            return
    if end.state == "answer":
        end.answer(rng.random() < 0.7)
    elif state == "turn" and end.state == "turn":
        end.play(rng.choice(fold.game.legal.turns))
    elif state == "over" and fold.presser >= 0:
        device.again(figures)


def playing(devices: list) -> list:
    """The ends that play."""
    return [device.end for device in devices if device.carrier.plays]


def is_over(ends: list) -> bool:
    """Whether the game is over at each end that plays, all with the same logs, and all is known."""
    if {end.k for end in ends} != {0, 1} or len({end.seat.game for end in ends}) > 1:
        return False
    first = ends[0].seat.logs
    return all(end.fold.over and end.seat.logs == first and not end.lacks for end in ends)
