"""The watchdog, and the count of restarts that it and crashes have caused.

    >>> watchdog = Watchdog(machine, RP2040, timeout_ms=4000)
    >>> watchdog.start()
    >>> watchdog.feed()         # at least every 4 s, or the board restarts

MicroPython's WDT cannot be stopped; `deinit` does it by the chip's own register, so that after Ctrl-C the REPL and
mpremote have all the time they want: no switch or file is needed for a board under development.
"""

_CTRL = 0  # bytes from the chip's first register of the watchdog
_REASON = 8
_SCRATCH = 12  # word 0: no one else's; kept over every restart, 0 after power-on
_CLEAR = 0x3000  # added to an address: clears the bits written
_ENABLE = 1 << 30
_TIMER = 1
_MAGIC = 0x0DA1D0  # else it is not our count; below 2^23, for mem32 reads words from 2^31 on as negative


class Watchdog:
    """machine: the module. chip: picohw.chip's. Not running until `start`."""

    def __init__(self, machine, chip, timeout_ms: int):
        self._machine = machine
        self._at = chip.watchdog
        self._timeout_ms = timeout_ms
        self._wdt = None

    def fired(self) -> bool:
        """Whether this start is one that the watchdog has caused by running out."""
        return self._machine.mem32[self._at + _REASON] & _TIMER != 0

    def start(self) -> None:
        """Start the watchdog: from here on, `feed` or restart."""
        self._wdt = self._machine.WDT(timeout=self._timeout_ms)

    def feed(self) -> None:
        """Say that all is well."""
        if self._wdt:
            self._wdt.feed()

    def deinit(self) -> None:
        """Stop the watchdog."""
        self._wdt = None
        self._machine.mem32[self._at + _CTRL + _CLEAR] = _ENABLE


class Restarts:
    """How many crashes and hangs there have been in a row, kept where a restart leaves it.

    mem32: of machine. chip: picohw.chip's.
    """

    def __init__(self, mem32, chip):
        self._mem32 = mem32
        self._at = chip.watchdog + _SCRATCH

    def count(self) -> int:
        """0 after power-on, and after `clear`."""
        word = self._mem32[self._at]
        return word & 0xFF if word >> 8 == _MAGIC else 0

    def add(self) -> None:
        """Count one more."""
        self._mem32[self._at] = _MAGIC << 8 | min(self.count() + 1, 255)

    def clear(self) -> None:
        """Forget them: all has been well for a while."""
        self._mem32[self._at] = 0
