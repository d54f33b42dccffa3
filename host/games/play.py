"""A game as played on a page: the engine alone decides. No board, no hands, no clock.

>>> play = OwnGame(MemoryStore(), Dice(Xorshift32(1).next))
>>> play.begin("solo", "danish", level=2, side="B")
>>> play.end()                            # throw
>>> play.move("A1", "M3"); play.end()     # a turn
>>> play.step()                           # the level throws, thinks and plays
"""

import json

import config
from companion.console.phases import PHASES
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from daldos.effects import CAPTURED, TURNED
from daldos.errors import DaldosError
from daldos.game import OPENING, OVER, PLAY, THROW
from daldos.packing import ply_player
from daldos.state import PLAYERS, pieces, rows_text
from host.games.choices import Choices
from host.games.gear import gear_of
from host.games.players import Entered, Thrown, players_of
from host.sim.preload import keep_game, sized
from host.sim.standing import wooden

MOVES_KEPT = 8  # for a page that shows them in sequence
MODES = ("game", "solo", "wooden")
ARCHIVED = "archived"  # the file in the store that holds the game's name in the archive
BESIDE = "beside"  # and what no journal holds: the moves of the turn that is being played, and who has given up
_GIVEN = {"A": "B", "B": "A", "AB": ""}  # who gave up -> who has won
_shown = [0]  # counts the moves of all games, so that a page knows a new one by its number


class PlayError(DaldosError):
    """Why an action is impossible now."""


