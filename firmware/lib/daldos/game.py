"""A game from the opening throws to the winner, one turn per throw; every turn is checked, and can be taken back.

>>> game = Game("danish")
>>> game.opening_throw(2, 4); game.opening_throw(1, 3)        # A's opening throw, then B's: A begins
>>> game.throw(1, 2)
>>> [turn.text for turn in game.turns()]
['A1-M3']
>>> game.play("A1-M3")                      # its steps, see daldos.effects
[(0, 18, 3)]
>>> game.player, game.phase == THROW
('B', True)
"""

from daldos.effects import captured, play
from daldos.errors import DaldosError
from daldos.notation import parse_turn, turn_text
from daldos.packing import is_turn, pack_ply, ply_player, ply_throw, ply_turn
from daldos.position import Position, Turn, parse_position, turns_at
from daldos.rules import DEFAULT, Rules, rules_of
from daldos.state import beaten, start_cells
from daldos.throws import Throw
from daldos.turns import LegalTurns, legal_turns, played

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Iterator
    from typing import Any

OPENING, THROW, PLAY, OVER = 0, 1, 2, 3
ID_LENGTH = 16  # hex digits of a game's id


class GameError(DaldosError):
    """An action out of order: a turn before its throw, an illegal turn, play after the end."""


def is_id(text: str) -> bool:
    """Whether this is the id of a game: 16 digits 0-9a-f."""
    return len(text) == ID_LENGTH and not text.strip("0123456789abcdef")


