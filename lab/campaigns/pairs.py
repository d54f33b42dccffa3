"""Two wiring faults at once: the board names one, and commits no turn that was not made.

All pairs of the faults of docs/commissioning.md at different wires. Each pair gets a new board, started as a builder
would: plugged in empty, then with the pieces at the start, then, if no fault was reported, a magnet walk. *Named* means
that the board reports one of the two with its wire or hole: once it is mended, the other is a single fault of that
page. Then some turns are played under both, and again on a board that gets them in the middle of a game. At least 95 %
of the pairs must be named.
"""

import itertools
import random

from companion.tracking.tracker import occupancy_of
from daldos.game import PLAY
from host.sim.table import Table
from lab.campaigns.follower import Follower
from lab.figures import Figures, result_cells, spread

SIZE = "1010 pairs of faults"
TURNS = 4
START = "A" * 16 + "." * 17 + "B" * 16
EMPTY = "." * 49
PAIRS = [(one, other) for one in range(1, 5) for other in range(one + 1, 5)]
SENSORS = ("dead", "stuck", "deaf", "face_down")
# Faults of the simulated board; hole faults without their hole.
ROWS = [("address", line, level) for level in (0, 1) for line in range(4)]
ROWS += [("swap", a - 1, b - 1) for a, b in PAIRS]
ROWS += [*(("enable", q, level) for level in (0, 1) for q in range(1, 5)), *(("mux", q) for q in range(1, 5))]
ROWS += [(name, *pair) for name in ("swap_enable", "swap_sig") for pair in PAIRS]
ROWS += [("rail",), ("half",), *(("open", pin) for pin in (26, 27, 28)), ("swap_holes",), *((one,) for one in SENSORS)]
HARMLESS = {("swap_enable", 1, 3), ("swap_enable", 2, 4), ("swap_sig", 1, 2), ("swap_sig", 3, 4)}


def wires(fault: tuple) -> set:
    """The wires, ends of wires or holes of a fault; two faults at the same one count as one."""
    name, args = fault[0], fault[1:]
    if name in ("address", "swap"):
        return {"S%d" % line for line in (args[:1] if name == "address" else args)}
    if name in ("enable", "mux", "swap_enable"):
        # without its supply a module's EN cannot be wrong too
        return {"EN %d" % q for q in (args[:1] if name == "enable" else args)}
    if name == "swap_sig":
        return {"SIG %d" % q for q in args}
    return {" ".join(map(str, fault))}


def pairs() -> list:
    """All pairs of rows at different wires, at least one of them harmful."""
    rows = itertools.combinations(ROWS, 2)
    return [(one, two) for one, two in rows if not wires(one) & wires(two) and not {one, two} <= HARMLESS]


def at_holes(pair: tuple, draw: random.Random) -> list:
    """The pair with different holes drawn for its sensors."""
    holes = draw.sample(range(49), 4)
    found = []
    for fault in pair:
        if fault[0] == "swap_holes":
            found.append((fault[0], *sorted((holes.pop(), holes.pop()))))
        elif fault[0] in SENSORS:
            found.append((fault[0], holes.pop(), *((4090,) if fault[0] == "stuck" else ())))
        else:
            found.append(fault)
    return found


def names(event: dict, fault: tuple, hole_names: tuple) -> bool:
    """Whether this `fault` event names that fault: the kind, and the wire or hole."""
    name, args = fault[0], fault[1:]
    code, told, what = event["code"], set(event["wires"]), event["what"]
    if name == "address":
        if code == "lines_stuck":
            return "S%d " % args[0] in what
        return code == "line_stuck" and "S%d stuck %s" % (args[0], ("low", "high")[args[1]]) in what
    if name == "swap":
        return "S%d and S%d swapped" % args in what
    if name == "enable" and not args[1]:
        return code in ("mux_always_on", "walk_mux_always_on") and "mux %d EN" % args[0] in told
    if name in ("enable", "mux"):
        return code in ("mux_silent", "muxes_exchanged", "pin_silent") and "mux %d EN" % args[0] in told
    if name in ("swap_enable", "swap_sig"):
        wire = "EN" if name == "swap_enable" else "SIG"
        ends = {"mux %d %s" % (q, wire) for q in args}
        if code == "mux_silent":  # one of the two wires is at that end
            return bool(ends & told)
        codes = ("muxes_exchanged", "walk_%s_swapped" % wire.lower())
        return code in codes and ends <= told or name == "swap_sig" and code == "walk_pins_swapped"
    if name == "rail":
        return code in ("rail_lost", "rail_low")
    if name == "half":
        return code in ("half_off", "half_reference_off")
    if name == "open":
        return code in ("pin_silent", "half_off", "half_reference_off") and "GP%d" % args[0] in told
    holes = {hole_names[hole] for hole in args[: 2 if name == "swap_holes" else 1]}
    kinds = {
        "dead": ("sensor_dead", "walk_nothing_read"),
        "stuck": ("sensor_dead", "walk_nothing_read"),
        "deaf": ("walk_nothing_read",),
        "face_down": ("walk_face_down",),
        "swap_holes": ("walk_sensors_swapped", "walk_elsewhere"),
    }
    return code in kinds[name] and holes & set(event["holes"]) != set()


