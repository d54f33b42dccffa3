"""The modes of the board, small objects to which the session hands what comes in.

A mode in which the game waits (`plays` is false) needs no board. In the others the same game is played: the mode says
who throws, and whether the board throws as soon as a turn has ended.

    >>> mode = CLASSES[WOODEN]()
    >>> mode.enters(match)
    True
"""

from companion.console import events
from companion.console.phases import OPENING, PLAY, THROW, THROWS
from companion.game.referee import THINKING
from companion.lights.scene import NOBODY
from companion.reasons import Refusal
from companion.session.situation import leads, throws
from daldos.packing import LOST_TURN, ply_player
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import EngineGame, Match, Players, Referee, Session, Settings, Throw


class People:
    """The people at the board, as a player: they choose by setting the pieces."""

    def choose(self, game: "EngineGame") -> int | None:
        """The packed turn that this player wants set, one of `game.legal`; None: whichever legal turn is set.

        THINKING: it has still to be chosen.
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
        """The settings are these: who plays."""

    def begin(self) -> None:
        """The mode is taken, a throw or a turn has been made: nothing is offered."""

    def undo(self, referee: "Referee") -> None:
        """Take the last action back; Refusal if there is none."""
        referee.undo()

    def dice_first(self, session: "Session") -> bool:
        """Whether the board stays silent while the dice roll."""
        return False

    def leads(self, session: "Session") -> bool:
        """Whether the board plays what is to be played."""
        return False

    def tick(self, session: "Session", now: int) -> None:
        """Some time has passed: what the mode does by itself."""

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
        return not match.pending  # one thrown before stays

    def auto_throw(self, match: "Match") -> bool:
        return bool(match.pending)

    def offer_next(self) -> None:
        """The next of all throws is offered."""
        self.entry = (self.entry + 1) % len(THROWS)


class Roller:
    """Mode `roller`: dice only. last: the last throw, (0, 0) before the first; thrower: whose it was.

    With two players, who begins is thrown for, and dal-dal throws again. side: who throws next; first: A's throw for
    the start while B's is due; begun: who begins is known. dark: it rests until the button is pressed.
    """

    plays = False

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.last = (0, 0)
        self.thrower = NOBODY
        self.side = 0
        self.first = 0
        self.begun = False
        self.dark = False

    def throw(self, throw: "Throw", players: int) -> None:
        """Note a throw; if there are two players, it is the thrower's."""
        self.last = throw
        self.thrower = NOBODY if players == 1 else self.side
        if players == 1:
            return
        if self.begun:
            self.side = self.side if throw == (1, 1) else 1 - self.side
        elif not self.side:
            self.first = sum(throw)
            self.side = 1
        else:
            self.begun = sum(throw) != self.first
            self.side = 1 if sum(throw) > self.first else 0
            if self.begun:
                self.last = (0, 0)

    def undo(self, referee: "Referee") -> None:
        """The game that waits: a command may take its last turn back."""
        referee.undo()

    def dice_first(self, session: "Session") -> bool:
        return False


class Diagnose:
    """Mode `diagnose`: the lights show what the sensors see."""

    plays = False

    def begin(self) -> None:
        """Nothing is kept from one time to the next."""

    def undo(self, referee: "Referee") -> None:
        """As in mode `roller`."""
        referee.undo()

    def dice_first(self, session: "Session") -> bool:
        return False


class Solo(Game):
    """Mode `solo`: the board plays one side, throws for it, and has its turns set. side: its player, 0 or 1."""

    def __init__(self) -> None:
        self.side = 1

    def seat(self, settings: "Settings") -> None:
        self.side = PLAYERS.index(settings.get("solo_side"))
        self.players = (People(), BoardPlayer()) if self.side else (BoardPlayer(), People())

    def undo(self, referee: "Referee") -> None:
        """The player's own last turn is taken back, and with it what the board has played since."""
        plies = referee.match.game.plies
        left = len(plies) - 1
        while left >= 0 and ply_player(plies[left]) == self.side:
            left -= 1
        if left < 0:
            raise Refusal("nothing_to_undo")
        while len(referee.match.game.plies) > left:
            referee.undo()

    def leads(self, session: "Session") -> bool:
        return session.phase == PLAY and session.match.game.side == self.side

    def dice_first(self, session: "Session") -> bool:
        return leads(session)

    def tick(self, session: "Session", now: int) -> None:
        """The board throws its own throw as soon as all is at rest and the last dice have been seen."""
        phase = session.phase
        if phase != OPENING and phase != THROW or session.match.game.side != self.side:
            return
        if session.announced or session.rolled or session.announce_due or not throws(session):
            return
        try:
            session.throw(now, None)
        except OSError as error:  # the store failed: try again only when something happens
            session.emit(events.fault_of("store", error))
            session.announced = True
        session.show(now)


class Far(Game):
    """Mode `far`: a game elsewhere leads the board, companion.session.lead: all throws come from there.

    number: how many it has had. side: the players who play here, `A`, `B`, both or none. turn: the one that is to be
    set with this throw, packed; None if it is not known.
    """

    def __init__(self) -> None:
        self.number = 0
        self.side = ""
        self.turn: int | None = None
        self.players = (self, self)  # type: ignore[assignment]

    def choose(self, game: "EngineGame") -> int | None:
        """As of People: the turn that is known; of a player who plays elsewhere it has still to come."""
        if self.turn is None:
            return None if PLAYERS[game.side] in self.side else THINKING
        return self.turn if self.turn != LOST_TURN else None

    def undo(self, referee: "Referee") -> None:
        raise Refusal("led")

    def auto_throw(self, match: "Match") -> bool:
        return False


CLASSES = (Game, Roller, Wooden, Diagnose, Solo, Far)  # in the order of companion.console.phases.MODES
