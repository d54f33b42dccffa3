"""`daldos watch --text`: a real board live in the terminal, its pieces drawn and its news told.

Watch(link, click.echo, colour=True).run()      # until Ctrl-C, or a PortError when the board is gone
"""

import time

from host.terminal import draw
from host.usb.port import PortError
from host.usb.talk import letters_of, status_lines, words

LOOK_S = 1.0  # from one look at the pieces to the next
DEAF_S = 10.0  # without an answer for so long, the board is gone
_LEFT_OUT = ("state", "sensors", "record", "phase")  # drawn, or answers to others


class Watch:
    """link: the BoardLink; state: its answer to the greeting; say: takes a text of one or more lines to show.

    raw: instead of drawing, `say` is given each event but the answers to the watch's own looks, as a dict.
    """

    def __init__(self, link, state: dict, say, colour: bool = False, raw: bool = False):
        self.link = link
        self.say = say
        self.colour = colour
        self.raw = raw
        self._drawn = ""
        self._state = state

    def run(self) -> None:
        """Mirror the board until something is raised: KeyboardInterrupt, PortError."""
        if not self.raw:
            self.say("\n".join(status_lines(self._state)[:1]))
        self._draw(self._state, [])
        asked = heard = time.monotonic()
        pointed = []
        while True:
            event = self.link.event(LOOK_S)
            now = time.monotonic()
            if event is not None:
                heard = now
                pointed = self._take(event, pointed)
            if now - heard > DEAF_S:
                raise PortError(f"{self.link.port}: the board has been silent for {DEAF_S:g} s")
            # Looked at as soon as something happens, for `state` alone tells where pieces stand.
            if now - asked >= LOOK_S or event is not None and event["ev"] not in _LEFT_OUT:
                asked = now
                self.link.send({"do": "state"})

    def _take(self, event: dict, pointed: list) -> list:
        # Returns the holes that the board points at from then on.
        kind = event["ev"]
        if kind == "state":
            if self.raw and event != self._state:
                self.say(event)
            if event["phase"] != self._state["phase"] or event["mode"] != self._state["mode"]:
                pointed = []
                if not self.raw:
                    self.say(f"  * {status_lines(event)[0]}")
            self._state = event
            self._draw(event, pointed)
            return pointed
        if self.raw:
            self.say(event)
        elif kind not in _LEFT_OUT:
            self.say("  * " + words(event))
        if kind == "guide":
            return [hole["hole"] for hole in event["holes"]]
        return [] if kind in ("turn", "throw", "undo", "walk") else pointed

    def _draw(self, state: dict, pointed: list) -> None:
        if self.raw:
            return
        letters = letters_of(state)
        names = [row + str(i + 1) for row, count in _rows(len(letters)) for i in range(count)]
        marked = {names.index(name) for name in pointed if name in names}
        boat = "\n".join(draw.boat_of(letters, len(letters) // 3, marked, self.colour))
        turn = state["position"].split(" ", 1)[1]
        told = f"   {turn.replace(' -', ' to throw').replace(' #', ' has won')}"
        if boat + told != self._drawn:
            self._drawn = boat + told
            self.say(boat + "\n" + told)


def _rows(holes: int) -> tuple:
    n = holes // 3
    return ("A", n), ("M", n + 1), ("B", n)
