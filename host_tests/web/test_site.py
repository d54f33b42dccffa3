"""The site in a real browser, served by nothing but a file server: the game runs in a Worker of the page."""

import functools
import http.server
import shutil
import threading

import pytest

from host_tests.web.player import Player
from tools import site


class Files(http.server.SimpleHTTPRequestHandler):
    """A file server that says nothing."""

    def log_message(self, *_):
        pass


class Host:
    """A folder on the web until it is stopped; address: of its game."""

    def __init__(self, folder):
        self.folder = folder
        handler = functools.partial(Files, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://localhost:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    site.write(folder)
    return folder


@pytest.fixture
def host(built, tmp_path):
    """The site on the web, in a copy that the test may change."""
    found = Host(shutil.copytree(built, tmp_path / "site"))
    yield found
    found.stop()


def test_first_turn_in_the_worker(host, browse):
    page = browse(host.address + "?seed=5&rules=naesheim")
    boat = page.locator("#boat")
    page.wait_for_selector("#boat[data-behind=worker][data-phase=opening][data-rules=naesheim]")
    player = Player(page, "click", seed=2, patience=4)
    while not player.turns:
        player.step()
    assert boat.get_attribute("data-phase") in ("throw", "play")
    assert page.locator("[role=log]").inner_text().count("has played") == 1


def test_a_killed_tab_goes_on_where_it_was(host, browse):
    page = browse(host.address + "?seed=7")
    player = Player(page, "click", seed=2, patience=4)
    while player.turns < 2:
        player.step()
    record = player.state()["last"]
    for _ in range(2):
        page.goto(host.address + "icon.svg")  # whatever ran there is gone at once
        page.goto(host.address)
        page.wait_for_selector("#boat[data-ready]:not([data-phase=setup])")
        player.wait(lambda now: record in page.locator("#record").text_content(), record)
    page.click("#t-games")
    page.wait_for_selector("#gamelist li")
    assert page.locator("#gamelist li").count() == 1


def test_offline_after_the_first_visit(host, browse):
    page = browse(host.address + "?seed=5")
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.active.state)")
    page.wait_for_function("navigator.serviceWorker.controller")
    host.stop()
    page.reload()
    page.wait_for_selector("#boat[data-ready][data-phase=opening]")
