"""The wiring as a list of connections, made from `firmware/config.py`: what the guide's tables and the tests read.

A connection runs from one terminal to another (`Sensor A1 OUT` to `Mux 1 C4`) in one colour and belongs to one step of
the guide. A terminal is `part pin`; buses are bare strips of wire and count as one terminal each.

    >>> [c.to for c in connections() if c.start == "Sensor M17 OUT"]
    ['Mux 4 C2']
"""

from collections import namedtuple

import config
from hardware import geometry

Connection = namedtuple("Connection", "step start to colour")

# The 40 pins of a Raspberry Pi Pico, in the order of their numbers (Pico data sheet).
PICO_PINS = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 AGND GP28 ADC_VREF 3V3(OUT) 3V3_EN GND VSYS VBUS"
).split()
PICO_ADC = ("GP26", "GP27", "GP28")
PICO_INTERNAL = ("GP25",)  # on the module itself: the LED

REFERENCES = ("GND", "RAIL", "HALF")
COLOURS = {
    "GND": "black",
    "5V": "red",
    "RAIL": "orange",
    "3V3": "pink",
    "S0": "yellow",
    "S1": "green",
    "S2": "blue",
    "S3": "violet",
    "EN": "grey",
    "SIG": "brown",
    "HALF": "turquoise",
    "OUT": "white",
    "LEG": "own leg",  # a part soldered where it belongs, no wire
}


def pin(name: str, nth: int = 0) -> int:
    """The number of a Pico pin, 1 ... 40; `nth` chooses among the seven grounds."""
    numbers = [number for number, other in enumerate(PICO_PINS, 1) if other == name]
    if nth >= len(numbers):
        raise ValueError(f"a Pico has no pin {name!r} number {nth}")
    return numbers[nth]


def pico(name: str, nth: int = 0) -> str:
    """The terminal of a Pico pin as printed and counted: `Pico 4 (GP2)`."""
    return f"Pico {pin(name, nth)} ({name})"


def gp(number: int) -> str:
    """The terminal of GP `number`."""
    return pico(f"GP{number}")


def quarter(hole: str) -> int:
    """The mux, 1 ... 4, that serves a hole."""
    return place(hole)[0]


def place(hole: str) -> "tuple[int, int]":
    """(mux, channel) of a hole, mux from 1, channel from 0."""
    for q, channels in enumerate(config.MUXES, 1):
        if hole in channels:
            return q, channels.index(hole)
    raise ValueError(f"hole {hole!r} is on no mux")


def scan_index(hole: str) -> int:
    """Where a hole's code stands in a scan: (mux - 1) * 16 + channel."""
    q, channel = place(hole)
    return (q - 1) * 16 + channel


def _ends(step, name, one, other, net="LEG", then=""):
    """Both ends of a part with two legs."""
    yield step, f"{name} end 1", one, net
    yield step, f"{name} end 2", other, then or net


def _sensors():
    for hole in geometry.holes():
        q, channel = place(hole)
        yield "sensors", f"Sensor {hole} VCC", f"Rail bus {q}", "RAIL"
        yield "sensors", f"Sensor {hole} GND", f"Ground bus {q}", "GND"
        yield "sensors", f"Sensor {hole} OUT", f"Mux {q} C{channel}", "OUT"
        yield from _ends("sensors", f"Capacitor {hole} (100 nF)", f"Sensor {hole} VCC", f"Sensor {hole} GND")


def _muxes():
    for q, channels in enumerate(config.MUXES, 1):
        yield "muxes", f"Mux {q} VCC", "3V3 bus", "3V3"
        yield "muxes", f"Mux {q} GND", f"Ground bus {q}", "GND"
        yield from _ends("muxes", f"Capacitor mux {q} (100 nF)", f"Mux {q} VCC", f"Mux {q} GND")
        for line, number in enumerate(config.PIN_ADDRESS):
            yield "muxes", f"Mux {q} S{line}", gp(number), f"S{line}"
        yield "muxes", f"Mux {q} EN", gp(config.PIN_ENABLE[q - 1]), "EN"
        # 1 k, for many modules have 10 k from EN to GND: against that, 10 k would leave EN half way, at 1.65 V.
        yield from _ends("muxes", f"Pull-up {q} (1 k)", f"Mux {q} EN", "3V3 bus", "EN", "3V3")
        yield "muxes", f"Mux {q} SIG", gp(config.PIN_SIG[q - 1]), "SIG"
        for channel, content in enumerate(channels):
            if content == "RAIL":
                yield from _ends("muxes", f"Rail resistor {q} (1 k)", f"Mux {q} C{channel}", f"Rail bus {q}", "RAIL")
            elif content in REFERENCES:
                bus = f"Ground bus {q}" if content == "GND" else "Half-rail tap"
                yield "muxes", f"Mux {q} C{channel}", bus, content


def _power():
    yield "power", "Regulator VIN", "5V bus", "5V"
    yield "power", "Regulator GND", "Star ground", "GND"
    yield "power", "Regulator VOUT", "Rail star", "RAIL"
    for name, terminal in (("Input capacitor (1 uF)", "Regulator VIN"), ("Output capacitor (10 uF)", "Regulator VOUT")):
        yield from _ends("power", name, terminal, "Regulator GND")
    for q in range(1, len(config.MUXES) + 1):
        yield "power", f"Rail bus {q}", "Rail star", "RAIL"
        yield "power", f"Ground bus {q}", "Star ground", "GND"
    yield from _ends("power", "Divider upper (1 k, 1 %)", "Rail star", "Half-rail tap", "RAIL", "HALF")
    yield from _ends("power", "Divider lower (1 k, 1 %)", "Half-rail tap", "Star ground", "HALF", "GND")


