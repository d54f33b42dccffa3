"""The carrier: Pico in sockets, regulator of the sensors, half rail, LED buffer, and a header for each quarter.

It lies under quarter board 1 with the Pico's USB socket at the stern; the notch leaves room for that quarter's plug.
The two grounds of the wiring list stay two: that of the sensors is poured over the whole back, that of the LEDs round
their buffer on the front; they meet in the Pico.

    >>> sorted(set(net for net in design().parts[0].pads.values() if net.startswith("EN")))
    ['EN1', 'EN2', 'EN3', 'EN4']
"""

import config
from hardware import netlist
from hardware.pcb import cable, shop
from hardware.pcb.design import POWER, RETURN, REVISION, Area, Design, Part, Words, place
from hardware.pcb.parts import FOOTPRINTS

LONG_MM, WIDE_MM = 68.0, 68.0
STERN_MM = 6.0  # where its stern edge lies in the boat
MIDDLE_MM = WIDE_MM / 2
NOTCH_MM, NOTCH_HALF_MM = 54.5, 17.0  # from here to the prow edge, this far to either side
PICO_MM = (26.25, MIDDLE_MM)
SCREWS_MM = [(4.5, 5.0), (4.5, WIDE_MM - 5.0), (63.5, 13.4), (63.5, WIDE_MM - 13.4)]
# For quarter 1 ... 4: gaps to row A, pin 1 to the stern.
HEADERS_MM = [(22.5, 5.2), (22.5, WIDE_MM - 5.2), (50.5, 5.2), (50.5, WIDE_MM - 5.2)]
LED_TOP_MM, LED_BOTTOM_MM, LED_RIGHT_MM = 41.2, 57.8, 56.5  # the LED ground on the front

# Pins of the Pico beyond those of the wiring list: grounds that a hand-wired board may leave open.
MORE_GROUND = (23, 28, 33)
MORE_LED_GROUND = (8,)
# Parts that a wire of the list leads through: part -> its two ends.
THROUGH = {"R5": "12", "R6": "12", "R7": "12", "R8": "12", "R9": "12", "U4": "16"}


def pico_nets() -> "dict[str, str]":
    """Pin number -> net, from the pins that `config.py` assigns."""
    gp = {number: f"S{line}" for line, number in enumerate(config.PIN_ADDRESS)}
    gp.update({number: f"GP_EN{q}" for q, number in enumerate(config.PIN_ENABLE, 1)})
    gp.update({number: sig_net(number) for number in config.PIN_SIG})
    gp.update({config.PIN_PIXELS: "PIXELS", config.PIN_BUTTON: "GP_BUTTON", config.PIN_BUZZER: "BUZZER"})
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
    parts = [Part("U1", "Pico_Sockets", "Pico", shop.SOCKET, *PICO_MM, 0, False, pico_nets())]
    for q, (x, y) in enumerate(HEADERS_MM, 1):
        names = {"EN": f"EN{q}", "SIG": sig_net(config.PIN_SIG[q - 1])}
        parts.append(Part(f"J{q}", "Box_2x07", "quarter", shop.HEADER, x, y, 90, False, cable.header_pads(names)))
    regulator = {"1": "5V", "2": "GND", "3": "VRAIL"}
    buffer = {"14": "LED_5V", "7": "LED_GND", "1": "LED_GND", "2": "PIXELS", "3": "DATA"}
    buffer.update(dict.fromkeys(("4", "10", "13"), "LED_5V") | dict.fromkeys(("5", "9", "12"), "LED_GND"))
    switch = {"1": "5V", "2": "LED_GND", "3": "5V", "4": "SLOW", "6": "LED_5V"}
    dice = {"1": "LED_5V", "2": "LED_DATA", "3": "LED_GND", "4": "BUTTON", "5": "BUTTON_GND"}

    def add(ref, footprint, value, order, x, y, angle, *nets):
        named = nets[0] if isinstance(nets[0], dict) else {str(i): net for i, net in enumerate(nets, 1)}
        parts.append(Part(ref, footprint, value, order, x, y, angle, False, named))

    add("U2", "SOT-223", "MCP1825S-3302", shop.REGULATOR, 11.0, 16.0, 0, regulator)
    add("C1", "C_0805", "1u", shop.MICRO_1, 3.5, 13.0, 90, "GND", "5V")
    add("C2", "C_0805", "10u", shop.MICRO_10, 3.5, 18.5, 270, "GND", "VRAIL")
    add("R1", "R_0603", "1k", shop.OHM_1K, 20.0, 14.0, 0, "VRAIL", "HALF")
    add("R2", "R_0603", "1k", shop.OHM_1K, 20.0, 18.0, 0, "GND", "HALF")
    add("U3", "SOIC-14", "74AHCT125", shop.BUFFER, 33.5, 50.5, 90, buffer)
    add("C3", "C_0603", "100n", shop.NANO_100, 27.5, 50.5, 90, "LED_GND", "LED_5V")
    add("R3", "R_0603", "330", shop.OHM_330, 45.0, 54.6, 0, "DATA", "LED_DATA")
    add("C4", "Can_D8", "470u", shop.MICRO_470, 13.4, 51.0, 0, "LED_5V", "LED_GND")
    # The load switch brings the LEDs' 5 V up slowly: 470 uF must not be filled at once from a USB socket.
    add("U4", "SOT-23-6", "TPS22918", shop.SWITCH, 22.3, 48.6, 0, switch)
    add("C5", "C_0603", "10n", shop.NANO_10, 22.3, 53.0, 0, "SLOW", "LED_GND")
    add("J5", "XH_1x05", "dice box", shop.DICE_PLUG, 41.5, 50.0, 0, dice)
    add("J6", "XH_1x02", "buzzer", shop.BUZZER_PLUG, 4.4, 50.0, 0, "PIEZO", "BUZZER_GND")
    add("R4", "R_0603", "330", shop.OHM_330, 43.5, 39.6, 90, "BUZZER", "PIEZO")
    # In each EN line, so that no wrong plug draws more from a pin than it may give.
    for q, number in enumerate(config.PIN_ENABLE, 1):
        x = PICO_MM[0] + (netlist.PICO_PINS.index(f"GP{number}") - 9.5) * 2.54
        add(f"R{4 + q}", "R_0603", "1k", shop.OHM_1K, x, 39.6, 90, f"GP_EN{q}", f"EN{q}")
    # The button's line leaves the boat: 1 k and two diodes keep what it meets outside from the Pico.
    add("R9", "R_0603", "1k", shop.OHM_1K, 37.7, 39.6, 90, "GP_BUTTON", "BUTTON")
    add("D1", "SOT-23", "BAT54S", shop.CLAMP, 41.5, 33.0, 0, "GND", "3V3", "GP_BUTTON")
    for i, (net, x, y) in enumerate(PROBES, 1):
        parts.append(Part(f"TP{i}", "TestPoint", "probe", "", x, y, 0, False, {"1": net}))
    return parts + [
        Part(f"H{i}", "Screw_M2.5", "M2.5", "", x, y, 0, False, {}) for i, (x, y) in enumerate(SCREWS_MM, 1)
    ]


