"""Boards in a muddle, and a hand that only follows the lights: does it get back into the game?

Each muddle is a game saved at some throw, under some rules, followed by anything in any order: a mode, pieces moved,
missing, in the hand, surplus or the other side's, presses, services begun, power cuts, a magnet turned over or fallen
out, a mux that never switches off or never answers, a side's last spare pieces lost, pieces set up with the sides
exchanged or away from the stern, a night in which the board rests. Then the hand begins. It reads
the pixels of the eight lights, sets and takes the pieces they point at, and presses when they ask. When they show the
dice, it plays a turn like a player who knows the rules and which pieces are dalled. It is back in the game once a turn
of its own is committed. A step is a piece lifted or set, or a press.

The board is the whole one, from ADC codes; while nothing is touched it makes only every fifth scan. With --dalled it
sees the dal: pieces are turned at random too, and must be turned back.
"""

import random
from functools import partial

import config as board_config
from companion.game.match import Match
from companion.session.session import REST_MS
from companion.session.situation import situation
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.tracking.readings import occupancy_of
from daldos.effects import cells_after, outcome
from daldos.game import OPENING, OVER, PLAY
from daldos.position import Position
from daldos.rules import Rules
from daldos.state import DALLED, rows_text, start_cells
from daldos.throws import LONG_DICE
from host.ai.wasm import take_kernel
from host.sim import physics
from host.sim.preload import ScriptedDice, sized
from host.sim.standing import as_pieces, otherwise, wooden
from host.sim.table import Table, seeing_heights
from lab.campaigns.follower import Follower, NoWay
from lab.figures import Figures, pieces, rule_sets, throw

SIZE = "10000 muddles"
OPTIONS = {"dalled": False, "rules": ""}
units = partial(pieces, step=50)  # at one table
SPARE = 4  # surplus pieces per side
MODES = ("game", "game", "game", "solo", "wooden", "roller", "diagnose")
BUSY_MS = 80  # for this long after a touch it makes every scan
STRIDE = 5  # then every fifth
RESTING = 100  # and through a night every hundredth
SIZES = ("danish", "norwegian", "mary-rose")
KINDS = ("few", "few", "few", "many", "scrambled", "cleared", "start")


class StridingTable(Table):
    """A table that skips scans while nothing is touched."""

    def __init__(self, seed: int, dalled: bool = False):
        super().__init__(seed=seed, config=seeing_heights() if dalled else board_config)
        draw = random.Random(seed)
        n = self.config.N
        for side in "AB":
            for number in range(n + 1, n + SPARE + 1):
                piece = physics.draw_piece(draw, "nominal", side, number)
                self.board.pieces.append(physics.make_tall(piece) if dalled else piece)
        self._touched_ms = self._moved = 0
        self.stride = STRIDE
        self._house = list(self.board.pieces)

    def mend(self) -> None:
        """Another evening: what was lost is found, what was broken is mended."""
        self.board.pieces = list(self._house)
        self.board.heal()

    def rest(self) -> None:
        """Nobody touches the board, until it goes dark."""
        self.stride = RESTING
        self.wait(REST_MS + 5000)
        self.stride = STRIDE

    def wait(self, ms: int) -> None:
        end = self.now_ms + ms
        if self._moved != self.board.moved:
            self._moved, self._touched_ms = self.board.moved, max(self._touched_ms, self.now_ms)
        while self.now_ms < end:
            service = self.app and self.app.service.busy
            if not service and self.now_ms - self._touched_ms >= BUSY_MS:
                self.now_ms = min(end, self.now_ms + self.stride * self.config.SCAN_MS) - self.config.SCAN_MS
            super().wait(self.config.SCAN_MS)

    def plug_in(self, settle_ms: int = 200) -> None:
        self._touched_ms = self.now_ms + settle_ms
        super().plug_in(settle_ms)

    def press(self, ms: int = 100) -> None:
        self._touched_ms = self.now_ms + ms
        super().press(ms)


