"""Mode `wooden`: the players throw their own dice, and enter each throw with the button."""

from companion.session.mode import Game

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Match, Throws


class Wooden(Game):
    """entry: the throw offered, -1: none yet."""

    def __init__(self) -> None:
        self.entry = -1

    def begin(self) -> None:
        self.entry = -1

    def enters(self, match: "Match") -> bool:
        return not match.pending  # a pending throw comes first

    def auto_throw(self, match: "Match") -> bool:
        return bool(match.pending)

    def offer_next(self, throws: "Throws") -> None:
        """Offer the next of all throws."""
        self.entry = (self.entry + 1) % len(throws)
