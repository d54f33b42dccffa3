"""The modes of the board: small objects to which the session passes its input.

A mode in which the game waits (`plays` is false) needs no board. The others play the same game: the mode decides who
throws, and whether the board throws as soon as a turn ends.

    >>> mode = CLASSES[WOODEN]()
    >>> mode.enters(match)
    True
"""

from companion.console import events
from companion.console.phases import OPENING, THROW
from companion.game.referee import THINKING
from companion.lights.scene import NOBODY
from companion.reasons import Refusal
from companion.session.situation import throws
from daldos.packing import LOST_TURN, ply_player
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import EngineGame, Match, Players, Referee, Session, Settings, Throw, Throws


class People:
    """The people at the board as a player, who choose by moving pieces."""

    def choose(self, game: "EngineGame") -> int | None:
        """The packed turn that this player wants set up, one of `game.legal`; None: any legal turn.

        THINKING: not chosen yet.
        """
        return None


class BoardPlayer(People):
    """The board as a player: it thinks where there is a choice."""

    def choose(self, game: "EngineGame") -> int | None:
        turns = game.legal.turns
        if len(turns) > 1:
            return THINKING
        return turns[0] if turns[0] != LOST_TURN else None


class Game:
    """Mode `game`: the board's dice; one press ends a turn and throws for the next player.

    players: A's and B's, each with a `choose` like that of People.
    """

    plays = True
    players: "Players" = (People(), People())

    def seat(self, settings: "Settings") -> None:
        """Take the settings: who plays."""

    def begin(self) -> None:
        """Reset the offer: the mode has been chosen, or a throw or turn made."""

    def undo(self, referee: "Referee") -> None:
        """Take the last action back; Refusal if there is none."""
        referee.undo()

    def enters(self, match: "Match") -> bool:
        """Whether the players enter the throw that is due."""
        return False

    def auto_throw(self, match: "Match") -> bool:
        """Whether the board throws for the next player when a turn has ended."""
        return True


class Wooden(Game):
    """Mode `wooden`: the players' own dice, entered with the button. entry: the throw offered, -1: none yet."""

    def __init__(self) -> None:
        self.entry = -1

    def begin(self) -> None:
        self.entry = -1

    def enters(self, match: "Match") -> bool:
        return not match.pending  # a pending throw comes first

    def auto_throw(self, match: "Match") -> bool:
        return bool(match.pending)

    def offer_next(self, throws: "Throws") -> None:
        """Offer the next of all throws."""
        self.entry = (self.entry + 1) % len(throws)


class Waiting(Game):
    """A mode in which the game waits."""

    plays = False


class Diagnose(Waiting):
    """Mode `diagnose`: the lights show what the sensors see."""


class Roller(Waiting):
    """Mode `roller`: dice only. last: the last throw, None before the first; thrower: its player.

    Two players throw for the start, and dal-dal throws again. side: who throws next; first: A's throw for the start
    while B's is due; begun: whether the first player is known. dark: the dice rest until the button is pressed.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.last: Throw | None = None
        self.thrower = NOBODY
        self.side = 0
        self.first = 0
        self.begun = False
        self.dark = False

    def throw(self, throw: "Throw", players: int) -> None:
        """Note a throw, by the current thrower if there are two players."""
        self.last = throw
        self.thrower = NOBODY if players == 1 else self.side
        if players == 1:
            return
        if self.begun:
            self.side = self.side if throw.dals else 1 - self.side
        elif not self.side:
            self.first = sum(throw)
            self.side = 1
        else:
            self.begun = sum(throw) != self.first
            self.side = 1 if sum(throw) > self.first else 0
            if self.begun:
                self.last = None


class Solo(Game):
    """Mode `solo`: the board plays one side: it throws, and the player sets up its turns. side: its player, 0 or 1."""

    def __init__(self) -> None:
        self.side = 1

    def seat(self, settings: "Settings") -> None:
        self.side = PLAYERS.index(settings.get("solo_side"))
        self.players = (People(), BoardPlayer()) if self.side else (BoardPlayer(), People())

    def undo(self, referee: "Referee") -> None:
        """Take back the player's last turn, and what the board has played since."""
        plies = referee.match.game.plies
        left = len(plies) - 1
        while left >= 0 and ply_player(plies[left]) == self.side:
            left -= 1
        if left < 0:
            raise Refusal("nothing_to_undo")
        while len(referee.match.game.plies) > left:
            referee.undo()

    def tick(self, session: "Session", now: int) -> None:
        """Throw for the board as soon as all is at rest and the last dice have been seen."""
        phase = session.phase
        if phase != OPENING and phase != THROW or session.match.game.side != self.side:
            return
        if session.announced or session.rolled or session.announce_due or not throws(session):
            return
        try:
            session.throw(now, None)
        except OSError as error:  # the store failed: retry only when something happens
            session.emit(events.fault_of("store", error))
            session.announced = True
        session.show(now)


class Far(Game):
    """Mode `far`: a game elsewhere leads the board, companion.session.lead: all throws come from there.

    number: how many throws so far. side: the players who play here, `A`, `B`, both or none. turn: the packed turn to
    set up for this throw; None if unknown.
    """

    def __init__(self) -> None:
        self.number = 0
        self.side = ""
        self.turn: int | None = None
        self.players = (self, self)  # type: ignore[assignment]

    def choose(self, game: "EngineGame") -> int | None:
        """As in People: the known turn; THINKING while a remote player's turn has not arrived."""
        if self.turn is None:
            return None if PLAYERS[game.side] in self.side else THINKING
        return self.turn if self.turn != LOST_TURN else None

    def undo(self, referee: "Referee") -> None:
        raise Refusal("led")

    def auto_throw(self, match: "Match") -> bool:
        return False


CLASSES = (Game, Roller, Wooden, Diagnose, Solo, Far)  # in the order of companion.console.phases.MODES
