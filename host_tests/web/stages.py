"""A board behind the page, of each kind, with hands for it: what the suite over the four back ends plays on.

table: the simulated one; worker: the same in a Worker of the page, of which nothing but the page is known; pico: an
emulated Pico with the real firmware; usb: a real board, being an emulated Pico at the end of a pseudo-terminal, with
hands and a clock of its own. On all but that the page's own hands move the pieces.

>>> stage = Stage("table", throws=[(3, 4), (1, 2)]); page = browse(stage.address)
>>> stage.press(page); stage.move(page, "A1", "M3")
"""

import base64
import threading
import time
from collections import deque

from companion.game.dice import Dice
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.state import rows_text, start_cells
from host.sim.standing import wooden
from host.sim.table import Table
from host.usb.port import BoardLink, PortError, RemovableBoard
from host.web.backend import Backend, TableBackend
from host_tests.web.conftest import Host, Running
from host_tests.web.player import PRESS_MS

KINDS = ("table", "worker", "pico", "usb")
PATIENCE = {
    "table": 1,
    "worker": 4,
    "pico": 10,
    "usb": 10,
}  # an emulator is slower than the board, and on a loaded machine slower still


class PicoOnUsb:
    """table: a PicoTable with its plug out. Runs it in a thread and passes its console on to a pseudo-terminal.

    Whatever touches it is done by `do`, between two steps of the emulator.
    """

    def __init__(self, table):
        self.table = table
        self.path = None
        self._due: deque = deque()
        self._end = threading.Event()
        self._thread = None
        self.plug_in()

    def plug_in(self) -> None:
        from lab.pico.pty import Terminal

        self.table.plug_in()
        self._terminal = Terminal(self.table.rig)
        self.path = self._terminal.path
        self._end.clear()
        self._thread = threading.Thread(target=lambda: self._terminal.serve(self._turn), daemon=True)
        self._thread.start()

    def plug_out(self) -> None:
        if self.path is not None:
            self._end.set()
            self._thread.join()
            self.path = None
            self._terminal.__exit__()
            self.table.now_ms += int(self.table.rig.now_ms)
            self.table.plug_out()

    def open(self) -> BoardLink:
        if self.path is None:
            raise PortError("no board found")
        return BoardLink(self.path)

    def do(self, action):
        """What `action()` returns, called between two steps."""
        done: list = []
        came = threading.Event()
        self._due.append(lambda: (done.append(action()), came.set()))
        assert came.wait(30)
        return done[0]

    def wait(self, ms: int) -> None:
        """Wait until this time has passed on the board's clock."""
        end = self.table.rig.now_ms + ms
        while self.table.rig.now_ms < end:
            time.sleep(0.005)

    def _turn(self) -> bool:
        while self._due:
            self._due.popleft()()
        return self._end.is_set()


KEEP = """(files) => new Promise((resolve) => {
  indexedDB.open("daldos").onsuccess = ({ target }) => {
    const keeping = target.result.transaction("files", "readwrite");
    for (const name in files) keeping.objectStore("files").put(files[name], `${sessionStorage.board}/${name}`);
    keeping.oncomplete = resolve;
  };
})"""


