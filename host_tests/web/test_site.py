"""The site in a real browser, served by a plain file server: the game runs in the page's Worker."""

import base64
import hashlib
import json
import re
from urllib.parse import unquote

import pytest

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host_tests.conftest import NIGHTLY
from host_tests.test_archive import growing
from host_tests.web.conftest import SEEN, accessible, until
from host_tests.web.player import PLAYER, Player

KILLED = 100 if NIGHTLY else 4  # tabs per series


FULL = """() => {
  globalThis.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room here", "QuotaExceededError"); };
}"""
ROOM = """() => new Promise((resolve) => {
  IDBObjectStore.prototype.put = function (...words) {
    this.transaction.addEventListener("complete", resolve);
    return put.apply(this, words);
  };
})"""
HEAR = """() => {
  const oops = document.querySelector("#oops");
  window.oopses = "";
  new MutationObserver(() => void (oopses += oops.textContent)).observe(oops, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("series", range(10 if NIGHTLY else 1))
def test_a_killed_tab_goes_on_where_it_was(host, browse, series):
    """What the page has shown survives a tab that navigates away, reloads or closes, and a store that was full for a
    while."""
    page = browse(f"{host.address}?seed={series + 7}")
    player = Player(page, "click", seed=series + 2, patience=8)
    for k in range(KILLED):
        full = k % 3 == 2
        if full:
            page.evaluate(HEAR)
            page.workers[0].evaluate(FULL)
        if player.over():
            page.evaluate("document.querySelector('#manage').open = true")
            page.click("#new")
            page.wait_for_timeout(500)
            player.press()
            page.wait_for_selector("#boat[data-phase=opening]")
        player.step()
        record = page.text_content("#record")
        if full:
            page.wait_for_function("oopses.includes('no room here')")  # the notice disappears by itself
            page.workers[0].evaluate(ROOM)  # it retries
        if k % 3 == 0:
            page.goto(host.address + "documents/index.html")  # whatever ran there ends at once
            page.goto(f"{host.address}?seed={k + 8}")
        elif full:
            page.reload()
        else:
            page.close()
            player.page = page = page.context.new_page()
            page.goto(f"{host.address}?seed={k + 8}")
        page.wait_for_selector("#boat[data-ready]:not([data-phase=setup])")
        page.locator("#record", has_text=record.strip()).wait_for(state="attached")
        page.wait_for_selector("#button:enabled")  # it has the seat
    page.click("#t-games")
    page.wait_for_selector("#gamelist li")


class Friend:
    """Somebody who opens the site for the first time, and presses what is in view. clicks: how often."""

    def __init__(self, browse, phone, address, broker):
        def before(page):
            page.add_init_script("navigator.share = async (what) => { window.shared = what.text; }")
            page.route("**/site.json", lambda route: route.fulfill(json={"broker": broker}))

        phones = {"width": 360, "height": 640, "is_mobile": True, "has_touch": True}
        size = phones if phone else {"width": 1366, "height": 600}
        self.page, self.clicks = browse(address, hands="helped", guided=True, before=before, **size), 0

    def press(self, control):
        self.page.wait_for_function(SEEN, arg=self.page.wait_for_selector(control))
        self.page.click(control)
        self.clicks += 1

    def share(self):
        """Send what is to be sent; returns its link."""
        self.press("[data-control=far-send]")
        return self.page.wait_for_function("window.shared").json_value().partition("#")[2]


@pytest.mark.parametrize(("way", "phone"), [("message", True), ("broker", False)])
def test_a_friend_is_invited_with_two_clicks_and_a_share(host, browse, mosquitto, way, phone):
    """Clicks from the site's address until both play; what is pressed after the start page is in view."""
    broker = f"ws://127.0.0.1:{mosquitto.ws_port}/mqtt" if way == "broker" else ""
    ane = Friend(browse, phone, host.address, broker)
    ane.page.click("[data-control=start-far]")
    ane.page.fill("#farname", "Ane")
    ane.press(f"[data-control=far-new{'-broker' if broker else ''}]")
    link = ane.share()
    bo = Friend(browse, phone, f"{host.address}#{link}", broker)
    bo.page.fill("#farname", "Bo")
    bo.press("[data-control=far-join]")
    if not broker:
        ane.page.fill("#faranswer", "#" + bo.share())
        ane.press("[data-control=far-open]")
    for friend in (ane, bo):
        friend.page.wait_for_selector("#boat[data-mode=far]")
        assert friend.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (ane.clicks, bo.clicks) == ((2, 1) if broker else (3, 2))


