"""A page as one end of a far game: the page plays the fold's game, and leads the board behind it, if any.

>>> far = FarPage(SeatFiles(folder))
>>> far.do({"do": "far_new", "broker": "wss://HOST/PATH", "rules": "danish", "name": "Ane", "turn_s": 0})
>>> far.tick(now_s, None); far.links()["other"]
"""

import functools
import secrets

from companion.far.end import EndError
from companion.far.fold import Fold
from companion.far.letter import LetterError, game_mark, is_letter
from companion.far.link import LOOK, POST, Link
from daldos.notation import turn_text
from daldos.rules import DEFAULT, parse_rules
from daldos.state import PLAYERS
from host.far.address import Address, AddressError
from host.far.files import BUSY, HELD
from host.far.game import FarGame, told
from host.far.log import linked
from host.far.post import Mailbox
from host.games.play import Play
from host.games.players import Afar, Here, Linked
from host.i18n.catalogue import LANGUAGES, said, words
from host.sim.shown import checked_name, shown


class FarPage(FarGame):
    """browser: the browser itself connects to the broker, by WebSocket only. play: the far game, None until both seats
    are taken; this is its match, which advances by messages."""

    pending = ()

    def __init__(self, seats, browser: bool = False):
        super().__init__(seats)
        self.play: Play | None = None
        self._browser = browser
        self._letter = ""  # a received letter, to be opened once this end has its file
        self._is_whole = True  # what was opened, if it is an invitation
        self._refused: ValueError | None = None  # why it could not be opened

    @property
    def game(self):
        return self.post.fold.game

    def commit(self, turn: int) -> None:
        """Send a turn, packed."""
        self.post.send(self.post.end.turn(turn_text(self.game.position, turn)))

    def undo(self) -> None:
        """Ask the other player to take the last turn back."""
        self.post.send(self.post.end.ask_undo())

    # --- the player's actions ---

    def do(self, command: dict) -> None:
        """Obey a checked frame of the page; ValueError says what is wrong."""
        do = command["do"]
        if do == "far_new":
            rules = parse_rules(command["rules"])
            link = Link.new(command["broker"].strip() or POST, secrets.token_bytes(32))
            self.open(link, checked_name(command["name"]), rules.text, command["turn_s"])
        elif do == "far_join":
            text = command["link"]
            link, brought = linked(text)  # an error here leaves the present game alone
            self._is_whole = is_letter(text) or bool(brought) or not link.by_post or link.seat != "b"
            if brought or not self.link or link.text() != self.link.text():
                self.open(link, checked_name(command["name"]), brought=brought)
            if is_letter(text):
                self._letter = text
        elif do == "far_at":
            if self.post:
                self.post.look_at(command["hole"])
        elif command["what"] == "leave":
            self.leave()
        elif command["what"] == "here":
            self._take_over()
        elif self.post:
            self._act(self.post, command["what"])

    def _act(self, post: Mailbox, what: str) -> None:
        if not post.end:
            raise EndError("a link to look on has no seat")
        if what == "rematch":
            self.rematch()
        elif what == "move":
            post.move()
        else:
            post.act(what, self._now_s)

    def open(self, link: Link, name: str, rules: str = DEFAULT, turn_s: int = 0, brought: bytes = b"") -> None:
        """See FarGame; AddressError if a browser cannot reach the broker."""
        if not link.by_post and not Address.parse(link.broker).websocket and self._browser:
            raise AddressError("broker %r: a page without a server reaches it by ws or wss alone", link.broker)
        super().open(link, name, rules, turn_s, brought)

    def _begin(self) -> None:
        if not self._is_whole and self.file.state == HELD and self.file.is_new:
            self.file.forget()
            self.leave()
            self._refused = LetterError("this message is not whole: copy all of it")
            return
        super()._begin()
        if self.post:
            self._refused = None
            if self._letter:
                self._read_letter()

    def _read_letter(self) -> None:
        # The letter was opened on this page, so this end plays.
        letter, self._refused = self._letter, None
        try:
            if self.post:
                self._letter = ""
                self.post.open(letter)
            elif self.file and self.file.state == BUSY:
                self.file.take()
        except ValueError as error:
            self._letter, self._refused = "", error

    def _stop(self) -> None:
        super()._stop()
        self.play = None

    def _take_over(self) -> None:
        # Another end plays this seat, on this machine or elsewhere.
        if self.file:
            self._stop()
            self.file.take()
            self._brought = b"moved 0\n"
            self._begin()

    def leave(self) -> None:
        """See FarGame."""
        super().leave()
        self._refused = None
        self._letter = ""

    def tick(self, now_s: float, board) -> None:
        """See FarGame."""
        if self._letter:
            self._read_letter()
        super().tick(now_s, board)
        post = self.post
        if not post or not post.fold.game:
            self.play = None
            return
        fold, end = post.fold, post.end
        mine = end.k if end and post.plays and (fold.game.winner or not fold.over) else -1
        if not self.play:
            self.play = Play(self, "far", (Afar(), Afar()), Linked())
        if [player.here for player in self.play.players] != [mine == 0, mine == 1]:
            self.play.sit(tuple(Here() if k == mine else Afar() for k in (0, 1)))

    # --- the page's values ---

    def troubles(self) -> list:
        """The present state, in every language."""
        found = [said(self._refused)] if self._refused else []
        if self.post and self.post.unkept:
            found.append(said(self.post.unkept))
        return found

    def values(self) -> "dict | None":
        """The page's values; None without a game."""
        post, link = self.post, self.link
        if not link:
            return None
        state = self.state()
        fold, end = (post.fold, post.end) if post else (Fold(link.game), None)
        asks = [k for k in (0, 1) if fold.seats[k].asks and fold.game and not fold.over]
        sits = [seat.sit for seat in fold.seats]
        left_s = post.left_s(self._now_s) if post else None
        return {
            "state": state[0],
            "say": {language: told(words(language), state) for language in LANGUAGES},
            "here": state[0] in ("elsewhere", "moved"),
            "look": "" if link.by_post else link.look().text(),
            "you": PLAYERS[end.k] if end else "",
            "names": [_shown_name(sit["name"]) if sit else "" for sit in sits],
            "asked": bool(end) and 1 - end.k in asks,
            "asking": bool(end) and end.k in asks,
            "to": fold.seats[asks[0]].asks[0][1] if asks else 0,
            "words": [[PLAYERS[k], word] for k in (0, 1) for _, word in fold.seats[k].words[-1:]],
            "at": end.other_at if end and post and fold.waits_for() == 1 - end.k else "",
            "claimable": left_s == 0,
            "left_s": left_s,
            "claimed": fold.claimed,
            "over": fold.over,
            "winner": fold.winner,
            "resigned": [PLAYERS[k] for k in (0, 1) if fold.seats[k].resigned],
            "game": bool(fold.game),
            "trouble": self.trouble,
        }

    def headers(self) -> dict:
        """The headers of the game's record."""
        if not self.post:
            return {}
        fold = self.post.fold
        names = [_shown_name(seat.sit["name"]) if seat.sit else "" for seat in fold.seats]
        found = {PLAYERS[k]: names[k] for k in (0, 1) if names[k]}
        if fold.over and fold.ended():
            found["Event"] = "far %s, %s" % (fold.name, fold.ended())
        return found

    def links(self) -> "dict | None":
        """For the playing page only: the links with the key, `own` and `other`; in a game by post also `letter`, to be
        sent, or empty, and `mark`, which identifies the game in letters; `moved`, which moves the seat, or empty."""
        link, post = self.link, self.post
        if not link:
            return None
        other = link if link.seat == LOOK else link.other()
        found = {"own": link.text(), "other": other.text(), "moved": post.moved if post else ""}
        if link.by_post:
            found["letter"] = post.letter if post else ""
            found["mark"] = game_mark(link.game).hex()
        return found


_shown_name = functools.cache(shown)  # needed at each look
