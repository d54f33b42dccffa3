"""A page whose server has a disk that fails, and other troubles.

A page plays its own game, takes back, lists, imports, plays far apart, leaves, and has its own game back. At an
operation of the disk (of the board's store, the settings, the archive, the far folder) comes

    fail      this one fails, half done     broken    from now on all fail
    full      nothing more fits             readonly  nothing can be written
    denied    nothing can be reached        files     there are no descriptors
    slow      it takes half a minute        jump      the clock on the wall goes back a day
    vanish    the broker is gone            back      the end of all that
    kill      the process is killed in it   power     the power is cut in it

After each step, each move must be on disk, or the page must say that it is not, and every message sent must be in the
end's file. In the end, all healed, the board has the game after another kill, the archive has it, and the other end of
the far game, which had no trouble, agrees.
"""

import errno
import json
from binascii import b2a_base64

from host.far.carrier import letter_of
from host.far.end import SEATS, Seat
from lab.figures import Figures
from lab.whole.disk import Disk, Killed
from lab.whole.screen import HELLO
from lab.whole.server import Server
from lab.whole.world import World, throws_of

LASTING = {
    "broken": errno.EIO,
    "full": errno.ENOSPC,
    "readonly": errno.EROFS,
    "denied": errno.EACCES,
    "files": errno.EMFILE,
}
TROUBLES = ("fail", *LASTING, "slow", "jump", "vanish", "back", "kill", "power")
BROKER = "wss://localhost/mqtt"
RECORD = "Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n"
HEAL_S = 90.0  # latest time for reconnecting, and for writing refused data


class DrilledDisk(Disk):
    """troubles: (number of the operation, kind) each."""

    def __init__(self, world, troubles: tuple):
        super().__init__(world)
        self.operations = 0
        self.raised = 0
        self._troubles = dict(troubles)

    def did(self, os, path: str, writes: bool) -> None:
        self.operations += 1
        kind = self._troubles.get(self.operations, "")
        if kind == "back":
            self.heal()
        elif kind == "slow":
            self.world.now += 30
        elif kind == "jump":
            self.world.clock_s -= 86_400
        elif kind == "vanish":
            self.world.broker.stop(False)
        elif kind in LASTING:
            self.trouble = LASTING[kind]
        elif kind in ("kill", "power"):
            end = Killed(path)
            end.power = kind == "power"
            raise end
        try:
            if kind == "fail":
                raise OSError(errno.EIO, "Input/output error", path)
            super().did(os, path, writes)
        except OSError:
            self.raised += 1
            raise

    def heal(self) -> None:
        self.trouble = 0
        self.world.broker.down = False


