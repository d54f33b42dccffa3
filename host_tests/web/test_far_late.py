"""Two friends on the site, whose answers come late: by message and over a real broker; clicks and seconds are printed.

`pytest -s` shows them.
"""

import time

import pytest

from host.web.files import page_files
from host_tests.conftest import NIGHTLY
from host_tests.web.player import PLAYER
from host_tests.web.test_far import fragment, invite, says, ws
from tools import site

# All clocks of a page and its Worker go forward by what is said on this channel.
CLOCK = """{
  const [now, moment] = [Date.now, performance.now.bind(performance)];
  let skipped = 0;
  Date.now = () => now() + skipped;
  performance.now = () => moment() + skipped;
  new BroadcastChannel("clock").onmessage = ({data}) => (skipped += data);
}
"""
CLICKS = "window.clicks = 0; addEventListener('click', (event) => event.isTrusted && clicks++, true);"
MADE = "(record.textContent.match(/^[1-9]/gm) || []).length"
LATE_S = 15 if NIGHTLY else 5


@pytest.fixture
def friend(host, browse):
    """friend(name, link="") -> a page of the site in a browser of its own, with a name, at the card of far games."""
    worker = CLOCK + page_files()["/worker.js"][1].decode("utf-8")
    for path, data in site.page(**{"worker.js": worker.encode()}).items():
        (host.folder / path).write_bytes(data)

    def start(name, link=""):
        page = browse(
            host.address, hands="helped", quiet=True, before=lambda page: page.add_init_script(CLOCK + CLICKS)
        )
        if link:
            page.evaluate("link => (location.hash = link)", link)
            page.locator("#faroops", has_text="invites you to a game").wait_for()
        else:
            page.click("[data-control=start-far]")
        page.fill("#farname", name)
        if link:
            page.click("[data-control=far-join]")
        return page

    return start


def made(page):
    """How many turns a page shows."""
    return page.evaluate(MADE)


def plays(page, seed):
    """Play the turn that is due."""
    turns = made(page)
    page.evaluate(PLAYER, seed)
    page.wait_for_function(f"was => {MADE} > was", arg=turns)
    page.evaluate("clearInterval(player)")


def to_move(pages):
    """The page that has a piece to move: a turn without a move ends by itself, and a title lags behind the board."""
    while True:
        for page in pages:
            if page.title().startswith("●") and page.locator("#boat .ready").count():
                return page
        pages[0].wait_for_timeout(20)


def test_friends_over_a_broker_wait_for_each_other(friend, mosquitto):
    """At once, some seconds late, an hour late, with a closed lid, after a lost broker, and from a second tab."""
    a = friend("Ane")
    b = friend("Bo", invite(a, ws(mosquitto)))
    for page in (a, b):
        page.wait_for_selector("#boat[data-mode=far]")
    print(f"\n{a.evaluate('clicks')} and {b.evaluate('clicks')} clicks until both play")
    lids = {page: page.context.new_cdp_session(page) for page in (a, b)}

    def hour(page, other):
        for one in (page, other):
            one.evaluate("new BroadcastChannel('clock').postMessage(3_600_000)")
        page.wait_for_timeout(500)

    def lid(page, other):
        lids[other].send("Page.setWebLifecycleState", {"state": "frozen"})

    def opened(page, other):
        lids[other].send("Page.setWebLifecycleState", {"state": "active"})

    def broker(page, other):
        mosquitto.kill()
        says(page, "no broker at ")
        mosquitto.start()

    nothing = lambda page, other: None  # noqa: E731
    troubles = {
        "at once": (nothing, nothing),
        f"{LATE_S} s late": (lambda page, other: page.wait_for_timeout(1000 * LATE_S), nothing),
        "an hour late": (hour, nothing),
        "a closed lid": (lid, opened),
        "a lost broker": (broker, nothing),
        "a reload": (lambda page, other: other.reload(), nothing),
        "at once again": (nothing, nothing),
    }
    for number, (name, (before, after)) in enumerate(troubles.items(), 1):
        page = to_move((a, b))
        other = b if page is a else a
        turns = made(page)
        before(page, other)
        plays(page, number)
        after(page, other)
        began = time.monotonic()
        other.wait_for_function(f"was => {MADE} > was", arg=turns)
        print(f"{name}: the other shows it after {time.monotonic() - began:.1f} s")
    tab = b.context.new_page()
    tab.goto(b.url)
    tab.wait_for_selector("#boat[data-mode=far][data-you=B]")
    turns = made(a)
    for page, seed in ((a, 5), (tab, 6)):
        page.evaluate(PLAYER, seed)
    a.wait_for_function(f"was => {MADE} > was + 3", arg=turns)


def test_friends_by_message_need_a_click_to_send_and_two_to_open(friend):
    """An hour passes before each answer, and the page has been loaded again."""
    a = friend("Ane")
    b = friend("Bo", invite(a))
    b.wait_for_selector("#farcard", state="hidden")
    print(f"\n{a.evaluate('clicks')} and {b.evaluate('clicks')} clicks until the invitation is answered")
    share = "navigator.share = async (what) => { window.shared = what.text; }; clicks = 0;"
    a.evaluate(share)
    a.click("[data-control=far-send]")  # else this message is still to be sent when the answer comes
    a.locator("[data-control=far-send]", has_text="Send again").wait_for()
    page, other = b, a
    for count in range(20):
        if count >= 4 and made(a) + made(b) > 3:  # letters may bring links alone
            break
        for one in (a, b):
            one.evaluate(share)
        page.evaluate(PLAYER, count)  # a turn without a move ends by itself
        says(page, "Send your message to ")
        page.evaluate("clearInterval(player)")
        page.click("[data-control=far-send]")
        says(page, f"Waiting for {'Ane' if page is b else 'Bo'} since ")
        text = page.evaluate("shared")
        other.evaluate("new BroadcastChannel('clock').postMessage(3_600_000)")
        other.reload()
        other.wait_for_selector("#far:not([hidden])")
        other.evaluate("clicks = 0")
        other.fill("#faranswer", text)
        other.click("[data-control=far-open]")
        other.wait_for_function("() => document.title.startsWith('●') || far.innerText.includes('Send your message')")
        assert (page.evaluate("clicks"), other.evaluate("clicks")) == (1, 1)
        page, other = other, page
    assert made(a) + made(b) > 3 and fragment(other)
