"""A real board behind the page: it is mirrored, and takes the page's commands; its pieces are moved by hands of flesh.

A thread has the port, and opens it anew whenever the board comes back.

>>> backend = BoardBackend(lambda: BoardLink(find_port())); backend.start()
"""

import queue
import threading
import time

import config as board_config
from host.sim.client import View
from host.usb.front import UsbFront
from host.usb.port import PortError
from host.web.hands import HandError
from host.web.page_state import Seen, said

LISTEN_S = 0.02  # for an event, before commands are looked at
ASK_S = 1.0  # from one question whether it is still there to the next
DEAF_S = 5.0  # without an answer for so long, the board is gone
RETRY_S = 0.5


class BoardBackend:
    """open_link: opens the port, a PortError if there is no board."""

    name = "board"
    has_hands = False
    slow = False

    def __init__(self, open_link, config=board_config):
        self.plugged = False
        self._open_link = open_link
        self._seen = Seen(config)
        self._view = View()  # as last seen by the thread, which makes no other
        self._bars = []
        self._wants_bars = False
        self._heard = queue.Queue()
        self._said = queue.Queue(maxsize=50)
        self._trouble = ""
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self, rules=None, mode=None) -> None:
        """Begin to listen; rules and mode are sent once the board is there."""
        self._thread.start()
        if rules is not None:
            self._said.put({"do": "rules", "rules": rules.text})
        if mode is not None:
            self._said.put({"do": "mode", "mode": mode})

    def stop(self) -> None:
        """Let the port go."""
        self._end.set()
        self._thread.join()

    def is_early(self, page: str, command: dict) -> bool:
        """Hands of flesh are never too quick."""
        return False

    def do(self, page: str, command: dict) -> None:
        """A line for the board is all that a page can send."""
        if command["do"] != "board":
            raise HandError("the pieces are moved on the board itself")
        if not self.plugged:
            raise HandError("the board is not there")
        try:
            self._said.put_nowait(command["line"])
        except queue.Full:
            raise HandError("too much at once") from None

    def leave(self, page: str) -> None:
        """Nothing is held here."""

    def advance(self, ms: int) -> None:
        """The board has a clock of its own."""

    def events(self) -> list:
        """What the board has said since the last call, and when it came and went."""
        return [self._heard.get() for _ in range(self._heard.qsize())]

    def view(self) -> dict:
        """All that a page shows of the board, as plain values; the pieces stand where the sensors see them."""
        if not self.plugged:
            self._seen.forget()
        values = self._seen.values(self._view if self.plugged else View(), self._now_ms())
        stand = self._seen.standing(values)
        beside = [values["start"] - stand.upper().count(side) for side in "AB"]
        if not self.plugged:
            beside = [0, 0]
            values["words"] = (
                said("No board: {why}.", why=self._trouble) if self._trouble else said("Looking for the board.")
            )
        fixed = {"has_hands": False, "down": False, "hands": [], "faults": [], "cable": True}
        return {**fixed, **values, "plug": self.plugged, "stand": stand, "trays": [max(0, count) for count in beside]}

    def extras(self, what: set) -> dict:
        """What is shown on demand, as on a table."""
        self._wants_bars = "bars" in what
        if not self.plugged:
            return dict.fromkeys(what, [])
        shown = self._seen.extras(self._view, what)
        return {**shown, "bars": self._bars} if "bars" in what else shown

    # --- the thread of the port ---

    def _now_ms(self) -> int:
        return int(time.monotonic() * 1000) % (1 << 30)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                with self._open_link() as link:
                    link.greet()
                    self._mirror(link)
            except PortError as error:
                self._gone(str(error))
            self._end.wait(RETRY_S)

    def _gone(self, why: str) -> None:
        self.plugged = False
        if why != self._trouble:  # said once, however often it is tried anew
            self._trouble = why
            self._heard.put({"ev": "link", "port": None, "why": why})

    def _mirror(self, link) -> None:
        front = UsbFront(link)
        self._view = front.view()
        self.plugged = True
        self._trouble = ""
        self._heard.put({"ev": "link", "port": link.port, "why": ""})
        asked = heard = time.monotonic()
        bars = False
        while not self._end.is_set():
            now = time.monotonic()
            if front.wait(LISTEN_S):
                heard = now
                for event in front.events():
                    if event["ev"] == "sensors":
                        self._bars = event["u"]
                    self._heard.put(event)
            self._view = front.view()
            if now - heard > DEAF_S:
                raise PortError(f"{link.port}: the board has been silent for {DEAF_S:g} s")
            if now - asked > ASK_S:
                asked = now
                front.send({"do": "state"})
            if self._wants_bars != bars:
                bars = self._wants_bars
                front.send({"do": "sensors", "on": bars})
            while not self._said.empty():
                front.send(self._said.get())
