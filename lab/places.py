"""Goes to every screen of the page by its address, in any browser: reload, Back, Forward, a new visit, Share.

>>> walk(page.goto, page.evaluate, server.address, kept_name)   # the screens, each with what was done there

`python3 -m lab engines --screens` does it in Chromium, Firefox and WebKitGTK.
"""

import contextlib
import json
import secrets
import time
from pathlib import Path

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.far.address import Address
from host.far.folder import SeatFolder
from host.games.archive import Archive
from host.sim.table import Table
from host.web.far import FarPage
from lab.browser import Running

POSITION = ".......A.aaaaaB./.A..B......B...../.............b.._B_34"
WAIT_S = 60
# What is shown: the address, the rooms, the sheet, the boat, the step of a record, the title.
SHOWN = """() => {
  const { body } = document;
  if (window.old || !document.querySelector("#boat[data-ready]") || body.classList.contains("loading")) return "";
  const rooms = ["starting", "learning", "replaying", "studying"].filter((room) => body.classList.contains(room));
  const boat = [...document.querySelectorAll("#boat [data-hole]")].map((hole) => hole.dataset.piece || ".").join("");
  const sheet = document.querySelector("#sheet[open] section:not([hidden])")?.id || "";
  const step = body.classList.contains("replaying") ? document.querySelector("#step").value : "";
  return JSON.stringify({ place: location.hash, rooms: rooms.join(" "), sheet, boat, step });
}"""
# Share, as where there is no clipboard of the system's.
SHARE = """() => {
  window.given = "";
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.given = text; } } });
  document.querySelector("#share").click();
}"""


def screens(kept: str) -> list:
    """(address, rooms, sheet) of each; kept: a game's name in the archive."""
    studied = "replaying studying"
    return [
        ("#/settings", "", "options"),
        ("#/puzzles", "", "puzzles"),
        ("#/learn", "", "learn"),
        ("#/invite", "", "farcard"),
        ("#/games", "", "games"),
        ("#/games?won&who=Bo", "", "games"),
        ("#/learn/4", "learning", ""),
        ("#/learn/vuovdaguoika/2", "learning", ""),
        ("#/puzzle/", "learning", ""),
        ("#/puzzle/capture/12", "learning", ""),
        ("#/week/2969", "learning", ""),
        (f"#/game/{kept}/turn/12", studied, ""),
        (f"#/game/{kept}/turn/12/what/13", studied, ""),
        (f"#/analysis/danish/{POSITION}", studied, ""),
    ]


def served(folder) -> tuple:
    """(a server with a game going on and a kept one, the kept one's name)"""
    archive = Archive(Path(folder) / "games")
    name = archive.keep(write_record(play_game(parse_rules("danish"), Xorshift32(20))), {"A": "You", "B": "Bo"})
    archive.go_on("")
    far = FarPage(SeatFolder(Path(folder) / "far"), lambda: int(time.time()), secrets.token_bytes(4), Address.parse)
    game = play_game(parse_rules("danish"), Xorshift32(6))
    return Running(Table(seed=2), saved=(game, "game", 0, "", 44), archive=archive, far=far), name


class Visit:
    """A browser at the page: go to an address, run a function there."""

    def __init__(self, go, run, address: str):
        self.go = go
        self.run = run
        self.address = address

    def shown(self) -> dict:
        """What is shown; empty while it loads."""
        try:
            return json.loads(self.run(SHOWN) or "{}")
        except Exception:  # of three drivers, while one document gives way to the next
            return {}

    def waits(self, wanted: dict, what: str) -> dict:
        """Wait until these are shown."""
        end = time.monotonic() + WAIT_S
        while True:
            now = self.shown()
            if now and all(now[key] == value for key, value in wanted.items()):
                return now
            assert time.monotonic() < end, f"{what}: wanted {wanted}, shown {now}"
            time.sleep(0.05)

    def does(self, script: str) -> None:
        """Run it, whatever it does to the document."""
        with contextlib.suppress(Exception):  # the document may be gone before it answers
            self.run("() => { setTimeout(() => { %s }); }" % script)

    def fresh(self, place: str) -> None:
        """Open it as a new document."""
        self.go(self.address + "icon.svg")  # another hash alone would load nothing
        self.go(self.address + place)


def walk(go, run, address: str, kept: str, each: int = 1):
    """Yield the address of each of the screens, or of every `each`th one, once it has held."""
    visit = Visit(go, run, address)
    visit.go(address)
    visit.waits({}, "the first load")
    run("() => { localStorage.guide = 'known'; localStorage.outlook = 'no'; }")
    visit.fresh("#/play")
    game = visit.waits({"place": "#/play", "rooms": "", "sheet": ""}, "the game")
    for place, rooms, sheet in screens(kept)[::each]:
        visit.does(f"location.hash = {json.dumps(place)}")
        there = visit.waits({"place": place, "rooms": rooms, "sheet": sheet}, "by its address")
        visit.does("window.old = true; location.reload()")
        visit.waits(there, f"{place} after a reload")
        visit.does("history.back()")
        visit.waits(game, f"Back from {place}")
        visit.does("history.forward()")
        visit.waits(there, f"Forward to {place}")
        visit.fresh(place)
        visit.waits({key: there[key] for key in there if sheet == "" or key != "boat"}, f"{place} in a new document")
        if rooms.startswith("replaying"):
            run(SHARE)
            given = ""
            end = time.monotonic() + WAIT_S
            while not given:
                given = run("() => window.given")
                assert time.monotonic() < end, f"{place}: nothing is shared"
            visit.fresh("#" + given.partition("#")[2])
            visit.waits({"rooms": rooms, "sheet": ""}, f"the link shared at {place}")
        visit.does("location.hash = '#/play'")
        visit.waits(game, "the game again")
        yield place
