"""The relatives on the page: whole games by presses and by keys, hints, reload, take back, archive, replay, review."""

import re

import pytest

from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from daldos.state import rows_text
from host.games.archive import Archive
from host.sim.standing import wooden
from host_tests.conftest import few
from host_tests.web.conftest import accessible
from host_tests.web.player import PLAYER
from host_tests.web.test_game import SPOKEN
from host_tests.web.test_page import shows

STAND = "[...document.querySelectorAll('#boat [data-hole]')].map((hole) => hole.dataset.piece || '.').join('')"
# Keeps the words of a picture that is being drawn, and how far the second stand from the first.
WATCH = """() => new MutationObserver(() => {
  const [brand, line] = document.querySelectorAll(".sharecard text");
  if (line) window.card = [line.textContent, line.getBBox().x - brand.getBBox().x - brand.getBBox().width];
}).observe(document.body, { childList: true })"""
# How far a die sticks out of its tray.
OUT = """() => {
  const tray = document.querySelector("#dicepair").getBoundingClientRect();
  const dice = [...document.querySelectorAll("#dicepair svg")].map((die) => die.getBoundingClientRect());
  return Math.max(...dice.flatMap((die) => [tray.x - die.x, die.right - tray.right]));
}"""
KINGS = {"vuovdaguoika": 1, "sig-short": 0, "sig": 0}


def begun(serve, browse, rules: str, **options):
    """A page on which a game for two begins."""
    page = browse(serve(seed=3, **options).address, hands="helped")
    page.select_option("#pickrules", rules)
    page.click("[data-control=start-two]")
    page.wait_for_selector(".ready, #acts [data-control=end]")
    return page


@pytest.mark.parametrize("rules, left", few([("vuovdaguoika", 40), ("sig-short", 60), ("sig", 60)], 2))
def test_a_game_against_the_board_to_its_end(serve, browse, rules, left):
    """The page's choices alone play it; a piece off the boat is in its captor's tray; the record is the game's."""
    game = play_game(parse_rules(rules), Xorshift32(20))
    page = browse(serve(saved=(game, "solo", 1, "B", len(game.plies) - left)).address, hands="helped")
    page.click("[data-control=start-resume]")
    page.evaluate(PLAYER, 1)
    page.wait_for_selector("#end:not([data-winner=''])", timeout=120_000)
    ((_, game),) = read_records(page.text_content("#record"))
    assert page.get_attribute("#end", "data-winner") == game.winner
    assert page.locator("#boat .king").count() == KINGS[rules]
    page.wait_for_selector("#enddecide svg.small", timeout=120_000)  # reviewed by the count of pieces
    accessible(page, rules)


def test_a_sahkku_game_is_hinted_undone_and_goes_on_after_a_reload(serve, browse, tmp_path):
    page = begun(serve, browse, "vuovdaguoika", archive=Archive(tmp_path))
    page.evaluate(PLAYER, 5)
    page.wait_for_function("() => /^9 /m.test(document.querySelector('#record').textContent)")
    page.evaluate("window.waits = true")
    page.wait_for_function("() => window.player === 0")
    hint = page.locator("[data-control=hint]")
    hint.click()
    page.wait_for_selector(".hinted", state="attached")
    hint.click()
    page.wait_for_function("() => document.querySelector('#sub').textContent.startsWith('Best: ')")
    assert not re.search("undefined|NaN", page.inner_text("#sub"))
    hint.click()
    record = page.text_content("#record")
    page.click(".ready")
    page.click("[data-target]:not([data-target=''])")
    page.wait_for_selector("#dicepair .used")
    page.click("#t-undo, [data-control=undo], #t-back")
    page.wait_for_selector("#dicepair .used", state="detached")
    page.reload()
    page.wait_for_selector(".ready")
    assert page.text_content("#record") == record and page.locator("#boat .king").count() == 1
    assert [entry["rules"] for entry in Archive(tmp_path).entries()] == ["vuovdaguoika"]
    page.click("#t-games")
    page.click("#gamelist .looked")
    page.wait_for_selector("#replaybar:visible")
    page.click("#last")
    assert page.locator("#boat .king").count() == 1 and page.locator("#boat[data-hull=plank]").count() == 1


