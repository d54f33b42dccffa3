"""What is bought for the boards: each line by its maker's own number, with estimated prices.

Supplier's numbers are those of LCSC as public lists of other boards give them for the same maker's number, in
November 2026; "" where none was found. Prices are estimates in EUR for one piece, bought for one set of boards and
for five; those of the sensors are LCSC's for 50 in September 2026, again by public lists. A cable has no maker's
number: many sell it under that name.

    >>> ITEMS[SENSOR].maker
    'Texas Instruments'
"""

from collections import namedtuple

Item = namedtuple("Item", "what maker supplier one five instead", defaults=("",))  # instead: fits as well

SENSOR, MUX, REGULATOR = "DRV5055A3QDBZR", "CD74HC4067M96", "MCP1825S-3302E/DB"
CHEAP_SENSOR = "GH39FKSW"
BUFFER, SWITCH, CLAMP = "SN74AHCT125DR", "TPS22918DBVR", "BAT54S,215"
NANO_10, NANO_100 = "CC0603KRX7R9BB103", "CC0603KRX7R9BB104"
MICRO_1, MICRO_10, MICRO_470 = "CL21B105KBFNNNE", "GRM21BZ71C106KE15L", "EEU-FR1A471"
OHM_120, OHM_330 = "RC0603FR-07120RL", "RC0603FR-07330RL"
OHM_1K, OHM_10K = "RC0603FR-071KL", "RC0603FR-0710KL"
HEADER_SMD, HEADER = "3020-14-0300-00", "3020-14-0100-00"
CABLES = {mm: f"FC-14P cable {mm // 10} cm" for mm in (200, 300, 400)}
SOCKET, DICE_PLUG, BUZZER_PLUG = "61302011821", "B5B-XH-A", "B2B-XH-A"

ITEMS = {
    SENSOR: Item(
        "linear Hall sensor, SOT-23",
        "Texas Instruments",
        "C266128",
        0.31,
        0.29,
        "DRV5055A3QDBZT; with a floor of 2 mm GH39FKSW",
    ),
    MUX: Item("16-channel mux, SOIC-24", "Texas Instruments", "C496123", 0.60, 0.45, "74HC4067D,653 (Nexperia)"),
    REGULATOR: Item("regulator 3.3 V 500 mA, SOT-223", "Microchip", "C148031", 0.80, 0.65, "MCP1825ST-3302E/DB"),
    BUFFER: Item("buffer for 5 V, SOIC-14", "Texas Instruments", "C155176", 0.45, 0.30, "74AHCT125D,118 (Nexperia)"),
    SWITCH: Item("load switch with a slow start, SOT-23-6", "Texas Instruments", "C131941", 0.45, 0.30, "TPS22918DBVT"),
    CLAMP: Item("two Schottky diodes in series, SOT-23", "Nexperia", "C47546", 0.10, 0.05, "BAT54S-7-F (Diodes)"),
    NANO_10: Item("10 nF 50 V X7R 0603", "Yageo", "C100042", 0.02, 0.01, "any 10 nF X7R 0603"),
    NANO_100: Item("100 nF 50 V X7R 0603", "Yageo", "C14663", 0.02, 0.01, "any 100 nF X7R 0603, 16 V or more"),
    MICRO_1: Item("1 uF 50 V X7R 0805", "Samsung", "C28323", 0.05, 0.03, "any 1 uF X7R 0805, 16 V or more"),
    MICRO_10: Item("10 uF 16 V X7R 0805", "Murata", "C162430", 0.15, 0.10, "any 10 uF X7R 0805, 16 V"),
    MICRO_470: Item(
        "470 uF 10 V electrolytic, 8 mm, pins 3.5 mm",
        "Panasonic",
        "",
        0.35,
        0.25,
        "any 470 uF 10 V, 8 mm, pins 3.5 mm apart",
    ),
    OHM_120: Item("120 ohm 1 % 0603", "Yageo", "C114640", 0.02, 0.01, "any 120 ohm 1 % 0603"),
    OHM_330: Item("330 ohm 1 % 0603", "Yageo", "C105881", 0.02, 0.01, "any 330 ohm 1 % 0603"),
    OHM_1K: Item("1 k 1 % 0603", "Yageo", "C22548", 0.02, 0.01, "any 1 k 1 % 0603"),
    OHM_10K: Item("10 k 1 % 0603", "Yageo", "C98220", 0.02, 0.01, "any 10 k 1 % 0603"),
    HEADER_SMD: Item(
        "box header 2 x 7, 2.54 mm, keyed, surface mount, upright",
        "CNC Tech",
        "",
        0.60,
        0.45,
        "any of the same outline",
    ),
    HEADER: Item(
        "box header 2 x 7, 2.54 mm, keyed, through hole, upright",
        "CNC Tech",
        "",
        0.35,
        0.25,
        "any keyed box header 2 x 7, 2.54 mm",
    ),
    SOCKET: Item("socket strip 1 x 20, 2.54 mm, 8.5 mm high", "Wurth", "", 0.50, 0.40, "PPTC201LFBN-RC (Sullins)"),
    DICE_PLUG: Item("JST XH, 5 pins, upright", "JST", "C157991", 0.15, 0.10, "none"),
    BUZZER_PLUG: Item("JST XH, 2 pins, upright", "JST", "C158012", 0.10, 0.06, "none"),
    CHEAP_SENSOR: Item("linear Hall sensor, SOT-23, for a floor of 2 mm", "GoChip", "C266230", 0.12, 0.11),
    **{
        name: Item(
            f"ribbon cable, 14 wires of 28 AWG, {mm // 10} cm, a keyed plug 2 x 7 at each end", "any", "", 3.0, 2.5
        )
        for mm, name in CABLES.items()
    },
}
