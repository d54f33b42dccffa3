"""Far games from pages in a real browser: by share and paste, over a real broker, against a terminal."""

import json
import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from daldos.record import read_records
from host.far.end import End
from host.far.letter import NO_LETTER, TORN, parse
from host.far.proof import report
from host_tests.conftest import daldos, few
from host_tests.test_far_disguises import OPENED, REFUSED
from host_tests.web.conftest import SEEN, until
from host_tests.web.player import PLAYER
from host_tests.web.test_room import far_page as far_of


@pytest.fixture
def far_page(serve, browse, tmp_path):
    """far_page(name, seed=1, link="") -> (server, page): a page that can play far games."""

    def start(name, seed=1, link="", **options):
        server = serve(seed=seed, far=far_of(tmp_path / name))
        page = browse(server.address + link, hands="helped", **options)
        if "daldos2." in link and name.istitle():  # an invitation asks for a name
            page.locator("#faroops", has_text="invites you to a game").wait_for()
            page.fill("#farname", name)
            page.click("[data-control=far-join]")
        elif not link:
            page.click("[data-control=start-far]")
            page.fill("#farname", name)
        return server, page

    return start


def invite(page, broker="", rules="norwegian"):
    """Begin a game on a page; returns the link to send."""
    page.select_option("#farrules", rules)
    if broker:
        page.eval_on_selector("#farlive", "fold => fold.open = true")
        page.fill("#farbroker", broker)
    page.click(f"[data-control=far-new{'-broker' if broker else ''}]")
    page.wait_for_selector("#farcard", state="hidden")
    return fragment(page)


def fragment(page, place="#farletter:not(:empty)"):
    """The part after # in a link of the page."""
    return page.locator(place).inner_text().partition("#")[1:] and "#" + page.inner_text(place).partition("#")[2]


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


def keep(folder, broker="", left=None, seed=176) -> tuple:
    """The files of Ane's and Bo's seats; returns their names. left: how many turns the game still has."""
    files: dict = {}

    def kept(seat):
        files[seat.k] = (seat.name, seat.data())
        return 1

    a = End.new("Ane", "norwegian", broker, bytes([seed] * 16), bytes([seed] * 32), kept)
    b = End.join(parse(a.letter()), "Bo", bytes([seed + 1] * 32), kept)
    draw, shots = random.Random(seed), []
    while left is not None and not a.fold.over:
        if not any([a.open(parse(b.written(0))), b.open(parse(a.written(0)))]):
            end = (a, b)[a.fold.to_move()]
            legal = [turn.text for turn in end.fold.turns()]
            shots.append(dict(files))
            end.play(draw.choice([turn for turn in legal if "x" in turn] or legal))
    for k, name in enumerate(("Ane", "Bo")):
        (folder / name).mkdir()
        (folder / name / files[k][0]).write_bytes((shots[-left] if left else files)[k][1])
    return tuple(f"#far={files[k][0][:-4]}" for k in (0, 1))


def test_page_against_page_to_the_end_with_an_onlooker_and_a_rematch(far_page, mosquitto, tmp_path):
    """A game that both resume just before its last turn."""
    links = keep(tmp_path, ws(mosquitto), left=3)
    one, a = far_page("Ane", link=links[0])
    two, b = far_page("Bo", seed=2, link=links[1])
    three, c = far_page("looker", seed=3, link=fragment(a, "[data-link=look]"))
    says(c, "You look on.")
    for page, seed in ((a, 3), (b, 4)):
        page.evaluate(PLAYER, seed)
    for page in (a, b, c):
        page.wait_for_selector("#end:not([hidden])", timeout=600_000)
    assert lines(one) == lines(two) == lines(three) and lines(one)
    game = read_records(one.room.feed.values["record"])[0][1]
    won = {"A": "Ane", "B": "Bo"}[game.winner]
    for page in (a, b, c):
        says(page, f"{won} has won.")
    for name, seat in (("Ane", "a"), ("Bo", "b")):
        assert f"{game.winner} has won" in report(next((tmp_path / name).glob(f"*-{seat}.far")))
    a.click("#far [data-control=far-again]")
    says(b, "Ane invites you to a game")
    b.click("#end [data-control=rematch]")  # the end's own button does the same
    a.wait_for_selector("#boat[data-you=A]")
    b.wait_for_selector("#boat[data-you=B]")
    for page in (a, b, c):
        turns(page, 1)


