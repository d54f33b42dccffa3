"""Frames of all kinds from several pages, with plug, far play and failing disks: no room ever crashes.

Each world has two servers that play far games over one broker, each with a disk that fails and recovers. A frame is
valid, has an odd value, or is nonsense. An internal error that the room had to catch counts as a crash, as does a frame
that cannot be sent.

>>> for what, take in frames(draw, 1000, counts): take()
"""

import json
from concurrent.futures import Future
from functools import partial
from unittest.mock import patch

from host.far.acts import WORDS
from host.web import adviser
from host.web.commands import COMMANDS
from host.web.frames import SHOWN
from lab.odd import TEXTS
from lab.whole.disk import WRITES
from lab.whole.screen import HELLO
from lab.whole.server import Server
from lab.whole.world import World

FRAMES = 200  # to a world
DEAR = (adviser.hint, adviser.made)  # jobs that take long
BROKER = "wss://localhost/mqtt"
RECORD = "Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n"
ENDING = "................/A...B............/................ A 14"
HOLES = [f"{row}{k}" for row in "AMB" for k in range(1, 18)]
NONSENSE = (None, True, -1, 10**30, 1.5, [], {}, [[]], {"do": "state"}, *TEXTS)
# Of these a key gets any that is valid, if it has no values of its own.
POOL = (True, False, 0, 1, 2, 3, 100, 256, 100_000, 100.5, -1000, [], [3], ["A1", 1], list(SHOWN), "", "A", "B", *WORDS)
POOL += tuple("game solo wooden board start replay text delete resume all errors".split())
POOL += tuple("add read leave here again handed file yes no resign".split())
# slow, or ends the game
FEW = ("read", "judge", "note", "import", "game", "behind", "begin", "far_new", "far_open", "far_go")


