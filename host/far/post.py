"""Between an end and the carrier of its messages: keeps each before sending, resends lost ones; no network code.

>>> post = Mailbox(link, end, kept)
>>> post.inbox.append((None, ""))              # the carrier is connected; (None, why): it is not, any more
>>> post.inbox.append((topic, payload))        # it brings this
>>> post.step(now_s)
>>> post.outbox.pop(0)                         # (topic, payload, retained) to be sent, (topic,) to be subscribed to
"""

from typing import TYPE_CHECKING

from companion.far.end import End, EndError
from companion.far.fold import Fold
from companion.far.letter import LetterError, Letters
from companion.far.link import Link
from daldos.errors import DaldosError
from host.far.log import moving

if TYPE_CHECKING:
    from collections.abc import Callable

    from host.far.log import EndFile

BURST, RATE_S = 5000, 200  # messages accepted: at once, and then per second
LOOK_AFTER_S = 5.0  # between searches for lost or missing messages
ACTS = ("yes", "no", "undo", "resign", "claim")
RETRY_S = 1.0  # before a failed write is retried


class Trouble(DaldosError):
    """Why there is no broker, or why the file cannot be written."""


class Allowance:
    """How many more messages or frames to accept: `most` at once, then `rate` per second."""

    def __init__(self, most: int = BURST, rate: float = RATE_S):
        self._most, self._rate = most, rate
        self._left, self._at = float(most), 0.0

    def left(self, now_s: float) -> bool:
        """Whether one more is allowed."""
        self._left = min(self._most, self._left + (now_s - self._at) * self._rate)
        self._at = now_s
        return self._left >= 1

    def take(self, now_s: float) -> bool:
        """Accept one more, if allowed."""
        allowed = self.left(now_s)
        self._left -= allowed
        return allowed


