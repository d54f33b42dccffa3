"""`daldos watch --text`: a real board live in the terminal, with its pieces drawn and its events listed.

Watch(client, click.echo, colour=True).run()      # until Ctrl-C, or a PortError when the board is gone
"""

import time

import config
from companion.sensing.wiring import hole_names
from host.sim.client import ASKED
from host.terminal import draw
from host.usb.port import PortError
from host.usb.report import letters_of, status_lines
from host.usb.talk import words

LOOK_MS = 1000  # between checks whether it is still there
DEAF_S = 10.0  # without an answer for this long, the board is gone
_LEFT_OUT = ("state", "sensors", "record", "phase", "lights", "occupancy")  # drawn, or answers to others


class Watch:
    """client: of a greeted BoardLink; say: called with a text of one or more lines to show.

    raw: instead of drawings, `say` gets each event as a dict, except answers to the watch's own queries.
    """

    def __init__(self, client, say, colour: bool = False, raw: bool = False):
        self.link = client.board
        self.client = client
        self.say = say
        self.colour = colour
        self.raw = raw
        self._drawn = ""
        self._status = status_lines(self.link.state)[0]

    def run(self) -> None:
        """Mirror the board until KeyboardInterrupt or PortError."""
        if not self.raw:
            self.say(self._status)
            self._draw(self.link.state, [])
        looked = time.monotonic()
        while True:
            self.client.wait(LOOK_MS)
            for event in self.client.events():
                self._tell(event)
            if not self.raw:
                self._show()
            now = time.monotonic()
            if now - self.client.heard_s > DEAF_S:
                raise PortError("%s: the board has been silent for %g s", self.link.port, DEAF_S)
            if 1000 * (now - looked) >= LOOK_MS:
                looked = now
                self.client.send({"do": "state", "id": ASKED})

    def _tell(self, event: dict) -> None:
        if self.raw:
            self.say(event)
        elif event["ev"] not in _LEFT_OUT:
            self.say("  * " + words(event))

    def _show(self) -> None:
        view = self.client.view()
        if not view.position or not view.occupancy:
            return
        state = {key: getattr(view, key) for key in ("position", "phase", "mode", "rules", "occupancy")}
        status = status_lines(state)[0]
        if status.partition(":")[0] != self._status.partition(":")[0]:
            self.say(f"  * {status}")
        self._status = status
        self._draw(state, view.lights["holes"] if view.lights else [])

    def _draw(self, state: dict, pointed: list) -> None:
        letters, names = letters_of(state), hole_names(config)
        marked = {names.index(name) for name in pointed if name in names}
        boat = "\n".join(draw.boat_of(letters, len(letters) // 3, marked, self.colour))
        turn = state["position"].split(" ", 1)[1]
        line = f"   {turn.replace(' -', ' to throw').replace(' #', ' has won')}"
        if boat + line != self._drawn:
            self._drawn = boat + line
            self.say(boat + "\n" + line)
