"""Whole games in each browser engine, played by a newcomer who follows only lights and texts: python -m lab engines.

Firefox is reached by WebDriver BiDi, WebKitGTK by its WebDriver, Chromium by Playwright; apt-get install chromium
firefox-esr webkit2gtk-driver xvfb. Each game says how many turns there were until the first capture, how many presses,
how many of them did nothing, and the errors of the page. With --screens, every screen is reloaded, left by Back, come
to again by Forward, and opened by its address. With --far, each engine plays a far game with the next one on the site:
over a broker, or by hand.
"""

import asyncio
import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from host.sim.table import Table
from lab.arguments import parser, positive
from lab.browser import Host, Running, chromium_binary
from lab.mosquitto import Mosquitto
from lab.places import served, walk
from tools import site

GAME_S = 900
PORTS = (9331, 9332)  # of Firefox, of WebKit's driver
# In the page: press what is lit until the game is over or time is up; returns what has been seen so far.
NEWCOMER = """async ([most, patience]) => {
  const seen = (window.seen ||= {presses: 0, dead: [], errors: [], first: 0, turns: 0, over: false, drawn: 1});
  if (!window.told) {
    window.told = true;
    addEventListener("error", ({message}) => seen.errors.push(message));
    addEventListener("unhandledrejection", ({reason}) => seen.errors.push(String(reason)));
  }
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length);
  const any = (list) => list[(seen.drawn = (seen.drawn * 16807) % 2147483647) % list.length]; // the same ones each time
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
  let lit = Date.now();
  while (Date.now() < Math.min(end, lit + patience) && !seen.over) {
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
    if (play || taken.length || ready.length || main) lit = Date.now();
    if (play) await press(play, "play");
    else if (taken.length) await press(any(enemies.length ? enemies : taken), "a lit hole");
    else if (ready.length) await press(any(ready), "a ringed piece");
    else if (main) await press(main, main.textContent);
    else await rest(40);
  }
  return JSON.stringify(seen);
}"""
BEGIN = (
    "localStorage.pace = '{pace}'; localStorage.language = '{language}'; localStorage.side = 'A'; "
    "localStorage.outlook = 'no'; sessionStorage.clear()"
)


@contextlib.contextmanager
def chromium():
    """(go to an address, run a function in the page), by Playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        yield page.goto, page.evaluate
        browser.close()


@contextlib.contextmanager
def process(*command: str, **settings: str):
    """A separate program in its own folder, stopped at the end."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # it may still be writing
        words = [word.replace("FOLDER", folder) for word in command]
        env = {**os.environ, "HOME": folder, **settings}
        program = subprocess.Popen(words, env=env, start_new_session=True, **quiet)
        try:
            yield
        finally:
            os.killpg(program.pid, signal.SIGTERM)  # what it has started, too
            program.wait(20)


@contextlib.contextmanager
def firefox():
    """The same, by WebDriver BiDi, which Firefox itself speaks."""
    import websockets.sync.client as client

    words = ("--headless", "--no-remote", "--profile", "FOLDER", "--remote-debugging-port", str(PORTS[0]))
    address = f"ws://127.0.0.1:{PORTS[0]}/session"
    with (
        process(shutil.which("firefox-esr") or "firefox", *words),
        eventually(lambda: client.connect(address, max_size=None)) as socket,
    ):
        numbers = itertools.count(1)

        def ask(method: str, **params):
            number = next(numbers)
            socket.send(json.dumps({"id": number, "method": method, "params": params}))
            while (answer := json.loads(socket.recv(timeout=180))).get("id") != number:
                pass
            assert answer["type"] == "success", answer
            return answer["result"]

        def run(function: str, *values):
            expression, target = f"({function})({', '.join(map(json.dumps, values))})", {"context": context}
            told = ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
            assert told["type"] == "success", told
            return told["result"].get("value")

        ask("session.new", capabilities={})
        context = ask("browsingContext.getTree")["contexts"][0]["context"]
        yield lambda url: ask("browsingContext.navigate", context=context, url=url, wait="complete"), run


@contextlib.contextmanager
def webkitgtk():
    """The same of WebKitGTK's small browser, by its own driver, on a virtual screen."""
    settings = {
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }

    def ask(path: str, body=None, method: str = "POST"):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{PORTS[1]}/session{path}", data, method=method)
        with urllib.request.urlopen(request, timeout=200) as answer:
            return json.load(answer)["value"]

    def run(function: str, *values):
        script = f"const done = arguments[arguments.length - 1]; Promise.resolve(({function})(...arguments)).then(done)"
        return ask(f"{session}/execute/async", {"script": script, "args": list(values)})

    binary = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    wanted = {"webkitgtk:browserOptions": {"binary": str(binary), "args": ["--automation"]}}
    asked = {"capabilities": {"alwaysMatch": {**wanted, "timeouts": {"script": 180000}}}}
    with process("xvfb-run", "-a", "WebKitWebDriver", f"--port={PORTS[1]}", **settings):
        session = "/" + eventually(lambda: ask("", asked))["sessionId"]
        yield lambda url: ask(f"{session}/url", {"url": url}), run
        with contextlib.suppress(OSError):
            ask(session, method="DELETE")


ENGINES = {"Chromium": chromium, "Firefox": firefox, "WebKitGTK": webkitgtk}


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


# Choose these rules on the start card.
CHOOSE = """rules => {
  const list = document.querySelector("#pickrules");
  list.value = rules;
  list.dispatchEvent(new Event("change"));
}"""


