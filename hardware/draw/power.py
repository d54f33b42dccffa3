"""Schematics of supply, half rail, lights and button, drawn with schemdraw's symbols.

>>> supply().count("<svg")
1
"""

import re

import schemdraw
import schemdraw.elements as elm

import config
from hardware import geometry, netlist
from hardware.draw.canvas import FONT, WIRE

_RED, _ORANGE, _BLACK, _TURQUOISE, _WHITE = (WIRE[c] for c in ("red", "orange", "black", "turquoise", "white"))
_SIZE = 15
_MARGIN = 46
_MM = 0.25  # of one unit of the library


def _drawing():
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"
    drawing = schemdraw.Drawing(show=False, fontsize=_SIZE, font=FONT, unit=3, lw=1.6)
    return drawing


# Height of the named baselines over the letters' own, in parts of the font size (DejaVu Sans).
_BASELINES = {"ideographic": -0.2, "central": 0.36, "hanging": 0.73}


def _place_text(match) -> str:
    # Viewers differ in the named baselines, so each line of text gets its letters' baseline as a number.
    attributes, lines = match.groups()
    size = float(re.search(r'font-size="([\d.]+)"', attributes).group(1))
    y = float(re.search(r' y="([-\d.]+)"', attributes).group(1))
    y += size * _BASELINES[re.search(r'dominant-baseline="(\w+)"', attributes).group(1)]
    kept = re.sub(r' (y|x|dominant-baseline)="[^"]*"', "", attributes)
    out = []
    for x, dy, words in re.findall(r'<tspan x="([-\d.]+)" dy="([-\d.]+)">([^<]*)</tspan>', lines):
        y += float(dy)
        out.append(f'<text x="{x}" y="{y:.2f}"{kept}>{words}</text>')
    return "\n".join(out)


def _text(drawing, title) -> str:
    """SVG text with a title, a white ground, and no more digits than a drawing needs."""
    raw = drawing.get_imagedata("svg").decode()
    raw = re.sub(r"(\d+\.\d{2})\d+", r"\1", raw).replace("stroke-dasharray:-;", "").replace("><", ">\n<")
    raw = raw.replace("</tspan>\n<", "</tspan><").replace(">\n<tspan", "><tspan")
    raw = re.sub(r"<text([^>]*)>((?:<tspan[^>]*>[^<]*</tspan>)+)</text>", _place_text, raw)
    body = raw[raw.index(">", raw.index("<svg")) + 1 :].strip()
    x, y, w, h = map(float, re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"', raw).groups())
    x, y, w, h = x - _MARGIN, y - 30, w + 2 * _MARGIN, h + 50  # the library measures text too narrow
    box = f"{x:.2f} {y:.2f} {w:.2f} {h:.2f}"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
        f'width="{w * _MM:.0f}mm" height="{h * _MM:.0f}mm" viewBox="{box}">\n'
        f'<title>{title}</title>\n<rect x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}" fill="white"/>\n'
        f'<text x="{x + 14:.2f}" y="{y + 24:.2f}" font-size="18" font-weight="bold" font-family="{FONT}">'
        f"{title}</text>\n{body}\n"
    )


