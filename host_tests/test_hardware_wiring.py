"""The guide's tables and the wire list against the firmware's config: one chain from hole to code, read both ways;
connections that must be open, and enough of each material.

The chain is read from what a builder reads, wiring.md and connections.csv, not from the code that made them.
"""

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import config
from companion.sensing import wiring
from hardware import bom, geometry, layout, netlist, power, wire

HARDWARE = Path(netlist.__file__).parent
HOLES = geometry.holes()
PARTS = {line.part: line for line in bom.lines()}


def guide_rows(name):
    """The rows of one generated table of the guide, as dicts by column."""
    text = (HARDWARE / "wiring.md").read_text(encoding="utf-8")
    body = re.search(rf"<!-- made: {name} -->\n(.*?)<!-- end -->", text, re.DOTALL).group(1)
    lines = [[cell.strip() for cell in line.strip("| \n").split(" | ")] for line in body.strip().splitlines()]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


@pytest.fixture(scope="module")
def wires():
    """connections.csv as (from, to, colour)."""
    with open(HARDWARE / "connections.csv", encoding="utf-8", newline="") as file:
        return [(row["from"], row["to"], row["colour"]) for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def partners(wires):
    """Terminal -> all terminals that a wire joins to it directly."""
    found = defaultdict(list)
    for start, to, _ in wires:
        found[start].append(to)
        found[to].append(start)
    return found


def nets(pairs, leave_out=()):
    """Terminal -> a name that all terminals joined by these pairs share, without those that name what is left out."""
    parent = {}

    def root(terminal):
        while parent.setdefault(terminal, terminal) != terminal:
            terminal = parent[terminal]
        return terminal

    for start, to, *_ in pairs:
        if not any(word in start or word in to for word in leave_out):
            parent[root(start)] = root(to)
    return {terminal: root(terminal) for terminal in parent}


def test_from_each_hole_the_guide_leads_to_the_code_that_the_firmware_reads():
    out = {row["from"]: row["OUT to (white)"] for row in guide_rows("wires-sensors")}
    signal = {row["from"]: row["to"] for row in guide_rows("wires-muxes") if row["from"].endswith("SIG")}
    slots = wiring.hole_slots(config)
    for number, hole in enumerate(HOLES):
        mux, channel = re.fullmatch(r"(Mux \d) C(\d+)", out[f"Sensor {hole}"]).groups()
        pin = int(re.fullmatch(r"Pico \d+ \(GP(\d+)\)", signal[f"{mux} SIG"]).group(1))
        q = int(mux[4:])
        assert pin == config.PIN_SIG[q - 1], hole
        assert config.MUXES[q - 1][int(channel)] == hole
        assert (q - 1) * 16 + int(channel) == slots[number] == netlist.scan_index(hole), hole


def test_from_each_place_of_a_scan_the_guide_leads_back_to_one_hole_or_reference(wires):
    ends = {(start, to) for start, to, _ in wires}
    into = defaultdict(list)
    for start, to in ends:
        into[to].append(start)
        into[start].append(to)
    table = guide_rows("channels")
    seen = []
    for q in range(1, 5):
        for channel in range(16):
            content = config.MUXES[q - 1][channel]
            joined = into[f"Mux {q} C{channel}"]
            assert len(joined) == 1, (q, channel, joined)
            cell = next(value for key, value in table[channel].items() if key.startswith(f"mux {q} "))
            if content == "GND":
                assert (joined[0], cell) == (f"Ground bus {q}", "ground bus")
            elif content == "RAIL":
                assert (joined[0], cell) == (f"Rail resistor {q} (1 k) end 1", "rail bus through 1 k")
                assert into[f"Rail resistor {q} (1 k) end 2"] == [f"Rail bus {q}"]
            elif content == "HALF":
                assert (joined[0], cell) == ("Half-rail tap", "half-rail tap")
            else:
                assert (joined[0], cell) == (f"Sensor {content} OUT", f"**{content}**")
                seen.append(content)
    assert sorted(seen) == sorted(HOLES) and len(seen) == 49
    assert wiring.hole_names(config) == HOLES


def test_every_pin_of_the_config_is_on_a_pico_and_used_once():
    single = [
        *config.PIN_UART,
        *config.PIN_ADDRESS,
        *config.PIN_ENABLE,
        config.PIN_PIXELS,
        config.PIN_BUTTON,
        config.PIN_RAIL_OFF,
        config.PIN_BUZZER,
        config.PIN_HEARTBEAT,
        config.PIN_HALF,
    ]
    used = single + sorted(set(config.PIN_SIG))
    assert Counter(used).most_common(1)[0][1] == 1
    assert Counter(config.PIN_SIG) == {26: 2, 27: 2}  # two muxes share an ADC pin
    for number in used:
        assert f"GP{number}" in netlist.PICO_PINS or f"GP{number}" in netlist.PICO_INTERNAL, number
    for number in (*config.PIN_SIG, config.PIN_HALF):
        assert f"GP{number}" in netlist.PICO_ADC
    assert [name for name, _ in netlist.pin_uses()] == [f"GP{n}" for n in sorted(used)]
    table = {row["Pico pin"]: row["number"] for row in guide_rows("pins")}
    for number in used:
        name = f"GP{number}"
        expected = "on the board" if name in netlist.PICO_INTERNAL else str(netlist.PICO_PINS.index(name) + 1)
        assert table[name] == expected


def test_every_assigned_pin_has_its_wire_and_no_other_pin_has_one(partners):
    wired = {terminal.partition(" (")[2][:-1] for terminal in partners if terminal.startswith("Pico ")}
    assigned = {name for name, _ in netlist.pin_uses()} - {"GP0", "GP1", "GP25"}
    assert wired - {"GND", "VBUS", "3V3(OUT)"} == assigned
    for terminal in partners:
        if terminal.startswith("Pico "):
            number, name = re.fullmatch(r"Pico (\d+) \((.+)\)", terminal).groups()
            assert netlist.PICO_PINS[int(number) - 1] == name


def test_the_pico_has_the_pins_of_its_data_sheet():
    assert len(netlist.PICO_PINS) == 40
    grounds = [i + 1 for i, name in enumerate(netlist.PICO_PINS) if name == "GND"]
    assert grounds == [3, 8, 13, 18, 23, 28, 38]
    fixed = {30: "RUN", 33: "AGND", 35: "ADC_VREF", 36: "3V3(OUT)", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
    assert all(netlist.PICO_PINS[number - 1] == name for number, name in fixed.items())
    assert (netlist.PICO_PINS[0], netlist.PICO_PINS[19], netlist.PICO_PINS[20]) == ("GP0", "GP15", "GP16")
    with pytest.raises(ValueError, match="GP23"):
        netlist.gp(23)


def test_the_list_to_tick_off_and_the_tables_of_the_guide_hold_the_same_wires(wires):
    listed = []
    for name in ("wires-muxes", "wires-power", "wires-leds", "wires-button", "wires-pico"):
        listed += [(row["from"], row["to"], row["colour"]) for row in guide_rows(name)]
    for row in guide_rows("wires-sensors"):
        hole = row["from"][7:]
        listed.append((f"Sensor {hole} VCC", row["VCC to (orange)"], "orange"))
        listed.append((f"Sensor {hole} GND", row["GND to (black)"], "black"))
        listed.append((f"Sensor {hole} OUT", row["OUT to (white)"], "white"))
        assert row["its 100 nF (own leg)"] == "VCC to GND"
        listed.append((f"Capacitor {hole} (100 nF) end 1", f"Sensor {hole} VCC", "own leg"))
        listed.append((f"Capacitor {hole} (100 nF) end 2", f"Sensor {hole} GND", "own leg"))
    for row in guide_rows("wires-hole-leds"):
        listed.append((row["DIN from (white)"] + " DOUT", row["to"] + " DIN", "white"))
        listed.append((row["to"] + " 5V", row["5V from (red)"], "red"))
        listed.append((row["to"] + " GND", row["GND from (black)"], "black"))
    listed = [(start.replace("DOUT DOUT", "DOUT"), to, colour) for start, to, colour in listed]
    assert sorted(listed) == sorted(wires)


def test_supplies_and_signals_never_meet(wires):
    net = nets(wires)
    apart = ["5V bus", "3V3 bus", "Rail star", "Star ground", "Half-rail tap", "LED ground"]
    apart += [
        f"Pico {netlist.PICO_PINS.index(name) + 1} ({name})"
        for name, _ in netlist.pin_uses()
        if name not in ("GP0", "GP1", "GP25", f"GP{config.PIN_HALF}")
    ]
    assert len({net[terminal] for terminal in apart}) == len(apart)


def test_what_the_mistakes_of_the_guide_forbid_is_not_in_the_wire_list(wires):
    net = nets(wires)
    for hole in HOLES:
        assert net[f"Sensor {hole} VCC"] == net["Rail star"] != net["3V3 bus"]
        assert net[f"Sensor {hole} GND"] == net["Star ground"]
    for q in range(1, 5):
        assert net[f"Mux {q} VCC"] == net["3V3 bus"]
        pulled = [t for t in net if net[t] == net[f"Mux {q} EN"]]
        # 1 k: it must win against the 10 k to GND that many modules carry
        assert f"Pull-up {q} (1 k) end 1" in pulled and net[f"Pull-up {q} (1 k) end 2"] == net["3V3 bus"]
        assert not [t for t in net if net[t] == net[f"Mux {q} SIG"] and "apacitor" in t]
    assert not [t for t in net if net[t] == net["Half-rail tap"] and "apacitor" in t]
    inside = nets(wires, leave_out=["Pico"])
    assert inside["LED ground"] != inside["Star ground"]


def test_each_bus_has_a_wire_of_its_own_to_the_star(partners):
    for q in range(1, 5):
        assert "Rail star" in partners[f"Rail bus {q}"]
        assert "Star ground" in partners[f"Ground bus {q}"]
        assert not [t for t in partners[f"Ground bus {q}"] if t.startswith("Ground bus")]


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
    assert sums["**sum with hole LEDs**"][1] <= power.SUPPLY_LIMIT_MA
    assert sums["**sum, base**"][0] <= power.USB_PORT_LIMIT_MA
    assert sums["of it, sensor rail"][1] <= power.REGULATOR_LIMIT_MA
    assert sums["of it, Pico and what hangs on its 3V3"][1] <= power.PICO_3V3_LIMIT_MA
    sensors = sums["49 sensors"]
    assert sensors[1] > power.PICO_3V3_LIMIT_MA  # why they have a regulator of their own


# --- what must be open, and what must hold ----------------------------------------------------------------------------


def test_what_the_guide_says_is_open_is_open_by_the_wire_list(wires, partners):
    """With the Pico out, resistors and all: no pin to the one opposite, none to its neighbour but the four EN."""
    ends = [end for end in partners if re.search(r"\(1 k.*\) end 1$|\((?:10 k|330).*\) end 1$", end)]
    net = nets([*wires, *((end, end[:-1] + "2") for end in ends)], ["Pico "])
    pins = {int(terminal.split()[1]): others for terminal, others in partners.items() if terminal.startswith("Pico ")}

    def closed(one, other):
        mine, its = ({net.get(terminal, terminal) for terminal in pins.get(pin, ())} for pin in (one, other))
        return bool(mine & its)

    assert [pin for pin in range(1, 21) if closed(pin, 41 - pin)] == []
    neighbours = [(pin, pin + 1) for pin in range(1, 40) if pin != 20 and closed(pin, pin + 1)]
    assert neighbours == [(9, 10), (10, 11), (11, 12)]


def test_en_wins_against_what_a_module_may_carry(partners):
    pull_up, pull_down = 1_000, 10_000
    assert f"Pull-up 1 ({pull_up // 1000} k) end 1" in partners
    high_v = 3.3 * pull_down / (pull_up + pull_down)
    assert high_v > 0.7 * 3.3  # the 4067's minimum high level
    assert 3.3 / pull_up < 0.012  # a Pico's pin can still pull it low


def test_the_buzzer_is_never_straight_at_a_pin(partners):
    buzzers = [end for end in partners[netlist.gp(config.PIN_BUZZER)] if "Buzzer" in end]
    assert buzzers == ["Buzzer resistor (330, optional) end 1"]
    assert partners["Buzzer end 1 (optional)"] == ["Buzzer resistor (330, optional) end 2"]
    assert (HARDWARE / "drawings/lights.svg").read_text(encoding="utf-8").count(">330<") == 2


def test_the_cable_is_thick_enough_for_the_worst_load():
    assert "24 AWG" in PARTS["USB cable"].name
    copper = 0.0175 / 0.205  # ohm a metre of 24 AWG, 0.205 mm2
    drop = 2 * copper * power.total("all", "worst") / 1000
    assert drop == pytest.approx(0.14, abs=0.015)
    assert 5.0 - drop > 4.7  # the guide's minimum at the 5V bus


def test_the_pins_let_the_sheets_lie_in_one_way_only():
    (ax, ay), (bx, by) = layout.PINS
    assert ay == -by and ax + bx != pytest.approx(geometry.LENGTH_MM) and ay != 0


def test_wire_is_enough():
    lengths = wire.lengths_m()
    assert 5.9 <= lengths[wire.OUT] <= 9.8
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
            assert 80 < wire.length_mm(c.start, c.to) < 200  # the 12 to 20 cm of step 4, before it is cut


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
