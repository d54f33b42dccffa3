"""A game on the page: every press plays, and no action of the hand spoils it."""

import random
import re

import pytest

from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host_tests.conftest import few
from host_tests.web.conftest import accessible
from host_tests.web.player import PLAYER


def test_four_clicks_to_the_first_turn(serve, browse):
    """From the page's address to an accepted first turn against the board, without reading a word, on a phone."""
    page = browse(serve(seed=5).address, hands="helped", width=360, height=740, has_touch=True, is_mobile=True)
    clicks = 0

    def click(selector):
        nonlocal clicks
        clicks += 1
        page.tap(selector)

    click("[data-control=start-board]")
    for _ in range(2):
        page.wait_for_selector(".ready")
        click(".ready")
        if page.locator("[data-target]:not([data-target=''])").count():
            both = page.locator("[data-target]:not([data-target=''])").evaluate_all(
                "holes => holes.map((hole) => [hole.dataset.target.length, hole.dataset.hole]).sort().at(-1)[1]"
            )
            click(f"[data-hole={both}]")
        page.wait_for_timeout(400)
        if not page.locator(".ready").count():
            break
    you = page.get_attribute("#boat", "data-you")
    played = "you => RegExp(`^[1-9][0-9]* ${you} .* [A-Z]`, 'm').test(record.textContent)"
    page.wait_for_function(played, arg=you)
    assert clicks <= 4
    assert page.get_attribute("#boat", "data-hands") == "helped"
    sizes = page.locator("[data-hole]").evaluate_all(
        """holes => holes.map((hole) => hole.getBoundingClientRect()).flatMap((box) => [box.width, box.height])"""
    )
    assert min(sizes) >= 36
    rows = [page.locator(f"[data-hole={row}5] .bore").bounding_box()["x"] for row in "AMB"]
    assert min(abs(rows[1] - rows[0]), abs(rows[2] - rows[1])) > 80  # room for fingers


def test_random_hands_do_no_harm(serve, browse, long_run):
    """Clicks, touches, drags and keys at random places: no error in page or server, and the game continues
    afterwards."""
    server = serve(seed=6)
    page = browse(server.address, hands="helped", has_touch=True)
    page.click("[data-control=start-board]")
    page.evaluate("document.querySelector('#t-shop').style.visibility = 'hidden'")  # faults are made there
    stream = random.Random(6)
    keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", " ", "Tab", "t", "b", "x"]
    for _ in range(20_000 if long_run else 50):
        x, y = stream.randrange(1190), stream.randrange(60, 790)
        what = stream.randrange(5)
        if what == 0:
            page.keyboard.press(stream.choice(keys))
        elif what == 1:
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(stream.randrange(1190), stream.randrange(790))
            page.mouse.up()
        elif what == 2:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    if page.is_visible("[data-control=new]"):
        page.click("[data-control=new]")
    page.click("[data-control=start-board]")
    page.wait_for_selector("#start", state="hidden")
    turns = "(record.textContent.match(/^[1-9]/gm) || []).length"
    before = page.evaluate(turns)
    page.evaluate(PLAYER, 6)
    page.wait_for_function(f"before => {turns} > before", arg=before)


def test_a_game_against_the_board_to_its_end(serve, browse):
    """Resumed from the card; the board's turns need no click."""
    game = play_game(parse_rules("norwegian"), Xorshift32(20))
    page = browse(serve(saved=(game, "solo", 1, "B", len(game.plies) - 12)).address, hands="helped")
    page.click("[data-control=start-resume]")
    page.evaluate(PLAYER, 1)
    page.wait_for_selector("#end:not([data-winner=''])")
    ((_, game),) = read_records(page.text_content("#record"))
    assert page.get_attribute("#end", "data-winner") == game.winner


SPOKEN = """
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, 'speechSynthesis', {value: {speak: (words) => spoken.push(words.text), cancel() {}}});
  localStorage.voice = 'yes';
"""


