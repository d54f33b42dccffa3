"""The end of a game: what decided it, its picture, and the same game by a link."""

import re
import zlib
from base64 import urlsafe_b64encode

import pytest
from PIL import Image

from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host.web.adviser import Jobs
from host_tests.conftest import few
from host_tests.web.conftest import SEEN, accessible
from host_tests.web.test_room import far_page
from lab.odd import TEXTS

SIDES = {"A": "Light", "B": "Dark"}


@pytest.fixture(scope="module")
def game():
    """A whole game."""
    return play_game(parse_rules("norwegian"), Xorshift32(52))  # a short one


@pytest.fixture
def over(serve, browse, game, tmp_path):
    """over(width=...) -> a page at the end of the game."""

    def start(**options):
        server = serve(seed=2, saved=(game, "game"), far=far_page(tmp_path))
        page = browse(server.address, hands="helped", begun="yes", **options)
        page.wait_for_selector("[data-panel=end]:visible")
        return page

    return start


@pytest.mark.parametrize(("width", "scheme"), few([(360, "dark"), (1280, "light")], 1))
def test_the_end_says_who_won_and_what_decided_it(over, game, width, scheme):
    page = over(width=width, color_scheme=scheme)
    assert page.get_attribute("#end", "data-winner") == game.winner
    assert page.inner_text("#endabout").startswith(f"Two players · {len(game.plies)} turns")
    assert "12" in page.inner_text("#endwhy")
    page.wait_for_selector("#endcurve .line")
    accessible(page)
    sides = page.locator("#endcurve .side").all_text_contents()
    assert sides == ["Light", "even", "Dark"]
    assert page.locator("#endcurve circle").count() == page.locator("#enddecide .small").count() == 3
    assert page.locator("#enddecide .small").evaluate_all("all => all.every((svg) => svg.querySelector('path.shot'))")
    told = page.inner_text("#endaccount").replace("−", "-")
    first, last, *parts = map(int, re.findall(r"[+-]?\d+", told))
    assert abs(first + sum(parts) - last) <= 2 and last in (0, 100)
    with page.expect_download() as download:
        page.click("#endpicture")
    shared = Image.open(download.value.path()).convert("RGB")
    assert shared.size == (1200, 630) and len(shared.resize((60, 30)).getcolors(1800)) > 100  # wood, and words

    # the dice, the trays, the counts and the words of a step
    number = int(re.search(r"Turn (\d+)", page.inner_text("#enddecide li:nth-child(1) button"))[1])
    page.click("#enddecide li:nth-child(1) button")
    page.wait_for_selector("#replaybar:visible")
    ply = list(game)[number - 1]
    assert page.inner_text("#steptext").startswith(f"{number}/{len(game.plies)}: {SIDES[ply.player]} ")
    assert page.get_attribute("#dicepair", "aria-label") == " and ".join(
        "dal" if die == "1" else die for die in ply.throw
    )
    assert page.is_visible("#table") and page.is_hidden("#end")
    assert page.locator("path.shot.played").count() and page.locator("path.shot.better").count()
    accessible(page)
    page.click("#last")
    page.wait_for_function("() => [...document.querySelectorAll('.strip .count')].some((on) => on.innerText === '12')")
    page.click("#first")
    page.wait_for_function("() => document.querySelector('.strip .count').innerText === '0'")
    assert page.locator(".strip .count").all_inner_texts() == ["0", "0"]
    page.click("#leave")
    page.wait_for_selector("[data-panel=end]:visible")


def test_the_end_says_what_it_did_to_the_rating(serve, browse, tmp_path):
    """Where games are kept."""
    game = play_game(parse_rules("danish"), Xorshift32(52))
    for kept in ({}, {"archive": Archive(tmp_path)}):
        page = browse(serve(saved=(game, "solo", 4, "B"), **kept).address, hands="helped", begun="yes")
        if kept:
            page.wait_for_selector("#endrated:text-matches('Your rating: 1\\\\d{3} \\\\(−\\\\d+\\\\).')")
        page.wait_for_selector("#enddecide .small")
        assert page.is_visible("#endrated") == bool(kept) and page.is_hidden("#alarm")


