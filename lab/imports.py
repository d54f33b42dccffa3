"""How long an archive of thousands of games takes to be handed to the page, and how long anything stands meanwhile.

    python3 -m lab imports --games 10000 --slow 6 --where site

A first run makes the games, by self-play. Told are: seconds until the last game is there; the longest time between two
frames of the page; the longest time that the rooms (the Worker, or the server) took for an answer; what the page says
at the end; and the same for the list, after a reload, and for a search by a position. --slow 6: a processor six times
slower. --cancel 500: it is cancelled once before.
"""

import argparse
import tempfile
import time
from pathlib import Path

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host.sim.table import Table
from lab.browser import Host, Running, chromium_binary
from tools.run import ROOT

WATCH = """() => {
  window.longest = window.answer = 0;
  let last = performance.now();
  const look = (now) => {
    window.longest = Math.max(window.longest, now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
# The longest time from a frame to the rooms until the next from them.
ANSWERS = """
const post = Worker.prototype.postMessage;
let asked = 0;
const heard = () => {
  if (asked) window.answer = Math.max(window.answer || 0, performance.now() - asked);
  asked = 0;
};
Worker.prototype.postMessage = function (data, ...rest) {
  if (typeof data === "string" && /"do":"(hand|games|find)"/.test(data)) {
    asked = performance.now();
    this.addEventListener("message", heard, { once: true });
  }
  return post.call(this, data, ...rest);
};
localStorage.guide = "known";
localStorage.outlook = "no";
"""


def games(count: int, rules: str, folder: Path) -> Path:
    """A file with this many games; made once."""
    file = folder / f"{rules}-{count}.txt"
    if not file.exists():
        with file.open("w") as out:
            for k in range(count):
                headers = {"Date": "2026-%02d-%02d" % (k % 12 + 1, k % 28 + 1), "A": "Ane", "B": "Bo"}
                out.write("\n" * bool(k) + write_record(play_game(parse_rules(rules), Xorshift32(k + 1)), headers))
    return file


def measured(page, what: str, do, done, timeout_s: float) -> None:
    """Print how long it takes, and the longest pauses."""
    page.evaluate("() => { window.longest = window.answer = 0; }")
    began = time.monotonic()
    do()
    page.wait_for_function(done, timeout=timeout_s * 1000, polling=500)
    seconds = time.monotonic() - began
    longest, answer = page.evaluate("[longest, answer]")
    print(f"{what}: {seconds:.1f} s, page stood at most {longest:.0f} ms, an answer took at most {answer:.0f} ms")
    assert not page.is_visible("#alarm"), page.inner_text("#alarm")


def run(browser, address: str, file: Path, options) -> None:
    """One import, and the list of games after it."""
    context = browser.new_context(service_workers="block")
    context.add_init_script(ANSWERS)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#boat[data-ready]")
    if options.slow > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": options.slow})
    page.evaluate(WATCH)
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_selector("#games", state="visible")
    over = "() => document.querySelector('#handing').hidden && document.querySelector('#handsay').textContent"
    give = lambda: page.set_input_files("#gamesimport", str(file))  # noqa: E731
    if options.cancel:
        some = f"() => parseInt(document.querySelector('#handsay').textContent) >= {options.cancel}"
        measured(page, f"the first {options.cancel} games", give, some, options.timeout)
        measured(page, "cancel", lambda: page.click("#handstop"), over, options.timeout)
        print("  " + page.inner_text("#handsay"))
    measured(page, "import", give, over, options.timeout)
    print("  " + page.inner_text("#handsay"))
    whole = "() => /[a-z]$/.test(document.querySelector('#gamecount').textContent)"
    page.wait_for_function(whole, timeout=options.timeout * 1000)
    page.reload()
    page.wait_for_selector("#boat[data-ready]", timeout=options.timeout * 1000)
    page.evaluate(WATCH)
    click = "document.querySelector('#t-games').click()"
    measured(page, "list after a reload", lambda: page.evaluate(click), whole, options.timeout)
    print("  " + page.inner_text("#gamecount"))
    page.fill("#gameat", searched(options.rules))
    found = "() => /^[0-9]+ games? with it$/.test(document.querySelector('#gamefound').textContent)"
    measured(page, "search by a position", lambda: page.click("#gamefind button"), found, options.timeout)
    print("  " + page.inner_text("#gamefound"))
    context.close()


def searched(rules: str) -> str:
    """A position in the middle of the first game."""
    turns = list(play_game(parse_rules(rules), Xorshift32(1)))
    return turns[len(turns) // 2].position.text().partition(" ")[0]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m lab imports", description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--rules", default="danish")
    parser.add_argument("--slow", type=float, default=1)
    parser.add_argument("--where", choices=("site", "page"), default="site", help="the site, or daldos web")
    parser.add_argument("--cancel", type=int, default=0, help="cancel it after so many games, and begin again")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds")
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    folder = ROOT / "build/imports"
    folder.mkdir(parents=True, exist_ok=True)
    file = games(options.games, options.rules, folder)
    print(f"{options.games} games, {file.stat().st_size >> 10} KB, {options.where}, {options.slow:g} times slower")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as work:
        browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
        if options.where == "site":
            from tools import site

            site.write(Path(work) / "site", None)
            served = Host(Path(work) / "site")
        else:
            served = Running(Table(seed=1), archive=Archive(Path(work) / "games"))
        run(browser, served.address, file, options)
        served.stop()
