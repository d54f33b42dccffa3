"""The builder's walk: no step of a guide speaks of a thing that was not listed, explained or made before.

Every word of every step is a thing, and then named at the head of its guide or by a phrase below, or plain. Whoever
writes a new word into a step puts it into one of the two lists here.
"""

import re
from pathlib import Path

import pytest

HARDWARE = Path(__file__).resolve().parent.parent / "hardware"
THINGS = """
    arrow bamboo base baseline batten beeper birch blob block board boat body bootsel box branch brass breadboard
    bridge buffer bus button buzzer cable capacitor card carrier cell channel charger clamp cloth column compass
    computer console contact copper count cutter dal deck dice die din diode disc dout drill drive drv5055a3 en
    epoxy facet fence file firmware flag floor foot frame gap gate glue gnd ground half-rail head header
    heat-shrink holder hole housing hull ic iron jig joint key laser led leg lens lid line magnet marked mcp1825s
    micropython mode module multimeter mux needle notch nut nylon outline pad paint peg perfboard pico piece
    piezo pin plank player pliers plywood pole post prow pull-up quarter rail regulator resistor ribbon ring rod
    row saw scrap screw self-test sensor serial shdn sheet sig silk slat slit socket solder soldering spacer ss49e
    standoff star steel stern stick stock strip switch tab tap tape template thonny tie to-220 to-92 tongue track
    tray trial triangle usb vbus vcc vice vin vout walk washer wedge windows wire wood xh
""".split()
PLAIN = """
    about above across active address after again against ahead air alike all alone along also always among
    an and angles another any anything apart appears are as asked at away back backwards bare be bears beats been
    beep before begins behind below bench bend bending beside better between bit black both break bridged bright
    brightness broken brown browser budget build bundle but buy by calculated calibration can cannot captured
    card-da card-nb carrier-bom carrier-gerbers carrier-placement carrier-places carry centimetre centre
    chained change changed charge check checked chip choice chosen circle circuit clamped class clear click
    climbing close cm cold colour come comes commissioning complain connected converter copy corner corners cost
    could counted countersink countersunk crimp cross csv cure current cut damp danish dark dashed data day deep
    depth design deviation dice-box dice-lid differently disease distance disturb do does doing done dot dowel
    down draw drawing drawn draws drilled drop drv5055a3qdbzr dry each edge eight either else empty end english
    enough error eur even every everything exchange exchanged face fall false feels field fifth fight fill find
    finds first fit five five-pin fix flashing flat flicker floating flows fold for forbid found four free
    fro from front fronts game get glued glueing go goes good grain group guide half hall hand hang harden harm
    harmed harms has have hc hct heap heat height held hello here high higher hinge hold holds hot how html
    hundred if in included inner input inside instead into is it its itself join joined keep kind known last
    later lay layer lead least leave left less let lets letter level lie lies lifts light lights like limit
    limited linear list listed load long longer look loose loses low lower lying ma made magnetism make
    maker makes many marks may means measure meet metre middle midway millimetre mind minus missing mistake
    mm more most move ms mt much must nail name narrower near nearer nearest needs neighbour neither never next nf
    nine no noise none nor north norwegian not nothing now nowhere number of off often ohm on once one ones only
    onto open opposite optional or orange order org other others otherwise out outer outwards oven over overheated
    own page part pay pdf peg-jig photo picture pictures pinched pink place placement plain play plotter plug
    plugged plus point power press pressed preview price print printed program pull push put pwrgd py quarter-bom
    quarter-gerbers quarter-placement quarter-places raise range reach
    read reading reads red relief repels replaces rest right risk roll room round run said same save saves say
    says screwed second see seen sell send set seven several shall share shifts shine short should show shows shut
    side single sink sits six sixteen size sleeve slowly small so software sold soldered solids some
    something sot-23 south spread stand standing stands start stay stays step stiffness still stl stop straight
    strain strength stuck study supplier svg swapped table take taken tells template-below template-letter ten
    test than that the their them themselves then there these they thick thickness thin thinly thinnest third this
    three through throw tick tight tighten times tip to together too top touch touching towards try
    try_three trying turn turned turquoise twice twists two typically uf um under underside unplug until up upside
    us use value vrail vsys waits walls was watt way well were what whatever when where which while
    white whole why wide will wipe wired with within without wooden work worst would write wrong yet you your zip
""".split()
# Where a step itself names a thing: the words that say what it is, or that one is made.
NAMED = {
    "wiring": {
        "needle": "the tip of the compass needle",
        "bootsel": "hold its button BOOTSEL",
        "drive": "onto the drive that appears",
        "thonny": "in the program Thonny",
        "template": "Print [drawings/template.pdf",
        "steel": "Mistake: steel near the holes",
        "tray": "The tray for captured pieces",
        "slit": "Saw a slit from its side",
        "wedge": "file the other edge to a wedge",
        "rod": "with a wooden rod",
        "body": "legs 1 and 2, close to its body",
        "branch": "the two branches joined",
        "flag": "a flag of tape with the hole's name",
        "pull-up": "the pull-up, the resistor from EN to VCC",
        "walk": "the magnet walk (one piece put into all holes)",
        "tab": "its tab free in the air",
        "mcp1825s": "MCP1825S in TO-220, marked side towards you",
        "to-220": "MCP1825S in TO-220, marked side towards you",
        "vin": "legs down: 1 VIN, 2 GND, 3 VOUT",
        "vout": "legs down: 1 VIN, 2 GND, 3 VOUT",
        "shdn": "Its legs are 1 SHDN",
        "cell": "with Pico and cells, which it holds when the dice work without the boat",
        "post": "post under the Pico",
        "gate": "(gate 1 is always on)",
        "din": "to DIN of LED 1",
        "gap": "40 mm more for the gap",
        "dout": "DOUT of each goes to DIN of the next",
        "arrow": "the arrow printed on the strip",
        "notch": "its notch where the socket's is",
        "slat": "straight slats of 30 x 5 mm",
        "facet": "three facets on either side of the prow",
    },
    "boards": {
        "track": "thinnest track",
        "mcp1825s": "The regulator must be MCP1825S",
        "bootsel": "Hold its button BOOTSEL",
        "drive": "a drive appears",
        "din": "to DIN of LED 1",
        "hull": "the printed hull",
        "notch": "Its notch for the USB plug",
        "batten": "two battens, 20 mm thick",
    },
    "dice": {
        "bootsel": "Hold the button BOOTSEL of the Pico",
        "drive": "a drive appears",
        "lid": "and [its lid",
        "piece": "with the pieces listed in",
        "post": "its four posts on the lid",
    },
}

