"""The carrier: Pico in sockets, regulator of the sensors, half rail, LED buffer, and a header for each quarter.

It lies under quarter board 1 with the Pico's USB socket at the stern; the notch leaves room for that quarter's plug.
The two grounds of the wiring list stay two: that of the sensors is poured over the whole back, that of the LEDs round
their buffer on the front; they meet in the Pico.

    >>> sorted(set(net for net in design().parts[0].pads.values() if net.startswith("EN")))
    ['EN1', 'EN2', 'EN3', 'EN4']
"""

import config
from hardware import netlist
from hardware.pcb import cable
from hardware.pcb.design import POWER, RETURN, SUPPLY, Area, Design, Part, Words

LONG_MM, WIDE_MM = 68.0, 68.0
STERN_MM = 6.0  # where its stern edge lies in the boat
MIDDLE_MM = WIDE_MM / 2
NOTCH_MM, NOTCH_HALF_MM = 54.5, 17.0  # from here to the prow edge, this far to either side
PICO_MM = (26.25, MIDDLE_MM)
SCREWS_MM = [(4.5, 5.0), (4.5, WIDE_MM - 5.0), (63.5, 13.4), (63.5, WIDE_MM - 13.4)]
HEADERS_MM = [(22.5, 5.2), (22.5, WIDE_MM - 5.2), (50.5, 5.2), (50.5, WIDE_MM - 5.2)]  # for quarter 1 ... 4
LED_TOP_MM, LED_BOTTOM_MM, LED_RIGHT_MM = 41.2, 57.8, 56.5  # the LED ground on the front

# Pins of the Pico beyond those of the wiring list: grounds that a hand-wired board may leave open.
MORE_GROUND = (23, 28, 33)
MORE_LED_GROUND = (8,)

REGULATOR_ORDER = "MCP1825S-3302E/DB"
BUFFER_ORDER = "SN74AHCT125DR"
BOX_ORDER = "box header 2 x 7, 2.54 mm, keyed, through hole, vertical"


def pico_nets() -> "dict[str, str]":
    """Pin number -> net, from the pins that `config.py` assigns."""
    gp = {number: f"S{line}" for line, number in enumerate(config.PIN_ADDRESS)}
    gp.update({number: f"EN{q}" for q, number in enumerate(config.PIN_ENABLE, 1)})
    gp.update({number: sig_net(number) for number in config.PIN_SIG})
    gp.update({config.PIN_PIXELS: "PIXELS", config.PIN_BUTTON: "BUTTON", config.PIN_BUZZER: "BUZZER"})
    gp[config.PIN_HALF] = "HALF"
    names = {f"GP{number}": net for number, net in gp.items()}
    names.update({"VBUS": "5V", "3V3(OUT)": "3V3"})
    nets = {str(i): names[pin] for i, pin in enumerate(netlist.PICO_PINS, 1) if pin in names}
    grounds = [i for i, pin in enumerate(netlist.PICO_PINS, 1) if pin == "GND"]
    # The same grounds as by hand: see netlist._pico and netlist._button.
    nets.update({str(grounds[6]): "GND", str(grounds[0]): "LED_GND"})
    nets.update({str(grounds[2]): "BUTTON_GND", str(grounds[3]): "BUZZER_GND"})
    nets.update({str(i): "GND" for i in MORE_GROUND} | {str(i): "LED_GND" for i in MORE_LED_GROUND})
    return nets


def sig_net(number: int) -> str:
    """The net of an ADC pin: SIG12 for the one that mux 1 and 2 share."""
    return "SIG" + "".join(str(q) for q, pin in enumerate(config.PIN_SIG, 1) if pin == number)


