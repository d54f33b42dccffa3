"""One suite for both simulated boards: the server's table, and the same in the page's Worker."""

import re

import pytest

from daldos.packing import ply_dice
from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.sim.preload import keep_game, keep_settings
from host_tests.conftest import NIGHTLY
from host_tests.web.player import Player
from host_tests.web.stages import KINDS, Stage

BEGUN = [(2, 2), (2, 2), (3, 4), (1, 2), (1, 2), (2, 4)]  # a tie, A begins, and the first throws
SEES = "[data-hole={}][data-sees='{}']"
BESIDE = r"""[...document.querySelectorAll('[data-tray]')].reduce(
  (count, tray) => count + +/\d+$/.exec(tray.getAttribute('aria-label'))[0], 0)"""

ON_MORE = "plug_pulled"  # opening throws, a power cut, a turn: always run in the Worker too


def pytest_generate_tests(metafunc):
    if "stage" in metafunc.fixturenames:
        name = metafunc.function.__name__
        kinds = KINDS if NIGHTLY or ON_MORE in name else KINDS[:1]
        metafunc.parametrize("stage", kinds, indirect=True)


@pytest.fixture
def stage(request):
    """stage(throws, ...) -> (Stage, its page, a Player there)"""
    stages = []
    browse = request.getfixturevalue("browse")

    def start(throws=(), **options):
        site = request.getfixturevalue("built") if request.param == "worker" else None
        found = Stage(request.param, throws, site, **options)
        stages.append(found)
        page = browse(found.address)
        found.enter(page)
        return found, page, Player(page, stage=found)

    yield start
    for context in request.getfixturevalue("chromium").contexts:
        context.close()  # first, or the pages would report a lost server
    for one in stages:
        one.close()


@pytest.fixture
def begun(stage):
    """As `stage`, after the opening throws, with A's dal and 2 on the board."""

    def start(**options):
        found, page, player = stage(BEGUN[2:], **options)
        for phase in ("opening", "throw", "play"):
            found.press(page)
            page.wait_for_selector(f"#boat[data-phase={phase}]")
        page.wait_for_selector("#boat[data-throw='12']")
        return found, page, player

    return start


def says(page, text: str, where: str = "[role=log]", state: str = "visible") -> None:
    page.locator(where).filter(has_text=text).wait_for(state=state)


def test_from_the_set_up_to_a_turn_taken_back_and_a_new_game(stage):
    """The opening with a tie, a turn, the same again, and a new game, done by following the page's words."""
    board, page, player = stage(BEGUN)
    assert page.get_attribute("#boat", "data-phase") == "opening"
    assert page.get_attribute("[data-hole=A1]", "data-piece") == "a"
    for thrown in ("A throws 2 2.", "B throws 2 2.", "A throws 3 4.", "B throws dal 2."):
        says(page, f"{thrown[0]} throws for the start: press.", "#words")
        board.press(page)
        says(page, thrown)
    says(page, "A throws: press.", "#words")
    board.press(page)
    page.wait_for_selector("#boat[data-phase=play][data-player=A][data-throw='12']")
    says(page, "A has thrown dal 2: play it, then press.", "#words")
    board.move(page, "A1", "M3")
    says(page, "A's turn is on the board: press to end it.", "#words")
    assert page.get_attribute("[data-hole=M3]", "data-piece") == ""
    board.press(page)
    page.wait_for_selector("[data-hole=M3][data-piece=A]")
    page.wait_for_selector("[data-hole=A1][data-piece='']")
    says(page, "A has played A1-M3.")
    page.wait_for_selector("#boat[data-player=B][data-throw='24']")
    assert page.text_content("#record").rstrip().endswith("\n1 A 12 A1-M3")
    board.long_press(page)
    page.wait_for_selector("[role=log] .ev-undo")
    says(page, "Taken back", "#words")
    page.wait_for_selector("[data-hole=A1][data-piece=a]")
    page.wait_for_selector(".ring.want0")
    board.move(page, "M3", "A1")
    page.wait_for_selector("#boat[data-phase=play][data-player=A][data-throw='12']")
    page.wait_for_selector(".ring", state="detached")
    board.move(page, "A1", "M3")
    says(page, "A's turn is on the board", "#words")
    board.press(page)
    page.wait_for_selector("#boat[data-player=B][data-throw='24']")  # thrown before
    board.set_up(page, "start")
    says(page, "A new game? Long press: yes; press: play on.", "#words")
    says(page, "Hold for a new game", "#hint")
    board.long_press(page)
    page.wait_for_selector("#boat[data-phase=opening]")
    assert "1 A" not in page.text_content("#record")
    board.press(page, board.table.config.MENU_MS + 200)
    says(page, "Mode two players?", "#words")


def test_what_breaks_a_rule_is_said_marked_and_mended(begun):
    board, page, player = begun()
    board.move(page, "A4", "B9")
    page.wait_for_selector("[role=log] .ev-guide")
    assert page.get_attribute("[data-hole=B9]", "data-sees") == "A"
    page.wait_for_selector(".ring.want1")
    page.wait_for_selector(".ring.want2")
    says(page, "a piece of A's to A4, a piece of B's to B9", "#words")
    board.move(page, "B9", "A4")
    board.move(page, "B", "B9")
    page.wait_for_selector(".ring", state="detached")
    says(page, "A has thrown dal 2: play it, then press.", "#words")


