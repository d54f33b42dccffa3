"""`daldos board ...`: one command to a real board, and its answer in plain words.

    talk = Talk(port=None, raw=False)         # the one board attached
    status = talk.ask({"do": "undo"})

The exit status is 0 if the board obeyed, 1 if it refused or found faults, 2 if it cannot be reached (PortError).
"""

import json
import sys
from contextlib import AbstractContextManager

import click

import config
from companion.commands import COMMANDS
from companion.sensing.calibration import CROOKED_MAX
from companion.sensing.wiring import hole_names
from host.sim.client import ASKED, Client
from host.terminal import draw
from host.usb.port import GREET_S, BoardLink, PortError, find_port, now_ms
from host.usb.report import Account, sensor_table, status_lines

ANSWER_MS = 15_000  # longer than the board waits for a press; a restart of the game takes far less
PAUSE_MS = 30_000  # after this silence, ask whether a walk is still running
STREAM_MS = 5000  # without a raw view for this long, the board is faulty
REFUSED = 1
ENDS = {row[0]: row[2] for row in COMMANDS}  # the event that ends a command's answer


class Talk(AbstractContextManager):
    """link: the BoardLink, opened and greeted, closed at the end of a `with`. state: its answer to the greeting.

    raw: print lines as received.
    """

    def __init__(self, port, raw: bool):
        self.raw = raw
        self.link = BoardLink(port or find_port())
        self.client = Client(self.link)
        try:
            self.state = self.link.greet()
        except PortError:
            self.link.close()
            raise

    def __exit__(self, *_) -> None:
        self.link.close()

    def ask(self, command: dict) -> int:
        """Send a command, and print events until its answer; returns the exit status."""
        status = 0
        for event in self.answer(command):
            self.tell(event)
            if event["ev"] == "error" or event["ev"] == "fault" and command["do"] == "selftest":
                status = REFUSED
            elif event["ev"] == "calibrate":  # asked, and the press said yes
                status = 0
        return status

    def answer(self, command: dict):
        """Send a command; yields events up to its answer or refusal, or to the end of what the board then asks."""
        self.client.send(command)
        ends = {"error", ENDS[command["do"]]}
        if command["do"] == "undo":  # taking back an entered throw is announced by a guide
            ends.add("guide")
        while True:
            event = self._heard(command["do"])
            kind = event["ev"]
            yield event
            if kind == "error" and event["code"] == "calibration_pieces" and len(event["holes"]) <= CROOKED_MAX:
                ends = {"job", "calibrate"}
            elif kind in ends and not (kind == "job" and event["job"]):
                return

    def _heard(self, asked: str) -> dict:
        # The next event, in answer to what was asked.
        event = self.client.event(ANSWER_MS)
        if event is None:
            raise PortError("%s: no answer to %r within %s s", self.link.port, asked, ANSWER_MS // 1000)
        return event

    def report(self, views: int) -> Account:
        """The board's own account, with this many views of the sensors."""
        account = Account(self.client.send, views)
        while not account.hear(self._heard("report")):
            pass
        return account

    def tell(self, event: dict) -> None:
        """Print one event."""
        text = json.dumps(event) if self.raw else words(event)
        if text:
            click.echo(text)

    def walk(self) -> int:
        """Follow a magnet walk to its end."""
        self.client.send({"do": "walk"})
        status = 0
        while True:
            event = self.client.event(PAUSE_MS)
            if event is None:
                # Setting 49 pieces may take any time, but the board must stay connected.
                if now_ms() - self.link.heard_ms > PAUSE_MS + 1000 * GREET_S:
                    raise self.link.silence()
                self.client.send({"do": "state", "id": ASKED})
                continue
            self.tell(event)
            kind = event["ev"]
            if kind == "error" or kind == "guide" and event["code"] == "walk_broken_off":
                return REFUSED
            if kind == "fault":
                status = REFUSED
            if kind == "walked":
                return status

    def sensors(self, views: int) -> None:
        """Show the raw view, `views` times or, with 0, until Ctrl-C."""
        names = hole_names(config)
        live = sys.stdout.isatty() and not self.raw
        for event in self.views(views):
            if self.raw or event["ev"] == "error":
                self.tell(event)
            else:
                click.echo(("\033[2J\033[H" if live else "") + "\n".join(sensor_table(names, event["u"])))

    def views(self, count: int):
        """Switch the raw view on: yields `count` `sensors` events, endless with 0, or the refusal; then off again."""
        seen = 0
        try:
            self.client.send({"do": "sensors", "on": True})
            while not count or seen < count:
                event = self.client.event(STREAM_MS)
                if event is None:
                    port, seconds = self.link.port, STREAM_MS // 1000
                    raise PortError("%s: no raw view within %s s; are the sensors connected?", port, seconds)
                if event["ev"] == "error":
                    yield event
                    return
                if event["ev"] == "sensors":
                    seen += 1
                    yield event
        finally:
            self.client.send({"do": "sensors", "on": False})


def words(event: dict) -> str:
    """An event in plain words."""
    if event["ev"] == "error":
        return f"refused: {event['what']}"
    if event["ev"] == "state":
        return "\n".join(status_lines(event))
    return draw.news(event)