class Muddler:
    """Makes muddles at a table, all from one seed. done: the last one's deeds, in words."""

    def __init__(self, table: Table, seed: int):
        self.table = table
        self.draw = random.Random(seed)
        self.rules = rule_sets(seed, 10, table.config.N)
        self.done: list = []
        self.wrongs: list = []  # see lab.campaigns.evenings
        self.match: Match = None

    def make(self) -> None:
        """Another game, muddled."""
        table, draw = self.table, self.draw
        table.plug_out()
        table.mend()
        table.store = MemoryStore()
        table.events.clear()
        table.news()
        rules = draw.choice(self.rules)
        self.done = [rules]
        self._save(rules)
        self._set_up(self.match.game.rules, self.match.game.position.cells)
        if draw.random() < 0.3:
            self._muddle()
        table.plug_in()
        deeds = [
            self._muddle,
            self._muddle,
            self._press,
            self._serve,
            self._cut,
            self._mode,
            self._turn,
            *self.events(),
        ]
        if table.board.tall and self.match.game.rules.king:
            deeds.append(self._position)
        for _ in range(draw.randrange(1, 6)):
            draw.choice(deeds)()
            table.wait(draw.choice((30, 200, 900, 3000)))

    def _save(self, rules: str) -> None:
        # A game up to some throw or turn, stored in the board's format.
        table, draw = self.table, self.draw
        dice, fitting = ScriptedDice(draw.getrandbits, []), partial(sized, n=table.config.N)
        match = self.match = Match(Journal(table.store), dice, fitting)
        match.load(rules)
        turns = draw.choice((-1, 0, 0, 1, 5, 20, 60, 600))
        throws = match.game.rules.throws
        match.dice.throws = [throw(draw) if throws is LONG_DICE else throws.draw(draw) for _ in range(2000)]
        while match.game.phase == OPENING and (turns >= 0 or draw.random() < 0.5):
            match.throw()
        for _ in range(turns):
            if match.game.phase == OVER:
                break
            match.throw()
            match.commit(draw.choice(match.game.legal.turns))
        if match.game.plies and draw.random() < 0.1:
            match.undo()
        elif match.game.phase not in (OVER, OPENING) and draw.random() < 0.6:
            match.throw()
        text = '{"mode": "%s", "rules": "%s"}' % (draw.choice(MODES), match.game.rules.text)
        table.store.replace("settings.json", text.encode())
        self.done.append("saved at turn %d" % (len(match.game.plies) + 1))

    # --- the deeds ------------------------------------------------------------------------------------------

    def _muddle(self) -> None:
        kind = self.draw.choice(KINDS)
        self.done.append(kind)
        names = range(len(self.table.board.names))
        if kind in ("few", "many"):
            for _ in range(self.draw.randrange(1, 5) if kind == "few" else self.draw.randrange(5, 30)):
                self._stir()
                self.table.wait(self.draw.choice((0, 20, 100, 800)))
            return
        self._clear()
        if kind == "scrambled":
            holes = self.draw.sample(names, self.draw.randrange(len(self.table.board.pieces)))
            for hole in holes:
                self._put(hole, self.draw.choice("AB"))
        elif kind == "start":
            self._set_up(self.match.game.rules, start_cells(self.match.game.rules))

    def _stir(self) -> None:
        draw, board = self.draw, self.table.board
        hole, other = draw.sample(range(len(board.names)), 2)
        deed = draw.random()
        if self.table.board.tall and board.piece_at(hole):
            self.table.board.turn(hole, draw.choice((0.0, 0.5, 1.0)))
        if deed < 0.4:  # moved, removing an enemy there
            if board.piece_at(hole):
                side = self.table.lift(hole).side
                self._take(other)
                self._put(other, side)
        elif deed < 0.6:
            self._take(hole)
        elif deed < 0.8:
            self._take(hole)
            self._put(hole, draw.choice("AB"))
        else:  # swapped
            sides = [self._take(hole), self._take(other)]
            for place, side in zip((other, hole), sides, strict=True):
                if side:
                    self._put(place, side)

    def _press(self) -> None:
        ms = self.draw.choice((100, 100, 1200, 4300))
        self.done.append("pressed %d ms" % ms)
        self.table.press(ms)

    def _serve(self) -> None:
        do = self.draw.choice(("calibrate", "walk", "selftest", "undo", "new"))
        self.done.append(do)
        self.table.send({"do": do})

    def _mode(self) -> None:
        mode = self.draw.choice(MODES)
        self.done.append("mode " + mode)
        self.table.send({"do": "mode", "mode": mode})

    def _cut(self) -> None:
        self.done.append("power cut")
        self.table.plug_out()
        if self.draw.random() < 0.5:
            self._muddle()
        self.table.plug_in()

    def _turn(self) -> None:
        # A legal turn, a part of one, or one with another piece moved too.
        game = self.table.app.session.match.game
        if game.phase != PLAY:
            return
        self.done.append("a turn")
        turn = self.draw.choice(game.legal.turns)
        wanted = occupancy_of(cells_after(game.position, turn))
        places = self.table.app.session.places
        for hole in {hole for hole, _, _ in outcome(game.position, turn)}:
            if self.draw.random() < 0.85:
                self._take(places[hole])
                if wanted[hole] != ord("."):
                    self._put(places[hole], chr(wanted[hole]))

    # --- what real evenings bring -----------------------------------------------------------------------------------

    def events(self) -> tuple:
        """Of these deeds the campaign counts how often each came."""
        return self._magnet, self._wire, self._lost, self._otherwise, self._rest

    def _magnet(self) -> None:
        broken = self.draw.choice(("reversed", "bare"))
        hole = self._some_hole()
        if hole >= 0 and not self._broken(("reversed", "bare")):
            self.done.append("magnet: %s at %s" % (broken, self.table.board.names[hole]))
            self.table.board.fault(broken, hole)

    def _wire(self) -> None:
        if not self._broken(("enable",)):
            where = self.draw.randrange(1, len(self.table.config.MUXES) + 1), self.draw.randrange(2)
            self.done.append("wire: enable %d %d" % where)
            self.table.board.fault("enable", *where)

    def _broken(self, names: tuple) -> bool:
        return any(fault[0] in names for fault in self.table.board.faults())

    def _lost(self) -> None:
        hole = self._some_hole()
        if hole >= 0:
            self.done.append("lost: the piece of %s, and no spare one" % self.table.board.names[hole])
            board, n = self.table.board, self.table.config.N
            lost = self.table.lift(hole)
            spare = [piece for piece in board.spare() if piece.side == lost.side and piece.number > n]
            board.pieces = [piece for piece in board.pieces if piece is not lost and piece not in spare]

    def _otherwise(self) -> None:
        rules = Rules(self.draw.choice(SIZES))
        exchanged, prow = self.draw.choice(((True, False), (False, True), (True, True)))
        self.done.append("set up: %s%s%s" % (rules.text, " exchanged" * exchanged, " prow" * prow))
        n = self.table.config.N
        start = wooden(rows_text(rules, start_cells(rules)), n).upper()
        self._put_all(otherwise(start, n, rules.n, exchanged, prow))

    def _position(self) -> None:
        # Another position of the game, set up by hand while the plug is out; the king may be anybody's.
        places = self.table.app.session.places
        self.table.plug_out()
        at = Position.start(self.match.game.rules)
        for _ in range(self.draw.randrange(4, 60)):
            after = self.draw.choice(at.turns(self.draw.choice(list(at.rules.throws)))).after()
            at = at if after.winner else after
        self.done.append("position: " + at.text())
        self._set_up(at.rules, at.cells)
        for hole, cell in enumerate(at.cells):
            if self.table.board.piece_at(places[hole]):
                self.table.board.turn(places[hole], float(cell in DALLED))
        self.table.plug_in()

    def _rest(self) -> None:
        self.done.append("rest: until it is dark")
        self.table.rest()

    def _some_hole(self) -> int:
        # One with a piece, or -1.
        holes = [hole for hole in range(len(self.table.board.names)) if self.table.board.piece_at(hole)]
        return self.draw.choice(holes) if holes else -1

    # --- single pieces --------------------------------------------------------------------------------------------

    def _take(self, hole: int) -> str:
        return self.table.lift(hole).side if self.table.board.piece_at(hole) else ""

    def _put(self, hole: int, side: str) -> None:
        if any(piece.side == side for piece in self.table.board.spare()):
            self.table.place(hole, side)

    def _clear(self) -> None:
        for hole in range(len(self.table.board.names)):
            self._take(hole)

    def _set_up(self, rules: Rules, cells: bytearray) -> None:
        self._put_all(as_pieces(wooden(rows_text(rules, cells), self.table.config.N)).upper())

    def _put_all(self, letters: str) -> None:
        self._clear()
        for hole, side in enumerate(letters):
            if side != ".":
                self._put(hole, side)


