"""The page on a public touch screen and within another page, and its looks."""

import pytest

from host.games.archive import Archive
from host_tests.web.conftest import SEEN, accessible
from host_tests.web.player import PLAYER

PAPER = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"


def test_a_kiosk_begins_again_by_itself(serve, browse):
    page = browse(serve(seed=3).address + "?kiosk=3", hands="helped")
    page.click("[data-control=start-two]")
    page.locator("#start").wait_for(state="hidden")
    page.locator("#start").wait_for(state="visible")  # by itself
    assert page.is_hidden("#t-settings") and page.is_hidden("[data-control=start-resume]")


def test_a_first_visit_has_no_barrier(serve, browse, tmp_path):
    page = browse(serve(seed=3, archive=Archive(tmp_path)).address, hands="helped", guided=True)
    page.wait_for_selector("body.fresh")
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        accessible(page, "first visit", let=())


def test_the_start_card_leads_on(serve, browse, tmp_path):
    page = browse(serve(seed=3, archive=Archive(tmp_path)).address, hands="helped")
    page.evaluate("localStorage.lessons = '1,2,4'")
    week = page.evaluate("Math.floor((Date.now() - Date.UTC(1970, 0, 5)) / 604800000)")
    page.evaluate("week => (location.hash = `#/week/${week}?a=M1-M4&n=Bo`)", week)
    page.wait_for_selector("body.learning")
    page.evaluate("localStorage.puzzling = JSON.stringify({ rating: 1312.4, solved: 5, tried: 7, row: 3, change: 9 })")
    page.evaluate("location.hash = '#/'")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    doors = page.locator("#onward .next")
    doors.get_by_text("Answered already: Bo.").wait_for()
    page.locator("#todaydice i").first.wait_for()
    assert sum(url.endswith("puzzles-danish.json") for url in asked) == 1
    assert doors.all_inner_texts()[0].startswith("Lesson 3 of 7: Jump")
    assert "Puzzle rating 1312; 5 of 7 solved. 3 in a row." in page.inner_text("#today")
    assert page.locator("#onward .small").count() == 2 and page.is_hidden("#bar")
    accessible(page)
    doors.nth(0).click()
    page.locator("#say", has_text="Lesson 3").wait_for()


def test_a_phone_has_its_rooms_in_a_bar_at_the_bottom(serve, browse, tmp_path):
    server = serve(seed=3, archive=Archive(tmp_path))
    page = browse(server.address, hands="helped", width=360, height=740, has_touch=True)
    assert page.locator("#bar").bounding_box()["y"] + page.locator("#bar").bounding_box()["height"] == 740
    assert page.is_hidden("header #t-games")
    assert page.locator("#lastchoice").bounding_box()["height"] == 2 * 44  # level, side, rules; match, clock
    assert page.locator("#today").bounding_box()["height"] == 44
    for door, shown in (("t-puzzles", "#puzzles"), ("t-games", "#games"), ("t-learn", "#learn")):
        page.tap(f"#bar [data-door={door}]")
        page.wait_for_selector(f"{shown}:visible")
        assert page.locator("#sheet").bounding_box() == {"x": 0, "y": 0, "width": 360, "height": 740}  # a room
        assert page.locator("#bar [aria-current=page]").get_attribute("data-door") == door
        assert page.locator("#bar").evaluate(SEEN) and page.is_hidden("#sheetclose") and page.is_hidden("#tabs")
        accessible(page, door)
        page.go_back()
        page.wait_for_selector(shown, state="hidden")
    page.tap("#bar [data-door=t-learn]")
    page.tap("dialog #bar [data-door=t-games]")
    page.wait_for_selector("#games:visible")
    assert page.evaluate("location.hash") == "#/games"
    page.tap("dialog #bar [data-door=start]")
    page.wait_for_selector("#start #bar [data-door=start][aria-current=page]")
    page.wait_for_selector("dialog", state="hidden")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = page.locator("#against .doors").bounding_box()
    assert last["y"] + last["height"] < page.locator("#bar").bounding_box()["y"]
    page.tap("#bar [data-door=t-puzzles]")
    page.tap("[data-control=puzzle]")
    page.locator("#say", has_text="Puzzle of the day").wait_for()
    assert page.is_hidden("#bar")


