"""The files of a KiCad project beside board and schematic: its rules, and where its two libraries are."""

import json

from hardware.pcb import grid
from hardware.pcb.board import LIBRARY
from hardware.pcb.sexpr import Text, write

# Stricter than KiCad's own rules and than what common cheap makers make without a surcharge, two layers (mm).
RULES = {
    "max_error": 0.005,
    "min_clearance": grid.CLEARANCE_MM,
    "min_connection": 0.15,
    "min_copper_edge_clearance": 0.3,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": grid.DRILL_MM,
    "min_resolved_spokes": 1,
    "min_silk_clearance": 0.1,
    "min_text_height": 1.0,
    "min_text_thickness": 0.15,
    "min_through_hole_diameter": 0.3,
    "min_track_width": 0.2,
    "min_via_annular_width": 0.15,
    "min_via_diameter": 0.6,
    "solder_mask_to_copper_clearance": 0.0,
}
_CLASS = {
    "name": "Default",
    "clearance": grid.CLEARANCE_MM,
    "track_width": 0.25,
    "via_diameter": 0.7,
    "via_drill": 0.3,
    "priority": 2147483647,
}


def project_file(name: str) -> str:
    """The text of a .kicad_pro file."""
    found = {
        "board": {"design_settings": {"rules": RULES, "meta": {"version": 2}}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [_CLASS], "meta": {"version": 4}},
        "schematic": {"legacy_lib_dir": "", "legacy_lib_list": []},
    }
    return json.dumps(found, indent=2, sort_keys=True) + "\n"


def library_table(kind: str, file: str) -> str:
    """The text of fp-lib-table or sym-lib-table; kind: fp or sym."""
    uri = Text("${KIPRJMOD}/" + file)
    entry = [
        "lib",
        ["name", Text(LIBRARY)],
        ["type", Text("KiCad")],
        ["uri", uri],
        ["options", Text("")],
        ["descr", Text("")],
    ]
    return write([f"{kind}_lib_table", ["version", 7], entry])
