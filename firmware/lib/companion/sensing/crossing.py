"""Wires of sensors exchanged, and left so: for each hole the place of the scan where a magnet walk found it.

A crossing is bytes like those of companion.sensing.wiring.hole_slots, the same places in another order. References, EN
and SIG are not a part of it: where a hole reads at a reference's place, or a mux as another, a wire is to be mended.

    slots = crossing_of(walked)                        # a WalkMap; CodedError if unclear, or nothing is exchanged
    store.replace("wires", dump_crossing(slots))
    sensing.rewire(load_crossing(data, config))
    found = as_wired(judge(scan, config), config, slots)
"""

from companion.reasons import CodedError
from companion.sensing.checksum import seal, unseal
from companion.sensing.findings import PAIRS, finding, name_channel, swap_bits
from companion.sensing.walkmap import NOTHING
from companion.sensing.wiring import CHANNELS, hole_names, hole_slots

if False:  # for the type checker alone: the compiler leaves it out
    from companion.shapes import Config, Finding, Lines, WalkMap

_HEAD = "wires 1"  # kind and version of the stored text
# Found by a walk, these are wires of more than a hole.
_OTHERS = ("walk_pins_swapped", "walk_sig_swapped", "walk_en_swapped", "walk_mux_always_on", "walk_two_answer")


def crossing_of(walked: "WalkMap") -> bytes:
    """The place of each hole as this WalkMap found it.

    A hole that was not read keeps its own place if no other was read there; if all others were read, it has the one
    left. CodedError if that does not tell, if nothing is exchanged, or if other wires than those of the holes are.
    """
    plain = list(hole_slots(walked.config))
    names, places = walked.names, walked.places
    others = [name for code, _, names_of, wires, _ in walked.findings() if code in _OTHERS for name in names_of + wires]
    others += [names[hole] for hole in range(len(plain)) if places[hole] < NOTHING and places[hole] not in plain]
    if others:
        raise CodedError("wires_others", " ".join(others))
    slots = [place if place < NOTHING else NOTHING for place in places]
    free = [place for place in plain if place not in slots]
    for hole in range(len(plain)):
        if slots[hole] == NOTHING and plain[hole] in free:
            slots[hole] = plain[hole]
            free.remove(plain[hole])
    unread = [hole for hole in range(len(plain)) if slots[hole] == NOTHING]
    if len(unread) == 1 and len([1 for place in places if place >= NOTHING]) == 1:
        slots[unread[0]] = free.pop()
        unread = []
    twice = [hole for hole in range(len(plain)) if slots.count(slots[hole]) > 1]
    if unread or twice:
        unclear = tuple([names[hole] for hole in sorted(unread + [hole for hole in twice if hole not in unread])])
        raise CodedError("wires_unclear", " ".join(unclear), holes=unclear)
    if slots == plain:
        raise CodedError("wires_right")
    return bytes(slots)


def agrees(walked: "WalkMap", slots: bytes) -> bool:
    """Whether all that a walk read, it read at these places."""
    return all(walked.places[hole] in (slots[hole], NOTHING, NOTHING + 1) for hole in range(len(slots)))


def exchanged(config: "Config", slots: bytes) -> tuple[list[str], list[str]]:
    """`(holes, wires)`: the names of the holes that are read elsewhere than config.py says, and of their places."""
    plain = hole_slots(config)
    names = hole_names(config)
    lines = _lines(config, slots)
    moved = [hole for hole in range(len(plain)) if slots[hole] != plain[hole]]
    return [names[hole] for hole in moved], [_wire(slots[hole], lines) for hole in moved]


def as_wired(findings: "list[Finding]", config: "Config", slots: bytes) -> "list[Finding]":
    """The findings of a scan, which go by places, with the holes and wires that they really are."""
    plain = hole_slots(config)
    if slots == plain:
        return findings
    names = hole_names(config)
    lines = _lines(config, slots)
    found = []
    for fault in findings:
        code, where, holes, wires, args = fault
        if code == "sensor_dead":
            place = plain[names.index(holes[0])]
            hole, wire = names[slots.find(bytes([place]))], _wire(place, lines)
            fault = finding(code, "%s: %s" % (hole, wire), (hole,), (wire,), args)
        elif lines and code == "line_stuck":
            line = args[0]
            if line in lines:
                other = lines[0] + lines[1] - line
                where = where.replace("S%d" % line, "S%d" % other)
                wires = tuple([wire.replace(" S%d" % line, " S%d" % other) for wire in wires])
            fault = finding(code, where, holes, wires, args)
        found.append(fault)
    return found


def _lines(config: "Config", slots: bytes) -> "Lines | None":
    # The two address lines whose exchange at every mux explains all; at some of the muxes only, it is rather the
    # sensors' wires that are exchanged.
    plain = hole_slots(config)
    for pair in PAIRS:
        there = [slot - slot % CHANNELS + swap_bits(slot % CHANNELS, pair) for slot in plain]
        if bytes(there) == slots:
            return pair
    return None


def _wire(place: int, lines: "Lines | None") -> str:
    channel = place % CHANNELS
    return name_channel(place // CHANNELS, swap_bits(channel, lines) if lines else channel)


# --- in the store -----------------------------------------------------------------------------------------------------


def dump_crossing(slots: bytes) -> bytes:
    """One line of text with a checksum: `wires 1 PLACE ... CRC`."""
    return seal(_HEAD, ["%d" % slot for slot in slots])


def load_crossing(data: bytes, config: "Config") -> bytes:
    """What dump_crossing gave; CodedError if it is torn, altered or of another board."""
    slots = [int(word) for word in unseal(data, _HEAD)]
    if sorted(slots) != sorted(hole_slots(config)):
        raise CodedError("wires_places")
    return bytes(slots)
