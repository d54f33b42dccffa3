"""The cost of a click in calls, functions and files of the project: python -m lab calls [--functions]

From the click to the turn that the page shows as played; for a far turn, from the click at one end until the other
end's page shows it, with the broker in between left out.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from daldos.prng import Xorshift32
from host.games.play import OwnGame
from host.web.far import FarPage
from host.web.pages import Room
from lab.whole.screen import HELLO

HERE = str(Path(__file__).resolve().parent.parent) + "/"


class Counted:
    """A context that counts calls of the project's functions: (file, function) -> count. but: a function to leave out,
    with everything it calls."""

    def __init__(self, but=None):
        self.calls: Counter = Counter()
        self._but = but and but.__code__
        self._out = 0

    @property
    def files(self) -> set:
        return {file for file, _ in self.calls}

    def _note(self, frame, event, _):
        code = frame.f_code
        if code is self._but:
            self._out += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not self._out and code.co_filename.startswith(HERE) and code.co_name[0] != "<":
            file = code.co_filename[len(HERE) :]
            if not file.startswith("lab/"):
                self.calls[file, code.co_name] += 1

    def __enter__(self):
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_):
        sys.setprofile(None)


class Kept:
    """The file of a seat, as host.far.files gives it, in memory."""

    state = "held"
    called, secret, messages, moved, confirmed = "001aaaaa", b"", (), False, 0

    def __init__(self, secret: bytes):
        self.secret = secret

    def seat(self, link):
        return self

    def open(self, brought=b""):
        return self

    def add(self, messages):
        pass

    def release(self):
        pass


class Front:
    """A room with one page."""

    def __init__(self, seed: int):
        self.now_s = 0.0
        self.far = FarPage(Kept(bytes([seed]) * 32))
        play = OwnGame(MemoryStore(), Dice(Xorshift32(seed).next))
        self.room = Room(None, play, far=self.far, clock=lambda: self.now_s)
        self.page = self.room.open(True, lambda: None)
        self.v: dict = {}
        self.links: dict = {}
        self.send(**HELLO)

    def send(self, do: str, **values) -> None:
        """Send a frame of the page, and process its effects."""
        self.room.receive(self.page, json.dumps({"do": do, **values}))
        self.show()

    def pass_time(self) -> None:
        """A step of the clock."""
        self.now_s += 0.02
        self.room.tick(20)
        self.room.look()
        self.show()

    def show(self) -> None:
        """All frames for the page."""
        while (frame := self.room.frame(self.page)) is not None:
            found = json.loads(frame) if isinstance(frame, str) else frame
            self.v.update(found.get("v", {}))
            self.links = found.get("far_links") or self.links

    @property
    def turns(self) -> int:
        return sum(line[:1].isdigit() and line[0] != "0" for line in self.v["record"].split("\n"))

    def click(self) -> None:
        """Play a turn piece by piece, and end it; pass a lost turn."""
        while self.v["plays"] and self.v["due"] != "turn":
            start = sorted(self.v["plays"])[0]
            self.send("play", **{"from": start, "to": sorted(self.v["plays"][start])[-1]})
        self.send("end")


def own_turn(but=None) -> Counted:
    """A click that plays the turn of a game on the page; but: what is left out."""
    front = Front(1)
    front.send("begin", mode="game", rules="danish", level=1, side="B", text="", step=0)
    while front.turns < 4 or front.v["due"] or not front.v["plays"]:
        if front.turns < 4 and front.v["due"] != "throw":
            front.click()
        else:
            front.send("end")
    before = front.turns
    with Counted(but) as counted:
        front.click()
    assert front.turns == before + 1
    return counted


def carry(fronts: list) -> None:
    """Deliver the ends' messages to both."""
    for front in fronts:
        post = front.far.post
        for topic, *message in post.outbox:
            for other in fronts if message else ():
                other.far.post.inbox.append((topic, message[0].encode()))
        post.outbox.clear()


def far_turn() -> Counted:
    """A click that plays the turn of a far game, until the other end shows it."""
    fronts = [Front(1), Front(2)]
    fronts[0].send("far_new", broker="mqtt://localhost", rules="danish", name="Ane", turn_s=0)
    fronts[0].pass_time()
    fronts[1].send("far_join", link=fronts[0].links["other"], name="Bo")
    for front in fronts:
        front.far.post.inbox.append((None, ""))
    while True:
        for front in fronts:
            front.pass_time()
        carry(fronts)
        mover = [front for front in fronts if front.v["mode"] == "far" and (front.v["plays"] or front.v["due"])]
        if mover and mover[0].turns >= 4 and mover[0].v["plays"]:
            break
        if mover:
            mover[0].click()
    other = [front for front in fronts if front is not mover[0]][0]
    before = other.turns
    with Counted() as counted:
        mover[0].click()
        while other.turns == before:
            mover[0].pass_time()
            carry(fronts)
            other.pass_time()
    return counted


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m lab calls", description=__doc__)
    parser.add_argument("--functions", action="store_true", help="name them")
    told = parser.parse_args()
    for name, counted in (
        ("a click to the committed turn", own_turn(Room.look)),
        ("a click until all pages are told", own_turn()),
        ("a far turn until the other end shows it", far_turn()),
    ):
        print(f"{name}: {len(counted.files)} files, {len(counted.calls)} functions, {counted.calls.total()} calls")
        if told.functions:
            for (file, function), calls in sorted(counted.calls.items()):
                print(f"    {calls:6}  {file}  {function}")
    return 0
