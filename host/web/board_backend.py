"""A real board behind the page: it is mirrored, and takes the page's commands; its pieces are moved by hands of flesh.

A thread reads the port, and opens it anew whenever the board comes back.

>>> backend = BoardBackend(lambda: BoardLink(find_port())); backend.start()
"""

import queue
import threading
import time

import config as board_config
from host.terminal import draw
from host.usb.port import PortError
from host.web.hands import HandError
from host.web.mirror import Mirror

LISTEN_S = 0.02  # for an event, before commands are looked at
LOOK_S = 0.5  # from one question for the state to the next
DEAF_S = 5.0  # without an answer for so long, the board is gone
RETRY_S = 0.5


class BoardBackend:
    """open_link: opens the port, a PortError if there is no board."""

    name = "board"
    has_hands = False
    slow = False

    def __init__(self, open_link, config=board_config):
        self.mirror = Mirror(config)
        self.plugged = False
        self._open_link = open_link
        self._heard = queue.Queue()
        self._said = queue.Queue(maxsize=50)
        self._fresh = []
        self._trouble = ""
        self._bars = False
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
        """Take what the board has said."""
        while not self._heard.empty():
            event = self._heard.get()
            if event["ev"] == "link":
                self.plugged = event["up"]
                if not self.plugged:
                    self.mirror.forget()
            self.mirror.hear(event, self._now_ms())
            self._fresh.append(event)

    def events(self) -> list:
        fresh, self._fresh = self._fresh, []
        return fresh

    def words(self, event: dict) -> str:
        """An event as an English sentence, or nothing."""
        if event["ev"] == "link":
            return event["what"]
        return draw.news(event)

    def view(self) -> dict:
        fixed = {"has_hands": False, "down": False, "hands": [], "faults": [], "cable": True}
        view = {**fixed, "plug": self.plugged, **self.mirror.view(self._now_ms())}
        if not self.plugged:
            view["words"] = self._trouble or "Looking for the board."
        beside = [view["start"] - view["stand"].upper().count(side) for side in "AB"]
        return {**view, "trays": [max(0, count) for count in beside] if self.plugged else [0, 0]}

    def extras(self, what: set) -> dict:
        self._bars = "bars" in what
        return self.mirror.extras(what)

    # --- the thread of the port ---

    def _now_ms(self) -> int:
        return int(time.monotonic() * 1000) % (1 << 30)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                with self._open_link() as link:
                    self._heard.put(link.greet())
                    self._heard.put({"ev": "link", "up": True, "what": f"A board at {link.port}."})
                    self._talk(link)
            except PortError as error:
                self._gone(str(error))
            self._end.wait(RETRY_S)

    def _gone(self, why: str) -> None:
        # said once, however often it is tried anew
        if why != self._trouble:
            self._trouble = why
            self._heard.put({"ev": "link", "up": False, "what": f"No board: {why}."})

    def _talk(self, link) -> None:
        self._trouble = ""
        link.send({"do": "record"})
        asked = heard = time.monotonic()
        bars = False
        while not self._end.is_set():
            event = link.event(LISTEN_S)
            now = time.monotonic()
            if event is not None:
                heard = now
                self._heard.put(event)
                if event["ev"] in ("turn", "undo", "phase", "hello"):
                    link.send({"do": "record"})
                    link.send({"do": "state"})
            if now - heard > DEAF_S:
                raise PortError(f"{link.port}: the board has been silent for {DEAF_S:g} s")
            if now - asked > LOOK_S:
                asked = now
                link.send({"do": "state"})
            if self._bars != bars:
                bars = self._bars
                link.send({"do": "sensors", "on": bars})
            while not self._said.empty():
                link.send(self._said.get())
