"""Tabs of one browser on the site: each has its own board, one tab holds a far game's seat; and a Worker that fails or
ends."""

import subprocess

import pytest

from companion.far.link import Link
from daldos.record import record_lines
from host.far.verify import folded
from host.web.files import page_files
from host_tests.conftest import DALDOS, NIGHTLY, few
from host_tests.web.player import PLAYER
from host_tests.web.test_far import says
from tools import site

TRIALS = 50 if NIGHTLY else 2  # tabs that open while another plays; 500 over a night's 40 games

# The seats of two tabs, with rooms that record their messages; `stubborn` never gives a seat back.
SEATS = """async (stubborn) => {
  const {Seats} = await import("./seats.js");
  const {Store} = await import("./store.js");
  const told = [];
  const tab = (name) => {
    const store = new Store(() => {});
    const seats = new Seats(store, (action) => action(), () => rooms);
    const rooms = {
      held: (seat, file) => told.push([name, "held", file]),
      busy: () => told.push([name, "busy"]),
      wanted: async (seat) => {
        told.push([name, "wanted"]);
        if (stubborn) return;
        await store.write({[`far/${seat}`]: "bGFzdA=="});
        seats.release(seat);
      },
    };
    return {store, seats};
  };
  const until = async (...wanted) => {
    while (!told.some((found) => wanted.every((word, k) => found[k] === word))) {
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const [one, two] = [tab("one"), tab("two")];
  one.seats.hold("x-a.far");
  await until("one", "held");
  await one.store.write({"far/x-a.far": "Zmlyc3Q="});
  two.seats.hold("x-a.far");
  await until("two", "busy");
  two.seats.ask("x-a.far");
  await until("two", "held");
  await until("one", "wanted");
  await one.store.write({"far/x-a.far": "c3RhbGU="});
  const {"far/x-a.far": file} = await two.store.files();
  return [told, file];
}"""


# A seat whose last write failed, left and taken again; then left, had by another tab, and taken again.
REFUSED = """async () => {
  const {Store} = await import("./store.js");
  const [one, two] = [new Store(() => {}), new Store(() => {})];
  const {put} = IDBObjectStore.prototype;
  const refused = async (file) => {
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
    const failed = await one.write({"far/y": file}).then(() => false, () => true);
    IDBObjectStore.prototype.put = put;
    return failed;
  };
  const told = [await one.claim("far/y")];
  await one.write({"far/y": "a turn"});
  told.push(await refused("two turns"), await one.claim("far/y"));
  await one.write({});
  told.push((await one.files())["far/y"], await refused("three turns"), await two.claim("far/y"));
  await two.write({"far/y": "another third"});
  told.push(await one.claim("far/y"));
  await one.write({});
  return [...told, (await one.files())["far/y"]];
}"""


def blank(host, browse, steal_ms=3000):
    """A page of the site without a game, and beside it the modules of a tab's seats and store."""
    (host.folder / "blank.html").write_text("<!doctype html>")
    for name in ("seats", "store"):
        text = page_files()[f"/{name}.js"][1].decode("utf-8")
        (host.folder / f"{name}.js").write_text(text.replace("STEAL_MS = 3000", f"STEAL_MS = {steal_ms}"))
    page = browse(host.address + "blank.html", ready=False, quiet=True)
    page.wait_for_load_state()
    return page


@pytest.mark.parametrize("stubborn", [False, True])
def test_a_seat_is_one_tabs_and_read_when_it_has_it(host, browse, stubborn):
    """The second reads the first's last write; later writes of the first are ignored. A tab that does not answer in
    time loses its seat, and is told."""
    told, file = blank(host, browse, 500 if stubborn else 60_000).evaluate(SEATS, stubborn)
    last = "Zmlyc3Q=" if stubborn else "bGFzdA=="
    assert told[:2] == [["one", "held", None], ["two", "busy"]] and file == last
    assert ["one", "wanted"] in told[2:] and ["two", "held", last] in told[2:]


def test_a_turn_that_could_not_be_written_is_there_when_its_tab_sits_down_again(host, browse):
    """Seed 291020188: a turn was shown with the warning, and gone once the game was left and joined again. What another
    tab has written since counts more."""
    told = blank(host, browse).evaluate(REFUSED)
    assert told == [None, True, "two turns", "two turns", True, "two turns", "another third", "another third"]


@pytest.mark.parametrize("game", few(range(40), 1))
def test_tabs_that_come_while_one_plays(game, host, browse, mosquitto, tmp_path):
    """Each takes over the seat; then it closes, or the other does and it reloads; the game continues."""
    link = Link.new(f"ws://127.0.0.1:{mosquitto.ws_port}/mqtt", bytes(range(game, game + 32)))
    command = [*DALDOS, "far", "join", link.other().text(), "--level", "1", "--save", str(tmp_path)]
    page = browse(host.address + link.text(), hands="helped")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as level:
        try:
            page.click("[data-control=far-join]")
            page.wait_for_selector("#boat[data-mode=far]")
            page.evaluate(PLAYER, 3 + game)
            for trial in range(TRIALS):
                other = page.context.new_page()
                other.goto(host.address + link.text())
                says(other, "This seat is played elsewhere on this machine.")
                sits_here(other)
                says(page, "This seat is played elsewhere on this machine.")
                if trial % 2:
                    page.close()
                    page = other
                    page.reload()
                    page.wait_for_selector("#boat[data-mode=far]")
                    page.evaluate(PLAYER, trial)
                else:  # the newer closes: the older has the seat again
                    other.close()
                    sits_here(page)
                made = "(record.textContent.match(/^[1-9]/gm) || []).length"
                page.wait_for_function(f"was => {made} > was || boat.dataset.phase === 'over'", arg=page.evaluate(made))
                print("game", game, "trial", trial)
                if page.get_attribute("#boat", "data-phase") == "over":
                    break
        finally:
            level.kill()
    fold, _ = folded(next(tmp_path.glob("*-b.far")))
    told = [line for line in record_lines(fold.game) if line[:1].isdigit()]
    shown = [line for line in page.text_content("#record").split("\n") if line[:1].isdigit()]
    both = min(len(told), len(shown))  # the last may be missing
    assert both > 3 and told[:both] == shown[:both]


def sits_here(page) -> None:
    page.click("[data-control=far-here]")
    page.wait_for_selector("#boat[data-mode=far][data-you=A], #boat[data-mode=far][data-phase=over]")


TROUBLES = """const troubles = [
  (data) => rooms.receive(data) ?? rooms.put("games/x", 7), // an unexpected Python exception
  () => { for (const end = Date.now() + 2000; Date.now() < end; ); },
  () => close(),
];
"""
CHANGED = {
    "worker": [
        ("rooms.receive(data)", 'data.includes("games") ? troubles.shift()(data) : rooms.receive(data)'),
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
    page.locator("#oops").filter(has_text="Something went wrong here, and the game goes on").wait_for()
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
