"""A game that outlives its power supply: the engine's game, the dice, and a journal written before anything is shown.

Records of the journal, by their first letter: `G rules` a new game, `T 13` a throw taken (the opening throws too),
`M fc1040` the turn played with it, packed, `U` the last turn taken back, `P 13` a throw drawn before that is still to
come. Now and then the file is written anew, all or nothing, with the turns so far as `C` records of many plies each:
what was taken back is left out, and power-on stays quick however long the game.

A throw once drawn stays drawn: what an undo or a new game leaves unplayed waits in `pending` and comes next, in order.

    >>> match = Match(Journal(store), Dice(entropy))
    >>> match.load("danish")
    ''
    >>> match.throw()       # A's opening throw
    (0, 2, 4)
"""

from daldos.game import OPENING, PLAY, Game
from daldos.packing import ply_dice, ply_turn
from daldos.position import parse_throw
from daldos.rules import parse_rules

COMPACT_RECORDS = 96  # so many records after the last time the file is written anew
_PLIES = 20  # in one C record


class Match:
    """game: the engine's Game. pending: throws already drawn that come next, (die1, die2) each."""

    def __init__(self, journal, dice):
        self.journal = journal
        self.dice = dice
        self.game = None
        self.pending = []
        self._records = 0  # since the file was last written anew

    def load(self, rules: str) -> str:
        """Go on with the journal's game, or begin one of these rules. Returns what had to be given up, or ''."""
        payloads = self.journal.open()
        self._records = len([payload for payload in payloads if payload[0] != "C"])
        problem = self.journal.torn
        good = 0
        try:
            for payload in payloads:
                self._replay(payload)
                good += 1
        except ValueError as error:
            problem = "record %d, %r: %s" % (good + 1, payloads[good], error)
            self.game = None
            self.pending = []
            for payload in payloads[:good]:
                self._replay(payload)
            if self.game:
                self.journal.restart(payloads[:good])
        if not self.game:
            self.new(rules)
        return problem

    def new(self, rules: str) -> None:
        """Begin a new game; throws drawn but not played come first in it. RulesError changes nothing."""
        game = Game(parse_rules(rules))
        pending = self._unplayed()
        self.journal.restart(["G " + game.rules.text] + ["P %d%d" % throw for throw in pending])
        self.game = game
        self.pending = pending

    def throw(self, entered: tuple = None) -> tuple:
        """The next throw: one still pending, else the one entered, else one drawn. Returns (player, die1, die2)."""
        throw = self.pending[0] if self.pending else entered or self.dice.throw()
        player = self.game.player
        self._append("T %d%d" % throw)
        self._take(throw)
        return player, throw[0], throw[1]

    def commit(self, turn: int) -> int:
        """Play a legal turn; returns how many pieces it captured."""
        self._append("M %x" % turn)
        captures = self.game.play(turn)
        if self._records >= COMPACT_RECORDS:
            try:
                self._compact()
            except OSError:
                self._records = 0  # the records stand as they are; it is tried again after as many more
        return captures

    def undo(self) -> None:
        """Take the last turn back; GameError if there is none."""
        if self.game.plies:
            self._append("U")
        self._undo()

    def _append(self, payload: str) -> None:
        self.journal.append(payload)
        self._records += 1

    def _compact(self) -> None:
        # After a turn: no throw is open.
        game = self.game
        plies = game.plies
        payloads = ["G " + game.rules.text] + ["T %d%d" % throw for throw in game.opening]
        for k in range(0, len(plies), _PLIES):
            payloads.append("C " + " ".join(["%x" % ply for ply in plies[k : k + _PLIES]]))
        self.journal.restart(payloads + ["P %d%d" % throw for throw in self.pending])
        self._records = 0

    def _unplayed(self) -> list:
        game = self.game
        if not game:
            return []
        thrown = [(game.at.die1, game.at.die2)] if game.phase == PLAY else []
        return ([] if game.plies else game.opening) + thrown + self.pending

    def _take(self, throw: tuple) -> None:
        if self.pending:
            if self.pending[0] != throw:
                raise ValueError("expected the throw %d%d drawn before" % self.pending[0])
            self.pending = self.pending[1:]
        if self.game.phase == OPENING:
            self.game.open(*throw)
        else:
            self.game.throw(*throw)

    def _undo(self) -> None:
        game = self.game
        thrown = [(game.at.die1, game.at.die2)] if game.phase == PLAY else []
        game.undo()
        self.pending = thrown + self.pending

    def _replay(self, payload: str) -> None:
        kind, _, text = payload.partition(" ")
        if kind == "G":
            self.game = Game(parse_rules(text))
            self.pending = []
        elif not self.game:
            raise ValueError("expected a game to begin")
        elif kind == "P":
            self.pending.append(parse_throw(text))
        elif kind == "T":
            self._take(parse_throw(text))
        elif kind == "M":
            # Checked before it was written; to search all turns again would make the board late after a power cut.
            self.game.play(int(text, 16), True)
        elif kind == "C":
            for word in text.split(" "):
                ply = int(word, 16)
                self.game.throw(*ply_dice(ply))
                self.game.play(ply_turn(ply), True)
        elif kind == "U":
            self._undo()
        else:
            raise ValueError("expected G, P, T, M or U")
