"""The fake board: its figures, set-ups and hands."""

from array import array

import pytest

import config
from companion.sensing.wiring import hole_names, hole_slots
from host.sim import physics
from host.sim.fake_board import FakeBoard

NAMES = hole_names(config)
SLOTS = hole_slots(config)
START = "A" * 16 + "." * 17 + "B" * 16


def quiet(seed=1, magnets="nominal"):
    return FakeBoard(seed, magnets, noise=0.0, drift=False)


def scan(board, now_ms=0):
    codes = array("H", [0] * 65)
    board.scan(codes, now_ms)
    return codes


def mean(board, hole, scans=16):
    """Mean reading of a hole in counts, at a half rail of 2048."""
    total = 0
    for k in range(scans):
        codes = scan(board, k * 10)
        total += codes[SLOTS[hole]] / codes[64] * 2048
    return total / scans


def test_a_nominal_piece_reads_its_counts():
    board = quiet()
    for piece in board.pieces:
        piece.strength, piece.depth_mm, piece.sideways_mm = 1.0, physics.DEPTH_MM, 0.0
    for sensor in board.sensors:
        sensor.gain = physics.COUNTS_PER_MT
    hole, beside = NAMES.index("M8"), NAMES.index("M9")
    board.setup("." * 49)
    empty, empty_beside = mean(board, hole), mean(board, beside)
    board.place(hole, "A")
    assert mean(board, hole) - empty == pytest.approx(908, abs=6)
    assert mean(board, beside) - empty_beside == pytest.approx(-0.52 * physics.COUNTS_PER_MT, abs=2)
    board.lift(hole)
    board.place(hole, "B")
    assert mean(board, hole) - empty == pytest.approx(-908, abs=6)


def test_hands_lift_hover_and_place():
    board = quiet()
    for position in (START, START.lower(), "start"):
        board.setup(position)
        assert board.occupancy().decode() == START and board.spare() == []
    piece = board.lift(0)
    assert board.spare() == [piece] and board.piece_at(0) is None
    before = mean(board, 16)
    board.hover(16, piece, 3.0)
    over = mean(board, 16)
    assert over > before + 100
    board.hover(16, piece, 1.0)
    assert mean(board, 16) > over + 100
    assert board.occupancy()[16] == ord(".")
    board.away(piece)
    assert mean(board, 16) == pytest.approx(before, abs=1)
    board.hover(16, piece, 3.0)
    board.place(16, piece)
    assert board.piece_at(16) is piece
    placed = mean(board, 16)
    board.lift(16)
    assert mean(board, 16) == pytest.approx(before, abs=1) and placed > over
