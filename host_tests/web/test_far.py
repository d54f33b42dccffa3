"""Far games from pages in a real browser over a real broker, against a page and a terminal."""

import contextlib
import random
import re
import subprocess
import threading
import time

import pytest

from companion.far.end import End
from companion.far.link import Link
from daldos.notation import turn_text
from daldos.record import read_records
from host.far.files import SeatFiles
from host.far.verify import report
from host.web.far import FarPage
from host_tests.conftest import DALDOS
from host_tests.web.conftest import SEEN
from host_tests.web.player import PLAYER
from host_tests.web.test_room import by_message, guests


@pytest.fixture
def far_page(serve, browse, tmp_path):
    """far_page(name, seed=1, link="") -> (server, page): a page that can play far games."""

    def start(name, seed=1, link="", **options):
        server = serve(seed=seed, far=FarPage(SeatFiles(tmp_path / name)))
        page = browse(server.address + link, hands="helped", **options)
        if "broker=post" in link:  # a message needs no connection
            if name.istitle():  # but an invitation a name
                page.locator("#faroops", has_text="say your name first").wait_for()
                page.fill("#farname", name)
                page.click("[data-control=far-join]")
        elif link:
            page.click("[data-control=far-join]")
        else:
            page.click("[data-control=start-far]")
            page.fill("#farname", name)
        return server, page

    return start


def invite(page, broker, rules="norwegian", turn_s=0):
    """Make a link on a page; returns the other player's."""
    page.select_option("#farrules", rules)
    page.eval_on_selector("#farlive", "fold => fold.open = true")
    page.fill("#farbroker", broker)
    page.fill("#fartime", str(turn_s))
    page.click("[data-control=far-new-broker]")
    return fragment(page.locator("[data-link=other]").inner_text())


def fragment(address):
    return address[address.index("#far=") :]


def says(page, text):
    page.wait_for_function("text => document.querySelector('#far').innerText.includes(text)", arg=text)


def turns(page, count):
    """Wait until the page's board has this many turns."""
    script = "count => document.querySelector('#record').textContent.includes('\\n' + count + ' ')"
    page.wait_for_function(script, arg=count)


def lines(server):
    return [line for line in server.room.feed.values["record"].split("\n") if line[:1].isdigit()]


def ws(mosquitto):
    return f"ws://127.0.0.1:{mosquitto.ws_port}/mqtt"


def keep(folder, link, secret, left=None):
    """The files of Ane's and Bo's ends, from this secret and the next; left: how many turns the game still has."""
    ends = []
    for name, at in (("Ane", link), ("Bo", link.other())):
        own = bytes([secret + len(ends)] * 32)
        ends.append(End(at, own, name, "norwegian"))
        (folder / name).mkdir()
        (folder / name / f"{at.game}-{at.seat}.far").write_text(f"{at.text()}\nsecret {own.hex()}\n")
    if left is None:
        return
    draw, sent, turns = random.Random(secret), [], []
    while not ends[0].fold.over:
        message = ends[0].due() or ends[1].due()
        if not message:
            game = ends[0].fold.game
            legal = [turn_text(game.position, turn) for turn in game.legal.turns]
            message = ends[game.side].turn(draw.choice([turn for turn in legal if "x" in turn] or legal))
            turns.append(len(sent))
        sent.append(message)
        for end in ends:
            end.take(*message)
    lines = [f"{topic} {payload}\n" for topic, payload in sent[: turns[-left]]]
    for path in folder.glob("*/*.far"):
        path.write_text(path.read_text() + "".join(lines))


