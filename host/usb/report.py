"""`daldos board report`: a board's own account as one text, to keep or to send to somebody who can help.

    text, faults = report(talk, views=20)
    text, faults = quarter(talk, 1, say)

It has the versions, the game, the self-test with the result of the last magnet walk, each hole's reading and how much
it varies, and at the end every line as the board sent it. It is English in every language. The account of one quarter
board alone at the carrier leaves out what the self-test says of the other three; it asks for a piece of A over each
sensor.
"""

import json
from contextlib import closing
from itertools import islice

import config
from companion.sensing.wiring import hole_names
from daldos import __version__
from host.i18n import telling
from host.i18n.catalogue import words
from host.usb.talk import sensor_table, status_lines

NOISY = 10  # thousandths between views of an untouched hole; normal noise stays below 6
BASELINE = config.CALIBRATE_OFFSET_MAX * 1000 // 4096  # a sensor's greatest reading with no magnet near
SILENT = ("mux_silent", "pin_silent")
RESTING, PATIENCE = 6, 40  # views without the piece; most views on its way to the next sensor


def report(talk, views: int) -> tuple:
    """The text, and how many faults the self-test has found. views: of the sensors, two a second."""
    tested = list(talk.answer({"do": "selftest"}))
    read = list(talk.views(views))
    lines = ["# Report of a Daldøs board", ""]
    lines.append("board %s; companion %s" % (talk.state.get("version") or "of an old version", __version__))
    lines += [*status_lines(talk.state), "", "## Self-test", ""]
    lines += [telling.news(event, words("en")) for event in tested if event["ev"] != "job"]
    lines += ["", "## Sensors", "", *sensors([event["u"] for event in read if event["ev"] == "sensors"])]
    lines += ["", "## As the board said it", ""]
    lines += [json.dumps(event) for event in [talk.state, *tested, *read]]
    return "\n".join(lines), tested[-1].get("faults", 0)


def sensors(views: list) -> list:
    """The mean of some views as a table, and how much they differ."""
    if not views:
        return ["The board has no sensors to read."]
    names = hole_names(config)
    holes = list(zip(*views, strict=True))
    spread = sorted(((max(us) - min(us), name) for us, name in zip(holes, names, strict=False)), reverse=True)
    noisy = ["%s (%d)" % (name, by) for by, name in spread if by >= NOISY]
    return [
        "Means of %d views, in thousandths of the supply:" % len(views),
        *sensor_table(names, [round(sum(us) / len(us)) for us in holes]),
        "Largest difference between views: %d, at %s." % spread[0],
        *(["Noisy, or touched meanwhile: %s." % ", ".join(noisy)] if noisy else []),
    ]


def quarter(talk, number: int, say, patience: int = PATIENCE) -> tuple:
    """The text of the test of one quarter board, and how many faults it has. say: is told where the piece goes next."""
    names = [name for name in config.MUXES[number - 1] if name in hole_names(config)]
    places = [hole_names(config).index(name) for name in names]
    tested = list(talk.answer({"do": "selftest"}))
    found = [event for event in tested if event["ev"] == "fault" and not _of_others(event, number)]
    lines = [f"# Test of quarter board {number} of a Daldøs board", ""]
    lines.append("board %s; companion %s" % (talk.state.get("version") or "of an old version", __version__))
    lines += ["", *([telling.news(event, words("en")) for event in found] or ["Self-test: nothing wrong with it."]), ""]
    if any(event["code"] in SILENT for event in found):
        patience = 0
    lines.append("hole   empty   noise   with a piece of A")
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
