"""A real board behind the page: here a simulated one on a pseudo-terminal, with its own clock and hands."""

import time
from functools import partial

import pytest

from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host.sim.client import View
from host.sim.preload import keep_game
from host.sim.table import Table
from host.usb.port import BoardLink, PortError, RemovableBoard
from host.web.adviser import PanelValues
from host.web.backend import Backend
from host_tests.serial_board import SerialBoard
from host_tests.web.conftest import until
from lab.browser import Running

CLOCKS_S = (1_795_000_000, 1_795_000_000 - 3600, 1_795_000_000 - 2 * 86_400, 86_400)  # right, an hour, days, 1970
UNPLUGGED = 3  # times; 100 in the nightly run


class Cable:
    """The board's port, if plugged in."""

    def __init__(self):
        self.board = None

    def open(self):
        if self.board is None:
            raise PortError("no board found")
        return BoardLink(self.board.port)


@pytest.fixture
def mirrored():
    """(the cable, the server of a room that mirrors its board)"""
    cable = Cable()
    cable.board = SerialBoard().__enter__()
    backend = Backend(RemovableBoard(cable.open))
    running = Running(None, backend=backend)
    yield cable, running
    running.stop()
    backend.stop()
    if cable.board:
        cable.board.unplug()


def view(running) -> dict:
    return running.room.feed.values


def test_commands_reach_it_and_it_is_unplugged_and_plugged_in_again(mirrored, long_run):
    cable, running = mirrored
    until(lambda: view(running).get("mode") == "game")
    with pytest.raises(ValueError, match="on the board itself"):
        running.backend.do("1", {"do": "lift", "hand": 0, "hole": "A1"})
    worst_gone = worst_back = 0.0
    for _ in range(100 if long_run else UNPLUGGED):
        until(lambda: view(running).get("phase") == "opening")
        began = time.monotonic()
        board, cable.board = cable.board, None
        board.unplug()
        until(lambda: not view(running)["plug"])
        worst_gone = max(worst_gone, time.monotonic() - began)
        cable.board = SerialBoard().__enter__()
        began = time.monotonic()
        until(lambda: view(running)["plug"] and view(running)["phase"] == "opening")
        worst_back = max(worst_back, time.monotonic() - began)
    running.backend.do("1", {"do": "board", "line": {"do": "mode", "mode": "roller"}})
    until(lambda: view(running)["mode"] == "roller")
    print(f"said within {worst_gone:.2f} s, mirrored again within {worst_back:.2f} s")
    assert worst_gone < 1.0 and worst_back < 3.0


def test_a_turn_told_before_its_phase():
    backend, view = Backend(RemovableBoard(Cable().open)), View()
    backend.board.plugged = True
    view.rules, view.phase, view.position = "danish", "play", "a.../...../b... A -"
    assert backend._values(view)["phase"] == "throw"
    view.position = "a.../...../.... A #"
    assert backend._values(view)["phase"] == "over"
    view.position = "a.../...../b... A 13"
    assert backend._values(view)["phase"] == "play"


def test_a_board_that_has_not_been_heard():
    values = Backend(RemovableBoard(Cable().open, lambda s: None)).view()
    assert values["game"] == "." * 49 and values["sees"] == "?" * 49 and values["phase"] == ""
    assert values["stand"] == "." * 49
    assert PanelValues().about("", "", {"turns", "odds"}) == {"turns": [], "odds": {}}


def is_archived(running, archive, turns: int) -> bool:
    """Whether the board's record has arrived, and all of it is in the one file."""
    return f"\n{turns} " in view(running).get("record", "") and [e["turns"] for e in archive.entries()] == [turns]


def test_a_game_over_four_starts_is_one_file_whatever_the_clock_says(tmp_path):
    """The clock is set back in the middle of the game; turns are taken back, and others played in their place."""
    one, other = [play_game(parse_rules("danish"), Xorshift32(seed)) for seed in (5, 9)]
    del one.plies[30:]
    other = one.copy()
    while len(other.plies) > 12:
        other.undo()
    draw = Xorshift32(3)
    while len(other.plies) < 40:  # the throw stays, another turn is played with it
        if other.position.throw is None:
            other.throw(other.rules.throws[draw.below(10)])
        other.play(other.legal.turns[draw.below(len(other.legal.turns))])
    assert one.plies[:12] == other.plies[:12] and one.plies[12:] != other.plies[12:]
    store = Table(seed=1).store
    names, kept = set(), ""
    for (game, turns), clock_s in zip([(one, 12), (one, 30), (other, 12), (other, 40)], CLOCKS_S, strict=True):
        keep_game(store, game, turns, 16, "0123456789abcdef")
        with SerialBoard(Table(seed=1, store=store)) as board:
            backend = Backend(RemovableBoard(lambda port=board.port: BoardLink(port)))
            archive = Archive(tmp_path, lambda at=clock_s: at)
            running = Running(None, backend=backend, archive=archive)
            until(partial(is_archived, running, archive, turns))
            running.stop()
            backend.stop()
        names.update(entry["name"] for entry in archive.entries())
        kept = archive.export()
    assert len(names) == 1 and "Id: 0123456789abcdef\n" in kept
    assert read_records(kept)[0][1].plies == other.plies