def test_page_against_page_to_the_end_with_an_onlooker_and_a_rematch(far_page, mosquitto, tmp_path):
    """A game that both resume just before its last turn."""
    link = Link.new(ws(mosquitto), bytes(range(32)))
    keep(tmp_path, link, 176, left=1)  # with these dice it is Bo's, and forced
    one, a = far_page("Ane", link=link.text())
    says(a, "The other is away.")
    two, b = far_page("Bo", seed=2, link=link.other().text())
    says(a, "The other is there.")
    three, c = far_page("looker", seed=3, link=fragment(a.locator("[data-link=look]").inner_text()))
    says(c, "You look on.")
    says(b, "The other is there.")
    b.locator("#boat .ready").first.click()
    says(a, "Bo is choosing: ")
    for page, seed in ((a, 3), (b, 4)):
        page.evaluate(PLAYER, seed)
    for page in (a, b, c):
        page.wait_for_selector("#end:not([hidden])", timeout=600_000)
    assert lines(one) == lines(two) == lines(three) and lines(one)
    game = read_records(one.room.feed.values["record"])[0][1]
    assert game.winner
    says(a, game.winner + " has won.")
    for name, seat in (("Ane", "a"), ("Bo", "b")):
        told = "\n".join(report(next((tmp_path / name).glob(f"*-{seat}.far"))))
        assert f"{game.winner} has won" in told and "MACs are right" in told
    a.click("#far [data-control=far-rematch]")
    b.click("#far [data-control=far-rematch]")
    says(b, "The other is there.")
    a.wait_for_selector("#boat[data-you=B]")
    turns(a, 1)


def test_two_pages_by_message(far_page):
    """Invited with two clicks; one answers by the share dialog, the other pastes, and an old message does no harm."""
    one, a = far_page("Ane")
    a.click("[data-control=far-new]")
    a.wait_for_selector("#farcard", state="hidden")
    two, b = far_page("Bo", seed=2, link=fragment(a.locator("#farletter:not(:empty)").inner_text()))
    for page, seed in ((a, 3), (b, 4)):
        page.evaluate(PLAYER, seed)
        page.evaluate("navigator.share = async (what) => { window.shared = what; }")

    def passes(page, other, twice=False):
        """Share the message, paste it at the other, and wait for the answer or the end."""
        assert page.inner_text("[data-control=far-send]") == "Send"
        page.click("[data-control=far-send]")
        shared = page.evaluate("shared")
        assert re.match("Daldøs: (Bo|Dark|Ane), turn [0-9]+$", shared["title"]) and shared["title"] in shared["text"]
        assert len(shared["text"]) < 250
        before = other.inner_text("#farletter")
        for text in (shared["text"], "\n\n " + shared["text"]) if twice else (shared["text"],):
            other.fill("#faranswer", text)
            other.click("[data-control=far-open]")
        script = "before => !end.hidden || ![before, ''].includes(document.querySelector('#farletter').textContent)"
        other.wait_for_function(script, arg=before)

    for count in range(6):
        page, other = ((b, a), (a, b))[count % 2]
        passes(page, other, count == 3)
    says(page, f"Waiting for {'Ane' if page is b else 'Bo'} since ")
    assert page.evaluate("Object.values(JSON.parse(localStorage.fargames))[0].due") == "other"
    page.click("[data-control=far-send]")  # once more: no answer comes
    shared = page.evaluate("shared")
    assert shared["title"] == "Daldøs: Ane waits for you" and shared["text"].endswith(page.inner_text("#farletter"))
    page.click("[data-control=far-qr]")
    page.wait_for_selector("#farpost svg path")
    page.select_option("#language", "nb")
    page.locator("[data-control=far-send]", has_text="Send en påminnelse").wait_for()
    page.select_option("#language", "en")
    one.room.look()
    assert len(lines(one)) > 3 and lines(one)[: len(lines(two))] == lines(two)[: len(lines(one))]
    # back from the list of games, which says whose turn it is
    assert ("● Your turn" in a.title()) == (len(lines(one)) % 2 == 0 and "turn" in a.inner_text("#farsay"))
    assert a.evaluate("Object.values(JSON.parse(localStorage.fargames))[0].names") == [
        "Ane",
        "Bo",
    ]
    for page, way in ((a, ("far-leave", "start-far")), (b, ("new", "start-two"))):  # another game leaves it, too
        own = page.evaluate("clearInterval(player), document.title = 'Your turn', location.hash")
        page.click(f"[data-control={way[0]}]")
        page.click(f"[data-control={way[1]}]")
        page.wait_for_selector("#far", state="hidden")
        assert page.evaluate("[location.hash, document.title]") == ["", "Daldøs"]
        if page is b:
            page.click("header [data-press=t-far]")
        page.click("[data-control=far-game]")
        page.wait_for_selector("#far:not([hidden])")
        assert page.evaluate("location.hash") == own
        page.evaluate(PLAYER, 3)
    # a message of an unknown game
    a.fill("#faranswer", "https://daldos.example/#post=" + "A" * 100)
    a.click("[data-control=far-open]")
    a.wait_for_function("() => document.querySelector('#oops').textContent.includes('open it where you play')")
    assert a.locator("#alarm").evaluate(SEEN)
    a.click("#sheetclose")
    a.fill("#faranswer", "nonsense")
    a.click("[data-control=far-open]")
    a.locator("#oops", has_text="nonsense").wait_for()
    assert a.locator("#alarm").evaluate(SEEN) and a.locator("#farpost .row").evaluate(SEEN)


