"""A page as the end of a game far apart: the board behind it is led and heard in mode `far`, the page sees the rest.

>>> far = FarPage(backend, folder)
>>> far.carrier = lambda post: ...             # called with the Post of a game that begins, None when it is left
>>> far.do({"do": "far_new", "broker": "wss://HOST/PATH", "rules": "danish", "name": "Ane", "turn_s": 0})
>>> far.tick(now_s); far.links()["other"]
"""

import secrets
from typing import Any

from companion.far.end import End, EndError
from companion.far.link import LOOK, Link
from daldos.rules import DEFAULT, parse_rules
from daldos.state import PLAYERS
from host.far.address import Address, AddressError
from host.far.board import BoardSeat, messages, thrown
from host.far.files import EndFile
from host.far.post import Post
from host.i18n.catalogue import LANGUAGES, n, words
from host.sim.client import Client


class FarPage:
    """backend: the board. folder: where the end keeps its games, as host.far.files has it. on: whether there is a game.

    browser: the way to the broker is the browser's own, which has WebSocket alone.
    """

    def __init__(self, backend, folder: Any, browser: bool = False):
        self.backend = backend
        self.folder = folder
        self.carrier = lambda post: None
        self.post: Post | None = None
        self.board: BoardSeat | None = None
        self._client: Client | None = None
        self._browser = browser
        self._kept: EndFile | None = None
        self._link: Link | None = None
        self._name = ""
        self._now_s = 0.0

    @property
    def on(self) -> bool:
        return self.post is not None

    @property
    def you(self) -> str:
        """The side that is played here: `A`, `B`, or empty."""
        post = self.post
        return PLAYERS[post.end.k] if post and post.end and post.plays else ""

    # --- what the player does -----------------------------------------------------------------------------------------

    def do(self, command: dict) -> None:
        """A checked frame of the page; ValueError says what is wrong."""
        do = command["do"]
        if do == "far_new":
            rules = parse_rules(command["rules"])
            link = Link.new(command["broker"].strip(), secrets.token_bytes(32))
            self._open(link, command["name"], rules.text, command["turn_s"])
        elif do == "far_join":
            link = Link.parse(command["link"])
            if not self._link or link.text() != self._link.text():
                self._open(link, command["name"])
        elif command["what"] == "leave":
            self.leave()
        elif self.post:
            self._act(self.post, command["what"])

    def _act(self, post: Post, what: str) -> None:
        end = post.end
        if not end:
            raise EndError("a link to look on has no seat")
        elif what == "rematch":
            sit = post.fold.seats[0].sit
            if not post.fold.over or not sit:
                raise EndError("the game is not over")
            self._open(post.link.rematch(), self._name, sit["rules"], sit["turn_s"])
        elif what == "claim":
            post.send(post.claim(self._now_s))
        elif what in ("yes", "no"):
            post.send(end.answer(what == "yes"))
        else:
            post.send(end.resign() if what == "resign" else end.say(what))

    def _open(self, link: Link, name: str, rules: str = DEFAULT, turn_s: int = 0) -> None:
        if not Address.parse(link.broker).websocket and self._browser:
            raise AddressError("broker %r: a page without a server reaches it by ws or wss alone", link.broker)
        self.leave()
        end = kept = None
        if link.seat != LOOK:
            self._kept = kept = EndFile.open(self.folder, link)
            end = End(link, kept.secret, name, rules, turn_s, called=kept.called)
        self._link, self._name = link, name
        self._client = self._client or Client(self.backend.board)
        self._client.events()
        self.post = Post(link, end, kept)
        self.board = BoardSeat(self._client)
        self.carrier(self.post)

    def leave(self) -> None:
        """The page is an end no more; the game can be come back to."""
        if self.post:
            if self.board:
                self.board.release()
            self.post = self.board = self._link = None
            self.carrier(None)
        if self._kept:
            self._kept.close()
            self._kept = None

    # --- what happens by itself ---------------------------------------------------------------------------------------

    def tick(self, now_s: float) -> None:
        """Take what has come, lead the board, send what was played there."""
        self._now_s = now_s
        post, board = self.post, self.board
        if not post or not board:
            if self._client:
                self._client.events()
            return
        post.step(now_s)
        if post.synced:
            if post.end and post.plays:
                for message in messages(board, post.end):
                    post.send(message)
            else:
                board.step(post.fold.game, thrown(post.fold.game), None)

    def record(self) -> str:
        """The game as a record; empty while there is none."""
        return self.post.fold.record() if self.post else ""

    def values(self) -> "dict | None":
        """What the page shows; None while there is no game."""
        post, board, link = self.post, self.board, self._link
        if not post or not board or not link:
            return None
        fold, end = post.fold, post.end
        sits = [seat.sit for seat in fold.seats]
        asks = [k for k in (0, 1) if fold.seats[k].asks and fold.game and not fold.over]
        state, text, fill = self._state(post)
        return {
            "state": state,
            "say": {language: _filled(words(language), text, fill) for language in LANGUAGES},
            "you": PLAYERS[end.k] if end else "",
            "names": [sit["name"] if sit else "" for sit in sits],
            "look": link.look().text(),
            "asked": bool(end) and 1 - end.k in asks,
            "asking": bool(end) and end.k in asks,
            "to": fold.seats[asks[0]].asks[0][1] if asks else 0,
            "words": [[PLAYERS[k], word] for k in (0, 1) for _, word in fold.seats[k].words[-1:]],
            "claimable": bool(end) and post.left_s(self._now_s) == 0,
            "left_s": post.left_s(self._now_s),
            "claimed": fold.claimed,
            "over": fold.over,
            "winner": fold.winner,
            "resigned": [PLAYERS[k] for k in (0, 1) if fold.seats[k].resigned],
            "game": bool(fold.game),
            "trouble": board.trouble,
        }

    def links(self) -> "dict | None":
        """The links that have the key, `own` and `other`: for the page that plays, and no other."""
        link = self._link
        if not link:
            return None
        return {"own": link.text(), "other": link.text() if link.seat == LOOK else link.other().text()}

    def _state(self, post: Post) -> tuple:
        # How things stand: a word for it, and what is said with what goes into it. The first that holds.
        fold, end, game = post.fold, post.end, post.fold.game
        if end and end.foreign:
            return "foreign", n("A message of this seat was not sent from here: {topic}"), {"topic": end.foreign[0]}
        if fold.broken:
            topic, why = fold.broken
            return "broken", n("The game is broken: {topic}: {why}"), {"topic": topic, "why": why}
        if end and not end.playing:
            return "elsewhere", n("This seat is played from elsewhere now; here you look on."), {}
        if fold.over:
            if fold.winner:
                return "over", n("{player} has won."), {"player": fold.winner}
            return "over", n("Nobody has won."), {}
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


def _filled(t, text: str, fill: dict) -> str:
    return t(text, **{key: t.say(value) if isinstance(value, Exception) else value for key, value in fill.items()})
