"""The page in a real browser: its contract, its hands, several pages, a phone, accessibility."""

import io
import itertools
import json
import re

import pytest
from PIL import Image, ImageChops, ImageStat

from daldos.packing import ply_throw
from daldos.prng import Xorshift32
from daldos.rules import RULESETS, parse_rules
from daldos.selfplay import play_game
from host.sim.measures import holes
from host.sim.preload import keep_game, keep_settings
from host.sim.table import Table
from host.web.backend import TableBackend
from host_tests.conftest import NIGHTLY, daldos, few
from host_tests.web.conftest import accessible
from host_tests.web.player import Player

A_BEGINS = [(3, 4), (1, 2), (1, 2), (2, 4)]  # A's and B's opening throws, then a dal and a 2 for A
SEES = "[data-hole={}][data-sees='{}']"


@pytest.fixture
def begun(serve, browse):
    """begun(...) -> (server, page) with A's first throw, a dal and a 2, on the board."""

    def start(record=None, **options):
        server = serve(behind="board", speed=3, throws=A_BEGINS, record=record)
        for _ in range(3):
            server.backend.button.set(True)
            server.backend.button.set(False)
        page = browse(server.address, **options)
        page.wait_for_selector("#boat[data-phase=play][data-throw='12']")
        return server, page

    return start


def shows(page, selector: str, text: str) -> None:
    """Wait until an element contains this text; the page's policy forbids test scripts to poll for it."""
    page.locator(selector).filter(has_text=text).wait_for(timeout=8000)


def test_a_game_by_the_boards_words(serve, browse):
    """A tie, a broken rule, a power cut in a turn, the turn taken back and played again, a new game, and the menu."""
    server = serve(behind="board", speed=4, throws=[(2, 2), (2, 2), *A_BEGINS])
    page, table = browse(server.address), server.table

    def press():
        page.locator("[data-control=button]").evaluate("(button) => button.click()")  # a busy machine would hold it

    def hold(ms: int):
        page.hover("[data-control=button]")
        page.mouse.down()
        end = table.now_ms + ms
        while table.now_ms < end:
            page.wait_for_timeout(10)
        page.mouse.up()

    def move(start: str, end: str):
        page.drag_and_drop(f"[data-hole={start}]", f"[data-hole={end}]")

    for thrown in ("A throws 2 2.", "B throws 2 2.", "A throws 3 4.", "B throws dal 2."):
        shows(page, "#words", f"{thrown[0]} throws for the start: press.")
        press()
        shows(page, "[role=log]", thrown)
    shows(page, "#words", "A throws: press.")
    press()
    shows(page, "#words", "A has thrown dal 2: play it, then press.")
    move("A4", "B9")
    page.wait_for_selector(".ring.want1")
    page.wait_for_selector(".ring.want2")
    shows(page, "#words", "a piece of A's to A4, a piece of B's to B9")
    move("B9", "A4")
    page.drag_and_drop("[data-tray=B]", "[data-hole=B9]", source_position={"x": 30, "y": 20})
    page.wait_for_selector(".ring", state="detached")
    shows(page, "#words", "A has thrown dal 2: play it, then press.")
    move("A1", "M1")
    page.wait_for_selector(SEES.format("M1", "A"))
    page.evaluate("document.querySelector('#manage').open = true")
    page.click("[data-control=plug]")
    page.wait_for_selector("#boat[data-phase='']")
    assert page.evaluate("[...document.querySelectorAll('[data-led]')].every((led) => led.dataset.rgb === '0,0,0')")
    page.click("[data-control=plug]")
    page.wait_for_selector("#boat[data-phase=play][data-player=A][data-throw='12']")
    page.wait_for_selector("[data-hole=A1][data-piece=a]")
    move("M1", "M3")
    shows(page, "#words", "A's turn is on the board: press to end it.")
    assert page.get_attribute("[data-hole=M3]", "data-piece") == ""
    press()
    page.wait_for_selector("[data-hole=M3][data-piece=A]")
    page.wait_for_selector("[data-hole=A1][data-piece='']")
    shows(page, "[role=log]", "A has played A1-M3.")
    page.wait_for_selector("#boat[data-player=B][data-throw='24']")
    assert page.text_content("#record").rstrip().endswith("\n1 A 12 A1-M3")
    hold(table.config.LONG_MS + 200)
    page.wait_for_selector("[role=log] .ev-undo")
    shows(page, "#words", "Taken back")
    page.wait_for_selector(".ring.want0")
    move("M3", "A1")
    page.wait_for_selector("#boat[data-phase=play][data-player=A][data-throw='12']")
    page.wait_for_selector(".ring", state="detached")
    move("A1", "M3")
    shows(page, "#words", "A's turn is on the board")
    press()
    page.wait_for_selector("#boat[data-player=B][data-throw='24']")  # thrown before
    page.click("#new")
    shows(page, "#words", "A new game? Long press: yes; press: play on.")
    shows(page, "#hint", "Hold for a new game")
    hold(table.config.LONG_MS + 200)
    page.wait_for_selector("#boat[data-phase=opening]")
    assert "1 A" not in page.text_content("#record")
    hold(table.config.MENU_MS + 200)
    shows(page, "#words", "Mode two players?")