class Game:
    """rules: Rules or their text. phase: OPENING, THROW, PLAY or OVER; position: the one now, with the throw in PLAY.

    player: `A` or `B`, who throws or plays; in OVER, the winner; side: the same as 0 or 1. opening: the opening throws,
    A's and B's in turn. plies: one small int per throw played (`packing`): turn, throw and player. start: the Position
    it began at, None for the usual one. id: tells it from all others, whatever the clock says; empty if it has none.
    remarks: in its record, (number of throws before it, text) each. Iterating over a game gives its turns so far, as
    `Turn` objects.
    """

    def __init__(self, rules: "Rules | str" = DEFAULT):
        self.rules = rules_of(rules)
        self.opening: list[Throw] = []
        self.plies: list[int] = []
        self._undone: list[int] = []  # plies taken back, the next to redo last
        self.remarks: list[tuple[int, str]] = []
        self.id = ""
        self.phase = OPENING
        self.start: Position | None = None
        self.position = Position(self.rules, start_cells(self.rules), 0)
        self._legal: LegalTurns | None = None

    @staticmethod
    def from_position(position: "Position | str", rules: "Rules | str" = DEFAULT, opening: bool = False) -> "Game":
        """A game that begins at a Position, or at the notation of one under these rules, before its throw or after.

        opening: begin before the opening throws, which decide who begins.
        """
        if isinstance(position, Position):
            start = parse_position(position.text(), position.rules)  # checks it as well
        else:
            start = Position.parse(position, rules)
        game = Game(start.rules)
        game.start, game.position = start, start.copy()
        if not opening:
            game.phase = PLAY if game.position.throw else THROW
        return game

    def copy(self) -> "Game":
        """An independent copy of the game."""
        game = Game(self.rules)
        game.opening = self.opening[:]
        game.plies = self.plies[:]
        game._undone = self._undone[:]
        game.remarks = self.remarks[:]
        game.id = self.id
        game.phase = self.phase
        game.start = self.start
        game.position = self.position.copy()
        game._legal = self._legal
        return game

    def __repr__(self) -> str:
        return "<Game %s after %d turns: %s, %s>" % (
            self.rules.text,
            len(self.plies),
            self._now(),
            self.position_text(),
        )

    def __iter__(self) -> "Iterator[Turn]":
        position = self._at_start()
        k = 0
        while k < len(self.plies):  # turns may be played and taken back during the iteration
            ply = self.plies[k]
            k += 1
            position.side = ply_player(ply)
            position.throw = throw = self.rules.throws[ply_throw(ply)]
            then = ply_player(self.plies[k]) if k < len(self.plies) else self.position.side
            again = then == position.side and self.rules.again(throw, len(throw))
            yield Turn(position.copy(), ply_turn(ply), again)
            play(position, ply_turn(ply))

    @property
    def player(self) -> str:
        return self.position.player

    @property
    def side(self) -> int:
        return self.position.side

    @property
    def winner(self) -> str:
        """The winner, `A` or `B`; empty before the end."""
        return self.player if self.phase == OVER else ""

    @property
    def legal(self) -> LegalTurns:
        """The legal turns in PLAY, packed, searched once, when first asked for."""
        if not self._legal:
            self._expect(PLAY, "a turn")
            self._legal = legal_turns(self.position)
        return self._legal

    def turns(self) -> list[Turn]:
        """The legal turns in PLAY as `Turn` objects, one for each distinct result."""
        return turns_at(self.position.copy(), self.legal)

    def position_text(self) -> str:
        """The notation of the position now; `#` stands for the throw when `player` has won."""
        return self.position.text()[:-1] + "#" if self.phase == OVER else self.position.text()

    def opening_throw(self, *dice: "Any") -> None:
        """One player's opening throw, given as to `throw`; after B's, the higher sum begins, and equal sums are thrown
        again."""
        self._expect(OPENING, "an opening throw")
        self.opening.append(self.rules.throws.of(*dice))
        if len(self.opening) % 2:
            self.position.side = 1
            return
        lead = self.rules.lead(*self.opening[-2:])
        self.position.side = 1 if lead < 0 else 0
        if lead:
            self.phase = THROW

    def throw(self, *dice: "Any") -> None:
        """Make the player's throw: a Throw, a text such as "13", or the dice in any order; DiceError if they cannot
        show that."""
        self._expect(THROW, "a throw")
        self.position.throw = self.rules.throws.of(*dice)
        self._legal = None
        self.phase = PLAY

    def check(self, turn: int) -> None:
        """GameError unless this turn, any int, may be played now. Searches as little as possible."""
        self._expect(PLAY, "a turn")
        if not (turn in self._legal.turns if self._legal else played(self.position, turn)):
            raise self._illegal(turn)

    def play(self, turn: "Turn | str | int", checked: bool = False) -> list[tuple[int, int, int]]:
        """Play a legal turn: a `Turn`, its notation, or one of `legal.turns`. Returns its steps, see
        `daldos.effects`.

        TurnError or GameError, which change nothing, if it is not legal. checked: the turn is packed, and known to be
        legal.
        """
        self._expect(PLAY, "a turn")
        done = None
        if isinstance(turn, str):
            turn = parse_turn(self.position, turn, self.legal)
        else:
            turn = turn.packed if isinstance(turn, Turn) else turn
            if not checked:
                if self._legal:
                    self.check(turn)
                else:
                    done = played(self.position, turn)
                    if not done:
                        raise self._illegal(turn)
        ply = pack_ply(turn, self.position.throw.number, self.position.side)  # type: ignore[union-attr]
        return self._advance(ply, done)

    def play_ply(self, ply: int) -> None:
        """Make the throw of a ply and play its turn. GameError, which changes nothing, if its player is not to throw,
        or its turn is not legal.

        What `throw` and `play` do, but quicker: a saved game is replayed at power-on.
        """
        if self.phase != THROW or ply_player(ply) != self.position.side:
            raise GameError("%s is out of order: this is %s, %s", "a turn", self._now(), self.position_text())
        try:
            self.position.throw = self.rules.throws[ply_throw(ply)]
        except IndexError:
            raise GameError("%s is out of order: this is %s, %s", "a turn", self._now(), self.position_text())
        self._legal = None
        self.phase = PLAY
        done = played(self.position, ply_turn(ply))
        if not done:
            error = self._illegal(ply_turn(ply))
            self.take_throw_back()
            raise error
        self._advance(ply, done)

    def undo(self) -> None:
        """Take the last turn back: its player is to play it again with its throw. A throw not yet played is lost."""
        if not self.plies:
            raise GameError("there is no turn to take back")
        last = self.plies.pop()
        self._undone.append(last)
        # From the start: a ply keeps no position, which saves a Pico more memory than the few milliseconds are worth.
        self.position = self._at_start()
        for ply in self.plies:
            self.position.side, self.position.throw = ply_player(ply), self.rules.throws[ply_throw(ply)]
            play(self.position, ply_turn(ply))
        self.position.side = ply_player(last)
        self.phase = THROW
        self.throw(self.rules.throws[ply_throw(last)])

    def redo(self) -> None:
        """Play the turn last taken back again, with its throw; GameError if there is none, or another was thrown."""
        throw = self.rules.throws[ply_throw(self._undone[-1])] if self._undone else None
        if not throw or self.position.throw not in (None, throw):
            raise GameError("there is no turn to play again")
        if self.phase == THROW:
            self.throw(throw)
        self.play(ply_turn(self._undone[-1]))

    def take_throw_back(self) -> None:
        """Take back the throw not yet played, or, before the first turn's, the last opening throw."""
        if self.phase == PLAY:
            self.position.throw = None
            self._legal = None
            self.phase = THROW
        elif self.opening and not self.plies:
            self.opening.pop()
            self.position.side = len(self.opening) % 2
            self.phase = OPENING
        else:
            raise GameError("there is no throw to take back")

    def _at_start(self) -> Position:
        cells = bytearray(self.start.cells) if self.start else start_cells(self.rules)
        return Position(self.rules, cells, 0)

    def _advance(
        self, ply: int, done: "tuple[bytearray, list[tuple[int, int, int]]] | None"
    ) -> list[tuple[int, int, int]]:
        self.plies.append(ply)
        if self._undone and self._undone.pop() != ply:
            self._undone = []
        position = self.position
        # Skip the full search if possible, because a saved game is replayed at power-on.
        throw: Throw = position.throw  # type: ignore[assignment]  # in PLAY there is one
        again = False
        if throw.twins:
            forfeits = throw.dals and self.rules.blocked_dal_dal_forfeits
            again = self.rules.again(throw, self.legal.dice_used if forfeits else len(throw))
        if done:
            position.cells[:], steps = done
        else:
            steps = play(position, ply_turn(ply))
        if captured(steps) and beaten(self.rules, position.cells, 1 - position.side):
            self.phase = OVER
        else:
            if not again:
                position.side = 1 - position.side
            self.phase = THROW
        position.throw = None
        self._legal = None
        return steps

    def _illegal(self, turn: int) -> GameError:
        return GameError("turn %s is not legal in %r", self._quoted(turn), self.position.text())

    def _quoted(self, turn: int) -> str:
        # The turn's notation, if its holes exist on this board.
        try:
            if is_turn(turn):
                return repr(turn_text(self.position, turn))
        except IndexError:
            pass
        return "%x" % turn if isinstance(turn, int) else repr(turn)

    def _now(self) -> str:
        if self.phase == OPENING:
            return "the opening throws"
        return ("", "the throw of ", "the turn of ", "the end, won by ")[self.phase] + self.player

    def _expect(self, phase: int, what: str) -> None:
        if self.phase != phase:
            raise GameError("%s is out of order: this is %s, %s", what, self._now(), self.position_text())
