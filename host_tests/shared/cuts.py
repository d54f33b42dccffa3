"""Power cuts, declared once: wherever a story is cut, a board must find the state before or after the current write.

    under_every_cut(Files(), None, story, found)

`story(store, flash)` yields after each write; `found(store, flash)` returns what a board finds after a cut, and may
continue writing. A step is one byte appended to a file, a file replaced, renamed or removed, a flash page programmed,
or a sector erased; the last two can also be torn, leaving any bits.
"""

from companion.storage.memory import MemoryStore
from companion.storage.ring import PAGE, SECTOR
from daldos.prng import Xorshift32

SECTORS = 8


class Files(MemoryStore):
    """Files that record each write step in `steps`."""

    def __init__(self, files=None):
        MemoryStore.__init__(self, files)
        self.steps = []

    def _noted(self, done, *step):
        if done:
            self.steps.append(step)
        return done

    def append(self, name, data, was=None):
        done = MemoryStore.append(self, name, data, was)
        for k in range(len(data)):
            self._noted(done, "append", name, data[k : k + 1])
        return done

    def replace(self, name, data, was=None):
        return self._noted(MemoryStore.replace(self, name, data, was), "replace", name, data)

    def rename(self, name, new):
        MemoryStore.rename(self, name, new)
        self._noted(True, "rename", name, new)

    def remove(self, name):
        MemoryStore.remove(self, name)
        self._noted(True, "remove", name)


class Flash:
    """Sectors as a block device of MicroPython's.

    done: how many steps. steps: a list that records each, or None. stuck: the address of a bit that is always 0.
    """

    def __init__(self, data=b"\0" * (SECTORS * SECTOR)):
        self.data = bytearray(data)
        self.steps = None
        self.erases = [0] * SECTORS
        self.done = 0
        self.stuck = -1

    def writeblocks(self, block, data, offset, torn=None):
        """Program one page; torn: a stream that selects the bits left unchanged by a cut."""
        assert offset % PAGE == 0 and len(data) == PAGE and 0 <= block < SECTORS
        at = block * SECTOR + offset
        for k, byte in enumerate(data):
            if byte != 0xFF:
                assert self.data[at + k] == 0xFF, "programmed twice at %d" % (at + k)
                self.data[at + k] &= byte | (torn.next() if torn else 0) & 0xFF
        self._did("writeblocks", block, bytes(data), offset)

    def ioctl(self, what, block, torn=None):
        """Erase one sector."""
        assert what == 6 and 0 <= block < SECTORS
        self.erases[block] += 1
        for at in range(block * SECTOR, (block + 1) * SECTOR):
            self.data[at] |= torn.next() & 0xFF if torn else 0xFF
        self._did("ioctl", what, block)
        return 0

    def _did(self, *step):
        self.done += 1
        if self.steps is not None:
            self.steps.append(step)
        if self.stuck >= 0:
            self.data[self.stuck] &= 0xFE


def left(files, flash, steps):
    """(steps done, files, flash) of each cut: before every step, and within those that can be torn."""
    store, flash = MemoryStore(dict(files)), flash and Flash(flash)
    for done, (what, *given) in enumerate(steps):
        yield done, store.files, flash and flash.data
        step = getattr(flash if what in ("writeblocks", "ioctl") else store, what)
        if what in ("writeblocks", "ioctl"):
            for bits in (1 + done, 1001 + done):
                torn = Flash(flash.data)
                getattr(torn, what)(*given, Xorshift32(bits))
                yield done, store.files, torn.data
        step(*given)


def under_every_cut(store, flash, story, found):
    """Play a story, then cut it everywhere; returns the number of cuts."""
    steps = store.steps
    if flash:
        flash.steps = steps
    files, data = dict(store.files), flash and bytes(flash.data)

    def finds(files, data):
        return found(Files(dict(files)), data and Flash(data))

    states, ends = [finds(files, data)], [0]
    for _ in story(store, flash):
        states.append(finds(store.files, flash and flash.data))
        ends.append(len(steps))
    cuts = thing = 0
    for done, here, there in left(files, data, steps):
        while ends[thing + 1] <= done:
            thing += 1
        now = finds(here, there)
        assert now in (states[thing], states[thing + 1]), (done, steps[done], now)
        cuts += 1
    return cuts
