"""A simulated board of wood, magnets and wires: pieces go in, ADC codes come out.

It simulates the voltages that the ADC converts, not occupancy: each piece has its own magnet, each sensor its own gain,
offset and drift; neighbours leak, the supply ripples, the converter has noise and wide codes, and the muxes carry their
references, so that a broken wire shows as on a real board. All values are drawn from one seed.

    board = FakeBoard(seed=7, magnets="worst")
    board.setup("start")
    piece = board.lift(0)                 # A1
    board.hover(16, piece, height_mm=6)   # over M1
    board.place(16, piece)
    board.fault("address", 2, 0)          # S2 stuck low
    board.scan(buffer, now_ms=1230)       # 65 codes, as the driver would fill them

Holes are numbers 0 ... 48 (A1 ... A16, M1 ... M17, B1 ... B16), muxes count from 1, channels and address lines from 0.
"""

import random
from collections import OrderedDict
from typing import Any

import config as board_config
from companion.sensing.wiring import hole_names, hole_slots
from daldos.errors import DaldosError
from host.sim import physics
from host.sim.magnets import Magnets
from host.sim.standing import as_pieces
from host.sim.supply import Supply
from host.sim.wires import Wires

_KINDS = ("nominal", "worst", "best")
_MAGNETS = {"weak": physics.WEAK_FACTOR, "reversed": -1.0, "bare": 1e-9}  # fault -> what is left of its strength


class BoardError(DaldosError):
    """An impossible action or fault: the hole, piece or fault, and what was expected."""


