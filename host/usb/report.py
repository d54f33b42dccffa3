"""`daldos board report`: a board's own account as one text, to keep or to send to somebody who can help.

    text, faults = report(talk, views=20)

It has the versions, the game, the self-test with the result of the last magnet walk, each hole's reading and how much
it varies, and at the end every line as the board sent it. It is English in every language.
"""

import json

import config
from companion.sensing.wiring import hole_names
from daldos import __version__
from host.i18n import telling
from host.i18n.catalogue import words
from host.usb.talk import sensor_table, status_lines

NOISY = 10  # thousandths between the views of an untouched hole; noise and a SIG cable's leave it below 6


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
