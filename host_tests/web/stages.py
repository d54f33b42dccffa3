"""A board behind the page, of each kind, with hands for it: what the suite over the back ends plays on.

table: the simulated one; worker: the same in a Worker of the page, of which nothing but the page is known.

>>> stage = Stage("table", throws=[(3, 4), (1, 2)]); page = browse(stage.address)
>>> stage.press(page); stage.move(page, "A1", "M3")
"""

import base64

from companion.game.dice import Dice
from daldos.prng import Xorshift32
from host.sim.table import Table
from host.web.backend import TableBackend
from host_tests.web.conftest import Host, Running
from host_tests.web.player import PRESS_MS

KINDS = ("table", "worker")
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
    """kind: of KINDS. throws: the first ones. site: the site's folder, for a Worker. before: called with the table, its
    plug out.

    running: the server, None where none is. address: of the page.
    """

    def __init__(self, kind: str, throws=(), site=None, before=None, seed: int = 1, rules=None):
        self.patience = 4 if kind == "worker" else 1
        self.running = None
        self.table = Table(seed=seed)
        if before:
            before(self.table)
        if kind == "worker":  # laid out here and kept in the browser's store
            self.host = Host(site)
            self.address = f"{self.host.address}?seed={seed_of(throws, throws[-1]) if throws else seed}"
            return
        self.table.throws += throws
        self.backend = TableBackend(self.table)
        self.running = Running(self.table, backend=self.backend, speed=4, rules=rules)
        self.address = self.running.address

    def enter(self, page) -> None:
        """The page has come; what the board has kept is there before its plug is in."""
        known = "#boat[data-phase]:not([data-phase=''])"
        page.wait_for_selector(known)
        if self.running is None and self.table.store.files:
            kept = {name: base64.b64encode(data).decode() for name, data in self.table.store.files.items()}
            page.evaluate(KEEP, kept)
            page.reload()
            page.wait_for_selector(known)

    def close(self) -> None:
        if self.running is None:
            self.host.stop()
        else:
            self.running.stop()

    # --- hands, on the page ---

    def press(self, page, ms: int = PRESS_MS) -> None:
        """The button, for so long on the board's clock."""
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
        handle = {"source_position": {"x": 30, "y": 20}} if len(start) == 1 else {}
        page.drag_and_drop(f"[data-{_kind(start)}={start}]", f"[data-{_kind(end)}={end}]", **handle)

    def set_up(self, page, how: str) -> None:
        """All pieces at once: `start`, or `game`, where the game has them."""
        page.evaluate("document.querySelector('#manage').open = true")
        page.click("#new" if how == "start" else "#tidy")

    def plug(self, page) -> None:
        """The cable."""
        page.evaluate("document.querySelector('#manage').open = true")
        page.click("[data-control=plug]")


def _kind(place: str) -> str:
    return "tray" if len(place) == 1 else "hole"
