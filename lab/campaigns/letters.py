"""Whole games by letters that are lost, doubled, read late or twice, cut, or opened in the wrong place.

Each game must end with equal logs and records, for an onlooker too, who gets the messages in any order; every throw
must follow from both chains, and the engine must replay the record. A letter that is not the next one is refused in
words or changes nothing.
"""

import random

from companion.far.chain import dice, sha256
from companion.far.end import End
from companion.far.fold import Fold
from companion.far.letter import LetterError, Letters
from companion.far.link import Link
from daldos.game import PLAY
from daldos.notation import turn_text
from daldos.record import read_records
from daldos.rules import RULESETS
from lab.figures import Figures

SIZE = "1000 games"
LOST, LATE, CUT, ELSEWHERE = 0.1, 0.2, 0.03, 0.05  # share of the letters read
AGAIN = 0.2  # of the newest, if already read
RESTART = 0.05  # of an end, per step
ASK, RESIGN, SAY = 0.005, 0.002, 0.005  # a step
STEPS_MAX = 20_000


class Player:
    """An end, the letters sent to it, and its file: the messages, and how many the other end has."""

    def __init__(self, rng: random.Random, link: Link, rules: str):
        self.rng, self.link, self.rules = rng, link, rules
        self.secret = rng.randbytes(32)
        self.file: list[tuple] = []
        self.confirmed = 0
        self.post: list[str] = []
        self.read = ""
        self.start()

    def start(self) -> None:
        """Restart from the file alone."""
        self.end = End(self.link, self.secret, "end " + self.link.seat, self.rules)
        for line in self.file:
            self.end.recall(*line)
        self.letters = Letters(self.end, self.confirmed)

    def keep(self) -> None:
        """Write new messages to the file."""
        fold = self.end.fold
        if sum(len(seat.log) for seat in fold.seats) > len(self.file):
            known = set(self.file)
            self.file += [line for line in fold.lines() if line not in known]
        self.confirmed = self.letters.confirmed

    def open(self, figures: Figures) -> None:
        """Open a letter, mostly the newest."""
        rng = self.rng
        if not self.post:
            return
        late = rng.random() < LATE
        text = rng.choice(self.post) if late else self.post[-1]
        if text == self.read and rng.random() >= AGAIN:
            return
        self.read = text
        if rng.random() < CUT:
            figures.counts["cut"] += 1
            self.refused(self.letters, text[: rng.randrange(len(text))], figures)
            at = text.index("post=") + 5 + rng.randrange(len(text) - text.index("post=") - 5)
            self.refused(self.letters, text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :], figures)
        if rng.random() < ELSEWHERE:
            figures.counts["elsewhere"] += 1
            fresh = End(self.link, rng.randbytes(32), "elsewhere", self.rules)
            if "far=" not in text:  # the invitation would begin a game
                self.refused(Letters(fresh), text, figures)
        new = self.letters.open(text)
        figures.counts["late" if late else "in time"] += 1
        figures.counts["said nothing new"] += not new
        self.keep()

    def refused(self, letters: Letters, text: str, figures: Figures) -> None:
        """Open a letter that must be refused."""
        before = list(self.end.fold.lines())
        try:
            new = letters.open(text)
        except LetterError:
            figures.counts["refused"] += 1
            assert list(self.end.fold.lines()) == before
        else:  # the last character has unused bits
            figures.counts["harmless"] += 1
            assert not new or letters is self.letters, f"{text!r} was opened"

    def act(self) -> None:
        """Send what is due, then act as the player."""
        while self.end.due():
            pass
        word(self.rng, self.end)


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


def play(seed: int, figures: Figures) -> Fold:
    """Play a game to its end; AssertionError if the ends differ or it gets stuck."""
    rng = random.Random(seed)
    rules = RULESETS[seed % len(RULESETS)][0]
    link = Link.new("post:", rng.randbytes(32))
    a, b = players = Player(rng, link, rules), Player(rng, link.other(), rules)
    for _ in range(STEPS_MAX):
        player = rng.choice(players)
        other = b if player is a else a
        if rng.random() < RESTART:
            player.start()
        player.open(figures)
        player.act()
        player.keep()
        text = player.letters.text()
        if text and rng.random() >= LOST and (not other.post or other.post[-1] != text):
            figures.sample("characters a letter", len(text.partition("post=")[2]))
            figures.counts["letters"] += 1
            other.post.append(text)
        if a.end.fold.over and b.end.fold.over and list(a.end.fold.lines()) == list(b.end.fold.lines()):
            prove(seed, rng, link, (a.end.fold, b.end.fold))
            figures.counts.update(games=1, turns=len(a.end.fold.game.plies))
            return a.end.fold
    raise AssertionError(f"seed {seed}: stuck, {a.end.fold.game}, {b.end.fold.game}")


def prove(seed: int, rng: random.Random, link: Link, folds: tuple) -> None:
    """Check that both ends and an onlooker agree, and that dice and turns are valid."""
    a, b = folds
    assert not a.broken and not b.broken, f"seed {seed}: {a.broken} {b.broken}"
    lines = list(a.lines())
    rng.shuffle(lines)
    onlooker = Fold(link.game)
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