def test_the_next_puzzle_is_ones_own_slip_in_a_dock_on_a_phone(serve, browse):
    """After a game without one it is today's, and after that another."""
    game = play_game(parse_rules("danish"), Xorshift32(52))
    server = serve(saved=(game, "solo", 1, "B"))
    page = browse(server.address, 390, 844, hands="helped", begun="yes", has_touch=True)
    page.locator("#endnext", has_text="Your next puzzle").wait_for()
    page.wait_for_selector("#enddecide .small")
    for control in ("[data-control=rematch]", "#endlook", "#endshare", "[data-control=end-next]"):
        assert page.locator(control).evaluate(SEEN)  # without scrolling
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, dock = page.locator("#endmore").bounding_box(), page.locator("#enddock").bounding_box()
    assert last["y"] + last["height"] <= dock["y"]
    accessible(page, "dock")
    number = int(re.search(r"Moment (\d)", page.inner_text("#endnext"))[1])
    told = page.inner_text(f"#enddecide li:nth-child({number}) button")
    turn = int(re.search(r"Turn (\d+)", told)[1])
    assert list(game)[turn - 1].player == "A" and "−" in told
    page.tap("[data-control=end-next]")
    page.locator("#sub", has_text="From a game of yours").wait_for()
    assert re.search(r"#/puzzle/own/\d+$", page.url)
    rows = page.evaluate(
        "at => JSON.parse(localStorage.blunders)[at].position.split(' ')[0]", int(page.url.rsplit("/", 1)[1])
    )
    assert rows == list(game)[turn - 1].position.text().split()[0]
    page.go_back()
    page.wait_for_selector("#end h2:visible")
    page = browse(serve(saved=(game, "game")).address, hands="helped", begun="yes")
    page.locator("#endnext", has_text="Today's puzzle").wait_for()
    page.click("[data-control=end-next]")
    page.locator("#say", has_text="Puzzle of the day").wait_for()
    page.evaluate(
        "const now = new Date(); localStorage.solved = [now.getFullYear(), now.getMonth() + 1, now.getDate()].join('-')"
    )
    page.go_back()
    page.wait_for_selector("#endnext b:text-is('Next puzzle')")
    page.click("[data-control=end-next]")
    page.locator("#say", has_text="A capture").wait_for()


def test_a_link_holds_the_game_which_is_played_again_while_a_friend_is_awaited(over, game, serve, browse, monkeypatch):
    monkeypatch.setattr(Jobs, "step", lambda *_: None)  # not tested here, and slow
    page = over(permissions=["clipboard-read", "clipboard-write"])
    page.click("#endshare")
    page.locator("#told").filter(has_text="link").wait_for(state="attached")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "#game=" in link and len(link) < 3000
    page.evaluate("navigator.share = async (what) => { window.shared = what; }")
    page.click("header [data-press=t-far]")
    page.fill("#farname", "Ane")
    page.click("[data-control=far-new]")
    page.click("[data-control=far-send]")
    assert page.wait_for_function("window.shared").json_value()["title"] == "Ane invites you to a game of Daldøs"
    page.click("[data-control=rematch]")
    page.wait_for_selector("#boat[data-rules=norwegian]:not([data-phase=over])")
    assert page.is_visible("#farpost") and page.is_hidden("#alarm")
    other = browse(serve(seed=5).address + link[link.index("#") :], 360, 640, hands="helped", is_mobile=True)
    other.wait_for_selector("body.studying #replaybar", timeout=120_000)
    assert other.locator("#replaybar").evaluate(SEEN)
    other.click("#last")
    other.locator("#say", has_text="has won").wait_for()
    pack = zlib.compressobj(9, wbits=-15)
    bomb = urlsafe_b64encode(pack.compress(bytes(30_000_000)) + pack.flush()).decode().rstrip("=")
    for text in ("nothing", bomb):
        other.evaluate("document.querySelector('#oopsclose').click()")
        other.evaluate("text => location.hash = '#game=' + text", text)
        other.locator("#oops").filter(has_text="no game").wait_for()
    records = [f"A: {text}" for text in TEXTS]
    same = "async records => { const { shareLink, sharedGame } = await import('/review.js');"
    same += "return Promise.all(records.map(async (one) => sharedGame(new URL(await shareLink(one)).hash))); }"
    assert other.evaluate(same, records) == [re.sub("[\ud800-\udfff]", "\ufffd", one) for one in records]


def test_a_match_of_several_games(serve, browse):
    """Sides change after each game; the score is kept over a reload."""
    rules = parse_rules("norwegian")
    light, dark = (
        next(one for one in (play_game(rules, Xorshift32(k)) for k in range(1, 99)) if one.winner == side)
        for side in "AB"
    )
    server = serve()
    page = browse(server.address, hands="helped", width=360, height=740)

    def play(game) -> None:
        page.wait_for_selector("#boat[data-phase=opening]")
        server._loop.call_soon_threadsafe(server.play.resume, game, "game")
        page.wait_for_selector("[data-panel=end]:visible")

    page.select_option("[data-control=match]", "2")
    accessible(page)
    before = server.play.game
    page.click("[data-control=start-two]")
    while server.play.game is before:  # it stood at the opening, too
        page.wait_for_timeout(20)
    play(light)
    accessible(page)
    page.reload()
    page.locator("#endmatch", has_text="Match, best of 3: Light at first 1, Dark at first 0.").wait_for()
    page.locator("[data-control=rematch]", has_text="Next game, sides changed").click()
    play(dark)
    page.locator("#endmatch", has_text="Match over: Light at first 2, Dark at first 0.").wait_for()
    page.locator("[data-control=rematch]", has_text="Play again, sides changed").click()
    play(light)
    page.locator("#endmatch", has_text="Match, best of 3: Light at first 1, Dark at first 0.").wait_for()
