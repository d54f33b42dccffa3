"""The card in the lid, A6: what the lights say, choice of modes and gestures, from the firmware's own tables.

A strip shows the eight lights as `companion.lights.render` draws them, at a moment that tells; the sentence is that of
the page and the terminal. One card a language.

>>> "<svg" in svg("da")
True
"""

import io
from types import SimpleNamespace

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

import config
from companion.lights import scene as s
from companion.lights.render import render
from daldos.throws import LONG_DICE
from hardware.draw.canvas import INK, SOFT, Sheet, width_mm
from hardware.geometry import holes
from host.i18n.catalogue import n, words
from host.i18n.lights import lights_words

WIDE_MM, HIGH_MM = 148.0, 105.0
LANGUAGES = ("en", "da", "nb")
_SIZE = 2.05  # mm: some 6 points
_LINE, _GAP = 2.3, 0.5
_LED = 1.75  # from one light to the next
_COLUMN = (WIDE_MM - 6) / 2
_TEXT = 8 * _LED + 3.5  # where a sentence begins
_NO_HOLE_LEDS = SimpleNamespace(**{name: getattr(config, name) for name in dir(config) if name.isupper()})
_NO_HOLE_LEDS.HOLE_LEDS = 0

GESTURES = (
    n("Press: go on; it ends the turn and throws. Press before anything is played: what can be; again: a hint."),
    n("Long press, 1 second: yes; or take back. Hold for 4 seconds: the choice of modes."),
    n(
        "A hole: the first four lights are the quarter of the board, the others the column; one beat row A, two M, "
        "three B."
    ),
    n("All pieces on their start holes: a new game, of whatever size; some may be missing. A long press begins."),
    n("Empty holes read pieces? Empty the board and calibrate: Sensors."),
)


def _scene(kind: int, player: int = s.PLAYER_A, dice=(), used: int = 0, choice: int = 0, hole=None) -> s.Scene:
    it = s.Scene()
    it.begin(kind, 0, player, LONG_DICE.of(dice) if dice else None, used)
    it.choice = choice
    if hole is not None:
        it.point(*hole)
    return it


# The messages in the order of a game, each at the slot that is drawn.
MESSAGES = [
    (_scene("setup", hole=(4, s.WANT_A)), 0),
    (_scene("opening"), 1),
    (_scene("throw"), 4),
    (_scene("dice", dice=(1, 3)), 0),
    (_scene("partial", dice=(1, 3), used=1), 0),
    (_scene("ready", dice=(1, 3)), 1),
    (_scene("lost", dice=(2, 3)), 0),
    (_scene("guide", hole=(4, s.WANT_A)), 0),
    (_scene("turn", hole=(4, s.TURN)), 1),
    (_scene("ask", choice=1, hole=(4, s.LOOK)), 0),
    (_scene("lead", hole=(4, s.WANT_NOTHING)), 1),
    (_scene("undo", hole=(4, s.WANT_A)), 1),
    (_scene("over"), 0),
    (_scene("offer"), 2),
    (_scene("offer", choice=1), 4),
    (_scene("offer", choice=3), 4),
    (_scene("fault", hole=(4, s.LOOK)), 0),
    (_scene("roller", s.NOBODY), 2),
    *[(_scene("menu", s.NOBODY, choice=choice), 0) for choice in (0, 1, 2, 3, *range(s.PLAYERS_ROOM, s.ENTRIES), 6)],
    *[(_scene("menu", s.NOBODY, choice=choice), 0) for choice in range(s.RULES_ENTRY, s.SIDE_ENTRY)],
    *[(_scene("menu", s.NOBODY, used=1, choice=choice), 0) for choice in range(s.SIDE_ENTRY, s.CALIBRATE_ENTRY)],
    (_scene("menu", s.NOBODY, choice=s.CALIBRATE_ENTRY), 0),
]


def lights(it: s.Scene, slot: int) -> list[str]:
    """The colours of the eight lights, as a paper shows them: full, pale for dim, white for dark."""
    pixels = bytearray(3 * config.DICE_LEDS)
    render(it, slot * config.POINT_MS // s.SLOTS, pixels, _NO_HOLE_LEDS)
    found = []
    for led in range(config.DICE_LEDS):
        rgb = pixels[3 * led : 3 * led + 3]
        red, _, blue = rgb
        hue = "#c8201c" if red > 100 else "#e08a1e" if red > blue else "#1f77b4" if blue > red else "#3a3a3a"
        found.append(hue if sum(rgb) >= 50 else "#d9d2c0" if sum(rgb) else "#ffffff")
    return found


def wrapped(text: str, width: float) -> list[str]:
    """The text in lines of at most this width, mm."""
    lines = [""]
    for word in text.split():
        longer = (lines[-1] + " " + word).strip()
        if width_mm(longer, _SIZE) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def places(language: str) -> list[tuple]:
    """(x, y, lights or nothing, lines of text) of everything on the card, y that of the first line."""
    t = words(language)
    rows = [([], wrapped(t(text), _COLUMN - 2)) for text in GESTURES]
    rows += [(lights(it, slot), wrapped(lights_words(it, holes(), t), _COLUMN - _TEXT - 1)) for it, slot in MESSAGES]
    high = sum(len(lines) * _LINE + _GAP for _, lines in rows)
    found, x, y = [], 3.0, 9.5
    for leds, lines in rows:
        if x < 4 and y - 9.5 >= high / 2:
            x, y = 3.0 + _COLUMN, 9.5
        found.append((x, y, leds, lines))
        y += len(lines) * _LINE + _GAP
    return found


def svg(language: str) -> str:
    """The card as SVG."""
    sheet = Sheet(WIDE_MM, HIGH_MM, "Daldøs")
    sheet.box(0.3, 0.3, WIDE_MM - 0.6, HIGH_MM - 0.6, stroke=SOFT, thick=0.2)
    sheet.text(3, 4.6, words(language)(n("Daldøs: what the lights say")), 3.4, bold=True)
    for x, y, leds, lines in places(language):
        for k, colour in enumerate(leds):
            sheet.circle(x + _at(k), y, 0.7, fill=colour, stroke=INK, thick=0.12)
        for k, line in enumerate(lines):
            sheet.text(x + (_TEXT if leds else 0), y + k * _LINE, line, _SIZE)
    return sheet.svg()


def pdf(language: str) -> bytes:
    """The same as a PDF page."""
    data = io.BytesIO()
    canvas = Canvas(data, pagesize=(WIDE_MM * mm, HIGH_MM * mm), invariant=1, pageCompression=0)
    canvas.setTitle(words(language)(n("Daldøs: what the lights say")))
    canvas.setFont("Helvetica-Bold", 3.4 * mm)
    canvas.drawString(3 * mm, (HIGH_MM - 5.8) * mm, words(language)(n("Daldøs: what the lights say")))
    canvas.setFont("Helvetica", _SIZE * mm)
    canvas.setLineWidth(0.12 * mm)
    for x, y, leds, lines in places(language):
        for k, colour in enumerate(leds):
            canvas.setFillColor(colour)
            canvas.circle((x + _at(k)) * mm, (HIGH_MM - y) * mm, 0.7 * mm, stroke=1, fill=1)
        canvas.setFillColor(INK)
        for k, line in enumerate(lines):
            canvas.drawString((x + (_TEXT if leds else 0)) * mm, (HIGH_MM - y - k * _LINE - 0.36 * _SIZE) * mm, line)
    canvas.showPage()
    canvas.save()
    return data.getvalue()


def _at(led: int) -> float:
    return 1 + led * _LED + (1 if led > 3 else 0)
