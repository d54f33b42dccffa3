"""Games by the messy hand at any table, whole ones at night, otherwise their first turns; and what a board answers."""

from functools import partial

import pytest

from host_tests.conftest import NIGHTLY
from lab.campaigns import codes
from lab.figures import Figures
from lab.hand import Hand

CALIBRATE_MS = 1500  # the Pico scans more slowly while pointing at all holes
HURRIED_MS = 300
MESS = (0.0, 0.1, 0.25)
GAME = ("danish", 16)  # includes two power cuts in its first turns
TURNS = 1000 if NIGHTLY else 14  # at most


def play(make_table, rules: str, seed: int, turns: int = TURNS) -> tuple:
    """(Play, Figures) of a game's first turns at a table made by `make_table(seed=, magnets=)`."""
    figures = Figures()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codes, "Table", make_table)
        patch.setattr(codes, "CALIBRATE_MS", CALIBRATE_MS)
        game = codes.Play(seed, "nominal", rules, figures)
        hand = partial(Hand, game.table.board, game)
        game._hand = lambda: hand(game.draw.getrandbits(30), game.draw.choice(MESS), HURRIED_MS, places=game.places)
        game.play(turns)
        return game, figures


def until(table, wanted, heard: int = 0) -> dict:
    """Time passes until the board has said what is wanted since so many events; returns that."""
    for _ in range(100):
        for event in table.events[heard:]:
            if wanted(event):
                return event
        table.wait(50)
    raise AssertionError(f"not said: {table.events[-5:]}, {bytes(table.rig.port.received[-300:])!r}")


def state(table) -> dict:
    """The board's answer to `state`."""
    heard = len(table.events)
    table.send({"do": "state"})
    return until(table, lambda event: event["ev"] == "state", heard)
