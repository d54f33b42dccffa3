"""A game from the opening throws to the winner, one turn a throw; every turn is checked, and can be taken back.

>>> game = Game(parse_rules("danish"))
>>> game.open(2, 4); game.open(1, 3)        # A's opening throw, then B's: A begins
>>> game.throw(1, 2)
>>> game.play_text("A1-M3")
>>> game.player, game.phase == THROW
(1, True)
"""

from daldos.legal import is_legal
from daldos.notation import parse_turn, turn_text
from daldos.packing import pack_ply, ply_dice, ply_player, ply_turn
from daldos.position import PLAYERS, Position, pieces, start_cells
from daldos.rules import Rules
from daldos.turns import LegalTurns, legal_turns, play_moves

OPENING, THROW, PLAY, OVER = 0, 1, 2, 3


class GameError(ValueError):
    """Something out of order: a turn before its throw, a throw before the turn, play after the end."""


class Game:
    """rules; phase: OPENING, THROW, PLAY or OVER; at: the Position now, with the throw in PLAY.

    player: who throws or plays; in OVER, who has won. opening: the opening throws, A's and B's in turn.
    plies: one small int a throw played (`packing`): its turn, throw and player.
    """

    def __init__(self, rules: Rules):
        self.rules = rules
        self.opening = []
        self.plies = []
        self.phase = OPENING
        self.at = Position(rules, start_cells(rules), 0)
        self._legal: LegalTurns = None

    @property
    def player(self) -> int:
        return self.at.player

    @property
    def legal(self) -> LegalTurns:
        """The legal turns in PLAY, searched once, when first asked for."""
        if not self._legal:
            self._expect(PLAY, "a turn")
            self._legal = legal_turns(self.at)
        return self._legal

    def position_text(self) -> str:
        """The notation of the position now; `#` stands for the throw when `player` has won."""
        return self.at.text()[:-1] + "#" if self.phase == OVER else self.at.text()

    def open(self, die1: int, die2: int) -> None:
        """One player's opening throw; after B's the higher sum begins, and at equal sums both throw again."""
        self._expect(OPENING, "an opening throw")
        self.opening.append((die1, die2))
        if len(self.opening) % 2:
            self.at.player = 1
            return
        lead = sum(self.opening[-2]) - sum(self.opening[-1])
        self.at.player = 1 if lead < 0 else 0
        if lead:
            self.phase = THROW

    def throw(self, die1: int, die2: int) -> None:
        """The player's throw, the lower die first."""
        self._expect(THROW, "a throw")
        self.at.die1, self.at.die2 = die1, die2
        self._legal = None
        self.phase = PLAY

    def check(self, turn: int) -> None:
        """GameError unless this turn, any int, may be played now. Searches no more than it must."""
        self._expect(PLAY, "a turn")
        if not (turn in self._legal.turns if self._legal else is_legal(self.at, turn)):
            raise GameError("turn %x is not legal in %r" % (turn, self.at.text()))

    def play(self, turn: int, checked: bool = False) -> int:
        """Play one of `legal.turns`; returns how many enemy pieces it captured. `checked`: found legal before."""
        self._expect(PLAY, "a turn")
        if not checked and turn not in self.legal.turns:
            raise GameError("turn %s is not legal in %r" % (turn_text(self.at, turn), self.at.text()))
        self.plies.append(pack_ply(turn, self.at.die1, self.at.die2, self.at.player))
        return self._advance(turn)

    def play_text(self, text: str) -> int:
        """Play the turn of that notation; TurnError if it is not legal."""
        self._expect(PLAY, "a turn")
        return self.play(parse_turn(self.at, text, self.legal))

    def undo(self) -> None:
        """Take the last turn back: its player is to play it again with its throw. A throw not yet played is lost."""
        if not self.plies:
            raise GameError("there is no turn to take back")
        last = self.plies.pop()
        # From the start: a ply keeps no position, which saves a Pico more memory than the few milliseconds are worth.
        self.at = Position(self.rules, start_cells(self.rules), 0)
        for ply in self.plies:
            play_moves(self.at.cells, ply_player(ply), ply_turn(ply))
        self.at.player = ply_player(last)
        self.phase = THROW
        self.throw(*ply_dice(last))

    def _advance(self, turn: int) -> int:
        at = self.at
        # only where it matters is the search worth its time: a saved game is played anew at power-on
        dice_used = self.legal.dice_used if at.die2 == 1 and self.rules.blocked_dal_dal_forfeits else 2
        again = self.rules.again(at.die1, at.die2, dice_used)
        captures = play_moves(at.cells, at.player, turn)
        if captures and pieces(at.cells, 1 - at.player) <= self.rules.lose_at:
            self.phase = OVER
        else:
            if not again:
                at.player = 1 - at.player
            self.phase = THROW
        at.die1 = at.die2 = 0
        self._legal = None
        return captures

    def _expect(self, phase: int, what: str) -> None:
        if self.phase != phase:
            now = ("the opening throws", "the throw of ", "the turn of ", "the end, won by ")[self.phase]
            raise GameError(
                "%s is out of order: this is %s%s" % (what, now, "" if not self.phase else PLAYERS[self.player])
            )