def play(
    piece: tuple, figures: Figures, dalled: bool, rules: str = "", of=("muddles", Muddler, Follower, "steps")
) -> None:
    """Run muddles of one class, each to its way out, with followers of another; the `wrongs` of both are failures.

    rules: of all games, if given. of: their name, the two classes, and what a follower counts.
    """
    take_kernel()  # as a Pico has it: a choice in Python takes minutes of its time
    seed, first, count = piece
    name, made, followed, measure = of
    table = StridingTable(seed + first, dalled)
    for k in range(first, first + count):
        muddler = made(table, seed * 1_000_003 + k)
        muddler.rules = [rules] if rules else muddler.rules
        muddler.make()
        figures.counts[name] += 1
        figures.counts["begun in " + situation(table.app.session).name] += 1
        figures.counts.update({"with " + deed.partition(":")[0] for deed in muddler.done if ": " in deed})
        follower = followed(table, muddler.draw)
        try:
            follower.lead()
            figures.sample(measure + " to a turn", getattr(follower, measure))
        except NoWay as error:
            figures.fail("no way", "%d: %s; %s" % (k, "; ".join(muddler.done), error))
        for wrong in muddler.wrongs + follower.wrongs:
            figures.fail("lost or ended", "%d: %s; %s" % (k, "; ".join(muddler.done), wrong))
