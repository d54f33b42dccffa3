"""The board as built: pins, wiring tables, thresholds and timings. Data only.

Everything that must agree with the wooden board reads it from here: the drivers, the application core, the
simulator, the wiring guide and the drawings. Holes are named as in the rules (`A1` at the stern, `M17` at the prow);
codes are 12-bit ADC counts; muxes are counted from 1, channels from 0.

    >>> MUXES[3][2]        # mux 4, channel 2
    'M17'
"""

# --- the wooden board -------------------------------------------------------------------------------------------
N = 16  # holes in a home row; the middle row has one more

# --- pins of the Pico (GP numbers) -------------------------------------------------------------------------------
PIN_UART = (0, 1)  # kept free for debugging
PIN_ADDRESS: tuple[int, ...] = (2, 3, 4, 5)  # S0 ... S3 of all muxes
PIN_ENABLE: tuple[int, ...] = (6, 7, 8, 9)  # EN of mux 1 ... 4, active low
PIN_PIXELS = 10  # WS2812 data
PIN_BUTTON = 11  # to GND, internal pull-up
PIN_RAIL_OFF = 12  # low turns off what hangs on it (optional): the sensors' regulator, or the LEDs of the dice alone
PIN_BUZZER = 13  # piezo (optional)
PIN_HEARTBEAT = 25  # on-board LED
PIN_SIG: tuple[int, ...] = (26, 26, 27, 27)  # SIG of mux 1 ... 4: two muxes share an ADC pin
PIN_HALF = 28  # half rail, direct
HAS_BUZZER = False  # whether it is fitted
HAS_RAIL_SWITCH = False  # whether PIN_RAIL_OFF switches the sensors' regulator, between looks at a board at rest

# --- the four 16-channel muxes, one under each quarter of the board ------------------------------------------------
# GND, RAIL (sensor rail through 1 k) and HALF (half rail) are references; the rest are holes.
MUXES: tuple[tuple[str, ...], ...] = (
    ("GND", "RAIL", "HALF", "HALF", "A1", "A2", "A3", "A4", "M1", "M2", "M3", "M4", "B1", "B2", "B3", "B4"),
    ("GND", "RAIL", "HALF", "HALF", "A5", "A6", "A7", "A8", "M5", "M6", "M7", "M8", "B5", "B6", "B7", "B8"),
    ("GND", "RAIL", "HALF", "HALF", "A9", "A10", "A11", "A12", "M9", "M10", "M11", "M12", "B9", "B10", "B11", "B12"),
    ("GND", "RAIL", "M17", "HALF", "A13", "A14", "A15", "A16", "M13", "M14", "M15", "M16", "B13", "B14", "B15", "B16"),
)

# --- sensing ------------------------------------------------------------------------------------------------------
# A reading is u = (code - baseline) / (2 * half rail), here in thousandths; its sign is the player.
OCCUPIED_PERMILLE = 50  # |u| of a piece, at least
EMPTY_PERMILLE = 30  # |u| of an empty hole, less than this; between the two a hole keeps its state
DALLED = False  # pieces of two heights: the board sees which are dalled (hardware/wiring.md)
DALLED_PERMILLE = 225  # |u| of a dalled piece, at least; a magnet walk replaces it hole by hole
TALL_OCCUPIED_PERMILLE = 43  # OCCUPIED_PERMILLE with DALLED: an undalled piece reads less
SETTLE_US = 20  # after a change of channel; then one conversion is discarded
SAMPLES = 4  # conversions averaged to one code
SCAN_MS = 10  # between scans
LOOK_MS = 3  # from a scan that leaves one or two holes in doubt to a second look at them; then between looks
DEBOUNCE_SCANS = 3  # equal scans before a change is accepted
CODE_LOW = 150  # a working sensor reads between these two; otherwise it or its rail is dead
CODE_HIGH = 3950
CODE_GND_MAX = 40  # the GND reference reads at most this
CODE_RAIL_MIN = 3900  # the rail reference reads at least this
CODE_HALF_MIN = 1850  # the half-rail references read between these
CODE_HALF_MAX = 2250
CALIBRATE_SCANS = 32  # averaged into one baseline
CALIBRATE_OFFSET_MAX = 250  # an empty hole's baseline is at most this far from the half rail

# --- lights ---------------------------------------------------------------------------------------------------------
DICE_LEDS = 8  # two dice of four pips
HOLE_LEDS = 49  # optional, after the dice in hole order; 0 if not fitted
DICE_RGB_MAX = 128  # R + G + B of one dice LED at most: 72 mA for all eight
HOLES_RGB_MAX = 1600  # R + G + B of all hole LEDs together at most: 157 mA for all 57
COLOUR_A = (90, 30, 0)  # amber
COLOUR_M = (40, 40, 40)  # white
COLOUR_B = (0, 40, 85)  # blue
FRAME_MS = 20  # between frames while the dice roll

# --- timings ----------------------------------------------------------------------------------------------------------
STABLE_MS = 600  # the board announces an occupancy that has not changed for this long
BUTTON_MS = 20  # debounce of the button
LONG_MS = 900  # a press this long is a long press
MENU_MS = 4000  # a press this long opens the choice of modes
ROLL_MS = 800  # the dice roll this long
POINT_MS = 1600  # how long the lights point at one hole
DOZE_MS = 150  # between looks at a board at rest, all of its lights dark
RAIL_UP_MS = 3  # from the sensors' supply switched on to a scan: regulator below 1 ms, DRV5055 0.33 ms
WATCHDOG_MS = 4000
