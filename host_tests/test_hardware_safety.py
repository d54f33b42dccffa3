"""The building guide where a mistake costs a part: what is measured before power and made in a step, in which order."""

import re
from pathlib import Path

import pytest

import config
from hardware import bom, generate, netlist, power

ROOT = Path(generate.__file__).parent.parent
GUIDE = (ROOT / "hardware/wiring.md").read_text(encoding="utf-8")
STEPS = dict(re.findall(r"^## (Step \d+: .+?)\n(.*?)(?=^## )", GUIDE, re.MULTILINE | re.DOTALL))
ORDER = list(STEPS)
ALL_STEPS = "\n".join(STEPS.values())
PARTS = {line.part: line for line in bom.lines()}


def raw(name):
    """A step as it stands in the page."""
    return next(text for title, text in STEPS.items() if title.endswith(": " + name))


def step(name):
    """A step as one line: where it is broken does not matter."""
    return " ".join(raw(name).split())


def number(name):
    return next(i for i, title in enumerate(ORDER) if title.endswith(": " + name))


def joined(leave_out, resistors=False):
    """Terminal -> a name that all terminals joined by wires share, without the wires that touch `leave_out`.

    With `resistors` what a resistor joins counts too: all that an ohmmeter finds not open.
    """
    parent = {}

    def root(terminal):
        while parent.setdefault(terminal, terminal) != terminal:
            terminal = parent[terminal]
        return terminal

    pairs = [(start, to) for _, start, to, _ in netlist.connections()]
    if resistors:
        ends = [t for pair in pairs for t in pair if re.search(r"\(1 k.*\) end 1$|\((?:10 k|330).*\) end 1$", t)]
        pairs += [(end, end[:-1] + "2") for end in ends]
    for start, to in pairs:
        if leave_out not in start and leave_out not in to:
            parent[root(start)] = root(to)
    return {terminal: root(terminal) for terminal in list(parent)}


# --- strip board ------------------------------------------------------------------------------------------------------


def test_no_part_is_a_board_whose_strips_join_opposite_pins():
    assert "perfboard" in PARTS
    for line in bom.lines():
        assert "strip board" not in line.part + line.name, line
        assert "strip board" not in line.alternative or "none" in line.alternative, line
    for text in STEPS.values():
        for use in re.findall(r"[^.|]*strip board[^.|]*", text):
            assert "strip board, or solder between" in use, use


@pytest.mark.parametrize("one, other", ((40, 1), (36, 5), (31, 10)))
def test_opposite_pins_of_the_pico_are_measured_before_power(one, other):
    before, after = step("Pico").split("Plug in the charger")
    assert f"| pin {one} | pin {other} |" in before
    assert "must be **open**" in before and "must be **open**" not in after
    assert one + other == len(netlist.PICO_PINS) + 1  # they do face each other


def test_what_the_guide_says_is_open_is_open_by_the_wire_list():
    """With the Pico out, resistors and all: no pin to the one opposite, none to its neighbour but the four EN."""
    nets = {}
    for _, start, to, _ in netlist.connections():
        for terminal, other in ((start, to), (to, start)):
            if terminal.startswith("Pico "):
                nets.setdefault(int(terminal.split()[1]), set()).add(other)
    roots = joined("Pico ", resistors=True)

    def closed(one, other):
        mine, its = ({roots.get(t, t) for t in nets.get(pin, ())} for pin in (one, other))
        return bool(mine & its)

    assert [pin for pin in range(1, 21) if closed(pin, 41 - pin)] == []
    neighbours = [(pin, pin + 1) for pin in range(1, 40) if pin != 20 and closed(pin, pin + 1)]
    assert neighbours == [(9, 10), (10, 11), (11, 12)]
    assert "open; 2 k from pin to pin among 9 to 12, two pull-ups" in step("Pico")
    roots = joined("Pico ")
    apart = ["5V bus", "3V3 bus", "Rail star", "Star ground", "LED ground", "Half-rail tap"]
    assert len({roots[bus] for bus in apart}) == len(apart)
    sig = {roots[f"Mux {q} SIG"] for q in (1, 3) if f"Mux {q} SIG" in roots}
    assert not sig & {roots["Star ground"], roots["3V3 bus"]}


def test_a_module_with_its_own_resistors_does_not_look_like_a_short():
    by_modules = (1_000 + 10_000) / len(config.MUXES)
    row = next(line for line in raw("Pico").splitlines() if "| 3V3 bus | star ground" in line)
    assert 2_000 < by_modules and "| 2 k or more |" in row


# --- muxes ------------------------------------------------------------------------------------------------------------


