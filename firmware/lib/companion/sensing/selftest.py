"""Wiring faults that one scan shows, each named by its wire, pin or hole.

Every mux carries GND, the sensor rail and the half rail on its first channels, and an address line that is stuck makes
channels alike in pairs: with S2 stuck, channel c reads what c with bit 2 turned reads, on every mux. On a healthy board
no line does that, for it would have to make GND read like something else. So a line is called stuck only if all eight
pairs of a mux agree, those of no other line do, *and* the references are where it would put them.
companion.sensing.lines decides which line, or two lines.

    >>> judge(scan, config)
    [('line_stuck', 'GP4 to S2 of mux 1', (), ('GP4', 'mux 1 S2'), (2, 'low'))]

Two swapped lines show when references change places: always with S0, with the others once there are pieces on the
channels read instead. `judge_pulls` finds a mux that never switches off, which no scan shows. Other faults (swapped
sensor wires, polarity) take a magnet, see companion.upkeep.walk. Sensing does not depend on the self-test: it marks
doubtful holes `?` itself.
The form of a finding: companion.sensing.findings.
"""

from companion.sensing.findings import (
    PAIRS,
    at_channel,
    ends,
    finding,
    gp,
    name_channel,
    name_muxes,
    swap_bits,
    two_lines,
)
from companion.sensing.lines import ALIKE, DISTINCT, LINES, stuck_lines
from companion.sensing.wiring import CHANNELS, GND, RAIL, REFERENCES, const, is_held, limits

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Config, Finding, Lines, Place, Pulls, Scan, Stuck

_SAME = const(12)  # counts: greatest difference between two readings of the half rail
_ALIVE = const(8)  # with more holes than this in range, the rail is alive


