"""The analysis: a position by text and presses, play-outs, two turns side by side, and play on from it."""

import pytest

from daldos.position import PositionError
from host.web.adviser import analysis, failed
from host_tests.web.conftest import accessible

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


@pytest.mark.parametrize("behind", ["server", "worker"])
def test_a_position_is_analysed_and_played_on_from(request, serve, browse, behind):
    address = serve().address if behind == "server" else request.getfixturevalue("host").address
    page = browse(address, hands="helped", begun="yes", width=360 if behind == "server" else 1280)
    page.evaluate("document.querySelector('#t-analysis').click()")
    page.fill("#anaposition", LATE.replace("34", "3x"))
    page.click("#anatext button")
    page.locator("#oops", has_text="'3x'").wait_for()
    page.fill("#anaposition", "  " + LATE)
    page.click("#anatext button")
    page.wait_for_selector("#anaturns li:nth-child(2)")
    for k in (0, 1):
        page.locator("#anaturns button").nth(k).click()
    page.click("[data-control=play-out]")
    page.locator("#anaprogress", has_text="4096 play-outs").wait_for()
    assert "±" in page.inner_text("#anaapart") and page.locator("#anatwo svg").count() == 2
    accessible(page)
    page.locator("#anaboat .bore").nth(0).click(force=True)
    page.wait_for_function("anaposition.value.startsWith('A......A.')")
    page.click("[data-control=play-from]")
    page.locator("#record", has_text="Start: A......A.aaaaaB.").wait_for(state="attached")
