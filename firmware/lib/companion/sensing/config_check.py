"""Checks config.py: reports what is wrong, with mux, channel or name, and what was expected.

    >>> for fault in wiring_faults(config): print(fault)
    mux 2 C5: 'A66', expected a hole of this board, GND, RAIL or HALF
    hole A6 is on no mux

The board still plays with a wrongly wired hole, which is then unknown. If a table has the wrong shape, or a pin cannot
serve its purpose, `check` raises CodedError, and the config cannot be used.
"""

from companion.reasons import CodedError
from companion.sensing.wiring import CHANNELS, GND, RAIL, REFERENCES, hole_names
from daldos.geometry import N_MAX, N_MIN

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence
    from typing import Any

    from companion.shapes import Config

_PINS_MAX = 28  # GP0 ... GP28, the pins at a Pico's edge, and GP25
_ADC_PINS = (26, 27, 28)
_SINGLE = ("PIN_PIXELS", "PIN_BUTTON", "PIN_RAIL_OFF", "PIN_BUZZER", "PIN_HEARTBEAT", "PIN_HALF")
_ORDERED = (  # each row: names whose values must rise
    ("EMPTY_PERMILLE", "OCCUPIED_PERMILLE"),
    ("CODE_GND_MAX", "CODE_LOW", "CODE_HALF_MIN", "CODE_HALF_MAX", "CODE_RAIL_MIN"),
    ("CODE_LOW", "CODE_HIGH"),
    ("BUTTON_MS", "LONG_MS", "MENU_MS"),
)
_TALL = (("EMPTY_PERMILLE", "TALL_OCCUPIED_PERMILLE", "DALLED_PERMILLE"),)  # with DALLED
_POSITIVE = (
    "N",
    "SAMPLES",
    "SCAN_MS",
    "LOOK_MS",
    "DEBOUNCE_SCANS",
    "CALIBRATE_SCANS",
    "STABLE_MS",
    "ROLL_MS",
    "FRAME_MS",
    "SETTLE_US",
    "CALIBRATE_OFFSET_MAX",
    "DICE_RGB_MAX",
    "HOLES_RGB_MAX",
)
_BETWEEN = (  # each row: name, least and greatest value, of a colour those of each part
    ("N", N_MIN, N_MAX),
    ("DICE_LEDS", 8, 255),
    ("HOLE_LEDS", 0, 255),
    ("COLOUR_A", 0, 255),
    ("COLOUR_M", 0, 255),
    ("COLOUR_B", 0, 255),
    ("POINT_MS", 16, 60000),  # shown in 16 slots
    ("WATCHDOG_MS", 1, 8388),  # of the RP2040
    ("DALLED_PERMILLE", 1, 511),
    ("DEBOUNCE_SCANS", 1, 255),
    ("CODE_GND_MAX", 0, 4095),
    ("CODE_HIGH", 0, 4095),
    ("CODE_RAIL_MIN", 0, 4095),
)


def check(config: "Config") -> None:
    """CodedError if a table has the wrong shape, or a pin cannot serve its purpose."""
    for name in _POSITIVE:
        value = getattr(config, name, None)
        if type(value) is not int or value <= 0:
            raise CodedError("config_number", name, repr(value))
    for names in _ORDERED + (_TALL if getattr(config, "DALLED", False) else ()):
        values: list[Any] = [getattr(config, name, None) for name in names]
        for k in range(len(values)):
            if type(values[k]) is not int:
                raise CodedError("config_number", names[k], repr(values[k]))
            if k and values[k - 1] >= values[k]:
                raise CodedError("config_order", names[k], values[k], names[k - 1], values[k - 1])
    for name, least, most in _BETWEEN:
        value = getattr(config, name)
        is_colour = name.startswith("COLOUR")
        if is_colour:
            _count(value, name, 3)
        for part in value if is_colour else (value,):
            if type(part) is not int or not least <= part <= most:
                raise CodedError("config_between", name, repr(part), least, most)
    count = len(config.PIN_ENABLE)
    _count(config.PIN_SIG, "PIN_SIG", count)
    _count(config.PIN_ADDRESS, "PIN_ADDRESS", 4)
    _count(config.MUXES, "MUXES", count)
    for q in range(count):
        _count(config.MUXES[q], "MUXES: mux %d" % (q + 1), CHANNELS)
    _check_pins(config)


def _count(table: "Sequence[object]", name: str, count: int) -> None:
    if len(table) != count:
        raise CodedError("config_count", name, len(table), count)


def _check_pins(config: "Config") -> None:
    uses = [(name, getattr(config, name)) for name in _SINGLE]
    for name in ("PIN_ADDRESS", "PIN_ENABLE"):
        uses += [(name, pin) for pin in getattr(config, name)]
    uses += [("PIN_SIG", pin) for pin in sorted(set(config.PIN_SIG))]  # two muxes may share one
    taken: dict[int, str] = {}
    for name, pin in uses:
        analog = name in ("PIN_SIG", "PIN_HALF")
        if analog and pin not in _ADC_PINS:
            raise CodedError("config_adc", name, repr(pin))
        if type(pin) is not int or not 0 <= pin <= _PINS_MAX:
            raise CodedError("config_pin", name, repr(pin), _PINS_MAX)
        if pin in taken:
            raise CodedError("config_taken", name, pin, taken[pin])
        taken[pin] = name


def wiring_faults(config: "Config") -> list[CodedError]:
    """Every channel with a wrong name, and every missing hole."""
    names = hole_names(config)
    found = []
    seen: dict[str, tuple[int, int]] = {}
    for q in range(len(config.MUXES)):
        mux = config.MUXES[q]
        for channel in range(len(mux)):
            name = mux[channel]
            place = (q + 1, channel)
            wanted = REFERENCES[channel] if channel in (GND, RAIL) else ""
            if wanted and name != wanted:
                found.append(CodedError("config_reference", *place, repr(name), wanted))
            elif name not in names and name not in REFERENCES:
                found.append(CodedError("config_channel", *place, repr(name)))
            elif name in names and name in seen:
                found.append(CodedError("config_twice", *place, name, *seen[name]))
            else:
                seen[name] = place
    return found + [CodedError("config_hole", name) for name in names if name not in seen]