def test_a_kept_sahkku_game_is_shared_analysed_and_played_on(serve, browse, tmp_path):
    """Its picture; from the archive to a turn by its address; there other dice and another turn, and on from them."""
    game = play_game(parse_rules("vuovdaguoika"), Xorshift32(8))
    page = browse(
        serve(saved=(game, "game"), archive=Archive(tmp_path)).address, 1280, 800, hands="helped", begun="yes"
    )
    page.wait_for_selector("#enddecide svg.small")
    page.evaluate(WATCH)
    with page.expect_download():
        page.click("#endpicture")
    words, room = page.evaluate("window.card")
    assert words == "Sáhkku, 15 holes" and room > 8

    page.click("#t-games")
    page.click("#gamelist .looked")
    page.wait_for_selector("#replaybar:visible")
    name = Archive(tmp_path).entries()[0]["name"]
    page.evaluate("address => location.hash = address", f"#/game/{name}/turn/10")
    page.wait_for_selector("#anaturns li:nth-child(2)")
    ply = list(game)[9]
    assert page.evaluate(STAND) == wooden(rows_text(ply.position.rules, ply.position.cells), 16)
    assert page.get_attribute("#dicepair", "aria-label") == "X and X and 2" and ply.throw == "112"
    assert page.inner_text("#anaturns .was span") == ply.text.replace("-", "–").replace("x", "×")
    assert page.locator("path.shot.played").count() and page.locator("path.shot.second").count()
    for width in (1280, 1000, 620, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OUT) < 1, width
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#dicepair .cast").last.click()
    page.wait_for_selector("#dicepair[aria-label='X and X and 3']")
    for key in "x34":
        page.keyboard.press(key)
    page.wait_for_selector("#dicepair[aria-label='X and 3 and 4']")
    page.locator("#anaturns [data-turn*='+']").first.click()  # the king is recruited
    page.wait_for_function("() => anasay.innerText.startsWith('Light wins about')")
    position = page.input_value("#anaposition")
    assert "C" not in position and position.count("D") == 1 and position.endswith(" A -")
    assert re.search(r"/what/134\.\S*%2B", page.url)
    page.reload()
    page.wait_for_function("text => anaposition.value === text", arg=position)
    page.click("[data-control=play-on]")
    page.wait_for_selector(f"#record:has-text('Start: {position}')", state="attached")
    assert "Rules: vuovdaguoika" in page.text_content("#record") and page.locator("#boat .king").count() == 1


@pytest.mark.parametrize("rules, seed", few([("sig-short", 8), ("sig", 9)], 1))  # short games
def test_a_kept_game_of_sig_is_analysed_with_other_sticks_and_played_on(serve, browse, tmp_path, rules, seed):
    """From the archive to a turn by its address; a press of a stick sets another throw, and a turn of it goes on."""
    game = play_game(parse_rules(rules), Xorshift32(seed))
    page = browse(
        serve(saved=(game, "game"), archive=Archive(tmp_path)).address, 1280, 800, hands="helped", begun="yes"
    )
    page.wait_for_selector("#enddecide svg.small")
    page.click("#t-games")
    page.click("#gamelist .looked")
    page.wait_for_selector("#replaybar:visible")
    name = Archive(tmp_path).entries()[0]["name"]
    at = next(k for k, ply in enumerate(game) if k > 8 and ply.throw == "1" and ply.text != "--")
    page.evaluate("address => location.hash = address", f"#/game/{name}/turn/{at + 1}")
    page.wait_for_selector("#anaturns li:nth-child(2)")
    ply = list(game)[at]
    assert page.evaluate(STAND) == wooden(rows_text(ply.position.rules, ply.position.cells), 16)
    assert page.get_attribute("#dicepair", "aria-label") == "sig"
    assert page.inner_text("#anaturns .was span") == re.sub("[-]", "–", ply.text).replace("x", "×")
    for width in (1280, 1000, 620, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OUT) < 1, width
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#dicepair .cast").click()
    page.wait_for_selector("#dicepair[aria-label='2']")
    page.keyboard.press("3")
    page.wait_for_selector("#dicepair[aria-label='3']")
    turns = {turn.text: turn for turn in ply.position.copy("3").turns()}
    page.wait_for_function("count => anaturns.children.length === count", arg=len(turns))
    page.locator("#anaturns [data-turn]").first.click()
    page.wait_for_function("() => anasay.innerText.includes(' wins about')")
    position = page.input_value("#anaposition")
    assert position in {turn.result for turn in turns.values()}
    assert "/what/3." in page.url
    page.reload()
    page.wait_for_function("text => anaposition.value === text", arg=position)
    page.click("[data-control=play-on]")
    page.wait_for_selector(f"#record:has-text('Start: {position}')", state="attached")
    assert f"Rules: {rules}" in page.text_content("#record")