class Play:
    """The game of `match`, which has `game`, `throw(entered)`, `commit(packed)` and `undo()`, and its two players.

    mode: the name of a board's mode. choices: for the throw to be played, None while there is none. given: the sides
    that have given the game up; both: nobody has won. late: that side's time was up.
    """

    given = ""
    late = False

    def __init__(self, match, mode: str, players: tuple, dice: Thrown):
        self.match = match
        self.mode = mode
        self.players = players
        self.dice = dice
        self._choices: Choices = None
        self._events: list = []
        self._moves: list = []
        self._opening, self._plies, self._phase = 0, [], -1  # the state of the game at the last look
        self._lines: list = []  # the record's, one per turn
        self._values: dict = {}
        self._look()

    @property
    def game(self):
        return self.match.game

    @property
    def choices(self) -> Choices:
        self._look()
        return self._choices

    @property
    def you(self) -> str:
        """The sides that are played here."""
        return "".join(PLAYERS[k] for k in (0, 1) if self.players[k].here)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.given) or self.game.phase == OVER

    @property
    def due(self) -> str:
        """The effect of `end`: `throw`, `turn` or `lost`; `dice` if own dice must be entered; empty: none."""
        game = self.game
        here = self.players[game.side].here and not self.given
        if game.phase in (OPENING, THROW):
            return self.dice.due(self.match) if here else ""
        if game.phase == PLAY and here:
            return "lost" if self.choices.lost else "turn" if self.choices.complete else ""
        return ""

    @property
    def ended(self) -> str:
        """Why the game has ended, but by winning: `time`, `resigned`, `agreed`; else empty."""
        return "" if not self.given else "time" if self.late else "agreed" if len(self.given) > 1 else "resigned"

    def sit(self, players: tuple) -> None:
        """Let these play A and B from now on."""
        self.players = players
        self._values = {}

    # --- the player's actions ---

    def move(self, start: str, end: str) -> None:
        """Play a die, or both, with a piece; PlayError if no die leads there."""
        choices = self.choices if self.players[self.game.side].here else None
        dice = choices and choices.choices.get(start, {}).get(end)
        if not dice:
            raise PlayError("no die takes %s to %s", start, end)
        self._show(start, end, dice)

    def end(self) -> None:
        """Throw, end the complete turn, or pass the lost one, whichever is due."""
        due = self.due
        if due == "throw":
            self.match.throw()
        elif due == "turn":
            self.match.commit(self.choices.complete.packed)
        elif due == "lost":
            self.match.commit(self.game.legal.turns[0])

    def enter(self, throw: str) -> None:
        """Enter this throw of the players' own dice."""
        if self.due != "dice":
            raise PlayError("no throw is due")
        self.match.throw(self.match.game.rules.throws.parse(throw))

    def take_back(self) -> None:
        """Undo what has been played of this turn; or else take back the last turn of a player here."""
        if self.choices and self.choices.played:
            self._choices = Choices(self.game.position)
            self._values = {}
        else:
            self._undo()

    # --- automatic actions ---

    def step(self) -> bool:
        """Let the other players throw, think for a slice or play; returns whether one has more to do at once."""
        self._look()
        game = self.game
        player = self.players[game.side]
        if not player.thinks or self.over:
            return False
        if game.phase == PLAY:
            turn = player.choose(game)
            if turn is None:
                return True
            self.match.commit(turn)
        else:
            self.match.throw()
        self._look()
        return True

    def events(self) -> list:
        """The events since the last call, in the form of a board's events."""
        self._look()
        events, self._events = self._events, []
        return events

    def record(self) -> str:
        """The game so far as a record."""
        game = self.game
        head = ["Rules: " + game.rules.text] + ["Id: " + game.id] * bool(game.id)
        if game.start:
            head.append("Start: %s -" % game.start.text().rpartition(" ")[0])
        opening = ["0 %s %s" % (PLAYERS[k % 2], throw) for k, throw in enumerate(game.opening)]
        return "\n".join(head + ["Result: " + (game.winner or "*"), ""] + opening + self._lines + [""])

    def view(self) -> dict:
        """The page's values, named as for a board."""
        self._look()
        if self._values:
            return self._values
        game, choices = self.game, self.choices
        rules, n = game.rules, config.N
        mine = choices is not None and self.players[game.side].here and not self.given
        stand = wooden(rows_text(rules, choices.cells if choices else game.position.cells), n)
        left = [pieces(game.position.cells, side) for side in (0, 1)]
        due = self.due
        phase = PHASES[OVER if self.over else game.phase]
        scene = {"lost": "lost", "turn": "ready", "dice": "wooden"}.get(due, "dice" if phase == "play" else phase)
        self._values = {
            "phase": phase,
            "player": _GIVEN[self.given] if self.given else game.player,
            "throw": game.position.throw.text if game.position.throw else "",
            "mode": self.mode,
            "rules": rules.text,
            "start": rules.n,
            "middle": rules.board.length[1],
            "gear": gear_of(rules),
            "left": left,
            "record": self.record(),
            "position": game.position_text(),
            "game": wooden(rows_text(rules, game.position.cells), n),
            "stand": stand,
            "sees": stand.upper(),
            "trays": [rules.n - count for count in left],
            "scene": scene,
            "you": self.you,
            "plays": choices.choices if mine else {},
            "stuck": choices.stuck if mine else {},
            "played": choices.used if mine else "",
            "done": choices.complete.text if mine and choices.complete else "",
            "ended": self.ended,
            "due": due,
            "moves": [self._move(*move) for move in self._moves],
            "thinking": self.players[game.side].thinks and not self.over,
            "alike": [],
        }
        return self._values

    # --- inside ---

    def _undo(self) -> None:
        self.match.undo()

    def _show(self, start: str, end: str, dice: str) -> None:
        # Make a move in the choices, and keep it to be shown.
        choices = self._choices
        before = choices.cells
        self._keep(choices.position, before, choices.move(start, end, dice), dice)

    def _keep(self, position, before: bytearray, moved: tuple, dice: str) -> None:
        # What to show of it is worked out on demand.
        _shown[0] += 1
        self._moves = self._moves[1 - MOVES_KEPT :] + [(_shown[0], position, before, moved, dice)]
        self._values = {}

    def _move(self, n: int, position, before: bytearray, moved: tuple, dice: str) -> dict:
        stood = wooden(rows_text(position.rules, before), config.N)
        throw = position.throw.text
        path, effect = moved
        move = {"n": n, "player": position.player, "throw": throw, "path": path, "dal": effect & TURNED > 0}
        pushed = position.rules.board.name(effect >> 8) if effect >> 8 else ""
        move.update(capture=effect & CAPTURED > 0, pushed=pushed, dice=dice, before=stood)
        return move

    def _look(self) -> None:
        # Note what is new in the game, whatever caused it.
        game = self.game
        now = (len(game.opening), game.phase)
        if now == (self._opening, self._phase) and game.plies == self._plies:
            return
        first = self._phase < 0
        throws = game.opening[self._opening :] if not first else []
        same = 0
        while same < min(len(self._plies), len(game.plies)) and self._plies[same] == game.plies[same]:
            same += 1
        for k, throw in enumerate(throws, self._opening):
            self._say("throw", player=PLAYERS[k % 2], throw=throw.text)
        if same < len(self._plies):
            self._say("undo", n=same + 1, player=PLAYERS[ply_player(self._plies[same])], throw="")
        del self._lines[same:]
        for n, turn in enumerate(game, 1):
            if n > same:
                self._lines.append("%d %s %s %s" % (n, turn.player, turn.throw, turn.text))
                if not first:
                    self._played(n, turn)
        self._opening, self._plies, self._phase = now[0], game.plies[:], now[1]
        self._values = {}
        self._choices = None
        if game.phase == PLAY:
            self._choices = Choices(game.position)
            if not first:
                self._say("throw", player=game.player, throw=game.position.throw.text)
        if game.phase == OVER and not first:
            self._say("over", winner=game.player)

    def _played(self, n: int, turn) -> None:
        # A turn has been made: show piece by piece what has not been shown that way yet.
        self._say("turn", n=n, player=turn.player, throw=turn.throw, turn=turn.text, result=turn.result)
        before = turn.position
        shown = self._choices and self._choices.played and self._choices.position == before
        if not turn.steps:
            self._keep(before, before.cells, ([], 0), "")
        elif not shown:
            self._choices = Choices(before)
            step = self._choices.towards(turn)
            while step:
                self._show(*step)
                step = self._choices.towards(turn)
        enemy = 1 - before.side
        left = pieces(before.cells, enemy)
        for hole in turn.captures:
            left -= 1
            self._say("capture", player=turn.player, hole=hole, left=left)

    def _say(self, kind: str, **values) -> None:
        self._events.append(dict(ev=kind, **values))