class FakeBoard:
    """The whole board. `magnets` is `nominal`, `worst` or `best`; `noise` in counts of one conversion."""

    FAULTS = {  # name -> its arguments, and what it is
        "dead": ("hole", "a sensor gives 0 V"),
        "stuck": ("hole [code]", "a sensor gives always the same code, the present one if none is named"),
        "weak": ("hole", "the magnet of the piece that stands there is weak, wherever it goes"),
        "reversed": ("hole", "the magnet of the piece that stands there is upside down"),
        "bare": ("hole", "the magnet of the piece that stands there has fallen out"),
        "address": ("line level", "an address line S0 ... S3 is stuck at 0 or 1"),
        "rail": ("", "the sensors' supply is lost"),
        "half": ("", "the half-rail reference is off"),
        "mux": ("q", "a multiplexer does not answer"),
        "enable": ("q level", "the EN of a multiplexer is stuck; 0 is always on"),
        "swap": ("line [line]", "two address lines are exchanged; with one named, it and the next"),
        "swap_enable": ("q q", "the EN wires of two multiplexers are exchanged"),
        "swap_sig": ("q q", "the SIG wires of two multiplexers are exchanged"),
        "swap_holes": ("hole hole", "the wires of two sensors are exchanged"),
        "open": ("pin", "an ADC pin (26, 27, 28) is not connected"),
        "button": ("level", "the button's wire is shorted (0) or open (1)"),
        "deaf": ("hole", "a sensor stands up or is no linear part: it reads no magnet"),
        "face_down": ("hole", "a sensor lies with its marked face down"),
    }

    def __init__(self, seed=1, magnets="nominal", noise=physics.NOISE_COUNTS, drift=True, config=board_config):
        if magnets not in _KINDS:
            raise BoardError("magnets %r: expected %s", magnets, ", ".join(_KINDS))
        self.config = config
        self.names = hole_names(config)
        self.slots = hole_slots(config)
        draw = random.Random(seed)
        count = len(self.names)
        self.pieces = [physics.draw_piece(draw, magnets, side, i + 1) for side in "AB" for i in range(config.N)]
        self.tall = getattr(config, "DALLED", False)
        if self.tall:
            self.pieces = [physics.make_tall(piece) for piece in self.pieces]
        self.sensors = [physics.draw_sensor(draw, magnets) for _ in range(count)]
        deeper_mm = [0.0] * count
        if self.tall:
            deeper = random.Random(seed)  # a plain board's random values stay the same
            deeper_mm = [physics.draw_deeper_mm(deeper, magnets) for _ in range(count)]
        self.magnets = Magnets(config, deeper_mm)
        self._supply = Supply(draw, drift)
        self._volts = 0.0  # that it gives now
        self._wires = Wires(config, draw, noise)
        self.moved = 0  # counts the changes of place of any piece
        self._faults: dict = OrderedDict()  # (name, arguments) -> its extra state
        self._refresh()

    # --- hands ----------------------------------------------------------------------------------------------------

    def setup(self, position="start") -> None:
        """Put all pieces as in `position`: `start`, or a letter a hole. Other pieces stand beside the board.

        Of pieces of two heights, small letters are undalled, capitals dalled; at the start all are undalled. A king is
        one of A's pieces."""
        n = self.config.N
        if position == "start":
            position = "a" * n + "." * (n + 1) + "b" * n
        self.moved += 1
        self.magnets.in_hole = [None] * len(self.names)
        self.magnets.hovering = []
        spare = {"A": self.pieces[:n], "B": self.pieces[n:]}
        for hole, letter in enumerate(as_pieces(position)):
            if letter != ".":
                self.magnets.in_hole[hole] = spare[letter.upper()].pop(0)
                self.magnets.in_hole[hole].turned = float(letter.isupper())
        self._refresh()

    def place(self, hole: int, piece) -> physics.Piece:
        """Put a piece, or any spare one of a side (`"A"`, `"B"`), into a free hole; returns it."""
        if self.magnets.in_hole[hole] is not None:
            raise BoardError("place on %s: %r stands there", self.names[hole], self.magnets.in_hole[hole])
        if isinstance(piece, str):
            piece = next(other for other in self.spare() if other.side == piece)
        self.magnets.in_hole[hole] = piece
        self.away(piece)
        self._touch(hole)
        return piece

    def turn(self, hole: int, turned: float) -> None:
        """Turn the piece of a hole in place: 1.0 dalled, 0.0 undalled, neither in between; sensors do not detect this
        in a plain piece."""
        if self.magnets.in_hole[hole] is None:
            raise BoardError("turn %s: no piece there", self.names[hole])
        self.magnets.in_hole[hole].turned = turned
        self._touch(hole)

    def turn_half(self, hole: int) -> None:
        """Turn a hole's piece until it reads neither dalled nor undalled."""
        sensor = self.sensors[hole]
        empty = self._volts * (physics.MIDDLE_COUNTS + sensor.offset + sensor.drift * self._supply.warm)
        for part in range(101):
            self.turn(hole, part / 100)
            if abs(self._wires.level(self._wired[hole]) - empty) >= self.config.DALLED_PERMILLE * physics.CODES / 1000:
                return

    def twist(self, piece, turned: float) -> physics.Piece:
        """Turn a piece in the hand; returns it."""
        piece.turned = turned
        return piece

    def lift(self, hole: int) -> physics.Piece:
        """Take the piece off a hole, out of reach of the sensors; BoardError if there is none."""
        piece = self.magnets.in_hole[hole]
        if piece is None:
            raise BoardError("lift from %s: no piece there", self.names[hole])
        self.magnets.in_hole[hole] = None
        self._touch(hole)
        return piece

    def hover(self, hole: int, piece, height_mm: float) -> None:
        """Hold a lifted piece this high over a hole, occupied or not, until it is placed, moved on or away."""
        self.away(piece)
        self.magnets.hovering.append((piece, hole, height_mm))
        self._touch(hole)

    def away(self, piece) -> None:
        """Take a hovering piece out of reach."""
        for held in [held for held in self.magnets.hovering if held[0] is piece]:
            self.magnets.hovering.remove(held)
            self._touch(held[1])

    def piece_at(self, hole: int):
        """The piece in a hole, or None."""
        return self.magnets.in_hole[hole]

    def spare(self) -> list:
        """The pieces in no hole, in the hand or captured: side A first, then by number."""
        return [piece for piece in self.pieces if piece not in self.magnets.in_hole]

    def occupancy(self) -> bytearray:
        """The true occupancy: 49 bytes of `.`, `A`, `B`."""
        return bytearray([ord(piece.side) if piece else ord(".") for piece in self.magnets.in_hole])

    def letters(self) -> str:
        """The true occupancy with two heights: `.`, small letters undalled, capitals dalled, `x` and `y` neither."""
        return "".join(
            "." if not piece else ("aAx", "bBy")[piece.side == "B"][{0.0: 0, 1.0: 1}.get(piece.turned, 2)]
            for piece in self.magnets.in_hole
        )

    # --- faults ---------------------------------------------------------------------------------------------------

    def fault(self, name: str, *args) -> None:
        """Switch a fault on; `FAULTS` has the names, their arguments, and what they are."""
        self._check_fault(name, args)
        kept: Any = None
        if name == "stuck":
            kept = args[1] if len(args) > 1 else self._wires.level(self._wired[args[0]])
        elif name in _MAGNETS:
            kept = self.magnets.in_hole[args[0]]
            if kept is None:
                raise BoardError("fault %s: no piece at %s", name, self.names[args[0]])
        if name in ("dead", "stuck") or name in _MAGNETS:
            args = args[:1]
        self.heal(name, *args)
        self._faults[(name, args)] = kept
        if name in _MAGNETS:
            kept.strength *= _MAGNETS[name]
        self._rewire()

    def heal(self, name=None, *args) -> None:
        """Mend one fault, by the arguments of its creation; all faults of one name; or all."""
        if name is not None:
            self._check_fault(name, args, partly=True)
        for key in list(self._faults):
            if name in (None, key[0]) and key[1][: len(args)] == args[: len(key[1])]:
                kept = self._faults.pop(key)
                if key[0] in _MAGNETS:
                    kept.strength /= _MAGNETS[key[0]]
        self._rewire()

    def faults(self) -> list:
        """The current faults, as tuples (name, argument ...), in order of creation."""
        return [(name,) + args for name, args in self._faults]

    def pressed(self, held: bool) -> bool:
        """Whether the button's pin is low, while somebody holds it or not."""
        level = next((args[0] for name, args in self._faults if name == "button"), None)
        return held if level is None else not level

    # --- the converter ----------------------------------------------------------------------------------------------

    def code(self, slot: int, now_ms: int) -> int:
        """One conversion at one place of a scan."""
        self._advance(now_ms)
        return self._wires.convert(slot, self._supply.ripple(now_ms))

    def scan(self, buffer, now_ms: int) -> None:
        """Fill `buffer` (65 codes) as the driver does: SAMPLES conversions averaged to each code."""
        self._advance(now_ms)
        self._wires.scan(buffer, self._supply.ripple(now_ms))

    def pull_test(self) -> list:
        """As the driver does, with all muxes off: of each SIG pin (GP number, code with pull-up, with pull-down, codes
        by channel if it is held)."""
        return self._wires.pull_test()

    # --- inside -----------------------------------------------------------------------------------------------------

    def _check_fault(self, name, args, partly=False) -> None:
        if name not in self.FAULTS:
            known = ", ".join([" ".join([key, where]).strip() for key, (where, _) in self.FAULTS.items()])
            raise BoardError("fault %r: expected one of: %s", name, known)
        wanted = self.FAULTS[name][0].split()
        least = 0 if partly else len([word for word in wanted if word[0] != "["])
        if not least <= len(args) <= len(wanted):
            raise BoardError("fault %s: %d arguments, expected: %s", name, len(args), " ".join(wanted) or "none")
        limits = {"hole": (0, len(self.names) - 1), "line": (0, 3), "level": (0, 1), "q": (1, len(self.config.MUXES))}
        limits["pin"] = (min(self.config.PIN_SIG), self.config.PIN_HALF)
        for word, value in zip(wanted, args):
            low, high = limits.get(word.strip("[]"), (0, physics.CODES - 1))
            if not isinstance(value, int) or not low <= value <= high:
                raise BoardError("fault %s: %s %r, expected %d to %d", name, word.strip("[]"), value, low, high)
        if name == "swap" and tuple(args) == (3,):
            raise BoardError("fault swap: line 3 has no next line, expected another line after it")

    def _advance(self, now_ms) -> None:
        if self._supply.advance(now_ms):
            self._refresh()

    def _touch(self, hole) -> None:
        # something changed over this hole: update it and its neighbours
        self.moved += 1
        self._feel(hole)
        for neighbour in self.magnets.neighbours(hole):
            self._feel(neighbour)

    def _refresh(self) -> None:
        self._volts = 0.0 if ("rail", ()) in self._faults else self._supply.volts()
        rail = self._volts * physics.CODES
        half = 0.0 if ("half", ()) in self._faults else self._supply.half(rail)
        references = {"GND": physics.GND_COUNTS, "RAIL": rail, "HALF": half}
        self._wired = list(self.slots)  # the scan place of each hole's sensor
        for name, args in self._faults:
            if name == "swap_holes":
                one, other = args
                self._wired[one], self._wired[other] = self._wired[other], self._wired[one]
        wired = [name for mux in self.config.MUXES for name in mux] + ["HALF"]
        for slot in range(len(wired)):
            if wired[slot] in references:
                self._wires.set_level(slot, references[wired[slot]])
        for hole in range(len(self.names)):
            self._feel(hole)

    def _feel(self, hole) -> None:
        # the level of one sensor
        slot = self._wired[hole]
        if ("dead", (hole,)) in self._faults:
            self._wires.set_level(slot, physics.GND_COUNTS)
            return
        stuck = self._faults.get(("stuck", (hole,)))
        if stuck is not None:
            self._wires.set_level(slot, stuck + 0.5)
            return
        field = self.magnets.field_mt(hole)
        sensor = self.sensors[hole]
        if ("deaf", (hole,)) in self._faults:
            field = 0.0
        elif ("face_down", (hole,)) in self._faults:
            field = -field
        counts = physics.MIDDLE_COUNTS + sensor.offset + sensor.drift * self._supply.warm + sensor.gain * field
        low, high = physics.SWING_COUNTS
        self._wires.set_level(slot, self._volts * min(max(counts, low), high))

    def _rewire(self) -> None:
        self._wires.connect(self._faults)
        self._refresh()
