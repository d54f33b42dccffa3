"""The clock, the troubles, and the invariants checked after each event.

>>> world = World(seed=17)
>>> world.run()                                # Failure names the broken condition
>>> world.count["games"]
131
"""

import contextlib
import errno
import heapq
import operator
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from types import SimpleNamespace
from unittest.mock import patch

import config
from host.web import far, pages
from lab.whole.broker import Broker, Line
from lab.whole.browser import Browser
from lab.whole.disk import WRITES
from lab.whole.person import Person
from lab.whole.screen import Screen
from lab.whole.server import Server

TROUBLED_S, CALM_S, STILL_S = 100.0, 60.0, 15.0
EVERY_S = 12.0  # between troubles of a kind, on average
# troubles: now and then, or always
NOW_AND_THEN = (
    "cut", "outage", "forget", "junk", "kill", "fuse", "power", "disk", "unplug",
    "reload", "second", "close", "crash", "quota", "absent",
)  # fmt: skip
ALWAYS = ("double", "order", "silence", "lag", "hasty", "slow", "mistaken", "leaves", "workshop")
EXCEPTION = re.compile(r"\b[A-Z]\w*(Error|Exception)\b|Traceback|went wrong here|object at 0x")


class Failure(Exception):
    """kind: the invariant; text: the details."""

    def __init__(self, kind: str, text: str):
        super().__init__(f"{kind}: {text}")
        self.kind = kind


@dataclass
class Story:
    """What one front has shown of a game. tokens: its throws and turns; kept: no warning that it is not kept; licence:
    how many commands may have taken something back."""

    tokens: list = field(default_factory=list)
    kept: bool = True
    licence: int = 0
    licence_s: float = 0.0


@dataclass
class FarGame:
    """tokens: the longest shown; before: the one before it, which counts if a warning comes at the same time.
    undone: something may have been taken back. stories: Screen -> Story."""

    tokens: list = field(default_factory=list)
    before: list = field(default_factory=list)
    since_s: float = 0.0
    undone: bool = False
    stories: dict = field(default_factory=dict)