PROBES = tuple(
    (net, 26.0 + 3.9 * i, 14.0)
    for i, net in enumerate(("VRAIL", "GND", "HALF", "3V3", "5V", "S0", *map(sig_net, sorted(set(config.PIN_SIG)))))
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
        Words(f"Daldøs carrier {REVISION}", 20.0, 29.6, 2.0, False, 0),
        Words("< USB, stern", 10.0, 32.8, 1.5, False, 0),
        Words("prow >", 46.5, 29.6, 1.5, False, 0),
        Words("this side to the base sheet", 26.25, 34.0, 1.5, True, 0),
    ]
    apart = {sig_net(config.PIN_SIG[0]): -0.4, sig_net(config.PIN_SIG[-1]): 0.5}  # the two longest names
    return words + [
        Words({"VRAIL": "RAIL"}.get(net, net), x + apart.get(net, 0.0), y + 1.8, 1.0, False, 0) for net, x, y in PROBES
    ]


def _lines(parts) -> list:
    """The grounds of each header joined on the back, and led out to the board's edge: no track may cut them off."""
    found = []
    for part in parts:
        if part.footprint == "Box_2x07":
            at = {p.number: place(part, p.x, p.y) for p in FOOTPRINTS[part.footprint].pads}
            for a, b in (("5", "7"), ("7", "8"), ("8", "10")):
                found.append(("GND", 1, at[a], at[b], RETURN.track))
            x, y = at["8"] if part.y < MIDDLE_MM else at["7"]
            found.append(("GND", 1, (x, y), (x, 1.0 if part.y < MIDDLE_MM else WIDE_MM - 1.0), RETURN.track))
    return found


def design() -> Design:
    """The board as it is ordered."""
    # all sensors' current comes by VRAIL: what its copper loses, the readings shift
    widths = {"VRAIL": POWER._replace(most=2.0), "5V": POWER, "LED_5V": POWER, "GND": RETURN, "LED_GND": RETURN}
    parts = _parts()
    return Design("carrier", "Daldøs carrier", parts, outline(), _areas(), _words(), _lines(parts), widths, [])