def newcomer(go, run, address: str, pace: float, rules: str, language: str = "en") -> dict:
    """Play a whole game from the start card, following only lights and texts."""
    go(address)
    run("() => { %s }" % BEGIN.format(pace=pace, language=language))
    go(address)
    eventually(lambda: json.loads(run("() => document.querySelector('#boat').dataset.ready || ''")))
    run(CHOOSE, rules)
    end = time.monotonic() + GAME_S
    while True:
        seen = json.loads(run(NEWCOMER, [20000, 20000]))
        if seen["over"] or time.monotonic() > end:
            return seen


PUT = """const put = (id, text) => {
  const field = document.querySelector(id);
  field.value = text;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind));
};"""


def far_page(go, run, address: str, link: str = "", broker: str = "") -> str:
    """Begin a far game on a page of the site, or join one; the link to send."""
    go(address)
    run("() => { %s; localStorage.hands = 'helped'; }" % BEGIN.format(pace=0.02, language="en"))
    go(address + link)

    def does(script: str) -> None:
        assert eventually(lambda: json.loads(run("() => { try { %s } catch { return '' } }" % script))), script

    click = "document.querySelector('[data-control=%s]').click();"
    if link:
        shown = "if (!faroops.textContent.includes('invites you')) return '';"
        does(f"{shown} {PUT} put('#farname', 'Bo'); {click % 'far-join'} return 'true';")
        return ""
    does(f"if (!boat.dataset.ready) return ''; {click % 'start-far'} return 'true';")
    begins = click % ("far-new-broker" if broker else "far-new")
    does(f"{PUT} put('#farname', 'Ane'); put('#farbroker', {json.dumps(broker)}); {begins} return 'true';")
    return eventually(lambda: json.loads(run(LETTER)))


# The link that is to be sent, in JSON, or nothing.
LETTER = """() => {
  const link = document.querySelector("#farletter").innerText.split("#daldos2.")[1];
  return link ? JSON.stringify("#daldos2." + link.trim()) : "";
}"""


def far(one: tuple, other: tuple, address: str, broker: str) -> tuple:
    """Play a far game between two pages, one after another; (letters sent, what each has seen)."""
    link, sent = far_page(*one, address, broker=broker), 1
    far_page(*other, address, link)
    if not broker:
        eventually(lambda: json.loads(other[1](LETTER)))
    end = time.monotonic() + GAME_S
    while True:
        told = []
        for (_, run), (_, opens) in ((one, other), (other, one)):
            told.append(json.loads(run(NEWCOMER, [20000, 300])))
            letter = "" if broker else run(LETTER)
            if letter:
                sent += 1
                opens("link => { location.hash = link; }", json.loads(letter))
                time.sleep(0.2)
        if all(seen["over"] for seen in told) or time.monotonic() > end:
            return sent, told


def far_games(how: str, games: int) -> None:
    """A far game of each engine with the next."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        with contextlib.redirect_stdout(None):
            site.write(Path(folder) / "site")
        host, broker = Host(Path(folder) / "site"), Mosquitto(Path(folder), shutil.which("mosquitto"))
        broker.start()
        stack.callback(broker.kill)
        stack.callback(host.stop)
        started = {name: stack.enter_context(engine()) for name, engine in ENGINES.items()}
        names = list(started)
        for _ in range(games):
            for a, b in zip(names, names[1:] + names[:1], strict=True):
                address = f"ws://127.0.0.1:{broker.ws_port}/mqtt" if how == "broker" else ""
                sent, told = far(started[a], started[b], host.address, address)
                print(f"{a} and {b}, {how}, {sent} letters by hand: {told}", flush=True)


def all_screens(only: "str | None") -> None:
    """Go to every screen in each engine."""
    for name, engine in ENGINES.items():
        if only in (None, name.lower()):
            with tempfile.TemporaryDirectory() as folder, engine() as (go, run):
                server, kept = served(folder)
                try:
                    for place in walk(go, run, server.address, kept):
                        print(f"{name}: {place}", flush=True)
                finally:
                    server.stop()


def main() -> None:
    top = parser("engines", __doc__)
    top.add_argument("--only", choices=[name.lower() for name in ENGINES], help="one engine")
    top.add_argument("--games", type=positive, default=1, help="in each")
    top.add_argument("--pace", type=float, default=0.02, help="of the usual time that moves and pauses take")
    top.add_argument("--language", default="en", help="of the page: en, da, nb")
    top.add_argument("--far", choices=("broker", "hand"), help="far games on the site")
    top.add_argument("--screens", action="store_true", help="reload, Back, Forward and Share on every screen")
    words = top.parse_args()
    if words.screens:
        all_screens(words.only)
        return
    if words.far:
        far_games(words.far, words.games)
        return
    for name, engine in ENGINES.items():
        if words.only in (None, name.lower()):
            with engine() as (go, run):
                for seed in range(words.seed, words.seed + words.games):
                    server = Running(Table(seed=seed))
                    try:
                        seen = newcomer(go, run, server.address, words.pace, words.rules.text, words.language)
                    finally:
                        server.stop()
                    print(
                        f"{name}: {words.rules.text}, seed {seed}, "
                        f"{'over' if seen['over'] else 'NOT OVER'} after {seen['turns']} own turns, "
                        f"first capture in turn {seen['first']}, {seen['presses']} presses, "
                        f"{len(seen['dead'])} dead {seen['dead'][:3]}, errors {seen['errors']}",
                        flush=True,
                    )