def test_two_pages_by_message(far_page):
    """Invited with two clicks; one answers by the share dialog, the other pastes, and an old message does no harm."""
    one, a = far_page("Ane")
    two, b = far_page("Bo", seed=2, link=invite(a))
    b.wait_for_selector("#farcard", state="hidden")
    for page, seed in ((a, 3), (b, 4)):
        page.evaluate(PLAYER, seed)
        page.evaluate("navigator.share = async (what) => { window.shared = what; }")

    def passes(page, other, twice=False):
        """Share the letter, paste it at the other, and wait for the answer or the end."""
        says(page, "Send your message to ")
        page.locator("[data-control=far-send]", has_text=re.compile("^Send$")).wait_for()
        page.click("[data-control=far-send]")
        says(page, f"Waiting for {'Ane' if page is b else 'Bo'} since ")
        shared = page.evaluate("shared")
        assert re.match("(Ane|Bo)(: open this|'s turn [0-9]+: )", shared["title"]) and shared["title"] in shared["text"]
        assert len(shared["text"]) < 250
        for text in (shared["text"], "\n\n> " + shared["text"]) if twice else (shared["text"],):
            other.fill("#faranswer", text)
            other.click("[data-control=far-open]")
        says(other, "Send your message to ")

    for count in range(6):
        page, other = ((b, a), (a, b))[count % 2]
        passes(page, other, count == 3)
    says(page, f"Waiting for {'Ane' if page is b else 'Bo'} since ")
    assert page.inner_text("[data-control=far-send]") == "Send again"
    page.click("[data-control=far-qr]")
    page.wait_for_selector("#farpost svg path")
    page.select_option("#language", "nb")
    page.locator("[data-control=far-send]", has_text="Send igjen").wait_for()
    page.evaluate("shared = 0")
    page.click("[data-control=far-send]")
    title = page.wait_for_function("window.shared").json_value()["title"]
    assert re.match("(Ane|Bo)(: åpne dette|s tur [0-9]+: )", title)
    page.select_option("#language", "en")
    one.room.look()
    assert len(lines(one)) > 3 and lines(one)[: len(lines(two))] == lines(two)[: len(lines(one))]
    # back from the list of games, which says how each stands
    for page, way in ((a, ("far-leave", "start-far")), (b, ("new", "start-two"))):  # another game leaves it, too
        own = page.evaluate("clearInterval(player), location.hash")
        page.click(f"[data-control={way[0]}]")
        page.click(f"[data-control={way[1]}]")
        page.wait_for_selector("#far", state="hidden")
        page.wait_for_function("own => location.hash !== own && document.title === 'Daldøs'", arg=own)
        if page is b:
            page.click("header [data-press=t-far]")
        page.locator("#fargames", has_text=re.compile(f"^{'Bo' if page is a else 'Ane'}: ")).wait_for()
        page.click("[data-control=far-game]")
        page.wait_for_selector("#far:not([hidden])")
        page.wait_for_function("own => location.hash === own", arg=own)
    # a message of an unknown game, in one of its disguises
    for text, why in ((OPENED["wrapped at 76"].replace("IgBd", "IABd"), TORN), ("nonsense", NO_LETTER)):
        a.fill("#faranswer", text)
        a.click("[data-control=far-open]")
        a.locator("#oops", has_text=why).wait_for()
        assert a.locator("#alarm").evaluate(SEEN)


def test_the_end_of_a_game_is_told_to_the_other_before_it_is_over(far_page):
    """Ane gives up: until her message has been handed over there is no Play again to throw it away. Then it rides in
    that message."""
    one, a = far_page("Ane")
    two, b = far_page("Bo", seed=2, link=invite(a))
    a.fill("#faranswer", fragment(b))
    a.click("[data-control=far-open]")
    a.wait_for_selector("#boat[data-mode=far]")
    for _ in range(2):
        a.click("[data-control=far-resign]")
    says(a, "Send your message to Bo.")
    assert a.locator("#farletter").inner_text() and not a.locator("[data-control=far-again]").count()
    a.click("[data-control=far-qr]")
    says(a, "Bo has won.")
    a.click("[data-control=far-again]")
    says(a, "Send your message to Bo.")
    b.fill("#faranswer", fragment(a))
    b.click("[data-control=far-open]")
    says(b, "Bo has won.")
    says(b, "Ane invites you to a game")
    b.click("[data-control=far-again]")
    says(b, "Send your message to Ane.")
    a.fill("#faranswer", fragment(b))
    a.click("[data-control=far-open]")
    for page, you in ((a, "A"), (b, "B")):
        page.wait_for_selector(f"#boat[data-mode=far][data-you={you}]")


def test_a_seat_moves_to_another_browser_as_a_file(far_page, tmp_path):
    one, a = far_page("Ane")
    two, b = far_page("Bo", seed=2, link=invite(a))
    with a.expect_download() as saved:
        a.click("[data-control=far-file]")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    _, phone = far_page("phone", seed=3, width=360, height=640)
    phone.set_input_files("#farfile", file)
    phone.wait_for_selector("#farcard", state="hidden")
    phone.fill("#faranswer", fragment(b))
    phone.click("[data-control=far-open]")
    phone.wait_for_selector("#boat[data-mode=far]")
    phone.wait_for_function("() => location.hash.startsWith('#far=')")
    phone.reload()
    says(phone, "Ane – Bo")


