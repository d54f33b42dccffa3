"""The messy hand at the level of ADC codes: the whole companion on a fake board, with hands on pieces and button.

Every game has a board of its own, calibrated while it is empty: magnets, sensors, noise and drift from the seed. The
hand keeps its own record of the game; the board's has to be the same in the end.

With --dalled the board senses heights, and in one turn of five the hand turns a piece wrongly: the board must name the
hole within a second, and must not accept a press until the piece is turned correctly.
"""

import random
from functools import partial

import config as board_config
from companion.tracking.readings import occupancy_of
from companion.tracking.tracker import COMPLETE, VERDICTS
from daldos import game as engine
from daldos.effects import cells_after
from daldos.game import Game
from daldos.notation import turn_text
from daldos.record import write_record
from daldos.rules import RULESETS, parse_rules
from daldos.state import start_cells
from host.sim.table import Table, seeing_heights
from lab.campaigns.occupancy import readings_of, set_right
from lab.figures import Figures, pieces, rule_sets
from lab.hand import SIDES, Hand

TURNS_A_GAME = 120
CALIBRATE_MS = 400
READY_MS = 60  # a hand needs at least this long from the piece to the button
PATIENCE_MS = 1000  # a turn that is not understood after this is counted as not recognised
CUTS = 0.002  # share of actions with a power cut, during which the hand continues for a while
PIECE = 500  # turns
units = partial(pieces, step=PIECE)
SIZE = "100000 turns"
OPTIONS = {"magnets": "worst", "dalled": False, "rules": ""}
SLIPS = 0.2  # of the turns, with dalled
PREMATURE = 0.02  # share of actions followed by a premature press


