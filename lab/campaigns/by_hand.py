"""Whole games by hand: letters that are lost, doubled, stale, reordered, cut or mangled, and a second device each.

Both devices of a player open invitations and answers, and both may answer. Players ask to take back, resign, and play
again, from either side; devices lose their files, of which the player has moved a copy, or none. Each game must end,
with equal logs at both seats, verified; a seat that waits has a letter to send, or is told whom it waits for. What is
refused is refused in words, and changes nothing. `--calm` leaves all of this out, to count letters.
"""

import random

from daldos.record import read_records
from daldos.rules import RULESETS
from daldos.state import PLAYERS
from host.far import acts
from host.far.chain import links_before
from host.far.end import End, Seat, folded
from host.far.fold import Fold
from host.far.letter import ANOTHER, ELSEWHERE, NOT_HERE, OWN, Refused, as_text, parse
from host.far.seats import Seats
from host.i18n.catalogue import words
from lab.figures import Figures

SIZE = "450 pairs, of some 1000 games"
OPTIONS = {"calm": False}
LOST, LATE, SECOND = 0.1, 0.15, 0.1  # of the letters: lost on the way; an older one opened; by the other device
OWN_OPENED = 0.02  # one that the player has written
CUT, MANGLED, QUOTED = 0.03, 0.2, 0.1
RESTART, REMIND = 0.05, 0.1  # a step
ASK, RESIGN, SAY = 0.01, 0.002, 0.01
FILES, COPIED, WAITED = 0.001, 0.6, 200  # a step: lost; with a copy; steps until the other gives up
AGAIN = 0.6  # of the games
GAMES_MAX, STEPS_MAX = 3, 6000
WORDS = words("en")


class Store(dict):
    """The files of a device."""

    def read(self, name: str) -> "bytes | None":
        """A file."""
        return self.get(name)

    def replace(self, name: str, data: bytes) -> None:
        """Write a file."""
        self[name] = data

    def names(self) -> list:
        """All of them."""
        return sorted(self)

    def remove(self, name: str) -> None:
        """Delete a file."""
        del self[name]


