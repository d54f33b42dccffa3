"""Look-alike turns on the simulated board: the user picks one on the page, and the button answers the board for it.

>>> alike = Alike(press)            # press(ms): of the board's button
>>> alike.hear(event); alike.choose("A2-A1 M1-M4"); alike.look(view)
"""

import config
from daldos.position import parse_position
from daldos.rules import parse_rules
from host.sim.standing import seen_as, wooden

CLICK_MS = 100


class Alike:
    """turns: the possible turns while the board asks which one was played."""

    def __init__(self, press, long_ms: int):
        self.turns: list = []
        self._press = press
        self._long_ms = long_ms
        self._asked = None  # the turn that the lights ask about
        self._unsure = False
        self._named: str = None  # the one picked on the page
        self._tries = 0  # presses after which to give up
        self._seen: tuple = ()

    def hear(self, event: dict) -> None:
        """The board's events."""
        kind = event["ev"]
        if kind in ("throw", "turn", "undo", "phase"):
            self._asked = self._named = None
            self._unsure = False
        elif kind == "guide" and event["code"] in ("alike", "choose", "is_it"):
            self._asked = event.get("turn")
            self._unsure = True
            if self._named:
                self._answer()

    def choose(self, turn: str) -> None:
        """Pick this turn."""
        if turn in self.turns:
            self._named, self._tries = turn, len(self.turns)
            self._answer()

    def look(self, values: dict) -> list:
        """The turns to choose from, given a board's values."""
        seen = (self._unsure, values["position"], values["sees"], values["scene"])
        if seen != self._seen:
            self._seen = seen
            self._unsure = self._unsure and values["phase"] == "play" and values["scene"] in ("ready", "ask")
            self.turns = self._like(values) if self._unsure else []
        return self.turns

    def _answer(self) -> None:
        # The board asks about one turn after another; a long press accepts it.
        if self._asked == self._named:
            self._press(self._long_ms + CLICK_MS)
            self._named = None
        elif self._tries:
            self._tries -= 1
            self._press(CLICK_MS)
        else:  # the touched holes rule it out
            self.turns = [turn for turn in self.turns if turn != self._named]
            self._named = None

    def _like(self, values: dict) -> list:
        turns = parse_position(values["position"], parse_rules(values["rules"])).turns()
        return [turn.text for turn in turns if _looks(turn.result, values["sees"])]


def _looks(result: str, sees: str) -> bool:
    # Whether a turn leads to what the sensors see.
    stands = wooden(result.split(" ")[0], config.N)
    return all(seen in ("?", stands[i]) for i, seen in enumerate(seen_as(stands, sees)))