def test_a_saved_game_goes_on_with_dice_entered_and_a_capture(serve, browse):
    """The capture shows in the score, the log and the trays."""
    game = play_game(parse_rules("danish"), Xorshift32(6))
    turns = next(k for k, turn in enumerate(game) if k > 40 and "x" in turn.text)
    table = Table(seed=1)
    keep_settings(table, mode="wooden")
    table.board.setup("".join(".AABB"[cell] for cell in keep_game(table.store, game, turns, table.config.N)))
    page = browse(serve(table, backend=TableBackend(table)).address)
    page.wait_for_selector("#boat[data-phase=throw][data-mode=wooden]")
    page.locator("#record", has_text=re.compile(rf"\n{turns} ")).wait_for(state="attached")
    page.evaluate("document.querySelector('#manage').open = true")
    page.fill("#thrown", game.rules.throws[ply_throw(game.plies[turns])].text)
    page.click("#dice button")
    page.wait_for_selector("#boat[data-phase=play]")
    page.evaluate("scrollTo(0, 0)")
    player = Player(page, "click")
    state = player.state()
    taken = page.inner_text(f"#by{state['player']}")
    player.turn(state)
    page.wait_for_selector("[role=log] .ev-capture")
    assert "x" in player.state()["last"]
    assert int(page.inner_text(f"#by{state['player']}")) > int(taken)
    beside = page.locator("[data-tray]").evaluate_all(
        r"trays => trays.reduce((count, tray) => count + +/\d+$/.exec(tray.getAttribute('aria-label'))[0], 0)"
    )
    assert beside == 32 - len(player.state()["cells"].replace(".", ""))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("way", "rules", "seed"),
    [
        ("drag", "danish", 84),  # these seeds give short games of some fifty throws
        ("click", "danish", 114),
        ("keys", "danish", 148),
        *[(("drag", "click", "keys")[k % 3], rules, 200 + k) for k, (rules, _) in enumerate(RULESETS[1:])],
    ],
)
def test_a_whole_game(serve, browse, way, rules, seed):
    page = browse(serve(seed=seed, rules=parse_rules(rules), behind="board", speed=4).address)
    page.wait_for_selector("#boat[data-phase=opening]")
    player = Player(page, way, seed=4)
    while not player.over():
        player.step()
    assert player.turns == player.state()["count"] > 0
    shows(page, "[role=log]", "has won")


