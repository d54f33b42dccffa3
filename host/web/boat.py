"""The boat as numbers for the page: outline, holes, pieces and trays in millimetres, from the real board's dimensions.

>>> boat("socket")["holes"][0]
{'name': 'A1', 'x': 15.0, 'y': -23.0}

As on the drawings, x runs from stern to prow, and y downwards, with row A on top.
"""

import config
from companion.console.phases import LEVELS, MODES
from daldos.geometry import ROUTES
from daldos.reach import REASONS
from daldos.rules import FINDS, OPTIONS, RELATIVES, RULESETS, Rules, parse_rules
from daldos.state import rows_text, start_cells
from host.ai.judge import BOUNDS
from host.games.gear import gear_of
from host.i18n.catalogue import LANGUAGES
from host.sim import measures as g

# As a page lists them: the finds that fit its boat, too.
_BOARDS = [name for name, _ in RULESETS + FINDS if parse_rules(name).n <= config.N]
GAMES = (*_BOARDS, *reversed(RELATIVES))
TRAY_HIGH_MM = 15.0
TRAY_GAP_MM = 9.0  # from the boat's side to the drawn tray; the real one is further away


def boat(behind: str, images=()) -> dict:
    """All data for drawing this board; behind: the page's connection, `socket` or `worker`; images: (Pico, file) of the
    firmware for download."""
    beam = g.BEAM_MM / 2
    return {
        "behind": behind,
        "n": config.N,
        "length": g.LENGTH_MM,
        "beam": g.BEAM_MM,
        "pitch": g.PITCH_MM,
        "hole": g.HOLE_MM,
        "head": [g.HEAD_LONG_MM, g.HEAD_FLAT_MM],
        "outline": [[round(x, 2), round(-y, 2)] for x, y in g.outline_mm()],
        "holes": [{"name": name, "x": g.hole_mm(name)[0], "y": -g.hole_mm(name)[1]} for name in g.holes()],
        "trays": {"A": [-beam - TRAY_GAP_MM - TRAY_HIGH_MM, TRAY_HIGH_MM], "B": [beam + TRAY_GAP_MM, TRAY_HIGH_MM]},
        "dice_leds": config.DICE_LEDS,
        "hole_leds": config.HOLE_LEDS,
        "occupied": config.OCCUPIED_PERMILLE,
        "empty": config.EMPTY_PERMILLE,
        "long_ms": config.LONG_MS,
        "menu_ms": config.MENU_MS,
        "buzzer": config.HAS_BUZZER,
        "games": {name: _game(parse_rules(name)) for name in GAMES},
        "routes": {name: {"A": arcs[0], "B": arcs[1], "again": again} for name, arcs, again, _ in ROUTES},
        "modes": list(MODES),
        "languages": LANGUAGES,
        "levels": LEVELS,
        "bounds": BOUNDS,
        "reasons": dict(REASONS[1:]),  # why a piece cannot be played, for reasons without a sentence of the page's own
        "images": list(images),
        "guide": behind == "worker",
    }


def _game(rules: Rules) -> dict:
    # Its rows, what it is played with, and the rows of its start.
    size = [rules.n, rules.board.length[1]]
    options = {name: str(getattr(rules, name)).lower() for name, _ in OPTIONS}
    return dict(gear_of(rules), size=size, start=rows_text(rules, start_cells(rules)), options=options)
