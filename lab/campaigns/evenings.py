"""A family's evenings, in any order: does a game always begin again, and is nothing lost?

A game is finished, left, or has just begun. Then anything: the power goes, the pieces are boxed, one is lost, the cat
walks over the board, a child is at the button, the dice are used alone, and all that the muddles have. In the end
pieces are set up near a start, of this size or another, with one or two missing, or as the old game has them; and a
hand that does only what the lights say plays until a turn of its own is committed. What it presses until then is
counted.

Only a long press on an offer of the lights may end an unfinished game, and only a long press may take turns back.
"""

from functools import partial

from companion.session.situation import situation
from daldos.rules import Rules
from daldos.state import start_cells
from lab.campaigns import muddles
from lab.campaigns.follower import LONG_MS, Follower, press
from lab.campaigns.muddles import SIZES, Muddler

SIZE = "10000 evenings"
OPTIONS = {"dalled": False}
PRESSES = (100, 100, 250, 950, 1200, 2000, 4300)


class Evening(Muddler):
    """Everything before the pieces are set up. wrongs: violations found."""

    def make(self) -> None:
        """A game that was saved, then anything, then pieces near a start or as they were."""
        table, draw = self.table, self.draw
        super().make()
        game = table.app.session.match.game
        for _ in range(draw.randrange(1, 7)):
            kinds = self._clear, self._lose, self._child, self._cat, self._night, self._dice_alone, *self.events()
            self._watched(draw.choice(kinds))
        if draw.random() < 0.7:
            self._watched(self._set_up_again)
        self.done.append("then %s, %d turns" % (situation(table.app.session).name, len(game.plies)))

    def _watched(self, deed) -> None:
        # Without a press, no game may change.
        self.done.append(deed.__name__.strip("_"))
        before = self._record()
        deed()
        if deed != self._child and self._record() != before:
            self.wrongs.append("turns lost by %s: %s" % (deed.__name__, before[-1:]))
        self.table.wait(self.draw.choice((30, 700, 3000)))

    def _record(self) -> list:
        return list(self.table.app.session.match.game.plies)

    def _lose(self) -> None:
        names = [hole for hole in range(len(self.table.board.names)) if self.table.board.piece_at(hole)]
        if names:
            self._take(self.draw.choice(names))

    def _cat(self) -> None:
        for _ in range(self.draw.randrange(1, 8)):
            self._stir()

    def _night(self) -> None:
        self.table.plug_out()
        if self.draw.random() < 0.5:
            self._clear()
        self.table.plug_in()

    def _dice_alone(self) -> None:
        mode = self.table.app.settings.get("mode")
        for name in ("roller", mode):
            self.table.send({"do": "mode", "mode": name})
            self.table.wait(300)

    def _child(self) -> None:
        for _ in range(self.draw.randrange(1, 10)):
            press(self.table, self.draw.choice(PRESSES), self.wrongs)
            self.table.wait(self.draw.choice((0, 120, 400, 1500)))

    def _set_up_again(self) -> None:
        rules = Rules(self.draw.choice(SIZES))
        self._set_up(rules, start_cells(rules))
        for _ in range(self.draw.choice((0, 0, 1, 2))):
            self._lose()
        self.table.wait(900)


class Player(Follower):
    """Follows the lights, and wants a game."""

    def _offer(self, message) -> None:
        # A player who sets up pieces wants a game: add a missing piece, if any.
        if message.hole >= 0 and self._idle < 1 and self.draw.random() < 0.5:
            super()._offer(message)
        else:
            self._press(100 if not message.choice and message.hole < 0 else LONG_MS)
            self._put_aside()


play = partial(muddles.play, of=("evenings", Evening, Player, "presses"))
units = muddles.units
