"""Who plays: one page has the seat, the others look on; it is handed over, asked for, and kept for who comes back.

Pages are named by short texts. `may` tells whether a page is allowed to play at all.

>>> seats = Seats()
>>> seats.enter("1", may=True, now=0.0); seats.enter("2", may=True, now=1.0)
>>> seats.player
'1'
>>> seats.ask("2", now=2.0); seats.give("1", "2"); seats.player
'2'
"""

from daldos.errors import DaldosError

KEPT_S = 3.0  # a lost page keeps its seat this long while others look on
ANSWER_S = 8.0  # a page that asks gets the seat after this time without an answer


class SeatError(DaldosError):
    """Why a request for the seat is refused."""


class Seats:
    """player: the page that plays, or None; asking: the page that asks for the seat, or None."""

    def __init__(self):
        self.player = None
        self.asking = None
        self._asked = 0.0
        self._kept = None  # the page the seat is kept for
        self._left = 0.0
        self._may = {}  # page -> whether it may play, in order of arrival

    @property
    def owner(self):
        """The page that plays, or that played last and may come back."""
        return self.player or self._kept

    def enter(self, page: str, may: bool, now: float) -> None:
        """Add a page that has connected or reconnected."""
        alone = not self._may
        self._may[page] = may
        if may and self.player is None and (alone or self._kept in (None, page) or now - self._left > KEPT_S):
            self._seat(page)

    def allow(self, page: str) -> None:
        """Let a page play that has given the code; it gets the seat if that is free."""
        self._may[page] = True
        if self.player is None:
            self._seat(page)

    def leave(self, page: str, now: float) -> None:
        """A page is gone."""
        self._may.pop(page, None)
        if self.asking == page:
            self.asking = None
        if self.player == page:
            self.player = None
            self._kept = page
            self._left = now
            if self.asking:
                self._seat(self.asking)

    def ask(self, page: str, now: float) -> None:
        """A page asks for the seat: it gets it at once if it is free, else when the player agrees or does not
        answer."""
        if not self._may.get(page):
            raise SeatError("to play from here takes the code that the server has printed")
        if self.player in (None, page):
            self._seat(page)
        elif self.asking not in (None, page):
            raise SeatError("another page is asking already")
        elif self.asking is None:
            self.asking = page
            self._asked = now

    def give(self, page: str, to: str) -> None:
        """The player hands the seat to a page that may play."""
        if page != self.player or not self._may.get(to):
            raise SeatError("only the player can hand over, and only to a page that may play")
        self._seat(to)

    def keep(self, page: str) -> None:
        """The player keeps the seat: the page that asks is refused."""
        if page == self.player:
            self.asking = None

    def tick(self, now: float) -> bool:
        """Let time pass; True if the seat has changed hands."""
        if self.asking and now - self._asked >= ANSWER_S:
            self._seat(self.asking)
            return True
        return False

    def _seat(self, page: str) -> None:
        self.player = page
        self.asking = None
        self._kept = None
