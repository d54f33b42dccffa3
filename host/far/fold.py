"""The state of a far game: a fold over the acts of both logs and the links of both chains.

>>> fold = Fold()
>>> fold.logs[0].append(sit(tip, "Ane", "danish")); fold.logs[1].append(sit(tip_b, "Bo", ""))
>>> fold.links[0] += [...]; fold.links[1] += [...]     # links 1, 2 and so on
>>> fold.run(); fold.game
<Game danish after 0 turns: the turn of B, ...>

Each log counts in its own order, each act as soon as it is due, so the order in which letters arrive makes no
difference.
"""

from daldos.game import OPENING, OVER, PLAY, THROW, Game
from daldos.record import record_lines
from daldos.rules import parse_rules
from daldos.state import PLAYERS
from host.far.acts import AGAIN, ASK, RESIGN, WORD, WORDS, YES, ActError, index_of, is_turn, read_sit
from host.far.chain import LINKS, dice, sha256


class Fold:
    """logs: the acts known of seats a and b. links: those known, the first is link 1. next: how many acts have counted.

    sits: (tip, name, rules) of each seat that has sat. game: None until both have. asks: the turn that each seat asks
    to take back, or None. resigned; again: the tip of the next chain, or None. words: (seat, word), as they counted.
    place: two bytes of the hash of the rows after each seat's newest turn. reached: the highest throw that was next.
    undone: (number, text) of the turns taken back.
    """

    def __init__(self) -> None:
        self.logs: tuple = ([], [])
        self.links: tuple = ([], [])
        self.next = [0, 0]
        self.sits: list = [None, None]
        self.game: Game = None  # until both sit
        self.asks: list = [None, None]
        self.resigned = [False, False]
        self.again: list = [None, None]
        self.words: list = []
        self.place = [b"\0\0", b"\0\0"]
        self.reached = 0
        self.undone: list = []
        self._turns: list = []  # (seat, number) of each turn that stands, the numbers never used twice
        self._count = 0
        self._thrown: list = []  # the dice of each throw; those of throw 1, the opening, are in the game

    def copy(self) -> "Fold":
        """An independent copy."""
        other = Fold()
        for name in ("logs", "links"):
            for k in (0, 1):
                getattr(other, name)[k].extend(getattr(self, name)[k])
        for name in ("next", "sits", "asks", "resigned", "again", "words", "place", "undone", "_turns", "_thrown"):
            setattr(other, name, list(getattr(self, name)))
        other.game = self.game.copy() if self.game else self.game
        other.reached, other._count = self.reached, self._count
        return other

    def run(self) -> None:
        """Count all acts that are due; ActError for one that can never be."""
        moved = True
        while moved:
            moved = False
            if self.game:
                self._throw()
            for k in (0, 1):
                while self.next[k] < len(self.logs[k]) and self._take(k, self.logs[k][self.next[k]]):
                    self.next[k] += 1
                    moved = True

    # --- the state --------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended: won, given up, or the chains are used up."""
        return self.resigned[0] or self.resigned[1] or self.is_won or self.is_used_up

    @property
    def is_won(self) -> bool:
        """Whether a side has won on the board."""
        return bool(self.game and self.game.phase == OVER)

    @property
    def is_used_up(self) -> bool:
        """Whether all throws of the chains are played."""
        return bool(self.game and self.game.phase == THROW and self._number() > LINKS)

    @property
    def winner(self) -> str:
        """The winner, `A` or `B`, on the board or because the other gave up; empty if nobody has won."""
        if self.is_won:
            return self.game.winner
        if self.resigned[0] == self.resigned[1]:
            return ""
        return PLAYERS[0 if self.resigned[1] else 1]

    @property
    def throws(self) -> int:
        """How many throws have been made."""
        return len(self._thrown)

    @property
    def throw_next(self) -> int:
        """The number of the throw that needs links now, or 0."""
        if not self.game or self.over or self.game.phase not in (OPENING, THROW):
            return 0
        return self._number()

    def due_links(self, k: int) -> int:
        """How many links this seat should have given by now."""
        given, other = len(self.links[k]), len(self.links[1 - k])
        if k and self.sits[1]:
            given = max(given, 2)  # nothing is chosen between its first links
        throw = self.throw_next
        if throw > given:
            first = 1 if throw == 1 else 1 - self.game.side  # who does not throw gives first
            if k == first or other >= throw:
                return throw
        return given

    def to_move(self) -> int:
        """The seat that may play its turn now, or -1."""
        if self.over or not self.game or self.game.phase != PLAY or self.asks[self.game.side] is not None:
            return -1
        return self.game.side

    def to_answer(self) -> int:
        """The seat whose answer to a question is due, or -1; of two, that of the seat to move."""
        if not self.over:
            for k in (0, 1) if self.game and self.game.side == 0 else (1, 0):
                if self.asks[1 - k] is not None:
                    return k
        return -1

    @property
    def presser(self) -> int:
        """The seat whose Play again counts, b if both have sent one; -1 for none."""
        return 1 if self.again[1] else 0 if self.again[0] else -1

    def name(self, k: int) -> str:
        """A seat's name; empty before it has sat."""
        return self.sits[k][1] if self.sits[k] else ""

    def turns(self) -> list:
        """The legal turns, in the order of their index: sorted by the rows that they lead to."""
        # rows of one game have one length, so the notation of the position sorts as its rows do
        return sorted(self.game.turns(), key=lambda turn: turn.result)

    def asked_turn(self, k: int) -> int:
        """The number of the turn, from 1, that this seat asks to take back; 0 if there is none that stands."""
        return self._turns.index(self.asks[k]) + 1 if self.asks[k] in self._turns else 0

    def has_turn(self, k: int) -> bool:
        """Whether a turn of this seat stands."""
        return any(turn[0] == k for turn in self._turns)

    def ended(self) -> str:
        """How the game ended otherwise than on the board, for the record's header."""
        gone = [PLAYERS[k] for k in (0, 1) if self.resigned[k]]
        if self.is_won or not gone:
            return ""
        return " and ".join(gone) + " resigned"

    def record(self, event: str) -> str:
        """The game as a record; empty until both seats are taken."""
        if not self.game:
            return ""
        headers = {PLAYERS[k]: self.name(k) for k in (0, 1)}
        headers["Event"] = event + (", " + self.ended() if self.ended() else "")
        return "\n".join(record_lines(self.game, headers)) + "\n"

    # --- inside -----------------------------------------------------------------------------------------------------

    def _number(self) -> int:
        # Throw 1 is the opening, and throw P + 1 belongs to turn P.
        return 1 if self.game.phase == OPENING else len(self.game.plies) + 2

    def _throw(self) -> None:
        # Make the throws whose links both have given. A throw stays when its turn is taken back.
        game = self.game
        while game.phase in (OPENING, THROW) and self._number() <= LINKS:
            number = self._number()
            self.reached = max(self.reached, number)
            if number > len(self._thrown):
                if min(len(self.links[0]), len(self.links[1])) < number:
                    return
                made = dice(self.links[0][number - 1], self.links[1][number - 1], number, game.rules.throws)
                while game.phase == OPENING:  # A's dice, then B's, again until they decide
                    game.opening_throw(next(made))
                self._thrown.append(next(made))
            if number > 1:
                game.throw(self._thrown[number - 1])

    def _take(self, k: int, act: bytes) -> bool:
        # Count an act if it is due. The sit comes first; an act other than a turn is due according to its first byte.
        if not self.next[k]:
            return self._sit(k, act)
        if is_turn(act):
            return not self.resigned[k] and self._turn(k, index_of(act))
        if act[0] >= WORD:
            if act[0] - WORD < len(WORDS):
                self.words.append((k, WORDS[act[0] - WORD]))
            return True
        if act[0] == AGAIN:
            if not self.over or self.again[k]:
                return False
            self.again[k] = act[1:]
            return True
        if self.resigned[k]:
            raise ActError("a seat that has resigned can only send words and play again")
        if act == RESIGN:
            self.resigned[k] = True
            return True
        return self._ask(k) if act == ASK else self._answer(k, act)

    def _sit(self, k: int, act: bytes) -> bool:
        if k and not self.sits[0]:
            return False
        sit = read_sit(act)
        if k and sit[2]:
            raise ActError("rules of seat b")
        game = Game(parse_rules(sit[2] if not k else self.sits[0][2]))
        self.sits[k] = sit
        if k:
            self.game, self.reached = game, 2
            self._throw()
        return True

    def _turn(self, k: int, index: int) -> bool:
        game = self.game
        if not game or game.phase != PLAY or game.side != k or self.asks[k] is not None:
            return False
        turns = self.turns()
        if index >= len(turns):
            raise ActError("turn %d of %d legal ones", index, len(turns))
        rows = turns[index].result.split()[0]
        game.play(turns[index])
        self._count += 1
        self._turns.append((k, self._count))
        self.place[k] = sha256(rows.encode())[:2]
        self._throw()
        return True

    def _ask(self, k: int) -> bool:
        if self.is_won:
            return True
        if self.asks[k] is not None:
            return False
        for turn in self._turns[::-1]:
            if turn[0] == k:
                self.asks[k] = turn
                return True
        if self.game:
            raise ActError("a question without a turn to take back")
        return False

    def _answer(self, k: int, act: bytes) -> bool:
        if self.is_won:
            return True
        asked = self.asks[1 - k]
        if asked is None:
            return False
        self.asks[1 - k] = None
        if act == YES and asked in self._turns:
            played = list(self.game)
            while asked in self._turns:
                self.undone.append((len(self._turns), played[len(self._turns) - 1].text))
                self._turns.pop()
                self.game.undo()
        return True
