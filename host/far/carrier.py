"""A far game over a broker: what an end publishes and takes. No network code; `mqtt` and the page carry it.

>>> carrier = Carrier(end, secrets.token_bytes(4))
>>> carrier.inbox.append((None, ""))           # the broker is connected; (None, why): it is not, any more
>>> carrier.inbox.append((topic, payload))     # it brings this
>>> carrier.step(now_s)
>>> carrier.outbox.pop(0)                      # (topic, payload, seconds to keep it), to publish; (topic,) to subscribe

Each seat's newest letter, with its whole log, lies retained on one topic.
"""

from daldos.errors import DaldosError
from host.far.chain import game_text, hmac, next_game
from host.far.end import SEATS, Seat, take
from host.far.fold import Fold
from host.far.letter import ANOTHER, BREAKS, ELSEWHERE, NEWER, OWN, TORN, Letter, Refused, parse
from host.i18n.catalogue import n

WAIT_S = 2  # for what is retained, unless a letter of each seat has come
AGAIN_S = 5  # before something is published again
EXPIRY_S, OVER_S = 30 * 24 * 3600, 24 * 3600
_NAME, _SEAL = 4, 8  # bytes behind the letter

PLAYED = n("This seat is played on another device.")
TAKEN = n("The other seat is taken: open the message where you answered first.")
STRANGER = n("Somebody else has written for this seat. This device sends its own message again.")


class Trouble(DaldosError):
    """Why there is no broker."""


class _Own:
    """What this device knows of the topic of its own seat."""

    def __init__(self):
        self.lying: tuple = ()  # acts and links that lie there
        self.sent: tuple = ()  # acts and links in what was published last, and its expiry
        self.was_published = False  # since the start
        self.claims = False  # whether to publish in any case
        self.elsewhere: Letter | None = None  # what another device of this seat has written
        self.next_s = 0.0  # not published again before
        self.has_come = False  # a letter of this seat, since the connection


class _Other:
    """What this device knows of the topic of the other seat."""

    def __init__(self):
        self.taken = b""  # the payload that was taken last
        self.later = b""  # one that answers what this device does not have yet
        self.to_restore = True  # whether the topic has less than is known
        self.next_s = 0.0  # not restored again before
        self.has_come = False  # a letter that was taken, since the connection


