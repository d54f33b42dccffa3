"""The boat from above: holes by name and quarter.

>>> "M17" in boat()
True
"""

import config
from hardware import geometry as g
from hardware import netlist
from hardware.draw.canvas import SMALL_MM, SOFT, Sheet

_QUARTER = ("#fde9d0", "#dcecf9", "#e2f2dc", "#efe2f5")


def _name_below(hole) -> float:
    # Names stand between the rows, where nothing crosses them: row B's above their holes.
    return -8.2 if hole[0] == "B" else 8.2


def boat() -> str:
    """Top view with hole names; each colour is the quarter of one mux."""
    sheet = Sheet(340, 152, "The boat from above: holes, rows, quarters")
    sheet.heading("Row A on top, stern left, prow right. Shaded: which mux serves the hole. Scale 1:1 at 340 mm width.")
    dx, dy = 15, 74

    def at(points):
        return [(x + dx, dy - y) for x, y in points]

    sheet.line(*at(g.outline_mm()), close=True, fill="#f7efe2", thick=0.7)
    for q in range(1, len(config.MUXES) + 1):
        columns = [g.hole_mm(h)[0] for h in config.MUXES[q - 1] if h not in netlist.REFERENCES]
        left, right = min(columns) - g.PITCH_MM / 2 + 0.4, max(columns) + g.PITCH_MM / 2 - 0.4
        edge = [(x, min(33.0, g.half_beam_mm(x) - 1.5)) for x in (left + (right - left) * k / 24 for k in range(25))]
        shade, colour = edge + [(x, -y) for x, y in reversed(edge)], _QUARTER[q - 1]
        sheet.line(*at(shade), close=True, fill=colour, stroke=colour, thick=0.1)
        middle = (left + min(columns) + 3.5 * g.PITCH_MM) / 2
        sheet.text(middle + dx, dy - 45, f"mux {q}", 5, anchor="middle", bold=True)
    for hole in g.holes():
        x, y = g.hole_mm(hole)
        sheet.circle(x + dx, dy - y, g.HOLE_MM / 2, fill="#ffffff", thick=0.6)
        sheet.text(x + dx, dy - y + _name_below(hole), hole, SMALL_MM + 0.6, anchor="middle")
    sheet.text(6, dy, "stern", 5, anchor="middle", turn=90)
    sheet.text(dx + g.LENGTH_MM + 7, dy, "prow", 5, anchor="middle", turn=90)
    base = dy + g.BEAM_MM / 2 + 10
    first, second = g.hole_mm("M1")[0] + dx, g.hole_mm("M2")[0] + dx
    sheet.measure(first, base, second, base, f"pitch {g.PITCH_MM:g}")
    sheet.measure(dx, base + 12, dx + g.LENGTH_MM, base + 12, f"{g.LENGTH_MM:g} mm")
    measures = f"rows {g.ROW_MM:g} mm apart, holes {g.HOLE_MM:g} mm, beam {g.BEAM_MM:g} mm"
    sheet.text(90, base - 1, measures, SMALL_MM + 0.6)
    sheet.text(210, base - 1, "tray for captured pieces: 50 mm off the nearest hole", SMALL_MM + 0.2, fill=SOFT)
    return sheet.svg()
