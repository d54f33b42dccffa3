"""Each kind of board behind the page, with hands to play it, for the suite over the back ends.

table: the simulated board; worker: the same in the page's Worker, visible only through the page.

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
    """Makes a board throw these; after a restart `again` comes first, if there are at most 4."""
    bits = sum(die - 1 << 2 * k for k, die in enumerate(die for throw in throws for die in throw))
    words = range(bits or 1 << 31, 1 << 32, 1 << 4 * len(throws))
    word = next((word for word in words if Dice(Xorshift32(word).next).throw() == again), words[0])
    for shift in (5, -17, 13):  # the generator's steps, inverted
        mixed = word
        for _ in range(32 // abs(shift)):
            word = mixed ^ (word << shift if shift > 0 else word >> -shift) & 0xFFFFFFFF
    return word


class Stage:
    """kind: of KINDS. throws: the first ones. site: the site's folder, for a Worker. before: called with the unplugged
    table.

    running: the server, or None. address: the page's.
    """

    def __init__(self, kind: str, throws=(), site=None, before=None, seed: int = 1, rules=None):
        self.patience = 4 if kind == "worker" else 1
        self.running = None
        self.table = Table(seed=seed)
        if before:
            before(self.table)
        if kind == "worker":  # prepared here, then kept in the browser's store
            self.host = Host(site)
            self.address = f"{self.host.address}?seed={seed_of(throws, throws[-1]) if throws else seed}"
            return
        self.table.throws += throws
        self.backend = TableBackend(self.table)
        self.running = Running(self.table, backend=self.backend, speed=4, rules=rules)
        self.address = self.running.address

    def enter(self, page) -> None:
        """The page is loaded; the board gets its saved files before it is plugged in."""
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
        """Press the button for `ms` of the board's clock."""
        if ms == PRESS_MS:  # in one call: a busy machine would hold it too long
            page.locator("[data-control=button]").evaluate("(button) => button.click()")
            return
        page.hover("[data-control=button]")
        page.mouse.down()
        self.hold(page, ms)
        page.mouse.up()

    def hold(self, page, ms: int) -> None:
        """Let the board's time pass while the page's mouse or key is down."""
        if self.running is None:  # it may skip time when it lags
            page.wait_for_timeout(2 * ms)
            return
        end = self.table.now_ms + ms
        while self.table.now_ms < end:
            page.wait_for_timeout(10)

    def long_press(self, page) -> None:
        self.press(page, self.table.config.LONG_MS + 200)

    def move(self, page, start: str, end: str) -> None:
        """Move a piece between holes and trays ("A", "B"); a piece on the target goes to its tray."""
        handle = {"source_position": {"x": 30, "y": 20}} if len(start) == 1 else {}
        page.drag_and_drop(f"[data-{_kind(start)}={start}]", f"[data-{_kind(end)}={end}]", **handle)

    def set_up(self, page, how: str) -> None:
        """Set all pieces: to the `start`, or as in the `game`."""
        page.evaluate("document.querySelector('#manage').open = true")
        page.click("#new" if how == "start" else "#tidy")

    def plug(self, page) -> None:
        """Plug the cable in or out."""
        page.evaluate("document.querySelector('#manage').open = true")
        page.click("[data-control=plug]")


def _kind(place: str) -> str:
    return "tray" if len(place) == 1 else "hole"
