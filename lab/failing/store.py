"""A game at a board whose store fails.

Troubles come before an operation of the store (a read, an append, a replacing, a renaming):

    fail     this one fails             torn     this one fails half done, or after a whole replacing
    deaf     from now on all fail       full     from now on nothing more fits
    vanish   the files are gone, and writes go to an empty place
    back     the end of these three; vanished files replace the others
    cut      a power cut in it          late     a power cut right after it

A hand plays on, pressing up to three times when the board reports a failure. What must hold: a failed action changes
nothing; the store has what the players know, at most with the failed action; every failure and every changed file is
reported; no game that was ever in the store is lost: the board or a file has it; and after the trouble the next action
is kept.
"""

from unittest.mock import patch

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos.prng import Xorshift32
from lab.figures import Figures, KnownGame, act

TROUBLES = ("fail", "torn", "deaf", "full", "vanish", "back", "cut", "late")
STEPS = 20
TRIES = 3
RULES = "norwegian"
SHORT = patch.multiple("companion.storage.journal", LONG=60)  # so that even a short game is tidied up


class PowerCut(Exception):
    """A power cut, which ends whatever runs on this store."""


class TroubledStore(MemoryStore):
    """Files in two places, one of them visible; troubles: (operation number, kind), in order."""

    def __init__(self, troubles: tuple):
        super().__init__()
        self.elsewhere = {}
        self.operations = 0
        self.raised = 0
        self.changes = 0  # how often an operation found another game than the last one left
        self.stale = False  # and nothing written since
        self._left = None  # that game, as bytes
        self.deaf = self.full = False
        self._vanished = False
        self._troubles = troubles

    def read(self, name: str, most: int = None):
        if self._trouble(name) in ("torn", "cut", "late"):
            self._fail()
        return super().read(name, most)

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        trouble = self._trouble(name)
        if not MemoryStore.fits(self, name, was):
            return False
        half = self.full or trouble in ("torn", "cut")
        self.files[name] = self.files.get(name, b"") + (data[: len(data) // 2] if half else data)
        self._end(name, trouble, half)
        return True

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        trouble = self._trouble(name)
        if not MemoryStore.fits(self, name, was):
            return False
        if self.full or trouble == "cut":
            self._end(name, trouble, True)
        self.files[name] = data
        self._end(name, trouble, trouble == "torn")
        return True

    def fits(self, name: str, was: tuple) -> bool:
        if self._trouble(name) in ("torn", "cut", "late"):
            self._fail()
        return super().fits(name, was)

    def rename(self, name: str, new: str) -> None:
        trouble = self._trouble(name)
        if trouble == "cut":
            self._end(name, trouble, True)
        super().rename(name, new)
        if trouble in ("torn", "late"):
            self._end(name, trouble, True)
        self._left = self.files.get("game")

    @property
    def disturbed(self) -> bool:
        """Whether the game differs from the one the last operation left."""
        return self.files.get("game") != self._left

    def heal(self) -> None:
        """End the trouble; vanished files stay away."""
        self._troubles = ()
        self.deaf = self.full = False

    def _trouble(self, name: str) -> str:
        once = ""
        for at, kind in self._troubles:
            if at != self.operations:
                continue
            if kind == "deaf":
                self.deaf = True
            elif kind == "full":
                self.full = True
            elif kind == "vanish" and not self._vanished:
                self._change_places()
            elif kind == "back":
                self.deaf = self.full = False
                if self._vanished:
                    self._change_places()
            else:
                once = kind
        self.operations += 1
        if self.disturbed and name == "game":
            self.changes += 1
            self.stale = True
            self._left = self.files.get("game")
        if self.deaf or once == "fail":
            self._fail()
        return once

    def _change_places(self) -> None:
        self._vanished = not self._vanished
        self.files, self.elsewhere = self.elsewhere, self.files

    def _end(self, name: str, trouble: str, failed: bool) -> None:
        if name == "game":
            self._left = self.files.get("game")
        if trouble in ("cut", "late"):
            raise PowerCut(trouble)
        if failed:
            self._fail()
        if name == "game":
            self.stale = False

    def _fail(self) -> None:
        self.raised += 1
        raise OSError(5, "input/output error")


class AheadStore(TroubledStore):
    """A store that erases ahead, once for each file replaced."""

    def __init__(self, troubles: tuple):
        super().__init__(troubles)
        self._wanted = 1

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        done = super().replace(name, data, was)
        self._wanted = 1
        return done

    def wants(self, name: str, size: int) -> int:
        return self._wanted

    def ahead(self) -> None:
        self._wanted = 0
        if self._trouble("") in ("torn", "cut", "late"):
            self._fail()


class Play:
    """One game through the troubles; `figures` counts what went wrong."""

    kinds = TROUBLES
    all_alone = True
    store_of = TroubledStore

    def __init__(self, troubles: tuple, figures: Figures):
        self.store = self.store_of(troubles)
        self.troubles = troubles
        self.figures = figures
        self.said = []
        self.heard = 0  # changes of the store that were reported, or that no board saw
        self.owed = []  # games that a board could not load at its start
        self.boots = 0
        self.step = 0
        self.tidied = False
        self.match: Match = None
        self.saves = False

    @property
    def operations(self) -> int:
        """Those of the store so far."""
        return self.store.operations

    def run(self) -> None:
        """Play STEPS actions, then one without trouble."""
        with SHORT:
            self._run()
        files = [*self.store.files, *self.store.elsewhere]
        counts = self.figures.counts
        counts["failed operations"] += self.store.raised
        counts["said"] += len(self.said)
        counts["kept aside"] += sum(".kept" in name for name in files)
        counts["starts"] += self.boots

    def _run(self) -> None:
        known = None
        while True:
            try:
                if not self.match:
                    self._start(known)
                while self.step < STEPS:
                    known = KnownGame(self.match)
                    self._act()
                    self.step += 1
                break
            except PowerCut:
                known = KnownGame(self.match) if self.match and self.match.game and self.saves else known
                self.match = None
        self.store.heal()
        self._act()
        if self.saves and _game_in(self.store.files) != KnownGame(self.match):
            self._wrong("not kept", "after the last action")
        for game in self.owed:
            if not any(there.throws[: len(game.throws)] == game.throws for there in self._all_games()):
                self._wrong("lost", game.position)

    def _start(self, known) -> None:
        # As companion.app does.
        self.boots += 1
        store, raised, changes, said = self.store, self.store.raised, self.store.changes, len(self.said)
        match = Match(Journal(store, tell=self.said.append), Dice(Xorshift32(self.boots + 10).next))
        self.saves = True
        disturbed = store.disturbed or store.stale
        try:
            problem = match.load(RULES)
            if problem:
                self.said.append(problem)
        except OSError as error:
            self.said.append("nothing is saved: %s" % error)
            self.saves = False
            match.journal = Journal(MemoryStore())
            match.load(RULES)
        if store.raised > raised and len(self.said) == said:
            self._wrong("unsaid", "at the start")
        if known and not _near(KnownGame(match), known):
            if self.saves and not disturbed and not store.changes > changes and len(self.said) == said:
                self._wrong("lost", "at the start")
            self.owed.append(known)
        self.heard = store.changes
        self.match = match

    def _act(self) -> None:
        match, store = self.match, self.store
        for _ in range(TRIES):
            before, raised, said = KnownGame(match), store.raised, len(self.said)
            try:
                self._do()
                done = not self.tidied or len(self.said) == said  # a tidying that fails says so, and raises nothing
            except OSError as error:
                self.said.append(str(error))
                done = False
                if KnownGame(match) != before:
                    self._wrong("changed", "by an action that failed")
            if len(self.said) > said:
                self.heard = store.changes
            elif self.saves and (store.raised > raised or (store.changes > self.heard and done)):
                self._wrong("unsaid", "in action %d" % self.step)
            if self.saves and not store.stale and not store.disturbed:
                there = _game_in(store.files)
                if there != KnownGame(match) if done else not _near(there, before):
                    self._wrong("lost", "in action %d: %s" % (self.step, there.position))
            self.figures.counts["actions"] += 1
            if done:
                return

    def _do(self) -> None:
        # As in a game at the board: a turn and the throw after it are one press; then there is time to tidy.
        match = self.match
        if match.untidy() and not self.tidied:
            self.tidied = True
            match.tidy()
            if match.untidy():
                match.tidy()
            return
        self.tidied = False
        if match.game.plies and self.step % 5 == 4:
            match.undo()
        else:
            act(match, lambda game: game.legal.turns[self.step % len(game.legal.turns)])

    def _all_games(self) -> list:
        places = (self.store.files, self.store.elsewhere)
        kept = [{"game": place[name]} for place in places for name in place if ".kept" in name]
        return [_game_in(files) for files in [*places, *kept]]

    def _wrong(self, kind: str, text: str) -> None:
        self.figures.fail(kind, "%s: %s" % (self.troubles, text))


class AheadPlay(Play):
    """The same with a store that erases ahead, like the board's own."""

    store_of = AheadStore


def _game_in(files: dict) -> KnownGame:
    match = Match(Journal(MemoryStore(dict(files))), Dice(Xorshift32(1).next))
    match.load(RULES)
    return KnownGame(match)


def _near(one: KnownGame, other: KnownGame) -> bool:
    # They differ by at most an action.
    return 0 <= one.added(other) <= 2 or 0 <= other.added(one) <= 2