@pytest.mark.parametrize(("width", "height"), [(740, 360), (768, 1024), (1280, 800)])
def test_a_room_fills_the_window_and_its_words_are_the_heads(serve, browse, tmp_path, width, height):
    """By its own paper, not over a dimmed board; what is no room stays a sheet."""
    page = browse(serve(seed=3, archive=Archive(tmp_path)).address, hands="helped", width=width, height=height)
    whole = {"x": 0, "y": 0, "width": width, "height": height}
    door = page.locator("#t-games")
    door.click()
    for name, shown in (("games", "#games"), ("puzzles", "#puzzles"), ("learn", "#learn")):
        page.wait_for_selector(f"{shown}:visible")
        assert page.locator("#sheet").bounding_box() == whole
        words = page.locator("#tabs button:visible")
        assert words.first.inner_text() == "Play" and page.is_hidden("#bar")
        tops = {page.locator(place).first.bounding_box()["y"] for place in ("#tabs", "#sheetclose")}
        assert max(tops) < 20 and page.locator("#sheet > header").bounding_box()["height"] <= 64
        current = page.locator("#tabs [aria-current=true]")
        assert current.get_attribute("data-of") == name
        if name == "games":
            assert current.evaluate("word => word === document.activeElement")
        section = page.locator(shown).bounding_box()
        assert section["width"] <= 1192 and abs(section["x"] + section["width"] / 2 - width / 2) < 8
        accessible(page, name)
        page.click(f"#tabs [data-of={'puzzles' if name == 'games' else 'learn'}]")
    page.click("#tabs [data-of=options]")
    page.wait_for_selector("#options:visible")
    assert page.locator("#sheet").bounding_box()["width"] < width or width < 720
    assert page.locator("#tabs button:visible").first.inner_text() == "Puzzles"  # no Play
    page.click("#tabs [data-of=games]")
    page.wait_for_selector("#sheet.room #games")
    page.keyboard.press("Escape")
    page.wait_for_selector("#sheet", state="hidden")
    door.click()
    page.click("#tabs [data-door=start]")
    page.wait_for_selector("#sheet", state="hidden")
    assert door.evaluate("door => door === document.activeElement") and page.evaluate("location.hash") == ""


def test_a_room_without_the_bar_has_a_way_out(serve, browse):
    page = browse(serve(seed=3).address + "?embed", hands="helped", width=360, height=740)
    page.evaluate("document.querySelector('#t-learn').click()")
    page.wait_for_selector("#learn:visible")
    page.click("#sheetclose")
    page.wait_for_selector("dialog", state="hidden")


def test_the_looks_that_are_chosen_stay(serve, browse):
    """With forced colours, pieces, holes and route stay distinct without the wood."""
    page = browse(serve(seed=3).address, hands="helped", color_scheme="light", forced_colors="active")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--deck1').trim()") == "#f3f1ea"
    assert page.locator(".grainwork").evaluate_all("all => all.every((e) => getComputedStyle(e).display === 'none')")
    page.emulate_media(forced_colors="none")
    seen = {"": page.evaluate(PAPER)}
    page.click("[data-press=t-settings]")
    for look in ("wood", "dark", "quiet"):
        page.select_option("#set-looks", look)
        seen[look] = page.evaluate(PAPER)
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    assert page.evaluate(PAPER) == seen["quiet"]
    assert seen[""] == seen["wood"] and len(set(seen.values())) == 3


def test_a_page_that_embeds_it_plays_a_turn(host, browse):
    (host.folder / "museum.html").write_text('<!doctype html><iframe src="./?embed" width="800" height="600"></iframe>')
    page = browse(host.address + "museum.html", hands="helped", ready=False)
    game = page.wait_for_selector("iframe").content_frame()
    game.wait_for_selector("#boat[data-ready]")
    assert game.is_hidden("#t-shop")
    game.click("[data-control=start-board]")
    game.evaluate(PLAYER, 2)
    game.wait_for_function("() => (record.textContent.match(/^[1-9]/gm) || []).length > 1")
