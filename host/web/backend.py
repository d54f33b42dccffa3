"""A board behind the page: the page's commands go to it, time passes on it, and it is seen as plain values.

>>> backend = TableBackend(Table(seed=1)); backend.start()
>>> backend.do("page 1", {"do": "lift", "hand": 0, "hole": "A1"})
>>> backend.advance(20)
>>> backend.view()["stand"][0]
'.'
"""

import config as board_config
from daldos.rules import parse_rules
from daldos.state import PLAYERS, rows_text, start_cells
from host.i18n.catalogue import said
from host.sim.client import Client
from host.sim.fake_board import BoardError
from host.sim.preload import keep_game, keep_settings, solo_side
from host.sim.standing import standing, wooden
from host.web.button import HeldButton
from host.web.hands import HandError, Hands
from host.web.page_state import Seen

HAND_MS = 40  # of the board's time, which a hand takes at least, and in which the sensors have seen what it did
# What hands do, and the values of the command for it; `dalled` may be left out.
OF_HANDS = {
    "lift": ("hand", "hole"),
    "take": ("hand", "side"),
    "hover": ("hand", "x", "y", "hole"),
    "place": ("hand", "hole", "dalled"),
    "toss": ("hand",),
    "back": ("hand",),
}
EVENTS_KEPT = 200  # of those that the table keeps, so that it can run for days


class Backend:
    """board: of a host.sim.client.Client, such as a host.usb.port.RemovableBoard; its pieces are moved at the board.

    slow: time on it takes time, so that it passes in a thread of its own.
    """

    has_hands = False
    solo_side = "B"  # that the board plays in mode solo, as far as is known at the start

    def __init__(self, board, slow: bool = True, config=board_config):
        self.board = board
        self.slow = slow
        self.client = Client(board)
        self._seen = Seen(config)
        self._first: list = []  # commands due once the board is there
        self._streams = False  # whether the raw view is on

    def start(self, rules=None, mode=None) -> None:
        """Begin; `rules` and `mode` are sent once the board is there."""
        if rules is not None:
            self._first.append({"do": "rules", "rules": rules.text})
        if mode is not None:
            self._first.append({"do": "mode", "mode": mode})

    def stop(self) -> None:
        """Let the board go."""
        self.board.close()

    def must_wait(self, page: str, command: dict) -> bool:
        """Whether no hand is so quick; a real board needs no pacing."""
        return False

    def do(self, page: str, command: dict) -> None:
        """Obey a checked command of a page; HandError, BoardError or ValueError say why not."""
        if command["do"] != "board":
            raise HandError("the pieces are moved on the board itself")
        if not self.board.plugged:
            raise HandError("the board is not there")
        self.client.send(command["line"])

    def leave(self, page: str) -> None:
        """A page is gone, or no longer plays."""

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self.board.wait(ms)
        if self.board.plugged:
            while self._first:
                self.client.send(self._first.pop(0))
            self.client.view()  # here, where writing may take its time

    def events(self) -> list:
        """What the board has said since the last call."""
        return self.client.events()

    def view(self) -> dict:
        """All that a page shows of the board, as plain values; the pieces stand where the sensors see them."""
        values = self._values(self.client.view())
        stand = self._seen.standing(values)
        beside = [values["start"] - stand.upper().count(side) if self.board.plugged else 0 for side in PLAYERS]
        if not self.board.plugged:
            trouble = self.board.trouble
            values["words"] = said("No board: %s.", trouble) if trouble else said("Looking for the board.")
        fixed = {"down": False, "hands": [], "faults": [], "cable": True}
        older = self.board.older if self.board.plugged else ""
        values.update(fixed, stand=stand, trays=[max(0, count) for count in beside], older=older)
        return values

    def extras(self, what: set) -> dict:
        """What is shown on demand: `turns` that can be played, `odds` of capture, `bars` of the sensors."""
        if not self.board.plugged:
            return dict.fromkeys(what, [])
        view = self.client.view()
        shown = self._seen.extras(view, what)
        if "bars" in what:
            shown["bars"] = self._bars(view)
        if self._streams != ("bars" in what):
            self._stream("bars" in what)
        return shown

    def _values(self, view) -> dict:
        if not self.board.plugged:
            self._seen.forget()
        now_ms = self.board.now_ms
        values = self._seen.values(view, now_ms)
        values.update(has_hands=self.has_hands, plug=self.board.plugged)
        return values

    def _bars(self, view) -> list:
        return view.sensors

    def _stream(self, on: bool) -> None:
        self._streams = on
        self.client.send({"do": "sensors", "on": on})