@pytest.mark.nightly
def test_a_whole_game_by_keys_without_looking(serve, browse):
    """Played by the spoken words alone: fewer than five keys per move, and every throw and turn is spoken."""
    server = serve(seed=2)
    page = browse(server.address, hands="helped")
    page.add_init_script(SPOKEN)
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    page.select_option("[data-control=rules]", "norwegian")
    page.focus("[data-control=start-board]")
    page.keyboard.press("Enter")
    stream, keys, told = random.Random(2), 0, ""
    while page.get_attribute("#end", "data-winner") == "":
        now = page.text_content("#choices")
        choices = re.findall(r"\b([a-z]) [AMB]\d", now)
        if choices and now != told:
            page.keyboard.press(stream.choice(choices))
            keys += 1
            told = now
        else:
            page.wait_for_timeout(10)
            told = told if choices else ""
    record = page.text_content("#record")
    ((_, game),) = read_records(record)
    you = page.get_attribute("#boat", "data-you")
    moves = sum(len(turn.text.split()) for turn in game if turn.player == you and turn.text != "--")
    assert game.winner and keys / moves < 5
    spoken = " ".join(page.evaluate("spoken"))
    plays = spoken.count(" played: ")
    assert plays >= 0.9 * len(game.plies) and spoken.count(" threw ") >= 0.9 * len(game.plies)
    print(f"{keys} keys for {moves} moves")


# How far each shadow lies below its thing; a lifted piece's further.
SHADOWS = """() => {
  const middle = (e) => e.getBoundingClientRect().y + e.getBoundingClientRect().height / 2;
  const below = (box, shadow, thing) => middle(box.querySelector(shadow)) - middle(box.querySelector(thing));
  const falls = (all, ...pair) => [...document.querySelectorAll(`#boat ${all}`)].map((box) => below(box, ...pair));
  return {
    hull: [...falls(".hull", ".shadow", ".rimlight"), ...falls(".hull", ".wall", ".deck")],
    pieces: falls(".piece:not(.up)", ".drop", ".collar"),
    lifted: falls(".piece.up", ".drop", ".collar"),
  };
}"""


def test_ones_own_row_is_the_nearest_and_light_falls_from_above(serve, browse):
    page = browse(serve(throws=[(3, 4), (1, 2)]).address, hands="helped")
    for side, row in (("Light", "A"), ("Dark", "B")):
        page.select_option("[data-control=side]", row)
        page.click("[data-control=start-board]")
        page.wait_for_selector(f"#boat[data-you={row}]")
        page.reload()
        page.wait_for_selector(f"#boat[data-you={row}] [data-hole=A1]")
        heights = {name: page.locator(f"[data-hole={name}1]").bounding_box()["y"] for name in "AB"}
        assert max(heights, key=heights.get) == row
        shadows = page.evaluate(SHADOWS)
        assert len(shadows["pieces"] + shadows["lifted"]) == 32, side
        assert min(shadows["hull"] + shadows["pieces"]) > 0, (side, shadows)
        if side == "Light":
            page.click(".ready")
            page.wait_for_function(f"most => ({SHADOWS})().lifted[0] > 1.5 * most", arg=max(shadows["pieces"]))
        page.click("[data-control=new]")


FACES = """async () => {
  await document.fonts.ready;
  const first = (e) => getComputedStyle(e).fontFamily.split(",")[0];
  const told = (e) => e.checkVisibility() && e.textContent.trim() && !e.children.length && !e.closest("svg");
  return [
    [...new Set([...document.querySelectorAll("body *")].filter(told).map(first))].sort(),
    [...document.fonts].filter((face) => face.status === "loaded").map((face) => face.family).sort(),
    first(document.querySelector(".pitch b")),
  ];
}"""
FIGURES = """async () => {
  const { counted } = await import("./dom.js");
  return [1, 2].map((count) => counted(count, "{count} turn", "{count} turns"));
}"""
COUNTED = ["1 tur", "2 ture"]


# Throws until there is something to play; a throw that is waited for long enough is made by itself.
THROWN = "() => document.querySelector('[data-control=throw]')?.click() ?? boat.dataset.phase === 'play'"


