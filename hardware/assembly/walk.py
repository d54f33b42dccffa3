"""Carries a guide's operations out and says where a builder would be stuck.

Nothing is taken before it is bought or made, no tool is used that is not listed; what paper covers, what a ring
encloses and what a lid hides cannot be reached; a cable has two ends, and only a free one passes a hole. Words and
operations must agree: an item names exactly what it takes.
"""

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

from hardware import bom
from hardware.assembly import items, reads
from hardware.draw import templates
from hardware.pcb import cost

HARDWARE = Path(bom.__file__).parent
START = {"power": "off", "boat": "open", "frame": "off", "Pico": "out", "lid": "off", "LEDs": "loose", "cables": "out"}
START |= {"rows": "unmarked"}  # which side of the frame is row A's
# How deep a drill of so many mm reaches: its length by DIN 338 without the 20 mm in the chuck.
REACH_MM = {"1.5": 20, "2": 29, "2.7": 41, "3": 41, "5": 66, "6": 73, "8": 97, "9": 105, "12": 131}
KITS = {"wiring": ("by hand",), "boards": ("by hand", "boards"), "dice": ("dice",), "first": ("first",)}
# Bought things by other names in the words of an item; any other is looked for by its own last word.
CALLED = {
    "oddments": "tape|glue stick|paint|stick|card|cloth",
    "scrap wood": "scrap wood|block",
    "dice LEDs": "LEDs?",
    "ordered parts": "sensor|socket|header|C4|flat parts|mux|cables?|U1|U2|UM5|blob",
    "dice box": "dice box|plywood|face|box",
    "charger": "charger|USB",
    "USB cable": "USB|cable",
    "cell": "cells?",
    "solder": "[Ss]older|[Jj]oin|[Rr]un|wire|goes|blob|through",
    "dice wire": "wires?|red|white",
    "thin wire": "wires?",
    "thick wire": "wires?|red|black|thick",
    "diode": "1N4001|diode",
    "Schottky diode": "1N5817",
    "data resistor": "330 ohm",
    "resistor 330": "330 ohm",
    "resistor 1 k": "1 k",
    "resistor 10 k": "10 k",
    "capacitor 100 nF": "100 nF",
    "capacitor 1 uF": "1 uF",
    "capacitor 10 uF": "10 uF",
    "capacitor 470 uF": "470 uF",
    "LED buffer": "LED buffer|chip|buffer",
    "hole LEDs": "LEDs",
    "glue": "[Gg]lue[d]?|epoxy|drop",
    "wood glue": "[Gg]lue",
    "hot glue": "[Gg]lue",
    "deck plank": "plank",
    "floor sheet": "floor( sheet)?|strip",
    "IC socket": "IC socket",
    "mux module": "modules?",
    "button": "[Bb]utton",
    "switch": "switch",
    "batten": "battens?",
    "jumper wires": "jumper wires?",
    "buzzer": "buzzer",
    "buzzer housing": "XHP-2",
}
# Words that ask for a part, if it is bought at all for the guide, and for one of some tools.
NOUNS = {
    "heat-shrink": r"heat-shrink",
    "cable tie": r"cable ties?",
    "box screw|lid screw|board screw|frame screw|carrier screw|USB screw": r"(?<!the )screws\b(?! and)",
    "command daldos": r"`daldos |What the sensors read",
    "wood glue|glue": r"(wood glue|epoxy)",
}
VERBS = {
    r"\b[Ss]aw(?!n)\b": "fine saw|fret saw",
    r"\b[Dd]rill(ed)? (\d|eight|four|six|1\.5)": "drill press|drill|drills",
    r"\b([Tt]hen|[Nn]ow|[Ll]ast|it:|\.|:) [Ss]older\b|^Solder\b": "soldering iron",
    r"(^|[.:] |and )[Cc]ut (?!leg)": "side cutters|scissors|fine saw",
    r"\b[Cc]rimp\b": "crimp tool for JST XH",
    r"\b[Ss]crew (?!pull)\w+ .*\b(in|on|up|onto|to)\b": "screwdriver|hand",
    r"\b[Cc]lamp\b": "clamps|vice",
    r"[Bb]eep\b|no beep|[Mm]easure|volt|has no [\d.]+ V": "multimeter",
    r"[Hh]ot glue\b": "hot glue gun",
    r"\bawl\b": "awl",
    r"[Ss]aw the rest|[Ss]aw a notch": "fret saw",
    r"[Pp]lug .* the computer": "computer",
    r"\bnuts\b": "flat pliers",
    r"\bUSB meter\b": "USB meter",
}
NUMBERS = {"2": "two", "3": "three", "4": "four", "5": "five", "9": "nine", "10": "ten"}
OPAQUE = ("quarter boards", "carrier", "deck plank")