class TableBackend(Backend):
    """table: the simulated table, or one with an emulated Pico under it. hands: of all pages."""

    has_hands = True

    def __init__(self, table, slow: bool = False):
        super().__init__(table, slow, table.config)
        self.table = table
        self.hands = Hands(table.board)
        self.button = HeldButton()
        self._key: list = None  # of what the next two are
        self._stand = ""
        self._trays: list = []
        self._lifted = self._set_down = -HAND_MS  # when a hand last did so

    def start(self, rules=None, mode=None) -> None:
        """Plug in; `rules` and `mode` take precedence over what is saved."""
        keep_settings(self.table, rules, mode)
        self.solo_side = solo_side(self.table)
        self.table.plug_in()
        view = self.client.view()
        # A game without a turn is not worth keeping for other rules.
        if rules is not None and not view.turns and view.rules != rules.text:
            self.client.send({"do": "rules", "rules": rules.text})
        self._put("game")

    def resume(self, game, side=None) -> None:
        """Go on with a daldos.game.Game in place of what is on the board; side: that the board plays, None if none."""
        table = self.table
        if table.plugged:
            table.plug_out()
        keep_settings(table, game.rules, "solo" if side else "game", side)
        keep_game(table, game, len(game.plies))
        self.start()

    def must_wait(self, page: str, command: dict) -> bool:
        """Whether no hand is so quick: what was set down has not been seen yet, or not that the hole was empty."""
        do, now = command["do"], self.table.now_ms
        if do in ("lift", "take"):
            return now - self._set_down < HAND_MS
        if do in ("place", "back") and now - self._lifted < HAND_MS:
            return do == "back" or command["hole"] == self.hands.origin(page, command["hand"])
        return False

    def do(self, page: str, command: dict) -> None:
        do, table = command["do"], self.table
        if do in ("lift", "take"):
            self._lifted = table.now_ms
        elif do in ("place", "toss", "back"):
            self._set_down = table.now_ms
        if do in OF_HANDS:
            getattr(self.hands, do)(page, *[command[key] for key in OF_HANDS[do] if key in command])
        elif do == "button":
            self.button.set(command["down"])
        elif do == "plug":
            if command["in"] != table.plugged:
                (table.plug_in if command["in"] else table.plug_out)()
        elif do == "setup":
            self._put(command["how"])
        elif do == "board":
            self.client.send(command["line"])
        elif do == "fault":
            table.board.fault(command["name"], *[self._argument(word) for word in command["args"]])
        elif do == "heal":
            table.board.heal()
        elif do == "cable":
            table.scans = command["on"]

    def leave(self, page: str) -> None:
        """A page is gone, or no longer plays: its hands put back what they hold, the button is let go."""
        self.hands.leave(page)
        self.button.release()

    def advance(self, ms: int) -> None:
        """Let time pass, scan by scan."""
        table = self.table
        for _ in range(ms // table.config.SCAN_MS):
            table.button = self.button.level()
            table.wait(table.config.SCAN_MS)
        del table.events[:-EVENTS_KEPT]

    def view(self) -> dict:
        table = self.table
        view = self.client.view()
        values = self._values(view)
        held = [held.piece for held in self.hands.held.values()]
        key = [table.board.moved, held, values["position"], values["game"], values["sees"], values["scene"]]
        if key != self._key:
            self._key = key
            self._stand = "".join(standing(table.board, view))
            self._trays = [len(self.hands.tray(side)) for side in PLAYERS]
        values.update(
            down=self.button.down,
            stand=self._stand,
            hands=self.hands.view(),
            trays=self._trays,
            faults=[self._fault_text(fault) for fault in table.board.faults()],
            cable=table.scans,
        )
        return values

    # --- inside ---

    def _bars(self, view) -> list:
        return self.table.readings()

    def _stream(self, on: bool) -> None:
        pass  # they can be seen without asking

    def _put(self, how: str) -> None:
        # All pieces as at the start, or as in the game; hands are empty then.
        table = self.table
        if not table.plugged:
            if how == "game":
                raise HandError("the plug is out: the board cannot tell where the pieces belong")
            table.board.setup("start")
        else:
            view = self.client.view()
            rules = parse_rules(view.rules)
            rows = rows_text(rules, start_cells(rules)) if how == "start" else view.cells
            table.board.setup(wooden(rows, table.config.N))
        self.hands.clear()

    def _argument(self, word):
        if isinstance(word, int):
            return word
        if word not in self.table.board.names:
            raise BoardError("fault: no hole %r", word)
        return self.table.board.names.index(word)

    def _fault_text(self, fault: tuple) -> str:
        kinds = self.table.board.FAULTS[fault[0]].split()
        words = [self.table.board.names[arg] if kind == "hole" else str(arg) for kind, arg in zip(kinds, fault[1:])]
        return " ".join([fault[0]] + words)
