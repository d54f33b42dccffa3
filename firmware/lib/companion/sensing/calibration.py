"""The baseline: the code of each sensor on the empty board, and the half rail at that time. Taken, checked, stored as
text.

It takes CALIBRATE_SCANS scans, one per call:

    calibration = Calibration(config)
    while not calibration.update(scan()):     # one scan a call, CALIBRATE_SCANS in all
        pass
    baseline, half = calibration.result()     # CodedError names the holes if the board was not empty and at rest
    store.replace("baseline", dump_baseline(baseline, half, config))
"""

from array import array

from companion.reasons import CodedError
from companion.sensing.checksum import seal, unseal
from companion.sensing.findings import name_muxes
from companion.sensing.wiring import References, by_place, hole_names, hole_slots

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Scan

CROOKED_MAX = 2  # holes whose sensors may be twice as far off, if somebody confirms that they are empty
_SPREAD_MAX = 24  # counts between lowest and highest code of a hole at rest: noise, an ADC spike (8), supply ripple
_HEAD = "baseline 2"  # kind and version of the stored text
_BY_HOLE = "baseline 1"  # in order of the holes, as it was before


class Calibration:
    """Averages CALIBRATE_SCANS scans of the empty board into a baseline. sure: somebody has confirmed that it is
    empty."""

    def __init__(self, config: "Config", sure: bool = False):
        self.sure = sure
        self.config = config
        self.scans = 0  # taken so far
        self._references = References(config)
        self._slots = hole_slots(config)
        holes = len(self._slots)
        self._sum = array("I", [0] * holes)
        self._min = array("H", [65535] * holes)
        self._max = array("H", [0] * holes)
        self._half = 0
        self._bad_mux = bytearray(len(config.MUXES))
        self._half_lost = False

    def update(self, scan: "Scan") -> bool:
        """Take one scan; True when there are enough of them."""
        if self.scans < self.config.CALIBRATE_SCANS:
            self.scans += 1
            self._add(scan)
        return self.scans >= self.config.CALIBRATE_SCANS

    def result(self) -> "tuple[array[int], int]":
        """`(baseline, half)`: array of 49 codes, and the half rail at that time, in counts.

        CodedError if a reference failed, a piece stands on the board or something moved. A dead sensor does not stop
        the calibration: its hole gets the half rail, and reads `?` until it is mended.
        """
        config = self.config
        if self.scans < config.CALIBRATE_SCANS:
            raise CodedError("calibration_early", self.scans, config.CALIBRATE_SCANS)
        bad = [q for q in range(len(self._bad_mux)) if self._bad_mux[q]]
        if bad:
            raise CodedError("calibration_references", name_muxes(bad))
        if self._half_lost:
            raise CodedError("calibration_half")
        half = (self._half + self.scans // 2) // self.scans
        baseline = array("H", [(total + self.scans // 2) // self.scans for total in self._sum])
        pieces, moving = [], []
        for hole in range(len(baseline)):
            if self._min[hole] < config.CODE_LOW or self._max[hole] > config.CODE_HIGH:
                baseline[hole] = half
            elif self._max[hole] - self._min[hole] > _SPREAD_MAX:
                moving.append(hole)
            elif abs(baseline[hole] - half) > config.CALIBRATE_OFFSET_MAX * (1 + self.sure):
                pieces.append(hole)
        if pieces and moving:
            names = (self._named(pieces), self._named(moving))
            raise CodedError("calibration_pieces_unsteady", *names, holes=self._names_of(pieces + moving))
        if pieces:
            raise CodedError("calibration_pieces", self._named(pieces), holes=self._names_of(pieces))
        if moving:
            raise CodedError("calibration_unsteady", self._named(moving), holes=self._names_of(moving))
        return baseline, half

    def _names_of(self, holes: list[int]) -> list[str]:
        names = hole_names(self.config)
        return [names[hole] for hole in holes]

    def _named(self, holes: list[int]) -> str:
        return " ".join(self._names_of(holes))

    def _add(self, scan: "Scan") -> None:
        half = self._references.read(scan)
        self._half += half
        self._half_lost = self._half_lost or not half
        good = self._references.good
        for q in range(len(good)):
            if not good[q]:
                self._bad_mux[q] = 1
        for hole in range(len(self._slots)):
            code = scan[self._slots[hole]]
            self._sum[hole] += code
            self._min[hole] = min(code, self._min[hole])
            self._max[hole] = max(code, self._max[hole])


def check_baseline(baseline: "Scan", half: int, config: "Config") -> None:
    """CodedError unless each hole has a baseline that an empty hole can have at this half rail."""
    holes = 3 * config.N + 1
    if len(baseline) != holes:
        raise CodedError("stored_holes", "baseline", len(baseline), holes)
    if not config.CODE_HALF_MIN <= half <= config.CODE_HALF_MAX:
        raise CodedError("baseline_half", half, config.CODE_HALF_MIN, config.CODE_HALF_MAX)
    for hole in range(holes):
        if abs(baseline[hole] - half) > 2 * config.CALIBRATE_OFFSET_MAX:
            found = (hole_names(config)[hole], baseline[hole], 2 * config.CALIBRATE_OFFSET_MAX, half)
            raise CodedError("baseline_hole", *found)


def dump_baseline(baseline: "Scan", half: int, config: "Config") -> bytes:
    """One line of text with a checksum, for a store: `baseline 2 HALF CODE ... CRC`, in order of places."""
    return seal(_HEAD, ["%d" % code for code in [half] + [baseline[hole] for hole in by_place(config)]])


def load_baseline(data: bytes, config: "Config") -> "tuple[array[int], int]":
    """The inverse of dump_baseline; CodedError if the data is truncated, altered or unfit."""
    elder = data.startswith(_BY_HOLE.encode())
    codes = [int(word) for word in unseal(data, _BY_HOLE if elder else _HEAD)]
    half = codes.pop(0) if codes else 0
    baseline = array("H", codes)
    if not elder and len(codes) == 3 * config.N + 1:
        for k, hole in enumerate(by_place(config)):
            baseline[hole] = codes[k]
    check_baseline(baseline, half, config)
    return baseline, half