class Trial:
    """A new board with faults; said: the `fault` events so far; by: the test that reported the first."""

    def __init__(self, faults: list, seed: int):
        self.draw = random.Random(seed)
        self.table = Table(seed=seed)
        self.hand = Follower(self.table, self.draw)
        self.faults = faults
        self.by = "nothing"

    @property
    def said(self) -> list:
        return [event for event in self.table.events if event["ev"] == "fault" and not event["mended"]]

    def named(self) -> bool:
        """Start the board as its builder would; returns whether one of the faults is named."""
        board = self.table.board
        for fault in self.faults:
            board.fault(*fault)
        for by, stands, do in (
            ("self-test", EMPTY, self.table.plug_in),
            ("pieces", START, lambda: None),
            ("magnet walk", EMPTY, self._walk),
        ):
            board.setup(stands)
            do()
            self.table.wait(1500)
            if any(names(event, fault, board.names) for event in self.said for fault in self.faults):
                self.by = by
                return True
        return False

    def _walk(self) -> None:
        table = self.table
        table.wait(1500)
        table.news()
        table.send({"do": "walk"})
        table.wait(1500)
        piece, at = table.board.pieces[0], -1
        for _ in range(200):
            if not table.app.service.busy:
                break
            asked = [event for event in table.news() if event["ev"] == "guide" and event["holes"]]
            if asked and asked[-1]["code"] == "walk_clear":
                table.press()  # something always reads there
            elif asked:
                if at >= 0:
                    table.lift(at)
                    table.wait(800)
                at = table.hole(asked[-1]["holes"][0]["hole"])
                table.place(at, piece)
                table.wait(800)
            else:
                table.press()

    # --- turns ----------------------------------------------------------------------------------------------------

    def wrong_commits(self, comes: bool) -> list:
        """Play some turns; comes: the faults come after the first throw, not at the start."""
        table, board, draw = self.table, self.table.board, self.draw
        board.setup(START)
        if comes:
            board.heal()
            table.plug_in()
            self._throw()
            for fault in self.faults:
                board.fault(*fault)
        else:
            table.plug_in(1000)
            self._throw()
        wrong = []
        for _ in range(TURNS):
            game = table.app.session.match.game
            if game.phase == PLAY:
                turn = draw.choice(game.legal.turns)
                self.hand.set_up(occupancy_of(result_cells(game.position, turn)))
                if draw.random() < 0.3:
                    self._blunder()
            table.wait(draw.choice((100, 900)))
            table.news()
            table.press()
            table.wait(100)
            stands = board.occupancy().decode()
            for event in table.news():
                if event["ev"] == "turn" and event["result"].split(" ")[0].replace("/", "").upper() != stands:
                    wrong.append("%s %s, on the board %s" % (event["throw"], event["turn"], stands))
            if wrong:
                break
            self.hand.set_up(occupancy_of(game.position.cells))
            table.wait(300)
        return wrong

    def _throw(self) -> None:
        for _ in range(6):
            self.table.press()
            self.table.wait(200)

    def _blunder(self) -> None:
        # one more piece is moved
        stands = self.table.board.occupancy()
        hole = self.draw.choice([hole for hole in range(49) if stands[hole] != ord(".")])
        to = self.draw.choice([hole for hole in range(49) if stands[hole] == ord(".")])
        stands[hole], stands[to] = stands[to], stands[hole]
        self.hand.set_up(stands)


def units(size: int, seed: int) -> list:
    """(seed, faults) of each pair."""
    return [
        (seed + k, at_holes(pair, random.Random(seed * 1_000_003 + k)))
        for k, pair in enumerate(spread(pairs(), size, seed))
    ]


def play(unit: tuple, figures: Figures) -> None:
    """One pair."""
    seed, faults = unit
    trial = Trial(faults, seed)
    named = trial.named()
    figures.counts["pairs"] += 1
    figures.counts["named"] += named
    figures.counts["by " + trial.by] += 1
    if not named:
        said = "; ".join(dict.fromkeys("%s (%s)" % (event["what"], event["where"]) for event in trial.said))
        figures.fail("not named", "%s + %s: %s" % (*faults, said or "nothing is said"))
    for comes in (False, True):
        for wrong in Trial(faults, seed).wrong_commits(comes):
            figures.fail("wrong commits", "%s + %s: %s" % (*faults, wrong))


def good(figures: Figures) -> bool:
    """No turn was committed wrongly, and one of two faults is nearly always named."""
    return not figures.failed["wrong commits"] and figures.counts["named"] >= 0.95 * figures.counts["pairs"]
