"""Three sensors on the bench before 49 in the boat: baseline, then what each reads, judged; runs on a bare Pico.

Wire three sensors straight to GP26, GP27 and GP28 (the guide's first step), put plain MicroPython on the Pico, then

    mpremote run hardware/try_three.py

Readings are 12-bit counts from the baseline of the empty hole, each the mean of 64 conversions: fed from the 3V3 pin
a single one strays by some counts. The limits are those of the firmware's config.
"""

import time

OCCUPIED_COUNTS = 205  # 50 thousandths of the full scale: a piece
EMPTY_COUNTS = 123  # 30 thousandths: below, the hole is empty
GOOD_COUNTS = 401  # the weakest piece that keeps to all tolerances, DRV5055A3
GOOD_SS49E_COUNTS = 304  # the same, SS49E class
CONVERSIONS = 64  # averaged for one reading
BASELINE_COUNTS = (1798, 2298)  # half the supply, 250 counts either way
NAMES = ("GP26", "GP27", "GP28")


def idle(baseline: int) -> str:
    """What an empty hole's baseline shows about its wiring."""
    low, high = BASELINE_COUNTS
    if low <= baseline <= high:
        return "good"
    if baseline < 150:
        return "no output: check VCC, GND and OUT, and that the part is linear"
    if baseline > 3950:
        return "stuck at the supply: VCC and OUT swapped, or a switch-type part"
    return "off the middle: take the magnet away, check GND"


def verdict(counts: int) -> str:
    """What a reading, in counts from the baseline, means."""
    size = abs(counts)
    if size < EMPTY_COUNTS:
        return "empty"
    player = "A" if counts > 0 else "B"
    if size < OCCUPIED_COUNTS:
        return "too weak for a piece: magnet too far, sensor not flat, or wrong part"
    if size < GOOD_SS49E_COUNTS:
        return "piece of %s, but weak: distance or magnet" % player
    if size < GOOD_COUNTS:
        return "piece of %s, good for an SS49E; a DRV5055A3 should read more: distance or magnet" % player
    return "piece of %s, good" % player


def mean(read, i: int) -> int:
    """What pin i reads, over CONVERSIONS conversions."""
    total = 0
    for _ in range(CONVERSIONS):
        total += read(i)
    return (total + CONVERSIONS // 2) // CONVERSIONS


def main(read, wait, say) -> None:
    """`read(i)` gives a code of pin i, 0 ... 4095; `wait` takes seconds; `say` takes a line. Runs until stopped."""
    say("leave the three holes empty ...")
    wait(1)
    base = [mean(read, i) for i in range(3)]
    for i in range(3):
        say("%s: baseline %d, %s" % (NAMES[i], base[i], idle(base[i])))
    say("now put pieces in and take them out; Ctrl-C ends")
    while True:
        for i in range(3):
            counts = mean(read, i) - base[i]
            say("%s: %5d  %s" % (NAMES[i], counts, verdict(counts)))
        say("")
        wait(1)


if __name__ == "__main__":
    from machine import ADC, Pin

    adcs = [ADC(Pin(pin)) for pin in (26, 27, 28)]
    main(lambda i: adcs[i].read_u16() >> 4, time.sleep, print)