class Play:
    """One game at one table: `game` is the hand's own account of it."""

    def __init__(self, seed: int, magnets: str, rules: str, figures: Figures, dalled: bool = False):
        self.dalled = dalled
        self.draw = random.Random(seed)
        self.figures = figures
        self.scans = self.recognised = 0  # scans since the hand's last action, and until the board recognised it
        self.table = Table(seed=seed, magnets=magnets, config=seeing_heights() if dalled else board_config)
        self.game = Game(parse_rules(rules))
        # start anywhere in the slow drift
        self.table.now_ms = self.draw.randrange(0, 7_200_000, 10)
        self.table.board.setup("." * len(self.table.board.names))
        self.table.plug_in()
        self.table.send({"do": "calibrate"})
        self.table.wait(CALIBRATE_MS)
        self.table.send({"do": "rules", "rules": rules})
        self.places = self.table.app.session.places
        for place, cell in zip(self.places, self.game.position.cells, strict=True):
            if cell:
                self.table.board.place(place, SIDES[cell])
                self.table.board.turn(place, float(cell in b"\2\4"))
        self.table.wait(200)

    def opening(self) -> None:
        """Both throw until one begins; a player who moves a piece before that is refused the throw."""
        while self.game.phase == engine.OPENING:
            if self.draw.random() < 0.1:
                hand = self._hand()
                list(hand.before_throw(self.game.position))
                self.table.wait(READY_MS)
                self._refused("before the throw")
                list(hand.put_back(self.game.position))
                self.table.wait(READY_MS)
            self._take(self._press())

    def turn(self) -> bool:
        """Make one turn on the board and press; returns whether the board recognised it."""
        game, table = self.game, self.table
        turn = self.draw.choice(game.legal.turns)
        text = turn_text(game.position, turn)
        self._make(turn, text)
        self._count_scans()
        self.figures.counts["guided"] += sum(event["ev"] == "guide" for event in table.news())
        told = self._choose(text)
        if told != text:
            kind = "wrong commits" if told else "not recognised"
            where = "%s under %s, board %s" % (game.position.text(), game.rules.text, table.board.occupancy().decode())
            self.figures.fail(kind, "%r for %r in %s" % (told, text, where))
            return False
        self.figures.counts["turns"] += 1
        game.play(turn)
        self._take(table.news())
        return True

    def _make(self, turn: int, what: str) -> None:
        # The hand makes a turn, with power cuts, and presses too early.
        game, table = self.game, self.table
        # where a press is no mistake: at such a result, and at the start position, which offers a new game
        seen = readings_of if self.dalled else occupancy_of
        good = {bytes(seen(cells_after(game.position, other))) for other in game.legal.turns}
        good.add(bytes(seen(start_cells(game.rules))))
        hand = self._hand()
        self.scans = self.recognised = 0
        dark = 0  # actions until the plug is put back
        since = 0  # number of events before the hand's mistake
        for action in hand.turn(game.position, turn, game.legal.turns):
            since = since or (len(table.events) if hand.slip else 0)
            if action[0] != "wait":
                self.scans = self.recognised = 0
            if dark:
                dark -= 1
                if not dark:
                    table.plug_in()
            elif self.draw.random() < CUTS:
                self.figures.counts["power cuts"] += 1
                table.plug_out()
                dark = self.draw.randrange(1, 8)
            # a piece hovering over a hole may read as placed
            elif self.draw.random() < PREMATURE and not hand.hovering:
                table.wait(READY_MS)
                if bytes(self._standing()) not in good:
                    self._refused(what)
        if dark:
            table.plug_in()
        if hand.slip:
            self._slipped(hand.slip, good, what, since)
            for _ in hand.set_right():
                self.scans = self.recognised = 0

    def _slipped(self, slip: tuple, good: set, what: str, since: int) -> None:
        # The hand has turned a piece wrongly: check that the hole is named and a press refused.
        standing = bytes(self._standing())
        if standing in good:
            self.figures.counts["slips that make another turn"] += 1
            return
        kind, hole = slip
        self.figures.counts["dal mistakes"] += 1
        self.figures.counts["dal mistakes: " + kind] += 1
        self.table.wait(PATIENCE_MS)
        guides = [event for event in self.table.events[since:] if event["ev"] == "guide"]
        named = [entry["hole"] for event in guides for entry in event["holes"]]
        names = [self.table.board.names[place] for place in self.places]
        if names[hole] in named or set_right(standing, [names.index(name) for name in named]) in good:
            self.figures.counts["dal mistakes named"] += 1
        else:
            verdict = VERDICTS[self.table.app.session.tracker.verdict]
            self.figures.fail("dal mistakes not named", "%s at %d, %s, %s: %r" % (kind, hole, what, verdict, guides))
        self._refused(what)

    def play(self, turns: int) -> None:
        """The opening and up to `turns` turns, or until one is not understood; then check the record."""
        self.figures.counts["games"] += 1
        self.opening()
        for _ in range(turns):
            while self.game.phase == engine.THROW:
                self._take(self._press())
            if self.game.phase == engine.OVER or not self.turn():
                break
        self.check_record()

    def check_record(self) -> None:
        """Check that the board's record equals the hand's."""
        table = self.table
        table.news()
        table.send({"do": "record"})
        table.wait(10 * (len(self.game.plies) + len(self.game.opening) + 20))
        lines = [event["line"] for event in table.news() if event["ev"] == "record"]
        if "\n".join(lines[:-1]) + "\n" != write_record(self.game):
            self.figures.fail("wrong commits", "the board's record differs from the hand's")

    # --- the hand at the button -----------------------------------------------------------------------------------

    def _choose(self, text: str) -> str:
        # Press; if the board asks, press on to the right turn and press long. Returns the turn that the board accepted,
        # or "".
        table = self.table
        for _ in range(600):
            before = len(table.events)
            table.press(60)
            fresh = table.events[before:]
            for event in fresh:
                if event["ev"] == "turn":
                    return event["turn"]
            guides = [event for event in fresh if event["ev"] == "guide"]
            if guides and guides[-1]["code"] in ("dice_roll", "changed"):
                continue
            offers = [event["turn"] for event in guides]
            if not offers or offers[-1] is None:
                return ""
            if offers[-1] == text:
                break
        self.figures.counts["asked"] += 1
        before = len(table.events)
        table.long_press()
        return "".join([event["turn"] for event in table.events[before:] if event["ev"] == "turn"])

    def _refused(self, text: str) -> None:
        self.figures.counts["premature presses"] += 1
        for event in self._press():
            if event["ev"] in ("turn", "throw"):
                self.figures.fail("wrong commits", "a premature press, %s, committed %r" % (text, event))

    def _press(self) -> list:
        before = len(self.table.events)
        self.table.press(60)
        return self.table.events[before:]

    def _count_scans(self) -> None:
        while not self.recognised and self.scans < PATIENCE_MS // 10:
            self.wait(10)
        self.figures.sample("scans to recognise", self.recognised or self.scans)
        self.table.wait(READY_MS)

    def wait(self, ms: int) -> None:
        """The hand's clock: counts the scans since it last did something, until the board has recognised a turn."""
        if not self.table.app:
            self.table.wait(ms)
            return
        tracker = self.table.app.session.tracker
        for _ in range(ms // 10):
            self.table.wait(10)
            self.scans += 1
            if tracker.verdict != COMPLETE and not tracker.candidates:
                self.recognised = 0
            elif not self.recognised:
                self.recognised = self.scans

    # --- small things -------------------------------------------------------------------------------------------------

    def _hand(self) -> Hand:
        mess = self.draw.getrandbits(30), self.draw.choice((0.0, 0.1, 0.25, 0.5))
        how = {"dalled": self.dalled, "slips": SLIPS * self.dalled, "places": self.places}
        return Hand(self.table.board, self, *mess, **how)

    def _standing(self) -> bytearray:
        board = self.table.board
        truth = board.letters().encode() if self.dalled else board.occupancy()
        return bytearray([truth[place] for place in self.places])

    def _take(self, events: list) -> None:
        # Note the throws among these.
        for event in events:
            if event["ev"] == "throw":
                opening = self.game.phase == engine.OPENING
                (self.game.opening_throw if opening else self.game.throw)(event["throw"])


def play(piece: tuple, figures: Figures, magnets: str, dalled: bool, rules: str) -> None:
    """Play this many turns; rules: of all games, if given."""
    seed, first, turns = piece
    seed = seed * 1_000_003 + first // PIECE
    draw = random.Random(seed)
    sets = rule_sets(seed, 10, 16)
    while figures.counts["turns"] < turns:
        text = rules or (draw.choice(RULESETS)[0] if figures.counts["games"] % 2 else draw.choice(sets))
        game = Play(draw.getrandbits(30) | 1, magnets, text, figures, dalled)
        game.play(min(TURNS_A_GAME, turns - figures.counts["turns"]))