def supply() -> str:
    """5 V from the Pico's VBUS to the regulator, the sensor rail, its four buses, and the half rail."""
    d = _drawing()
    d.add(elm.Dot(open=True).label("Pico 40 (VBUS), 5V bus", loc="left").color(_RED))
    d.add(elm.Line().right().length(2.2).color(_RED))
    d.add(elm.Dot())
    d.push()
    d.add(elm.Capacitor().down().length(3).label("1 uF", loc="top"))
    d.add(elm.Dot())
    low = d.here
    d.pop()
    d.add(elm.Line().right().length(2).color(_RED))
    ic = d.add(
        elm.Ic(
            size=(4, 2.4),
            pins=[
                elm.IcPin("VIN", pin="1", side="left", slot="1/1", anchorname="vin"),
                elm.IcPin("VOUT", pin="3", side="right", slot="1/1", anchorname="vout"),
                elm.IcPin("GND", pin="2", side="bottom", anchorname="gnd"),
            ],
            leadlen=0.6,
            plblsize=14,
        )
        .anchor("vin")
        .label("MCP1825S-3302", loc="top", ofst=0.2)
    )
    d.add(elm.Line().at(ic.gnd).down().toy(low).color(_BLACK))
    d.add(elm.Dot())
    d.add(elm.Line().at(ic.vout).right().length(1.2).color(_ORANGE))
    d.add(elm.Dot())
    d.push()
    d.add(elm.Capacitor().down().toy(low).label("10 uF", loc="bottom"))
    d.add(elm.Dot())
    d.pop()
    d.add(elm.Line().right().length(3).color(_ORANGE))
    star = d.add(elm.Dot(radius=0.12).label("rail star", loc="top"))
    d.push()
    d.add(elm.ResistorIEC().down().length(3).label("1 k, 1 %", loc="bottom"))
    tap = d.add(elm.Dot())
    d.add(elm.ResistorIEC().down().length(3).label("1 k, 1 %", loc="bottom"))
    ground = d.add(elm.Dot(radius=0.12).label("star ground", loc="bottom"))
    d.add(elm.Line().at(low).down().toy(ground.center).color(_BLACK))
    d.add(elm.Line().right().tox(ground.center).color(_BLACK))
    d.add(elm.Line().at(low).right().tox(ic.gnd).color(_BLACK))
    d.add(elm.Line().right().tox(ic.vout[0] + 1.2).color(_BLACK))
    d.pop()
    d.add(elm.Line().at(tap.center).right().length(2.6).color(_TURQUOISE))
    d.add(
        elm.Dot(open=True).label(
            f"half-rail tap: {netlist.gp(config.PIN_HALF)},\nC3 of mux 1 - 4, C2 of mux 1 - 3", loc="right"
        )
    )
    d.add(elm.Line().at(star.center).right().length(2.6).color(_ORANGE))
    d.add(elm.Dot(open=True).label("rail bus 1, 2, 3, 4: one wire each\n(49 sensors)", loc="right"))
    d.add(elm.Line().at(ground.center).right().length(2.6).color(_BLACK))
    d.add(elm.Dot(open=True).label("ground bus 1, 2, 3, 4: one wire each;\nthick wire to Pico 38 (GND)", loc="right"))
    _package(d, ground.center[0] + 12, star.center[1] + 0.6)
    return _text(d, "Supply of the sensors and half rail")


def _package(d, x, top) -> None:
    """The regulator's TO-220 as it is held to read its legs: marked side towards you, legs down."""
    d.add(elm.Rect(corner1=(0, 0), corner2=(4, -1.4), fill="#c8c8c8").at((x, top)))
    d.add(elm.Rect(corner1=(0, 0), corner2=(4, -2.6), fill="#4a4a4a").at((x, top - 1.4)))
    d.add(elm.Label().at((x + 2, top + 0.7)).label("MCP1825S, TO-220,\nmarked side to you", halign="center").theta(0))
    for i, (words, colour) in enumerate((("1 VIN", _RED), ("2 GND", _BLACK), ("3 VOUT", _ORANGE))):
        leg = x + 0.7 + i * 1.3
        d.add(elm.Line().at((leg, top - 4)).to((leg, top - 5.4)).color(colour))
        d.add(elm.Line().at((leg, top - 5.4)).to((x + 2 + (i - 1) * 2.6, top - 6.4)).color(colour))
        d.add(elm.Label().at((x + 2 + (i - 1) * 2.6, top - 7.1)).label(words, halign="center").theta(0))


def _led(drawing, number):
    pins = [
        elm.IcPin("DIN", side="left", slot="1/1", anchorname="din"),
        elm.IcPin("DOUT", side="right", slot="1/1", anchorname="dout"),
        elm.IcPin("5V", side="top", anchorname="vcc"),
        elm.IcPin("GND", side="bottom", anchorname="gnd"),
    ]
    chip = elm.Ic(size=(2.8, 2.8), leadlen=0.6, pins=pins).anchor("din")
    return drawing.add(chip.label(f"LED {number}", loc="center", ofst=(0, -0.55)))


