"""Whole games in each browser engine, played by a newcomer who follows only lights and texts: python -m lab engines.

Firefox is reached by WebDriver BiDi, WebKitGTK by its WebDriver, Chromium by Playwright; apt-get install chromium
firefox-esr webkit2gtk-driver xvfb. Each game says how many turns there were until the first capture, how many presses,
how many of them did nothing, and the errors of the page.
"""

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from host.sim.table import Table
from host_tests.web.conftest import Running, chromium_binary
from lab.arguments import parser, positive

GAME_S = 900
PORTS = (9331, 9332)  # of Firefox, of WebKit's driver
# In the page: press what is lit until the game is over or time is up; returns what has been seen so far.
NEWCOMER = """async (most) => {
  const seen = (window.seen ||= {presses: 0, dead: [], errors: [], first: 0, turns: 0, over: false});
  if (!window.told) {
    window.told = true;
    addEventListener("error", ({message}) => seen.errors.push(message));
    addEventListener("unhandledrejection", ({reason}) => seen.errors.push(String(reason)));
  }
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length);
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const state = () => document.querySelector("#boat").outerHTML.replace(/<g class="(art|over|held)".*?<\\/g>/g, "") +
    document.querySelector("#record").textContent + document.querySelector("#say").textContent +
    document.body.className;
  const press = async (element, what) => {
    const before = state();
    seen.presses++;
    const box = (element.querySelector(".hit") || element).getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    const under = document.elementFromPoint(clientX, clientY);
    if (!element.contains(under)) seen.dead.push(`${what}: something lies over it`);
    const options = {bubbles: true, cancelable: true, clientX, clientY, pointerId: 1, isPrimary: true};
    under?.dispatchEvent(new PointerEvent("pointerdown", options));
    under?.dispatchEvent(new PointerEvent("pointerup", options));
    if (element.tagName === "BUTTON") element.click();
    for (let i = 0; i < 100 && state() === before; i++) await rest(30);
    if (state() === before) seen.dead.push(`${what} ${document.querySelector("#say").textContent}`);
  };
  const end = Date.now() + most;
  while (Date.now() < end && !seen.over) {
    const boat = document.querySelector("#boat");
    const turns = (document.querySelector("#record").textContent.match(/^[1-9]\\d* A/gm) || []).length;
    const captured = +document.querySelector("#stripA .count").textContent;
    seen.turns = turns;
    if (captured && !seen.first) seen.first = turns;
    seen.over = boat.dataset.phase === "over" && all("#end").length + all("#endsay").length > 0;
    const play = all("[data-control=start-board]")[0];
    const taken = all(".hole[data-target]:not([data-target=''])");
    const enemies = taken.filter((hole) => hole.dataset.piece.toUpperCase() === "B");
    const ready = all(".hole.ready");
    const main = all("#acts .main")[0];
    if (seen.over) break;
    if (play) await press(play, "play");
    else if (taken.length) await press(any(enemies.length ? enemies : taken), "a lit hole");
    else if (ready.length) await press(any(ready), "a ringed piece");
    else if (main) await press(main, main.textContent);
    else await rest(40);
  }
  return JSON.stringify(seen);
}"""
BEGIN = "localStorage.pace = '{pace}'; localStorage.side = 'A'; localStorage.outlook = 'no'; sessionStorage.clear()"


class Chromium:
    """By Playwright."""

    name = "Chromium"

    def __enter__(self):
        from playwright.sync_api import sync_playwright

        self._stack = contextlib.ExitStack()
        playwright = self._stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
        self._stack.callback(browser.close)
        self._page = browser.new_page(viewport={"width": 1280, "height": 800})
        return self

    def __exit__(self, *error):
        self._stack.close()

    def go(self, address: str) -> None:
        self._page.goto(address)

    def run(self, function: str, *values):
        return self._page.evaluate(f"() => ({function})({', '.join(map(json.dumps, values))})")


class Process:
    """A separate program in its own folder, stopped at the end."""

    def __init__(self, *command: str, **settings: str):
        self.folder = tempfile.TemporaryDirectory()
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        words = [word.replace("FOLDER", self.folder.name) for word in command]
        self._process = subprocess.Popen(words, env={**os.environ, "HOME": self.folder.name, **settings}, **quiet)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(20)
        with contextlib.suppress(OSError):  # it may still be writing
            self.folder.cleanup()