class World:
    """seed: determines everything. without: troubles to leave out."""

    def __init__(self, seed: int, without=()):
        self.seed = seed
        self.random = random.Random(seed)
        self.now = 0.0
        self.clock_s = 1767225600  # on the wall, at 0
        self.count: Counter = Counter()
        kinds = NOW_AND_THEN + ALWAYS
        some = self.random.choice((0.0, 0.1, 0.25, 0.5))
        self.troubles = {kind for kind in kinds if self.random.random() < (0.05 if kind == "workshop" else some)}
        self.troubles -= set(without)
        self.junked = "junk" in self.troubles
        self.still = False
        self.calm = False
        self.trace: list = []
        self.own: dict = {}  # slot -> Story
        self.far: dict = {}  # name -> FarGame
        self._warned_s: dict = {}  # front -> when it last warned that something is not kept
        self.matches: list = []
        self._heap: list = []
        self._number = 0
        self._texts: set = set()
        rows = (("A", config.N), ("M", config.N + 1), ("B", config.N))
        self.holes = {name: k for k, name in enumerate(f"{row}{i + 1}" for row, count in rows for i in range(count))}
        self.broker = Broker(self)
        if "lag" in self.troubles:
            self.broker.delays_s = (0.2, 4.0)

    # --- time ---

    def at(self, due_s: float, do, *args) -> None:
        """Schedule something at a time."""
        self._number += 1
        heapq.heappush(self._heap, (due_s, self._number, do, args))

    def after(self, s: float, do, *args) -> None:
        """Schedule something after some seconds."""
        self.at(self.now + s, do, *args)

    def _run_until(self, end_s: float) -> None:
        heap = self._heap
        while heap and heap[0][0] <= end_s:
            self.now, _, do, args = heapq.heappop(heap)
            do(*args)
        self.now = end_s

    # --- the story of a seed ---

    def run(self) -> None:
        """Run troubles, calm and a last check; raises Failure if an invariant broke."""
        with self._seeded():
            self._people()
            for kind in NOW_AND_THEN:
                if kind in self.troubles:
                    self._plan(kind)
            self.after(self.random.uniform(1, 5), self._arrange)
            self._run_until(TROUBLED_S)
            self._calm()
            self._run_until(self.now + CALM_S / 3)
            before = [self._moved(person) for person in self.people]
            self._run_until(self.now + CALM_S)
            for person, moved in zip(self.people, before, strict=True):
                if self._moved(person) == moved:
                    self.fail("standstill", f"{person.name} at {self._standing(person)}")
            self.still = True
            self._run_until(self.now + STILL_S)
            self._compare()
            self._healed()

    def _people(self) -> None:
        count = self.random.choice((1, 2, 2, 3))
        fronts = [self.random.choice((Server, Browser))(self, k) for k in range(count)]
        self.servers = [front for front in fronts if isinstance(front, Server)]
        self.browsers = [front for front in fronts if isinstance(front, Browser)]
        for server in self.servers:
            server.start()
        self.people = [Person(self, name, fronts[k]) for k, name in enumerate(("Ane", "Bo", "Cai")[:count])]
        self._moves: Counter = Counter()

    def _seeded(self):
        # Secrets by the seed.
        patches, drawn = contextlib.ExitStack(), self.random.randbytes
        secrets = SimpleNamespace(token_bytes=drawn, token_hex=lambda n: drawn(n).hex(), compare_digest=operator.eq)
        for module in (pages, far):
            patches.enter_context(patch.object(module, "secrets", secrets))
        return patches

    def _plan(self, kind: str) -> None:
        self.after(self.random.expovariate(1 / EVERY_S), self._trouble, kind)

    def _trouble(self, kind: str) -> None:
        if not self.calm:
            self.count["trouble " + kind] += 1
            self.note(kind)
            self._deeds()[kind]()
            self._plan(kind)

    def _arrange(self) -> None:
        # Two people without partners agree on a game.
        free = [person for person in self.people if not person.match]
        if len(free) >= 2 and self.random.random() < 0.7:
            host, guest = self.random.sample(free, 2)
            host.invite(guest)
            self.note("invite", host.name, guest.name)
        for match in self.matches:
            if not self.calm and self.now - match.begun_s > 60:
                match.over = True
        self.matches = [match for match in self.matches if not match.over]
        self.after(self.random.uniform(5, 40), self._arrange)

    def _calm(self) -> None:
        # Mend everything, and bring everybody back.
        self.calm = True
        self.note("calm")
        self.troubles &= {"slow"}
        self.broker.down = False
        self.broker.delays_s = (0.02, 0.2)
        for server in self.servers:
            server.disk.trouble, server.disk.fuse = 0, -1
        for browser in self.browsers:
            self._quota_over(browser)
        for person in self.people:
            person.away_s = 0.0

    # --- troubles ---

    def _deeds(self) -> dict:
        # What each of NOW_AND_THEN does.
        one, random = self._one, self.random
        return {
            "cut": lambda: one(self.broker.lines, Line.cut),
            "outage": self._outage,
            "forget": lambda: self._outage(True),
            "junk": self.broker.junk,
            "kill": lambda: one(self.servers, Server.kill),
            "fuse": lambda: one(self.servers, lambda server: setattr(server.disk, "fuse", random.randint(0, 12))),
            "power": lambda: one(self.servers, Server.kill, True),
            "disk": lambda: one(self.servers, self._disk),
            "unplug": lambda: one(self.servers, lambda server: one(server.screens, server.cut)),
            "reload": lambda: one(self.people, self._reload),
            "second": lambda: one(self.people, lambda person: len(person.screens) > 2 or person.open()),
            "close": lambda: one(self.people, lambda person: person.close(random.choice((0, -1)))),
            "crash": lambda: one(self.browsers, Browser.crash),
            "quota": lambda: one(self.browsers, self._quota),
            "absent": lambda: one(self.people, setattr, "away_s", self.now + random.choice((5, 40))),
        }

    def _one(self, of: list, do, *args) -> None:
        # To one of them, if any.
        if of:
            do(self.random.choice(of), *args)

    def _outage(self, forgets: bool = False) -> None:
        self.broker.stop(forgets)
        self.after(self.random.choice((1, 5, 40)), setattr, self.broker, "down", False)

    def _disk(self, server: Server) -> None:
        server.disk.trouble = self.random.choice(WRITES)
        self.note(errno.errorcode[server.disk.trouble])
        self.after(self.random.choice((1, 10, 30)), setattr, server.disk, "trouble", 0)

    def _quota(self, browser: Browser) -> None:
        browser.trouble, browser.unread = "the quota is exceeded", self.random.random() < 0.3
        self.after(self.random.choice((1, 10, 30)), self._quota_over, browser)

    def _quota_over(self, browser: Browser) -> None:
        browser.trouble, browser.unread = "", False

    def _reload(self, person: Person) -> None:
        if isinstance(person.front, Browser):
            person.front.reload(person.screen)
        else:
            screen = Screen(self, person.front)
            screen.name, screen.token, screen.address = person.name, person.screen.token, person.screen.address
            person.front.close(person.screens.pop())
            person.screens.append(screen)
            person.front.open(screen)

    # --- reports of the parts ---

    def note(self, *what) -> None:
        """Add to the trace of a failing seed."""
        self.trace.append((round(self.now, 3), *what))
        del self.trace[:-400]

    def licensed(self, screen: Screen) -> None:
        """The frame being sent may take something back, or begin another game."""
        story = self.own.setdefault(screen.slot, Story())
        story.licence += 1
        story.licence_s = self.now

    def answered(self, v: dict, yes: bool) -> None:
        """A request to take back a turn was answered."""
        self.far_game(v["far"]).undone |= yes

    def looks(self) -> list:
        """The links to watch others' games; without a key junk looks like a message."""
        links = [match.host.screen.links for match in self.matches if not self.junked]
        found = [shown["look"] for shown in links if shown and shown["look"]]
        self.count["looked on"] += bool(found)
        return found

    def looked(self, front) -> None:
        """Check after the rooms did something."""
        room = front.room if isinstance(front, Server) else front.rooms.room
        if room and room.guard.mistakes:
            error = room.guard.mistakes[-1]
            raise Failure("mistake", repr(error)) from error
        if isinstance(front, Server) and front.disk.trouble and room:
            quiet = room.behind.kind == "game" and not room.behind.play.store.unread and not room.keeper.troubles()
            if quiet and room.behind.play.match.game.plies != front.kept().plies:
                self.fail("unsaid", f"{front.name} has a game that is not on its disk")

    # --- invariants ---

    def fail(self, kind: str, text: str) -> None:
        raise Failure(kind, f"{self.now:.2f} s: {text}")

    def shown(self, screen: Screen, frame: dict) -> None:
        """Check after a page received a frame."""
        if "error" in frame:
            self._words(frame["error"])
            self.note("error", screen.slot, frame["error"]["en"])
            if "could not be read, and is kept aside" in frame["error"]["en"]:
                self.own.setdefault(screen.slot, Story()).kept = False
        values = frame.get("v")
        if not values:
            return
        for text in values.get("troubles") or ():
            self._words(text)
            self._warned_s[screen.front] = self.now
        for text in (values.get("far") or {}).get("notes", ()):
            self._words(text)
        v = screen.v
        if "record" not in v or v["behind"] == "board":
            return
        if v["mode"] == "far" and v["far"]:
            self._shown_far(screen, v)
        elif v["mode"] != "far" and not {"record", "phase", "throw", "troubles"}.isdisjoint(values):
            self._shown_own(screen, v)

    def _words(self, text: dict) -> None:
        key = text.get("en", "")
        if key in self._texts:
            return
        self._texts.add(key)
        if set(text) != {"en", "da", "nb"} or not all(text.values()) or EXCEPTION.search(key):
            self.fail("words", repr(text))

    def _shown_own(self, screen: Screen, v: dict) -> None:
        story = self.own.setdefault(screen.slot, Story())
        tokens = tokens_of(v)
        old = story.tokens
        if tokens == old:
            pass
        elif tokens[: len(old)] == old:
            if self.now - story.licence_s > 3:
                story.licence = 0
        elif story.licence:
            story.licence -= 1
            self.count["games"] += len(old) > 2 and len(tokens) < 3
        elif not story.kept or v["troubles"]:
            self.count["lost, as said"] += 1
        else:
            self.fail("lost", f"{screen.slot} has shown {old[-4:]} ({len(old)}), and now {tokens[-4:]} ({len(tokens)})")
        if tokens != old:
            self._moves[screen] += 1
            self.note("shows", screen.slot, *tokens[-2:])
        story.tokens = tokens
        story.kept = not v["troubles"]

    def far_game(self, shown: dict) -> FarGame:
        """The game that a page shows."""
        return self.far.setdefault(shown["name"], FarGame())

    def gone(self, name: str, front, begun_s: float) -> None:
        """A front has a far game no more: it has said that it could not keep it, at the latest where it was shown last;
        of a game that nobody has answered, since it was begun."""
        if game := self.far.get(name[:-2]):
            warned = any(screen.front is front and not story.kept for screen, story in game.stories.items())
        else:
            warned = self._warned_s.get(front, -1.0) >= begun_s
        if not warned:
            self.fail("lost", f"{front.name} has {name} no more")
        self.count["gone, as said"] += 1

    def _shown_far(self, screen: Screen, v: dict) -> None:
        game = self.far_game(v["far"])
        tokens = tokens_of(v)
        if not game.tokens:
            self.count["far games"] += 1
        shown, most = len(tokens), min(len(tokens), len(game.tokens))
        if not game.undone and tokens[:most] != game.tokens[:most]:
            self.fail("difference", f"{screen.slot} shows {tokens[-4:]}, another has shown {game.tokens[-4:]}")
        if v["troubles"]:  # unsaved turns are not sent
            if game.since_s == self.now:
                game.tokens = game.before
        elif shown > len(game.tokens) or game.undone:
            game.before, game.tokens, game.since_s = game.tokens, tokens, self.now
        story = game.stories.setdefault(screen, Story())
        if shown < len(story.tokens) and not game.undone and story.kept and v["far"]["you"]:
            self.fail("lost", f"{screen.slot} has shown {story.tokens[-4:]} of a far game, and now {tokens[-4:]}")
        if tokens != story.tokens or v["far"]["over"]:
            self._moves[screen] += 1
            self.note("shows far", screen.slot, v["far"]["state"], *tokens[-2:])
        story.tokens, story.kept = tokens, not v["troubles"]

    def _moved(self, person: Person) -> int:
        return sum(self._moves[screen] for screen in person.screens)

    def _standing(self, person: Person) -> str:
        v = person.screen.v
        keys = ("phase", "player", "you", "due", "thinking", "mode", "behind", "player_page")
        far = v.get("far") and {key: v["far"][key] for key in ("state", "notes", "game", "over")}
        return f"{person.screen.slot}: { {key: v.get(key) for key in keys} } far: {far}"

    def _compare(self) -> None:
        # Everything is at rest: all fronts of a game show the same.
        seen: dict = {}
        for person in self.people:
            for screen in person.screens:
                v = screen.v
                if v.get("mode") == "far" and v.get("far") and v["behind"] == "game":
                    shown = v["far"]
                    what = (tokens_of(v), shown["over"], shown["winner"], shown["names"])
                    first = seen.setdefault(shown["name"], what)
                    if what != first:
                        self.fail("difference", f"at rest {what[0][-4:], what[1:]} and {first[0][-4:], first[1:]}")

    def _healed(self) -> None:
        # Nothing is in trouble any more, and a game played on a server is in its archive.
        for server in self.servers:
            room, files = server.room, server.disk.names
            if room.keeper.troubles():
                self.fail("unhealed", repr(room.keeper.troubles()))
            turns = throws_of(room.behind.play.record())
            file = files.get(f"home/games/{room.behind.play.archived()}")
            kept = throws_of(file.data.decode()) if file else []
            if room.behind.shown is room.behind.play and any(line[0] != "0" for line in turns) and turns != kept:
                self.fail("lost", f"{server.name} has {turns[-1]!r}, and its archive does not")


def throws_of(record: str) -> list:
    """The lines of a record's throws and turns."""
    return [line for line in record.split("\n") if line[:1].isdigit()]


def tokens_of(v: dict) -> list:
    """The shown game's rules and start, throws and turns as tokens, with the throw to be played."""
    record = v["record"]
    found = [record.partition("\nResult")[0]]
    number = 0
    for line in record[len(found[0]) :].split("\n"):
        if line[:1].isdigit():
            words = line.split(" ", 3)
            found.append(" ".join(words[:3]))
            if len(words) > 3:
                found.append(words[3])
                number = int(words[0])
    if v["phase"] == "play":
        found.append(f"{number + 1} {v['player']} {v['throw']}")
    return found
