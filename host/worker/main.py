"""What the page's Worker runs: a room with one page, and the board behind it; the Worker's script carries texts.

>>> worker = Worker({"behind": "worker", "board": "board-1", "seed": 1, "rules": "", "mode": "", "now_s": 0}, {})
>>> worker.receive('{"do": "hello", "token": "", "code": ""}')
>>> json.loads(worker.pass_time(20))["frames"][0]["you"]
'1'
"""

import json
import time
from binascii import a2b_base64

from daldos.rules import RULESETS, parse_rules
from host.games.archive import Archive
from host.i18n.catalogue import said
from host.sim.table import Table
from host.web.adviser import hint, review
from host.web.backend import Backend, TableBackend
from host.web.pages import LOOK_SCANS, SCAN_MS, Room
from host.web.replay import replay_frame
from host.worker.kept import KeptStore, endings_wanted
from host.worker.port import board_on
from host.worker.thinker import Pool, answered, questions  # noqa: F401  the Worker's script calls answered

THOUGHT = {function.__name__: function for function in (hint, replay_frame, review)}


class Worker:
    """told: `behind`, `worker` or `serial`; `board`, the folder of its files; `seed`, `rules` and `mode`, as on the
    command line, empty where not given; `now_s`, seconds since 1970 by the clock on the wall. kept: the files."""

    def __init__(self, told: dict, kept: dict):
        self._started_s = time.monotonic()
        self._games = KeptStore("games", kept)
        self._stores = [self._games]
        self.bytes_in: list = None  # from a board on USB; None while its port is closed
        self.bytes_out = []
        if told["behind"] == "serial":
            backend = Backend(board_on(self), slow=False)
        else:
            self._stores.append(KeptStore(told["board"], kept))
            backend = TableBackend(Table(told["seed"], store=self._stores[1]))
        archive = Archive(self._games, lambda: told["now_s"] + int(time.monotonic() - self._started_s))
        self.room = Room(backend, archive=archive)
        self._page = self.room.open(True, lambda: None)
        self._answers = {}  # what is waited for -> its Answer
        self._scans = 0
        self._pool = Pool()
        backend.start(parse_rules(told["rules"]) if told["rules"] else None, told["mode"] or None)

    def receive(self, text: str) -> None:
        """A frame of the page's."""
        page = self._page
        self.room.receive(page, text)
        if page.reading is not None:
            self._answers["reading"] = self._pool.submit(replay_frame, page.reading)
            page.reading = None
        if page.judging is not None and "review" not in self._answers:
            self._answers["review"] = self._pool.submit(review, page.judging)

    def pass_time(self, ms: int) -> str:
        """Let time pass; what came of it, as JSON, or nothing: `frames` for the page, `kept` for the browser's store,
        `questions` for another Worker, `endings` to be fetched, `bytes` for the board, in base64."""
        for _ in range(ms // SCAN_MS):
            self.room.tick(SCAN_MS)
            self._scans += 1
            if self._scans % LOOK_SCANS == 0:
                self.room.look()
        self._tell_answers()
        found = []
        frames = []
        frame = self.room.frame(self._page)
        while frame is not None:
            frames.append(frame if isinstance(frame, str) else json.dumps(frame))
            frame = self.room.frame(self._page)
        if frames:
            found.append('"frames":[%s]' % ",".join(frames))
        kept = {}
        for store in self._stores:
            kept.update(store.changes())
        for key, value in (
            ("kept", kept),
            ("questions", questions()),
            ("endings", list(endings_wanted)),
            ("bytes", self.bytes_out),
        ):
            if value:
                found.append('"%s":%s' % (key, json.dumps(value)))
        endings_wanted.clear()
        self.bytes_out = []
        return "{%s}" % ",".join(found) if found else ""

    def heard(self, data) -> None:
        """Bytes of the board's, in base64; None: the port is closed."""
        if data is None:
            self.bytes_in = None
        else:
            self.bytes_in = (self.bytes_in or []) + [a2b_base64(data)]

    def put(self, name: str, data) -> None:
        """A file of the archive as another tab has changed it, in base64; None: it is gone."""
        self._games.put(name.split("/", 1)[1], None if data is None else a2b_base64(data))

    def unkept(self, why: str) -> None:
        """The browser's store has refused; the game goes on."""
        self._page.tell({"error": said("games are not kept: %s", why)})

    def keep_all(self) -> None:
        """Give all files to the browser's store again."""
        for store in self._stores:
            store.keep_all()

    def _tell_answers(self) -> None:
        page = self._page
        for key in list(self._answers):
            if self._answers[key].done():
                try:
                    result = self._answers.pop(key).result()
                except ValueError:  # no such game any more
                    result = {"record": page.judging, "chances": []}
                if key == "review":
                    page.judging = None
                    page.tell({"review": result})
                else:
                    page.tell(result)


def start(told: str, kept: str) -> Worker:
    """The Worker; kept: JSON, name -> file in base64."""
    return Worker(json.loads(told), {name: a2b_base64(data) for name, data in json.loads(kept).items()})


def solved() -> str:
    """The rules whose endings are solved, as JSON."""
    return json.dumps([name for name, _ in RULESETS])


def think(text: str) -> str:
    """In the other Worker: the answer to one question."""
    number, name, args = json.loads(text)
    try:
        return json.dumps([number, {"result": THOUGHT[name](*args)}])
    except ValueError as error:
        return json.dumps([number, {"error": str(error)}])
