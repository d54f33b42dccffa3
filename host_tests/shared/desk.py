"""A whole board for shared tests: codes and button in, the app's events out; checks that it allocates nothing at
rest."""

import gc

import config
from companion.app import App
from companion.game.dice import Dice
from companion.lights import scene
from companion.storage.memory import MemoryStore
from companion.storage.own_config import with_own
from here import NAMES, SLOTS, blank, heap_lock, heap_unlock

START = "A" * 16 + "." * 17 + "B" * 16
CODES = {"A": 2900, ".": 2048, "B": 1200}


class Desk:
    """An app, its scan and its clock. entropy: of its dice."""

    def __init__(self, entropy=len, occupancy="." * 49):
        self.lines = []
        self.now = 0
        self.scan = blank()
        self.put(occupancy)
        self.down = False
        self.start(MemoryStore(), entropy)
        self.wait(1000)

    def start(self, store, entropy=len):
        """Power on, with the store's contents."""
        own, _ = with_own(config, store, exec)
        self.app = App(own, store, Dice(entropy), self.lines.append, "test")
        self.app.start(self.now)

    def put(self, occupancy):
        for hole in range(49):
            self.scan[SLOTS[hole]] = CODES[occupancy[hole]]

    def move(self, *names):
        """Set holes: "A1." empties A1, "M3A" puts a piece of A's to M3."""
        for name in names:
            self.scan[SLOTS[NAMES.index(name[:-1])]] = CODES[name[-1]]
        self.wait(1000)

    def wait(self, ms):
        for _ in range(ms // config.SCAN_MS):
            self.now += config.SCAN_MS
            self.app.step(self.now, self.scan, self.down)

    def press(self, ms=100):
        self.down = True
        self.wait(ms)
        self.down = False
        self.wait(5000)

    def rests(self, kind, ms=4000):
        """Check that the lights show `kind`, and that the board stays silent and allocates nothing for several
        periods."""
        assert scene.NAMES[self.app.scene.kind] == kind, scene.NAMES[self.app.scene.kind]
        said = len(self.lines)
        gc.collect()
        app, scan, now = self.app, self.scan, self.now
        step, end = app.step, now + ms
        heap_lock()
        try:
            while now < end:
                now += 10
                step(now, scan, False)
        finally:
            heap_unlock()
        self.now = now
        assert len(self.lines) == said, self.lines[said:]