@pytest.mark.parametrize(
    "rules, size", few([("newport", 11), ("novgorod-15", 15), ("mary-rose", 13), ("cerne-abbey", 12)], 2)
)
def test_a_find_is_chosen_and_says_what_is_guessed(serve, browse, rules, size):
    page = begun(serve, browse, rules)
    assert "Guessed: " in page.text_content("#ruleline")
    page.evaluate(PLAYER, 5)
    page.wait_for_function("() => /^5 /m.test(document.querySelector('#record').textContent)")
    ((_, game),) = read_records(page.text_content("#record"))
    assert (game.rules.text, game.rules.n) == (rules, size)


@pytest.mark.parametrize("rules, chance", [("vuovdaguoika", "/64 = "), ("sig-short", "/16 = ")])
def test_chances_are_of_its_own_dice(serve, browse, rules, chance):
    page = begun(serve, browse, rules)
    page.evaluate("document.querySelector('#odds').open = true")
    page.evaluate(PLAYER, 5)
    page.wait_for_function(f"() => new RegExp({chance!r}).test(document.querySelector('#oddslist').textContent)")


@pytest.mark.parametrize(
    "rules, hole, named, why",
    [
        ("vuovdaguoika", "A7", "an inactive soldier of A's", "That soldier is not turned: it needs an X."),
        ("sig", "A9", "an inactive piece of A's", "That piece is not turned: it needs a sig."),
    ],
)
def test_reasons_and_names_are_of_its_own_pieces(serve, browse, rules, hole, named, why):
    page = browse(serve().address + f"#/learn/{rules}/2", hands="helped")
    piece = page.locator(f'[data-hole={hole}][aria-label="{hole}: {named}"]')
    piece.wait_for()
    page.wait_for_selector(".ready")
    piece.click()
    shows(page, "#sub", why)


@pytest.mark.parametrize("rules, one", [("vuovdaguoika", "X"), ("sig-short", "sig")])
def test_throws_and_turns_are_spoken_in_the_games_own_words(serve, browse, rules, one):
    """By keys: each choice has its letter."""
    page = browse(serve(seed=2).address, hands="helped")
    page.add_init_script(SPOKEN)
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    page.select_option("#pickrules", rules)
    page.focus("[data-control=start-two]")
    page.keyboard.press("Enter")
    said = f"() => spoken.some((text) => text.includes(' threw ') && text.includes('{one}'))"
    for _ in range(400):
        if page.evaluate(said) and page.evaluate("spoken.some((text) => text.includes(' played: '))"):
            break
        told = page.text_content("#choices")
        page.keyboard.press("a" if re.search(r"\ba [AMB]\d", told) else "Enter")
        page.wait_for_timeout(30)
    spoken = " ".join(page.evaluate("spoken"))
    assert re.search(rf"threw [^.]*\b{one}\b", spoken) and " played: " in spoken and "dal" not in spoken


@pytest.mark.parametrize("rules", few(["vuovdaguoika", "sig-short"], 1))
def test_the_site_plays_it_against_the_strongest_but_one(host, browse, rules):
    """On MicroPython in the browser, from the first game on."""
    page = browse(host.address, hands="helped", before=lambda page: page.add_init_script("localStorage.level = 5"))
    page.select_option("#pickrules", rules)
    page.click("[data-control=start-board]")
    page.evaluate(PLAYER, 5)
    page.wait_for_function("() => /^13 /m.test(document.querySelector('#record').textContent)")
    ((_, game),) = read_records(page.text_content("#record"))
    assert game.rules.text == rules and len(game.plies) >= 13