class Rooms(World):
    """A world whose rooms receive only frames."""

    def __init__(self, seed: int):
        super().__init__(seed)
        self.troubles = {"workshop"}
        self.servers = [Server(self, k) for k in (0, 1)]
        self.links = ["daldos2.nothing"]
        self.games = ["x.txt"]
        self.jobs = 0  # done
        self.pages: list = []  # (server, page, its newest values)

    def begin(self) -> None:
        """Start the servers, with three pages each; some play far apart."""
        for server in self.servers:
            server.start()
            for local in (True, True, False):
                self.open(server, local)
        (one, first, _), (other, second, _) = self.pages[0], self.pages[3]
        if self.seed % 20 == 0:
            one.room.receive(first, json.dumps({"do": "behind", "what": "board"}))
        elif self.seed % 2:
            sit = {"broker": BROKER, "rules": "danish", "name": "Ane"}
            one.room.receive(first, json.dumps({"do": "far_new", **sit}))
            link = (one.room.behind.far.links() or {}).get("letter", "")  # none without a hello
            other.room.receive(second, json.dumps({"do": "far_open", "text": link, "name": "Bo"}))
            self._run_until(5.0)

    def open(self, server: Server, local: bool) -> None:
        """Open a page, which usually says hello."""
        page = server.room.open(local, lambda: None)
        self.pages.append((server, page, {}))
        if self.random.random() < 0.9:
            server.room.receive(page, json.dumps(HELLO))

    def submit(self, do, *args) -> Future:
        """The result of a separate process: immediate; of a dear job mostly never, or an error: it has ended."""
        future: Future = Future()
        draw = self.random.random()
        try:
            if draw < 0.02 or do not in DEAR:
                future.set_result(do(*args))
                self.jobs += do not in DEAR
            elif draw < 0.5:
                raise RuntimeError
        except (ValueError, RuntimeError) as error:
            future.set_exception(error)
        return future

    def shutdown(self, **_options) -> None:
        """Its process has ended, and the next one is asked."""

    def drawn(self, counts) -> tuple:
        """(what, call) for the next frame; something else may happen before."""
        draw = self.random
        server, page, values = draw.choice(self.pages)
        if draw.random() < 0.02:
            server.disk.trouble = draw.choice((0, *WRITES))
        if draw.random() < 0.02:
            self.broker.down = draw.random() < 0.3
        if draw.random() < 0.02:
            server.room.close(page)
            self.pages.remove((server, page, values))
            self.open(server, page.local)
            server, page, values = self.pages[-1]
        text = self.frame(values)
        counts["with a failing disk"] += bool(server.disk.trouble)
        counts["on the board"] += server.room.behind.kind == "board"
        counts["far apart"] += bool(server.room.behind.far.play)
        return repr(text), partial(self.take, server, page, values, text, counts)

    def take(self, server, page, values: dict, text: "str | bytes", counts) -> None:
        """A room takes a frame, and then the page what there is for it."""
        server.room.receive(page, text)
        self.looked(server)
        self._run_until(self.now + self.random.choice((0.0, 0.01, 0.05, 0.3)))
        while (frame := server.room.frame(page)) is not None:
            message = json.loads(frame) if isinstance(frame, str) else json.loads(json.dumps(frame))
            counts["errors said"] += "error" in message
            values.update(message.get("v", {}))
            shown = message.get("far_links") or {}
            self.links += [shown[key] for key in ("name", "letter", "look") if shown.get(key)]
            self.games = [entry["name"] for entry in message.get("games", [])] or self.games

    def frame(self, values: dict) -> "str | bytes":
        """A page's next frame."""
        draw = self.random
        if draw.random() < 0.4 and values.get("plays"):
            start = draw.choice(sorted(values["plays"]))
            return json.dumps({"do": "play", "from": start, "to": draw.choice(sorted(values["plays"][start]))})
        if draw.random() < 0.4 and values.get("due"):
            return json.dumps({"do": "end"})
        do = draw.choice(sorted(COMMANDS))
        if do in FEW and draw.random() < 0.9:
            do = draw.choice(("far", "dice", "hover", "board", "fault"))
        command = {"do": do, **{key: self.value(do, key) for key in COMMANDS[do].keys}}
        wrong = draw.random()
        if wrong < 0.2:
            command[draw.choice(sorted(command))] = draw.choice(NONSENSE)
        elif wrong < 0.25:
            return draw.choice(("", "{", "[" * 100_000, b"\xff", json.dumps(command)[:-1], "null", *TEXTS))
        elif wrong < 0.28:
            command.pop(draw.choice(sorted(command)))
        return json.dumps(command)

    def value(self, do: str, key: str):
        """A valid value for the key."""
        draw = self.random
        text = draw.choice((RECORD, RECORD * 3, RECORD[:-4], "", *TEXTS))
        valid = COMMANDS[do].keys[key]
        return draw.choice(
            {
                "hole": HOLES,
                "from": HOLES,
                "to": HOLES,
                "rules": ("danish", "norwegian", "mary-rose,jump=any", *TEXTS[:4]),
                "position": ("aa../..b./b... A 12", ENDING, ENDING[:-2] + "-", text[:200]),
                "throw": ("12", "AA", "4", ""),
                "turn": ("A1-A2", "-", text[:60]),
                "turns": ([], ["--"], ["A1-A2", text[:60]]),
                "broker": (BROKER, BROKER, "mqtt://x", text[:200]),
                "line": ({"do": "state"}, {"do": "new"}, {"do": "rules", "rules": text[:20]}, {"do": "selftest"}),
                "game": (*self.links[-4:], text[:18]),
                "name": (*self.games, "") if do == "game" else ("stuck", "dead", "", *(text[:24] for text in TEXTS)),
                "text": (text, "", *self.links[-4:]),
            }.get(key)
            or [value for value in (*POOL, text[:20]) if valid(value)]
        )


def frames(draw, inputs: int, counts):
    """(what, call) for frames; counts: of what the rooms go through."""
    for first in range(0, inputs, FRAMES):
        world = Rooms(draw.randrange(2**31))
        with world._seeded(), patch.object(adviser, "process", lambda: world):  # noqa: B023  used within the loop
            world.begin()
            for _ in range(min(FRAMES, inputs - first)):
                yield world.drawn(counts)
        counts["jobs done"] += world.jobs