def seed_of(throws, again) -> int:
    """With it a board throws these; `again` comes first when it is started anew, if these are 4 at most."""
    bits = sum(die - 1 << 2 * k for k, die in enumerate(die for throw in throws for die in throw))
    words = range(bits or 1 << 31, 1 << 32, 1 << 4 * len(throws))
    word = next((word for word in words if Dice(Xorshift32(word).next).throw() == again), words[0])
    for shift in (5, -17, 13):  # the steps of the generator, backwards
        mixed = word
        for _ in range(32 // abs(shift)):
            word = mixed ^ (word << shift if shift > 0 else word >> -shift) & 0xFFFFFFFF
    return word


class Stage:
    """kind: of KINDS. throws: the first ones. given: the firmware's image, or the folder of the site's game, where this
    kind needs one. before: called with the table, its plug out.

    running: the server, None where none is. address: of the page.
    """

    def __init__(self, kind: str, throws=(), given=None, before=None, seed: int = 1, rules=None):
        self.kind = kind
        self.patience = PATIENCE[kind]
        self.usb = self.running = None
        if kind == "worker":
            self.table = Table()  # laid out here and kept in the browser's store
            if before:
                before(self.table)
            self.host = Host(given)
            self.address = f"{self.host.address}?seed={seed_of(throws, throws[-1]) if throws else seed}"
            return
        if kind == "table":
            self.table = Table(seed=seed)
        else:
            from lab.pico.table import PicoTable

            self.table = PicoTable(given, seed=seed, twin=kind == "pico")
        if before:
            before(self.table)
        self.table.throws += throws
        if kind == "usb":
            self.usb = PicoOnUsb(self.table)
            self.backend = Backend(RemovableBoard(self.usb.open))
        else:
            self.backend = TableBackend(self.table, slow=kind == "pico")
        self.running = Running(self.table, backend=self.backend, speed=4 if kind == "table" else 1, rules=rules)
        self.address = self.running.address

    def enter(self, page) -> None:
        """The page has come; what the board has kept is there before its plug is in."""
        known = "#boat[data-phase]:not([data-phase=''])"
        page.wait_for_selector(known)
        if self.kind == "worker" and self.table.store.files:
            kept = {name: base64.b64encode(data).decode() for name, data in self.table.store.files.items()}
            page.evaluate(KEEP, kept)
            page.reload()
            page.wait_for_selector(known)

    def close(self) -> None:
        if self.running is None:
            self.host.stop()
            return
        self.running.stop()
        if self.usb:
            self.backend.stop()
            self.usb.plug_out()

    # --- hands, on the page or at the board ---

    def press(self, page, ms: int = PRESS_MS) -> None:
        """The button, for so long on the board's clock."""
        if self.usb:
            rig = self.table.rig
            self.usb.do(lambda: rig.button(True))
            self.usb.wait(ms)
            self.usb.do(lambda: rig.button(False))
            self.usb.wait(PRESS_MS)  # no finger is quicker
            return
        if ms == PRESS_MS:  # down and up at once: a busy machine would hold it too long
            page.locator("[data-control=button]").evaluate("(button) => button.click()")
            return
        page.hover("[data-control=button]")
        page.mouse.down()
        self.hold(page, ms)
        page.mouse.up()

    def hold(self, page, ms: int) -> None:
        """Let so much time pass on the board, while the page's mouse or key is down."""
        if self.running is None:  # it may skip the time that it lags behind
            page.wait_for_timeout(2 * ms)
            return
        end = self.table.now_ms + ms
        while self.table.now_ms < end:
            page.wait_for_timeout(10)

    def long_press(self, page) -> None:
        self.press(page, self.table.config.LONG_MS + 200)

    def move(self, page, start: str, end: str) -> None:
        """A piece from hole to hole, or to a tray ("A", "B"), or from a tray; what stands there goes to its tray."""
        if not self.usb:
            handle = {"position": {"x": 30, "y": 20}} if len(start) == 1 else {}
            page.drag_and_drop(f"[data-{_kind(start)}={start}]", f"[data-{_kind(end)}={end}]", **_from(handle))
            return
        table = self.table

        def moved():
            piece = start if len(start) == 1 else table.lift(start)
            if len(end) > 1:
                if table.board.piece_at(table.hole(end)):
                    table.lift(end)
                table.place(end, piece)

        self.usb.do(moved)

    def set_up(self, page, how: str) -> None:
        """All pieces at once: `start`, or `game`, where the game has them."""
        if self.usb:
            values = self.running.room.feed.values
            rules = parse_rules(values["rules"])
            start = wooden(rows_text(rules, start_cells(rules)), self.table.config.N)
            self.usb.do(lambda: self.table.board.setup(values["game"] if how == "game" else start))
            return
        page.evaluate("document.querySelector('#manage').open = true")
        page.click("#new" if how == "start" else "#tidy")

    def plug(self, page, into: bool) -> None:
        """The cable."""
        if self.usb:
            (self.usb.plug_in if into else self.usb.plug_out)()
            return
        page.evaluate("document.querySelector('#manage').open = true")
        page.click("[data-control=plug]")


def _kind(place: str) -> str:
    return "tray" if len(place) == 1 else "hole"


def _from(handle: dict) -> dict:
    return {f"source_{key}": value for key, value in handle.items()}


def given(kind: str, request):
    """The firmware's image or the site's game, where this kind needs one."""
    needs = {"table": None, "worker": "built"}.get(kind, "image")
    return needs and request.getfixturevalue(needs)
