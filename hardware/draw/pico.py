"""The Pico as used: every pin with its name, its use and the colour of its wire.

>>> "SIG of mux 1 and 2" in pico()
True
"""

from hardware import netlist
from hardware.draw.canvas import SMALL_MM, SOFT, WIRE, Sheet

_FIXED = {
    "VBUS": "5 V from USB: LEDs, regulator",
    "3V3(OUT)": "muxes only, never the sensors",
    "GND 3": "LED ground",
    "GND 18": "buzzer",
    "GND 13": "button",
    "GND 38": "star ground: sensors, muxes",
}


def _uses() -> "dict[int, tuple[str, str]]":
    """Physical pin -> (what it is for, wire colour), from the netlist and the pin table."""
    colours = {}
    for c in netlist.connections():
        for terminal in (c.start, c.to):
            if terminal.startswith("Pico "):
                colours.setdefault(int(terminal.split()[1]), c.colour)
    uses = {}
    for name, use in netlist.pin_uses():
        if name not in netlist.PICO_INTERNAL:
            number = netlist.pin(name)
            uses[number] = (use, colours.get(number, ""))
    for name, use in _FIXED.items():
        name, _, number = name.partition(" ")
        number = int(number) if number else netlist.pin(name)
        uses[number] = (use, colours[number])
    return uses


def pico(below: bool = False) -> str:
    """Pinout from above, or from below as the joints of its sockets are seen; USB at the top."""
    sheet = Sheet(280, 206, "The Pico as used, seen from below" if below else "The Pico as used")
    words = "From below, as you solder: the two rows have changed sides" if below else "From above"
    sheet.heading(f"{words}. USB socket at the top. Grey names are not used. White wires are drawn light grey.")
    step, top, left, right = 8.6, 32.0, 96.0, 184.0
    sheet.box(left, top - 9, right - left, 20 * step + 5, fill="#e6f2e6", thick=0.8)
    sheet.box(128, top - 14, 24, 11, fill="#cfcfcf")
    sheet.text(140, top - 8.5, "USB", anchor="middle")
    sheet.text(140, top + 60, "Raspberry Pi", anchor="middle", fill=SOFT)
    sheet.text(140, top + 67, "Pico", anchor="middle", fill=SOFT)
    sheet.text(140, top + 90, "GP25: LED on", SMALL_MM, anchor="middle")
    sheet.text(140, top + 96, "the board,", SMALL_MM, anchor="middle")
    sheet.text(140, top + 102, "heartbeat", SMALL_MM, anchor="middle")
    if not below:
        sheet.box(143, top + 11, 9, 11, fill="#ffffff")
        sheet.text(138, top + 28, "BOOTSEL", SMALL_MM, anchor="middle")
    uses = _uses()
    for number, name in enumerate(netlist.PICO_PINS, 1):
        use, colour = uses.get(number, ("", ""))
        first_row = number <= 20
        on_left = first_row != below
        y = top + ((number - 1) if first_row else (40 - number)) * step
        edge, out = (left, -1) if on_left else (right, 1)
        sheet.circle(edge - out * 2.5, y, 1.6, fill="#f3d77a", thick=0.3)
        anchor, far = ("start", "end") if on_left else ("end", "start")
        words, fill = f"{number}  {name}" if on_left else f"{name}  {number}", "#1a1a1a" if use else "#9a9a9a"
        sheet.text(edge - out * 6, y, words, SMALL_MM + 0.3, anchor=anchor, fill=fill)
        if use:
            stroke = WIRE.get(colour, SOFT)
            sheet.line((edge - out * 0.9, y), (edge + out * 12, y), stroke=stroke, thick=1.4 if colour else 0.4)
            sheet.text(edge + out * 14, y, use, anchor=far)
    return sheet.svg()
