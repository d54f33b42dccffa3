"""Random walks through the page's screens: clicks, Back, Forward and reloads.

Each screen has a way on, its address says what is shown, a reload shows the same, and no hole without a piece is marked
as one that has one. DALDOS_LONG=1 walks 10,000 steps, 500 a seed.
"""

import random

import pytest

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host_tests.conftest import few

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
BACK, FORWARD, RELOAD = 0.15, 0.2, 0.28  # of the steps, each up to there


@pytest.mark.parametrize("seed", few(range(2, 22), 2))
def test_a_random_walk_finds_a_way_on_everywhere(serve, browse, tmp_path, seed, long_run):
    archive = Archive(tmp_path)
    archive.keep(write_record(play_game(parse_rules("norwegian"), Xorshift32(20))), {"B": "The board"})
    archive.go_on("")
    address = serve(seed=seed, archive=archive).address
    page = browse(address, hands="helped", width=390, height=844, reduced_motion="reduce")
    stream, steps = random.Random(seed), []
    for _ in range(500 if long_run else 30):
        page.wait_for_function(AGREES)
        step = stream.random()
        if step < BACK:
            steps.append("Back")
            page.evaluate("history.state?.under && history.back()")
        elif step < FORWARD:
            steps.append("Forward")
            page.evaluate("history.forward()")
        elif step < RELOAD:
            before = page.evaluate("location.hash")
            steps.append(f"reload of {before}")
            page.reload()
            page.wait_for_function("place => location.hash === place", arg=before)
        else:
            names = page.evaluate(CHOICES, LEFT_ALONE)
            assert names, f"no way on after {steps}"
            k = stream.randrange(len(names))
            steps.append(names[k])
            page.evaluate(PRESS, k)
        print(steps[-1])
        assert page.evaluate(STRAY) == [], steps
    page.wait_for_function(AGREES)


PRESS = """(k) => {
  const part = window.choices[k];
  if (!part.dataset.hole) return part.click();
  const { x, y, width, height } = part.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, pointerId: 1, button: 0 };
  for (const kind of ["pointerdown", "pointerup", "click"]) part.dispatchEvent(new PointerEvent(kind, at));
}"""
