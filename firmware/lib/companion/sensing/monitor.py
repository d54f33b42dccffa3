"""The self-test in play: every fault said once when it comes and once when it is mended, and no glitch ever.

>>> monitor = Monitor(config)
>>> if monitor.update(scan): say(monitor.new, monitor.healed)     # findings, as companion.sensing.selftest has them
"""

from array import array

from companion.sensing.selftest import judge, limits
from companion.sensing.wiring import CHANNELS

try:
    from micropython import const
except ImportError:

    def const(value):  # type: ignore[misc]
        return value


_AGREE = const(5)  # judgements in a row that must agree before they are believed
_PACE = const(8)  # while something is in doubt, one scan of so many is judged: judging is slow


class Monitor:
    """The self-test in play: looks at one mux a scan, and judges the whole scan only when what is out of range alters.

    `findings` are the faults that stand; after `update` has returned True, `new` and `healed` say what changed. It
    must be judged the same several times running, so that a hand moving during a scan is never a fault.
    """

    def __init__(self, config):
        self.config = config
        self.findings = []
        self.new = []
        self.healed = []
        self._low, self._high = limits(config)
        self._muxes = len(config.MUXES)
        self._known = array("H", [0] * self._muxes)  # channels out of range by mux, one bit each, as last judged
        self._direct_known = False
        self._q = 0
        self._doubts = None  # [finding, judgements in a row that say so] where it is not what stands
        self._scans = 0

    def update(self, scan) -> bool:
        """Take one scan; True if a fault is new or healed. Allocates nothing while nothing changes."""
        self._scans = (self._scans + 1) % _PACE
        if self._pattern(scan, self._q) == self._known[self._q] and self._direct(scan) == self._direct_known:
            self._doubts = None
            self._q = (self._q + 1) % self._muxes
            return False
        # this mux is looked at until the matter is settled
        return self._scans == 0 and self._judge(scan)

    def _judge(self, scan) -> bool:
        # Apart from update, because a comprehension makes MicroPython allocate on entry to its function. Each fault has
        # its own count, so that one that flickers does not hide another.
        found = judge(scan, self.config)
        apart = [fault for fault in found if fault not in self.findings]
        apart.extend([fault for fault in self.findings if fault not in found])
        before = self._doubts or []
        self._doubts = [[fault, 1 + sum([doubt[1] for doubt in before if doubt[0] == fault])] for fault in apart]
        sure = [doubt[0] for doubt in self._doubts if doubt[1] >= _AGREE]
        if len(sure) == len(apart):
            self._doubts = None
            for q in range(self._muxes):
                self._known[q] = self._pattern(scan, q)
            self._direct_known = self._direct(scan)
        self.new = [fault for fault in sure if fault not in self.findings]
        self.healed = [fault for fault in sure if fault in self.findings]
        self.findings = [fault for fault in self.findings if fault not in sure] + self.new
        return bool(sure)

    def _pattern(self, scan, q: int) -> int:
        low = self._low
        high = self._high
        first = q * CHANNELS
        bits = 0
        for channel in range(CHANNELS):
            if not low[first + channel] <= scan[first + channel] <= high[first + channel]:
                bits |= 1 << channel
        return bits

    def _direct(self, scan) -> bool:
        slot = self._muxes * CHANNELS
        return not self._low[slot] <= scan[slot] <= self._high[slot]