@pytest.mark.parametrize("way", ["message", "broker"])
def test_page_against_terminal(way, far_page, mosquitto, tmp_path):
    """A page invites, the commands answer; a turn, a question, and an end."""
    server, a = far_page("Ane", seed=5)
    invitation = invite(a, ws(mosquitto) if way == "broker" else "")

    def terminal(*words) -> dict:
        with ThreadPoolExecutor() as apart:  # the browser's loop runs in this thread
            done = apart.submit(daldos, "far", *words, "--save", tmp_path / "Bo", "--json").result()
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        if way == "message" and told["letter"]:
            a.fill("#faranswer", told["letter"])
            a.click("[data-control=far-open]")
        return told

    told = terminal("open", invitation, "--name", "Bo")
    assert told["seat"] == "b"
    a.wait_for_selector("#boat[data-mode=far]")
    a.evaluate(PLAYER, 3)

    def has_turns() -> bool:
        letter = a.evaluate("farletter.checkVisibility() ? farletter.innerText : ''") if way == "message" else ""
        if letter:
            terminal("open", letter)
        if terminal("letter")["state"] == "turn":
            terminal("play", "1")
        return any(line.startswith("4 ") for line in lines(server))

    until(has_turns)
    turns(a, 4)
    terminal("resign")
    says(a, "Ane has won.")
    says(a, "Bo resigned.")


def test_a_page_comes_back_after_a_reload_a_lost_broker_and_a_new_server(far_page, serve, mosquitto, browse, tmp_path):
    """An invitation in the address connects nowhere before it is accepted. A second page only shows."""
    server, page = far_page("Ane", seed=5, quiet=True)  # the browser logs failed connections
    page.eval_on_selector("#farlive", "fold => fold.open = true")
    for text, why in (
        ("mqtt://broker.example", "must be encrypted"),
        ("ws://127.0.0.1:9", "no broker at ws://127.0.0.1:9"),
    ):
        page.fill("#farbroker", text)
        page.click("[data-control=far-new-broker]")
        page.wait_for_function("why => document.body.innerText.includes(why)", arg=why)
    page.click("[data-control=far-leave]")
    other, friend = far_page("Bo", quiet=True)
    invitation = invite(friend, ws(mosquitto))
    seats = set((tmp_path / "Ane").glob("*.far"))
    page.goto(server.address + invitation)
    page.reload()
    page.locator("#faroops", has_text=ws(mosquitto)).wait_for()
    assert set((tmp_path / "Ane").glob("*.far")) == seats and not server.room.behind.far.address
    page.click("[data-control=far-join]")
    page.wait_for_selector("#boat[data-mode=far]")
    friend.wait_for_selector("#boat[data-mode=far]")
    page.reload()
    page.wait_for_selector("#boat[data-mode=far]")
    assert page.locator("#farcard").is_hidden()
    own = page.evaluate("location.hash")
    second = browse(server.address + own, hands="helped", quiet=True)
    second.wait_for_selector("#far:not([hidden])")
    assert not second.locator("#faracts button").count() and second.is_hidden("#farpost")
    second.click("#ask")  # Play here
    second.wait_for_selector("#faracts button")
    page.locator("#faracts button").first.wait_for(state="detached")
    page.click("#ask")
    page.wait_for_selector("#faracts button")
    assert server.room.behind.far.seat.key.hex() not in str(server.room.feed.values)
    mosquitto.kill()
    says(page, "no broker at ws://127.0.0.1")
    mosquitto.start()
    page.wait_for_function("() => !far.innerText.includes('no broker')")
    second.close()
    server.stop()
    again = serve(seed=7, far=far_of(tmp_path / "Ane"), port=server.port)
    for one, seed in ((page, 3), (friend, 4)):
        one.evaluate(PLAYER, seed)
    turns(page, 6)
    assert len(lines(again)) > 5 and lines(other)[:6] == lines(again)[:6]


def test_a_link_in_its_disguises_is_opened_on_the_page(host, browse):
    """By the Worker's Python, as the command line does; or refused for the true reason."""
    page = browse(host.address, hands="helped")
    refused = [name for name, (text, _) in REFUSED.items() if text]
    for name in [*few(OPENED, 8), *few(refused, 3)]:
        text = REFUSED[name][0] if name in REFUSED else OPENED[name]
        page.click("[data-control=start-far]")
        page.fill("#farlink", text)
        page.click("[data-control=far-join]")
        where, said = ("#oops", REFUSED[name][1]) if name in REFUSED else ("#faroops", "Ane invites you to a game")
        print(name)  # the last one printed is the one that fails
        page.locator(where, has_text=said).wait_for()
        page.click("#sheetclose")
    page.wait_for_selector("#farcard", state="hidden")
    page.goto(host.address + "#" + OPENED["percent-encoded"])
    for _ in range(2):  # at once, and when it has asked
        page.reload()
        page.locator("#faroops", has_text="Ane invites you to a game").wait_for()
