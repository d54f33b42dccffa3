"""The page in every window: no hole covered, no control out of sight, no text cut; one page, resized each time."""

import pytest

from daldos.prng import Xorshift32
from daldos.record import read_records, write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host_tests.conftest import few
from host_tests.web.conftest import accessible

# Phones both ways, tablets both ways, laptops, screens; and 1280 x 800 at 200 and 400 %.
SIZES = [
    (320, 568), (360, 640), (360, 740), (412, 915), (480, 320), (480, 360), (480, 800), (560, 360), (640, 360),
    (667, 375), (740, 360), (844, 390), (600, 960), (768, 1024), (834, 1112), (1024, 1366), (800, 600), (800, 900),
    (1024, 768), (1180, 820), (1280, 720), (1280, 800), (1600, 900), (1920, 1080), (2560, 1440), (640, 400),
    (320, 200), (1280, 480), (640, 560), (640, 740),
]  # fmt: skip
MAIN = [(360, 740), (740, 360), (768, 1024), (1280, 800), (1600, 900), (2560, 1440)]
LOW = [(480, 320), (480, 360)]
LONG = [(width, height) for width in range(320, 2561, 80) for height in (320, 360, 480, 600, 740, 900, 1200, 1440)]
SCROLLED = 582 + 106  # least height of an upright phone; below it the boat scrolls under the controls
LEAST = 360  # the same for a window wider than high

# The problems in the current window, as texts.
LOOK = """(whole) => {
  const found = [];
  const shown = (e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 0;
  const name = (e) => e.dataset.hole || e.id || e.dataset.control || e.textContent.trim().slice(0, 20);
  const inside = (box) => box.left > -1 && box.top > -1 && box.right < innerWidth + 1 && box.bottom < innerHeight + 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
  const small = ['starting', 'ended'].some((room) => document.body.classList.contains(room)); // a picture of a boat
  const holes = small ? [] : all('.hole:not(.unused)');
  const words = all('.strip b, .strip small, #say').map((word) => [word, word.getBoundingClientRect()]);
  const dock = document.querySelector('#hand').getBoundingClientRect();
  for (const hole of holes) {
    const box = hole.querySelector('.bore').getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const seen = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
    if (!seen && whole) found.push(`${name(hole)} out of sight`);
    const at = seen && document.elementFromPoint(x, y);
    const under = !whole && box.bottom > dock.top; // it is scrolled to
    if (seen && !under && at?.closest('[data-hole]') !== hole) found.push(`${name(hole)} under ${at && name(at)}`);
    for (const [word, text] of words) {
      if (!under && text.left < box.right && box.left < text.right && text.top < box.bottom && box.top < text.bottom) {
        found.push(`${name(hole)} under the words ${name(word)}`);
      }
    }
  }
  const ended = [...all('#end .row button')].filter((e) => e.getBoundingClientRect().bottom < innerHeight);
  for (const control of [...all('#acts button, #foot .tool, #start .main, #pad button, #replaybar button'), ...ended]) {
    const box = control.getBoundingClientRect();
    if (!inside(box) && whole) found.push(`${name(control)} out of sight`);
    else if (inside(box)) {
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!control.contains(at)) found.push(`${name(control)} under ${at && name(at)}`);
    }
    if (Math.min(box.height, box.width) < 36) found.push(`${name(control)} is too small`);
  }
  const texts = '#say, #sub, .tool span, .strip b, .strip small, #acts button, #start button, #start h2, .pitch b, ' +
    '#replaybar button, #end :is(h2, h3, p, button)';
  for (const text of all(texts)) {
    const box = text.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name(text)} is cut at the side`);
    if (text.scrollWidth > text.clientWidth + 1 && text.clientWidth) found.push(`${name(text)} is cut`);
    if (parseFloat(getComputedStyle(text).fontSize) < 12.5) found.push(`${name(text)} is small`);
  }
  return found;
}"""
SETTLED = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
PLACES = "() => [...document.querySelectorAll('.strip, #boat, #table')].map((e) => e.getBoundingClientRect().top)"


