"""`daldos board report --quarter`: the test of one quarter board alone at the carrier.

    text, faults = quarter(talk, 1, say)

It leaves out what the self-test says of the other three, and asks for a piece of A over each sensor.
"""

from contextlib import closing
from itertools import islice

import config
from companion.sensing.wiring import hole_names
from host.i18n import telling
from host.i18n.catalogue import words
from host.usb.report import NOISY, head

BASELINE = config.CALIBRATE_OFFSET_MAX * 1000 // 4096  # a sensor's greatest reading with no magnet near
SILENT = ("mux_silent", "pin_silent")
RESTING, PATIENCE = 6, 40  # views without the piece; most views on its way to the next sensor


def quarter(talk, number: int, say) -> tuple:
    """The text of the test of one quarter board, and how many faults it has. say: is told where the piece goes next."""
    names = [name for name in config.MUXES[number - 1] if name in hole_names(config)]
    places = [hole_names(config).index(name) for name in names]
    tested = list(talk.answer({"do": "selftest"}))
    found = [event for event in tested if event["ev"] == "fault" and not _of_others(event, number)]
    lines = [
        *head(f"Test of quarter board {number}", talk.state),
        "",
        *([telling.news(event, words("en")) for event in found] or ["Self-test: nothing wrong with it."]),
    ]
    patience = 0 if any(event["code"] in SILENT for event in found) else PATIENCE
    lines += ["", "hole   empty   noise   with a piece of A"]
    wrong, last = 0, -1
    with closing(talk.views(0)) as views:
        read = ([event["u"][place] for place in places] for event in views if event["ev"] == "sensors")
        resting = list(zip(*islice(read, RESTING), strict=True))
        empty = [round(sum(us) / len(us)) for us in resting]
        for place, us in enumerate(resting):
            say(f"{names[place]}: the piece of A over it")
            noise, (at, u) = max(us) - min(us), _answer(islice(read, patience), empty, last)
            last = at
            faults = ["not within %d when empty" % BASELINE] * (abs(empty[place]) > BASELINE)
            faults += ["noisy"] * (noise >= NOISY)
            faults += ["nothing read"] * (at < 0) + ["upside down"] * (u < 0)
            faults += [f"read at {names[at]}"] * (at not in (-1, place))
            wrong += bool(faults)
            lines.append("%-4s %7d %7d %7d   %s" % (names[place], empty[place], noise, u, ", ".join(faults)))
    lines += ["", "%d of %d sensors right." % (len(resting) - wrong, len(names))]
    return "\n".join(line.rstrip() for line in lines), len(found) + wrong + (not resting)


def _of_others(fault: dict, number: int) -> bool:
    # Whether a fault says only that a quarter board is missing that is not under test.
    return fault["code"] in SILENT and not any(wire.startswith(f"mux {number} ") for wire in fault["wires"])


def _answer(views, empty: list, last: int) -> tuple:
    # (the sensor that a piece has come to, how strongly); (-1, 0) if none does in time. last: where it comes from.
    gone, before = False, -1
    for us in views:
        off = [u - rest for u, rest in zip(us, empty, strict=True)]
        at = max(range(len(off)), key=lambda place: abs(off[place]))
        gone = gone or at != last or abs(off[at]) < config.EMPTY_PERMILLE
        at = at if gone and abs(off[at]) >= config.OCCUPIED_PERMILLE else -1
        if at >= 0 and at == before:
            return at, off[at]
        before = at
    return -1, 0
