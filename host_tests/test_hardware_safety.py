"""Checks of the wire list where a mistake destroys a part: connections that must be open, pull-ups, buzzer and
cable."""

import re
from pathlib import Path

import pytest

import config
from hardware import bom, generate, netlist, power
from test_hardware_wiring import nets

ROOT = Path(generate.__file__).parent.parent
GUIDE = (ROOT / "hardware/wiring.md").read_text(encoding="utf-8")
STEPS = dict(re.findall(r"^## (Step \d+: .+?)\n(.*?)(?=^## )", GUIDE, re.MULTILINE | re.DOTALL))
PARTS = {line.part: line for line in bom.lines()}


def raw(name):
    """A step's text in the page."""
    return next(text for title, text in STEPS.items() if title.endswith(": " + name))


def step(name):
    """A step as one line, wherever the text wraps."""
    return " ".join(raw(name).split())


def joined(leave_out, resistors=False):
    """Terminal -> a name that all terminals joined by wires share, without the wires that touch `leave_out`.

    With `resistors` what a resistor joins counts too: all that an ohmmeter finds not open.
    """
    pairs = [(start, to) for _, start, to, _ in netlist.connections()]
    if resistors:
        ends = [t for pair in pairs for t in pair if re.search(r"\(1 k.*\) end 1$|\((?:10 k|330).*\) end 1$", t)]
        pairs += [(end, end[:-1] + "2") for end in ends]
    return nets(pairs, [leave_out])


# --- strip board ------------------------------------------------------------------------------------------------------


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
    roots = joined("Pico ")
    apart = ["5V bus", "3V3 bus", "Rail star", "Star ground", "LED ground", "Half-rail tap"]
    assert len({roots[bus] for bus in apart}) == len(apart)
    sig = {roots[f"Mux {q} SIG"] for q in (1, 3) if f"Mux {q} SIG" in roots}
    assert not sig & {roots["Star ground"], roots["3V3 bus"]}


# --- muxes ------------------------------------------------------------------------------------------------------------


def test_en_wins_against_what_a_module_may_carry():
    pull_up, pull_down = 1_000, 10_000
    assert f"Pull-up 1 ({pull_up // 1000} k) end 1" in {c.start for c in netlist.connections()}
    high_v = 3.3 * pull_down / (pull_up + pull_down)
    assert high_v > 0.7 * 3.3  # the 4067's minimum high level
    assert 3.3 / pull_up < 0.012  # a Pico's pin can still pull it low


# --- buzzer, cable, magnets -------------------------------------------------------------------------------------------


def test_the_buzzer_is_never_straight_at_a_pin():
    wires = [(c.start, c.to) for c in netlist.connections() if "Buzzer" in c.start]
    gp = netlist.gp(config.PIN_BUZZER)
    assert [start for start, to in wires if to == gp] == ["Buzzer resistor (330, optional) end 1"]
    assert ("Buzzer end 1 (optional)", "Buzzer resistor (330, optional) end 2") in wires
    lights = (ROOT / "hardware/drawings/lights.svg").read_text(encoding="utf-8")
    assert lights.count(">330<") == 2


def test_the_cable_is_thick_enough_for_the_worst_load():
    assert "24 AWG" in PARTS["USB cable"].name
    copper = 0.0175 / 0.205  # ohm a metre of 24 AWG, 0.205 mm2
    drop = 2 * copper * power.total("all", "worst") / 1000
    assert drop == pytest.approx(0.14, abs=0.015)
    assert 5.0 - drop > 4.7  # the guide's minimum at the 5V bus
