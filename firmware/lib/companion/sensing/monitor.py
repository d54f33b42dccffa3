"""The self-test in play: reports every fault once when it appears and once when it is mended, and never a glitch.

A fault that comes and goes, repeatedly or too briefly to be accepted, is a loose contact. After a few times it is
reported as one, once, and then ignored until it has been stable for a while.

>>> monitor = Monitor(config)
>>> if monitor.update(scan): say(monitor.new, monitor.healed)     # findings, as companion.sensing.selftest has them
"""

from array import array

from companion.sensing.pulls import PullTest
from companion.sensing.wiring import CHANNELS, const, limits

if False:  # only for the type checker; the compiler drops it
    from typing import Any

    from companion.shapes import Config, Finding, Scan

_AGREE = const(5)  # consecutive judgements that must agree to be accepted
_PACE = const(8)  # when in doubt, judge one scan in so many, because judging is slow
_LOOSE = const(4)  # a fault that came this often is a loose contact,
_HOLDS = const(30000)  # until it has been absent for this many scans, five minutes
_WRAP = const(40 * 30000)  # where the scan count wraps, a multiple of the counts above
_DROPS_MAX = const(6)  # intermittent faults remembered


class Monitor:
    """The self-test in play: looks at one mux per scan, and judges the whole scan only when the set of channels out of
    range changes.

    `findings` are the present faults and loose contacts; after `update` has returned True, `new` and `healed` hold the
    changes. Several consecutive judgements must agree, so a hand that moves during a scan is never a fault. pulls: the
    test that no scan replaces.
    """

    def __init__(self, config: "Config"):
        self.config = config
        self.pulls = PullTest(config)
        self.findings: list[Finding] = []
        self.new: list[Finding] = []
        self.healed: list[Finding] = []
        self._low, self._high = limits(config)
        self._muxes = len(config.MUXES)
        self._known = array("H", [0] * self._muxes)  # channels out of range by mux, one bit each, as last judged
        self._direct_known = False
        self._q = 0
        # [finding, consecutive judgements that differ from the reported state]
        self._doubts: list[list[Any]] | None = None
        self._scans = 0
        # [finding, occurrences, scan of the last one] of faults that have passed
        self._drops: list[list[Any]] = []
        self._loose: list[Finding] = []  # their findings

    def update(self, scan: "Scan") -> bool:
        """Take one scan; True if a fault is new or healed. Allocates nothing while nothing changes."""
        self._scans = (self._scans + 1) % _WRAP
        if self._pattern(scan, self._q) == self._known[self._q] and self._direct(scan) == self._direct_known:
            self._q = (self._q + 1) % self._muxes
            if self._doubts or self._drops and self._scans % _HOLDS == 0:
                return self._pass()
            return False
        # keep looking at this mux until the doubt is settled
        return self._scans % _PACE == 0 and self._judge(scan)

    def _pass(self) -> bool:
        # A doubtful fault has disappeared before it was accepted. A contact that has held for long is no longer loose.
        passed = self._doubts or []
        self._doubts = None
        self.new = []
        for doubt in passed:
            self._count(doubt[0])
        held = [drop[0] for drop in self._drops if (self._scans - drop[2]) % _WRAP >= _HOLDS]
        self._drops = [drop for drop in self._drops if drop[0] not in held]
        self.healed = [loose(fault) for fault in held if self._is_loose(fault) and fault not in self.findings]
        self._loose = [fault for fault in self._loose if fault not in self.healed]
        self.findings = [fault for fault in self.findings if fault not in self.healed]
        return bool(self.new or self.healed)

    def _count(self, fault: "Finding") -> None:
        for drop in self._drops:
            if drop[0] == fault:
                drop[1] += 1
                drop[2] = self._scans
                if drop[1] == _LOOSE and not self._is_loose(fault):
                    self.new.append(loose(fault))
                    self._loose.append(loose(fault))
                    self.findings.append(loose(fault))
                return
        if len(self._drops) < _DROPS_MAX:
            self._drops.append([fault, 1, self._scans])

    def _is_loose(self, fault: "Finding") -> bool:
        return bool(self._loose) and loose(fault) in self._loose

    def _judge(self, scan: "Scan") -> bool:
        # Separate from update, because a comprehension makes MicroPython allocate on entry to the function. Each fault
        # has its own count, so a flickering one hides no other.
        from companion.sensing.selftest import judge  # not on a sound board

        found = judge(scan, self.config)
        stand = [fault for fault in self.findings if fault not in self._loose]
        apart = [fault for fault in found if fault not in stand]
        apart.extend([fault for fault in stand if fault not in found])
        before = self._doubts or []
        self._doubts = [[fault, 1 + sum([doubt[1] for doubt in before if doubt[0] == fault])] for fault in apart]
        sure = [doubt[0] for doubt in self._doubts if doubt[1] >= _AGREE]
        if len(sure) == len(apart):
            self._doubts = None
            for q in range(self._muxes):
                self._known[q] = self._pattern(scan, q)
            self._direct_known = self._direct(scan)
        self.new = [fault for fault in sure if fault not in self.findings and not self._is_loose(fault)]
        self.healed = [fault for fault in sure if fault in self.findings and not self._is_loose(fault)]
        come = [fault for fault in sure if fault not in self.findings]
        self.findings = [fault for fault in self.findings if fault not in sure] + come
        for fault in come:
            self._count(fault)
        return bool(self.new or self.healed)

    def _pattern(self, scan: "Scan", q: int) -> int:
        low = self._low
        high = self._high
        first = q * CHANNELS
        bits = 0
        for channel in range(CHANNELS):
            if not low[first + channel] <= scan[first + channel] <= high[first + channel]:
                bits |= 1 << channel
        return bits

    def _direct(self, scan: "Scan") -> bool:
        slot = self._muxes * CHANNELS
        return not self._low[slot] <= scan[slot] <= self._high[slot]


def loose(fault: "Finding") -> "Finding":
    """The finding for a loose contact that causes this fault when open."""
    from companion.sensing.findings import finding

    return finding("loose", fault[1], fault[2], fault[3])
