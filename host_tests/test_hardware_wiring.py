"""The wire list that a builder ticks off, and the guide's tables, against the firmware's config: from hole to code,
connections that must be open, enough of each material, and what the guide names is there.

test_boards.py compares the list with the copper of the circuit boards, net by net.
"""

import csv
import re
from collections import Counter, defaultdict

import pytest

import config
from companion.reasons import FAULTS
from companion.sensing import wiring
from hardware import bom, generate, geometry, layout, netlist, power, tables, wire
from hardware.pcb.check import Joined
from host_tests.conftest import ROOT
from host_tests.faults import by

GUIDE = (generate.HERE / "wiring.md").read_text(encoding="utf-8")
HOLES = geometry.holes()
SENSOR = {"VCC": "orange", "GND": "black", "OUT": "white"}
ENDS = ((1, "VCC"), (2, "GND"))  # of a sensor's capacitor
PARTS = {line.part: line for line in bom.lines()}


def guide_rows(name):
    """The rows of one generated table of the guide, as dicts by column."""
    body = re.search(rf"<!-- made: {name} -->\n(.*?)<!-- end -->", GUIDE, re.DOTALL).group(1)
    lines = [[cell.strip() for cell in line.strip("| \n").split(" | ")] for line in body.strip().splitlines()]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


