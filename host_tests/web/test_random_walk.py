"""Random walks through the page's screens: clicks, Back, Forward and reloads.

Each screen has a way on, its address says what is shown, a reload shows the same, and no hole without a piece is marked
as one that has one. DALDOS_LONG=1 walks 10,000 steps, 500 a seed, and 2,000 on a slow line.
"""

import random
import time

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host_tests.conftest import few
from host_tests.web.test_place import SHOWN

# What leaves the page, waits for a file, or opens a dialog of the browser's own.
LEFT_ALONE = "#connect, #gamesall, #copy, #save, #share, #endshare, #endpicture, #endsave, #savenoted, #guide, #report"
# All that can be pressed now: `k` of them, each with its name; those of an open sheet, else of the page.
CHOICES = """(leftAlone) => {
  const within = document.querySelector("dialog[open]") || document;
  const seen = (part) => part.checkVisibility({ visibilityProperty: true }) && !part.disabled
    && !part.closest(leftAlone) && !part.matches("[data-control=export], [data-press=connect], [data-press=t-shop]");
  const all = [...within.querySelectorAll("button, summary, .ready, [data-target]:not([data-target=''])")].filter(seen);
  window.choices = all;
  return all.map((part) => part.dataset.hole || part.id || part.textContent.trim());
}"""
# Whether the address says what is shown.
AGREES = """() => {
  const sheet = document.querySelector("#sheet[open] section:not([hidden])")?.id;
  const has = (room) => document.body.classList.contains(room);
  const rooms = { options: "settings", farcard: "invite" };
  const told = location.hash.split(/[/?]/)[1] || "";
  if (document.body.classList.contains("loading")) return false;
  if (sheet) return told === (rooms[sheet] || sheet);
  if (has("learning")) return ["learn", "puzzle", "week"].includes(told);
  if (has("replaying")) return ["turn", "game", "analysis"].includes(told);
  return told === (has("starting") ? "" : "play");
}"""
# Marks on holes without a piece; a hint's second one says where its piece goes.
STRAY = """() => {
  const empty = (selector) => [...document.querySelectorAll(selector)].filter((hole) => hole.dataset.sees === ".");
  const goes = document.querySelectorAll("#boat .hinted").length === 2 && empty("#boat .hinted").length === 1;
  return [...empty("#boat .ready"), ...(goes ? [] : empty("#boat .hinted"))].map((hole) => hole.dataset.hole);
}"""
# One step back or forward at a time, which also waits for the page's own: two would leave the page. The browser drops
# one that is under way when an address is written, and a reload, too. A reload shows what was there when it was asked
# for, or when the page was left.
STEPS = """(() => {
  const { back, forward } = history;
  window.steps = () => performance.now() < window.stepped + 1500;
  const step = (way) => steps() || ((window.stepped = performance.now()), way.call(history));
  history.back = () => void step(back);
  history.forward = () => void (navigation.canGoForward && step(forward));
  addEventListener("popstate", () => (window.stepped = -1e4), true);
  addEventListener("pagehide", () => (sessionStorage.left = location.hash));
})();"""
STOOD = f"() => !steps() && ({AGREES})()"
# What the page says goes out late, one after the other; it gets its files late, too.
SLOW = """(() => {
  let random = (sessionStorage.loads = +(sessionStorage.loads || %d) + 1);
  let due = 0;
  const late = () => 400 * ((random = (random * 1103515245 + 12345) %% 2147483648) / 2147483648);
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    due = Math.max(due + 1, performance.now() + late());
    setTimeout(() => this.readyState === 1 && send.call(this, text), due - performance.now());
  };
  const { fetch } = window;
  window.fetch = async (...what) => {
    await new Promise((done) => setTimeout(done, late()));
    return fetch(...what);
  };
})();"""
LATE_S = 0.1
BACK, FORWARD, RELOAD = 0.15, 0.2, 0.28  # of the steps, each up to there


def slowed(page, seed: int) -> None:
    page.context.add_init_script(SLOW % seed)

    def late(way) -> None:
        time.sleep(LATE_S)
        way.continue_()

    page.route("**/*.js", late)


def reload(page, steps: list) -> None:
    before = page.evaluate("location.hash")
    steps.append(f"reload of {before}")
    try:
        page.reload()
    except PlaywrightError as dropped:
        assert "ERR_ABORTED" in str(dropped)
    else:
        wait(page, "before => [before, sessionStorage.left].includes(location.hash)", steps, before)


def wait(page, until: str, steps: list, arg=None) -> None:
    try:
        page.wait_for_function(until, arg=arg)
    except PlaywrightTimeout:
        raise AssertionError(f"{page.evaluate(SHOWN)} at {page.url}, after {steps[-9:]}") from None


@pytest.mark.parametrize("seed", few(range(2, 22), 2))
def test_a_random_walk_finds_a_way_on_everywhere(serve, browse, tmp_path, seed, long_run):
    walk(serve, browse, tmp_path, seed, 500 if long_run else 30)


@pytest.mark.parametrize("seed", few(range(2, 12), 1))
def test_so_does_one_on_a_slow_line(serve, browse, tmp_path, seed, long_run):
    """All that comes late comes after something else was asked for."""
    walk(serve, browse, tmp_path, seed, 200 if long_run else 30, slow=True)


def walk(serve, browse, tmp_path, seed: int, count: int, slow: bool = False) -> None:
    archive = Archive(tmp_path)
    archive.keep(write_record(play_game(parse_rules("norwegian"), Xorshift32(20))), {"B": "The board"})
    archive.go_on("")
    address = serve(seed=seed, archive=archive).address

    def before(page):
        page.context.add_init_script(STEPS)
        if slow:
            slowed(page, seed)

    page = browse(address, hands="helped", width=390, height=844, reduced_motion="reduce", before=before)
    stream, steps = random.Random(seed), []
    for _ in range(count):
        wait(page, STOOD, steps)
        step = stream.random()
        if step < BACK:
            steps.append("Back")
            page.evaluate("history.state?.under && history.back()")
        elif step < FORWARD:
            steps.append("Forward")
            page.evaluate("history.forward()")
        elif step < RELOAD:
            reload(page, steps)
        else:
            names = page.evaluate(CHOICES, LEFT_ALONE)
            assert names, f"no way on after {steps}"
            k = stream.randrange(len(names))
            steps.append(names[k])
            page.evaluate(PRESS, k)
        print(steps[-1])
        assert page.evaluate(STRAY) == [], steps
    wait(page, STOOD, steps)


PRESS = """(k) => {
  const part = window.choices[k];
  if (!part.checkVisibility({ visibilityProperty: true })) return; // it has gone meanwhile
  if (!part.dataset.hole) return part.click();
  const { x, y, width, height } = part.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, pointerId: 1, button: 0 };
  for (const kind of ["pointerdown", "pointerup", "click"]) part.dispatchEvent(new PointerEvent(kind, at));
}"""