def _buffer(drawing):
    pins = [
        elm.IcPin("1A", pin="2", side="left", slot="1/1", anchorname="a"),
        elm.IcPin("1Y", pin="3", side="right", slot="1/1", anchorname="y"),
        elm.IcPin("VCC", pin="14", side="top", slot="1/2", anchorname="vcc"),
        elm.IcPin("GND", pin="7", side="bottom", slot="1/2", anchorname="gnd"),
        elm.IcPin("1OE", pin="1", side="bottom", slot="2/2", anchorname="oe"),
    ]
    chip = elm.Ic(size=(3.8, 2.8), leadlen=0.6, pinspacing=1, plblsize=14, pins=pins).anchor("a")
    return drawing.add(chip.label("74AHCT125", loc="top", ofst=(1.1, 0.2)))


def lights() -> str:
    """Buffer, dice LEDs, hole LEDs; under them the button and the buzzer."""
    d = _drawing()
    d.add(elm.Dot(open=True).label(netlist.gp(config.PIN_PIXELS), loc="top"))
    d.add(elm.Line().right().length(2.2).color(_WHITE))
    gate = _buffer(d)
    d.add(elm.Line().at(gate.vcc).up().length(1.2).color(_RED))
    five = d.here
    d.add(elm.Dot())
    d.add(elm.Line().at(gate.y).right().length(2).color(_WHITE))
    d.add(elm.ResistorIEC().right().length(3).label("330"))
    d.add(elm.Line().right().length(4).color(_WHITE))
    first = _led(d, 1)
    d.add(elm.Line().at(first.dout).right().length(0.8).color(_WHITE))
    d.add(elm.Line().linestyle("--").right().length(1.2).color(_WHITE))
    last = _led(d, config.DICE_LEDS)
    d.add(elm.Line().at(last.dout).right().length(1.2).color(_WHITE))
    holes = geometry.holes()
    d.add(elm.Dot(open=True).label(f"hole LEDs {holes[0]} ... {holes[-1]}\n(optional)", loc="right"))
    d.add(elm.Line().at(gate.gnd).down().length(1).color(_BLACK))
    low = d.here
    d.add(elm.Dot())
    d.add(elm.Line().at(gate.oe).down().toy(low[1]).color(_BLACK))
    d.add(elm.Dot())
    left = gate.a[0] - 4
    d.add(elm.Line().at((gate.vcc[0], five[1])).right().tox(last.vcc[0] + 2.6).color(_RED))
    d.add(elm.Dot(open=True).label("5V bus", loc="right"))
    d.add(elm.Line().at((gate.gnd[0], low[1])).right().tox(last.gnd[0] + 2.6).color(_BLACK))
    d.add(elm.Dot(open=True).label(f"LED ground: {netlist.pico('GND', 0)}", loc="right"))
    for led in (first, last):
        d.add(elm.Line().at(led.vcc).up().toy(five[1]).color(_RED))
        d.add(elm.Dot())
        d.add(elm.Line().at(led.gnd).down().toy(low[1]).color(_BLACK))
        d.add(elm.Dot())
    # each where it is soldered: the small one at the chip's pins, the large one at the first LED
    for x, words, polar in (
        (gate.y[0] + 0.9, "100 nF from\npin 14 to 7", False),
        (first.din[0] - 2.9, "470 uF\nat LED 1", True),
    ):
        d.add(elm.Dot().at((x, five[1])))
        d.add(elm.Capacitor(polar=polar).at((x, five[1])).down().length(2.4).label(words, loc="bottom"))
        d.add(elm.Line().down().toy(low[1]))
        d.add(elm.Dot())
    below = low[1] - 2.0
    d.add(
        elm.Label()
        .at((left, below + 0.9))
        .label("Unused gates of the 74AHCT125: 5, 9, 12 to LED ground; 4, 10, 13 to 5V bus", halign="left")
    )
    d.add(elm.Dot(open=True).at((left + 3.2, below - 1.2)).label(netlist.gp(config.PIN_BUTTON), loc="left"))
    d.add(elm.Button().right().label("button", loc="top", ofst=0.2))
    d.add(elm.Dot(open=True).label(netlist.pico("GND", 2), loc="right"))
    d.add(elm.Dot(open=True).at((left + 17.4, below - 1.2)).label(netlist.gp(config.PIN_BUZZER), loc="left"))
    d.add(elm.ResistorIEC().right().label("330"))
    d.add(elm.Crystal().right().label("piezo (optional)", loc="top", ofst=0.2))
    d.add(elm.Dot(open=True).label(netlist.pico("GND", 3), loc="right"))
    return _text(d, "Lights, button and buzzer")
