"""The ribbon cable between the carrier and each quarter board: 14 wires, keyed box headers at both ends.

Odd pins are one row of the header, even pins the other; in the ribbon they lie in the order of their numbers, so SIG
and the half rail each run between two grounds, away from the address lines.

A turned plug joins pin k with pin 15 - k. Supply then meets the same supply, ground meets ground, and a signal meets a
signal that bears it.

    >>> CABLE[5], [CABLE.count(net) for net in ("GND", "VRAIL")]
    ('SIG', [4, 2])
    >>> [CABLE[-k] for k, wire in enumerate(CABLE, 1) if wire in ("GND", "VRAIL")]
    ['VRAIL', 'GND', 'GND', 'GND', 'GND', 'VRAIL']
"""

CABLE = ("S0", "S1", "EN", "VRAIL", "GND", "SIG", "GND", "GND", "HALF", "GND", "VRAIL", "3V3", "S2", "S3")
LENGTH_MM = (200, 200, 300, 400)  # to quarter 1 ... 4: as shops have them ready, with slack to lay the carrier aside
OHM_PER_M = 0.213  # one wire of 28 AWG
PF_PER_M = 70  # one wire between two grounded ones: estimate, makers give 50 to 80