@pytest.fixture(scope="module")
def wires():
    """connections.csv as (from, to, colour)."""
    with open(generate.HERE / "connections.csv", encoding="utf-8", newline="") as file:
        return [(row["from"], row["to"], row["colour"]) for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def partners(wires):
    """Terminal -> all terminals that a wire joins to it directly."""
    found = defaultdict(list)
    for start, to, _ in wires:
        found[start].append(to)
        found[to].append(start)
    return found


def test_each_channel_of_each_mux_leads_to_what_the_firmware_reads_there(partners):
    names = {"GND": "Ground bus {q}", "RAIL": "Rail resistor {q} (1 k) end 1", "HALF": "Half-rail tap"}
    cells = {"GND": "ground bus", "RAIL": "rail bus through 1 k", "HALF": "half-rail tap"}
    table = guide_rows("channels")
    for q, mux in enumerate(config.MUXES, 1):
        assert partners[f"Mux {q} SIG"] == [netlist.gp(config.PIN_SIG[q - 1])]
        assert f"Rail bus {q}" in partners[f"Rail resistor {q} (1 k) end 2"]
        # each bus has a wire of its own to its star
        assert "Rail star" in partners[f"Rail bus {q}"] and "Star ground" in partners[f"Ground bus {q}"]
        assert not [terminal for terminal in partners[f"Ground bus {q}"] if terminal.startswith("Ground bus")]
        for channel, content in enumerate(mux):
            assert partners[f"Mux {q} C{channel}"] == [names.get(content, f"Sensor {content} OUT").format(q=q)]
            (cell,) = (value for key, value in table[channel].items() if key.startswith(f"mux {q} "))
            assert cell == cells.get(content, f"**{content}**")
    assert wiring.hole_names(config) == HOLES
    assert [netlist.scan_index(hole) for hole in HOLES] == list(wiring.hole_slots(config))


def test_every_pin_of_the_config_is_on_a_pico_once_and_has_its_wire_and_no_other_pin_has_one(partners):
    names = [name for name, _ in netlist.pin_uses()]
    assert len(names) == len(set(names)) and Counter(config.PIN_SIG) == {26: 2, 27: 2}  # two muxes share an ADC pin
    assert {f"GP{number}" for number in (*config.PIN_SIG, config.PIN_HALF)} <= set(netlist.PICO_ADC)
    table = {row["Pico pin"]: row["number"] for row in guide_rows("pins")}
    wired = {terminal.partition(" (")[2][:-1] for terminal in partners if terminal.startswith("Pico ")}
    assert wired - {"GND", "VBUS", "3V3(OUT)"} == set(names) - {"GP0", "GP1", "GP25"}
    for name in names:
        number = "on the board" if name in netlist.PICO_INTERNAL else str(netlist.pin(name))
        assert table[name] == number
    with pytest.raises(ValueError, match="GP23"):
        netlist.gp(23)


def test_the_list_to_tick_off_and_the_tables_of_the_guide_hold_the_same_wires(wires):
    listed = []
    for name in ("wires-muxes", "wires-power", "wires-leds", "wires-button", "wires-pico"):
        listed += [(row["from"], row["to"], row["colour"]) for row in guide_rows(name)]
    for row in guide_rows("wires-sensors"):
        sensor, hole = row["from"], row["from"][7:]
        listed += [(f"{sensor} {pin}", row[f"{pin} to ({colour})"], colour) for pin, colour in SENSOR.items()]
        assert row["its 100 nF (own leg)"] == "VCC to GND"
        listed += [(f"Capacitor {hole} (100 nF) end {end}", f"{sensor} {pin}", "own leg") for end, pin in ENDS]
    for row in guide_rows("wires-hole-leds"):
        listed.append((row["DIN from (white)"], row["to"] + " DIN", "white"))
        listed.append((row["to"] + " 5V", row["5V from (red)"], "red"))
        listed.append((row["to"] + " GND", row["GND from (black)"], "black"))
    assert sorted(listed) == sorted(wires)


def test_the_leds_are_one_chain_in_the_order_of_the_firmware(partners):
    order = [f"LED {n}" for n in range(1, config.DICE_LEDS + 1)]
    order += [f"Hole LED {hole}" for hole in wiring.hole_names(config)]
    assert len(order) == 8 + 49
    assert partners["LED 1 DIN"] == ["Data resistor (330) end 2"]
    for led, after in zip(order, order[1:], strict=False):
        assert partners[led + " DOUT"] == [after + " DIN"]
    assert order[-1] + " DOUT" not in partners


def test_the_parts_list_has_as_many_as_the_wires_need(wires):
    terminals = {terminal for wire in wires for terminal in wire[:2]}

    def count(pattern):
        return len({match.group(0) for t in terminals if (match := re.match(pattern, t))})

    quantity = {name: line.quantity for name, line in PARTS.items()}
    assert quantity["sensor"] == count(r"Sensor \w+") == 3 * config.N + 1
    assert quantity["mux module"] == count(r"Mux \d+") == len(config.MUXES)
    assert quantity["capacitor 100 nF"] == count(r"Capacitor .*\(100 nF\)")
    assert quantity["resistor 1 k"] == count(r"(Rail resistor|Pull-up|Divider) .*?\(1 k")
    assert quantity["resistor 330"] == count(r".*\(330")
    assert quantity["resistor 10 k"] == count(r".*\(10 k")
    assert quantity["dice LEDs"] == count(r"LED \d+") == config.DICE_LEDS
    assert quantity["hole LEDs"] == count(r"Hole LED \w+") == config.HOLE_LEDS
    assert quantity["magnet"] == 2 * config.N
    assert quantity["capacitor 1 uF"] == quantity["capacitor 10 uF"] == quantity["capacitor 470 uF"] == 1


def test_a_part_of_several_kits_is_not_said_to_be_for_one_of_them():
    with open(bom.HERE / "parts.csv", encoding="utf-8", newline="") as opened:
        shared = [row["what for"] for row in csv.DictReader(opened) if ";" in row["kit"]]
    assert len(shared) > 4 and not re.search(r"\d|sensor|boat|ring|sheet|carrier|^end of", " ".join(shared))


def test_quantities_follow_the_size_of_the_board(monkeypatch):
    monkeypatch.setattr(config, "N", 12)
    smaller = {line.part: line.quantity for line in bom.lines()}
    assert (smaller["sensor"], smaller["magnet"]) == (37, 24)
    assert smaller["capacitor 100 nF"] == 37 + 4 + 1


def test_the_power_budget_adds_up_and_stays_in_its_limits():
    rows = guide_rows("budget")
    sums = {row["what"]: (int(row["typical, mA"]), int(row["worst, mA"])) for row in rows}
    parts = [row for row in rows if row["load"]]
    base = [row for row in parts if row["load"] == "base"]
    for rows_of, name in ((base, "**sum, base**"), (parts, "**sum with hole LEDs**")):
        assert sums[name] == tuple(sum(int(row[case]) for row in rows_of) for case in ("typical, mA", "worst, mA"))
    assert all(typical <= worst for typical, worst in sums.values())
    worst = sums["**sum with hole LEDs**"][1]
    assert worst <= power.SUPPLY_LIMIT_MA
    assert sums["**sum, base**"][0] <= power.USB_PORT_LIMIT_MA
    assert sums["of it, sensor rail"][1] <= power.REGULATOR_LIMIT_MA
    assert sums["of it, Pico and what hangs on its 3V3"][1] <= power.PICO_3V3_LIMIT_MA
    assert sums["49 sensors"][1] > power.PICO_3V3_LIMIT_MA  # why they have a regulator of their own
    cable_ohm = 2 * 0.0175 / 0.205  # a metre of copper there and back, 24 AWG: 0.205 mm2
    assert "24 AWG" in PARTS["USB cable"].name
    assert 5.0 - cable_ohm * worst / 1000 > power.BUS_V[0]


# --- what must be open, and what must hold ----------------------------------------------------------------------------


def test_what_the_guide_says_is_open_is_open_by_the_wire_list(wires, partners):
    """With the Pico out, resistors and all: no pin to the one opposite, none to its neighbour but the four EN."""
    net = Joined()
    ends = [end for end in partners if re.search(r"\(1 k.*\) end 1$|\((?:10 k|330).*\) end 1$", end)]
    for start, to, *_ in [*wires, *((end, end[:-1] + "2") for end in ends)]:
        if "Pico " not in start + to:
            net.join(start, to)
    pins = {int(terminal.split()[1]): others for terminal, others in partners.items() if terminal.startswith("Pico ")}

    def closed(one, other):
        mine, its = ({net.root(terminal) for terminal in pins.get(pin, ())} for pin in (one, other))
        return bool(mine & its)

    assert [pin for pin in range(1, 21) if closed(pin, 41 - pin)] == []
    neighbours = [(pin, pin + 1) for pin in range(1, 40) if pin != 20 and closed(pin, pin + 1)]
    assert neighbours == [(9, 10), (10, 11), (11, 12)]


def test_the_pins_let_the_sheets_lie_in_one_way_only():
    (ax, ay), (bx, by) = layout.PINS
    assert ay == -by and ax + bx != pytest.approx(geometry.LENGTH_MM) and ay != 0


def test_wire_is_enough():
    lengths = wire.lengths_m()
    assert lengths[wire.OUT] >= len(geometry.holes()) * wire.OUT_MM / 1000
    thin = sum(metres for kind, metres in lengths.items() if kind != wire.THICK)
    assert float(re.search(r"([\d.]+) m in", PARTS["thin wire"].name).group(1)) >= thin
    assert float(re.search(r"([\d.]+) m$", PARTS["thick wire"].name).group(1)) >= lengths[wire.THICK]
    bare = sum(2 * (2 * 4 * geometry.PITCH_MM + 2 * y) for y in (layout.RAIL_Y_MM, layout.GROUND_Y_MM)) * 2
    assert bare + 5 * 40 < 1000 * float(re.search(r"([\d.]+) m$", PARTS["bare wire"].name).group(1))
    sleeves = len(geometry.holes()) * 3 * layout.LEG_MM
    assert sleeves < 1000 * float(re.search(r"([\d.]+) m$", PARTS["heat-shrink"].name).group(1))
    colours = {c.colour for c in netlist.connections()} - {"own leg"}
    assert {kind.partition(",")[0] for kind in lengths} >= colours
    for c in netlist.connections():
        if c.start.endswith(" OUT"):
            assert 80 < wire.length_mm(c.start, c.to) < wire.OUT_MM - 20


def test_wood_is_enough_for_every_cut():
    kerf = bom.KERF_MM
    pegs = 2 * config.N * (geometry.PEG_LENGTH_MM + kerf) + 2 * 30
    assert pegs < 1000 * float(re.search(r"([\d.]+) m$", PARTS["peg stock"].name).group(1))
    heads = config.N * (geometry.HEAD_LONG_MM + kerf)
    assert heads < 1000 * float(re.search(r"([\d.]+) m each", PARTS["head stock"].name).group(1))
    pins = 2 * config.N * (11 + kerf) + 2 * 25
    assert pins < 1000 * float(re.search(r"([\d.]+) m$", PARTS["pin stock"].name).group(1))
    blocks = len(layout.blocks()) * (layout.BLOCK_LONG_MM + kerf)
    assert blocks < 1000 * float(re.search(r"([\d.]+) m$", PARTS["block stock"].name).group(1))
    for name in ("deck plank", "floor sheet", "frame sheet", "base sheet"):
        long, wide = map(int, re.search(r"(\d+) x (\d+)", PARTS[name].name).groups())
        assert long >= geometry.LENGTH_MM + 20 and wide >= geometry.BEAM_MM + 20, name
    assert PARTS["frame sheet"].quantity * geometry.RING_MM == geometry.HULL_MM


# --- the guide --------------------------------------------------------------------------------------------------------


def test_every_file_named_in_the_guide_exists():
    for name in re.findall(r"`((?:tools|firmware|hardware)/[\w./]+)`", GUIDE):
        assert (ROOT / name).exists(), name


def test_what_the_self_test_says_is_in_the_fault_table_and_what_stands_there_is_said():
    said = {fault.what for fault in by("self-test", "pull test")}
    plain = {re.sub(r"S\d (stuck).*", r"S2 \1 low", re.sub(r"S\d and S\d", "S1 and S2", what)) for what in said}
    section = GUIDE.partition("\n## Fault finding\n")[2].partition("\n## ")[0]
    table = re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)
    assert plain <= set(table)
    texts = [re.sub("%[ds]", ".+", text) for _, text in FAULTS]
    assert [row for row in table if not any(re.fullmatch(text, row) for text in texts)] == []


def test_a_page_that_asks_for_an_unknown_table_is_refused():
    with pytest.raises(tables.MarkerError, match="nonsense"):
        tables.fill("<!-- made: nonsense -->\n<!-- end -->\n", generate.TABLES)
