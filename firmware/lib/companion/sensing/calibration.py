"""A calibration: takes the baseline of the empty board from CALIBRATE_SCANS scans, one per call.

calibration = Calibration(config)
while not calibration.update(scan()):     # one scan a call, CALIBRATE_SCANS in all
    pass
baseline, half = calibration.result()     # CodedError names the holes if the board was not empty and at rest
"""

from array import array

from companion.reasons import CodedError
from companion.sensing.findings import name_muxes
from companion.sensing.wiring import References, hole_names, hole_slots

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Scan

CROOKED_MAX = 2  # holes whose sensors may be twice as far off, if somebody confirms that they are empty
_SPREAD_MAX = 24  # counts between lowest and highest code of a hole at rest: noise, an ADC spike (8), supply ripple


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
