"""The board in a real browser: a first turn as a new user plays it, and whole games by each way of moving."""

import random
import time

import pytest

from daldos.rules import parse_rules
from hardware.geometry import holes
from host.sim.stores import FolderStore
from host.sim.table import Table
from host_tests.web.player import Player

HOLES = holes()
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


# with these seeds the games are short, some fifty throws
GAMES = [("drag", 84), ("click", 114), ("keys", 148)]


@pytest.mark.parametrize(("way", "seed"), GAMES, ids=lambda value: str(value))
def test_a_whole_game(serve, browse, way, seed):
    play(serve(seed=seed, speed=SPEED), browse, way)


@pytest.mark.parametrize("number", range(17))
def test_more_games(serve, browse, long_run, number):
    if not long_run:
        pytest.skip("in the long run: DALDOS_LONG=1")
    rules = parse_rules(("danish", "ostergaard", "norwegian", "mary-rose", "cerne-abbey", "naesheim")[number % 6])
    play(serve(seed=200 + number, speed=SPEED, rules=rules), browse, ("drag", "click", "keys")[number % 3])


def test_a_game_with_two_pages_that_hand_over(serve, browse, long_run):
    """A plays on one page, B on the other; in the long run to the end."""
    server = serve(seed=148, speed=SPEED)
    pages = [browse(server.address), browse(server.address)]
    players = [Player(page, "drag", seed=1) for page in pages]
    turn = 0
    while not players[0].over() and (long_run or players[0].turns + players[1].turns < 6):
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


def back_again(room, old: list) -> bool:
    """Whether a page plays that was not there before."""
    playing = room.pages.get(room.seats.player)
    return playing is not None and playing not in old


def test_nothing_is_lost_by_reloads_broken_sockets_and_restarts(serve, browse, tmp_path, long_run):
    """Between turns and with a piece in the hand; the record only ever grows, by the turns that were played."""
    wanted = 1000 if long_run else 9
    stage = Breaking(serve, tmp_path)
    page = browse(stage.server.address, quiet=True)
    player = Player(page, "drag", seed=3)
    began = time.monotonic()
    while stage.breaks < wanted:
        if player.over():
            page.locator("#manage").evaluate("(part) => { part.open = true }")
            page.click("#new")
            player.press()
            player.wait(lambda now: now["phase"] == "opening", "a new game")
        player.step()
        page.wait_for_timeout(50)
        for _ in range(stage.draw.randint(1, 6) if long_run else 1):
            stage.break_off(player)
            if stage.breaks % 50 == 0:
                print(f"{stage.breaks} breaks, {player.turns} turns, {time.monotonic() - began:.0f} s", flush=True)


class Breaking:
    """A server over a folder's saved game, which is reloaded, cut off and restarted under a player."""

    SPEED = 3

    def __init__(self, serve, folder):
        self.serve, self.folder = serve, folder
        self.draw = random.Random(5)
        self.breaks = 0
        self.server = serve(Table(seed=7, store=FolderStore(folder)), speed=self.SPEED)

    def break_off(self, player: Player) -> None:
        """One break, of a kind by chance; afterwards the page plays the same game, with every piece in its place."""
        page = player.page
        before = self.server.room.feed.values["record"]
        in_hand = self.draw.random() < 0.5
        if in_hand:
            stands = zip(HOLES, player.state()["cells"], strict=True)
            start = self.draw.choice([hole for hole, letter in stands if letter != "."])
            page.mouse.move(*player.at[start])
            page.mouse.down()
            page.mouse.move(*player.at["M17"])
        self.breaks += 1
        old = list(self.server.room.pages.values())
        (page.reload, self.server.drop_sockets, self._restart)[self.draw.randrange(3)]()
        room = self.server.room
        if in_hand:
            while any(page_ in old for page_ in room.pages.values()):
                time.sleep(0.01)  # let go before the socket breaks, it would be a move like others
            page.mouse.up()
        player.wait(lambda now: back_again(room, old), "the page to be there again")
        page.wait_for_selector("#lost", state="hidden")
        page.wait_for_selector("body:not(.onlooker)")
        player.wait(lambda now: now["phase"] in ("opening", "throw", "play", "over"), "the game")
        player.wait(lambda now: room.feed.values["record"] == before, "the same record")
        player.wait(lambda now: now["sees"] == now["cells"].upper(), "all pieces back")

    def _restart(self) -> None:
        port = self.server.port
        self.server.stop()
        self.server.table.store.close()
        table = Table(seed=1000 + self.breaks, store=FolderStore(self.folder))
        self.server = self.serve(table, port=port, speed=self.SPEED)