_NO_PROSE = re.compile(r"!\[.*?\]\(.*?\)|\]\([^)]*\)|<!--.*?-->|```.*?```|`[^`]*`", re.DOTALL)
_WORD = re.compile(r"[^\W_]\w*(?:['-]\w+)*")
_NAME = re.compile(r"[A-Z]{0,3}\d+|\d\w*|[a-zA-Z]")  # of a hole, part, line or pin, and measures: the tables have them


def guide(name: str) -> str:
    """A guide's prose; all else is blank, and each place stays the same."""
    return _NO_PROSE.sub(lambda found: " " * len(found[0]), (HARDWARE / f"{name}.md").read_text(encoding="utf-8"))


def words(text: str) -> "list[tuple[int, str]]":
    """(place, word) of every word in the form that the lists have, else as it stands."""
    found = []
    for match in _WORD.finditer(text):
        if not _NAME.fullmatch(match[0]):
            word = match[0].lower()
            forms = [word, re.sub("('s|s'|s)$", "", word), re.sub("es$", "", word), re.sub("ies$", "y", word)]
            found.append((match.start(), next((form for form in forms if form in _KNOWN), word)))
    return found


_KNOWN = {*THINGS, *PLAIN}


def walk(name: str, text: str) -> "tuple[set, list[str]]":
    """All words of a guide's steps, and its findings: unknown words, and things that a step uses before it is named."""
    first = text.index("\n## Step 1")
    head = text[text.index("\n## Words") : first]
    if name == "boards":  # "The words of the wood are those of the guide by hand"
        head += re.search(r"^## Words.*?(?=^## )", guide("wiring"), re.DOTALL | re.MULTILINE)[0]
    named = {word for _, word in words(head)}
    used, findings = set(), []
    for step in re.finditer(r"^## (Step \d+).*?\n(.*?)(?=^## )", text, re.DOTALL | re.MULTILINE):
        for place, word in words(step[2]):
            used.add(word)
            if word in PLAIN or word in named:
                continue
            if word not in THINGS:
                findings.append(f"{step[1]}: {word!r} is in neither list")
                continue
            phrase = r"\s+".join(map(re.escape, NAMED[name].get(word, word + " ?").split()))
            if not any(m.start() <= step.start(2) + place < m.end() for m in re.finditer(phrase, text)):
                findings.append(f"{step[1]}: {word!r} is not named before")
            named.add(word)
    return used, findings


@pytest.mark.parametrize("name", NAMED)
def test_no_step_uses_a_thing_before_it_is_named(name):
    assert walk(name, guide(name))[1] == []


def test_no_word_is_in_both_lists_or_in_none_of_the_guides():
    assert sorted([*THINGS, *PLAIN]) == sorted(_KNOWN)
    assert set.union(*(walk(name, guide(name))[0] for name in NAMED)) == _KNOWN


@pytest.mark.parametrize(
    "new, finding",
    [
        ("the wedge and saw", "Step 3: 'wedge' is not named before"),
        ("the widget and saw", "Step 3: 'widget' is in neither list"),
    ],
)
def test_a_thing_too_early_and_a_new_word_are_found(new, finding):
    text = guide("wiring")
    changed = text.replace("Clamp the peg stock in the vice and saw", f"Clamp the peg stock in the vice, take {new}")
    assert changed != text and walk("wiring", changed)[1] == [finding]
