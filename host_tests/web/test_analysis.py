"""The analysis: a position by text and presses, play-outs, two turns side by side, and play on from it."""

import pytest

from daldos.position import PositionError
from host.web.adviser import analysis, failed
from host_tests.web.conftest import accessible
from host_tests.web.test_far import keep
from host_tests.web.test_room import far_page

LATE = ".......A.aaaaaB./.A..B......B...../.............b.. B 34"


def test_play_outs_come_slice_by_slice_and_end_as_without_slices():
    once = analysis(LATE, "danish", 1024, [], slice_s=60)
    slices = [analysis(LATE, "danish", 1024, [], slice_s=0)]
    while slices[-1]["rest"]:
        slices.append(analysis(LATE, "danish", 1024, [], slice_s=0))
    assert [one["games"] for one in slices] == [256, 512, 768, 1024] and slices[-1] == once
    with pytest.raises(ValueError, match="cannot be played") as wrong:
        analysis(LATE, "danish", 256, ["A1-A2"])
    assert "A1-A2" in failed("analysis", (), wrong.value)["failed"]
    assert issubclass(PositionError, ValueError)


def test_a_position_is_analysed_and_played_on_from(serve, browse, tmp_path):
    """A reload keeps it, and like a lesson it leaves a far game alone."""
    link, _ = keep(tmp_path, left=1)
    server = serve(far=far_page(tmp_path / "Ane"))
    page = browse(server.address, hands="helped", begun="yes", width=360)

    def open_room(name):
        page.evaluate("name => document.querySelector(name).click()", name)
        page.wait_for_selector("#analysis", state="visible")

    open_room("#t-analysis")
    page.wait_for_selector("#anaplay:enabled")
    page.evaluate("anaplay.click(); anaplay.click()")  # the second stops it
    page.click("#anafirst summary")
    page.wait_for_selector("#anathrows li:nth-child(10)")
    assert (page.inner_text("#anaplay"), page.inner_text("#anaprogress")) == ("Play it out", "")
    page.click("#anathrows li:nth-child(2) button")
    assert page.input_value("#anaposition").endswith("A 12")
    page.click("#anafirst summary")
    page.fill("#anaposition", LATE.replace("34", "3x"))
    page.click("#anatext button")
    page.locator("#oops", has_text="'3x'").wait_for()
    page.fill("#anaposition", LATE.replace(".A..B", ".a..B"))
    page.click("#anatext button")
    page.click("[data-control=play-from]")
    page.locator("#alarm #oops", has_text="undalled").wait_for()
    assert page.get_attribute("#boat", "data-mode") == "game"  # which goes on
    open_room("#t-analysis")
    page.fill("#anaposition", "  " + LATE)
    page.click("#anatext button")
    page.wait_for_selector("#anaturns li:nth-child(2)")
    for k in (0, 1):
        page.locator("#anaturns button").nth(k).click()
    page.click("[data-control=play-out]")
    server.drop_sockets()  # and with it goes the answer
    page.locator("#anaprogress", has_text="4096 play-outs").wait_for()
    assert "±" in page.inner_text("#anaapart") and page.locator("#anatwo svg").count() == 2
    accessible(page)
    page.locator("#anaboat .bore").nth(0).click(force=True)
    page.wait_for_function("() => anaposition.value.startsWith('A......A.')")
    page.click("[data-control=play-from]")
    page.locator("#record", has_text="Start: A......A.aaaaaB.").wait_for(state="attached")

    open_room("#t-analysis")
    page.select_option("#anarules", "naesheim")
    page.wait_for_function("() => anasay.textContent.includes('%')")
    for button in ("#anahere", "[data-control=play-from]"):
        assert page.is_enabled(button)
    page.goto(server.address + "icon.svg")  # so that the link loads the page, in the same tab
    page.goto(server.address + link)
    page.wait_for_selector("#boat[data-ready][data-mode=far]")
    open_room("#t-analysis")
    assert (page.input_value("#anarules"), page.input_value("#anaposition")[:13]) == ("naesheim", 12 * "a" + "/")
    for button in ("#anahere", "[data-control=play-from]"):
        assert page.is_disabled(button)
    page.evaluate("document.querySelector('#lessonlist li:nth-child(2) button').click()")
    page.click("body.learning [data-hole].ready")  # the far game's turn has some, too
    page.wait_for_selector("[data-target]:not([data-target=''])")
    page.click("#acts [data-control=leave]")
    page.wait_for_selector("body:not(.learning)")
