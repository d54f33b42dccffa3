"""The page says why it cannot start: no script, no store, an old browser, no connection."""

import pytest

DENIED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  configurable: true, get() { throw new DOMException("denied", "SecurityError"); },
});"""


@pytest.fixture
def loads(chromium):
    """loads(address, script, language) -> a page that ran this script first; it may never become ready."""
    contexts = []

    def start(address, script="", language="en", before=None):
        context = chromium.new_context(locale=language)
        contexts.append(context)
        context.add_init_script(script)
        page = context.new_page()
        if before:
            before(page)
        page.goto(address, wait_until="commit")
        return page

    yield start
    for context in contexts:
        context.close()


def says(page, text: str) -> None:
    page.locator("#loading.stopped").filter(has_text=text).wait_for()


@pytest.mark.parametrize(
    ("language", "text"), [("en", "Opened as a file"), ("da", "Åbnet som fil"), ("nn", "Åpnet som fil")]
)
def test_opened_as_a_file(loads, root, language, text):
    says(loads((root / "host/web/page/index.html").as_uri(), language=language), text)


def test_an_old_browser(loads, serve):
    says(loads(serve().address, "delete Array.prototype.at"), "too old to play here")


def test_a_part_that_does_not_come(loads, serve):
    says(loads(serve().address, before=lambda page: page.route("**/main.js", lambda way: way.abort())), "connection")


def test_a_browser_that_keeps_nothing(loads, serve):
    """The game works, and the notice stays until it is closed."""
    page = loads(serve(seed=3).address, DENIED)
    page.wait_for_selector("#boat[data-ready]")
    assert page.is_hidden("#loading")
    page.locator("#oops").filter(has_text="keeps nothing").wait_for()
    page.click("[data-control=start-two]")
    page.wait_for_selector(".ready")
    assert "keeps nothing" in page.inner_text("#oops")
    page.click("#oopsclose")
    page.locator(".ready").first.click()
    assert page.is_hidden("#alarm")


def test_something_is_there_while_it_loads(loads, serve):
    """While the modules load, the page shows something that needs none of them."""
    waiting = []
    page = loads(serve().address, before=lambda page: page.route("**/main.js", lambda way: waiting.append(way)))
    page.locator("#loading").filter(has_text="Setting up the board").wait_for()
    assert page.locator("#loading").bounding_box()["height"] > 100 and page.is_hidden("#table")
    waiting[0].continue_()
    page.wait_for_selector("#boat[data-ready]")
    assert page.is_hidden("#loading")
