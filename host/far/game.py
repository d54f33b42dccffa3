"""One end of a far game, whoever sits there: its seat's file, its messages, and the board that it leads.

>>> far = FarGame(SeatFiles(folder))           # gives the file of a seat to one end at a time
>>> far.carrier = lambda post: ...             # called with the Mailbox of a game that begins, None when it is left
>>> far.open(link, "Ane", "danish", 0); far.tick(now_s, board)
"""

from typing import Any

from companion.far.end import End, EndError
from companion.far.link import LOOK, Link
from daldos.rules import DEFAULT
from host.far.board import BoardSeat, messages, thrown
from host.far.files import BUSY, HELD
from host.far.post import RETRY_S, Mailbox
from host.i18n.catalogue import n
from host.sim.client import Client


class FarGame:
    """seats: a host.far.files.SeatFiles. link: the seat's, None between games. file: the seat's: held, awaited, or
    somebody else's; None of an onlooker. post: the messages, None until this end has its file. trouble: of the led
    board, in its words."""

    def __init__(self, seats):
        self.seats = seats
        self.carrier = lambda post: None
        self.link: Link | None = None
        self.file: Any = None
        self.post: Mailbox | None = None
        self._sits: tuple = ("", DEFAULT, 0)  # the name, rules and time to propose
        self._brought = b""  # lines to add to the seat's file when it is opened
        self._led: BoardSeat | None = None
        self._client: Any = None  # of the board that is led
        self._now_s = self._retry_s = 0.0

    @property
    def trouble(self) -> str:
        return self._led.trouble if self._led else ""

    def open(self, link: Link, name: str, rules: str = DEFAULT, turn_s: int = 0, brought: bytes = b"") -> None:
        """Leave the present game, and sit down at this one, or look on.

        name, rules, turn_s: what to propose. brought: lines to add to the seat's file.
        """
        self.leave()
        file = None if link.seat == LOOK else self.seats.seat(link)  # an error here leaves no game behind
        self.file, self.link, self._sits, self._brought = file, link, (name, rules, turn_s), brought
        self._begin()

    def _begin(self) -> None:
        # Called once this end has its seat's file; for an onlooker, at once.
        link, file = self.link, self.file
        if file and file.state != HELD:
            return
        kept, end = None, None
        if file:
            kept = file.open(self._brought)
            name, rules, turn_s = self._sits
            end = End(link, kept.secret, name, rules, turn_s, called=kept.called)
        self._brought = b""
        self.post = Mailbox(link, end, kept)
        if not link.by_post:
            self.carrier(self.post)

    def rematch(self) -> None:
        """Open the next game, with the sides changed; EndError while this one is not over."""
        sit = self.post.fold.seats[0].sit if self.post else None
        if not sit or not self.post.fold.over:
            raise EndError("the game is not over")
        self.open(self.link.rematch(), self._sits[0], sit["rules"], sit["turn_s"])

    def _stop(self) -> None:
        if self.post:
            self.post.stop()
            self.post = None
            self.carrier(None)

    def leave(self) -> None:
        """Leave the game, which can be resumed later, and give the board its own back."""
        self._stop()
        if self.file:
            self.file.release()
        self.file = self.link = None
        if self._led and self._client.board.plugged:
            self._led.release()
        self._led = None

    def tick(self, now_s: float, board) -> None:
        """Take incoming messages, and send those due; board: the one to lead, as of a host.sim.client.Client, or
        None."""
        self._now_s = now_s
        if self.file and self.file.state != HELD:
            self._stop()
        elif self.link and not self.post and now_s >= self._retry_s:
            self._retry_s = now_s + RETRY_S
            self._begin()
        if self.post:
            self.post.step(now_s)
            if board and self.post.fold.game:
                self._lead(board)
        if not board:
            self._led = self._client = None

    def _lead(self, board) -> None:
        if not self._client or self._client.board is not board:  # one for all the games it is led through
            self._led, self._client = None, Client(board)
        if not self._led:
            self._client.events()
            self._led = BoardSeat(self._client)
        post = self.post
        if board.plugged and post.synced and post.plays:
            for message in messages(self._led, post.end):
                post.send(message)
        elif board.plugged:
            self._led.step(post.fold.game, thrown(post.fold.game), None)

    def state(self) -> tuple:
        """The game's state: its name, a text that says it, and the text's arguments. The first that applies counts."""
        post = self.post
        if not post:
            if self.file and self.file.state == BUSY:
                return "elsewhere", n("This seat is played elsewhere on this machine."), {}
            return "connecting", n("Waiting for this seat's file ..."), {}
        fold, end = post.fold, post.end
        if end and end.foreign:
            return "foreign", n("A message of this seat was not sent from here: {topic}"), {"topic": end.foreign[0]}
        if fold.broken:
            topic, why = fold.broken
            return "broken", n("The game is broken: {topic}: {why}"), {"topic": topic, "why": why}
        if post.moved:
            return "moved", n("This seat has moved. Open it on the other device, and play there."), {}
        if end and not end.playing:
            return "elsewhere", n("This seat is played from elsewhere now; here you look on."), {}
        if fold.over:
            if fold.winner:
                return "over", n("{player} has won."), {"player": fold.winner}
            return "over", n("Nobody has won."), {}
        return self._state_of_letters(post) if post.letters else self._state_of_way(post)

    def _state_of_letters(self, post: Mailbox) -> tuple:
        if post.letter:
            return "letter", n("Send your message to the other player."), {}
        return "there", n("It is your turn.") if post.fold.game else n("Waiting for the other player."), {}

    def _state_of_way(self, post: Mailbox) -> tuple:
        end, game = post.end, post.fold.game
        if not post.up:
            if post.trouble:
                return "no_broker", "{error}", {"error": post.trouble}
            return "connecting", n("Connecting to the broker ..."), {}
        if not game:
            if not end:
                return "empty", n("Waiting for the players."), {}
            text = n("Send the link to the other player.") if end.k == 0 else n("Waiting for the other player.")
            return "empty", text, {}
        if not end:
            return "looking", n("You look on."), {}
        if not end.other_end:
            return "away", n("The other is away."), {}
        return "there", n("The other is there."), {}


def told(t, state: tuple) -> str:
    """A FarGame's state, in words of the catalogue t."""
    _, text, fill = state
    return t(text, **{key: t.say(value) if isinstance(value, Exception) else value for key, value in fill.items()})
