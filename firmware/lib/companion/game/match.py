"""A game that survives power cuts: the engine's game, the dice, and a journal that is written before anything is shown.

Records of the journal, by their first letter: `G rules id` a new game (without `id` if it has none), `S aa.../.../bb...
A -` that it began there, `O aa.../.../bb... A -` the same before the opening throws, `T 13` a throw taken (the opening
throws too), `E 13` the same of the players' own dice, `M fc1040` the turn played with it, packed, `U` the last turn
taken back, `R` the last `E` not yet played taken back, `P 13` a throw drawn before that is still to come. When nobody
waits the game so far is written again, with the turns as `C` and, of `E` throws, `D` records of many plies each: what
was taken back is left out, and answers and power-on stay quick however long the game.

A game too long for the store goes on without its history: from then on it is one that began at its position.

Everything is checked before it is written, and written before it is played. Saved turns are checked again when loaded:
a record with a correct checksum may still be illegal.

A throw once drawn stays drawn: throws left unplayed by an undo or a new game wait in `pending` and come next, in order.
A throw that the players entered is not kept, because it may have been a mistake.

    >>> match = Match(Journal(store), Dice(entropy))
    >>> match.load("danish")
    >>> match.throw()       # A's opening throw
    (0, <Throw 24>)
"""

from companion.reasons import CodedError, Refusal
from companion.storage.journal import is_too_long
from daldos.game import OPENING, PLAY, THROW, Game, GameError, is_id
from daldos.packing import PLY_MAX, TURN_MAX
from daldos.position import Turn
from daldos.rules import parse_rules

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable

    from companion.shapes import Dice, Journal, Rules, Throw

_PLIES = 20  # in one C record


