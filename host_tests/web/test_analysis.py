"""The analysis on the play board: any position, games, branches, play-outs, and play on from each."""

import pytest

from daldos.position import PositionError
from daldos.prng import Xorshift32
from daldos.record import read_records, write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from daldos.state import rows_text
from host.games.archive import Archive
from host.sim.standing import wooden
from host.web.adviser import analysis, failed
from host_tests.web.conftest import accessible, until
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
    """On the play board. A reload keeps it, and like a lesson it leaves a far game alone."""
    link, _ = keep(tmp_path, left=1)
    server = serve(far=far_page(tmp_path / "Ane"))
    page = browse(server.address, hands="helped", begun="yes", width=360)

    def open_room():
        page.evaluate("document.querySelector('#t-analysis').click()")
        page.wait_for_selector("#study", state="attached")
        page.wait_for_selector("body.studying #anaturns", state="attached")
        if page.get_attribute("#pull", "aria-expanded") == "false":
            page.click("#pull")

    def enter(text):
        page.evaluate("setup.open = true")
        page.fill("#anaposition", text)
        page.click("#anatext button")

    open_room()
    page.wait_for_selector("#anaplay:enabled")
    page.evaluate("anaplay.click(); anaplay.click()")  # the second stops it
    page.evaluate("setup.open = true")
    page.click("#anafirst summary")
    page.wait_for_selector("#anathrows li:nth-child(10)")
    assert (page.inner_text("#anaplay"), page.inner_text("#anaprogress")) == ("Play it out", "")
    page.click("#anathrows li:nth-child(2) button")
    assert page.input_value("#anaposition").endswith("A 12")
    page.click("#anafirst summary")
    enter(LATE.replace("34", "3x"))
    page.locator("#oops", has_text="'3x'").wait_for()
    enter(LATE.replace(".A..B", ".a..B"))
    page.locator("#alarm #oops", has_text="undalled").wait_for()
    page.click("[data-control=play-on]")
    page.locator("#alarm #oops", has_text="undalled").wait_for()
    assert page.get_attribute("#boat", "data-mode") == "game"  # which goes on
    open_room()
    enter("  " + LATE)
    page.wait_for_selector("#anaturns li:nth-child(2)")
    page.click("[data-control=play-out]")
    server.drop_sockets()  # and with it goes the answer
    page.wait_for_selector("#anaplay[aria-pressed=false]:enabled")
    page.click("[data-control=play-out]")
    page.locator("#anaprogress", has_text="4096 play-outs").wait_for()
    assert "±" in page.inner_text("#anaturns li:nth-child(2)")
    accessible(page)
    press(page, "A1")
    page.wait_for_function("() => anaposition.value.startsWith('A......A.')")
    page.click("[data-control=play-on]")
    page.locator("#record", has_text="Start: A......A.aaaaaB.").wait_for(state="attached")

    open_room()
    page.evaluate("setup.open = true")
    page.select_option("#anarules", "naesheim")
    page.wait_for_function("() => /100/.test(anasay.textContent)")
    for button in ("#anahere", "[data-control=play-on]"):
        assert page.is_enabled(button)
    page.goto(server.address + "icon.svg")  # so that the link loads the page, in the same tab
    page.goto(server.address + link)
    page.wait_for_selector("#boat[data-ready][data-mode=far]")
    open_room()
    page.evaluate("setup.open = true")
    assert (page.input_value("#anarules"), page.input_value("#anaposition")[:17]) == ("danish", 16 * "a" + "/")
    for button in ("#anahere", "[data-control=play-on]"):
        assert page.is_disabled(button)
    page.evaluate("document.querySelector('#lessonlist li:nth-child(2) button').click()")
    page.click("body.learning [data-hole].ready")  # the far game's turn has some, too
    page.wait_for_selector("[data-target]:not([data-target=''])")
    page.click("#acts [data-control=leave]")
    page.wait_for_selector("body:not(.learning)")


def press(page, hole: str) -> None:
    box = page.locator(f"[data-hole={hole}]").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


GAME = (
    write_record(play_game(parse_rules("danish"), Xorshift32(6))).split("\n41 ")[0].replace("Result: A", "Result: *")
    + "\n"
)


@pytest.fixture
def looked(serve, browse, tmp_path):
    """looked(...) -> (page, archive, name) at turn 21 of a kept game."""

    def start(place="turn/21", **options):
        archive = Archive(tmp_path)
        name = archive.keep(GAME, {"A": "You", "B": "The board"})
        archive.go_on("")
        address = serve(archive=archive).address
        page = browse(f"{address}#/game/{name}/{place}", hands="helped", **options)
        page.wait_for_selector("#anaturns li:nth-child(2)", state="attached")
        return page, archive, name

    return start


# The controls of the analysis that have a box drawn round them.
BOXED = """[...document.querySelectorAll('#replaybar button, #anabest button')].filter((one) => {
  const { borderTopWidth, borderTopColor } = getComputedStyle(one);
  return one.checkVisibility() && borderTopWidth !== '0px' && borderTopColor !== 'rgba(0, 0, 0, 0)';
}).map(({ id }) => id)"""


