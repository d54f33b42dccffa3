"""Whole games over a broker that forgets, repeats, delays and restarts, with a second device of each seat.

The second device has a copy of the seat's file. Devices restart from their file, or from an older copy of it. Each
game must end with equal logs at both seats and for an onlooker, verified.
"""

import random

from daldos.rules import RULESETS
from host.far.carrier import Carrier, Look
from host.far.end import End, Seat
from host.far.letter import parse
from lab.campaigns.by_hand import RESIGN, SAY, prove
from lab.figures import Figures

SIZE = "1000 games"
LOST, DOUBLED, STALE, DOWN, WIPED, FORGED = 0.03, 0.05, 0.02, 0.005, 0.002, 0.003  # a step or a message
RESTART, OLDER, TAKES = 0.005, 0.2, 0.002
ASK = 0.005
STEPS_MAX = 40_000


class Device:
    """One end of a seat. files: what its file has been, the newest last."""

    def __init__(self, rng: random.Random, end: End, files: list):
        self.rng, self.files = rng, files
        self.carrier = Carrier(end, rng.randbytes(4))
        self.queue: list = []  # what the broker has yet to bring

    def keep(self, seat: Seat) -> int:
        """Write the file."""
        self.files.append(seat.data())
        return len(self.files)

    def restart(self, older: bool) -> None:
        """Start again from the file, or from an older copy."""
        file = self.rng.choice(self.files[-20:]) if older else self.files[-1]
        self.carrier = Carrier(End(Seat.parse("file", file), self.keep), self.rng.randbytes(4))
        self.queue = [(None, "")]


class Broker:
    """Retained payloads, and who hears them."""

    def __init__(self, rng: random.Random, hearers: list):
        self.rng, self.hearers = rng, hearers
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
        self.old.append((topic, payload))
        self.kept[topic] = payload
        for hearer in self.hearers:
            if self.rng.random() >= LOST:
                hearer.queue += [(topic, payload)] * (2 if self.rng.random() < DOUBLED else 1)


def play(seed: int, figures: Figures) -> None:
    """Play a game to its end; AssertionError if the ends differ, or it gets stuck."""
    rng = random.Random(seed)
    files: tuple = ([], [])
    ends: list = []

    def keep(seat: Seat) -> int:
        files[seat.k].append(seat.data())
        return 1

    address, rules = "mqtt://localhost", RULESETS[seed % len(RULESETS)][0]
    ends.append(End.new("Ane", rules, address, rng.randbytes(16), rng.randbytes(32), keep))
    ends.append(End.join(parse(ends[0].letter()), "Bo", rng.randbytes(32), keep))
    devices = [Device(rng, End(Seat.parse("file", files[k][-1]), keep), files[k][:]) for k in (0, 1) for _ in range(2)]
    for device in devices:
        device.restart(False)
    look = Device.__new__(Device)
    look.queue, look.carrier = [(None, "")], Look(ends[0].seat.game, address)
    hearers = [*devices, look]
    broker = Broker(rng, hearers)
    for step in range(STEPS_MAX):
        is_late = step > STEPS_MAX // 2  # then nothing goes wrong any more
        trouble(rng, devices, broker, figures, 0 if is_late else 1)
        hearer = rng.choice(hearers)
        carrier = hearer.carrier
        taken = rng.randint(0, len(hearer.queue))
        carrier.inbox += hearer.queue[:taken]
        del hearer.queue[:taken]
        carrier.step(step / 4)
        while carrier.outbox:
            topic, *message = carrier.outbox.pop(0)
            if message:
                broker.publish(topic, message[0], figures)
            else:
                broker.bring(hearer, topic)
        if hearer is not look and carrier.synced and carrier.plays:
            act(rng, carrier.end)
        if over(devices):
            a, b = [next(d.carrier.end for d in devices if d.carrier.end.k == k and d.carrier.plays) for k in (0, 1)]
            prove([a, b])
            figures.counts.update(games=1, turns=len(a.fold.game.plies))
            return
    told = [(d.carrier.end.k, d.carrier.end.state, d.carrier.note, d.carrier.end.fold.game) for d in devices]
    raise AssertionError(f"seed {seed}: stuck, {told}")


def trouble(rng: random.Random, devices: list, broker: Broker, figures: Figures, share: int) -> None:
    """What goes wrong in a step, now and then."""
    if rng.random() < RESTART * share:
        rng.choice(devices).restart(rng.random() < OLDER)
        figures.counts["restarts"] += 1
    if rng.random() < TAKES * share:
        rng.choice(devices).carrier.play_here()
        figures.counts["play here"] += 1
    if rng.random() < STALE * share and broker.old:
        topic, payload = rng.choice(broker.old)
        broker.kept[topic] = payload
        for hearer in broker.hearers:
            hearer.queue.append((topic, payload))
        figures.counts["stale"] += 1
    if rng.random() < FORGED * share and broker.old:
        topic, payload = rng.choice(broker.old)
        at = rng.randrange(len(payload))
        broker.publish(topic, payload[:at] + bytes([payload[at] ^ 1]) + payload[at + 1 :], figures)
        figures.counts["forged"] += 1
    if rng.random() < WIPED * share:
        broker.kept.clear()
        figures.counts["wiped"] += 1
    if rng.random() < DOWN:
        hearer = rng.choice(broker.hearers)
        hearer.queue += [(None, "gone"), (None, "")]
        figures.counts["down"] += 1


def act(rng: random.Random, end: End) -> None:
    """Do what is due, and now and then something else."""
    fold, state = end.fold, end.state
    if fold.game and not fold.over and rng.random() < SAY + ASK + RESIGN:
        try:
            rng.choice([end.ask, lambda: end.say("hello"), end.resign if rng.random() < 0.1 else end.ask])()
        except ValueError:
            return
    if end.state == "answer":
        end.answer(rng.random() < 0.7)
    elif state == "turn" and end.state == "turn":
        end.play(rng.choice(fold.game.legal.turns))


def over(devices: list) -> bool:
    """Whether the game is over at each device that plays, all with the same logs, and all is published."""
    playing = [device.carrier for device in devices if device.carrier.plays]
    if {carrier.end.k for carrier in playing} != {0, 1} or not all(c.end.fold.over for c in playing):
        return False
    first = playing[0].end.seat.logs
    return all(c.end.seat.logs == first and not c.end.lacks for c in playing)
