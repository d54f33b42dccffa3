"""How fast a mux channel settles: the RC circuit of source, switch and the node of the ADC pin.

Two modules share an ADC pin, so their common capacitances add. "Estimate" marks what no data sheet gives at 3.3 V.

    >>> settling_us(1000 + 400, 300) < 4
    True
"""

import math

SWITCH_OHM = (200, 400)  # CD74HC4067 at 3.3 V, typical and worst: estimate from 70 and 160 at 4.5 V
SENSOR_OHM = 50  # output of a sensor: estimate
RAIL_OHM = 1000  # the rail reference comes through this
HALF_OHM = 500  # two equal 1 k in parallel
COMMON_PF = (50, 70)  # per module: data sheet, and 70 with its board
ADC_PF = 10  # pin and pad: estimate
WIRE_PF = (60, 150)  # 0.6 m and 1.5 m of wire at 100 pF/m
BITS = 12


def settling_us(ohm: float, picofarad: float) -> float:
    """Time from one rail to within half a step of the ADC at the other."""
    return ohm * picofarad * 1e-6 * math.log(2 ** (BITS + 1))


def cases() -> "list[tuple[str, float]]":
    """(what, settling in us) from the fastest to the slowest."""
    short = 2 * COMMON_PF[0] + ADC_PF + WIRE_PF[0]
    long = 2 * COMMON_PF[1] + ADC_PF + WIRE_PF[1]
    return [
        ("sensor, short wires, typical switch", settling_us(SENSOR_OHM + SWITCH_OHM[0], short)),
        ("half rail, short wires, typical switch", settling_us(HALF_OHM + SWITCH_OHM[0], short)),
        ("sensor, long wires, worst switch", settling_us(SENSOR_OHM + SWITCH_OHM[1], long)),
        ("rail through 1 k, short wires, typical switch", settling_us(RAIL_OHM + SWITCH_OHM[0], short)),
        ("half rail, long wires, worst switch", settling_us(HALF_OHM + SWITCH_OHM[1], long)),
        ("rail through 1 k, long wires, worst switch", settling_us(RAIL_OHM + SWITCH_OHM[1], long)),
    ]
