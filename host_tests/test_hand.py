"""The hand does everything that people do; that it ends where the turn ends, the campaign `occupancy` shows."""

import pytest

from companion.tracking.readings import occupancy_of
from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.turns import legal_turns
from lab.hand import Hand, OccupancyBoard

CAPTURE = "................/...A.B.........../bbbbbbbbbbbbbbb. A 11"
BOTH = "................/A...A............/bbbbbbbbbbbbbbb. A 23"


def actions(position: str, seed: int) -> list:
    at = parse_position(position, parse_rules("danish"))
    turns = legal_turns(at).turns
    board = OccupancyBoard(occupancy_of(at.cells))
    return list(Hand(board, board, seed, 0.4).turn(at, turns[0], turns))


def own_first(done: list) -> bool:
    lifts = [action[1] for action in done if action[0] == "lift"]
    return lifts.index(19) < lifts.index(21)


@pytest.mark.parametrize(
    "position, happens",
    [
        (CAPTURE, own_first),
        (CAPTURE, lambda done: not own_first(done)),
        (CAPTURE, lambda done: any(action[0] == "toss" for action in done)),
        (CAPTURE, lambda done: any(action[0] == "hover" and action[1] == 21 for action in done)),
        # two pieces in the hand at once
        (BOTH, lambda done: [action[0] for action in done if action[0] in ("lift", "place")][:2] == ["lift"] * 2),
        # put down in a hole on the way, and lifted again
        (BOTH, lambda done: ("place", 17) in done and ("lift", 17) in done),
        # a neighbour brushed
        (BOTH, lambda done: ("lift", 33) in done),
        # left in a wrong hole long enough to be told
        (BOTH, lambda done: any(action[0] == "wait" and action[1] > 700 for action in done)),
        # a whole row is off the board
        (BOTH, lambda done: sum(action[0] == "lift" for action in done) >= 15),
        # another turn is made and undone: a captured piece returns from the tray
        (CAPTURE, lambda done: any(action[0] == "bring" for action in done)),
    ],
)
def test_everything_that_people_do_happens(position, happens):
    assert any(happens(actions(position, seed)) for seed in range(600))
