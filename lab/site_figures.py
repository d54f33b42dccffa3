"""What the page without a server costs in a real browser: python -m lab site_figures [--games N] [--turns N] ...

Builds the site into a folder of its own and serves it by a plain file server. Loading: the first visit, the second, one
without the server; each until the boat is there and can be played. Page: processor time of the Worker's thread and of
the browser as a whole, at rest and while turns are played by hand. Presses: from each press until what came of it is
told to the page, by the Worker and by a server on this machine. Rooms: games against the board, as fast as they go, in
MicroPython's WebAssembly port in that browser: processor time of a game, the heap after each, and how long its review
takes, reckoned for 75 throws.

Processor time says the same on a busy machine, but for what neighbours of a core take; the others want a quiet one.
"""

import argparse
import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from host.sim.table import Table
from host_tests.web.conftest import Host, Running, chromium_binary
from host_tests.web.player import PLAYER, Player
from tools import site
from tools.run import ROOT

READY = "#boat[data-ready][data-phase=opening]"
WORKER = "DedicatedWorker"  # the thread, as the browser names it
ROOMS = """
import gc, json
from host.web.adviser import review
from host.worker import main

told = {"behind": "worker", "board": "board-1", "seed": 5, "rules": "danish", "mode": "", "now_s": 0}
worker = main.start(json.dumps(told), "{}")
worker.receive('{"do": "hello", "token": "", "code": "", "rules": ""}')
room = worker.room

def begin():
    worker.receive('{"do": "begin", "mode": "solo", "rules": "danish", "level": 2, "side": "B", "text": "", "step": 0}')

def play():
    values = room.feed.values
    plays = values.get("plays")
    if plays:
        start = min(plays)
        end = min(plays[start])
        worker.receive(json.dumps({"do": "play", "from": start, "to": end}))
    elif values.get("due"):
        worker.receive('{"do": "end"}')
    return values.get("phase") == "over"

def reviewed():
    record = room.feed.values["record"]
    while review(record)["rest"]:
        pass
    return len([line for line in record.split("\\n") if line[:1] in set("123456789")])

def used():
    gc.collect()  # comes to pass once nothing of Python runs: what is counted is as after the last call
    return gc.mem_alloc()
"""
# Runs in the browser, and leaves `game`, which plays one and gives the heap after it.
DRIVE = """async (program) => {
  const unpacked = async (name) => new Uint8Array(await new Response(
    (await fetch(name)).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const { loadMicroPython } = await import("./micropython.mjs");
  const { offerKernel } = await import("./kernel.js");
  const [wasm, romfs] = [await unpacked("micropython.pack"), await unpacked("rooms.pack")];
  const url = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  const python = await loadMicroPython({ url, heapsize: 8 << 20, romfs });
  await offerKernel(await unpacked("kernel.pack"), python);
  python.runPython(`import gc, sys\\ngc.threshold(${1 << 20})\\nsys.path[:] = ['/rom/lib']`);
  python.FS.mkdir("/endings");
  python.runPython(program);
  const names = ["worker", "begin", "play", "reviewed", "used"];
  const [worker, begin, play, reviewed, used] = names.map((name) => python.globals.get(name));
  window.game = async () => {
    begin();
    for (let over = false, k = 0; !over || k < 500; k++) {
      worker.pass_time(10);
      over = play();
    }
    const ends = performance.now();
    const review = 75 / reviewed() * (performance.now() - ends);
    used();
    gc(); // what JavaScript holds of Python's is given back in a task of its own
    await new Promise((done) => setTimeout(done, 100));
    used();
    return [used(), review];
  };
}"""
# Leaves in `told` the ms from each press that plays until the page has been told what came of it.
TOLD = """window.told = [];
let sent = 0;
const hear = ({ data }) => {
  if (!sent || !/"(plays|record)":/.test(data)) return;
  told.push(performance.now() - sent);
  sent = 0;
};
for (const [kind, send] of [[Worker, "postMessage"], [WebSocket, "send"]]) {
  const real = kind.prototype[send];
  kind.prototype[send] = function (data) {
    this.addEventListener("message", hear);
    if (/"do":"(play|end)"/.test(data)) sent ||= performance.now();
    return real.call(this, data);
  };
}"""


def tell(name: str, values: list, unit: str) -> None:
    """One line: median, the 95th of a hundred, the most."""
    values = sorted(values)
    late = values[min(len(values) - 1, int(0.95 * len(values)))]
    middle = statistics.median(values)
    print(f"{name}: median {middle:.1f}, at 95 % {late:.1f}, most {values[-1]:.1f} {unit} ({len(values)})", flush=True)