def test_a_game_is_analysed_on_the_play_board(looked):
    """Same boat, same way round; the position before the turn, its arrows, its verdict, the curve as the scrubber."""
    page, archive, name = looked(width=1280, height=800)
    stand = "[...document.querySelectorAll('#boat [data-hole]')].map((hole) => hole.dataset.piece || '.').join('')"
    before = list(read_records(GAME)[0][1])[20].position
    assert page.evaluate(stand) == wooden(rows_text(before.rules, before.cells), 16)
    assert page.get_attribute("#dicepair", "aria-label") == " and ".join(before.throw.text).replace("1", "dal")
    own = page.inner_text("#anaturns .was span")
    found = analysis(before.text(), "danish", 0, [])["turns"]
    lost = round(100 * (found[0]["chance"] - next(one["chance"] for one in found if one["turn"] == played_at(20))))
    assert page.inner_text("#say") == f"This cost {lost} of 100" and lost > 1 and own == written(played_at(20))
    for kind in ("played", "better", "second"):
        assert page.locator(f"path.shot.{kind}").count(), kind
    page.hover("#anaturns li:nth-child(3) button")
    page.wait_for_function("() => document.querySelectorAll('path.shot.second').length >= 2")
    page.wait_for_selector("#curve .line")
    page.wait_for_selector("#curve circle.bad")
    assert page.inner_text("#anagame [aria-current] small") == "21"
    box = page.locator("#scrub").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 30, steps=5)
    page.mouse.up()
    turns = len(read_records(GAME)[0][1].plies)
    assert abs(int(page.input_value("#step")) / turns - 0.58) < 0.05
    accessible(page)
    assert page.evaluate(BOXED) == ["prev", "next"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#pull")
    assert page.evaluate(BOXED) == []
    until(lambda: archive.read(name).count("; chance=") == turns)  # what was worked out is kept with the game
    page.reload()
    page.wait_for_selector("#curve .line")  # at once, from the notes
    assert archive.read(name).partition("\n\n")[0] == GAME_HEAD.format(archive.entries()[0]["date"])


def test_turns_that_were_not_played_make_a_branch_with_an_address(looked):
    page, _, name = looked(width=1280, height=800)
    page.locator("#anaturns button:not(.was)").first.click()
    page.wait_for_selector("#anagame .branch [aria-current]")
    assert page.url.endswith(f"#/game/{name}/turn/21/what/" + page.url.split("/what/")[1])
    was = page.viewport_size
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        accessible(page, "branch", let=())
    page.set_viewport_size(was)
    page.wait_for_function("() => anasay.innerText.startsWith('Dark wins about')")
    page.wait_for_selector("#curve path.ahead", state="attached")  # dashed, from where it begins
    page.keyboard.press("x")
    page.keyboard.press("3")
    page.wait_for_selector("#dicepair[aria-label='dal and 3']")
    page.wait_for_selector("#anaturns li:nth-child(2)")
    page.focus("#step")
    page.keyboard.press("ArrowDown")
    turn = page.evaluate("document.activeElement.dataset.turn")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#anagame .branch').length === 3")
    position, address = page.input_value("#anaposition"), page.url
    assert turn.replace(" ", "_") in address and address.endswith(";-")
    page.reload()
    page.wait_for_function("text => anaposition.value === text", arg=position)
    assert page.url == address
    page.focus("#step")
    for left in (1, 0):
        page.keyboard.press("ArrowLeft")
        at = f'#anagame .branch [data-at="{left}"][aria-current]'
        page.wait_for_selector(at)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#anagame [data-step='21'][aria-current]")
    assert page.url.endswith("/turn/21")
    # a die pressed, and the game goes on from there
    page.locator("#dicepair .cast").first.click()
    page.wait_for_selector("#anagame .branch [aria-current]")
    thrown = page.input_value("#anaposition").split(" ")[2]
    assert thrown != list(read_records(GAME)[0][1])[20].throw
    page.click("[data-control=play-on]")
    page.wait_for_selector("#replaybar", state="hidden")
    page.wait_for_selector("#record:has-text('Start:')", state="attached")
    assert page.get_attribute("#boat", "data-throw") == thrown
    page.go_back()


def test_a_pasted_position_is_looked_at(serve, browse):
    page = browse(serve().address, hands="helped", begun="yes")
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }""",
        LATE,
    )
    page.wait_for_selector("#anaturns li:nth-child(2)", state="attached")
    assert page.input_value("#anaposition") == LATE


GAME_HEAD = "Date: {}\nA: You\nB: The board\n" + GAME.partition("\n\n")[0]


def played_at(k: int) -> str:
    return list(read_records(GAME)[0][1])[k].text


def written(turn: str) -> str:
    return turn.replace("-", "\u2013").replace("x", "\u00d7")