@pytest.mark.parametrize(("width", "scheme"), few([(360, "light"), (800, "dark"), (1600, "light")], 1))
def test_a_board_at_rest_and_its_seat(begun, browse, width, scheme):
    """The contract: sides differ in shape, undalled and dalled pieces in direction, nothing moves needlessly, unchanged
    values are not sent, and everything is accessible. Then an onlooker comes, asks for the seat and plays."""
    server, page = begun(width=width, height=800, color_scheme=scheme)
    assert page.locator("[data-hole]").count() == 49
    assert page.locator("[data-led]").count() == 57
    assert page.locator("[data-tray=A], [data-tray=B]").count() == 2
    assert page.locator("[data-control=button], [data-control=plug]").count() == 2
    boat = page.locator("[data-phase]")
    found = {key: boat.get_attribute(f"data-{key}") for key in ("phase", "player", "throw", "rules", "mode")}
    assert found == {"phase": "play", "player": "A", "throw": "12", "rules": "danish", "mode": "game"}
    hole = page.locator("[data-hole=A1]")
    assert (hole.get_attribute("data-piece"), hole.get_attribute("data-sees")) == ("a", "A")
    assert page.evaluate("getComputedStyle(document.querySelector('.lift')).transitionDuration") == "0s"
    shapes = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.pieces .piece')].map((piece) => {
          const head = piece.querySelector('.head');
          return [piece.getAttribute('class'), head.tagName + head.parentElement.getAttribute('transform')]}))"""
    )
    assert len(set(shapes.values())) == len(shapes) == 2
    frames = []
    page.on("websocket", lambda link: link.on("framereceived", lambda data: frames.append(json.loads(data))))
    page.reload()
    page.wait_for_selector("#boat[data-phase=play]")
    for _ in range(20):  # until the dice stop
        frames.clear()
        page.wait_for_timeout(1000)
        if len(frames) <= 2:
            break
    assert len(frames) <= 2, frames
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    page.wait_for_selector("#turnslist li")
    accessible(page)

    player, onlooker = page, browse(server.address)
    onlooker.wait_for_selector("body.onlooker")
    assert onlooker.inner_text("#seat") == "You look on"
    onlooker.drag_and_drop("[data-hole=A1]", "[data-hole=M3]")
    assert onlooker.is_disabled("[data-control=button]")
    player.drag_and_drop("[data-hole=A1]", "[data-hole=M2]")
    onlooker.wait_for_selector(SEES.format("M2", "A"))
    onlooker.click("#ask")
    onlooker.wait_for_selector("body:not(.onlooker)")
    player.wait_for_selector("body.onlooker")
    onlooker.drag_and_drop("[data-hole=M2]", "[data-hole=M3]")
    player.wait_for_selector(SEES.format("M3", "A"))
    onlooker.click("[data-control=button]")
    player.wait_for_selector("[data-hole=M3][data-piece=A]")
    for page in (player, onlooker):
        page.locator("#record").filter(has_text="1 A 12 A1-M3").wait_for(state="attached")
    assert player.text_content("#record") == onlooker.text_content("#record")
    assert len(server.session.match.game.plies) == 1


def test_hands_that_change_nothing_and_two_fingers_that_move_two_pieces(begun):
    """Hovering is felt."""
    server, page = begun(has_touch=True)
    # a piece put back too quickly for the board to notice
    page.evaluate(
        """() => {
          const hole = document.querySelector('[data-hole=A1]');
          hole.focus();
          for (const key of ['Enter', 'Escape']) hole.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
        }"""
    )
    page.wait_for_timeout(600)
    assert page.locator(SEES.format("A1", "A")).count() == 1 and page.locator(".held .piece").count() == 0
    assert page.locator(".pieces .piece:not([visibility=hidden])").count() == 32
    # dropped on a piece of its own side, it goes back
    page.drag_and_drop("[data-hole=A1]", "[data-hole=A2]")
    assert "same side" in page.inner_text("#oops")
    page.wait_for_selector(".held .piece", state="detached")
    page.wait_for_selector(SEES.format("A1", "A"))
    # in a replay no hand reaches the board: the pieces shown are not the real ones
    page.click("#moves summary")
    page.click("#replay")
    page.wait_for_selector("#replaybar:visible")
    page.drag_and_drop("[data-hole=A1]", "[data-hole=M9]")
    page.focus("[data-hole=A2]")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert server.table.board.occupancy() == bytearray(b"A" * 16 + b"." * 17 + b"B" * 16)
    assert server.backend.view()["hands"] == []
    page.click("#leave")
    page.drag_and_drop("[data-hole=A1]", "[data-hole=M3]")
    page.wait_for_selector(SEES.format("M3", "A"))
    assert page.inner_text("#oops") == ""
    at = Player(page, "touch").at
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *names):
        points = [{"x": at[name][0], "y": at[name][1], "id": k} for k, name in enumerate(names)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", "A2")
    fingers("touchStart", "A2", "B5")
    page.wait_for_selector(SEES.format("B5", "."))
    fingers("touchMove", "M1", "M9")
    reading = server.table.app.sensing.reading

    def felt() -> bool:
        over = {held[5] for held in server.backend.view()["hands"]}
        return over == {"M1", "M9"} and reading(16) > 15 and reading(24) < -15

    assert any(felt() or page.wait_for_timeout(50) for _ in range(400))
    fingers("touchEnd")
    page.wait_for_selector(SEES.format("M1", "A"))
    page.wait_for_selector(SEES.format("M9", "B"))


def test_reloads_with_a_piece_in_the_hand_broken_sockets_and_a_turn_by_touch_on_a_phone(begun):
    server, page = begun(width=360, height=740, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    at = Player(page, "drag").at
    for number in range(8 if NIGHTLY else 2):
        page.mouse.move(*at["A1"])
        page.mouse.down()
        page.wait_for_selector(SEES.format("A1", "."))
        if number % 2:
            server.drop_sockets()
            page.mouse.up()
        else:
            page.reload()
            page.mouse.up()
        page.wait_for_selector("#boat[data-phase=play]")
        page.wait_for_selector(SEES.format("A1", "A"))
        page.wait_for_selector("body:not(.onlooker)")
    player = Player(page, "touch")
    player.turn(player.state())
    assert len(server.session.match.game.plies) == 1


def test_a_record_gone_through_and_back_to_the_board_without_power(begun, tmp_path, monkeypatch):
    """What takes power is not offered then. A record that was left does not come back with a lost connection."""
    monkeypatch.setattr("host.web.adviser.SLICE_S", 0)
    text = "Event: A test\nRules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n2 B 24 --\n3 A 11 A2-M1\n"
    record = tmp_path / "game.txt"
    record.write_text(text)
    server, page = begun(text)
    page.wait_for_selector("#replaybar:visible")
    page.click("#leave")
    token = page.evaluate("sessionStorage.token")
    server.drop_sockets()
    page.wait_for_function("token => sessionStorage.token !== token", arg=token)
    page.wait_for_selector("#boat[data-ready]")
    assert page.is_hidden("#replaybar")
    page.reload()  # shows what was shown
    page.click("text=The game so far")
    assert page.is_hidden("#replaybar")
    page.evaluate("history.replaceState(history.state, '', '?kiosk#far=1')")  # a far game goes on behind it
    page.set_input_files("#open", str(record))
    page.wait_for_selector("#replaybar:visible")
    page.focus("#step")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.inner_text("#steptext").startswith("3/3: Light dal dal A2-M1")
    assert page.locator(".pieces .dalled.sideA").count() == 1  # before the turn
    page.keyboard.press("ArrowRight")
    assert page.locator(".pieces .dalled.sideA").count() == 2  # as it stands
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#savenoted:visible")
    shows(page, "#steptext", "in 100")
    with page.expect_download() as download:
        page.click("#savenoted")
    noted = download.value.path().read_text()
    assert noted == daldos("analyse", "--record", str(record)).stdout and noted.count("; chance=0.") == 3
    page.click("#first")
    shows(page, "#steptext", "A test")
    assert page.locator(".pieces .dalled").count() == 0
    page.click("#leave")
    page.wait_for_selector("#replaybar", state="hidden")
    assert page.url.endswith("?kiosk#far=1")
    record.write_text(text.replace("danish", "danish,dal_order=sternmost"))
    page.set_input_files("#open", str(record))
    page.wait_for_selector("#replaybar:visible")
    page.wait_for_selector("#anasay:has-text('100')", state="attached")
    page.click("#leave")
    record.write_text("Rules: danish\n\n1 A 24 A1-M3\n")
    page.set_input_files("#open", str(record))
    shows(page, "#oops", "line 3")

    page.click("#manage summary")
    assert page.is_hidden("[data-key=level]")
    page.click("[data-control=plug]")
    page.wait_for_selector("#mode:disabled")
    assert page.inner_text("#words") == "The plug is out."
    for control in ("#tidy", "#undo", "#rules", "[data-key=hints]"):
        assert page.is_disabled(control), control
    assert page.is_enabled("#new") and page.is_enabled("#plug")
    page.click("[data-control=plug]")
    page.wait_for_selector("#mode:enabled")
    page.evaluate("""const option = document.createElement('option'); option.value = option.textContent = 'danish,n=17';
      document.querySelector('#rules').append(option)""")
    page.select_option("#rules", "danish,n=17")  # the board has no such row
    page.wait_for_selector("[role=log] .ev-error")
    page.select_option("#mode", "roller")
    page.wait_for_selector("#boat[data-mode=roller]")
    assert page.input_value("#rules") == "danish"
    page.select_option("#mode", "solo")
    page.wait_for_selector("#boat[data-mode=solo]")
    page.select_option("[data-key=solo_side]", '"B"')
    page.select_option("[data-key=level]", "1")
    settings = server.table.app.settings
    assert any(settings.get("level") == 1 or page.wait_for_timeout(20) for _ in range(400))


def test_languages_lights_and_panels_and_faults_made_healed_and_refused_in_words(begun):
    """The language is chosen by the browser's setting or on the page; earlier messages are repeated in another."""
    _, page = begun(locale="da-DK")
    # in one look, for the dice may still roll: three lights of one colour, the others dark
    three = """() => {
      const all = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => document.querySelector(`[data-led='${k}']`).dataset.rgb);
      const lit = (rgb, k) => rgb == ([0, 4, 5].includes(k) ? all[0] : "0,0,0");
      return all[0] != "0,0,0" && all.every(lit) && all[0];
    }"""
    assert sum(map(int, page.wait_for_function(three).json_value().split(","))) <= 128
    assert page.get_attribute("html", "lang") == "da"
    assert page.inner_text("#side h2") == "Brættet siger"
    shows(page, "[role=log]", "A kaster dal 2.")
    page.select_option("#language", "nb")
    shows(page, "#side h2", "Brettet sier")
    page.drag_and_drop("[data-hole=A4]", "[data-hole=M9]")
    shows(page, "[role=log]", "Det er verken 1 eller 2 steg")
    page.drag_and_drop("[data-hole=M9]", "[data-hole=A4]")
    page.select_option("#language", "en")
    shows(page, "[role=log]", "A throws dal 2.")
    page.wait_for_selector(SEES.format("A4", "A"))
    assert page.is_hidden("#wonrow")
    for _ in range(2):
        page.click("[data-control=button]")
        page.wait_for_timeout(300)
    page.wait_for_selector("[role=log] .ev-hint")
    shows(page, "[role=log]", "The board would play A1-M")
    for part in ("turns", "odds", "bars", "chances", "faults"):
        page.click(f"#{part} summary")
    page.wait_for_selector("#turnslist li:text-is('A1-M3')")
    page.wait_for_selector("#barschart rect.sideB")
    assert page.locator("#barschart rect.sideA").count() == 16
    for language, button, where, text in (
        ("en", "Break", "Z9", "fault: no hole 'Z9'"),
        ("en", "Break", "A5 7 8", "fault dead: 3 arguments, expected: hole"),
        ("da", "Ødelæg", "Z9", "fault: intet hul 'Z9'"),
    ):
        page.select_option("#language", language)
        page.fill("#where", where)
        page.click(f"#break button:text-is('{button}')")
        shows(page, "#oops", text)  # until the next action
    page.drag_and_drop("[data-hole=A1]", "[data-hole=M3]")
    page.wait_for_selector("#barschart rect.sideA:nth-of-type(19)")
    assert page.inner_text("#oops") == ""
    page.select_option("#language", "en")
    page.wait_for_selector("#chanceslist li:has-text('A1-M3')")
    shows(page, "#chance", "Light wins about")
    page.fill("#where", "A5")
    page.click("#break button:text-is('Break')")
    page.wait_for_selector(SEES.format("A5", "?"))
    page.wait_for_selector("[role=log] .ev-fault")
    assert page.inner_text("#broken") == "dead A5"
    page.click("#heal")
    page.wait_for_selector(SEES.format("A5", "A"))
    page.click("#manage summary")
    page.select_option("[data-key=chance]", "true")
    page.click("[data-control=button]")
    page.wait_for_selector("#boat[data-player=B]")
    page.wait_for_selector("#wonrow", state="visible")
    shares = [int(word) for word in page.inner_text("#won").replace(":", " ").replace("%", " ").split()]
    assert abs(sum(shares) - 100) <= 1
    page.select_option("[data-key=hints]", "false")
    page.wait_for_timeout(200)
    assert page.inner_text("#oops") == ""
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    assert page.get_attribute("html", "lang") == "en"