def processor_s(browser) -> tuple:
    """Seconds of processor time that the browser's processes have had, and those of them of Workers."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    workers = 0.0
    for process in processes:
        for stat in Path(f"/proc/{process['id']}/task").glob("*/stat"):
            try:
                name, _, rest = stat.read_text().rpartition(")")
            except OSError:  # that thread has just ended
                continue
            if name.endswith("(" + WORKER):
                workers += sum(map(int, rest.split()[11:13])) / os.sysconf("SC_CLK_TCK")
    return sum(process["cpuTime"] for process in processes), workers


def loading(browser, address: str) -> None:
    """The seconds of each visit until the boat can be played."""
    figures: dict = {"first visit": [], "second visit": [], "offline": []}
    for _ in range(3):
        context = browser.new_context()
        page = context.new_page()
        for name in figures:
            if name == "offline":
                context.set_offline(True)
            start = time.perf_counter()
            page.goto(address)
            page.wait_for_selector(READY)
            figures[name].append(time.perf_counter() - start)
            if name == "first visit":
                page.wait_for_function("() => navigator.serviceWorker.controller", timeout=30_000)
        context.close()
    for name, seconds in figures.items():
        tell(f"playable, {name}", seconds, "s")


def presses(browser, name: str, address: str, count: int) -> None:
    """Two players at one page, without animation, for this many presses."""
    told: list = []
    while len(told) < count:
        context = browser.new_context(reduced_motion="reduce")
        context.add_init_script(TOLD)
        page = context.new_page()
        page.goto(address)
        page.click("[data-control=start-two]")
        page.evaluate(PLAYER, len(told) + 3)
        over = "left => told.length >= left || boat.dataset.phase === 'over'"
        page.wait_for_function(over, arg=count - len(told), timeout=0)
        told += page.evaluate("told")
        context.close()
    tell(f"from a press to what came of it, {name}", told, "ms")


def rooms(browser, address: str, games: int) -> None:
    """The Worker's part, as fast as it goes."""
    page = browser.new_page()
    page.goto(address + "bench.html")
    page.set_default_timeout(0)
    page.evaluate(DRIVE, ROOMS)
    spent, reviews = [], []
    for game in range(1, games + 1):
        spent_s = processor_s(browser)[0]
        heap, review_ms = page.evaluate("game()")
        reviews.append(review_ms / 1000)
        spent.append(processor_s(browser)[0] - spent_s)
        print(f"game {game} of {games}: {spent[-1]:.0f} s, heap after it {heap / 1000:.0f} KB", flush=True)
    tell("processor time of a game and its review", spent, "s")
    tell("review of 75 throws", reviews, "s")
    page.close()


def real_time(browser, address: str, turns: int) -> None:
    """The page, at rest and played by hand."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    context.add_init_script("localStorage.hands = 'own'")
    page = context.new_page()
    page.goto(address + "?seed=5")
    page.wait_for_selector(READY)
    page.wait_for_timeout(2000)
    for name in ("at rest", "in play"):
        start_s, start = processor_s(browser), time.perf_counter()
        if name == "at rest":
            page.wait_for_timeout(10_000)
        else:
            player = Player(page, "drag", seed=2, patience=4)
            while player.turns < turns:
                player.step()
        took = time.perf_counter() - start
        every, workers = (100 * (now - then) / took for now, then in zip(processor_s(browser), start_s, strict=True))
        print(
            f"processor {name}: Worker {workers:.0f} % of a core, browser and all {every:.0f} %, over {took:.0f} s",
            flush=True,
        )
    context.close()


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--games", type=int, default=20, help="of the rooms alone [20]")
    parser.add_argument("--turns", type=int, default=20, help="in real time [20]")
    parser.add_argument("--presses", type=int, default=400, help="that are timed [400]")
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    print("load of the machine before: " + ", ".join(f"{load:.1f}" for load in os.getloadavg()))
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        folder = Path(work) / "site"
        site.write(folder)
        (folder / "bench.html").write_text("<!doctype html><title>bench</title>")
        shutil.copy(ROOT / "host/web/page/kernel.js", folder)  # else a part of the Worker's script
        host = Host(folder)
        browser = playwright.chromium.launch(
            executable_path=chromium_binary(), args=["--no-sandbox", "--js-flags=--expose-gc"]
        )
        loading(browser, host.address)
        real_time(browser, host.address, given.turns)
        presses(browser, "Worker", host.address, given.presses)
        server = Running(Table(seed=1))
        presses(browser, "server", server.address, given.presses)
        server.stop()
        rooms(browser, host.address, given.games)
        browser.close()
        host.stop()
    print("load of the machine after: " + ", ".join(f"{load:.1f}" for load in os.getloadavg()))
