"""The pull test in play: finds a mux that never switches off, which no scan shows.

It is made at the start, at each press, whenever the pieces seem wrong, and again while a pin is held. The holes of the
other muxes of a held pin read a mean of two sensors; they are spoiled.

>>> pulls = PullTest(config)
>>> if pulls.due and pulls.take(pulls.readings(), scan): say(pulls.new, pulls.healed)     # findings
"""

from companion.sensing.wiring import const, is_held

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable, Sequence

    from companion.shapes import Config, Finding, Pulls, Scan

_AGAIN = const(200)  # scans from one pull test to the next while a pin is held


class PullTest:
    """test: the driver's, None without one; a list for companion.sensing.selftest.judge_pulls. due: it is to be made.
    spoiled: a bit a mux that one that is always on reads into. new, healed: what the last test has changed."""

    def __init__(self, config: "Config"):
        self.test: Callable[[], Pulls] | None = None
        self.due = True
        self.spoiled = 0
        self.new: Sequence[Finding] = ()
        self.healed: Sequence[Finding] = ()
        self._config = config
        self._held: Sequence[tuple[int, Finding]] = ()  # the held pins, and what holds each
        self._mending = False  # holes were to be set right
        self._scans = 0

    @property
    def findings(self) -> "list[Finding]":
        """Those of the last test."""
        return [fault for _, fault in self._held]

    def watch(self, mending: bool) -> None:
        """Another scan. mending: whether the board asks for holes to be set right. Allocates nothing."""
        self._scans += 1
        if self._scans == _AGAIN:
            self._scans = 0
            self.due = self.due or len(self._held) > 0
        if mending and not self._mending:
            self.due = True
        self._mending = mending

    def readings(self) -> "Pulls":
        """The driver's readings, taken between two scans while all muxes are off."""
        return self.test() if self.test else []

    def take(self, readings: "Pulls", scan: "Scan") -> bool:
        """Take the readings of a test; True if a fault is new or healed. scan: the last one."""
        self.due = False
        self.new = self.healed = ()
        if not (scan and (self._held or [1 for _, up, down, _ in readings if is_held(up, down)])):
            return False
        from companion.sensing.findings import ends  # only if needed
        from companion.sensing.selftest import always_on, judge_pulls

        held = judge_pulls(readings, self._config, scan)
        pins = [pin for pin, _ in held]
        self.healed = [fault for pin, fault in self._held if pin not in pins]
        self._held = [known for known in self._held if known[0] in pins]
        known = [pin for pin, _ in self._held]
        come = [(pin, always_on(self._config, pin, there)) for pin, there in held if pin not in known]
        self.new = [fault for _, fault in come]
        self._held = list(self._held) + come
        self.spoiled = 0
        for pin, fault in self._held:
            for q in range(len(self._config.PIN_SIG)):
                if self._config.PIN_SIG[q] == pin and fault[3][2:] != ends([q], "EN"):
                    self.spoiled |= 1 << q
        return bool(self.new or self.healed)
