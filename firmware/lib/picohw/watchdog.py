"""The watchdog, and the count of restarts that it and crashes have caused.

    >>> watchdog = Watchdog(machine, timeout_ms=4000)
    >>> watchdog.start()
    >>> watchdog.feed()         # at least every 4 s, or the board restarts

MicroPython's WDT cannot be stopped; `deinit` does it by the chip's own register, so that after Ctrl-C the REPL and
mpremote have all the time they want: no switch or file is needed for a board under development.
"""

_CTRL = 0x40058000  # RP2040 datasheet 4.7.6
_REASON = 0x40058008
_SCRATCH = 0x4005800C  # word 0: no one else's; kept over every restart, 0 after power-on
_CLEAR = 0x3000  # added to an address: clears the bits written
_ENABLE = 1 << 30
_TIMER = 1
_MAGIC = 0x0DA1D0  # else it is not our count; below 2^23, for mem32 reads words from 2^31 on as negative


class Watchdog:
    """machine: the module. Not running until `start`."""

    def __init__(self, machine, timeout_ms: int):
        self._machine = machine
        self._timeout_ms = timeout_ms
        self._wdt = None

    def fired(self) -> bool:
        """Whether this start is one that the watchdog has caused by running out."""
        return self._machine.mem32[_REASON] & _TIMER != 0

    def start(self) -> None:
        """From here on, `feed` or restart."""
        self._wdt = self._machine.WDT(timeout=self._timeout_ms)

    def feed(self) -> None:
        """All is well."""
        if self._wdt:
            self._wdt.feed()

    def deinit(self) -> None:
        """Stopped."""
        self._wdt = None
        self._machine.mem32[_CTRL + _CLEAR] = _ENABLE


class Restarts:
    """How many crashes and hangs there have been in a row, kept where a restart leaves it. mem32: of machine."""

    def __init__(self, mem32):
        self._mem32 = mem32

    def count(self) -> int:
        """0 after power-on, and after `clear`."""
        word = self._mem32[_SCRATCH]
        return word & 0xFF if word >> 8 == _MAGIC else 0

    def add(self) -> None:
        """One more."""
        self._mem32[_SCRATCH] = _MAGIC << 8 | min(self.count() + 1, 255)

    def clear(self) -> None:
        """All has been well for a while."""
        self._mem32[_SCRATCH] = 0