class Carrier:
    """end: the seat. name: 4 random bytes of this device. up: whether the broker is connected; trouble: why not.

    synced: what is retained has come. looks_on: another device plays this seat. note: one of the sentences above, or
    empty. refused: why the other's letter was refused, or None.
    """

    def __init__(self, end, name: bytes):
        self.end = end
        self.name = name
        self.inbox: list = []
        self.outbox: list = []
        self.up = self.synced = self.looks_on = False
        self.trouble: Trouble | None = None
        self.refused: Refused | None = None
        self._stranger = ""  # what a letter without the seal on the own topic means: TAKEN, STRANGER or nothing
        self._synced_s = 0.0
        self._mine = _Own()
        self._theirs = _Other()

    @property
    def topics(self) -> tuple:
        """The topics of seats a and b."""
        return topics_of(self.end.seat.game)

    @property
    def rival(self) -> bool:
        """Whether somebody else has answered the invitation."""
        return self._stranger == TAKEN

    @property
    def plays(self) -> bool:
        """Whether this device plays the seat."""
        return not self.looks_on and not self.rival

    @property
    def note(self) -> str:
        return PLAYED if self.looks_on and not self.rival else self._stranger

    @property
    def is_idle(self) -> bool:
        """Whether the broker has all that this device has to say."""
        return not self.outbox and self.synced and (not self.plays or not self._lacks())

    def play_here(self) -> None:
        """Play on this device from now on."""
        self.looks_on = self._mine.was_published = False
        self._mine.claims, self._mine.sent = True, ()

    def step(self, now_s: float) -> None:
        """Take what has come, and publish what is due."""
        while self.inbox:
            topic, payload = self.inbox.pop(0)
            if topic is None:
                self._connected(payload, now_s)
            elif topic == self.topics[self.end.k]:
                self._own(payload)
            elif topic == self.topics[1 - self.end.k]:
                self._other(payload)
        if self.rival and self.end.seat.taken:
            self._stranger = ""
        if self.up and (now_s >= self._synced_s or self._mine.has_come and self._theirs.has_come):
            self.synced = True
        if not self.synced or not self.plays:
            return
        now, mine, theirs = self._now(), self._mine, self._theirs
        if self._lacks() and (mine.sent != now or now_s >= mine.next_s):
            mine.sent, mine.next_s, mine.was_published, mine.claims = now, now_s + AGAIN_S, True, False
            self.outbox.append((self.topics[self.end.k], self._payload(), now[2]))
        if theirs.to_restore and theirs.taken and now_s >= theirs.next_s:
            theirs.next_s = now_s + AGAIN_S
            self.outbox.append((self.topics[1 - self.end.k], theirs.taken, EXPIRY_S))

    # --- inside -----------------------------------------------------------------------------------------------------

    def _connected(self, why: str, now_s: float) -> None:
        self.up, self.synced = not why, False
        self.trouble = Trouble("no broker at %s: %s", self.end.seat.broker, why) if why else None
        self._synced_s = now_s + WAIT_S
        self._mine.lying, self._theirs.to_restore = (), True
        self._mine.has_come = self._theirs.has_come = False
        self._mine.next_s = self._theirs.next_s = 0.0
        self.outbox[:] = [(topic,) for topic in self.topics] if self.up else []

    def _now(self) -> tuple:
        # What the own topic is to have.
        end = self.end
        is_done = end.fold.over and not end.lacks
        return len(end.seat.logs[end.k]), end.seat.given, OVER_S if is_done else EXPIRY_S

    def _lacks(self) -> bool:
        now, mine = self._now(), self._mine
        return mine.claims or mine.lying != now[:2] or now[2] == OVER_S and mine.sent != now

    def _payload(self) -> bytes:
        told = self.end.written(0) + self.name
        return told + hmac(self.end.seat.secret, told)[:_SEAL]

    def _own(self, payload: bytes) -> None:
        end, mine = self.end, self._mine
        if not payload:
            mine.lying, self.looks_on = (), False
            return
        if hmac(end.seat.secret, payload[:-_SEAL])[:_SEAL] != payload[-_SEAL:]:
            mine.lying = ()
            self._stranger = TAKEN if self._is_rival(payload) else STRANGER
            return
        self._stranger, mine.has_come = "", True
        letter = letter_of(payload, end.k)
        own, taken, is_own = end.seat.logs[end.k], end.seat.taken, payload[-_SEAL - _NAME : -_SEAL] == self.name
        mine.lying = len(letter.acts), letter.links
        is_known = letter.acts == own[: len(letter.acts)] and letter.links <= end.seat.given
        is_old = is_known and mine.lying != self._now()[:2]
        if is_own or not is_old or not mine.elsewhere or letter.mac != mine.elsewhere.mac:  # else it was brought back
            self.looks_on = mine.was_published and not is_own
        if not is_own:
            mine.elsewhere = letter
        if is_known:
            self._again()
            return
        if len(letter.acts) < taken or letter.acts[:taken] != own[:taken]:
            mine.lying = ()
            return
        try:
            end.take_over(letter)
        except Refused as error:  # the other's acts may differ, too
            self.refused = error
        mine.sent = ()
        self._again()

    def _again(self) -> None:
        later, self._theirs.later = self._theirs.later, b""
        if later:
            self._other(later)

    def _is_rival(self, payload: bytes) -> bool:
        # Somebody else with the KEY has answered the invitation, and the other player has taken no answer yet.
        end = self.end
        if not end.k or end.seat.taken:
            return False
        try:
            letter = letter_of(payload, end.k)
        except Refused:
            return False
        logs = (end.seat.logs[0], [])
        sealed = letter.taken <= len(logs[0]) and letter.is_sealed(end.seat.key, end.seat.game, logs)
        return sealed and letter.acts[:1] != end.seat.logs[1][:1]

    def _other(self, payload: bytes) -> None:
        end, theirs = self.end, self._theirs
        self.refused, theirs.to_restore = None, True
        if not payload:
            return
        try:
            letter = letter_of(payload, 1 - end.k)
            if not self._is_taken(letter):
                end.open(letter)
            seat, theirs.has_come = end.seat, True
            theirs.to_restore = len(letter.acts) < len(seat.logs[1 - end.k]) or letter.links < seat.heard
            if not theirs.to_restore:
                theirs.taken = payload
        except Refused as error:
            self.refused = error
            if error.args[0] in (ELSEWHERE, NEWER, ANOTHER):
                theirs.to_restore, theirs.later = error.args[0] == ANOTHER, payload

    def _is_taken(self, letter: Letter) -> bool:
        # Take over from another device of this seat, if that has taken these acts, and this one others.
        seat, k, own = self.end.seat, self.end.k, self._mine.elsewhere
        known = seat.logs[1 - k]
        if not own or letter.acts[: len(known)] == known[: len(letter.acts)]:
            return False
        if not len(known) <= own.taken <= len(letter.acts) or own.acts[: seat.taken] != seat.logs[k][: seat.taken]:
            return False
        logs = (own.acts, letter.acts) if not k else (letter.acts, own.acts)
        if not own.is_sealed(seat.key, seat.game, logs) or not letter.is_sealed(seat.key, seat.game, logs):
            return False
        self.end.take_over(own, letter)
        return True