def test_en_wins_against_what_a_module_may_carry():
    pull_up, pull_down = 1_000, 10_000
    assert f"Pull-up 1 ({pull_up // 1000} k) end 1" in {c.start for c in netlist.connections()}
    high_v = 3.3 * pull_down / (pull_up + pull_down)
    assert high_v > 0.7 * 3.3  # the least that the 4067 takes for high
    assert f"{high_v:.1f} V" in step("muxes")
    assert "10 k would" in step("muxes") and step("muxes").index("Measure each module") < step("muxes").index("Solder")
    assert 3.3 / pull_up < 0.012  # a pin of the Pico pulls it low all the same
    row = next(line for line in GUIDE.splitlines() if line.startswith("| `a mux never switches off`"))
    assert "10 k" in row and "1 k" in row


def test_no_drawing_shows_another_pull_up():
    for name in ("module.svg", "whole.svg", *(f"quarter-{q}.svg" for q in range(1, 5))):
        text = (ROOT / "hardware/drawings" / name).read_text(encoding="utf-8")
        assert ">10 k" not in text and ">1 k" in text, name


# --- every bus is made ------------------------------------------------------------------------------------------------

BUSES = ("5V bus", "3V3 bus", "LED ground", "star ground", "rail star", "half-rail tap")


@pytest.mark.parametrize("bus", BUSES)
def test_each_common_point_of_the_wire_list_is_made_in_a_step_before_it_is_used(bus):
    assert bus[0].upper() + bus[1:] in {t for c in netlist.connections() for t in (c.start, c.to)}
    flat = re.sub(r"!\[.*?\)|\s+", " ", ALL_STEPS)
    made = flat.index(f"**{bus}**")
    assert flat[:made].rindex("The carrier is made on the bench") > 0  # in the step on power
    for use in re.finditer(rf"\b{re.escape(bus)}\b", flat[:made]):
        assert "which the next step makes" in flat[use.start() : use.end() + 40], flat[
            use.start() - 60 : use.end() + 40
        ]


def test_rail_bus_and_ground_bus_are_laid_before_a_leg_is_soldered_to_them():
    text = step("sensors")
    assert text.index("lay a rail bus and a ground bus") < text.index("Solder leg 1 to the rail bus")


# --- buzzer, cable, magnets -------------------------------------------------------------------------------------------


def test_the_buzzer_is_never_straight_at_a_pin():
    wires = [(c.start, c.to) for c in netlist.connections() if "Buzzer" in c.start]
    gp = netlist.gp(config.PIN_BUZZER)
    assert [start for start, to in wires if to == gp] == ["Buzzer resistor (330, optional) end 1"]
    assert ("Buzzer end 1 (optional)", "Buzzer resistor (330, optional) end 2") in wires
    assert "330 ohm" in step("button")
    lights = (ROOT / "hardware/drawings/lights.svg").read_text(encoding="utf-8")
    assert lights.count(">330<") == 2


def test_the_cable_is_thick_enough_for_the_worst_load():
    assert "24 AWG" in PARTS["USB cable"].name
    copper = 0.0175 / 0.205  # ohm a metre of 24 AWG, 0.205 mm2
    drop = 2 * copper * power.total("all", "worst") / 1000
    assert drop == pytest.approx(0.14, abs=0.015)
    assert 5.0 - drop > 4.7  # what the guide wants to see at the 5V bus


def test_magnets_are_said_to_be_dangerous_before_any_is_handled():
    danger = GUIDE.index("> **Danger: magnets in the stomach.**")
    assert danger < GUIDE.index("## What you need") < GUIDE.index("| magnet |")
    text = GUIDE[danger : GUIDE.index("\n\n", danger)]
    for word in ("swallowed", "hospital at once", "children", "pacemakers"):
        assert word in text, word


# --- order of work ----------------------------------------------------------------------------------------------------


def test_the_frame_comes_after_all_that_is_soldered_and_is_screwed():
    for name in ("sensors", "muxes", "power", "LEDs", "button", "Pico"):
        assert number(name) < number("frame") < number("commissioning")
    assert "Screw it on" in step("frame") and "no glue" in step("frame")
    assert "glue it under the floor" not in ALL_STEPS


def test_it_is_said_which_sheet_is_cut_where():
    text = step("deck and floor")
    assert "Cut sheet 1 off along its dashed line, and leave sheet 2 whole" in text
    pdf = (ROOT / "hardware/drawings/template.pdf").read_bytes().decode("latin-1")
    first, second = re.findall(r"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    assert "cut here" in first and "cut here" not in second
    assert "do not cut" in second and "do not cut" not in first


def test_the_dice_box_holds_its_leds():
    strip = config.DICE_LEDS * 1000 / 60
    assert round(strip) == 133 and "133 mm" in step("LEDs")
    inside = int(re.search(r"at least (\d+) x", PARTS["dice box"].name).group(1))
    assert inside >= strip + 12 + 10  # a button of 12 mm, the gap between the dice
    assert "133 mm" in PARTS["dice LEDs"].name
