"""The words of the guide's steps: nouns that must be introduced, nouns that everyone knows, and the rest.

`NOUNS`: noun -> "" if a list at the head of the guide introduces it, else the phrase of the step that does. A noun is
given in the singular; `walk.py` knows the plural. Whoever writes a new word into a step must put it here.
"""

_LISTED = """
    3V3 bus, 5V bus, 74AHCT125, bamboo, bare wire, base sheet, baseline, birch, block, block stock, board, boat,
    brass, breadboard, bus, button, buzzer, C, cable tie, capacitor, card, carrier, channel, charger, clamp, cloth,
    compass, computer, count, dal, deck, deck plank, dice, dice box, dice LED, drill, drill press, DRV5055A3, EN,
    epoxy, fence, file, firmware, floor, floor sheet, foot, frame, frame screw, frame sheet, glue, glue stick, GND,
    ground, ground bus, half rail, half-rail tap, head, header pin, heat-shrink, hole, hole LED, IC socket, laser
    cutter, LED, LED ground, leg, lens, lid screw, magnet, marked     stick, MCP1825S, MicroPython, module,
    multimeter, mux, N42, nylon, OUT, paint, peg, peg stock, perfboard, Pico, Pico socket, piece, piezo disc, pin,
    pin stock, plank, player, plywood, pole, prow, quarter, rail bus, rail star, regulator, resistor, ring, row,
    saw, scrap wood, screw, sensor, sensor rail, serial     console, sheet, SIG, socket, solder, soldering iron,
    SS49E, standoff, star ground, stern, stick, strip, strip     board, switch, tape, thick wire, TO-220, TO-92, u,
    USB, USB cable, VBUS, VCC, Windows, wire, wood, wood glue
"""
_MADE = {
    "air hole": "Drill four air holes",
    "arrow": "the arrow printed on the strip",
    "body": "close to its body",
    "BOOTSEL": "hold its button BOOTSEL",
    "branch": "the two branches",
    "cable": "the cable. Glue the LEDs",
    "check line": "Both check lines",
    "chip": "The chip itself goes in with the Pico",
    "depth stop": "set the depth stop",
    "DIN": "to DIN of LED 1",
    "DOUT": "DOUT of each goes to DIN",
    "drive": "onto the drive that appears",
    "facet": "facets on either side of the prow",
    "flag": "Put a flag of tape",
    "gate": "(gate 1 is always on)",
    "jig": "Make a jig",
    "joint": "twists this joint",
    "marked face": "marked (narrower) face",
    "MCP1825": "the five-pin MCP1825",
    "needle": "the tip of the compass needle",
    "notch": "its notch where the socket's is",
    "pull-up": "That is why the pull-up here is 1 k",
    "rod": "with a wooden rod",
    "SHDN": "Its legs are 1 SHDN",
    "slat": "straight slats",
    "steel": "**Mistake: steel near the holes.**",
    "strain relief": "strain relief",
    "tab": "its tab free in the air",
    "template": "Print [drawings/template.pdf]",
    "Thonny": "in the program Thonny",
    "tray": "The tray for captured pieces",
    "trial piece": "Make a trial piece",
    "UF2 file": "copy the UF2 file",
    "VIN": "1 VIN, 2 GND, 3 VOUT",
    "VOUT": "1 VIN, 2 GND, 3 VOUT",
    "walk": "the magnet walk (one piece put into all holes)",
    "wedge": "to a wedge",
}
NOUNS = {**{noun.strip(): "" for noun in _LISTED.split(",")}, **_MADE}

EVERYDAY = frozenset(
    """
    air back beep bench bit brightness budget bundle case centimetre centre change circle circuit class cm colour
    commissioning copy cost cure data day depth design deviation disease distance dot drawing drop edge end evening
    everything face fall field gap grain group half hand heap heat height hinge idle input inside lead letter lid
    light limit line list look ma magnetism maker margin metre middle millimetre minus mistake mm mt nail name
    neighbour nf noise nothing number ohm order oven page paper part pdf place plotter plug plus point power press
    print program pull reading risk round setting short side software something start step stop strength study table
    test thing tip top touch turn uf underside use volt watt way word work
    """.split()
)

PLAIN = frozenset(
    """
    above across active after again against ahead all alone along always among an and another any anything apart
    appears are as at away bare be beats before below bend bending beside better between black both bridged brown
    but by can captured carry chained changed charge check checks clear click climbing close cold come comes
    connected cross cut damp dark dashed deep disc disturb do does doing done down draw draws drilled dry each eight
    either else empty enough even every feels fifth fight fill find finds fit five five-pin fix flashing flat
    floating for four free from glued glueing go goes good hang harden has have held hello here high higher hold
    holds hot how hundred if in instead into is it its itself join joined keep known last later lay least leave left
    less let lets lie lies lifts lights like limited long longer loses low lower lying made make makes many marked
    marks may measure meet mind more most move must narrower near nearest needs neither never next no none nor north
    not now nowhere of off often on once one ones only onto open opposite optional or orange org other others outer
    outwards over overheated own pink plain printed push put py raise reach read reads red repels right run said
    same saves say says second see seen set seven several shall share shifts should show shows sits six sixteen
    sleeve so sold soldered some south spread stand standing stands star stays still straight stuck svg swapped take
    taken template-letter than that the their them then there these they thick thin thinly third this those three
    through tick tie to together touching towards try try_three turquoise twice twists two typically under
    underneath unplug until up upside us waits what whatever when where which while white whole why wide will wipe
    with within without wooden worst would write wrong yet you your
    """.split()
)
