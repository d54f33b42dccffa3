"""The result of a magnet walk: where and how strongly the piece in each hole was read, and which wires are wrong.

A walk puts one piece of A's into each hole, and finds what no reference can: swapped wires, sensors face down or deaf.

    found = WalkMap(config)
    found.add(hole, place, u)            # the hole it stood in, the place of the scan that answered, thousandths
    for fault in found.findings(): ...   # as the self-test's, with codes of their own
    store.replace("walk", found.dump())
"""

from array import array

from companion.reasons import CodedError
from companion.sensing.checksum import seal, unseal
from companion.sensing.findings import PAIRS, ends, finding, gp, name_channel, swap_bits, two_lines
from companion.sensing.wiring import CHANNELS, hole_names, hole_slots

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Finding

NOT_YET = 255  # no places: not visited,
NOTHING = 254  # visited, and nothing answered
_HEAD = "walk 1"  # kind and version of the stored text
_LEAST = 2  # holes that must read elsewhere in the same way before one wire is blamed


class WalkMap:
    """places: for each hole, in hole order, the place of the scan that answered, NOT_YET or NOTHING.

    seconds: a second place that answered, or NOT_YET. us: what the first read, in thousandths.
    """

    def __init__(self, config: "Config"):
        self.config = config
        self.names = hole_names(config)
        self.slots = hole_slots(config)
        count = len(self.names)
        self.places = bytearray([NOT_YET] * count)
        self.seconds = bytearray([NOT_YET] * count)
        self.us = array("h", [0] * count)

    def add(self, hole: int, place: int, u: int, second: int = NOT_YET) -> None:
        """The piece in `hole` was read at this place, u thousandths strong, and more weakly at a second one."""
        self.places[hole] = place
        self.seconds[hole] = second
        self.us[hole] = u

    def forget(self, hole: int) -> None:
        """As if the hole had not been visited."""
        self.add(hole, NOT_YET, 0)

    def right(self, hole: int) -> bool:
        """Whether the hole was read as it should be: there, as a piece of A's, and nowhere else."""
        return self.places[hole] == self.slots[hole] and self.seconds[hole] == NOT_YET and self.us[hole] > 0

    def crossed(self) -> bool:
        """Whether any hole was read at another place."""
        return any(self.places[hole] != self.slots[hole] for hole in self._read())

    def margin(self, hole: int) -> int:
        """Thousandths above the threshold for a piece; negative if below."""
        return abs(self.us[hole]) - self.config.OCCUPIED_PERMILLE

    def hole_at(self, place: int) -> int:
        """The hole whose sensor belongs at this place, or -1."""
        for hole in range(len(self.slots)):
            if self.slots[hole] == place:
                return hole
        return -1

    def name(self, place: int) -> str:
        """The name of a place: its hole, or mux and channel where there is none."""
        hole = self.hole_at(place)
        if hole >= 0:
            return self.names[hole]
        return _channel(place)

    def summary(self) -> tuple[int, int, str | None, int | None]:
        """`(right, visited, weakest, margin)`: how many holes; the weakest that answered, and its margin, or None."""
        visited = [hole for hole in range(len(self.names)) if self.places[hole] != NOT_YET]
        answered = [hole for hole in visited if self.places[hole] != NOTHING]
        right = len([hole for hole in visited if self.right(hole)])
        weakest, margin = None, None
        for hole in answered:
            if margin is None or self.margin(hole) < margin:
                weakest, margin = self.names[hole], self.margin(hole)
        return right, len(visited), weakest, margin

    # --- which wires --------------------------------------------------------------------------------------------------

    def predicts(self, hole: int, place: int) -> bool:
        """Whether the wire swap that explains all readings so far also makes this hole read at this place."""
        slots = self.slots
        read = self._read()
        for other in read:
            if self.places[other] == slots[hole] and slots[other] == place:
                return True  # the other half of a swap
        moved = [other for other in read if self.places[other] != slots[other]]
        if not moved:
            return False
        near = self._of_mux(read, slots[hole] // CHANNELS)
        for pair in PAIRS:
            so = [other for other in moved if self.places[other] == _swapped(slots[other], pair)]
            if so and self._explained(near, pair) and _swapped(slots[hole], pair) == place:
                return True
        for other in moved:
            if slots[other] // CHANNELS == slots[hole] // CHANNELS and self._other_mux(slots[other] // CHANNELS) >= 0:
                return place == slots[hole] + self.places[other] - slots[other]
        return False

    def findings(self) -> "list[Finding]":
        """The faults, in the order in which to mend them."""
        found: list[Finding] = []
        left = [hole for hole in self._read() if self.places[hole] != self.slots[hole]]
        left = self._find_lines(left, found)
        left = self._find_muxes(left, found)
        self._find_holes(left, found)
        self._find_doubles(found)
        self._find_silent(found)
        self._find_polarity(found)
        return found

    def _read(self) -> list[int]:
        return [hole for hole in range(len(self.names)) if self.places[hole] < NOTHING]

    def _of_mux(self, holes: list[int], q: int) -> list[int]:
        return [hole for hole in holes if self.slots[hole] // CHANNELS == q]

    def _explained(self, holes: list[int], pair: tuple[int, int]) -> bool:
        for hole in holes:
            if self.places[hole] != _swapped(self.slots[hole], pair):
                return False
        return True

    def _find_lines(self, moved: list[int], found: "list[Finding]") -> list[int]:
        # A line serves a whole mux: all its holes must have been read where the swap puts them.
        read = self._read()
        explained = []
        for pair in PAIRS:
            there = []
            for q in range(len(self.config.MUXES)):
                if len(self._of_mux(moved, q)) >= _LEAST and self._explained(self._of_mux(read, q), pair):
                    there.append(q)
                    explained.extend(self._of_mux(moved, q))
            if there:
                found.append(two_lines("walk_lines_swapped", self.config, pair, there))
        return [hole for hole in moved if hole not in explained]

    def _other_mux(self, q: int) -> int:
        # the mux at which all holes of this one were read, at their own channel, or -1
        read = self._of_mux(self._read(), q)
        others = [self.places[hole] // CHANNELS for hole in read]
        for hole in read:
            if self.places[hole] - self.slots[hole] != (others[0] - q) * CHANNELS:
                return -1
        return others[0] if others and others[0] != q else -1

    def _find_muxes(self, moved: list[int], found: "list[Finding]") -> list[int]:
        config = self.config
        pins = config.PIN_SIG
        muxes = range(len(config.MUXES))
        others = [self._other_mux(q) if len(self._of_mux(moved, q)) >= _LEAST else -1 for q in muxes]
        pairs = [(q, others[q]) for q in muxes if others[q] > q and others[others[q]] == q]
        crossed = [pair for pair in pairs if pins[pair[0]] != pins[pair[1]]]
        if len(crossed) * 2 == len(pins):
            two = (pins[crossed[0][0]], pins[crossed[0][1]])
            found.append(finding("walk_pins_swapped", "GP%d and GP%d" % two, (), (gp(two[0]), gp(two[1]))))
            crossed = []
        for one, other in crossed:
            where = "mux %d and %d to GP%d and GP%d" % (one + 1, other + 1, pins[one], pins[other])
            wires = (gp(pins[one]), gp(pins[other])) + ends((one, other), "SIG")
            found.append(finding("walk_sig_swapped", where, (), wires))
        for one, other in pairs:
            if pins[one] == pins[other]:
                two = (config.PIN_ENABLE[one], config.PIN_ENABLE[other])
                where = "GP%d and GP%d to mux %d and %d" % (two + (one + 1, other + 1))
                wires = (gp(two[0]), gp(two[1])) + ends((one, other), "EN")
                found.append(finding("walk_en_swapped", where, (), wires))
        explained = [hole for pair in pairs for q in pair for hole in self._of_mux(moved, q)]
        return [hole for hole in moved if hole not in explained]

    def _find_holes(self, moved: list[int], found: "list[Finding]") -> None:
        slots = self.slots
        done = []
        for hole in moved:
            place = self.places[hole]
            partners = [other for other in moved if slots[other] == place and self.places[other] == slots[hole]]
            if partners:
                other = partners[0]
                if other not in done:
                    holes = (self.names[hole], self.names[other])
                    wires = (_channel(slots[hole]), _channel(slots[other]))
                    where = "%s and %s: %s and %s" % (holes + wires)
                    found.append(finding("walk_sensors_swapped", where, holes, wires))
                    done.append(hole)
            else:
                there = _channel(place)
                name = self.names[hole]
                where = "%s: at %s" % (name, there)
                if self.hole_at(place) >= 0:
                    where += ", the place of " + self.name(place)
                found.append(finding("walk_elsewhere", where, (name,), (_channel(slots[hole]), there)))

    def _find_doubles(self, found: "list[Finding]") -> None:
        config = self.config
        pins = config.PIN_SIG
        for q in range(len(pins)):
            both = [hole for hole in self._of_mux(self._read(), q) if self.seconds[hole] < NOTHING]
            held = []
            for hole in both:
                other = self.seconds[hole] // CHANNELS
                same = self.seconds[hole] % CHANNELS == self.places[hole] % CHANNELS
                if same and other != q and pins[other] == pins[q]:
                    held.append(hole)
            if len(held) >= _LEAST:
                where = "mux %d: EN at GP%d" % (q + 1, config.PIN_ENABLE[q])
                wires = (gp(config.PIN_ENABLE[q]),) + ends([q], "EN")
                found.append(finding("walk_mux_always_on", where, (), wires))
            else:
                held = []
            for hole in both:
                if hole not in held:
                    name, places = self.names[hole], (self.places[hole], self.seconds[hole])
                    where = "%s: %s and %s" % (name, self.name(places[0]), self.name(places[1]))
                    found.append(finding("walk_two_answer", where, (name,), (_channel(places[0]), _channel(places[1]))))

    def _find_silent(self, found: "list[Finding]") -> None:
        for hole in range(len(self.names)):
            if self.places[hole] == NOTHING:
                what = "sensor stands up, is no linear one, or is not connected"
                if abs(self.us[hole]) >= self.config.EMPTY_PERMILLE // 2:
                    what = "reads %d, %d is a piece: sensor or magnet too deep" % (
                        self.us[hole],
                        self.config.OCCUPIED_PERMILLE,
                    )
                name = self.names[hole]
                wires = (_channel(self.slots[hole]),)
                found.append(finding("walk_nothing_read", "%s: %s" % (name, what), (name,), wires))

    def _find_polarity(self, found: "list[Finding]") -> None:
        # One magnet visits all holes: it explains what most holes read; the others have faulty sensors.
        read = self._read()
        minus = [hole for hole in read if self.us[hole] < 0]
        others = minus
        if 2 * len(minus) > len(read):
            where = "the piece: its magnet upside down, or a piece of B's; if neither, all sensors lie face down"
            found.append(finding("walk_reads_b", where))
            others = [hole for hole in read if self.us[hole] > 0]
        for hole in others:
            name = self.names[hole]
            found.append(finding("walk_face_down", name + ": the marked face goes up", (name,)))

    # --- in the store -------------------------------------------------------------------------------------------------

    def dump(self) -> bytes:
        """One line of text with a checksum: `walk 1 PLACE:SECOND:U ... CRC`."""
        holes = range(len(self.names))
        return seal(_HEAD, ["%d:%d:%d" % (self.places[h], self.seconds[h], self.us[h]) for h in holes])

    def load(self, data: bytes) -> None:
        """Load the output of `dump`; CodedError, which changes nothing, if it is truncated, altered or from another
        board."""
        words = unseal(data, _HEAD)
        if len(words) != len(self.names):
            raise CodedError("stored_holes", "walk", len(words), len(self.names))
        for hole in range(len(words)):
            place, second, u = [int(part) for part in words[hole].split(":")]
            self.add(hole, place, u, second)


def _channel(place: int) -> str:
    return name_channel(place // CHANNELS, place % CHANNELS)


def _swapped(slot: int, pair: tuple[int, int]) -> int:
    return slot // CHANNELS * CHANNELS + swap_bits(slot % CHANNELS, pair)