def test_the_first_load_is_small(built):
    said = (built.parent / "said").read_text()
    assert int(said.split("is ")[1].split(" KB")[0]) <= 440
    for later, most in [("fonts/*", 80_000), ("*.png", 60_000)]:  # fetched while it is played, and for a link to it
        assert 0 < sum(file.stat().st_size for file in built.glob(later)) < most


def test_what_the_first_game_does_not_need_comes_after_it(host, browse):
    """It is played with what has come first; what needs more waits for that."""
    asked, waiting = [], []

    def watch(page):
        page.context.on("request", lambda request: asked.append(request.url.removeprefix(host.address)))
        page.context.route("**/rooms.pack", lambda route: waiting.append(route))

    page = browse(f"{host.address}?seed=5", hands="helped", before=watch, service_workers="allow")
    page.click("[data-control=start-board]")
    page.evaluate(PLAYER, 2)
    page.wait_for_function("() => (record.textContent.match(/^[1-9]/gm) || []).length > 5")
    page.click("[data-control=workshop]")
    assert page.get_attribute("#boat", "data-hands") == "helped"
    while waiting:
        waiting.pop().continue_()
    page.wait_for_selector("#boat[data-hands=own]")
    later = [path.startswith(("rooms.pack", "sw.js", "fonts/", "endings/", "mqtt.js")) for path in asked]
    assert set(asked[: later.index(True)]) >= {"first-en.pack", "kernel.pack", "micropython.pack", "main.js"}


def test_all_links_of_the_site_lead_to_a_place_in_it(built):
    pages = {page: page.read_text(encoding="utf-8") for page in built.rglob("*.html")}
    assert len(pages) > 20
    for page, text in pages.items():
        assert "default-src 'none'" in text or "pcb" in page.parts  # drawn by another program
        for target in re.findall(r'(?:href|src)="([^"]*)"', text):
            path, _, anchor = unquote(target).partition("#")
            if ":" in path:
                assert path.startswith(("https://", "http://", "mailto:")), target  # loaded by no page
                continue
            there = (page.parent / path).resolve() if path else page
            assert there.is_relative_to(built) and there.is_file(), f"{page}: {target}"
            if anchor and there in pages:
                assert f'id="{anchor}"' in pages[there], f"{page}: {target}"


def test_the_documents_are_searched(host, browse):
    held = []

    def hold(page):
        page.route("**/search.js", lambda way: held.append(way))

    page = browse(host.address + "documents/index.html", ready=False, before=hold)
    page.fill("#search", "dalled jump enemy")  # typed before its code is there
    for _ in range(500):
        if held:
            break
        page.wait_for_timeout(20)
    held[0].continue_()
    page.wait_for_selector("#found a")
    page.locator("#found a").first.click()
    page.wait_for_selector("main h1")
    assert "/documents/" in page.url


