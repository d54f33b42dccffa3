"""A guided first game: each step is explained once, when it can be done, and experienced players are left alone."""

THROWS = [(3, 4), (1, 2), (1, 3), (2, 3), (1, 1)]


def test_who_follows_what_is_lit_and_written_plays_a_turn(serve, browse):
    page = browse(serve(throws=THROWS).address, hands="helped", guided=True, width=1280, pace=0.5)
    page.click("[data-control=start-two]")
    page.wait_for_selector("#say:has-text('it turns a piece')")
    assert page.locator(".litway").count() == 3  # the route is shown before anything is played
    page.click(".ready")
    page.wait_for_selector("#sub:has-text('Once turned, it goes with any die')")
    page.click("[data-target='1']")
    page.wait_for_selector("#say:has-text('Now the 3')")
    assert not page.locator(".litway").count()
    page.click(".ready")
    page.wait_for_selector("#sub:has-text('ring')")
    assert page.locator("[data-control=end] .fuse rect").count() == 1
    page.wait_for_function("() => record.textContent.includes('1 A 13')")  # no click
    page.click("#acts [data-control=end]")  # the other side has no dal
    page.wait_for_selector("#say:has-text('Two dals')")
    page.click("[data-control=know]")
    page.wait_for_selector("#say:has-text('Light')")
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    assert "known" in page.evaluate("localStorage.guide")
    assert "known" not in page.inner_text("#say")