def test_the_plug_pulled_in_the_middle_of_a_turn(begun):
    board, page, player = begun()
    board.move(page, "A1", "M1")
    page.wait_for_selector(SEES.format("M1", "A"))
    board.plug(page)
    page.wait_for_selector("#boat[data-phase='']")
    assert page.evaluate("[...document.querySelectorAll('[data-led]')].every((led) => led.dataset.rgb === '0,0,0')")
    board.plug(page)
    page.wait_for_selector("#boat[data-phase=play][data-player=A][data-throw='12']")
    page.wait_for_selector("[data-hole=A1][data-piece=a]")
    board.move(page, "M1", "M3")
    says(page, "A's turn is on the board", "#words")
    assert page.locator(SEES.format("A5", "A")).count() == page.locator(SEES.format("M9", ".")).count() == 1
    board.press(page)
    page.wait_for_selector("#boat[data-player=B][data-throw='24']")
    assert page.text_content("#record").rstrip().endswith("\n1 A 12 A1-M3")


def test_a_saved_game_goes_on_with_a_capture(stage):
    """A capturing throw some way into a game shows in the score, the log and the trays."""
    game = play_game(parse_rules("danish"), Xorshift32(6))
    turns = next(k for k, turn in enumerate(game) if k > 40 and "x" in turn.text)

    def before(table):
        letters = keep_game(table.store, game, turns, table.config.N)
        table.board.setup("".join(".AABB"[cell] for cell in letters))

    board, page, player = stage([ply_dice(game.plies[turns])] * 3, before=before)
    page.wait_for_selector("#boat[data-phase=throw]")
    says(page, re.compile(rf"\n{turns} "), "#record", "attached")
    board.press(page)
    page.wait_for_selector("#boat[data-phase=play]")
    state = player.state()
    taken = page.inner_text(f"#by{state['player']}")
    player.turn(state)
    page.wait_for_selector("[role=log] .ev-capture")
    assert "x" in player.state()["last"]
    assert int(page.inner_text(f"#by{state['player']}")) > int(taken)
    assert page.evaluate(BESIDE) == 32 - len(player.state()["cells"].replace(".", ""))


def test_wooden_dice_entered_on_the_page(stage):
    board, page, player = stage(before=lambda table: keep_settings(table, mode="wooden"))
    page.wait_for_selector("#boat[data-mode=wooden]")
    page.evaluate("document.querySelector('#manage').open = true")
    for number, thrown in enumerate(("34", "12", "12")):
        page.fill("#thrown", thrown)
        page.click("#dice button")
        player.wait(lambda now, number=number: now["opening"] > number or now["phase"] == "play", "the dice")
    page.wait_for_selector("#boat[data-phase=play][data-throw='12']")


def test_lights_and_what_is_shown_on_demand(begun):
    board, page, player = begun()
    # in one look, for the dice may still roll: three lights of one colour, the others dark
    three = """() => {
      const all = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => document.querySelector(`[data-led='${k}']`).dataset.rgb);
      const lit = (rgb, k) => rgb == ([0, 4, 5].includes(k) ? all[0] : "0,0,0");
      return all[0] != "0,0,0" && all.every(lit) && all[0];
    }"""
    assert sum(map(int, page.wait_for_function(three).json_value().split(","))) <= 128
    for part in ("turns", "odds", "bars"):
        page.click(f"#{part} summary")
    page.wait_for_selector("#turnslist li:text-is('A1-M3')")
    page.wait_for_selector("#barschart rect.sideB")
    assert page.locator("#barschart rect.sideA").count() == 16
    board.move(page, "A1", "M3")
    page.wait_for_selector("#barschart rect.sideA:nth-of-type(19)")


RULES = ("danish", "ostergaard", "norwegian", "mary-rose", "cerne-abbey", "naesheim")
WAYS = ("drag", "click", "keys")
# kind of board, way of moving, rules, seed: the first ones give short games of some fifty throws
WHOLE = [
    ("worker", "click", "danish", 114),
    *[("table", *row) for row in zip(WAYS, ["danish"] * 3, (84, 114, 148), strict=True)],
    *[("table", WAYS[k % 3], RULES[k % 6], 200 + k) for k in range(17)],
]


@pytest.mark.nightly
@pytest.mark.parametrize(("kind", "way", "rules", "seed"), WHOLE)
def test_a_whole_game(kind, way, rules, seed, browse, built):
    board = Stage(kind, site=built, seed=seed, rules=parse_rules(rules))
    try:
        page = browse(board.address)
        page.wait_for_selector("#boat[data-phase=opening]")
        player = Player(page, way, seed=4, patience=board.patience)
        while not player.over():
            player.step()
        assert player.turns == player.state()["count"] > 0
        says(page, "has won")
        page.close()  # or it would call a stopped server
    finally:
        board.close()