def sweep(page, sizes, state: str) -> dict:
    """(state, width, height) -> the problems there."""
    wrong = {}
    window = page.context.new_cdp_session(page)
    for width, height in sizes:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        window.send("Emulation.setDeviceMetricsOverride", {**size, "scale": 0.1})  # laid out the same, painted small
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(SETTLED)
        upright = height * 1.1 > width
        whole = height >= (SCROLLED if upright and width < 600 else 600 if upright else LEAST)
        found = page.evaluate(LOOK, whole)
        if found:
            wrong[state, width, height] = found[:6]
    window.detach()  # and with it goes its size
    return wrong


@pytest.mark.parametrize("scheme", few(["dark", "light"], 1))
def test_nothing_is_covered_cut_or_out_of_sight(serve, browse, long_run, scheme):
    """And all is accessible."""
    page = browse(serve(throws=[(3, 4), (1, 2), (1, 2)]).address, hands="helped", color_scheme=scheme)
    sizes = SIZES + LONG if long_run else few(SIZES, 15)
    page.evaluate(
        "for (const e of document.querySelectorAll('header .tools > :is(#t-games, [data-press])')) e.hidden = false"
    )
    wrong = sweep(page, [size for size in sizes if size[1] >= LEAST], "start")
    accessible(page, "card")
    page.set_viewport_size({"width": 1280, "height": 800})
    at_once = page.evaluate(f"document.querySelector('[data-control=start-board]').click() || ({PLACES})()")
    page.wait_for_selector(".ready")
    assert page.evaluate(PLACES) == at_once  # nothing moves when the answer comes
    wrong |= sweep(page, sizes, "play")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click(".ready")
    page.wait_for_selector("[data-target]:not([data-target=''])")
    wrong |= sweep(page, sizes if long_run else MAIN + LOW, "in the hand")
    page.set_viewport_size({"width": 740, "height": 360})
    accessible(page, "game")
    page.click("[data-control=hint]")
    box = page.locator("#sub").bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= 360
    page.evaluate("document.querySelector('[data-control=start-learn]').click()")
    page.wait_for_selector("#say:has-text('Lesson 1')")
    wrong |= sweep(page, MAIN, "lesson")
    accessible(page, "lesson")
    assert not wrong, "\n".join(f"{key}: {found}" for key, found in wrong.items())


def test_nor_while_the_tutor_asks_in_a_replay_and_at_the_end(serve, browse):
    whole = play_game(parse_rules("danish"), Xorshift32(6))
    begun = write_record(whole).replace("Result: A", "Result: *").split("6 B 13")[0]
    server = serve(throws=[(1, 3)], saved=(read_records(begun)[0][1], "game"))
    page = browse(server.address, hands="helped")
    page.click("[data-control=start-resume]")
    page.wait_for_selector(".ready")
    page.evaluate("document.querySelector('#set-tutor').click()")
    page.click("[data-hole=M10]")
    page.click("[data-hole=M14]")
    page.wait_for_selector("#say:text-is('Really?')")
    wrong = sweep(page, MAIN, "tutor")
    page.click("[data-control=better]")
    page.wait_for_selector("#sub:has-text('Better:')")
    page.click("#acts [data-control=end]")
    page.locator("#record", has_text="M10-M14").wait_for(state="attached")
    page.evaluate("document.querySelector('#replay').click()")
    page.wait_for_selector("#replaybar:visible")
    wrong |= sweep(page, MAIN, "replay")
    page = browse(serve(saved=(whole, "game")).address, hands="helped", begun="yes")
    page.wait_for_selector("#end h2:visible")
    wrong |= sweep(page, MAIN, "end")
    assert not wrong, "\n".join(f"{key}: {found}" for key, found in wrong.items())