def _leds():
    yield "LEDs", "Buffer 14 (VCC)", "5V bus", "5V"
    yield "LEDs", "Buffer 7 (GND)", "LED ground", "GND"
    yield from _ends("LEDs", "Capacitor buffer (100 nF)", "Buffer 14 (VCC)", "Buffer 7 (GND)")
    yield "LEDs", "Buffer 1 (1OE)", "LED ground", "GND"
    yield "LEDs", "Buffer 2 (1A)", gp(config.PIN_PIXELS), "OUT"
    yield "LEDs", "Buffer 3 (1Y)", "Data resistor (330) end 1", "OUT"
    for pin in ("4 (2OE)", "10 (3OE)", "13 (4OE)"):
        yield "LEDs", f"Buffer {pin}", "5V bus", "5V"
    for pin in ("5 (2A)", "9 (3A)", "12 (4A)"):
        yield "LEDs", f"Buffer {pin}", "LED ground", "GND"
    yield "LEDs", "Data resistor (330) end 2", "LED 1 DIN", "OUT"
    for n in range(1, config.DICE_LEDS):
        yield "LEDs", f"LED {n} DOUT", f"LED {n + 1} DIN", "OUT"
    for n in range(1, config.DICE_LEDS + 1):
        yield "LEDs", f"LED {n} 5V", "5V bus", "5V"
        yield "LEDs", f"LED {n} GND", "LED ground", "GND"
    holes = [f"Hole LED {hole}" for hole in geometry.holes()[: config.HOLE_LEDS]]
    for before, led in zip([f"LED {config.DICE_LEDS}", *holes], holes, strict=False):
        yield "LEDs", f"{before} DOUT", f"{led} DIN", "OUT"
        yield "LEDs", f"{led} 5V", "5V bus", "5V"
        yield "LEDs", f"{led} GND", "LED ground", "GND"
    yield "LEDs", "Reservoir (470 uF) plus", "5V bus", "5V"
    yield "LEDs", "Reservoir (470 uF) minus", "LED ground", "GND"


def _button():
    yield from _ends("button", "Button", gp(config.PIN_BUTTON), pico("GND", 2), "OUT", "GND")
    # A piezo disc is a capacitor: without the resistor each click would be a short for the pin.
    yield "button", "Buzzer resistor (330, optional) end 1", gp(config.PIN_BUZZER), "OUT"
    yield "button", "Buzzer end 1 (optional)", "Buzzer resistor (330, optional) end 2", "OUT"
    yield "button", "Buzzer end 2 (optional)", pico("GND", 3), "GND"


def _pico():
    yield "Pico", "5V bus", pico("VBUS"), "5V"
    yield "Pico", "3V3 bus", pico("3V3(OUT)"), "3V3"
    # The two grounds meet only here, at the pins nearest the USB socket, so that no LED current shifts a reading.
    yield "Pico", "Star ground", pico("GND", 6), "GND"
    yield "Pico", "LED ground", pico("GND", 0), "GND"
    yield "Pico", "Half-rail tap", gp(config.PIN_HALF), "HALF"
    # Optional, with the five-pin regulator: low switches the rail off; the pull-up keeps it on while the Pico starts.
    yield "Pico", "Regulator SHDN (five-pin MCP1825, optional)", gp(config.PIN_RAIL_OFF), "OUT"
    yield from _ends("Pico", "SHDN pull-up (10 k, optional)", gp(config.PIN_RAIL_OFF), "3V3 bus")


def connections() -> "list[Connection]":
    """Every wire of the board in the order in which the guide makes them, hole LEDs and options included."""
    rows = []
    for part in (_sensors, _muxes, _power, _leds, _button, _pico):
        rows += [Connection(step, start, to, COLOURS[net]) for step, start, to, net in part()]
    return rows


def pin_uses() -> "list[tuple[str, str]]":
    """(GP name, use) of every pin that `config.py` assigns, in pin order."""
    uses = [(f"GP{n}", "UART, kept free for debugging") for n in config.PIN_UART]
    uses += [(f"GP{n}", f"S{i} of all muxes") for i, n in enumerate(config.PIN_ADDRESS)]
    uses += [(f"GP{n}", f"EN of mux {i}, active low") for i, n in enumerate(config.PIN_ENABLE, 1)]
    uses += [
        (f"GP{config.PIN_PIXELS}", "LED data"),
        (f"GP{config.PIN_BUTTON}", "button to GND"),
        (f"GP{config.PIN_RAIL_OFF}", "sensor rail off (optional)"),
        (f"GP{config.PIN_BUZZER}", "buzzer (optional)"),
        (f"GP{config.PIN_HEARTBEAT}", "heartbeat, the LED on the Pico"),
    ]
    for n in sorted(set(config.PIN_SIG)):
        served = [str(q) for q, pin in enumerate(config.PIN_SIG, 1) if pin == n]
        uses.append((f"GP{n}", f"SIG of mux {' and '.join(served)}"))
    uses.append((f"GP{config.PIN_HALF}", "half rail, direct"))
    return sorted(uses, key=lambda use: int(use[0][2:]))
