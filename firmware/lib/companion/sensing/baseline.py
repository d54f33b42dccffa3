"""The baseline: the code of each sensor on the empty board, and the half rail at that time. Checked, stored as text.

>>> store.replace("baseline", dump_baseline(codes, half, config))
>>> codes, half = load_baseline(store.read("baseline"), config)
"""

from array import array

from companion.reasons import CodedError
from companion.sensing.checksum import seal, unseal
from companion.sensing.wiring import by_place, const, hole_names

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Scan

_HEAD = "baseline 2"  # kind and version of the stored text
_MIDDLE = const(2048)  # the middle of the ADC's range


class Baseline:
    """codes: of the empty holes. half: the half rail at that time, counts. taken: by a calibration; else every empty
    hole is assumed to read the half rail."""

    def __init__(self, holes: int):
        self.codes = array("H", [_MIDDLE] * holes)
        self.half = _MIDDLE
        self.taken = False

    def take(self, codes: "Scan", half: int, config: "Config") -> None:
        """Use these codes of 49 empty holes, taken at this half rail. CodedError if unfit."""
        check_baseline(codes, half, config)
        for hole in range(len(codes)):
            self.codes[hole] = codes[hole]
        self.half = half
        self.taken = True

    def expected(self, hole: int, half: int) -> int:
        """The code of the empty hole at this half rail."""
        return self.codes[hole] * half // self.half


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
    codes = [int(word) for word in unseal(data, _HEAD)]
    half = codes.pop(0) if codes else 0
    baseline = array("H", codes)
    if len(codes) == 3 * config.N + 1:
        for k, hole in enumerate(by_place(config)):
            baseline[hole] = codes[k]
    check_baseline(baseline, half, config)
    return baseline, half