def test_the_end_of_a_game_is_told_to_the_other_before_it_is_over(far_page, tmp_path):
    """Bo gives up: until his message has been handed over there is no Play again to throw it away."""
    one, a = far_page("Ane")
    a.click("[data-control=far-new]")
    a.wait_for_selector("#farcard", state="hidden")
    two, b = far_page("Bo", seed=2, link=fragment(a.locator("#farletter:not(:empty)").inner_text()))
    a.fill("#faranswer", b.locator("#farletter:not(:empty)").inner_text())
    a.click("[data-control=far-open]")
    a.wait_for_selector("#boat[data-mode=far]")
    for _ in range(2):
        a.click("[data-control=far-resign]")
    says(a, "B has won.")
    says(a, "Send your message to the other player.")
    assert not a.locator("[data-control=far-rematch]").count()
    assert a.evaluate("Object.values(JSON.parse(localStorage.fargames))[0].due") == "send"
    a.click("[data-control=far-qr]")
    a.wait_for_selector("[data-control=far-rematch]")
    assert a.evaluate("Object.values(JSON.parse(localStorage.fargames))[0].due") == "over"
    b.fill("#faranswer", a.inner_text("#farletter"))
    b.click("[data-control=far-open]")
    says(b, "B has won.")
    b.wait_for_selector("[data-control=far-rematch]")


def test_a_seat_moves_to_another_browser_and_back_as_a_file(far_page, tmp_path):
    one, a = far_page("Ane")
    a.click("[data-control=far-new]")
    (bo,) = guests(tmp_path, "Bo")
    a.fill("#faranswer", by_message(bo, fragment(a.locator("#farletter:not(:empty)").inner_text())))
    bo.room.far.leave()
    a.click("[data-control=far-open]")
    a.click("[data-control=far-move]")
    says(a, "This seat has moved.")
    link = fragment(a.locator("[data-link=moved]").inner_text())
    a.click("#farlinks button:has-text('QR code')")
    a.wait_for_selector("#farlinks svg path")
    two, phone = far_page("phone", seed=3, link=link, width=360, height=640)
    phone.wait_for_selector("#boat[data-you=A]")
    phone.wait_for_selector("#far:not([hidden])")
    assert "&end=" not in phone.url and two.room.far.post.plays and not one.room.far.post.plays
    phone.click("[data-control=far-move]")
    with phone.expect_download() as saved:
        phone.click("#farlinks button:has-text('Save as a file')")
    saved.value.save_as(tmp_path / saved.value.suggested_filename)
    assert saved.value.suggested_filename == next((tmp_path / "phone").glob("*.far")).name
    a.click("[data-control=far-leave]")
    a.click("[data-control=start-far]")
    a.set_input_files("#farfile", tmp_path / saved.value.suggested_filename)
    a.wait_for_selector("#far:not([hidden])")
    a.wait_for_selector("[data-control=far-resign]")
    assert one.room.far.post.plays and not two.room.far.post.plays
    assert "their MACs are right" in report(tmp_path / saved.value.suggested_filename)[0]


