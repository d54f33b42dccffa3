"""The one button: debounced, and read as a short, a long or a very long press.

What a press means is settled as it begins, DOWN; `held` says when it has become a long one, for the lights.

>>> button = Button(config)
>>> if button.update(now_ms, down) == SHORT: session.press(now_ms)
"""

from companion.ticks import elapsed

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config

NOTHING, SHORT, LONG, MENU, DOWN = 0, 1, 2, 3, 4


class Button:
    """SHORT and LONG are known at the release: one never becomes the other. MENU comes while the button is still held.

    A button that is down at the first look (held, or stuck) says nothing until it has been up. held: it is down, and
    its release will be LONG.
    """

    def __init__(self, config: "Config"):
        # It is looked at once a scan: a look that comes a little early need not be waited for once more.
        self._debounce_ms = config.BUTTON_MS - config.SCAN_MS // 2
        self._long_ms = config.LONG_MS
        self._menu_ms = config.MENU_MS
        self._down = True  # as believed
        self._raw = True
        self._raw_ms = 0
        self._since_ms = 0  # when the press began
        self._reported = True  # this press has been reported, or nobody presses
        self.held = False

    def update(self, now: int, down: bool) -> int:
        """The level of the button at this time, at least every few ms; what it amounts to."""
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
            if not self._reported:
                self._reported = True
                return LONG if elapsed(self._raw_ms, self._since_ms) >= self._long_ms else SHORT
        if self._down and not self._reported and down:
            held_ms = elapsed(now, self._since_ms)
            self.held = self._long_ms <= held_ms < self._menu_ms
            if held_ms >= self._menu_ms:
                self._reported = True
                return MENU
        return NOTHING
