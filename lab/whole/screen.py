"""A page's view: the frames received, handled as in host/web/page/main.js and far.js."""

import json

HELLO = {"do": "hello", "token": "", "code": "", "rules": ""}  # a new page's first frame

MISSING = ".far: there is no such game here"


class Screen:
    """One open page. send: to its rooms, or nothing. v: the values; me: this page's name and rights; links: the far
    game's, known to the playing page; address: the name of the game in its address."""

    def __init__(self, world, front):
        self.world = world
        self.front = front  # Server or Browser
        self.slot = ""  # its own game's place
        self.send_text = None
        self.v: dict = {}
        self.me: dict = {}
        self.links = None
        self.address = ""
        self.token = ""
        self.told = ""  # the name of this tab's board
        self.closed = False
        self.wants = False  # to go to the game in its address
        self.games: list = []
        self.lesson = None
        self.name = "Ane"
        self.missing = ""  # the far game that it was last told not to have

    @property
    def plays(self) -> bool:
        """Whether this page has the seat."""
        return bool(self.me) and self.v.get("player_page") == self.me["you"]

    def send(self, do: str, **values) -> None:
        """Send a frame from this page."""
        if self.send_text and not self.closed:
            self.world.note("sent", self.slot, do, *values.values())
            self.send_text(json.dumps({"do": do, **values}))

    def take(self, frame: dict) -> None:
        """Receive a frame."""
        if self.closed:
            return
        if "you" in frame and "token" in frame:
            self._greet(frame)
        if "error" in frame and frame["error"]["en"].endswith(MISSING):
            self.missing = frame["error"]["en"][: -len(MISSING)]
        if "far_links" in frame:
            self.links = frame["far_links"]
            if self.links:
                self.address = self.links["name"]
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
        if self.address and (not self.links or self.links["name"] != self.address):
            self.wants = True

    def join(self) -> None:
        """Go to the game in its address."""
        self.send("far_go", game=self.address)

    def lost(self) -> None:
        """Lose the connection, which the page retries."""
        self.send_text = None
        self.missing = ""