class Mailbox:
    """fold: the game, also of an onlooker, who has neither `end` nor file.

    letters: those of a game by post, where every message sent counts as received; else None.
    up: whether the broker is connected; trouble: why not, None before the first try. synced: the broker has sent all it
    has. refused: messages over the allowance, requested again later. unkept: why the last write to the file failed, or
    None; nothing is sent before everything is written. wake: called when the carrier has work; news: called by the
    carrier when `step` has. moved: the text that moves this seat to another device, once it has been moved.
    """

    def __init__(self, link: Link, end: "End | None", kept: "EndFile | None"):
        self.link = link
        self.end = end
        self.fold = end.fold if end else Fold(link.game)
        self.letters = Letters(end, kept.confirmed if kept else 0) if end and link.by_post else None
        self.inbox: list[tuple] = []
        self.outbox: list[tuple] = []
        self.up = self.synced = link.by_post  # then there is no carrier
        self.trouble: Trouble | None = None
        self.refused = self._asked = 0
        self.unkept: Trouble | None = None
        self.moved = ""
        self._held = ""  # the hole of the piece the player holds
        self.wake: Callable[[], object] = lambda: None
        self.news: Callable[[], object] = lambda: None
        self._kept = kept
        self._allowance = Allowance()
        self._look_s = 0.0
        self._place: tuple = ()
        self._since_s = 0.0  # since when the turn has been due
        self._written: set = set()
        self._unwritten: list = []  # messages not in the file yet
        self._retry_s = 0.0
        if kept and end:
            for line in kept.messages:
                end.recall(*line)
            self._written.update(kept.messages)
            if kept.moved:
                self._move()

    @property
    def plays(self) -> bool:
        """Whether this end may send: it has a seat, and nobody else has taken it or sent messages for it."""
        return bool(self.end and self.end.playing and not self.end.foreign and not self.end.unknown)

    @property
    def idle(self) -> bool:
        """Whether the broker has all of this end's messages, or there is no end."""
        if not self.end or self.link.by_post:
            return not self._unwritten
        return not self.outbox and self.synced and not self._unwritten and not self.end.lost()

    def send(self, message: "tuple[str, str]") -> None:
        """Keep one of the end's own messages, and send it now or when the broker is connected again."""
        self._keep(message)
        self._write()
        if not self._unwritten:  # otherwise it is sent once the file has it
            self._put_all(self.end.carried([message]) if self.end else [])

    @property
    def letter(self) -> str:
        """The letter to send, once all its messages are kept; empty if there is none."""
        return self.letters.text() if self.letters and self.plays and not self._unwritten else ""

    def open(self, text: str) -> None:
        """Open one of the other end's letters; LetterError if it cannot be opened."""
        if not self.letters:
            raise LetterError("this game goes over a broker, not by message")
        if self.moved:
            raise LetterError("this game has gone on elsewhere: open the message where you played last")
        for message in self.letters.open(text):
            self._keep(message)
        self._keep(("taken", str(self.letters.confirmed)))
        self._write()

    def move(self) -> None:
        """Nothing is played from here any more: who opens `moved` does."""
        if not self.plays:
            raise EndError("this seat is played from elsewhere: here you look on")
        self.leave()
        self._keep(("moved", "1"))
        self._write()
        self._move()

    def _move(self) -> None:
        assert self.end and self._kept
        self.end.playing = False
        self.moved = moving(self.end, self._kept.secret, self.letters.confirmed if self.letters else 0)

    def left_s(self, now_s: float) -> "int | None":
        """Seconds left for the other player's turn; None without a time limit."""
        fold, end = self.fold, self.end
        if not end or not fold.game or not end.seat.sit["turn_s"] or fold.waits_for() != 1 - end.k or fold.claimed:
            return None
        return max(0, int(self._since_s + end.seat.sit["turn_s"] - now_s + 0.999))

    def act(self, what: str, now_s: float) -> None:
        """Send one of ACTS, or a word; EndError if it is impossible now, as a claim before the other's time is over."""
        end, left_s = self.end, self.left_s(now_s)
        assert end
        if what in ("yes", "no"):
            self.send(end.answer(what == "yes"))
        elif what == "claim" and left_s:
            raise EndError("the other has %d seconds left", left_s)
        elif what in ACTS:
            self.send(end.claim() if what == "claim" else end.ask_undo() if what == "undo" else end.resign())
        else:
            self.send(end.say(what))

    def stop(self) -> None:
        """Stop keeping and sending messages at this end."""
        self._kept = None
        self.inbox.clear()

    def look_at(self, hole: str) -> None:
        """Let the other see which piece the player holds, by its hole; empty: none any more."""
        self._held = hole
        if self.end and self.plays and self.up:
            self._put(*self.end.here(True, hole), False)

    def leave(self) -> None:
        """Announce that this end leaves, as its MQTT will would."""
        if self.end and self.plays and self.up:
            self._put(*self.end.here(False), False)

    def step(self, now_s: float) -> None:
        """Take incoming messages, and send those due without the player."""
        while self.inbox:
            topic, payload = self.inbox.pop(0)
            if topic:
                self._take(topic, payload, now_s)
            else:
                self._connected(payload, now_s)
        end = self.end
        if not self.unkept or now_s >= self._retry_s:  # before acting on incoming messages
            self._retry_s = now_s + RETRY_S
            self._write()
        if self.synced and now_s >= self._look_s:
            self._look_s = now_s + LOOK_AFTER_S
            self._look_after()
        if end and end.unsaid and end.playing and self.up:
            end.unsaid = False
            self._put(*end.here(True), False)
            if self._held:  # that message forgot it
                self.look_at(self._held)
        while end and self.synced and not self._unwritten and (message := end.due()):
            self.send(message)
        while end and end.stale and self.up:
            self._put(end.stale.pop(), "", True)
        game = self.fold.game
        place = (game.phase, game.position.text()) if game else ()
        if place != self._place:
            self._place, self._since_s = place, now_s

    # --- inside -------------------------------------------------------------------------------------------------------

    def _put(self, *what) -> None:
        if self.link.by_post:  # a letter has it
            return
        if "/log/" in what[0] and what[1:]:  # the newest part contains all older ones
            self.outbox = [other for other in self.outbox if other[0] != what[0] or not other[1:]]
        self.outbox.append(what)
        self.wake()

    def _put_all(self, lines: list) -> None:
        for line in lines:
            self._put(*line, True)

    def _keep(self, message: tuple) -> None:
        if self._kept and message not in self._written:
            self._unwritten.append(message)
            self._written.add(message)

    def _write(self) -> None:
        if not self._unwritten or not self._kept:
            return
        try:
            self._kept.add(self._unwritten)
            self._unwritten, self.unkept = [], None
        except OSError as error:
            why = error.strerror or str(error)
            self.unkept = Trouble("the far game cannot be kept, so nothing is sent: %s", why)

    def _connected(self, why: str, now_s: float) -> None:
        self.up = not why
        self.trouble = Trouble("no broker at %s: %s", self.link.broker, why) if why else None
        self.synced = self.up and not self.end
        self.outbox.clear()  # its messages are resent once the broker shows that it lacks them
        self._look_s = now_s + LOOK_AFTER_S
        if self.up:
            self._put(f"daldos/1/{self.link.game}/#")
        if self.end:
            self.end.connected()

    def _take(self, topic: str, payload: bytes, now_s: float) -> None:
        end = self.end
        if not self._allowance.take(now_s):
            self.refused += 1
        elif not end:
            self.fold.take(topic, payload)
        elif topic.endswith("/here"):
            self._present(topic, payload, now_s)
        else:
            for message in end.take(topic, payload):
                self._keep(message)

    def _present(self, topic: str, payload: bytes, now_s: float) -> None:
        assert self.end
        found = self.end.present(topic, payload)
        # its own message comes back after all retained ones
        if found and found["end"] == self.end.called and found["on"] and not self.synced:
            self.synced = True
            self._look_s = now_s + LOOK_AFTER_S
            self._send_lost()

    def _send_lost(self) -> None:
        if self.plays and not self._unwritten:
            self._put_all(self.end.lost())

    def _look_after(self) -> None:
        # Resend what the broker has not shown; request messages that later ones show to be missing.
        if self.end:
            self.end.fresh = False
            self.end.settle()
            if not self.outbox:
                self._send_lost()
        for topic in self.fold.missing() + ([f"daldos/1/{self.link.game}/#"] if self.refused > self._asked else []):
            self._put(topic)
        self._asked = self.refused