class Shown(TableBackend):
    """A table that shows the page altered values; said: events sent once."""

    def __init__(self, values: dict, said: list):
        super().__init__(Table(seed=1))
        self._shown, self._said = values, said

    def view(self) -> dict:
        return {**super().view(), **self._shown}

    def events(self) -> list:
        super().events()
        said, self._said = self._said, []
        return said


STATES = {  # what is shown at a hole -> the hole
    "empty": "M7",
    "A undalled": "A9",
    "A dalled": "M5",
    "B undalled": "B9",
    "B dalled": "M9",
    "to take off": "M15",
    "A wanted": "A4",
    "B wanted": "B4",
    "to look at": "A6",
    "moved from": "M1",
    "moved to": "M3",
}
GREY = 8  # least mean difference in lightness between two states, of 255


@pytest.mark.parametrize("scheme", few(["light", "dark"], 1))
def test_every_state_is_legible_in_grey(serve, browse, scheme):
    """Any two states of a hole, a light, the plug and a line of the log differ in lightness or shape."""
    stand = dict.fromkeys(holes(), ".") | {"A9": "a", "M5": "A", "B9": "b", "M9": "B", "M3": "A"}
    values = {
        "stand": "".join(stand.values()),
        "marks": [["M15", 0], ["A4", 1], ["B4", 2], ["A6", 3]],
        "record": "Rules: danish\nResult: *\n\n1 A 12 M1-M3\n",
        "leds": "ff8000" + "000000" * 7,
    }
    said = [
        {"ev": "throw", "player": "A", "throw": "12"},
        {"ev": "error", "code": "", "what": "A throws 12"},
    ]
    server = serve(backend=Shown(values, said))
    page = browse(server.address, width=1200, height=800, color_scheme=scheme)
    page.click("#manage summary")
    page.wait_for_selector("[role=log] .ev-error")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("L")

    def patch(selector: str, size=(44, 44)):
        box = page.locator(selector).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return shot.crop((int(x) - size[0] // 2, int(y) - size[1] // 2, int(x) + size[0] // 2, int(y) + size[1] // 2))

    found = {name: patch(f"[data-hole={hole}]") for name, hole in STATES.items()}
    pairs = [(found[one], found[other], (one, other)) for one, other in itertools.combinations(found, 2)]
    pairs.append((patch("[data-led='0']", (24, 24)), patch("[data-led='1']", (24, 24)), "a light on and off"))
    told = {pair: ImageStat.Stat(ImageChops.difference(one, other)).mean[0] for one, other, pair in pairs}
    assert min(told.values()) > GREY, sorted(told.items(), key=lambda entry: entry[1])[:5]
    # a warning has a line beside it, and the plug's dot shows whether it is in
    widths = [
        page.locator(f"[role=log] .ev-{kind}").evaluate("e => getComputedStyle(e).borderLeftWidth")
        for kind in ("throw", "error")
    ]
    assert widths == ["0px", "3px"]
    dot = "e => getComputedStyle(e, '::before').content"
    plugged = page.locator("#plug").evaluate(dot)
    page.evaluate("document.querySelector('#plug').setAttribute('aria-pressed', 'false')")
    assert page.locator("#plug").evaluate(dot) != plugged
