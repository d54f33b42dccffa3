"""Results of thinking while the players look at the dice: the board's own turn, a hint, both players' chances.

The thinking runs in slices, at most one per tick, as long as ticks arrive in time. Before anything is played, a press
shows what can be played, a second one the turn that the board would play (also as a `hint` event), a third the dalled
pieces. With the setting `chance`, each throw is followed by a `chance` for each player.

    advice = Advice(session)
    advice.thrown()             # there is another throw, or another game
    advice.press(now_ms)
    advice.tick(now_ms)
"""

from companion.console import events
from companion.console.phases import FAR, HINTING, PLAY
from companion.session.announce import DALLED, say_dalled, say_movable
from companion.ticks import elapsed
from daldos.notation import turn_text
from daldos.state import PLAYERS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import LegalTurns, Mind, Session

SHOWN_MS = 8000  # a hint is shown this long, then the dice again
_MOVABLE, _TURN = 1, 2


class Advice:
    """stage: 0, or the stage of the hint asked for and shown. turn: the turn shown, None if there is none yet."""

    def __init__(self, session: "Session"):
        self.stage = 0
        self.turn: int | None = None
        self._session = session
        self._since_ms = 0
        self._tick_ms = 0
        self._mind: Mind | None = None
        self._level = 0  # the level at which to think
        self._legal: LegalTurns | None = None  # the legal turns to choose from; new with each throw
        self._best = -1  # the turn chosen from them, or -1,
        self._chance = 0  # and its winning chance
        self._wanted = False  # whether to work out a hint or the chances
        self._tell_chance = False

    def thrown(self) -> None:
        """There is a new throw to play, or none."""
        self.hide()
        self._mind = None
        self._legal = None
        self._best = -1
        self._wanted = self._tell_chance = self._session.settings.get("chance")

    def hide(self) -> None:
        """Pieces have moved: show nothing any more."""
        self.stage = 0
        self.turn = None

    def press(self, now: int) -> None:
        """Show the playable turns; then the best one, unless `hints` is off; then the dalled pieces."""
        session = self._session
        self._since_ms = now
        self.turn = None
        if self.stage == _TURN or self.stage == _MOVABLE and not session.settings.get("hints"):
            self.stage = DALLED
            say_dalled(session)
            return
        if self.stage != _MOVABLE:
            self.stage = _MOVABLE
        else:
            self.stage = _TURN
            if self._best >= 0:
                self._tell(now)
                return
            self._wanted = True
        say_movable(session)

    def tick(self, now: int) -> None:
        """Time passes; allocates nothing while there is nothing to think about."""
        session = self._session
        if self.stage and elapsed(now, self._since_ms) >= SHOWN_MS:
            self.hide()
            session.show(now)
        # Scans come first: after a slice has delayed a step, the next one comes sooner and has no slice.
        step_ms = elapsed(now, self._tick_ms)
        self._tick_ms = now
        scan_ms = session.config.SCAN_MS
        if (self._wanted or self._chooses()) and scan_ms <= step_ms <= scan_ms + 1:
            self._think(now)

    def _chooses(self) -> bool:
        # Whether the board has a turn of its own to choose.
        return self._session.referee.thinking and self._session.mode != FAR

    def _think(self, now: int) -> None:
        session = self._session
        referee, game = session.referee, session.match.game
        if game.phase != PLAY:
            self._wanted = False
            return
        level = session.settings.get("level") if self._chooses() else HINTING
        if not self._mind or level != self._level or self._legal is not game.legal:
            from companion.game.mind import Mind  # only if needed

            self._legal = game.legal
            self._level = level
            self._mind = Mind(game, level, not self._chooses())
        elif self._mind.step():
            mind, self._mind = self._mind, None
            if self._chooses():
                referee.choose(mind.turn)
                session.chosen(now)
            else:
                self._wanted = False
                self._best, self._chance = mind.turn, mind.chance
                self._tell(now)

    def _tell(self, now: int) -> None:
        session = self._session
        at = session.match.game.position
        if self._tell_chance:
            self._tell_chance = False
            for player in range(2):
                chance = self._chance if player == at.side else 1000 - self._chance
                session.emit(events.event("chance", PLAYERS[player], chance))
        if self.stage == _TURN:
            self.turn = self._best
            session.emit(events.event("hint", turn_text(at, self._best), self._chance))
            session.show(now)
