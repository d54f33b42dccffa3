"""Tabs of one browser on the site: each has its own board, all have its far games; and a Worker that fails or ends."""

import subprocess

import pytest

from daldos.record import record_lines
from host.far.end import Seat, folded
from host.web.files import page_files
from host_tests.conftest import DALDOS, NIGHTLY, few
from host_tests.web.player import PLAYER
from host_tests.web.test_far import invite, ws
from tools import site

TRIALS = 50 if NIGHTLY else 1  # tabs that open while another plays; 500 over a night's 40 games

# Two tabs with one far game, which write at the same time; then a write that fails.
WRITES = """async () => {
  const {Store} = await import("./store.js");
  const told = [];
  const tab = (name) => {
    const store = new Store((file, data) => told.push([name, file, data, store.take(file, data)]));
    return store;
  };
  const [one, two] = [tab("one"), tab("two")];
  await one.files();
  await two.files();
  const heard = (count) => new Promise((done) => setInterval(() => told.length >= count && done(), 10));
  await one.write({"far/x": "a turn"});
  await heard(1);
  await Promise.all([one.write({"far/x": "of one"}), two.write({"far/x": "of two"})]);
  await heard(3);
  const {put} = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
  const failed = await one.write({"far/y": "lost?"}).then(() => false, () => true);
  IDBObjectStore.prototype.put = put;
  await one.write({});
  return [told, failed, await one.files()];
}"""


def test_of_two_tabs_that_write_at_once_one_is_told_what_the_other_wrote(host, browse):
    """And what it had made its own of. What could not be written is written later."""
    (host.folder / "blank.html").write_text("<!doctype html>")
    (host.folder / "store.js").write_bytes(page_files()["/store.js"][1])
    page = browse(host.address + "blank.html", ready=False, quiet=True)
    page.wait_for_load_state()
    told, failed, files = page.evaluate(WRITES)
    kept = files["far/x"]
    assert told[0] == ["two", "far/x", "a turn", None] and failed and files["far/y"] == "lost?"
    assert kept in ("of one", "of two") and ["two" if kept == "of one" else "one", "far/x", kept, "a turn"] in told[1:]


@pytest.mark.parametrize("game", few(range(40), 1))
def test_tabs_that_come_while_one_plays(game, host, browse, mosquitto, tmp_path):
    """All show the game, and each may play on; then one closes, and the other reloads."""
    page = browse(host.address, hands="helped")
    page.click("[data-control=start-far]")
    page.fill("#farname", "Ane")
    command = [*DALDOS, "far", "join", invite(page, ws(mosquitto)), "--level", "1", "--save", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as level:
        try:
            page.wait_for_selector("#boat[data-mode=far]")
            page.evaluate(PLAYER, 3 + game)
            for trial in range(TRIALS):
                turns = page.evaluate("(record.textContent.match(/^[1-9]/gm) || []).length")
                other = page.context.new_page()
                other.goto(host.address + page.evaluate("location.hash"))
                other.wait_for_selector("#boat[data-mode=far][data-you=A]")
                page.evaluate("clearInterval(player)")
                other.evaluate(PLAYER, trial)
                made = "(record.textContent.match(/^[1-9]/gm) || []).length"
                for tab in (page, other):
                    tab.wait_for_function(f"was => {made} > was + 3 || boat.dataset.phase === 'over'", arg=turns)
                    assert tab.is_hidden("[data-control=far-here]")  # they are one device
                page.close()
                page = other
                page.reload()
                page.wait_for_selector("#boat[data-mode=far]")
                page.evaluate(PLAYER, trial)
                if page.get_attribute("#boat", "data-phase") == "over":
                    break
        finally:
            level.kill()
    fold = folded(Seat.parse("file", next(tmp_path.glob("*-b.far")).read_bytes()))
    told = [line for line in record_lines(fold.game) if line[:1].isdigit()]
    shown = [line for line in page.text_content("#record").split("\n") if line[:1].isdigit()]
    both = min(len(told), len(shown))  # the last may be missing
    assert both > 3 and told[:both] == shown[:both]


TROUBLES = """const troubles = [
  (data) => rooms.receive(data) ?? rooms.put("games/x", 7), // an unexpected Python exception
  () => { for (const end = Date.now() + 2000; Date.now() < end; ); },
  () => close(),
];
"""
CHANGED = {
    # each time somebody asks for the games, whose list may come in parts
    "worker": [
        ("rooms.receive(data)", '/"games".*true/.test(data) ? troubles.shift()(data) : rooms.receive(data)'),
        ("const IDLE", TROUBLES + "const IDLE"),
    ],
    "link": [("BEAT_MS = 2000", "BEAT_MS = 100")],
}


def test_a_worker_that_fails_is_slow_or_ends_is_said(host, browse):
    """After an error the game goes on, also with a Worker that was slow, as on a busy machine; one that ended is
    reloaded."""
    texts = {}
    for name, words in CHANGED.items():
        texts[f"{name}.js"] = page_files()[f"/{name}.js"][1].decode("utf-8")
        for old, new in words:
            assert old in texts[f"{name}.js"]
            texts[f"{name}.js"] = texts[f"{name}.js"].replace(old, new)
    for path, data in site.page(**{name: text.encode() for name, text in texts.items()}).items():
        (host.folder / path).write_bytes(data)
    page = browse(host.address + "?seed=5", hands="helped", quiet=True)
    page.click("[data-control=start-board]")
    page.wait_for_selector(".ready")
    page.click("#t-games")
    page.locator("#oops").filter(has_text="Something went wrong here, but the game goes on").wait_for()
    page.click("#sheetclose")
    page.click(".ready")
    page.click("[data-target]:not([data-target=''])")
    page.locator("#alarm").wait_for(state="hidden")
    page.locator("#dicepair .used").first.wait_for()
    stopped = page.locator("#oops").filter(has_text="The page has stopped: load it again.")
    page.click("#t-games")
    stopped.wait_for()
    stopped.wait_for(state="detached")
    page.click("#t-undo")
    page.locator("#dicepair .used").first.wait_for(state="detached")
    page.click("#t-games")
    stopped.wait_for()
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