def judge(scan: "Scan", config: "Config") -> "list[Finding]":
    """All findings of one scan (65 codes), those that explain most first."""
    low, high = limits(config)
    muxes = range(len(config.MUXES))
    kinds = [name for mux in config.MUXES for name in mux] + ["HALF"]
    off = [k for k in range(len(scan)) if not low[k] <= scan[k] <= high[k]]
    wrong = [(k // CHANNELS, k % CHANNELS, kinds[k]) for k in off]
    stuck = stuck_lines(scan, config, low, high)
    swapped = _swapped_lines(scan, config, low, high, stuck, wrong)
    rail = [] if any(stuck) or any(swapped) else _judge_rail(scan, config, wrong)
    if rail:
        return rail
    found = _line_findings(config, stuck, swapped)
    clear = [q for q in muxes if not (stuck[q] or swapped[q])]
    silent = [q for q in clear if _is_silent(q, wrong)]
    found += _silent_findings(config, silent)
    clear = [q for q in clear if q not in silent]
    found += _judge_half(clear, config, wrong)
    wrong = [place for place in wrong if place[0] in clear]
    found += [at_channel("gnd_high", q, channel) for q, channel, kind in wrong if kind == "GND"]
    found += [at_channel("rail_reference_low", q, channel) for q, channel, kind in wrong if kind == "RAIL"]
    for q, channel, name in wrong:
        if name not in REFERENCES:
            slot, place = q * CHANNELS + channel, name_channel(q, channel)
            level = "low" if scan[slot] < low[slot] else "high"
            found.append(finding("sensor_dead", "%s: %s" % (name, place), (name,), (place,), (level,)))
    return found


def _line_findings(config: "Config", stuck: "list[Stuck | None]", swapped: "list[Lines | None]") -> "list[Finding]":
    # Address lines stuck at some muxes, one or two, or swapped.
    muxes = range(len(stuck))
    found = []
    for line in range(LINES):
        for level in (0, 1):
            there = [q for q in muxes if (stuck[q] or ())[:2] == (line, level)]
            if there:
                where = "GP%d to S%d of %s" % (config.PIN_ADDRESS[line], line, name_muxes(there))
                wires = (gp(config.PIN_ADDRESS[line]),) + ends(there, "S%d" % line)
                found.append(finding("line_stuck", where, (), wires, (line, "high" if level else "low")))
    two = [there and (there[0], there[2]) for there in stuck]
    exchanged = [swapped[q] or (stuck[q] or (None,))[-1] for q in muxes]
    for code, pairs in (("lines_stuck", two), ("lines_swapped", exchanged)):
        for pair in PAIRS:
            there = [q for q in muxes if pairs[q] == pair]
            if there:
                found.append(two_lines(code, config, pair, there))
    return found


def _silent_findings(config: "Config", silent: list[int]) -> "list[Finding]":
    # Muxes that do not answer: two with swapped wires, all of one pin, or single ones.
    if _is_exchange(silent, config):
        wires = ends(silent, "EN") + ends(silent, "SIG")
        return [finding("muxes_exchanged", _name_exchange(silent, config), (), wires)]
    found = []
    for pin in sorted(set(config.PIN_SIG)):
        there = [q for q in silent if config.PIN_SIG[q] == pin]
        if len(there) > 1 and len(there) == config.PIN_SIG.count(pin):
            where = "GP%d to SIG of %s, or EN or supply of both" % (pin, name_muxes(there))
            found.append(finding("pin_silent", where, (), (gp(pin),) + ends(there, "SIG") + ends(there, "EN")))
            continue
        for q in there:
            where = "mux %d: EN at GP%d, SIG at GP%d, its supply" % (q + 1, config.PIN_ENABLE[q], pin)
            wires = (gp(config.PIN_ENABLE[q]), gp(pin)) + ends([q], "EN") + ends([q], "SIG")
            found.append(finding("mux_silent", where, (), wires))
    return found


def judge_pulls(pulls: "Pulls", config: "Config", scan: "Scan") -> "list[tuple[int, list[int]]]":
    """(SIG pin, muxes that may hold it, from 0) of each pin that is held while all muxes are off.

    pulls: for each SIG pin (GP number, code with pull-up, code with pull-down, its code at each channel if it is
    held). A pull-down code of None means that the pin cannot be judged (`unjudged`). What is read at the held pin
    are the sensors of the mux that holds it; the scan reads these at their own places, and at the other mux's
    their mean with its own.
    """
    found = []
    for pin, up, down, held in pulls:
        if is_held(up, down):
            there = [q for q in range(len(config.PIN_SIG)) if config.PIN_SIG[q] == pin]
            if held and len(there) > 1:
                apart = [_unlike(held, scan, q, config) for q in there]
                order = sorted(apart)
                if order[0] <= 2 * ALIKE and order[1] > 3 * order[0] + DISTINCT:
                    there = [there[apart.index(order[0])]]
            found.append((pin, there))
    return found


def _unlike(held: "Scan", scan: "Scan", q: int, config: "Config") -> int:
    # The total difference between a held pin's sensors and those of this mux in the scan, each from its own half rail:
    # the supply may have moved in between.
    first, kinds = q * CHANNELS, config.MUXES[q]
    half = [channel for channel in range(CHANNELS) if kinds[channel] == "HALF"][-1]
    shift = held[half] - scan[first + half]
    holes = [channel for channel in range(CHANNELS) if kinds[channel] not in REFERENCES]
    return sum([abs(held[channel] - scan[first + channel] - shift) for channel in holes])


def always_on(config: "Config", pin: int, there: list[int]) -> "Finding":
    """The finding for a mux that never switches off, one of these, counted from 0, at this SIG pin."""
    names = " or ".join(["mux %d: EN at GP%d" % (q + 1, config.PIN_ENABLE[q]) for q in there])
    wires = (gp(pin),) + tuple([gp(config.PIN_ENABLE[q]) for q in there]) + ends(there, "EN")
    return finding("mux_always_on", "%s; it holds SIG at GP%d" % (names, pin), (), wires)


def unjudged(pulls: "Pulls") -> list[str]:
    """The SIG pins, such as "GP26", that may be free or held by a mux; the pull test cannot tell."""
    return [gp(pin) for pin, up, down, _ in pulls if down is None and not is_held(up, down)]


def _judge_rail(scan: "Scan", config: "Config", wrong: "list[Place]") -> "list[Finding]":
    # A dead rail takes all sensors and the half rail with it, so no other finding is possible.
    muxes = range(len(config.MUXES))
    holes = len([name for mux in config.MUXES for name in mux if name not in REFERENCES])
    alive = holes - len([place for place in wrong if place[2] not in REFERENCES])
    direct = scan[len(scan) - 1]
    rails = [scan[q * CHANNELS + RAIL] for q in muxes]
    where = "sensor regulator and its wires, GP%d if fitted" % config.PIN_RAIL_OFF
    wires = (gp(config.PIN_RAIL_OFF),)
    if direct < config.CODE_LOW and max(rails) < config.CODE_LOW and alive <= _ALIVE:
        return [finding("rail_lost", where, (), wires)]
    lowest, highest = min(rails), max(rails)
    grounded = max([scan[q * CHANNELS + GND] for q in muxes]) <= config.CODE_GND_MAX
    if grounded and config.CODE_LOW <= lowest and highest < config.CODE_RAIL_MIN and highest - lowest <= ALIKE:
        # the half rail falls with the rail; if it has not fallen, the rail is not the cause
        if abs(2 * direct - highest) < highest // 10:
            return [finding("rail_low", where, (), wires)]
    return []


def _swapped_lines(
    scan: "Scan", config: "Config", low: "Scan", high: "Scan", stuck: "list[Stuck | None]", wrong: "list[Place]"
) -> "list[Lines | None]":
    # For each mux, the two lines whose swap explains its references, or None. A single wrong reference has its own
    # fault, and would fit a swap only by chance.
    muxes = range(len(stuck))
    swapped: list[Lines | None] = [None for _ in muxes]
    for pair in PAIRS:
        fits = [q for q in muxes if not (stuck[q] or swapped[q]) and _fits_swap(scan, q, pair, config, low, high)]
        if len([1 for q, _, kind in wrong if q in fits and kind in REFERENCES]) > 1:
            for q in fits:
                swapped[q] = pair
    return swapped


def _fits_swap(scan: "Scan", q: int, pair: tuple[int, int], config: "Config", low: "Scan", high: "Scan") -> bool:
    # whether each reference is where swapping these lines puts it, with the same half rail there
    first = q * CHANNELS
    direct = scan[len(scan) - 1]
    for channel in range(CHANNELS):
        kind = config.MUXES[q][channel]
        if kind in REFERENCES:
            code = scan[first + swap_bits(channel, pair)]
            if not low[first + channel] <= code <= high[first + channel]:
                return False
            if kind == "HALF" and abs(code - direct) > _SAME:
                return False
    return True


def _is_exchange(silent: list[int], config: "Config") -> bool:
    # Two muxes that neither share a pin nor are on together: swapping their EN or SIG wires makes two others clash.
    pins = config.PIN_SIG
    if len(silent) != 2 or len(pins) == 2:
        return False
    one, other = silent
    return pins[one] != pins[other] and pins[:one].count(pins[one]) != pins[:other].count(pins[other])


def _name_exchange(silent: list[int], config: "Config") -> str:
    one, other = silent
    pins = (one + 1, other + 1, config.PIN_ENABLE[one], config.PIN_ENABLE[other], config.PIN_SIG[one])
    return "mux %d and %d: EN at GP%d and GP%d swapped, or SIG at GP%d and GP%d, or both broken" % (
        pins + (config.PIN_SIG[other],)
    )


def _is_silent(q: int, wrong: "list[Place]") -> bool:
    # two of the three kinds of reference are wrong
    kinds = [kind for at, _, kind in wrong if at == q]
    return len([kind for kind in REFERENCES if kind in kinds]) > 1


def _judge_half(clear: list[int], config: "Config", wrong: "list[Place]") -> "list[Finding]":
    direct_wrong = len([1 for q, _, _ in wrong if q == len(config.MUXES)]) > 0
    off = [name_channel(q, channel) for q, channel, kind in wrong if q in clear and kind == "HALF"]
    if direct_wrong and off and len(off) == sum([config.MUXES[q].count("HALF") for q in clear]):
        where = "its divider; GP%d and %s" % (config.PIN_HALF, name_muxes(clear))
        return [finding("half_off", where, (), tuple([gp(config.PIN_HALF)] + off))]
    if direct_wrong:
        off.append(gp(config.PIN_HALF))
    return [finding("half_reference_off", where, (), (where,)) for where in off]
