"""The board in a real browser: a first turn as a new user plays it, and whole games by each way of moving."""

import pytest

from daldos.rules import parse_rules
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


# With these seeds the games are short, some fifty throws.
@pytest.mark.nightly
@pytest.mark.parametrize(("way", "seed"), [("drag", 84), ("click", 114), ("keys", 148)])
def test_a_whole_game(serve, browse, way, seed):
    play(serve(seed=seed, speed=SPEED), browse, way)


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(17))
def test_more_games(serve, browse, number):
    rules = parse_rules(("danish", "ostergaard", "norwegian", "mary-rose", "cerne-abbey", "naesheim")[number % 6])
    play(serve(seed=200 + number, speed=SPEED, rules=rules), browse, ("drag", "click", "keys")[number % 3])


def test_a_game_with_two_pages_that_hand_over(serve, browse, long_run):
    """A plays on one page, B on the other; in the long run to the end."""
    server = serve(seed=148, speed=SPEED)
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
