"""A table behind the page: commands of the page's hands go to it, time passes on it, and it is seen as plain values.

>>> backend = TableBackend(Table(seed=1)); backend.start()
>>> backend.do("page 1", {"do": "lift", "hand": 0, "hole": "A1"})
>>> backend.advance(20)
>>> backend.view()["stand"][0]
'.'
"""

from daldos.position import PLAYERS, rows_text, start_cells
from daldos.rules import parse_rules
from host.sim.client import TableFront
from host.sim.fake_board import BoardError
from host.sim.preload import keep_settings
from host.sim.standing import standing, wooden
from host.web.button import Button
from host.web.hands import HandError, Hands
from host.web.page_state import Seen

HAND_MS = 40  # of the board's time, which a hand takes at least, and in which the sensors have seen what it did
EVENTS_KEPT = 200  # of those that the table keeps, so that it can run for days


class TableBackend:
    """table: the simulated table, or one with an emulated Pico under it. hands: of all pages."""

    name = "table"
    has_hands = True

    def __init__(self, table, slow: bool = False):
        """slow: time on this table takes time, so that it passes in a thread of its own."""
        self.table = table
        self.slow = slow
        self.hands = Hands(table.board)
        self.button = Button()
        self._front = TableFront(table)
        self._seen = Seen(table.config)
        self._lifted = self._set_down = -HAND_MS  # when a hand last did so

    def start(self, rules=None, mode=None) -> None:
        """Plug in; `rules` and `mode` take precedence over what is saved."""
        keep_settings(self.table, rules, mode)
        self.table.plug_in()
        view = self._front.view()
        # A game without a turn is not worth keeping for other rules.
        if rules is not None and not view.turns and view.rules != rules.text:
            self._front.send({"do": "rules", "rules": rules.text})
        self._put("game")

    def is_early(self, page: str, command: dict) -> bool:
        """Whether no hand is so quick: what was set down has not been seen yet, or not that the hole was empty."""
        do, now = command["do"], self.table.now_ms
        if do in ("lift", "take"):
            return now - self._set_down < HAND_MS
        if do in ("place", "back") and now - self._lifted < HAND_MS:
            return do == "back" or command["hole"] == self.hands.origin(page, command["hand"])
        return False

    def do(self, page: str, command: dict) -> None:
        """Obey a checked command of a page; HandError, BoardError or ValueError say why not."""
        do, hands, table = command["do"], self.hands, self.table
        if do in ("lift", "take"):
            self._lifted = table.now_ms
        elif do in ("place", "toss", "back"):
            self._set_down = table.now_ms
        if do == "lift":
            hands.lift(page, command["hand"], command["hole"])
        elif do == "take":
            hands.take(page, command["hand"], command["side"])
        elif do == "hover":
            hands.hover(page, command["hand"], command["x"], command["y"], command["hole"])
        elif do == "place":
            hands.place(page, command["hand"], command["hole"])
        elif do in ("toss", "back"):
            getattr(hands, do)(page, command["hand"])
        elif do == "button":
            self.button.set(command["down"])
        elif do == "plug":
            if command["in"] and not table.app:
                table.plug_in()
            elif not command["in"] and table.app:
                table.plug_out()
        elif do == "setup":
            self._put(command["how"])
        elif do == "board":
            if not table.app:
                raise HandError("the plug is out")
            self._front.send(command["line"])
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

    def events(self) -> list:
        """What the board has said since the last call."""
        self.table.news()  # nobody else reads them here, and they would pile up
        del self.table.events[:-EVENTS_KEPT]
        return self._front.events()

    def view(self) -> dict:
        """All that a page shows of the board, as plain values."""
        table, hands = self.table, self.hands
        if not table.app:
            self._seen.forget()
        seen = self._front.view()
        return {
            **self._seen.values(seen, table.now_ms),
            "has_hands": self.has_hands,
            "plug": table.app is not None,
            "down": self.button.down,
            "stand": "".join(standing(table.board, seen)),
            "hands": hands.view(),
            "trays": [len(hands.tray(side)) for side in PLAYERS],
            "faults": [self._fault_text(fault) for fault in table.board.faults()],
            "cable": table.scans,
        }

    def extras(self, what: set) -> dict:
        """What is shown on demand: `turns` that can be played, `odds` of capture, `bars` of the sensors."""
        if not self.table.app:
            return dict.fromkeys(what, [])
        shown = self._seen.extras(self._front.view(), what)
        if "bars" in what:
            shown["bars"] = self.table.readings()
        return shown

    # --- inside ---

    def _put(self, how: str) -> None:
        # All pieces as at the start, or as in the game; hands are empty then.
        table = self.table
        if not table.app:
            if how == "game":
                raise HandError("the plug is out: the board cannot tell where the pieces belong")
            table.board.setup("start")
        else:
            view = self._front.view()
            rules = parse_rules(view.rules)
            rows = rows_text(rules, start_cells(rules)) if how == "start" else view.cells
            table.board.setup(wooden(rows, table.config.N))
        self.hands.clear()

    def _argument(self, word):
        if isinstance(word, int):
            return word
        if word not in self.table.board.names:
            raise BoardError(f"fault: no hole {word!r}")
        return self.table.board.names.index(word)

    def _fault_text(self, fault: tuple) -> str:
        kinds = self.table.board.FAULTS[fault[0]].split()
        words = [
            self.table.board.names[arg] if kind == "hole" else str(arg)
            for kind, arg in zip(kinds, fault[1:], strict=False)
        ]
        return " ".join([fault[0], *words])