class Match:
    """game: the engine's Game. pending: throws already drawn that come next.

    by_hand: for each opening throw, each turn's throw, and the one to be played: 1 if the players entered it.

    fitting: the Rules of a text, unless they cannot be played here.
    """

    def __init__(self, journal: "Journal", dice: "Dice", fitting: "Callable[[str], Rules]" = parse_rules):
        self.journal = journal
        self.dice = dice
        self.fitting = fitting
        self.game: Game = None  # type: ignore[assignment]  # until `load`
        self.pending: list[Throw] = []
        self.by_hand = b""
        self._drawn: tuple[Throw, bool] | None = None  # (throw, by hand), written but not yet played

    def load(self, rules: str) -> CodedError | None:
        """Resume the journal's game, or begin one under these rules. Returns the error that reports lost data, or
        None."""
        self.game = None  # type: ignore[assignment]
        self.pending = []
        self.by_hand = b""
        self._drawn = None
        payloads = self.journal.open()
        problem = self.journal.torn
        good = 0
        try:
            for payload in payloads:
                self._replay(payload)
                good += 1
        except ValueError:
            problem = CodedError("record_bad", good + 1, payloads[good], self.journal.keep())
            if self.game:
                self.journal.restart(self._whole())
        if not self.game:
            self.new(rules)
        if problem:
            self.journal.say(problem)
        return problem

    def new(self, rules: str, start: str = "", opening: bool = False, id: str = "") -> None:
        """Begin a new game. Drawn but unplayed throws come first in it, if it has these dice; unplayed throws of the
        players' own dice are dropped.

        start: the position to begin at, before its throw; opening: before the opening throws. id: of a game that goes
        on here; else it gets a new one. RulesError, Refusal and PositionError change nothing.
        """
        parsed = self.fitting(rules)
        game = Game.from_position(start, parsed, opening) if start else Game(parsed)
        game.id = id or self.dice.new_id()
        if self._drawn:
            self._settle()
        pending = [throw for throw in self._unplayed(not start or opening) if throw.throws is parsed.throws]
        self.journal.restart(_begin_records(game) + ["P " + throw.text for throw in pending])
        self.game = game
        self.pending = pending
        self.by_hand = b""

    def throw(self, entered: "Throw | str | None" = None) -> "tuple[int, Throw]":
        """The next throw: one still pending, else the one entered, else one drawn. Returns (player, throw).

        GameError if none is due, DiceError for a throw that cannot be; both change nothing.
        """
        self._expect_throw()
        own = self.game.rules.throws.of(entered) if entered else None
        player = self.game.side
        if not self._drawn:
            drawn = self._draw(own)
            self._write(_throw_record(*drawn))
            self._drawn = drawn
        return player, self._settle()

    def commit(self, turn: int, auto_throw: bool = False) -> list[tuple[int, int, int]]:
        """Play a turn; returns its steps (`daldos.effects`). GameError, which changes nothing, if it is not legal.

        auto_throw: if the game goes on, the next throw is made and written with the turn; the caller calls `throw`
        next.
        """
        game = self.game
        game.check(turn)
        drawn = self._draw(None) if auto_throw and not Turn(game.position, turn, False).wins else None
        self._write("M %x" % turn, _throw_record(*drawn) if drawn else None)
        self._drawn = drawn
        return self.game.play(turn, True)

    def untidy(self) -> bool:
        """Whether the journal has something for `tidy` to do while nobody waits."""
        return not self._drawn and self.journal.untidy()

    def tidy(self) -> None:
        """Tidy the journal for some tens of ms; a failure is reported, and retried later."""
        try:
            self.journal.tidy(self._whole)
        except OSError as error:
            self._forget(error)
            self.journal.restart(self._whole())

    def undo(self) -> None:
        """Take the last turn back; GameError if there is none."""
        if self._drawn:
            self._settle()
        if self.game.plies:
            self.journal.append("U", self._whole)
        self._undo()

    def entered(self) -> bool:
        """Whether the last action was entering a throw of the players' own dice."""
        game = self.game
        thrown = game.phase == PLAY or game.opening and not game.plies
        return bool(thrown) and self.by_hand[-1] == 1

    def take_entry_back(self) -> "Throw":
        """Take that throw back as if never entered, and return it. Refusal if there is none."""
        if not self.entered():
            raise Refusal("nothing_to_undo")
        game = self.game
        throw = game.position.throw or game.opening[-1]
        self.journal.append("R", self._whole)
        self._untake()
        return throw

    def _write(self, payload: str, then: "str | None" = None) -> None:
        # Append to the journal; if need be without the history.
        try:
            self.journal.append(payload, self._whole, then)
        except OSError as error:
            self._forget(error)
            self.journal.append(payload, self._whole, then)

    def _forget(self, error: OSError) -> None:
        # If it is too long, the game goes on from its position, and says why; nothing before it can be taken back.
        old = self.game
        if not is_too_long(error) or not old.plies:
            raise error
        at = old.position.copy()
        at.throw = None
        game = Game.from_position(at.text(), old.rules)
        game.id = old.id
        self.by_hand = self.by_hand[-1:] if old.phase == PLAY else b""
        if old.phase == PLAY:
            game.throw(old.position.throw)
        self.game = game
        self.journal.say(error)

    def _draw(self, entered: "Throw | None") -> "tuple[Throw, bool]":
        # The next throw, and whether the players entered it.
        if self.pending:
            return self.pending[0], False
        return entered or self.dice.throw(self.game.rules.throws), bool(entered)

    def _settle(self) -> "Throw":
        # Take the throw that has been written, and return it.
        throw, by_hand = self._drawn  # type: ignore[misc]
        self._drawn = None
        self._take(throw, by_hand)
        return throw

    def _whole(self) -> list[str]:
        # The fewest records that lead to the game's current state.
        game = self.game
        plies = game.plies
        first = len(game.opening)
        payloads = _begin_records(game)
        for k in range(first):
            payloads.append(_throw_record(game.opening[k], self.by_hand[k]))
        k = 0
        while k < len(plies):
            by_hand = self.by_hand[first + k]
            words = ["D" if by_hand else "C"]
            while k < len(plies) and len(words) <= _PLIES and self.by_hand[first + k] == by_hand:
                words.append("%x" % plies[k])
                k += 1
            payloads.append(" ".join(words))
        if game.position.throw:
            payloads.append(_throw_record(game.position.throw, self.by_hand[-1]))
        return payloads + ["P " + throw.text for throw in self.pending]

    def _unplayed(self, opening: bool) -> "list[Throw]":
        # opening: those for the start count as well, unless they have led to a turn.
        game = self.game
        if not game:
            return []
        throws = [] if game.plies or game.position.throw and not opening else game.opening[:]
        if game.position.throw:
            throws.append(game.position.throw)
        flags = self.by_hand[len(self.by_hand) - len(throws) :]
        return [throws[k] for k in range(len(throws)) if not flags[k]] + self.pending

    def _take(self, throw: "Throw", by_hand: bool) -> None:
        self._expect_throw()
        if self.pending:
            if self.pending[0] != throw:
                raise ValueError
            self.pending = self.pending[1:]
        if self.game.phase == OPENING:
            self.game.opening_throw(throw)
        else:
            self.game.throw(throw)
        self.by_hand += b"\1" if by_hand else b"\0"

    def _untake(self) -> None:
        self.game.take_throw_back()
        self.by_hand = self.by_hand[:-1]

    def _expect_throw(self) -> None:
        if self.game.phase not in (OPENING, THROW):
            raise GameError("a throw is out of order: a turn is to be played, or the game is over")

    def _undo(self) -> None:
        game = self.game
        thrown = []
        if game.plies and game.position.throw:
            thrown = [] if self.by_hand[-1] else [game.position.throw]
            self.by_hand = self.by_hand[:-1]
        game.undo()
        self.pending = thrown + self.pending

    def _replay(self, payload: str) -> None:
        kind, _, text = payload.partition(" ")
        if kind == "G":
            rules, blank, id = text.partition(" ")
            if blank and not is_id(id):
                raise ValueError
            self.game = Game(self.fitting(rules))
            self.game.id = id
            self.pending = []
            self.by_hand = b""
        elif not self.game:
            raise ValueError
        elif kind == "S" or kind == "O":
            id = self.game.id
            self.game = Game.from_position(text, self.game.rules, kind == "O")
            self.game.id = id
        elif kind == "P":
            self.pending.append(self.game.rules.throws.parse(text))
        elif kind == "T" or kind == "E":
            self._take(self.game.rules.throws.parse(text), kind == "E")
        elif kind == "M":
            self.game.play(_number(text, TURN_MAX))
        elif kind == "C" or kind == "D":
            for word in text.split(" "):
                self.game.play_ply(_number(word, PLY_MAX))
                self.by_hand += b"\1" if kind == "D" else b"\0"
        elif kind == "U":
            self._undo()
        elif kind == "R":
            if not self.entered():
                raise ValueError
            self._untake()
        else:
            raise ValueError


def _begin_records(game: Game) -> list[str]:
    kind = "O " if game.opening or game.phase == OPENING else "S "
    head = "G " + game.rules.text + (" " + game.id if game.id else "")
    return [head] + ([kind + game.start.text()] if game.start else [])


def _throw_record(throw: "Throw", by_hand: int) -> str:
    return ("E " if by_hand else "T ") + throw.text


def _number(text: str, most: int) -> int:
    # int() would also take signs, blanks, underscores, and numbers that fill the memory.
    if not 0 < len(text) <= 8 or text.strip("0123456789abcdef"):
        raise ValueError
    number = int(text, 16)
    if number > most:
        raise ValueError
    return number