class Firefox:
    """By WebDriver BiDi, which Firefox itself speaks."""

    name = "Firefox"

    def __enter__(self):
        import websockets.sync.client as client

        words = ("--headless", "--no-remote", "--profile", "FOLDER", "--remote-debugging-port", str(PORTS[0]))
        self._process = Process(shutil.which("firefox-esr") or "firefox", *words)
        self._socket = eventually(lambda: client.connect(f"ws://127.0.0.1:{PORTS[0]}/session", max_size=None))
        self._count = 0
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        return self

    def __exit__(self, *error):
        self._socket.close()
        self._process.close()

    def _ask(self, method: str, **params):
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(timeout=180))).get("id") != self._count:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def run(self, function: str, *values):
        called = f"({function})({', '.join(map(json.dumps, values))})"
        target = {"context": self._context}
        told = self._ask("script.evaluate", expression=called, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return told["result"].get("value")


class WebKit:
    """WebKitGTK's small browser, by its own driver, on a virtual screen."""

    name = "WebKitGTK"

    def __enter__(self):
        settings = {
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self._process = Process("xvfb-run", "-a", "WebKitWebDriver", f"--port={PORTS[1]}", **settings)
        binary = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        wanted = {"webkitgtk:browserOptions": {"binary": str(binary), "args": ["--automation"]}}
        asked = {"capabilities": {"alwaysMatch": {**wanted, "timeouts": {"script": 180000}}}}
        self._session = ""
        self._session = "/" + eventually(lambda: self._ask("", asked))["sessionId"]
        return self

    def __exit__(self, *error):
        with contextlib.suppress(OSError):
            self._ask("", method="DELETE")
        self._process.close()

    def _ask(self, path: str, body=None, method: str = "POST"):
        address = f"http://127.0.0.1:{PORTS[1]}/session{self._session}{path}"
        data = json.dumps(body).encode() if body is not None else None
        with urllib.request.urlopen(urllib.request.Request(address, data, method=method), timeout=200) as answer:
            return json.load(answer)["value"]

    def go(self, address: str) -> None:
        self._ask("/url", {"url": address})

    def run(self, function: str, *values):
        script = f"const done = arguments[arguments.length - 1]; Promise.resolve(({function})(...arguments)).then(done)"
        return self._ask("/execute/async", {"script": script, "args": list(values)})


ENGINES = {kind.name.lower(): kind for kind in (Chromium, Firefox, WebKit)}


def eventually(action):
    """Retry an action for a minute; returns its result once it succeeds."""
    end = time.monotonic() + 60
    while True:
        try:
            return action()
        except (OSError, ValueError, asyncio.TimeoutError):
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def newcomer(engine, address: str, pace: float) -> dict:
    """Play a whole game from the start card, following only lights and texts."""
    engine.go(address)
    engine.run("() => { %s }" % BEGIN.format(pace=pace))
    engine.go(address)
    eventually(lambda: json.loads(engine.run("() => document.querySelector('#boat').dataset.ready || ''")))
    end = time.monotonic() + GAME_S
    while True:
        seen = json.loads(engine.run(NEWCOMER, 20000))
        if seen["over"] or time.monotonic() > end:
            return seen


def main() -> None:
    top = parser("engines", __doc__)
    top.add_argument("--only", choices=list(ENGINES), help="one engine")
    top.add_argument("--games", type=positive, default=1, help="in each")
    top.add_argument("--pace", type=float, default=0.02, help="of the usual time that moves and pauses take")
    words = top.parse_args()
    for name, kind in ENGINES.items():
        if words.only in (None, name):
            with kind() as engine:
                for number in range(words.games):
                    report(kind.name, engine, words.seed + number, words.pace)


def report(name: str, engine, seed: int, pace: float) -> None:
    server = Running(Table(seed=seed))
    try:
        seen = newcomer(engine, server.address, pace)
    finally:
        server.stop()
    ended = "over" if seen["over"] else "NOT OVER"
    print(
        f"{name}: seed {seed}, {ended} after {seen['turns']} own turns, first capture in turn {seen['first']}, "
        f"{seen['presses']} presses, {len(seen['dead'])} dead {seen['dead'][:3]}, errors {seen['errors']}",
        flush=True,
    )
