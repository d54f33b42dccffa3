"""The page on a public touch screen, and its looks."""

PAPER = "getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"


def test_a_kiosk_begins_again_by_itself(serve, browse):
    page = browse(serve(seed=3).address + "?kiosk=3", hands="helped")
    page.click("[data-control=start-two]")
    page.locator("#start").wait_for(state="hidden")
    page.locator("#start").wait_for(state="visible")  # by itself
    assert page.is_hidden("#t-settings") and page.is_hidden("[data-control=start-resume]")


def test_the_looks_that_are_chosen_stay(serve, browse):
    page = browse(serve(seed=3).address, hands="helped", color_scheme="light")
    seen = {"": page.evaluate(PAPER)}
    page.click("[data-press=t-settings]")
    for look in ("wood", "dark", "quiet"):
        page.select_option("#set-looks", look)
        seen[look] = page.evaluate(PAPER)
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    assert page.evaluate(PAPER) == seen["quiet"]
    assert seen[""] == seen["wood"] and len(set(seen.values())) == 3