def first_game(text: str) -> tuple:
    """(headers, Game) of the first game of a text; a ValueError if there is none, or something is wrong in it."""
    from host.intake.intake import RECORD, take  # not needed by the page's first load

    taken = take(text)
    games = taken.of(RECORD)
    if not games or games[0].cut:
        raise games[0].cut if games else taken.reasons()[0]
    return games[0].headers, games[0].game


class OwnGame(Play):
    """The page's game, in a board's store: it resumes a game saved there, and a board on this store finds the page's
    game.

    problem: the error that reports lost data of the saved game, or None. asked: the rules given to `open`. made: the
    companion's Dice. A failing store need not stop the game: with host.sim.stores.SteadyStore, `trouble` and `retry`
    apply.
    """

    asked = ""

    def __init__(self, store, made):
        self.store = store
        self._made = made
        self.problem = None
        self.open()

    def open(self, rules=None) -> None:
        """Resume the game in the store; rules: for a new game, if the saved one has no turn."""
        settings = self.settings = Settings(self.store, config.N)
        if rules is not None:
            settings.set("rules", rules.text)
            self.asked = rules.text
        match = Match(Journal(self.store), self._made, settings.fitting)
        self.problem = match.load(settings.get("rules"))
        if getattr(self.store, "unread", None):
            self.problem = PlayError("the saved game could not be read, and is kept aside: %s", self.trouble)
        if rules is not None and not match.game.plies and match.game.rules.text != rules.text:
            match.new(rules.text)
        mode = settings.get("mode")
        self._sit(match, mode if mode in MODES else MODES[0])

    @property
    def trouble(self) -> str:
        """Why the store cannot be written, in the system's words; empty if it can."""
        error = getattr(self.store, "trouble", None)
        return (error.strerror or str(error)) if error else ""

    def retry(self) -> None:
        """Write again what the store has refused."""
        if self.trouble:
            self.store.retry()

    def archived(self) -> str:
        """This game's name in the archive, as last remembered; empty if it has none."""
        return (self.store.read(ARCHIVED) or b"").decode()

    def remember(self, name: str) -> None:
        """Remember the game's name in the archive."""
        if name != self.archived():
            self.store.replace(ARCHIVED, name.encode())

    def _sit(self, match, mode: str) -> None:
        settings = self.settings
        players = players_of(mode, PLAYERS.index(settings.get("solo_side")), settings.get("level"))
        super().__init__(match, mode, players, Entered() if mode == "wooden" else Thrown())
        self._recall()

    def begin(
        self, mode: str, rules: str, level: int, side: str, text: str = "", step: int = 0, throw: str = ""
    ) -> None:
        """Begin a new game; in mode solo, side: the one that the board plays, level: its strength.

        text: a record, from which the first `step` turns are taken; throw: that then is to be played.
        """
        parsed = sized(rules, config.N)
        if text:
            self.resume(first_game(text)[1], mode, level, side, step, throw)
            return
        self._set(mode, parsed, level, side)
        self.match.new(parsed.text)
        self._sit(self.match, mode)

    def resume(self, game, mode: str, level: int = 0, side: str = "", step: int = -1, throw: str = "") -> None:
        """Continue a daldos.game.Game after its first `step` turns, in place of this game; before its end it is
        another game. throw: the next one, empty: it is drawn."""
        thrown = game.rules.throws.parse(throw) if throw else None
        self._set(mode, game.rules, level, side)
        turns = len(game.plies) if step < 0 else min(step, len(game.plies))
        id = game.id if turns == len(game.plies) else ""
        keep_game(self.store, game, turns, config.N, id or self._made.new_id(), thrown)
        self.open()

    def _set(self, mode: str, rules, level: int, side: str) -> None:
        # The rules first, which may be refused.
        for key, value in (("rules", rules.text), ("mode", mode), ("level", level), ("solo_side", side)):
            if value and self.settings.get(key) != value:
                self.settings.set(key, value)

    # --- what no journal holds ---

    def move(self, start: str, end: str) -> None:
        if self.given:
            raise PlayError("the game is over: a player resigned")
        super().move(start, end)
        self._note()

    def take_back(self) -> None:
        if self.given:
            self._give("")
        else:
            super().take_back()
        self._note()

    def give_up(self, who: str, late: bool = False) -> None:
        """Give the game up, which is over then; who: the side, or both, if they agree that nobody wins. late: its time
        is up."""
        if self.over:
            raise PlayError("the game is over")
        if who not in self.you:
            raise PlayError("%s is not played here", who)
        self._give(who, late)
        self._note()
        if _GIVEN[who]:
            self._say("over", winner=_GIVEN[who])

    def _give(self, who: str, late: bool = False) -> None:
        self.given, self.late = who, late
        self._values = {}

    def _now(self) -> list:
        game = self.game
        return [game.id, len(game.plies), game.position.throw.text if game.position.throw else ""]

    def _note(self) -> None:
        moves = [[start, end] for start, end, _ in self.choices.played] if self.choices else []
        self.store.replace(BESIDE, json.dumps([self._now(), moves, self.given, self.late]).encode())

    def _recall(self) -> None:
        self._give("")
        now, moves, given, late = json.loads((self.store.read(BESIDE) or b'["",[],"",false]').decode())
        if now != self._now():
            return
        if self.players[self.game.side].here:  # who plays may have changed since
            for start, end in moves:
                super().move(start, end)
        self._give(given, late)

    def _undo(self) -> None:
        # Also undo the board's turns since the player's own; with own dice, first undo the throw last entered.
        match = self.match
        if self.mode == "wooden" and match.entered():
            match.take_entry_back()
            return
        plies = match.game.plies
        left = len(plies) - 1
        while left >= 0 and not self.players[ply_player(plies[left])].here:
            left -= 1
        if left < 0:
            raise PlayError("there is no turn to take back")
        while len(match.game.plies) > left:
            match.undo()
