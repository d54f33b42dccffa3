"""The page on a public touch screen and within another page, and its looks."""

from host_tests.web.player import PLAYER

PAPER = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"


def test_a_kiosk_begins_again_by_itself(serve, browse):
    page = browse(serve(seed=3).address + "?kiosk=3", hands="helped")
    page.click("[data-control=start-two]")
    page.locator("#start").wait_for(state="hidden")
    page.locator("#start").wait_for(state="visible")  # by itself
    assert page.is_hidden("#t-settings") and page.is_hidden("[data-control=start-resume]")


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