class Player:
    """Somebody with two devices, at one of which the game is played. mail: the texts sent to the player."""

    def __init__(self, rng: random.Random, name: str, calm: bool):
        self.rng, self.name = rng, name
        self._share = 0 if calm else 1
        self.clock = 0
        self.devices = [Seats(Store(), rng.randbytes, self._now) for _ in range(2)]
        self.ends: list = [None, None]  # the game that each device has open
        self.here = 0  # the device at which this player played last
        self.mail: list[str] = []
        self.sent: list[str] = []

    def _now(self) -> int:
        self.clock += 1
        return self.clock

    @property
    def end(self) -> "End | None":
        """The End at which this player plays."""
        return self.ends[self.here]

    def chance(self, share: float) -> bool:
        """Whether something goes wrong that happens so often."""
        return self.rng.random() < share * self._share

    def lose(self) -> bool:
        """Lose the files of the device; returns whether there is a copy of them."""
        lost, other = self.devices[self.here].store, self.devices[1 - self.here]
        is_copied = self.rng.random() < COPIED
        if is_copied:
            other.store.update(lost)
            self.ends[1 - self.here] = other.load(self.end.seat.name) if self.end else None
        lost.clear()
        self.ends[self.here] = None
        self.here = 1 - self.here
        return is_copied

    def restart(self, device: int) -> None:
        """Read the device's game from its file."""
        self.devices[device] = Seats(self.devices[device].store, self.rng.randbytes, self._now)
        if self.ends[device]:
            self.ends[device] = self.devices[device].load(self.ends[device].seat.name)

    def open(self, text: str, device: int, figures: Figures) -> None:
        """Open a text on a device, and do what is said."""
        seats, before = self.devices[device], dict(self.devices[device].store)
        try:
            end, new = seats.open(text, self.name)
        except Refused as error:
            figures.counts["refused: " + error.args[0][:40]] += 1
            assert seats.store == before, "what is refused has changed a file"
            if error.args[0] == ELSEWHERE and device == self.here and self.ends[1 - device]:
                self.here = 1 - device  # "open the message where you played last"
            assert error.args[0] in (ANOTHER, ELSEWHERE, NOT_HERE, OWN) or "cut" in text, error
            return
        figures.counts["new" if new else "nothing new"] += 1
        self.ends[device] = newest(seats, end)
        if not self.end:
            self.here = device

    def act(self, figures: Figures) -> None:
        """Do what the front asks for, now and then something else."""
        end, rng = self.end, self.rng
        if not end:
            return
        state, fold = end.state, end.fold
        figures.counts[state] += 1
        if fold.game and not fold.over:
            if self.chance(SAY):
                end.say("hello")
            elif self.chance(RESIGN):
                end.resign()
            elif self.chance(ASK) and fold.has_turn(end.k) and fold.asks[end.k] is None:
                end.ask()
        state = end.state
        if state == "answer":
            end.answer(rng.random() < 0.7)
        elif state == "turn":
            end.play(rng.choice(fold.game.legal.turns))
        elif state == "over" and fold.presser >= 0:
            self.ends[self.here] = self.devices[self.here].again(end)

    def letter(self, figures: Figures, reminds: bool) -> str:
        """The text to send, if one is due, or to send again."""
        end = self.end
        if not end or end.state in ("answer", "turn"):
            return ""
        if end.state != "letter" and not reminds:
            assert end.state == "over" or end.other or end.k == 0, "nobody is named to wait for"
            return ""
        data = end.letter()
        if not data:
            return ""
        text = "\n".join([end.title(WORDS), "https://daldos.example/#" + as_text(data)])
        if end.state == "letter":
            letter = parse(data)
            figures.counts["letters"] += 1
            size = len(as_text(data))
            kind = kind_of(letter)
            figures.counts["letters: " + kind] += 1
            figures.sample("characters an invitation" if letter.invites else "characters a letter", size)
            if not letter.invites:
                figures.sample("characters: " + kind, size)
        end.handed()
        assert end.state != "letter", "a letter handed over is due no more"
        self.sent.append(text)
        return text


def kind_of(letter) -> str:
    """What a letter brings: the most of it."""
    if any(acts.is_turn(act) for act in letter.acts[not letter.first :]):
        return "a turn"
    for act in letter.acts[not letter.first :]:
        if act[0] < acts.WORD:
            return {acts.AGAIN: "play again", acts.ASK[0]: "ask", acts.RESIGN[0]: "resign"}.get(act[0], "answer")
    return "a sit" if not letter.first and letter.acts else "a word" if letter.acts else "links alone"


def newest(seats: Seats, end: End) -> End:
    """The End of the last game that follows this one on a device."""
    following = seats.next(end)
    while following:
        end = following
        following = seats.next(end)
    return end


def mangled(rng: random.Random, text: str, older: list) -> str:
    """What comes of a text on its way."""
    if rng.random() < QUOTED and older:
        text = text + "\n\n> " + rng.choice(older).replace("\n", "\n> ")
    if rng.random() < MANGLED:
        lines = [text[at : at + 60] for at in range(0, len(text), 60)]
        text = rng.choice(["\n> ", "=\n", " \u200b", "\\\n", "<wbr>", "&shy;"]).join(lines) + "&utm_source=mail"
    return text


