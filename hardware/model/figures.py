"""Every figure of the guide with the model's value beside it: the table of `figures.md` and of its test.

>>> [f.unit for f in figures() if f.name == "piece at 4 mm"]
['mT']
"""

from collections import namedtuple

from hardware import geometry as g
from hardware import power, tables
from hardware.model import electrics, magnetics, sensors

Figure = namedtuple("Figure", "name unit study model")


def figures() -> "list[Figure]":
    """(name, unit, figure of the design study, figure of this model)."""
    drv, ss = sensors.DRV5055A3, sensors.SS49E
    times = [time for _, time in electrics.cases()]
    lights = power.config.DICE_LEDS * power.LED_DARK_MA + power.hole_leds_ma(power.config.HOLES_RGB_MAX)
    return [
        Figure("piece at 4 mm", "mT", 49, magnetics.field_mt(0.0, 0.0, g.GAP_MM)),
        Figure("neighbour in the row", "mT", -0.52, magnetics.field_mt(g.PITCH_MM, 0.0, g.GAP_MM)),
        Figure("neighbour across", "mT", -0.27, magnetics.field_mt(0.0, g.ROW_MM, g.GAP_MM)),
        Figure("neighbour diagonal", "mT", -0.15, magnetics.field_mt(g.PITCH_MM, g.ROW_MM, g.GAP_MM)),
        Figure("heap of 16, 30 mm off", "mT", 2.4, magnetics.heap_mt(30.0)),
        Figure("heap of 16, 50 mm off", "mT", 0.5, magnetics.heap_mt(50.0)),
        Figure("DRV5055A3 piece, nominal", "counts", 908, sensors.nominal_counts(drv)),
        Figure("DRV5055A3 piece, worst", "counts", 401, sensors.worst_piece_counts(drv)),
        Figure("DRV5055A3 empty hole, worst", "counts", 66, sensors.worst_empty_counts(drv)),
        Figure("SS49E piece, nominal", "counts", 940, sensors.nominal_counts(ss)),
        Figure("SS49E piece, worst", "counts", 302, sensors.worst_piece_counts(ss)),
        Figure("SS49E empty hole, worst", "counts", 52, sensors.worst_empty_counts(ss)),
        Figure("settling, fastest", "us", 0.4, times[0]),
        Figure("settling, slowest", "us", 3.8, times[-1]),
        Figure("sensors, typical", "mA", 294, power.items()[0].typical_ma),
        Figure("sensors, at most", "mA", 490, power.items()[0].worst_ma),
        Figure("dice LEDs at the cap", "mA", 72, power.dice_ma(power.config.DICE_LEDS)),
        Figure("57 LEDs, hole LEDs at the cap", "mA", 157, lights),
        Figure("base load, typical", "mA", 381, power.total("base", "typical")),
        Figure("base load, worst", "mA", 663, power.total("base", "worst")),
        Figure("with hole LEDs, typical", "mA", 490, power.total("all", "typical")),
        Figure("with hole LEDs, worst", "mA", 813, power.total("all", "worst")),
    ]


def deviation_percent(figure: Figure) -> float:
    """How far the model is from the study, in percent of the study's figure."""
    if not figure.study:
        return 0.0 if figure.model == figure.study else 100.0
    return (figure.model / figure.study - 1) * 100


def table() -> str:
    """The figures as a Markdown table."""
    rows = []
    for f in figures():
        digits = 0 if abs(f.model) >= 30 or f.unit in ("counts", "mA", "pieces") else 1 if abs(f.model) >= 3 else 2
        model = f"{f.model:.{digits}f} {f.unit}"
        rows.append((f.name, f"{f.study} {f.unit}", model, f"{deviation_percent(f):+.1f} %"))
    return tables.table(("figure", "design study", "this model", "deviation"), rows).replace("+-", "±")
