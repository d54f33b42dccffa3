"""A player for both sides: picks a random legal turn, plays it piece by piece and presses.

In mode `solo` it plays one side, and sets up the board's turns.

>>> auto = Auto(desk, seed=7)
>>> while not auto.over(): auto.step()
"""

from companion.console.phases import GAME, MODES, SOLO, WOODEN
from daldos.errors import DaldosError
from daldos.notation import parse_turn, turn_text
from daldos.prng import Xorshift32
from daldos.state import rows_text, start_cells
from daldos.turns import legal_turns
from host.sim.standing import wooden
from host.terminal import draw

SETTLE_MS = 300  # from the last move of a piece to the press
THINKS_MS = 12000  # longest time that the board thinks about a turn
TRIES = 5  # presses until a turn must have been accepted; more if it has look-alikes


class AutoError(DaldosError):
    """The game is stuck: the intended action, and the board's reaction."""


class Auto:
    """desk: where it plays; seed: of its choices."""

    def __init__(self, desk, seed: int = 1):
        self.desk = desk
        self.stream = Xorshift32(seed)

    def step(self) -> str:
        """Do one action of a player: set up, throw or play a turn. Returns what was done; AutoError if it failed."""
        desk = self.desk
        view = desk.view()
        if view.mode not in (MODES[GAME], MODES[WOODEN], MODES[SOLO]):
            raise AutoError("it plays in the modes game, wooden and solo only")
        rules = desk.rules()
        if view.phase == "over":
            desk.setup(rules, start_cells(rules))
            desk.table.wait(SETTLE_MS)
            desk.table.press()
            if desk.view().phase == "over":
                raise AutoError("the board offers no new game")
            return "new game"
        at = view.at()
        if view.phase == "setup" or self._differs(at):
            desk.setup(rules, at.cells)
            desk.table.wait(SETTLE_MS)
            if desk.view().phase == "setup":
                raise AutoError("the board does not know its position again: %s", draw.lights(desk.view()))
            return "set up"
        if view.phase in ("opening", "throw"):
            return self._throw(at)
        if view.phase != "play":
            raise AutoError("the board is in no phase to play")
        if view.mode == MODES[SOLO]:
            return self._solo_turn(at)
        return self._turn(at)

    def over(self) -> bool:
        """Whether the game on the board is over."""
        return self.desk.view().phase == "over"

    def _differs(self, at) -> bool:
        # Whether the pieces differ from the game's position, as after an undo.
        board = self.desk.table.board
        wanted = wooden(rows_text(at.rules, at.cells), self.desk.table.config.N)
        return board.letters() != wanted if board.tall else board.occupancy().decode() != wanted.upper()

    def _throw(self, at) -> str:
        before = len(self.desk.heard())
        if self.desk.view().mode == MODES[WOODEN]:
            self.desk.send({"do": "dice", "throw": "%d%d" % self.stream.throw()})
            if any(event.get("code") == "throw_stays" for event in self.desk.heard()[before:]):
                self.desk.table.press()
        else:
            self.desk.table.press()
        if not self._since(before, "throw"):
            raise AutoError("the board does not throw: %s", draw.lights(self.desk.view()))
        return "throw"

    def _solo_turn(self, at) -> str:
        # A press shows whose turn it is: the board announces its own, shows what the player can play, or ends a lost
        # turn.
        for _ in range(THINKS_MS // SETTLE_MS):
            before = len(self.desk.heard())
            self.desk.table.press()
            taken, guides = self._since(before, "turn"), self._since(before, "guide")
            if taken:
                return taken[0]["turn"]
            if guides and guides[-1]["code"] not in ("thinking", "changed", "dice_roll"):
                return self._turn(at, guides[-1]["turn"])
            self.desk.table.wait(SETTLE_MS)
        raise AutoError("the board does not come to an end with its thought")

    def _turn(self, at, led=None) -> str:
        legal = legal_turns(at)
        turns = legal.turns
        turn = turns[self.stream.below(len(turns))] if len(turns) > 1 else turns[0]
        if led:
            turn = parse_turn(at, led, legal)
        text, where = turn_text(at, turn), at.text()
        before = len(self.desk.heard())
        self.desk.do("play " + text)
        for _ in range(TRIES + len(turns)):
            self.desk.table.wait(SETTLE_MS)
            view = self.desk.view()
            if view.lights["kind"] == "ask" and view.guide and view.guide["turn"] == text:
                self.desk.table.long_press()
            else:
                self.desk.table.press()
            taken = self._since(before, "turn")
            if taken:
                break
        else:
            raise AutoError("turn %s of %r was not taken", text, where)
        if taken[0]["turn"] != text:
            raise AutoError("turn %s of %r was taken for %s", text, where, taken[0]["turn"])
        return text

    def _since(self, before: int, kind: str) -> list:
        # The board's events of this kind since then.
        return [event for event in self.desk.heard()[before:] if event["ev"] == kind]
