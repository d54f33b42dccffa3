"""A picture of a game's chances, as SVG: A's chance after each turn, from 100 % at the top to B's 100 % at the bottom.

>>> svg([0.5, 0.62, 1.0], "Ane", "Bo")[:4]
'<svg'
"""

from collections.abc import Sequence
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, EDGE = 900, 360, 60, 30


def svg(chances: list[float], name_a: str, name_b: str, marks: Sequence[int] = ()) -> str:
    """The picture; `marks`: indices of chances before which a turn gave much away, drawn as dots."""
    wide, high = WIDTH - LEFT - EDGE, HEIGHT - 2 * EDGE
    step = wide / max(1, len(chances) - 1)

    def place(index: int) -> tuple[float, float]:
        return LEFT + index * step, EDGE + (1 - chances[index]) * high

    points = " ".join("%.1f,%.1f" % place(index) for index in range(len(chances)))
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="13"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = EDGE + (100 - percent) / 100 * high
        lines.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - EDGE}" y2="{y:.1f}" stroke="#bbb"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    for throw in range(0, len(chances), max(10, len(chances) // 100 * 10)):
        x = LEFT + throw * step
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{throw}</text>')
    lines.append(f'<polyline points="{points}" fill="none" stroke="#0b5394" stroke-width="2"/>')
    for index in marks:
        x, y = place(index)
        lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#cc4125"/>')
    lines.append(f'<text x="{LEFT + 6}" y="{EDGE - 8}">{escape(name_a)} wins</text>')
    lines.append(f'<text x="{LEFT + 6}" y="{HEIGHT - EDGE - 6}">{escape(name_b)} wins</text>')
    return "\n".join([*lines, "</svg>", ""])