def test_a_new_version_is_taken_when_asked_breaks_no_open_page_and_is_there_offline(host, browse):
    page = browse(host.address + "?seed=5", service_workers="allow")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()  # from here on it has an earlier version
    page.wait_for_selector("#boat[data-ready]")
    other = page.context.new_page()
    other.goto(host.address)
    other.wait_for_selector("#boat[data-ready]")
    other.evaluate("window.before = true")
    guide = host.folder / "documents/index.html"
    guide.write_bytes(guide.read_bytes().replace(b"</main>", b"<p id=newer>newer</p></main>"))  # of a version not kept
    reader = page.context.new_page()
    assert reader.goto(host.address + "documents/index.html").ok
    assert reader.locator("#newer").count() == 1
    old = (host.folder / "sw.js").read_text(encoding="utf-8")
    style = (host.folder / "css/page.css").read_bytes()
    changed = style + b"\n/* newer */\n"
    new = old.replace(hashlib.sha256(style).hexdigest(), hashlib.sha256(changed).hexdigest())
    (host.folder / "sw.js").write_text(re.sub('VERSION = ".', 'VERSION = "x', new), encoding="utf-8")
    shown = "fetch('css/page.css').then((answer) => answer.text()).then((text) => text.includes('newer'))"
    page.reload()  # half of the new version is there: it is rejected
    page.wait_for_selector("#boat[data-ready]")
    assert not page.evaluate(shown)
    (host.folder / "css/page.css").write_bytes(changed)
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    page.wait_for_selector("#update button")
    assert not page.evaluate(shown)
    page.click("#update button")
    other.wait_for_function("() => !window.before")  # a page of the old version would get the new one's files
    other.wait_for_selector("#boat[data-ready]")
    page.wait_for_function("() => " + shown)
    host.stop()
    page.reload()
    page.wait_for_selector("#boat[data-ready]")


def test_what_a_link_to_it_and_a_telephone_show(host):
    html = (host.folder / "index.html").read_text(encoding="utf-8")
    assert 'name="description"' in html and 'property="og:title"' in html
    manifest = json.loads((host.folder / "app.webmanifest").read_text(encoding="utf-8"))
    named = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    for name, size in [("icon-180.png", 180), ("icon-192.png", 192), ("icon-512.png", 512), ("share.png", 1200)]:
        assert name in named or f'"{name}"' in html
        data = (host.folder / name).read_bytes()
        assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20], "big") == size


def test_two_tabs_have_a_board_each_and_one_archive(host, browse, tmp_path):
    """All games are saved as one file, and added by one."""
    first = browse(host.address)
    games = "Date: 2026-01-02\nRules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n"
    (tmp_path / "games.txt").write_text(games)
    first.click("#t-games")
    first.wait_for_selector("#games:visible")  # then somebody listens
    first.set_input_files("#gamesimport", tmp_path / "games.txt")
    first.wait_for_selector("#gamelist li button")
    first.click("#sheetclose")
    second = first.context.new_page()
    second.goto(host.address)
    second.wait_for_selector("#boat[data-ready]")
    assert [page.evaluate("sessionStorage.board") for page in (first, second)] == ["board-1", "board-2"]
    Player(first, "click", seed=2, patience=8).step()
    second.reload()
    second.wait_for_selector("#boat[data-ready]")
    assert ["0 A" in page.text_content("#record") for page in (first, second)] == [True, False]
    second.click("#t-games")
    second.wait_for_selector("#gamelist li button")
    with second.expect_download() as download:
        second.click("#gamesall")
    assert download.value.path().read_text().split() == games.split()


