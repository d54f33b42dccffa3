"""Who plays: one page has the seat, the others look on; *Play here* takes it, and it is kept for who comes back.

Pages are named by short texts. `may` tells whether a page is allowed to play at all.

>>> seats = Seats()
>>> seats.enter("1", may=True); seats.enter("2", may=True)
>>> seats.player
'1'
>>> seats.take("2"); seats.player
'2'
"""

from daldos.errors import DaldosError


class SeatError(DaldosError):
    """Why a request for the seat is refused."""


class Seats:
    """player: the page that plays, or None; owner: that page, or the one that played last and may come back."""

    def __init__(self):
        self.player = None
        self.owner = None
        self._may = {}  # page -> whether it may play

    def enter(self, page: str, may: bool) -> None:
        """Add a page that has connected or reconnected."""
        alone = not self._may
        self._may[page] = may
        if may and self.player is None and (alone or self.owner in (None, page)):
            self.player = self.owner = page

    def allow(self, page: str) -> None:
        """Let a page play that has given the code; it gets the seat if that is free."""
        self._may[page] = True
        if self.player is None:
            self.take(page)

    def leave(self, page: str) -> None:
        """A page is gone."""
        self._may.pop(page, None)
        if self.player == page:
            self.player = None

    def take(self, page: str) -> None:
        """A page takes the seat."""
        if not self._may.get(page):
            raise SeatError("enter the code that the server has printed to play from here")
        self.player = self.owner = page