class Drill(World):
    """One play through the troubles; `figures` counts the failures."""

    kinds = TROUBLES
    all_alone = False

    def __init__(self, troubles: tuple, figures: Figures):
        super().__init__(1)
        self.troubles = {"workshop"}
        self.plan = troubles
        self.figures = figures
        self.values: dict = {}
        self.said = False
        self.links: dict = {}
        self.page = None
        self.servers = [Server(self, k) for k in (0, 1)]
        self.servers[0].disk = DrilledDisk(self, troubles)
        self.server, self.other = self.servers

    @property
    def operations(self) -> int:
        """Those of the disk so far."""
        return self.server.disk.operations

    def run(self) -> None:
        """The whole drill."""
        with self._seeded():
            self._run()
        self.figures.counts["failed operations"] += self.server.disk.raised

    def _run(self) -> None:
        for server in self.servers:
            server.start()
        guest = self._opened(self.other)
        self._do("begin", mode="game", rules="danish", level=1, side="A", text="", step=0, throw="")
        self._turns(4)
        self._do("takeback")
        self._turns(2)
        self._do("games", begins=True)
        data = b2a_base64(RECORD.encode()).decode().strip()
        self._do("hand", what="add", name="", data=data, begins=True, more=False)
        self._do("far_new", broker=BROKER, rules="norwegian", name="Ane")
        links = self.server.room and self.server.room.behind.far.links() or {}
        if links.get("letter"):
            self.other.room.receive(guest, json.dumps({"do": "far_open", "text": links["letter"], "name": "Bo"}))
        for _ in range(3):
            self._turns(1)
            self._answer(guest)
        self._do("far", what="leave")
        self._turns(1)
        self._heal()
        self._last_look(links.get("name", ""))

    # --- a step ---

    def _opened(self, server):
        page = server.room.open(True, lambda: None)
        server.room.receive(page, json.dumps(HELLO))
        return page

    def _do(self, do: str, **values) -> None:
        # Send one frame, once the server is there; then wait for its effects.
        self.said = False
        while not self.server.room:
            self._run_until(self.now + 1)
            self.page = None
        server = self.server
        if not self.page:
            self.page = server._step(lambda: self._opened(server))
        if self.page and server.room:
            server._step(server.room.receive, self.page, json.dumps({"do": do, **values}))
        self._run_until(self.now + 1)
        self._look()
        self.figures.counts["steps"] += 1

    def _look(self) -> None:
        room, page = self.server.room, self.page
        if not room or not page or page.name not in room.pages:
            self.page = None
            return
        while (frame := room.frame(page)) is not None:
            message = json.loads(frame) if isinstance(frame, str) else json.loads(json.dumps(frame))
            self.values.update(message.get("v", {}))
            self.said |= "error" in message
        self.said |= bool(self.values.get("troubles"))
        for error in room.guard.mistakes:
            self._wrong("ends", repr(error))
        if not self.said and _tokens(room.behind.play.match.game) != _tokens(self.server.kept()):
            self._wrong("unsaid", "what is played is not on the disk")
        if not self.said and room.behind.far.address and self._unfiled(room.behind.far.seat):
            self._wrong("unsaid", "something was sent that is not in the file")

    def _turns(self, count: int) -> None:
        for _ in range(count):
            for _ in range(8):
                plays = self.values.get("plays")
                if self.values.get("due"):
                    self._do("end")
                    if self.values.get("plays"):
                        break
                elif not plays:
                    self._run_until(self.now + 2)
                    self._look()
            for _ in range(4):
                plays = self.values.get("plays")
                if plays:
                    start = sorted(plays)[0]
                    self._do("play", **{"from": start, "to": sorted(plays[start])[0]})

    def _answer(self, guest) -> None:
        # Let the other end play when it is its turn.
        room = self.other.room
        for _ in range(4):
            self._run_until(self.now + 1)
            values = room.behind.shown.view()
            plays = values.get("plays")
            if room.behind.far.play and plays:
                start = sorted(plays)[0]
                room.receive(guest, json.dumps({"do": "play", "from": start, "to": sorted(plays[start])[0]}))
            elif room.behind.far.play and values.get("due"):
                room.receive(guest, json.dumps({"do": "end"}))

    # --- invariants ---

    def _heal(self) -> None:
        self.servers[0].disk._troubles = {}
        self.servers[0].disk.heal()
        self._run_until(self.now + HEAL_S)
        self._do("games")
        self._run_until(self.now + 5)
        self._look()

    def _last_look(self, far: str) -> None:
        room = self.server.room
        if self.values.get("troubles"):
            self._wrong("unhealed", str(self.values["troubles"]))
        played = _tokens(room.behind.play.match.game)
        if played != _tokens(self.server.kept()):
            self._wrong("lost", "the game")
        turns = throws_of(room.behind.play.record())
        if any(line[0] != "0" for line in turns) and turns not in self._archived():
            self._wrong("lost", "the game, in the archive")
        self.server.kill()
        while not self.server.room:
            self._run_until(self.now + 1)
        if _tokens(self.server.room.behind.play.match.game) != played:
            self._wrong("lost", "the game, by a kill")
        if far:
            self.page = None
            self._do("far_go", game=far)
            self._run_until(self.now + HEAL_S)
            here, there = self.server.room.behind.far, self.other.room.behind.far
            if not here.seat or not there.seat or here.seat.logs != there.seat.logs:
                self._wrong("lost", "the far game")
        names = [name for name in self.server.disk.names if name.startswith("home/games/2026")]
        self.figures.counts["games kept"] += len(names)

    def _archived(self) -> list:
        texts = [
            inode.data.decode() for name, inode in self.server.disk.names.items() if name.startswith("home/games/2")
        ]
        return [throws_of(text) for text in texts]

    def _unfiled(self, seat: Seat) -> bool:
        inode = self.server.disk.names.get(f"home/far/{seat.name}")
        kept = Seat.parse(seat.name, bytes(inode.data)).logs[seat.k] if inode else []
        sent = self.broker.retained.get(f"daldos/2/{seat.name[:16]}/{SEATS[seat.k]}")
        acts = letter_of(sent, seat.k).acts if sent else []
        return acts != kept[: len(acts)]

    def _wrong(self, kind: str, text: str) -> None:
        self.figures.fail(kind, f"{self.plan}: {text}")


def _tokens(game) -> tuple:
    return tuple(game.opening), tuple(game.plies)
