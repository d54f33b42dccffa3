"""Fixtures for the browser tests: a server that runs beside the test, and a real browser."""

import asyncio
import contextlib
import os
import shutil
import time
from pathlib import Path

import pytest

from host.sim.table import Table
from host.web.files import TYPES, page_files
from host_tests.conftest import got
from lab.browser import Host, Running, chromium_binary

# Whether an element is in view, and its middle is not covered.
SEEN = """(part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  const inside = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
  return inside && part.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
WAIT_MS = 120_000  # for events that take seconds on a quiet machine


def until(found, seconds: float = 60.0):
    """The first true answer, asked for again and again."""
    end_s = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < end_s, "it did not come"
        time.sleep(0.01)
    return answer


def accessible(page, what: str = "", let: tuple = ("minor", "moderate")) -> None:
    """The accessibility checker finds nothing but what is let pass, and nothing overflows sideways."""
    import axe_playwright_python.sync_playwright as checker

    axe = checker.Axe()
    if page.evaluate("'axe' in window"):
        axe.axe_script = "0"  # it is there, and warm
    found = axe.run(page).response["violations"]
    told = [(what, one["id"], one["impact"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found]
    assert not [one for one in told if one[2] not in let], told
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), what


@pytest.fixture(scope="session")
def bundle():
    """The page's files, its modules and styles bundled as for the site: to open it takes a third less."""
    from tools import site

    got("wasm")
    made = {f"/{path}": (TYPES.get(Path(path).suffix, ""), data) for path, data in site.page().items()}
    kind, html = made["/index.html"]
    return page_files() | made | {"/": (kind, html.replace(site.HEAD.encode(), b""))}


@pytest.fixture
def serve(request, monkeypatch):
    """serve(seed=1, speed=1, throws=(), ...) -> Running, which throws these first; stopped at the end of the test.

    bundled: as a browser gets the page here; if not, as `daldos web` serves it.
    """
    running = []

    def start(table=None, seed=1, throws=(), bundled="browse" in request.fixturenames, **options):
        files = request.getfixturevalue("bundle") if bundled else page_files()
        monkeypatch.setattr("host.web.server.page_files", lambda: files)
        table = table or Table(seed=seed)
        table.throws += throws
        running.append(Running(table, **options))
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A folder with the site and stand-in downloads; the build's output is beside it in `said`. One for all workers."""
    from tools import site
    from tools.filelock import held

    got("wasm")
    base = tmp_path_factory.getbasetemp()
    work = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "whole-site"
    with held(work.with_suffix(".lock")):
        if not (work / "site").exists():
            (work / "release").mkdir(parents=True)
            for name in ("daldos-pico-2-w.uf2", "daldos-pico.uf2", "SHA256SUMS"):
                (work / "release" / name).write_text(name)
            with (work / "said").open("w") as said, contextlib.redirect_stdout(said):
                site.write(work / "site", work / "release")
    return work / "site"


@pytest.fixture
def host(built, tmp_path):
    """Serves a copy of the site that the test may change."""
    found = Host(shutil.copytree(built, tmp_path / "site"))
    yield found
    found.stop()


@pytest.fixture(scope="session")
def started_browser():
    """(a headless browser: $CHROMIUM or Debian's; its driver's event loop)"""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        pytest.skip(f"no playwright here: {error}; tools/test.sh installs it")
    with sync_playwright() as playwright:
        # CI runs as root, so no sandbox; it loads only the page under test
        browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def chromium(started_browser):
    """The browser. Its driver's loop counts as running only during a test, since other tests run loops of their own."""
    browser, loop = started_browser
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def browse(chromium):
    """browse(address, width, height, hands, ...) -> a page in its own small window; its errors fail the test.

    hands: `own` asks for the simulated board instead of a game. before: called with the page while it is still empty.
    guided: as for a new player. begun: `yes` goes on without the start card. pace: of what is done by itself; moves are
    animated only on request. ready: whether to wait until it can be played.
    """
    contexts = []
    problems = []

    def start(
        address,
        width=800,
        height=600,
        quiet=False,
        hands="own",
        before=None,
        guided=False,
        begun="no",
        pace=0.2,
        ready=True,
        **options,
    ):
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("service_workers", "block")  # it would fetch the whole site again
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        known = "" if guided else "localStorage.guide ??= 'known'; "
        known += f"localStorage.outlook ??= 'no'; localStorage.pace ??= {pace}; "  # one judge per test would be slow
        context.add_init_script(f"{known}localStorage.hands ??= '{hands}'; sessionStorage.begun ??= '{begun}'")
        contexts.append(context)
        context.set_default_timeout(WAIT_MS)
        page = context.new_page()
        if not quiet:
            page.on("pageerror", lambda error: problems.append(error.stack or str(error)))
            page.on("console", lambda message: message.type == "error" and problems.append(message.text))
        if before:
            before(page)
        page.goto(address, wait_until="load" if ready else "commit")
        if ready:
            page.wait_for_selector(f"#boat[data-ready]{'[data-hands=own]' if hands == 'own' else ''}")
        return page

    yield start
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture
def playing(serve, browse):
    """playing(throws, mode, table, ...) -> (server, page) with a new game; the last of these throws is to be played."""

    def start(throws=((3, 4), (1, 2), (1, 1)), mode="start-two", table=None, **options):
        server = serve(table, throws=throws)
        page = browse(server.address, hands="helped", **options)
        page.click(f"[data-control={mode}]")
        page.wait_for_selector(".ready")
        return server, page

    return start
