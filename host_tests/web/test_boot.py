"""The page says why it cannot start: no script, no store, an old browser, no connection."""

import pytest

DENIED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  configurable: true, get() { throw new DOMException("denied", "SecurityError"); },
});"""
FULL = """if (!localStorage.full) {
  localStorage.farname = "Ane";
  for (let most = "x".repeat(1 << 20), k = 0; most; k++) {
    try { localStorage["full" + k] = most; } catch { most = most.slice(most.length >> 1 || 1); }
  }
}"""


@pytest.mark.parametrize(
    ("language", "before", "text"),
    [
        ("en", None, "Opened as a file"),
        ("da", None, "Åbnet som fil"),
        ("nn", None, "Åpnet som fil"),
        ("en", lambda page: page.add_init_script("delete Array.prototype.at"), "too old to play here"),
        ("en", lambda page: page.route("**/main.js", lambda way: way.abort()), "connection"),
    ],
)
def test_why_it_cannot_start_is_said(browse, serve, root, language, before, text):
    address = serve().address if before else (root / "host/web/page/index.html").as_uri()
    page = browse(address, quiet=True, ready=False, before=before, locale=language)
    page.locator("#loading.stopped").filter(has_text=text).wait_for()


@pytest.mark.parametrize(("store", "kept"), [(DENIED, ""), (FULL, "Ane")])
def test_a_browser_that_keeps_nothing(browse, serve, store, kept):
    """The game works, and the notice stays until it is closed; what was kept before still counts."""
    denied = {"quiet": True, "before": lambda page: page.add_init_script(store)}
    throws = (4, 3), (1, 1)  # who begins, and a piece to move at once: without a store, the page goes at its own pace
    page = browse(serve(throws=throws).address, hands="helped", **denied)
    assert page.is_hidden("#loading") and page.input_value("#farname") == kept
    page.locator("#oops").filter(has_text="keeps nothing").wait_for()
    page.click("[data-control=start-two]")
    page.wait_for_selector(".ready")
    assert "keeps nothing" in page.inner_text("#oops")
    page.click("#oopsclose")
    page.locator(".ready").first.click()
    assert page.is_hidden("#alarm")


# Holes that stand before it is known what stands there.
PROBE = """
  window.early = [];
  addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
    const boat = document.querySelector('#boat');
    if (document.querySelector('[data-hole]') && !('phase' in boat.dataset && 'you' in boat.dataset)) early.push(1);
  }).observe(document, {subtree: true, childList: true, attributes: true}));
"""


# A connection may be back before anybody looks again.
LOSSES = """() => new MutationObserver(() => "ready" in boat.dataset || (window.lost = true))
  .observe(boat, { attributeFilter: ["data-ready"] })"""


def test_that_it_loads_is_seen_before_anything_else_has_come(browse, serve):
    """The page alone shows a boat, and what it waits for: its largest text comes with the first paint. A screen reader
    that finds the holes finds the phase, too."""
    server = serve(seed=3, bundled=False)
    address, free, held, main = server.address, [], [], []

    def hold(page):
        page.add_init_script(PROBE)
        page.route("**/*", lambda way: way.continue_() if free or way.request.url == address else held.append(way))
        page.route("**/main.js", lambda way: main.append(way))

    page = browse(address, hands="helped", ready=False, before=hold)
    page.locator("#loading svg").wait_for()
    page.locator("#loading").filter(has_text="Setting up the board").wait_for()
    assert page.evaluate("document.styleSheets.length") == 1 and page.is_hidden("main")
    free.append(True)
    for way in held:
        way.continue_()
    page.locator("#loading").filter(has_text="Setting up the board").wait_for()
    assert page.locator("#loading").bounding_box()["height"] > 100 and page.is_hidden("#table")
    main[0].continue_()
    page.wait_for_selector("#boat[data-ready]")
    assert page.is_hidden("#loading")
    assert page.evaluate("[early.length, document.querySelectorAll('[data-hole]').length]") == [0, 49]
    page.evaluate(LOSSES)
    server.drop_sockets()
    page.wait_for_function("() => window.lost")
    page.wait_for_selector("#boat[data-ready]")
