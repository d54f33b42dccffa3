"""Who comes in and who plays: the code of a server, the tokens of windows, and the seat.

>>> entrance = Entrance("ABCD-EFGH", time.monotonic)
>>> entrance.check(page, "abcdefgh"); entrance.seats.player == page.name
True
"""

import secrets

from host.web.frames import Allowance
from host.web.seats import SeatError, Seats

CODE_TRIES = 5  # failed codes per minute, all pages


class Entrance:
    """code: as of a host.web.pages.Room. clock: seconds."""

    def __init__(self, code, clock):
        self.code = code
        self.seats = Seats()
        self._clock = clock
        self._codes = Allowance(CODE_TRIES, CODE_TRIES / 60)
        self._tokens: dict = {}  # token of a page's window -> the page's name

    def knows(self, token: str) -> bool:
        """Whether this is the token of the page that has the seat, or had it last."""
        return token in self._tokens and self._tokens[token] == self.seats.owner

    def enter(self, page, token: str, code: str, pages: dict) -> str:
        """Let a page in, under its old name if its window has returned; returns its new token."""
        known = self._tokens.get(token)
        if known is not None and known not in pages:
            page.name = known
        kept = list(pages) + [page.name, known, self.seats.owner]  # MicroPython has no * in a list
        self._tokens = {token: name for token, name in self._tokens.items() if name in kept}
        token = secrets.token_hex(12)
        self._tokens[token] = page.name
        pages[page.name] = page
        self.seats.enter(page.name, page.local or self._right(code))
        return token

    def check(self, page, code: str) -> None:
        """Let a page play that gives the right code."""
        if not self._right(code):
            raise SeatError("this is not the code that the server has printed")
        self.seats.allow(page.name)

    def _right(self, code: str) -> bool:
        if self.code is None or not code:
            return False
        if not self._codes.left(self._clock()):  # even the right one: it might have been guessed
            raise SeatError("too many wrong codes: wait a minute")
        given = "".join(code.split()).replace("-", "").upper()
        right = secrets.compare_digest(given.encode(), self.code.replace("-", "").encode())
        if not right:
            self._codes.take(self._clock())
        return right
