"""What a page shows: the frames that have come, as host/web/page/main.js and far.js take them."""

import json


class Screen:
    """One open page. send: to its rooms, or nothing. v: the values; me: this page's name and what it may; links: of the
    far game, known to the page that plays; address: the link in its address; errors: those said and not yet read."""

    def __init__(self, world, front):
        self.world = world
        self.front = front  # Server or Browser
        self.slot = ""  # where its own game lies
        self.send_text = None
        self.v: dict = {}
        self.me: dict = {}
        self.links = None
        self.address = ""
        self.errors: list = []
        self.token = ""
        self.told = ""  # the name of the board that this tab has
        self.stopped = False
        self.closed = False
        self.wants = False  # to open the link in its address
        self.games: list = []
        self.lesson = None
        self.name = "Ane"

    @property
    def plays(self) -> bool:
        """Whether this page has the seat."""
        return bool(self.me) and self.v.get("player_page") == self.me["you"]

    def send(self, do: str, **values) -> None:
        """A frame of this page."""
        if self.send_text and not self.closed:
            self.world.sent(self, do, values)
            self.send_text(json.dumps({"do": do, **values}))

    def take(self, frame: dict) -> None:
        """A frame for this page."""
        if self.closed:
            return
        if "you" in frame and "token" in frame:
            self._greet(frame)
        if "error" in frame:
            self.errors.append(frame["error"])
        if "far_links" in frame:
            self.links = frame["far_links"]
            if self.links:
                self.address = self.links["own"]
        if "games" in frame:
            self.games = frame["games"]
        if "lesson" in frame:
            self.lesson = frame["lesson"]
        if "v" in frame:
            self.v.update(frame["v"])
        if self.wants and self.plays:
            self.wants = False
            self.join()
        self.world.shown(self, frame)

    def _greet(self, frame: dict) -> None:
        if self.me.get("boot") != frame["boot"]:
            self.links = None
        self.me = frame
        self.token = frame["token"]
        if self.address and (not self.links or self.links["own"] != self.address):
            self.wants = True

    def join(self) -> None:
        """Open the link in its address."""
        self.send("far_join", link=self.address, name=self.name)

    def lost(self) -> None:
        """Nothing comes any more; it is tried again."""
        self.send_text = None
