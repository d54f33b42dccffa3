"""The page's pace: moves are shown one by one, prompts come when due, and neither delays the game."""

import pytest

from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.sim.stores import SteadyStore
from host.sim.table import Table
from host_tests.conftest import few
from test_keeping import Failing

# Every sentence of the table, with its time.
SAID = """() => {
  window.said = [];
  const look = () => {
    const now = [say.textContent, sub.textContent, boat.dataset.player].join("|");
    if (said.at(-1)?.[1] !== now) said.push([Math.round(performance.now()), now]);
  };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  new MutationObserver(look).observe(document.body, all);
}"""
HIDDEN = """() => {
  Object.defineProperty(document, 'hidden', {value: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
STANDS = "document.querySelectorAll('.pieces .piece').length"
# What each frame showed, however slow the machine: pieces standing and pieces moving.
FRAMES = f"""() => {{
  window.frames = [];
  const look = () => {{
    frames.push([{STANDS}, document.querySelectorAll(".held .piece").length]);
    requestAnimationFrame(look);
  }};
  look();
}}"""


MOVING = {"reduced_motion": "no-preference", "pace": 1}


def play(page, start: str, end: str) -> None:
    page.click(f"[data-hole={start}]")
    page.click(f"[data-hole={end}]")


def play_turn(page) -> None:
    """The turn of two dals, whose second step has one target."""
    play(page, "A1", "M1")
    page.wait_for_selector(".ready")
    page.click("[data-hole=A2]")


def test_a_move_is_shown_any_press_ends_that_and_the_turn_ends_though_nobody_sees_it(playing):
    """With a tutor, and other messages do not restart the pause."""
    server, page = playing(**MOVING)
    page.click("[data-control=settings]")
    page.check("[data-control=tutor]")
    page.click("#sheetclose")
    page.evaluate(FRAMES)
    play(page, "A1", "M1")
    page.wait_for_function("() => frames.some(([standing, held]) => standing === 31 && held === 1)")  # it is moving
    page.wait_for_selector(".ready")
    assert page.evaluate(STANDS) == 32 and not page.locator(".held .piece").count()
    page.click("[data-hole=A2]")  # it has one target
    page.wait_for_function(f"() => {STANDS} === 31")
    page.evaluate(HIDDEN)
    page.keyboard.press("Shift")
    assert page.evaluate(STANDS) == 32
    assert server.play.choices.complete.text == "A1-M1 A2-A1"
    page.wait_for_function("() => document.querySelector('#sub').textContent.includes('turn.')")
    for _ in range(100):
        if page.evaluate("record.textContent.includes('1 A 11')"):
            return
        page.evaluate("dispatchEvent(new Event('resize'))")
        for language in ("da", "en"):
            page.select_option("#language", language)
            page.wait_for_timeout(150)
    raise AssertionError("its turn does not end")


def test_a_turn_ends_by_itself_and_nothing_is_said_that_is_not_so(playing):
    """Each sentence comes once per state, and a turn is called done only when it is."""
    server, page = playing([(3, 4), (1, 2), (1, 1), (1, 2), (2, 4), (1, 1)], mode="start-board", **MOVING)
    page.evaluate(SAID)
    play_turn(page)
    page.wait_for_function("() => record.textContent.includes('1 A 11 A1-M1 A2-A1')")
    page.wait_for_selector(".ready")
    said = page.evaluate("said")
    done = [k for k, (_, text) in enumerate(said) if text.startswith("Turn done.")]
    assert len(done) == 1 and 2300 < said[done[0] + 1][0] - said[done[0]][0]
    assert server.game.plies


def test_nothing_is_due_under_the_start_card_in_a_replay_and_before_own_dice(serve, browse):
    game = play_game(parse_rules("norwegian"), Xorshift32(20))
    server = serve(saved=(game, "game", 0, "", 20))
    page = browse(server.address, hands="helped", pace=1)
    page.wait_for_timeout(1500)
    assert len(server.game.plies) == 20 and not server.play.choices
    page.click("[data-control=start-resume]")
    page.wait_for_selector("#boat[data-phase=play]")
    page.evaluate("document.querySelector('#replay').click()")
    page.wait_for_selector("#replaybar:visible")
    # another turn from there: the same game, with two throws kept
    page.click("#first")
    for _ in range(3):  # before the third throw is played
        page.click("#next")
    page.click("[data-control=play-on]")
    page.wait_for_selector("#replaybar", state="hidden")
    page.wait_for_function("() => document.querySelectorAll('#history li').length === 2")
    assert server.game.plies == game.plies[:2] and server.play.mode == "game"
    assert server.game.position.throw.text == list(game)[2].throw  # with the throw that it had
    # own dice are entered, a face each; no throw of the game before is among them
    page.click("[data-control=new]")
    page.click("[data-control=start-dice]")
    for faces in ("12", "34", "21"):
        page.wait_for_selector("#pad:visible")
        for face in faces:
            page.locator("#pad button").nth(int(face) - 1).click()
    page.wait_for_selector("#boat[data-phase=play][data-throw='12'][data-player=B]")
    assert page.is_hidden("#pad")


# --- problems are shown where the hand is --------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), few([(360, 640), (1280, 800)], 1))
def test_what_is_wrong_is_seen_without_scrolling_and_closed(playing, width, height):
    phone = {"has_touch": True, "is_mobile": True} if width < 500 else {}
    disk = Failing()
    table = Table(seed=1, store=SteadyStore(lambda: disk))
    server, page = playing(table=table, width=width, height=height, quiet=True, **phone)

    def seen(text: str):
        page.locator("#oops").filter(has_text=text).wait_for()
        box = page.locator("#alarm").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        say = page.locator("#say").bounding_box()
        assert not (box["y"] < say["y"] + say["height"] and say["y"] < box["y"] + box["height"])

    page.evaluate("setTimeout(() => { throw new Error('boo'); })")
    seen("boo")
    page.click("#oopsclose")
    assert page.is_hidden("#alarm")
    page.evaluate("Promise.reject(new Error('nay')) && null")
    seen("nay")
    page.evaluate("location.hash = '#game=nothing'")
    seen("This link holds no game.")
    play(page, "A1", "M1")
    page.locator("#alarm").wait_for(state="hidden")  # the earlier problem is over
    disk.fails = 10**9
    page.wait_for_selector(".ready")
    page.click("[data-hole=A2]")  # it has one target
    page.click("[data-control=end]")
    seen("no room")
    page.wait_for_selector("#history li", state="attached")  # the game goes on
    page.wait_for_selector("#alarm:visible")
    disk.fails = 0
    page.locator("#alarm").wait_for(state="hidden")
    assert server.room.guard.mistakes == []
