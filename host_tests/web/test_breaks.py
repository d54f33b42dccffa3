"""A thousand broken sockets and restarted servers in the middle of board games, played without a browser.

The player sends what a page sends, and loses the server between any two messages: before a press, between lifting a
piece and setting it down, right after a press, before its effect is known. test_whole does the same for games without a
board.
"""

import json
import random
import socket
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from daldos.position import parse_position
from daldos.rules import parse_rules
from host.sim.standing import wooden
from host.sim.stores import FolderStore
from host.sim.table import Table
from host_tests.web.player import moves_of

SPEED = 4
BREAKS = 15  # 1,000 in the long run
PATIENCE_S = 30
SETTLED_S = 0.2
PHASES = ("opening", "throw", "play", "over", "setup")


class Lost(Exception):
    """The socket is broken."""


class Caller:
    """The socket of a page at its board, reconnecting with its token. v: the newest values."""

    def __init__(self, port: int):
        self.port = port
        self.token = ""
        self.v: dict = {}
        self.link = None
        self.said: list = []  # errors

    def come(self) -> None:
        """Connect, repeatedly if need be, until this page plays."""
        end = time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < end, "nobody answers"
            try:
                self.v = {}
                address = f"127.0.0.1:{self.port}"
                link = connect(f"ws://{address}/socket", origin=f"http://{address}", compression=None)
                self.link = link.__enter__()
                self.say("hello", token=self.token, code="")
                self.until(lambda v: v.get("player_page") == self.me and "behind" in v)
                self.say("behind", what="board")
                self.until(lambda v: v["behind"] == "board" and v["phase"] in PHASES)
                return
            except (Lost, OSError):
                time.sleep(0.02)

    def say(self, do: str, **keys) -> None:
        try:
            self.link.send(json.dumps({"do": do, **keys}))
        except (ConnectionClosed, OSError):
            raise Lost from None

    def until(self, condition) -> None:
        """Read messages until the values satisfy `until`; raises Lost if the socket breaks."""
        end = time.monotonic() + PATIENCE_S
        while not (self.v and condition(self.v)):
            assert self._take_in(end), ("it did not come", self.v, self.said)

    def settle(self) -> None:
        """Read messages for a while, so that a press under way takes effect."""
        end = time.monotonic() + SETTLED_S
        while self._take_in(end):
            pass

    def _take_in(self, end: float) -> bool:
        # The next message, if one comes in time.
        try:
            message = json.loads(self.link.recv(timeout=max(0, end - time.monotonic())))
        except TimeoutError:  # an OSError too
            return False
        except (ConnectionClosed, OSError):
            raise Lost from None
        if "error" in message:
            self.said.append(message["error"]["en"])
        if "you" in message:
            self.me, self.token = message["you"], message["token"]
        self.v.update(message.get("v", {}))
        return time.monotonic() < end

    def leave(self) -> None:
        """Leave without closing properly, like a closed page.

        The reading thread ends before its socket is closed: otherwise the next connection could get the same
        descriptor, and the thread would take its first bytes.
        """
        self.link.socket.shutdown(socket.SHUT_RDWR)
        self.link.recv_events_thread.join(PATIENCE_S)
        assert not self.link.recv_events_thread.is_alive()

    @property
    def record(self) -> list:
        return [line for line in self.v["record"].splitlines() if line[:1].isdigit()]

    def press(self) -> None:
        self.say("button", down=True)
        self.say("button", down=False)


