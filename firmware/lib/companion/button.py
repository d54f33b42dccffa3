"""The one button: debounced, and read as a short, a long or a very long press.

DOWN, the start of a press, settles its meaning. `held` becomes true when the press is long, for the lights. STUCK comes
when it has been down for longer than anybody presses, LOOSE when it is let go after that.

>>> button = Button(config)
>>> if button.update(now_ms, down) == SHORT: session.press(now_ms)
"""

from companion.ticks import elapsed

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config

NOTHING, SHORT, LONG, MENU, DOWN, STUCK, LOOSE = 0, 1, 2, 3, 4, 5, 6


class Button:
    """SHORT and LONG are known at the release: one never becomes the other. MENU comes while the button is still held.

    A button that is down at the first `update` reports no press until it has been released. held: the button is down,
    and its release will be LONG.
    """

    def __init__(self, config: "Config"):
        # Half a scan of tolerance: an update that comes slightly early need not wait for the next one.
        self._debounce_ms = config.BUTTON_MS - config.SCAN_MS // 2
        self._long_ms = config.LONG_MS
        self._menu_ms = config.MENU_MS
        self._stuck_ms = 2 * config.MENU_MS
        self._down = True  # debounced
        self._raw: bool | None = None
        self._raw_ms = 0
        self._since_ms = 0  # when the press began
        self._reported = True  # nothing more is reported of this press
        self._stuck = False
        self.held = False

    def update(self, now: int, down: bool) -> int:
        """Take the button's level at this time, at least every few ms; returns the gesture it completes, if any."""
        if down != self._raw:
            self._raw = down
            self._raw_ms = now
        elif down != self._down and elapsed(now, self._raw_ms) >= self._debounce_ms:
            self._down = down
            self.held = False
            if down:
                self._since_ms = self._raw_ms
                self._reported = False
                return DOWN
            if self._stuck:
                self._stuck = False
                return LOOSE
            if not self._reported:
                return LONG if elapsed(self._raw_ms, self._since_ms) >= self._long_ms else SHORT
        if self._down and not self._reported and down:
            held_ms = elapsed(now, self._since_ms)
            self.held = self._long_ms <= held_ms < self._menu_ms
            if held_ms >= self._menu_ms:
                self._reported = True
                return MENU
        if self._down and down and not self._stuck and elapsed(now, self._raw_ms) >= self._stuck_ms:
            self._stuck = True
            return STUCK
        return NOTHING