@lru_cache
def bought(guide: str) -> "set[str]":
    """What is bought for a guide."""
    parts = {line.part for kit in KITS[guide] for line in bom.lines(kit)}
    return parts - set(cost.REPLACED) if guide == "boards" else parts


@lru_cache
def tools(guide: str) -> "set[str]":
    """The tools of a guide."""
    return {name for kit in KITS[guide][-1:] for tool in bom.tools(kit) for name in tool.tool.split(", ")}


@lru_cache
def drills(guide: str) -> "set[str]":
    """The drills among them, in mm, and the countersink."""
    lines = [tool.which for tool in bom.tools(KITS[guide][-1]) if "drills" in tool.tool]
    return {size for line in lines for size in re.findall(r"\d+(?:\.\d+)?|countersink", line)}


@lru_cache
def marks() -> "dict[str, float]":
    """Letter on a template -> diameter in mm; `holes` are the 49 of each."""
    deck, below = templates.templates()
    return {letter: mm for _, mm, letter in (*deck.marks, *below.marks)} | {"holes": below.holes_mm}


@lru_cache
def shows(file: str) -> "set[str]":
    """What a drawing names."""
    return set(re.findall(r">([^<>]+)</text>", (HARDWARE / file).read_text(encoding="utf-8")))


class Cable:
    """Two ends, each free or at something for good, and the holes that it lies in."""

    def __init__(self, thick: float) -> None:
        self.thick, self.heads, self.ends, self.through = thick, [thick, thick], [], set()


