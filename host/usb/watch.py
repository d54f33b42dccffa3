"""`daldos watch --text`: a real board live in the terminal, with its pieces drawn and its events listed.

Watch(Client(board), click.echo, colour=True).run()      # until Ctrl-C, or a PortError when the board is gone
"""

import config
from companion.sensing.wiring import hole_names
from host.terminal import draw
from host.usb.report import letters_of, status_lines
from host.usb.talk import words

LOOK_MS = 200  # between looks at what the board shows
_LEFT_OUT = ("state", "sensors", "record")  # answers to others


class Watch:
    """client: of a host.usb.port.RemovableBoard; say: called with a text of one or more lines to show.

    raw: instead of drawings, `say` gets each event as a dict, except answers to the watch's own queries.
    """

    def __init__(self, client, say, colour: bool = False, raw: bool = False):
        self.client = client
        self.say = say
        self.colour = colour
        self.raw = raw
        self._drawn = ""
        self._status = ""

    def run(self) -> None:
        """Mirror the board until KeyboardInterrupt or PortError."""
        while True:
            self.client.wait(LOOK_MS)
            for event in self.client.events():
                self._tell(event)
            if not self.raw:
                self._show()

    def _tell(self, event: dict) -> None:
        if event["ev"] == "link":
            if event["why"]:
                raise event["why"]
        elif self.raw:
            self.say(event)
        elif event["ev"] not in _LEFT_OUT and (text := words(event)):
            self.say("  * " + text)

    def _show(self) -> None:
        view = self.client.view()
        if not view.position or not view.occupancy:
            return
        state = {key: getattr(view, key) for key in ("position", "phase", "mode", "rules", "occupancy")}
        status = status_lines(state)[0]
        if status.partition(":")[0] != self._status.partition(":")[0]:
            self.say(f"  * {status}" if self._status else status)
        self._status = status
        letters, names = letters_of(state), hole_names(config)
        pointed = view.lights["holes"] if view.lights else []
        marked = {names.index(name) for name in pointed if name in names}
        boat = "\n".join(draw.boat_of(letters, len(letters) // 3, marked, self.colour))
        turn = view.position.split(" ", 1)[1]
        line = f"   {turn.replace(' -', ' to throw').replace(' #', ' has won')}"
        if boat + line != self._drawn:
            self._drawn = boat + line
            self.say(boat + "\n" + line)