def play(seed: int, figures: Figures, calm: bool) -> None:
    """Play some games to their ends; AssertionError if the ends differ, or nothing goes on."""
    rng = random.Random(seed)
    players = [Player(rng, "Ane", calm), Player(rng, "Bo", calm)]
    players[0].ends[0] = players[0].devices[0].new("Ane", RULESETS[seed % len(RULESETS)][0])
    games = lost = 0
    for step in range(STEPS_MAX):
        k = rng.randrange(2)
        player, other = players[k], players[1 - k]
        if player.chance(RESTART):
            player.restart(rng.randrange(2))
        if player.chance(FILES) and not lost:
            is_copied = player.lose()
            figures.counts["files lost, of which there is %s copy" % ("a" if is_copied else "no")] += 1
            lost = 0 if is_copied else step
        read(rng, player, figures)
        player.act(figures)
        text = player.letter(figures, rng.random() < REMIND)
        if text and not player.chance(LOST):
            other.mail.append(text if calm else mangled(rng, text, player.sent + other.sent))
        ends = [each.end for each in players]
        if ends[0] and ends[1] and agree(ends):
            prove(ends)
            games += 1
            note(ends[0], figures)
            if games == GAMES_MAX or rng.random() >= AGAIN:
                return
            press(rng, players)
            figures.counts["pressed again"] += 1
        if lost and step == lost + WAITED:
            for player in players:
                give_up(player, figures)
            return
    told = [(each.end.state, each.end.fold.game) for each in players if each.end]
    raise AssertionError(f"seed {seed}: stuck, {told}")


def note(end: End, figures: Figures) -> None:
    """Count a game."""
    figures.counts.update(games=1, turns=len(end.fold.game.plies))
    figures.counts["turns played"] += sum(acts.is_turn(act) for log in end.seat.logs for act in log[1:])
    figures.sample("turns", len(end.fold.game.plies))
    figures.sample("bytes of a whole log", len(end.written(0)))


def give_up(player: Player, figures: Figures) -> None:
    """End a game that waits for somebody whose file is lost: the front says for whom, and resigning ends it."""
    end = player.end
    if end and end.fold.game and not end.fold.over:
        assert end.state != "waiting" or end.other, "nobody is named to wait for"
        end.resign()
        assert end.state == "letter"
        end.handed()
        assert end.state == "over"
        figures.counts["given up, a file was lost"] += 1


def press(rng: random.Random, players: list) -> None:
    """One player presses Play again, or both without knowing of the other."""
    for player in rng.sample(players, rng.choice((1, 1, 2))):
        player.ends[player.here] = player.devices[player.here].again(player.end)


def read(rng: random.Random, player: Player, figures: Figures) -> None:
    """Open one of the texts that have come."""
    if not player.mail:
        return
    text = rng.choice(player.mail) if player.chance(LATE) else player.mail[-1]
    device = 1 - player.here if player.chance(SECOND) else player.here
    if player.chance(CUT):
        at = rng.randrange(len(text))
        for cut in (text[:at], text[:at] + "A" + text[at + 1 :]):
            figures.counts["cut"] += 1
            player.open(cut + " cut", 1 - player.here, figures)
    if player.sent and player.chance(OWN_OPENED):
        player.open(rng.choice(player.sent), device, figures)
    player.open(text, device, figures)


def agree(ends: list) -> bool:
    """Whether a game is over at both ends, and nothing is to be said any more."""
    a, b = ends
    same = a.seat.game == b.seat.game and a.seat.logs == b.seat.logs
    same = same and a.seat.given == b.seat.heard and b.seat.given == a.seat.heard
    return bool(same and a.fold.over and a.fold.game and "letter" not in (a.state, b.state))


def prove(ends: list) -> None:
    """Check that both ends agree, in any order of the acts, and that the record can be replayed."""
    a, b = sorted(ends, key=lambda end: end.k)
    record = a.fold.record("far")
    assert record == b.fold.record("far") and a.fold.winner == b.fold.winner, "the ends part"
    for end in (a, b):
        again = Seat.parse("file", end.seat.data())
        assert folded(again).record("far") == record, "the file leads elsewhere"
    late = Fold()  # seat b's log counts first, one act at a time
    for k in (1, 0):
        end = ends[0] if ends[0].k == k else ends[1]
        if end.seat.given:
            late.links[k].extend(links_before(end.fold.links[k][-1], end.seat.given - 1))
        for act in end.seat.logs[k]:
            late.logs[k].append(act)
            late.run()
    assert late.record("far") == record, "another order leads elsewhere"
    game = read_records(record)[0][1]
    assert game.position.cells == a.fold.game.position.cells, "the record leads elsewhere"
    assert a.fold.winner in ("", *PLAYERS)