def _parts() -> "list[Part]":
    parts = [
        Part(
            "U1",
            "Pico_Sockets",
            "Pico",
            "female header 1 x 20, 2.54 mm, two of them; Raspberry Pi Pico H",
            *PICO_MM,
            0,
            False,
            pico_nets(),
        )
    ]
    for q, (x, y) in enumerate(HEADERS_MM, 1):
        names = {"EN": f"EN{q}", "SIG": sig_net(config.PIN_SIG[q - 1])}
        parts.append(Part(f"J{q}", "Box_2x07", "quarter", BOX_ORDER, x, y, 90, False, cable.header_pads(names)))
    regulator = {"1": "5V", "2": "GND", "3": "VRAIL"}
    buffer = {"14": "5V", "7": "LED_GND", "1": "LED_GND", "2": "PIXELS", "3": "DATA"}
    buffer.update(dict.fromkeys(("4", "10", "13"), "5V") | dict.fromkeys(("5", "9", "12"), "LED_GND"))
    dice = {"1": "5V", "2": "LED_DATA", "3": "LED_GND", "4": "BUTTON", "5": "BUTTON_GND"}
    small = "1 % 0603"
    parts += [
        Part("U2", "SOT-223", "MCP1825S-3302", REGULATOR_ORDER, 11.0, 15.5, 0, False, regulator),
        Part("C1", "C_0805", "1u", "1 uF 16 V X7R 0805", 3.5, 12.5, 90, False, {"1": "GND", "2": "5V"}),
        Part("C2", "C_0805", "10u", "10 uF 16 V X7R 0805", 3.5, 18.5, 270, False, {"1": "GND", "2": "VRAIL"}),
        Part("R1", "R_0603", "1k", f"1 k {small}", 21.0, 13.0, 0, False, {"1": "VRAIL", "2": "HALF"}),
        Part("R2", "R_0603", "1k", f"1 k {small}", 21.0, 16.0, 0, False, {"1": "GND", "2": "HALF"}),
        Part("U3", "SOIC-14", "74AHCT125", BUFFER_ORDER, 32.0, 51.5, 0, False, buffer),
        Part("C3", "C_0603", "100n", "100 nF 50 V X7R 0603", 26.0, 49.0, 90, False, {"1": "LED_GND", "2": "5V"}),
        Part("R3", "R_0603", "330", f"330 ohm {small}", 26.0, 53.5, 90, False, {"1": "DATA", "2": "LED_DATA"}),
        Part(
            "C4",
            "Can_D8",
            "470u",
            "470 uF 10 V electrolytic, 8 mm, pins 3.5 mm",
            14.5,
            51.5,
            0,
            False,
            {"1": "5V", "2": "LED_GND"},
        ),
        Part("J5", "XH_1x05", "dice box", "JST B5B-XH-A", 41.5, 51.0, 0, False, dice),
        Part("J6", "XH_1x02", "buzzer", "JST B2B-XH-A", 5.0, 51.0, 0, False, {"1": "PIEZO", "2": "BUZZER_GND"}),
        Part("R4", "R_0603", "330", f"330 ohm {small}", 22.75, 47.0, 90, False, {"1": "BUZZER", "2": "PIEZO"}),
    ]
    for i, (net, x, y) in enumerate(PROBES, 1):
        parts.append(Part(f"TP{i}", "TestPoint", "probe", "", x, y, 0, False, {"1": net}))
    return parts + [
        Part(f"H{i}", "Screw_M2.5", "M2.5", "", x, y, 0, False, {}) for i, (x, y) in enumerate(SCREWS_MM, 1)
    ]


PROBES = (
    ("VRAIL", 27.0, 14.0),
    ("GND", 31.0, 14.0),
    ("HALF", 35.0, 14.0),
    ("3V3", 39.0, 14.0),
    ("5V", 43.0, 14.0),
    (sig_net(config.PIN_SIG[0]), 47.0, 14.0),
    (sig_net(config.PIN_SIG[-1]), 52.0, 14.0),
)


def outline() -> "list[tuple[float, float]]":
    """The board with its notch, once round."""
    top = [(0.0, 0.0), (LONG_MM, 0.0), (LONG_MM, MIDDLE_MM - NOTCH_HALF_MM), (NOTCH_MM, MIDDLE_MM - NOTCH_HALF_MM)]
    return top + [(x, WIDE_MM - y) for x, y in reversed(top)]


def _areas() -> "list[Area]":
    """The sensors' ground on the whole back and on the front but for the LEDs' part."""
    upper = [p for p in outline() if p[1] <= MIDDLE_MM]
    upper += [(NOTCH_MM, LED_TOP_MM), (0.0, LED_TOP_MM)]
    lower = [(0.0, LED_BOTTOM_MM), (LED_RIGHT_MM, LED_BOTTOM_MM), (LED_RIGHT_MM, WIDE_MM - (MIDDLE_MM - NOTCH_HALF_MM))]
    lower += [(LONG_MM, MIDDLE_MM + NOTCH_HALF_MM), (LONG_MM, WIDE_MM), (0.0, WIDE_MM)]
    lights = [(0.0, LED_TOP_MM), (NOTCH_MM, LED_TOP_MM), (NOTCH_MM, MIDDLE_MM + NOTCH_HALF_MM)]
    lights += [(LED_RIGHT_MM, MIDDLE_MM + NOTCH_HALF_MM), (LED_RIGHT_MM, LED_BOTTOM_MM), (0.0, LED_BOTTOM_MM)]
    return [
        Area("GND", outline(), (1,)),
        Area("GND", upper, (0,)),
        Area("GND", lower, (0,)),
        Area("LED_GND", lights, (0,)),
    ]


def _words() -> "list[Words]":
    words = [
        Words(f"quarter {q}", x, y + (5.6 if y < MIDDLE_MM else -5.6), 1.2, False, 0)
        for q, (x, y) in enumerate(HEADERS_MM, 1)
    ]
    words += [
        Words("Daldøs carrier", 26.25, 36.0, 2.0, False, 0),
        Words("< USB, stern", 12.0, 32.0, 1.5, False, 0),
        Words("prow >", 46.0, 32.0, 1.5, False, 0),
        Words("dice box", 49.0, 47.7, 1.2, False, 0),
        Words("5V", 41.5, 47.7, 1.0, False, 0),
        Words("buzzer", 6.3, 55.8, 1.2, False, 0),
        Words("+", 11.2, 51.5, 1.5, False, 0),
        Words("this side to the base sheet", 26.25, 34.0, 1.5, True, 0),
    ]
    return words + [Words({"VRAIL": "RAIL"}.get(net, net), x, y + 1.7, 0.9, False, 0) for net, x, y in PROBES]


def design() -> Design:
    """The board as it is ordered."""
    widths = {"VRAIL": SUPPLY, "5V": SUPPLY, "3V3": POWER, "GND": RETURN, "LED_GND": RETURN}
    return Design("carrier", "Daldøs carrier", _parts(), outline(), _areas(), _words(), [], widths, [])
