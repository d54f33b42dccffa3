"""The board in a real browser: two pages that hand over, and whole games by each way of moving."""

import pytest

from daldos.rules import parse_rules
from host.sim.table import Table
from host_tests.web.player import Player

SPEED = 4  # the board's clock against the real one, for whole games


# With these seeds the games are short, some fifty throws.
@pytest.mark.nightly
@pytest.mark.parametrize(("way", "seed"), [("drag", 84), ("click", 114), ("keys", 148)])
def test_a_whole_game(serve, browse, way, seed):
    play(serve(Table(seed=seed), speed=SPEED), browse, way)


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(17))
def test_more_games(serve, browse, number):
    rules = parse_rules(("danish", "ostergaard", "norwegian", "mary-rose", "cerne-abbey", "naesheim")[number % 6])
    play(serve(Table(seed=200 + number), speed=SPEED, rules=rules), browse, ("drag", "click", "keys")[number % 3])


def test_a_game_with_two_pages_that_hand_over(serve, browse, long_run):
    """A plays on one page, B on the other; in the long run to the end."""
    server = serve(Table(seed=148), speed=SPEED)
    pages = [browse(server.address), browse(server.address)]
    players = [Player(page, "drag", seed=1) for page in pages]
    turn = 0
    while not players[0].over() and (long_run or players[0].turns + players[1].turns < 2):
        players[turn].step()
        pages[1 - turn].click("#ask")
        pages[turn].click("#give")
        pages[1 - turn].wait_for_selector("body:not(.onlooker)")
        turn = 1 - turn
        players[turn].wait(lambda now: now["phase"] != "", "its turn")
    played = [game_turn.text for game_turn in server.session.match.game]
    assert len(played) == players[0].turns + players[1].turns


def play(server, browse, way) -> None:
    """A whole game by one page, every turn checked by what the page shows."""
    page = browse(server.address)
    player = Player(page, way, seed=4)
    while not player.over():
        player.step()
    assert server.session.match.game.phase == 3
    assert player.turns == len(server.session.match.game.plies)
    assert "has won" in page.locator("[role=log]").inner_text()