class Walk:
    """What there is, where, and how, while a guide is followed; `found` is where one is stuck."""

    def __init__(self, guide: str) -> None:
        self.guide, self.state, self.things, self.found = guide, dict(START), set(bought(guide)), []
        self.covers, self.cables, self.holes, self.sawn, self.inside = {}, {}, {}, set(), {}
        self.used = Counter()
        self.carries = {}  # thing -> whether it shows the template's marks

    def follow(self, steps, of=lambda guide: items.steps(guide)) -> "list[str]":
        """Carry out all items; returns the findings."""
        for step in steps:
            for item in step.items:
                for guide, numbers in (op[1].split(" ", 1) for op in item.ops if op[0] == "include"):
                    for other in of(guide):
                        if str(other.number) in numbers.split():
                            self.follow([other])
                self.item(item)
        return self.found

    def item(self, item) -> None:
        """Carry out one item, and hold its words to it."""
        found = []
        for verb, rest in item.ops:
            if verb != "include":
                found += getattr(self, f"_{verb}")(rest, item) or ()
        found += self._said(item)
        self.found += [f"{item.key}: {wrong}" for wrong in found]

    def _said(self, item):
        text, takes, used = item.words, item.all("take"), item.all("with")
        for name in takes:
            if name in bought(self.guide) and not re.search(CALLED.get(name, rf"\b{name.split()[-1]}"), text):
                yield f"{name} is taken and not said"
        for names, words in NOUNS.items():
            known = [name for name in names.split("|") if name in self.things]
            if known and re.search(words, text) and not set(names.split("|")) & set(takes):
                yield f"does not take {known[0]}"
        for words, names in VERBS.items():
            verb = re.search(words, text)
            if verb and not set(names.split("|")) & set(used):
                yield f"to {verb[0].strip(' .:').lower()} takes {names}"
        if "drills" in used:
            yield from self._drilled(text)
        if re.search(r"\.(uf2|whl)`", text) and not re.search(r"\[\[(firmware-file|releases)\]\]", text):
            yield "no address"
        wires = {"thin wire", "thick wire", "dice wire"} & set(takes)
        if wires and "soldering iron" in used and "wire stripper" not in used:
            yield "no wire stripper"
        if "soldering iron" in used and self.state["power"] != "off":
            yield "solders with the power on"

    def _drilled(self, text):
        sizes = re.findall(r"[Dd]rill(?:ed)? (?:\w+ )?(\d+(?:\.\d+)?) mm|holes? of (\d+(?:\.\d+)?) mm", text)
        yield from (f"no drill of {a or b} mm" for a, b in sizes if (a or b) not in drills(self.guide))
        for wide, deep in re.findall(r"([\d.]+) mm\s+wide and (\d+) mm deep", text):
            if int(deep) > REACH_MM[wide]:
                yield f"a drill of {wide} mm does not reach {deep} mm deep"
        if re.search(r"[Dd]rill(ed)? [\d.]+ mm ahead", text):
            yield "how deep is not said"
        if re.search("[Cc]ountersink", text) and "countersink" not in drills(self.guide):
            yield "no countersink"
        if "inner line" in text and "hole" not in text:
            yield "no hole for the blade of the fret saw"

    # --- the operations -----------------------------------------------------------------------------------------------

    def _take(self, rest, item):
        for name in rest.split("; "):
            if name not in self.things:
                yield f"{name} is neither bought nor made before"
            place = self.inside.get(name)
            if place and self.state.get(place) == "closed":
                yield f"{name} is in the closed {place}"

    def _use(self, rest, item):
        for count, name in (words.split(" ", 1) for words in rest.split("; ")):
            self.used[name] += int(count)
            if count != "1" and not re.search(rf"\b({count}|{NUMBERS.get(count)})\b", item.words, re.IGNORECASE):
                yield f"{count} of {name} is not said"

    def _make(self, rest, item):
        self.things |= set(rest.split("; "))

    def _with(self, rest, item):
        return [f"{tool} is not among the tools" for tool in rest.split("; ") if tool not in tools(self.guide)]

    def _need(self, rest, item):
        for need in rest.split("; "):
            subject, value = need.split()
            if self.state[subject] != value:
                yield f"{subject} must be {value}, and is {self.state[subject]}"

    def _set(self, rest, item):
        self.state.update(word.split() for word in rest.split("; "))

    def _mark(self, rest, item):
        return [wrong for words in rest.split("; ") for wrong in reads.mark(words, item.words)]

    def _read(self, rest, item):
        return [wrong for words in rest.split("; ") for wrong in reads.reading(words, item.words)]

    def _cover(self, rest, item):
        self.covers.update([rest.split(" with ")])
        self.carries[rest.split(" with ")[0]] = True

    def _bare(self, rest, item):
        if not self.covers.pop(rest, None):
            yield f"nothing covers {rest}"
        if self.carries.get(rest) != "pricked":
            self.carries[rest] = False

    def _prick(self, rest, item):
        """The marks of the template stay in the wood when the paper goes."""
        if rest not in self.covers:
            yield f"{rest} carries no template"
        self.carries[rest] = "pricked"

    def _on(self, rest, item):
        if rest in self.covers:
            yield f"{self.covers[rest]} covers {rest}"

    def _drill(self, rest, item):
        size, letters, on = re.fullmatch(r"([\d.]+) (\S+) on (.*)", rest).groups()
        if not self.carries.get(on):
            yield f"nothing says where on {on}: it carries no template"
        for letter in letters.split(","):
            if letter not in marks():
                yield f"the template has no mark {letter}"
            elif marks()[letter] != float(size):
                yield f"{letter} is {marks()[letter]:g} mm in the template, not {size}"
        if not re.search(rf"\b{size} mm", item.words):
            yield f"{size} mm is not said"

    def _saw(self, rest, item):
        if not self.carries.get(rest):
            yield f"nothing says where to saw {rest}: it carries no template"
        self.sawn.add(rest)

    def _cable(self, rest, item):
        name, _, thick = rest.rpartition(" ")
        self.cables[name] = Cable(float(thick))

    def _head(self, rest, item):
        name, _, thick = rest.rpartition(" ")
        self.cables[name].heads = [float(thick)] * 2

    def _end(self, rest, item):
        name, place = rest.split(" at ")
        cable = self.cables[name]
        cable.ends.append(place)
        if len(cable.ends) > 2:
            yield f"{name} has no third end for {place}"

    def _hole(self, rest, item):
        name, size, ring = re.fullmatch(r"(.*) ([\d.]+) of (.*)", rest).groups()
        self.holes[name] = (float(size), ring)
        if not re.search(rf"\b{size} mm", item.words):
            yield f"{size} mm is not said"

    def _slot(self, rest, item):
        self.holes[rest.split(" of ")[0]] = (None, rest.split(" of ")[1])

    def _pass(self, rest, item):
        name, hole = rest.split(" through ")
        cable = self.cables[name]
        if hole not in self.holes:
            yield f"there is no {hole}"
        elif len(cable.ends) > 1:
            yield f"{name} has no free end to go through the {hole}"
        elif self.holes[hole][0] and cable.heads[0] > self.holes[hole][0]:
            yield f"the end of {name}, {cable.heads[0]:g} mm, does not go through the {hole}"
        else:
            cable.through.add(hole)

    def _ring(self, rest, item):
        """A ring over a place: what leads from there outwards lies in one of its holes, or in a slot."""
        ring, place = rest.split(" round ")
        holes = {name for name, (_, of) in self.holes.items() if of == ring}
        slot = any(self.holes[name][0] is None for name in holes)
        for name, cable in self.cables.items():
            outwards = len(cable.ends) > 1 and sum(self.inside.get(end) == place for end in cable.ends) == 1
            if outwards and not slot and not cable.through & holes:
                yield f"{ring} cannot go on: both ends of {name} are fixed, and it is not through its hole"

    def _put(self, rest, item):
        name, place = rest.split(" in ")
        self.inside[name] = place

    def _close(self, rest, item):
        place, lid = rest.split(" with ")
        if self.state.get(place) == "closed":
            yield f"{place} is closed already"
        if lid in self.covers or lid not in self.sawn:
            yield f"{lid} is not sawn to its line" if lid not in self.sawn else f"{self.covers[lid]} is still on {lid}"
        self.state[place] = "closed"

    def _open(self, rest, item):
        self.state[rest] = "open"

    def _show(self, rest, item):
        file, _, names = rest.partition(": ")
        shown = names.split("; ") if file.endswith(".png") else shows(file)  # hardware.solids.scene looks at those
        yield from (f"{name} is not in {file}" for name in names.split("; ") if name not in shown)

    def _look(self, rest, item):
        name, _, at = rest.removeprefix("through ").partition(" at ")
        if at and at not in self.inside:
            yield f"{at} would fall: nothing holds them yet"
        if name in OPAQUE:
            yield f"no light goes through {name}"
        yield from self._on(name, item)


def findings(guide: str, text: str = "") -> "list[str]":
    """Where the builder of a guide would be stuck; with `text` of that text instead of the guide's."""
    walk = Walk(guide)
    walk.follow(items.read(text or items.source(guide)))
    found = walk.found + [f"end: {paper} is still on {what}" for what, paper in walk.covers.items()]
    lines = {line.part: line.quantity for kit in KITS[guide] for line in bom.lines(kit)}
    wrong = [(name, count) for name, count in walk.used.items() if count != lines.get(name, count)]
    return found + [f"end: {count} of {name} are used, {lines[name]} bought" for name, count in wrong]
