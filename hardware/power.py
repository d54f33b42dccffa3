"""The power budget: each load with its supply, typical and worst, and the limits.

Typical: sensors at their typical current, half the pips of the dice lit. Worst: every maximum at once, LEDs at the
cap that the firmware keeps. Currents are milliamperes; sources are data sheets, where "(estimate)" stands none.

    >>> total("base", "worst")
    669
"""

from collections import namedtuple

import config
from hardware import geometry

Item = namedtuple("Item", "what rail typical_ma worst_ma source")

SENSOR_TYPICAL_MA, SENSOR_WORST_MA = 6, 10  # DRV5055 data sheet
LED_DARK_MA = 1  # a WS2812 draws this with all three colours off (measured by many, design study)
RGB_PER_MA = 16  # R + G + B of 16 (each 0 ... 255) draws about 1 mA more (design study)
REGULATOR_LIMIT_MA = 500  # MCP1825S
PICO_3V3_LIMIT_MA = 300  # Pico data sheet, including what the Pico itself uses
BUS_V = (4.7, 5.3)  # the 5V bus, at a charger or a computer
SUPPLY_LIMIT_MA = 1000  # the USB charger the guide asks for
USB_PORT_LIMIT_MA = 500  # a computer's USB 2 port
REST_LOOK_MS = 10  # of each look at a board at rest: supply up, a scan, what it is judged by
LIT_PIPS = 5  # two four-faced dice show 2.5 pips each on average
LIT_HOLES = 8  # holes shown at once in a typical message


def dice_ma(lit: int) -> int:
    """Dice LEDs with `lit` of them at the cap."""
    return config.DICE_LEDS * LED_DARK_MA + lit * config.DICE_RGB_MAX // RGB_PER_MA


def hole_leds_ma(rgb: int) -> int:
    """Hole LEDs with R + G + B of all together at `rgb`."""
    return config.HOLE_LEDS * LED_DARK_MA + rgb // RGB_PER_MA


def items() -> "list[Item]":
    """The budget line by line; what hangs on the sensor rail is drawn through the regulator from 5 V."""
    sensors = len(geometry.holes())
    some_holes, most_holes = hole_leds_ma(LIT_HOLES * sum(config.COLOUR_A)), hole_leds_ma(config.HOLES_RGB_MAX)
    return [
        Item(f"{sensors} sensors", "RAIL", sensors * SENSOR_TYPICAL_MA, sensors * SENSOR_WORST_MA, "data sheet"),
        Item("half-rail divider", "RAIL", 2, 2, "3.3 V / 2 k"),
        Item("regulator itself", "5V", 1, 1, "data sheet"),
        Item("Pico", "5V", 35, 95, "data sheet; typical is an estimate"),
        # Two muxes at a time are on, each EN held low against its pull-up.
        Item("muxes and pull-ups", "3V3", 7, 7, "2 x 3.3 V / 1 k"),
        Item("LED buffer", "5V", 1, 2, "estimate"),
        Item(f"{config.DICE_LEDS} dice LEDs", "5V", dice_ma(LIT_PIPS), dice_ma(config.DICE_LEDS), "firmware's cap"),
        Item(f"{config.HOLE_LEDS} hole LEDs (optional)", "LEDs", some_holes, most_holes, "firmware's cap"),
    ]


def resting_ma(switched: bool, case: str) -> float:
    """A board at rest, its lights dark, with or without a switch of the sensors' supply between looks; `case` as in
    `total`."""
    sensors = total("RAIL", case)
    share = (config.RAIL_UP_MS + REST_LOOK_MS) / (config.DOZE_MS + config.RAIL_UP_MS) if switched else 1
    others = [item for item in items() if item.what in ("Pico", "regulator itself", "LED buffer")]
    return sum(getattr(item, case + "_ma") for item in others) + dice_ma(0) + share * sensors


def total(what: str, case: str) -> int:
    """Sum in mA: `what` is base (no hole LEDs), all, RAIL or 3V3; `case` typical or worst."""
    chosen = {
        "base": lambda item: item.rail != "LEDs",
        "all": lambda item: True,
        "RAIL": lambda item: item.rail == "RAIL",
        "3V3": lambda item: item.rail == "3V3" or item.what == "Pico",
    }[what]
    return sum(getattr(item, case + "_ma") for item in items() if chosen(item))