def test_the_card_has_every_control_and_type_of_its_own_and_keys_and_presses_go_on_from_it(serve, browse):
    """One game is one in Danish, too; after *Play* by keys the boat has the focus, shown only to keyboard users. A
    piece is put back by a press beside the holes, and a hint comes in two steps."""
    page = browse(serve(throws=[(3, 4), (1, 2), (1, 1)], bundled=False).address, hands="helped")
    names = "start-board start-two start-dice start-resume start-learn level side rules hands new undo hint flip"
    for name in [*names.split(), "rematch", "workshop", "tutor"]:
        assert page.locator(f"[data-control={name}]").count() == 1, name
    assert not page.is_checked("[data-control=voice]")  # off at first
    assert page.evaluate(FACES) == [["Alegreya", "Inter"], ["Alegreya", "Inter"], "Alegreya"]
    page.select_option("#language", "da")
    page.wait_for_selector("html[lang=da]")
    assert page.evaluate(FIGURES) == COUNTED
    page.focus("[data-control=start-two]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#start", state="hidden")
    assert page.evaluate("Boolean(document.activeElement.closest('#boat [data-hole]'))")
    ring = "getComputedStyle(document.activeElement.querySelector('.focus')).stroke"
    lit = page.evaluate(ring)
    page.wait_for_function(THROWN)
    page.locator(".ready").first.click()
    assert page.evaluate(ring) != lit
    page.keyboard.press("ArrowRight")
    assert page.evaluate(ring) == lit

    page.select_option("#language", "en")
    page.wait_for_selector("#dicepair[aria-label='dal and dal']")
    targets = page.locator("[data-target]:not([data-target=''])")
    assert targets.count()
    box = page.locator("#boat").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 60, box["y"] + 40)
    page.mouse.up()
    assert targets.count() == 0
    hint = page.locator("[data-control=hint]")
    hint.click()
    page.wait_for_selector(".hinted", state="attached")
    assert page.locator(".hinted").count() == 1 and re.search(r"piece on A1\b", page.inner_text("#sub"))
    hint.click()
    assert page.inner_text("#sub").startswith("Best: A1 ") and page.locator(".hinted").count() == 2
    hint.click()
    assert page.locator(".hinted").count() == 0
    assert hint.get_attribute("aria-pressed") == "false"


NAMED = """() => new Promise((done) => {
  const names = () => [...document.querySelectorAll("#dicepair small")];
  const named = () => names().map((name) => getComputedStyle(name).visibility);
  const thrown = new MutationObserver(() => {
    if (!/[1-4]/.test(document.querySelector("#dicepair").dataset.thrown || "")) return;
    thrown.disconnect();
    const rolling = named();
    setTimeout(() => done([rolling, named()]), 1000);
  });
  thrown.observe(document.querySelector("#dicepair"), {childList: true, attributes: true});
  document.querySelector("[data-control=start-two]").click();
})"""


def test_the_names_of_the_dice_wait_until_they_lie(serve, browse):
    server = serve(throws=[(3, 4), (1, 2), (1, 1)], bundled=False)
    page = browse(server.address, hands="helped", reduced_motion="no-preference")
    assert page.evaluate(NAMED) == [["hidden"] * 2, ["visible"] * 2]


@pytest.mark.parametrize(("width", "height"), few([(360, 740), (740, 360), (1280, 800)], 1))
def test_nothing_opens_out_of_sight(serve, browse, tmp_path, width, height):
    """One sheet, within the window; the focus moves into it and back, and it shows errors."""
    address = serve(archive=Archive(tmp_path)).address
    page = browse(address, hands="helped", width=width, height=height, quiet=True)

    def opened(control: str, section: str) -> None:
        # on a phone the bar's
        door = page.locator(f"[data-control={control}]:visible, [data-door=t-{control}]:visible")
        door.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#sheet[open] #{section}")
        page.wait_for_timeout(50)
        box = page.locator("#sheet").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1 and box["x"] + box["width"] <= width + 1
        assert page.evaluate("document.querySelector('#sheet').contains(document.activeElement)")
        page.evaluate("setTimeout(() => { throw new Error('boo'); })")
        page.locator("#sheet #oops").filter(has_text="boo").wait_for()
        accessible(page, section)
        page.click("#oopsclose")
        page.keyboard.press("Escape")
        page.wait_for_selector("#sheet", state="hidden")
        assert door.evaluate("element => element === document.activeElement")

    opened("games", "games")
    page.click("[data-control=start-two]")
    opened("settings", "options")
