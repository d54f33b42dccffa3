"""The board in a real browser: a first turn as a new user plays it, and whole games by each way of moving."""

import pytest

from host_tests.web.player import Player

SPEED = 4  # the board's clock against the real one, for whole games


def test_first_turn_as_a_new_user(serve, browse):
    server = serve(seed=5)
    page = browse(server.address)
    boat = page.locator("#boat")
    assert boat.get_attribute("data-phase") == "opening"
    assert page.locator("[data-hole=A1]").get_attribute("data-piece") == "a"
    player = Player(page, "drag", seed=2)
    for _ in range(40):
        player.step()
        if player.turns and "--" not in player.state()["last"]:
            break
    turn = player.state()["last"]
    assert server.session.match.game.plies and turn.split()[1] in "AB"
    assert page.locator("[role=log]").inner_text().count("has played") == 1


@pytest.mark.parametrize("way", ["drag", "click", "keys"])
def test_a_whole_game(serve, browse, way):
    server = serve(seed={"drag": 11, "click": 12, "keys": 13}[way], speed=SPEED)
    page = browse(server.address)
    player = Player(page, way, seed=4)
    while not player.over():
        player.step()
    assert server.session.match.game.phase == 3
    assert player.turns == len(server.session.match.game.plies)
    assert "has won" in page.locator("[role=log]").inner_text()
