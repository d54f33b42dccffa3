"""A match of several games at the terminal: who has won how many. Sides change after each game."""

from daldos.state import PLAYERS
from host.i18n.catalogue import system_words


class Match:
    """to: the games that win it. solo: one side is the board's; then send(command) changes the sides on the board.
    over: the board shows a game that was over before.

    In words the match is the page's: see host/web/page/match.js.
    """

    def __init__(self, to: int, solo: bool, send, over: bool = False):
        self._to = to
        self._solo = solo
        self._send = send
        self._won: list[bool] = []  # by the first player, game by game
        self._ended = over  # the game has ended once, and is counted unless it is from before the match
        self._going = True
        self._take(0)

    def _take(self, side: int) -> None:
        self._side = side  # the first player's
        if self._solo:
            self._send({"do": "set", "key": "solo_side", "value": PLAYERS[1 - side]})

    def hear(self, event: dict) -> str:
        """What there is to say after this event of the board, or nothing. A game that ends again counts once."""
        if self._ended and event["ev"] == "phase" and event["phase"] == "opening":  # a game that is over has none
            self._ended, self._going = False, self._goes_on()
            if self._going and self._won:
                self._take(1 - self._side)
        if event["ev"] != "over" or not self._going or self._ended and not self._won:
            return ""
        if self._ended:
            self._won.pop()
        self._ended = True
        self._won.append(event["winner"] == PLAYERS[self._side])
        return self._standing()

    def _goes_on(self) -> bool:
        return max(self._won.count(True), self._won.count(False)) < self._to

    def _standing(self) -> str:
        t = system_words()
        name, other = (t("You"), t("The board")) if self._solo else (t("Light at first"), t("Dark at first"))
        text = "Match, best of {games}: {name} {own}, {other} {others}."
        if not self._goes_on():
            text = "Match over: {name} {own}, {other} {others}."
        own, others = self._won.count(True), self._won.count(False)
        return t(text, games=2 * self._to - 1, name=name, own=own, other=other, others=others)