class Game:
    """A server with a saved game, and a caller who plays and keeps losing it: `step`.

    breaks, turns, games: counts so far.
    """

    def __init__(self, serve, folder, breaks: float):
        self.serve, self.folder, self.chance = serve, folder, breaks
        self.draw = random.Random(11)
        self.breaks = self.turns = self.games = 0
        self.server = serve(Table(seed=3, store=FolderStore(folder)), speed=SPEED)
        self.caller = Caller(self.server.port)
        self.caller.come()

    def step(self) -> None:
        """Throw, or play a turn; the record must grow by exactly that, or not at all."""
        caller = self.caller
        if caller.v["phase"] == "over":
            self.games += 1
            caller.say("board", line={"do": "new"})
            caller.until(lambda v: v["phase"] in ("setup", "opening"))
            caller.say("setup", how="start")
            caller.until(lambda v: v["phase"] == "opening" and not caller.record)
        before = caller.record
        playing = caller.v["phase"] == "play"
        self.wanted: list = []
        try:
            if playing:
                self._turn()
            else:
                self._maybe_break()
                caller.press()
                self._maybe_break()
                caller.until(lambda v: v["phase"] == "play" or len(caller.record) > len(before))
        except Lost:
            while not self._back(len(before)):
                pass
        record = caller.record
        assert record[: len(before)] == before, (before, record)
        added = [line.split(" ", 3) for line in record[len(before) :]]
        assert all(line[0] == "0" for line in added) or (len(added) == 1 and added[0][3] in self.wanted), (
            added,
            self.wanted,
        )
        self.turns += sum(line[0] != "0" for line in added)

    def _back(self, lines: int) -> bool:
        """Reconnect to a record of at least `lines` lines, and set the pieces to match it."""
        caller = self.caller
        try:
            caller.come()
            caller.until(lambda v: len(caller.record) >= lines)  # after a start it arrives line by line
            caller.settle()
            caller.say("setup", how="game")
            caller.until(lambda v: v["sees"] == v["stand"].upper() == v["game"].upper() and not v["hands"])
            return True
        except Lost:  # the late break hit the new socket
            return False

    def _turn(self) -> None:
        caller, v = self.caller, self.caller.v
        rules = parse_rules(v["rules"])
        rows = "/".join(
            v["game"][first : first + length] for first, length in zip((0, 16, 33), rules.board.length, strict=True)
        )
        turns = parse_position(f"{rows} {v['player']} {v['throw']}", rules).turns()
        looks = {turn.text: wooden(turn.result.split(" ")[0], 16).upper() for turn in turns}
        turn = self.draw.choice(sorted(looks))
        self.wanted = [text for text in looks if looks[text] == looks[turn]]
        for hand, (start, end) in enumerate(moves_of(turn)):
            caller.say("lift", hand=hand, hole=start)
            self._maybe_break()
            caller.say("place", hand=hand, hole=end)
        caller.until(lambda v: v["sees"] == looks[turn] and v["scene"] in ("ready", "lost", "ask"))
        count = len(caller.record)
        for _ in range(20):
            self._maybe_break()
            asked, choice = caller.v["scene"] == "ask", caller.v["choice"]
            caller.say("button", down=True)
            time.sleep(1.5 / SPEED if asked else 0)
            caller.say("button", down=False)
            self._maybe_break()
            # The values may predate the press: another choice, or a question that is new.
            caller.until(
                lambda v, before=(asked, choice): (
                    len(caller.record) > count or (v["scene"] == "ask" and (True, v["choice"]) != before)
                )
            )
            if len(caller.record) > count:
                break

    def _maybe_break(self) -> None:
        if self.draw.random() >= self.chance:
            return
        self.breaks += 1
        if self.breaks % 50 == 0:
            print(f"{self.breaks} breaks, {self.turns} turns", flush=True)
        kind = self.draw.randrange(3)
        if kind == 0:
            self.caller.leave()
        elif kind == 1:
            self.server.drop_sockets()
        else:
            time.sleep(self.draw.random() * 0.05)
            port = self.server.port
            self.server.stop()
            self.server.table.store.close()
            self.server = self.serve(
                Table(seed=9000 + self.breaks, store=FolderStore(self.folder)),
                port=port,
                speed=self.server.server.speed,
            )
        raise Lost


def test_no_game_is_lost_and_no_turn_committed_twice(serve, tmp_path, long_run):
    wanted = 1000 if long_run else BREAKS
    game = Game(serve, tmp_path, breaks=0.25)
    began = time.monotonic()
    while game.breaks < wanted:
        game.step()
    print(f"{game.breaks} breaks, {game.turns} turns in {game.games + 1} games, {time.monotonic() - began:.0f} s")
    assert game.turns > wanted / 10
