"""The model's plots as SVG text: field over distance, crosstalk over the board, margins over tolerances.

>>> sorted(PLOTS)
['crosstalk.svg', 'field.svg', 'margins.svg']
"""

import numpy

import config
from hardware import geometry as g
from hardware.draw.canvas import SMALL_MM, SOFT, Sheet
from hardware.draw.chart import Chart
from hardware.model import magnetics, sensors

_OCCUPIED = config.OCCUPIED_PERMILLE * 4096 / 1000
_EMPTY = config.EMPTY_PERMILLE * 4096 / 1000
_BLUE, _BROWN, _RED = "#08519c", "#a63603", "#b30000"
_SENSORS = ((sensors.DRV5055A3, _BLUE, "2,1.4"), (sensors.SS49E, _BROWN, "0.7,1"))


def field() -> str:
    """Field at the Hall element over its distance from the magnet, with the tolerances of magnet and position."""
    chart = Chart(
        "Field of one piece over distance",
        "magnet face to Hall element, mm",
        "field, mT (logarithmic)",
        (2, 10),
        (4, 200),
        logarithmic=True,
    )
    gap = numpy.linspace(2, 10, 81)
    zero = numpy.zeros(81)
    centred = magnetics.field_mt(zero, zero, gap)
    aside = magnetics.field_mt(zero + g.TOLERANCE_SIDE_MM, zero, gap)
    weak, strong = 1 - g.TOLERANCE_MAGNET, 1 + g.TOLERANCE_MAGNET
    chart.band(gap, aside * weak, centred * strong, "#c6dbef", "magnet ±10 %, up to 1 mm aside")
    chart.curve(gap, centred, "#1a1a1a", "centred, nominal magnet")
    for sensor, colour, dash in _SENSORS:
        value = magnetics.field_mt(0.0, 0.0, sensor.gap_mm)
        chart.mark(sensor.gap_mm, value, colour, f"{sensor.name} at {sensor.gap_mm:g} mm: {value:.0f} mT")
        least = config.OCCUPIED_PERMILLE / 1000 * sensors.RAIL_MV / sensor.mv_per_mt
        chart.level(least, colour, f"a piece from here, {sensor.name}: {least:.0f} mT", dash)
    return chart.svg(range(2, 11), (5, 10, 20, 50, 100, 200))


def crosstalk() -> str:
    """What a piece does to the sensors of other holes, in mT, at the nominal distance."""
    sheet = Sheet(260, 110, "What the piece in M8 does to the other sensors, mT")
    sheet.heading(
        f"Magnet {g.GAP_MM:g} mm above the Hall element. Negative: a piece of the same player next to it reads less."
    )
    wide, high = 32.0, 24.0
    for row, name in enumerate("AMB"):
        y = 22 + row * high
        sheet.text(12, y + high / 2, name, 5, anchor="middle", bold=True)
        for column in range(5, 12):
            x = 18 + (column - 5) * wide
            here = g.hole_mm(f"{name}{column}")
            value = magnetics.field_mt(here[0] - g.hole_mm("M8")[0], here[1], g.GAP_MM)
            own = (name, column) == ("M", 8)
            shade = 0 if own else min(1.0, abs(value) / 0.7)
            fill = "#fff3c4" if own else f"rgb({255 - int(150 * shade)},{255 - int(95 * shade)},255)"
            sheet.box(x, y, wide, high, fill=fill, stroke=SOFT, thick=0.3, round_=0)
            sheet.text(x + wide / 2, y + high / 2, f"{value:.1f}" if own else f"{value:.2f}", 5, anchor="middle")
            if name == "B":
                sheet.text(x + wide / 2, y + high + 5, str(column), SMALL_MM + 0.6, anchor="middle")
    return sheet.svg()


def margins() -> str:
    """Counts of a piece and of an empty hole over the error of the distance, all other tolerances at their worst."""
    chart = Chart(
        "Margins: every other tolerance at its worst",
        "distance from magnet to sensor off by, mm",
        "counts from the baseline",
        (-1.5, 2.0),
        (0, 1000),
    )
    off = numpy.linspace(-1.5, 2.0, 36)
    chart.band(
        (-1.5, 2.0),
        (_EMPTY, _EMPTY),
        (_OCCUPIED, _OCCUPIED),
        "#ffe08a",
        f"{_EMPTY:.0f} to {_OCCUPIED:.0f}: the last state holds",
    )
    for sensor, colour, dash in _SENSORS:
        near = sensors.worst_crosstalk_mt(sensor)
        own = magnetics.field_mt(numpy.full(36, g.TOLERANCE_SIDE_MM), numpy.zeros(36), sensor.gap_mm + off)
        piece = sensors.counts(sensor, (own * (1 - g.TOLERANCE_MAGNET) - near) * sensor.low)
        chart.curve(off, piece, colour, f"{sensor.name}, {sensor.gap_mm:g} mm: piece")
        field_there = [-magnetics.crosstalk_mt(sensor.gap_mm + o) * (1 + g.TOLERANCE_MAGNET) for o in off]
        empty = sensors.counts(sensor, numpy.array(field_there) * sensor.high)
        chart.curve(off, empty, colour, f"{sensor.name}: empty hole", dash)
        chart.mark(g.TOLERANCE_GAP_MM, sensors.worst_piece_counts(sensor), colour)
        chart.mark(-g.TOLERANCE_GAP_MM, sensors.worst_empty_counts(sensor), colour)
    return chart.svg((-1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2), range(0, 1001, 200))


PLOTS = {"field.svg": field, "crosstalk.svg": crosstalk, "margins.svg": margins}
