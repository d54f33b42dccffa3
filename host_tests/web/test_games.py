"""My games: a thousand of them, and invalid files among them."""

from host.games.archive import Archive
from host_tests.test_archive import growing

# The longest time between two frames of the page, in ms, from now until it is read.
WATCH = """() => { let last = performance.now(); window.longest = 0;
const look = (now) => {
  window.longest = Math.max(window.longest, now - last);
  last = now;
  requestAnimationFrame(look);
};
requestAnimationFrame(look); }"""


def test_ten_thousand_games_are_shown_and_the_page_goes_on(serve, browse, tmp_path):
    record = growing(3)[-1]
    for k in range(10_000):
        (tmp_path / f"20260101-{k:06}-00.txt").write_text("Date: 2026-01-01\n" + record)
    (tmp_path / "20260102-000000-00.txt").write_text("no game")
    page = browse(serve(archive=Archive(tmp_path)).address)
    page.evaluate(WATCH)
    page.evaluate("document.querySelector('#t-games').click()")
    first = page.wait_for_selector("#gamelist li", timeout=60_000)
    assert first.inner_text().startswith("20260102-000000-00.txt · cannot be read as a game")
    assert first.query_selector_all("button") and not first.query_selector("text=Look through it")
    page.wait_for_timeout(500)
    longest = page.evaluate("longest")
    print(f"the page stood at most {longest:.0f} ms")
    rows = page.locator("#gamelist li")
    for count in (50, 100, 150):
        page.wait_for_function("count => document.querySelectorAll('#gamelist li').length >= count", arg=count)
        rows.last.scroll_into_view_if_needed()
    assert longest < 1000 and rows.count() < 1000  # 17 ms on an idle machine