def topics_of(game: bytes) -> tuple:
    """The topics of seats a and b of a game."""
    return tuple(["daldos/2/%s/%s" % (game_text(game), seat) for seat in SEATS])


def letter_of(payload: bytes, k: int) -> Letter:
    """The letter in a topic's payload, of this seat; Refused if it is not one."""
    letter = parse(payload[: -_SEAL - _NAME])
    if letter.k != k or letter.first or letter.invites:
        raise Refused(OWN if letter.k == 1 - k else TORN)
    return letter


class Look:
    """Somebody who looks on, with a Carrier's `inbox`, `outbox` and `step`; address: the broker's.

    seat: that of the game. fold: its state. trouble: why there is no broker; refused: why a letter was refused.
    """

    def __init__(self, game: bytes, address: str):
        self.inbox: list = []
        self.outbox: list = []
        self.up = False
        self.trouble: Trouble | None = None
        self.refused: Refused | None = None
        self.seat = Seat(game, b"", 2, b"", address)
        self._games: list = [[game, Fold()]]  # this game and those before it, the newest last

    @property
    def fold(self) -> Fold:
        return self._games[-1][1]

    def step(self, now_s: float) -> None:
        """Take what has come; goes on to the next game when a seat has pressed Play again."""
        while self.inbox:
            topic, payload = self.inbox.pop(0)
            if topic is None:
                self.up = not payload
                self.trouble = Trouble("no broker at %s: %s", self.seat.broker, payload) if payload else None
                self.outbox[:] = [(topic,) for game, _ in self._games for topic in topics_of(game)] if self.up else []
            for number, (game, _) in enumerate(self._games):
                if payload and topic in topics_of(game):
                    self._take(number, topics_of(game).index(topic), payload)
                    break

    def _take(self, number: int, k: int, payload: bytes) -> None:
        try:
            letter, known = letter_of(payload, k), self._games[number][1]
            log = known.logs[k]
            if letter.acts[: len(log)] == log and letter.links >= len(known.links[k]):
                fold = known.copy()
            elif letter.acts == log[: len(letter.acts)]:
                return  # an old one
            else:  # the seat has gone on from another device
                fold = Fold()
                fold.logs[1 - k].extend(known.logs[1 - k])
                fold.links[1 - k].extend(known.links[1 - k])
            take(fold, k, letter.acts[len(fold.logs[k]) :], letter, waits=True)
            self._games[number][1], self.refused = fold, None
            if fold.presser >= 0:
                self._follow(number, next_game(self._games[number][0], None, SEATS[fold.presser])[0])
        except Refused as error:
            self.refused = error
        except ValueError as error:
            self.refused = Refused(BREAKS, error)

    def _follow(self, number: int, game: bytes) -> None:
        if [other for other, _ in self._games[number + 1 : number + 2]] != [game]:
            self._games[number + 1 :] = [[game, Fold()]]  # there was one if only seat a had pressed
            self.seat = Seat(game, b"", 2, b"", self.seat.broker)
            self.outbox += [(topic,) for topic in topics_of(game)]