def test_a_large_archive_in_the_browsers_store_is_loaded_and_listed(host, browse):
    """15 MB of games: more than Python's heap takes as one text."""
    record = max((growing(seed)[-1] for seed in range(20)), key=len)
    whole = "Date: 2026-01-02\nEvent: " + "long " * (7400 // 5 - len(record) // 5) + "\n" + record
    page = browse(host.address)
    page.evaluate(
        """async (file) => {
          const open = indexedDB.open("daldos", 1);
          await new Promise((done) => (open.onsuccess = done));
          const writing = open.result.transaction("files", "readwrite");
          for (let k = 0; k < 1500; k++) {
            writing.objectStore("files").put(file, `games/20260102-${String(k).padStart(6, "0")}-00.txt`);
          }
          await new Promise((done) => (writing.oncomplete = done));
        }""",
        base64.b64encode(whole.encode()).decode(),
    )
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_function("() => gamecount.textContent === '1500 games'")
    page.click("#gamelist li:first-child button:text-is('Delete')")
    page.wait_for_function("() => gamecount.textContent === '1499 games'")
    kept = """async () => {
      const open = indexedDB.open("daldos", 1);
      await new Promise((done) => (open.onsuccess = done));
      const files = open.result.transaction("files").objectStore("files");
      const counting = files.count(IDBKeyRange.bound("games/2", "games/3"));
      await new Promise((done) => (counting.onsuccess = done));
      open.result.close();
      return counting.result;
    }"""
    until(lambda: page.evaluate(kept) == 1499)


def test_an_import_is_kept_once_it_is_said_to_be_done(host, browse, tmp_path):
    games = [write_record(play_game(parse_rules("cerne-abbey"), Xorshift32(k + 1))) for k in range(60)]
    (tmp_path / "games.txt").write_text("\n".join(games))
    page = browse(host.address)
    page.click("#t-games")
    page.wait_for_selector("#games:visible")
    page.set_input_files("#gamesimport", tmp_path / "games.txt")
    page.wait_for_function("() => handing.hidden && handsay.textContent === '60 games added.'")
    page.goto(host.address + "documents/index.html")  # whatever ran there ends at once
    page.goto(host.address)
    page.wait_for_selector("#boat[data-ready]")
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_function("() => gamecount.textContent === '60 games'")


def test_a_refused_store_is_said_and_played_on(host, browse):
    refuse = "IDBFactory.prototype.open = () => { throw new DOMException('no room here', 'QuotaExceededError'); };\n"
    worker = host.folder / "worker.js"
    worker.write_text(refuse + worker.read_text())
    page = browse(host.address + "?seed=5&rules=naesheim", quiet=True)
    page.wait_for_selector("#oops:has-text('no room here')")
    page.wait_for_selector("#boat[data-behind=worker][data-rules=naesheim]")
    player = Player(page, "click", seed=2, patience=4)
    player.step()
    player.step()
    assert player.state()["opening"] == 2


def test_a_part_that_does_not_come_and_an_address_that_asks_for_nonsense_are_said(host, browse):
    part = host.folder / "micropython.pack"
    part.rename(host.folder / "late")
    page = browse(host.address, quiet=True, ready=False, hands="helped")
    page.locator("#loading.stopped", has_text="The page could not be loaded whole.").wait_for()
    (host.folder / "late").rename(part)
    page.goto(host.address + "?mode=nonsense&seed=1.5")
    page.locator("#oops", has_text="mode 'nonsense': expected one of game, roller, wooden, diagnose, solo").wait_for()
    page.wait_for_selector("#boat[data-ready][data-behind=worker]")


def test_whoever_has_no_board_yet_is_told_how_a_pico_becomes_one(host, browse):
    page = browse(host.address, width=360, locale="da-DK")
    none = "async () => { throw new DOMException('none', 'NotFoundError'); }"
    page.evaluate(f"Object.defineProperty(navigator, 'serial', {{ value: {{ requestPort: {none} }} }})")
    page.locator("[data-press=t-settings]:visible").first.click()
    page.locator("[data-press=connect]:visible").click()
    page.wait_for_selector("#firmware:visible")
    assert "BOOTSEL" in page.inner_text("#firmware")
    with page.expect_download() as download:
        page.click("#images a:text-is('Raspberry Pi Pico 2 W')")
    assert download.value.path().read_text() == "daldos-pico-2-w.uf2"
    accessible(page, "firmware")
    page.goto(host.address + "documents/docs/flashing.html")
    accessible(page, "a document")


def test_what_is_asked_for_early_is_used(host, browse):
    """A browser warns three seconds after the load of what was not."""
    said = []
    page = browse(
        host.address, hands="helped", before=lambda page: page.on("console", lambda message: said.append(message))
    )
    page.wait_for_timeout(4500)
    assert [message.text for message in said if "preload" in message.text] == []


def test_a_half_played_turn_outlasts_a_reload(host, browse):
    page = browse(host.address, hands="helped", guided=True)
    page.click("[data-control=start-board]")
    page.click(".ready")
    page.click("[data-target='1']")
    page.wait_for_selector("#dicepair .used")
    stand = "[...document.querySelectorAll('#boat [data-hole]')].map((hole) => hole.dataset.piece || '.').join('')"
    before = page.evaluate(stand)
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    page.wait_for_selector("#dicepair .used")
    assert page.evaluate(stand) == before
