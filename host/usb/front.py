"""A board on USB behind the one face that every front end uses; see host.sim.client.

with BoardLink(find_port()) as link:
    front = UsbFront(link)
    front.view().position
"""

import time

from host.sim.client import Front, View


class UsbFront(Front):
    """link: a host.usb.port.BoardLink. A PortError when the board is gone. Its LEDs cannot be seen from here.

    heard_s: when it last said something, by time.monotonic().
    """

    def __init__(self, link):
        super().__init__()
        self.link = link
        self._since_s = self.heard_s = time.monotonic()

    def wait(self, timeout_s: float) -> bool:
        """Wait until the board says something, for so long at most; whether there are `events()` to be had."""
        end = time.monotonic() + timeout_s
        while True:
            self._listen()
            if self._events:
                return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._hear(self.link.event(left))

    def _hear(self, event) -> None:
        if event is not None:
            self.link.put_back(event)

    def _write(self, command: dict) -> None:
        self.link.send(command)

    def _fresh(self) -> list:
        fresh = self.link.waiting()
        if fresh:
            self.heard_s = time.monotonic()
        return fresh

    def _see(self, view: View) -> None:
        view.now_ms = int(1000 * (time.monotonic() - self._since_s))
