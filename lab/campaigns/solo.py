"""The messy hand against the board: whole games in mode `solo`, from ADC codes, with power cuts.

The hand plays one side at random and sets the board's turns as they are led: in its own messy way, now and then another
turn first, and with the plug pulled in between. What the board leads must be what the level plays there, worked out
apart, the same after each power cut; it commits nothing else. Now and then the hand takes its last turn back.
"""

import random

from companion.game.mind import Mind
from companion.tracking.tracker import occupancy_of
from daldos import game as engine
from daldos.notation import TurnError, parse_turn, turn_text
from daldos.packing import LOST_TURN, ply_player
from daldos.rules import RULESETS
from daldos.state import PLAYERS
from lab.campaigns.codes import CUTS, READY_MS, Play
from lab.figures import Figures, result_cells, rule_sets

SIZE = "500 games"
TURNS_A_GAME = 1500  # a game that wanders on for longer is broken off
LEADS_MS = 9000  # within which the board's throw is made, or its turn is led
ANOTHER = 0.1  # of the board's turns are first played otherwise
UNDONE = 0.015  # of the turns are taken back
LEVELS = (1, 2, 3, 4, 4, 5)
CUTS_LED = 4 * CUTS  # where the plug is pulled more often


class SoloPlay(Play):
    """One game against the board, which plays `side` at `level`."""

    def __init__(self, seed: int, magnets: str, rules: str, figures: Figures):
        super().__init__(seed, magnets, rules, figures)
        self.side = self.draw.randrange(2)
        self.level = self.draw.choice(LEVELS)
        self.later: list = []  # throws of turns taken back, which come again
        for key, value in (("solo_side", PLAYERS[self.side]), ("level", self.level), ("mode", "solo")):
            self.table.send({"do": "set", "key": key, "value": value})
        self.table.wait(200)
        self.table.news()

    def whole(self) -> bool:
        """The whole game; False if it had to be given up."""
        for _ in range(TURNS_A_GAME):
            if not self._throws():
                return False
            if self.game.phase == engine.OVER:
                self.figures.counts["won by the board"] += self.game.side == self.side
                return True
            if self.draw.random() < UNDONE and not self._take_back():
                return False
            if not (self._led() if self.game.side == self.side else self.turn()):
                return False
        return True

    # --- throws -------------------------------------------------------------------------------------------------------

    def _throws(self) -> bool:
        # Until a turn is to be played: the hand presses for its own, the board throws by itself.
        waited_ms = 0
        while self.game.phase in (engine.OPENING, engine.THROW):
            if self.game.side != self.side and not waited_ms % 1000:
                self._press()
            self.table.wait(100)
            waited_ms += 100
            for event in self.table.news():
                if event["ev"] == "throw":
                    self._take(event)
                    waited_ms = 0
            if waited_ms > LEADS_MS:
                return self._fail("not recognised", "no throw")
        return True

    def _take(self, event: dict) -> None:
        if self.later and self.later.pop(0) != event["throw"]:
            self._fail("wrong commits", "the throw %s came for another one" % event["throw"])
        super()._take(event)

    # --- the board's turns --------------------------------------------------------------------------------------------

    def _led(self) -> bool:
        # The board's turn: told, set and taken.
        game, table = self.game, self.table
        turns = game.legal.turns
        if turns == [LOST_TURN]:
            return self.turn()
        text = self._told()
        try:
            turn = parse_turn(game.position, text, game.legal)
        except TurnError:
            return self._fail("wrong commits", "led to %r" % text)
        mind = Mind(game, self.level)
        while not mind.step():
            pass
        if mind.turn != turn:
            return self._fail("wrong commits", "led to %s, level %d plays %x" % (text, self.level, mind.turn))
        self.figures.counts["turns led"] += 1
        if len(turns) > 1 and self.draw.random() < ANOTHER:
            other = self.draw.choice([other for other in turns if other != turn])
            if bytes(occupancy_of(result_cells(game.position, other))) != bytes(
                occupancy_of(result_cells(game.position, turn))
            ):
                self._set(other, [turn])
                self._refused("%s in place of %s" % (turn_text(game.position, other), text))
                self._restore()
        self._set(turn, [turn])
        self._count_scans()
        asked = {event["turn"] for event in table.news() if event["ev"] == "guide" and event["turn"]} - {text}
        if asked:
            return self._fail("wrong commits", "led to %s, then to %s" % (text, ", ".join(asked)))
        taken = self._choose(text)
        if taken != text:
            return self._fail("wrong commits" if taken else "not recognised", "%r for the led %s" % (taken, text))
        self._played(turn)
        return True

    def _told(self) -> str:
        # The turn that the board wants set; who is in a hurry presses, and hears it at once.
        hurry = self.draw.random() < 0.8
        for _ in range(LEADS_MS // 200):
            told = [event["turn"] for event in self.table.news() if event["ev"] == "guide" and event["turn"]]
            if told:
                return told[-1]
            self.table.wait(200)
            if hurry:
                self._refused("to be told the turn")
                told = [event["turn"] for event in self.table.news() if event["ev"] == "guide" and event["turn"]]
                if told:
                    return told[-1]
        return ""

    def _set(self, turn: int, wanted: list) -> None:
        # As `turn` does it, with more power cuts, and where only what is wanted is no mistake.
        table = self.table
        cuts = self.figures.counts["power cuts"]
        self._make(turn, wanted, CUTS_LED, "in the board's turn")
        table.wait(READY_MS)
        if self.figures.counts["power cuts"] > cuts:  # the board has to think again before it knows its turn again
            for _ in range(LEADS_MS // 100):
                if not table.app.session.referee.thinking:
                    break
                table.wait(100)

    # --- undo ---------------------------------------------------------------------------------------------------------

    def _take_back(self) -> bool:
        # A long press: the hand's own last turn, with what the board has played since.
        game, table = self.game, self.table
        own = [k for k, ply in enumerate(game.plies) if ply_player(ply) != self.side]
        left = own[-1] if own else len(game.plies)
        self.later = ["%d%d" % (game.position.die1, game.position.die2)] + self.later
        while len(game.plies) > left:
            game.undo()
            self.later = ["%d%d" % (game.position.die1, game.position.die2)] + self.later
        del self.later[0]
        table.news()
        table.long_press()
        said = [event["ev"] for event in table.news() if event["ev"] in ("undo", "turn", "throw")]
        view = table.app.session.match.game
        if view.position_text() != game.position_text() or set(said) != ({"undo"} if own else set()):
            return self._fail("wrong commits", "a long press led to %s" % view.position_text())
        self.figures.counts["taken back"] += bool(own)
        self._restore()
        return True

    def _restore(self) -> None:
        # All pieces to where the game has them.
        board, wanted = self.table.board, occupancy_of(self.game.position.cells)
        for pass_over in range(2):
            for hole, place in enumerate(self.places):
                piece = board.piece_at(place)
                if piece is not None and piece.side != chr(wanted[hole]):
                    board.lift(place)
                    self.table.wait(60)
                elif piece is None and wanted[hole] != ord(".") and pass_over:
                    board.place(place, chr(wanted[hole]))
                    self.table.wait(60)
        self.table.wait(300)

    def _fail(self, kind: str, text: str) -> bool:
        game = self.game
        where = "%s under %s, level %d" % (game.position_text(), game.rules.text, self.level)
        self.figures.fail(kind, "%s in %s, board %s" % (text, where, self.table.board.occupancy().decode()))
        return False


def pieces(size: int, seed: int) -> list:
    """(seed, number, magnets) of each game."""
    return [(seed * 1_000_003 + k, k, ("nominal", "worst")[k % 2]) for k in range(size)]


def shard(piece: tuple) -> Figures:
    """One game."""
    seed, number, magnets = piece
    draw = random.Random(seed)
    figures = Figures()
    rules = draw.choice(RULESETS)[0] if number % 4 else draw.choice(rule_sets(seed, 10, 16))
    play = SoloPlay(draw.getrandbits(30) | 1, magnets, rules, figures)
    figures.counts["games"] += 1
    if play.whole():
        play.check_record()
    return figures