def test_page_against_terminal_with_take_back_words_and_resigning(far_page, mosquitto, tmp_path):
    from playwright.sync_api import TimeoutError

    _, page = far_page("Ane", seed=5)
    link = invite(page, ws(mosquitto))
    command = [*DALDOS, "far", "join", link, "--name", "Bo", "--save", str(tmp_path / "Bo")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as terminal:
        said = []

        def listen():
            for line in terminal.stdout:
                said.append(line.rstrip())
                if line.startswith("   1  "):  # always its first turn
                    terminal.stdin.write("1\n")

        def until(wanted):
            end = time.monotonic() + 240
            while not any(re.match(wanted, line) for line in said):
                assert time.monotonic() < end, (wanted, said)
                page.wait_for_timeout(50)

        threading.Thread(target=listen, daemon=True).start()
        try:
            until("The other is there.")
            page.evaluate(PLAYER, 3)
            until("6 [AB]")
            page.evaluate("waits = true")
            page.wait_for_function("() => player === 0")
            page.click("#t-undo")
            until("The other asks to take turn")
            says(page, "You have asked to take turn")
            page.evaluate("localStorage.pace = 0.1")
            for _ in range(60):
                if page.inner_text("#say") == "Turn done.":
                    break
                with contextlib.suppress(TimeoutError):  # after the last move there is nothing to click
                    page.locator("#boat .ready, #boat [data-target]:not([data-target=''])").first.click(timeout=500)
            page.locator("#say", has_text="Turn done.").wait_for()
            page.wait_for_timeout(1000)
            assert page.is_hidden("#alarm")  # the turn waits for the answer
            terminal.stdin.write("yes\n")
            until("Taken back to turn")
            page.click("[data-control=far-well_played]")
            until("A: well played")
            terminal.stdin.write("say thanks\n")
            says(page, "Bo: Thank you")
            page.click("[data-control=far-resign]")
            page.click("[data-control=far-resign]")
            until("B has won. A resigned")
            says(page, "Ane resigned.")
            says(page, "B has won.")
            page.evaluate("document.querySelector('#t-analysis').click()")
            page.wait_for_selector("#anahere:enabled")  # it is over, and may be looked at
        finally:
            terminal.kill()


def test_what_will_not_do_is_said_and_a_page_comes_back_whose_second_tab_only_shows(
    far_page, serve, mosquitto, browse, tmp_path
):
    """A page that is reopened, and one left open while its broker, then its server, restarts."""
    server, page = far_page("Ane", seed=5, quiet=True)  # the browser logs failed connections
    page.eval_on_selector("#farlive", "fold => fold.open = true")
    for field, control, text, why in (
        ("link", "join", "#far=1&broker=ws://localhost&game=<b>x</b>&key=b&seat=b", "expected 26 letters"),
        ("broker", "new-broker", "mqtt://broker.example", "must be encrypted"),
        ("broker", "new-broker", "ws://127.0.0.1:9", "no broker at ws://127.0.0.1:9"),
    ):
        page.fill(f"#far{field}", text)
        page.click(f"[data-control=far-{control}]")
        page.wait_for_function("why => document.body.innerText.includes(why)", arg=why)
        assert not page.locator("#oops b").count()
    page.click("[data-control=far-leave]")
    page.click("[data-control=start-far]")
    # a link in the address connects nowhere before it is opened
    carry, server.room.far.carrier = server.room.far.carrier, (carried := []).append  # the only way out
    link, seats = Link.new(ws(mosquitto), bytes(range(32))), set(tmp_path.rglob("*.far"))
    page.goto(server.address + link.text())
    page.reload()
    page.wait_for_function("text => document.querySelector('#faroops').textContent.includes(text)", arg=link.broker)
    page.wait_for_timeout(500)
    assert not carried and set(tmp_path.rglob("*.far")) == seats
    page.click("[data-control=far-join]")
    page.wait_for_selector("#far:not([hidden])")
    assert carried[0].link.text() == link.text()
    server.room.far.carrier = carry
    carry(carried[0])
    says(page, "Send the link")
    made = page.evaluate("location.hash")
    page.reload()  # the seat is its own now: the page returns to it
    page.wait_for_selector("#far:not([hidden])")
    assert page.locator("#farcard").is_hidden()
    assert page.evaluate("location.hash") == made == server.room.far.links()["own"]
    second = browse(server.address + made, hands="helped", quiet=True)
    second.wait_for_selector("#far:not([hidden])")
    assert not second.locator("#faracts button").count() and server.room.far.post.plays
    assert "key=" not in str(server.room.feed.values)  # only the playing page gets the key
    mosquitto.kill()
    says(page, "no broker at ws://127.0.0.1")
    mosquitto.start()
    says(page, "Send the link")
    second.close()
    server.stop()
    again = serve(seed=7, far=FarPage(SeatFiles(tmp_path / "Ane")), port=server.port)
    for _ in range(2000):
        if again.room.far.post and again.room.far.post.plays and again.room.far.post.synced:
            return
        page.wait_for_timeout(20)
    raise AssertionError("the page does not play its far game again")
