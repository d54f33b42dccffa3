"""Each screen has an address: Back leaves it for the one below and never the game by accident, a reload is the same
screen, and the boat lies the same way round on all of them. What a visitor meets in the first minute is understood."""

import json
import time

import pytest

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host.games.play import first_game
from host.web.files import PAGE
from host_tests.conftest import NIGHTLY, few
from host_tests.test_archive import growing
from host_tests.web.conftest import SEEN, accessible
from host_tests.web.player import PLAYER
from lab import engines, places

HERE = "location.hash"
SHOWN = """() => [
  ["starting", "learning", "replaying"].filter((room) => document.body.classList.contains(room)).join(),
  document.querySelector("#sheet[open] section:not([hidden])")?.id || "",
]"""


def shows(page, room: str, sheet: str = "", address: "str | None" = None) -> None:
    """Wait until this is what the page shows, at this address."""
    page.wait_for_function(f"wanted => ({SHOWN})().join('|') === wanted", arg=f"{room}|{sheet}")
    if address is not None:
        page.wait_for_function("wanted => location.hash === wanted", arg=address)


def test_back_on_a_phone_closes_what_is_open_and_keeps_the_game(serve, browse, tmp_path):
    server = serve(archive=Archive(tmp_path), throws=[(3, 4), (1, 2), (1, 1)])
    page = browse(server.address, hands="helped", width=360, height=740, has_touch=True)
    shows(page, "starting", address="")
    page.tap("[data-control=start-two]")
    page.wait_for_selector(".ready")
    shows(page, "", address="#/play")
    record = page.text_content("#record")
    for control, section, address in (("settings", "options", "#/settings"), ("learn", "learn", "#/learn")):
        page.evaluate(f"document.querySelector('#t-{control}').click()")
        shows(page, "", section, address)
        page.go_back()
        shows(page, "", address="#/play")
    page.go_forward()
    shows(page, "", "learn", "#/learn")
    page.click("#lessonlist li:nth-child(4) button")
    shows(page, "learning", address="#/learn/4")
    page.reload()
    shows(page, "learning", address="#/learn/4")
    page.go_back()
    shows(page, "", address="#/play")
    assert page.text_content("#record") == record and record
    page.go_back()
    shows(page, "starting", address="")
    page.go_forward()
    shows(page, "", address="#/play")
    # closed by its own button or by a key, a sheet leaves no trace: Back goes to the start card
    page.evaluate("document.querySelector('#t-settings').click()")
    shows(page, "", "options")
    page.click("#sheetclose")
    shows(page, "", address="#/play")
    page.go_back()
    shows(page, "starting", address="")


def test_a_record_is_at_the_same_turn_after_a_reload_and_back_leads_to_the_game(serve, browse):
    game = play_game(parse_rules("norwegian"), Xorshift32(20))
    page = browse(serve(saved=(game, "game", 0, "", 20)).address, hands="helped")
    page.click("[data-control=start-resume]")
    shows(page, "", address="#/play")
    page.evaluate("document.querySelector('#replay').click()")
    shows(page, "replaying", address="#/turn/0")
    for _ in range(3):
        page.click("#next")
    shows(page, "replaying", address="#/turn/3")
    page.reload()
    shows(page, "replaying", address="#/turn/3")
    page.wait_for_function("() => document.querySelector('#step').value === '3'")
    page.go_back()
    shows(page, "", address="#/play")


def test_an_address_opens_by_itself_and_an_unknown_one_is_the_start(serve, browse):
    for place, room, sheet in (("#/learn/2", "learning", ""), ("#/settings", "starting", "options")):
        shows(browse(serve().address + place, hands="helped"), room, sheet, place)
    shows(browse(serve().address + "#/nowhere", hands="helped"), "starting", "", "")


# Which way round a boat lies: the direction from its row B to its row A, upwards or downwards.
ROUND = """(selector) => {
  const boat = document.querySelector(selector);
  const middle = (e) => e.getBoundingClientRect().y + e.getBoundingClientRect().height / 2;
  const mean = (letter) => {
    const all = [...boat.querySelectorAll(`.side${letter} .collar`)].map(middle);
    return all.reduce((sum, y) => sum + y, 0) / all.length;
  };
  return mean("A") > mean("B") ? "light below" : "dark below";
}"""


def test_the_boat_lies_the_same_way_round_on_every_screen(serve, browse):
    page = browse(serve(throws=[(3, 4), (1, 2)]).address, hands="helped", width=1280, height=800)
    found = [page.evaluate(ROUND, "#boat")]
    page.click("[data-control=start-board]")
    page.wait_for_selector("#boat[data-you=A] [data-hole=A1][data-piece=a]")
    found.append(page.evaluate(ROUND, "#boat"))
    page.evaluate("document.querySelector('#t-analysis').click()")
    page.wait_for_selector("#study:visible")
    found.append(page.evaluate(ROUND, "#boat"))
    page.click("#leave")
    page.evaluate("document.querySelector('#t-learn').click()")
    page.click("#lessonlist li:nth-child(2) button")
    shows(page, "learning")
    found.append(page.evaluate(ROUND, "#boat"))
    assert found == ["light below"] * 4


@pytest.mark.parametrize("language", ["en", "da", "nb"])
def test_the_header_is_one_line_where_a_board_can_be_connected(serve, browse, language):
    server = serve(throws=[(3, 4), (1, 2)])
    serial = (
        "Object.defineProperty(navigator, 'serial', { value: { getPorts: async () => [], addEventListener() {} } });"
    )
    page = browse(
        server.address,
        hands="helped",
        width=768,
        height=1024,
        before=lambda page: page.add_init_script(f"{serial} localStorage.language = '{language}'"),
    )
    one_line = "document.querySelector('header').offsetHeight <= 56 && document.body.scrollHeight <= innerHeight"
    assert page.evaluate(one_line)
    page.click("[data-control=start-board]")
    page.wait_for_selector(".ready")
    assert page.evaluate(one_line)


def test_a_newcomer_touches_a_piece_within_ten_seconds_and_is_told_why_he_begins(serve, browse):
    """A newcomer begins, with a dal; a second game is thrown like any other."""
    page = browse(serve(seed=4).address, hands="helped", guided=True, pace=1, reduced_motion="no-preference")
    page.wait_for_selector("[data-control=start-board]")
    begun = time.monotonic()
    page.click("[data-control=start-board]")
    page.wait_for_selector("#sub:has-text('The higher sum begins: you')")
    page.click(".ready")
    page.click("[data-target='1']")
    page.wait_for_selector("#dicepair .used")
    assert time.monotonic() - begun < 10
    assert "0 A 34" in page.text_content("#record")
    page.click("#acts [data-control=know]")
    page.click("#t-new")
    page.click("[data-control=start-board]")
    page.wait_for_function("() => !document.querySelector('#record').textContent.includes('0 A 34')")


@pytest.mark.parametrize("language", few(["nb", "en", "da"], 1))
def test_a_newcomer_plays_a_whole_game_by_what_is_lit_and_written(serve, browse, language):
    """In each language; the first capture comes within ten turns, and no press is in vain."""
    address = serve(seed=4).address
    page = browse(address, hands="helped", guided=True)
    seen = engines.newcomer(page.goto, page.evaluate, address, 0.02, "danish", language)
    assert seen["over"] and 0 < seen["first"] <= 10, seen
    assert not seen["dead"] and not seen["errors"], seen
    assert page.get_attribute("html", "lang") == language and page.inner_text("#endsay")


def test_play_is_within_three_tabs(serve, browse):
    for guided in (True, False):
        page = browse(serve().address, hands="helped", guided=guided, width=1280, height=800)
        page.evaluate("new Promise(requestAnimationFrame)")  # the page has been seen
        names = []
        for _ in range(3):
            page.keyboard.press("Tab")
            names.append(page.evaluate("document.activeElement.dataset.control || ''"))
        assert "start-board" in names, names


def test_digits_lead_from_the_start_card(serve, browse, tmp_path):
    page = browse(serve(archive=Archive(tmp_path)).address, hands="helped")
    for key, room, sheet in (
        ("4", "starting", "learn"),
        ("3", "starting", "games"),
        ("2", "starting", "puzzles"),
        ("1", "", ""),
    ):
        page.wait_for_selector("#today:visible")
        page.keyboard.press(key)
        shows(page, room, sheet)
        if key != "1":
            page.keyboard.press("1")  # of the start card alone
            assert page.evaluate("sessionStorage.begun") == "no"
            page.go_back()
            shows(page, "starting")


def test_the_opening_throw_is_told_before_the_first_turn(serve, browse):
    page = browse(serve(throws=[(3, 4), (2, 2), (1, 3)]).address, hands="helped", pace=1)
    page.click("[data-control=start-two]")
    page.wait_for_selector("#sub:has-text('Light threw 3 and 4. The higher sum begins.')")
    page.wait_for_selector("#sub:has-text('Light begins: 7 against 4.')")
    page.wait_for_selector(".ready")
    assert "Light begins: 7 against 4." in page.inner_text("#sub")


def test_the_end_is_whole_on_a_laptop(serve, browse, tmp_path):
    game = play_game(parse_rules("danish"), Xorshift32(52))
    server = serve(saved=(game, "solo", 4, "B"), archive=Archive(tmp_path))
    page = browse(server.address, hands="helped", begun="yes", width=1280, height=800)
    page.wait_for_selector("#enddecide .small")
    page.wait_for_selector("#endrated:has-text('Your rating')")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for k in range(page.locator("#foot .tool:visible").count()):
        assert page.locator("#foot .tool:visible").nth(k).evaluate(SEEN)
    assert "You captured" in page.inner_text("#endwhy") and ", the board " in page.inner_text("#endwhy")


OWN = [("Light", "1 of 2"), ("Light", "2 of 2, after 3"), ("Dark", "1 of 2"), ("Dark", "2 of 2, after ✕")]


# ... the letters on the boat, and how many of its pieces are turned.
BOAT = "[...document.querySelectorAll('#boat [data-hole]')].map((hole) => hole.dataset.piece || '.').join('')"


def test_home_has_play_with_the_last_choice_todays_puzzle_and_what_goes_on(serve, browse, tmp_path, monkeypatch):
    """As pictures: a press on one goes on with it."""
    archive, names = Archive(tmp_path), []
    for seed in (3, 4, 5, 6):
        names.append(archive.keep(growing(seed)[30], {"B": "The board"}, ""))
        archive.go_on("")
    monkeypatch.setattr("host.games.files.Files.CHECKED", 0)  # as with more new games than are checked at once
    illegal = archive.read(names[0]).replace(" A1", " A9")  # no turn of that throw; the newest by its name
    (tmp_path / "20991231-000000-00.txt").write_text(illegal)
    page = browse(serve(archive=Archive(tmp_path)).address, hands="helped", width=1280, height=800)
    page.wait_for_function("() => document.querySelectorAll('#goinglist .small').length === 3")
    assert page.is_hidden(".pitch") and page.is_hidden("[data-control=start-resume]")
    page.wait_for_selector("#todaydice i")
    shipped = json.loads((PAGE / "puzzles-danish.json").read_text())
    stands = [
        "".join(row.ljust(16 + k % 2, ".") for k, row in enumerate(one[0].split()[0].split("/"))) for one in shipped
    ]
    assert page.evaluate(BOAT) in stands
    page.click("#goinglist li:nth-child(2) button")
    shows(page, "", address="#/play")
    game = first_game(archive.read(sorted(names)[-2]))[1]
    page.wait_for_function("count => record.textContent.includes(`\\n${count} `)", arg=len(game.plies))
    page.go_back()
    shows(page, "starting")
    page.wait_for_selector("[data-control=start-resume] .small")
    assert page.locator("#goinglist .small").count() == 3  # the one that is played stands first, and once
    page.click("#boat")
    shows(page, "learning", address="#/puzzle/")
    page.go_back()
    page.select_option("[data-control=level]", "3")
    page.select_option("[data-control=side]", "B")
    page.select_option("[data-control=rules]", "norwegian")
    page.click("[data-control=start-board]")
    page.wait_for_selector("#boat[data-rules=norwegian][data-you=B]")
    page.reload(wait_until="commit")
    page.evaluate("history.back()")  # before the page is there, when `go_back` may be refused
    page.wait_for_load_state()
    shows(page, "starting")
    page.reload()
    shows(page, "starting")
    chosen = [page.input_value(f"[data-control={name}]") for name in ("level", "side", "rules")]
    assert chosen == ["3", "B", "norwegian"]


def test_a_solved_puzzle_is_a_peg_of_the_week(serve, browse):
    page = browse(serve().address, hands="helped")
    page.click("#today")
    shows(page, "learning")
    while page.locator("#acts [data-control=show]").count():
        page.click("#acts [data-control=show]")
        page.wait_for_timeout(50)
    page.click("#acts [data-control=leave]")
    shows(page, "starting")
    page.wait_for_selector("#todayweek .solved.now")
    assert page.locator("#todayweek .solved.now").count() == page.locator("#todayweek .solved").count() == 1


def test_a_first_visit_is_one_picture_two_sentences_and_play(serve, browse):
    for width, height in ((390, 844), (1280, 800)):
        page = browse(serve().address, hands="helped", guided=True, width=width, height=height)
        page.wait_for_selector("#boat .litway")
        assert page.evaluate(BOAT).count("A") == 1 and page.locator("#boat .taken").count()
        for control in ("#going", "#today", "#lastchoice"):
            assert page.is_hidden(control)
        assert page.locator(".pitch").evaluate(SEEN) and page.locator("[data-control=start-board]").evaluate(SEEN)
        page.click("[data-control=start-board]")
        page.wait_for_selector(".ready")
        page.wait_for_function(f"() => !{BOAT}.includes('A')")


def test_own_dice_say_whose_and_which(serve, browse):
    page = browse(serve().address, hands="helped")
    page.click("[data-control=start-dice]")
    said = []
    for face in "3412":
        said.append(page.inner_text("#padsay"))
        page.locator("#pad button").nth(int(face) - 1).click()
        page.wait_for_function("was => padsay.textContent !== was || pad.hidden", arg=said[-1])
    assert said == [f"{who}: die {k}" for who, k in OWN]


@pytest.mark.parametrize(
    ("mode", "control", "winner", "say"),
    [
        ("start-board", "resign", "B", "The board won"),
        ("start-two", "resign", "other", "other won."),
        ("start-two", "draw", "", "Nobody has won."),
    ],
)
def test_a_game_is_given_up(serve, browse, tmp_path, mode, control, winner, say):
    archive = Archive(tmp_path)
    page = browse(serve(archive=archive, throws=[(3, 4), (1, 2), (1, 2), (2, 2)]).address, hands="helped")
    page.click(f"[data-control={mode}]")
    page.wait_for_selector(".ready")
    assert page.is_hidden("#t-resign")  # there is nothing to give up yet
    page.evaluate(PLAYER, 1)
    page.wait_for_function("() => /^2 B/m.test(record.textContent)")
    page.evaluate("window.waits = true")
    page.wait_for_function("() => window.player === 0")
    page.wait_for_selector("#t-resign:visible")
    mover = page.get_attribute("#boat", "data-player")
    winner, say = (
        winner.replace("other", "BA"["AB".index(mover)]),
        say.replace("other", {"A": "Dark", "B": "Light"}[mover]),
    )
    page.click("#t-resign")
    page.click("#acts [data-control=back]")
    page.click("#t-resign")
    page.click(f"#acts [data-control={control}]")
    page.wait_for_selector("[data-panel=end]:visible")
    assert page.inner_text("#endsay") == say and page.get_attribute("#end", "data-winner") == winner
    entry = archive.entries()[0]
    assert entry["result"] == (winner or "-") and entry["level"] == ("2" if mode == "start-board" else "")


def test_a_position_is_played_on_with_its_throw_and_ends_with_its_pieces(serve, browse):
    page = browse(serve().address, hands="helped", width=1280, height=800)
    page.click("[data-control=start-two]")
    page.wait_for_selector("#boat[data-phase]")
    page.evaluate("document.querySelector('#t-analysis').click()")
    page.click("#setup > summary")
    page.fill("#anaposition", "A..............." + "/" + "." * 17 + "/" + "B............... A 14")
    page.click("#anatext button")
    page.click("[data-control=play-on]:enabled")
    page.wait_for_selector("#boat[data-throw='14'][data-phase=play]")
    assert [page.inner_text(f"#strip{side} .count") for side in "AB"] == ["0", "0"]


def test_the_start_card_shows_the_game_that_is_chosen(serve, browse):
    """Its hull and its start, at once; a game begun under the rules chosen stays in view."""
    page = browse(serve(seed=2).address, hands="helped")
    for rules, hull, pieces, kings in (
        ("vuovdaguoika", "plank", 31, 1),
        ("sig", "sand", 24, 0),
        ("danish", "boat", 32, 0),
    ):
        page.select_option("#pickrules", rules)
        page.wait_for_selector(f"#boat[data-hull={hull}]")
        page.wait_for_function(
            "count => document.querySelectorAll('#boat .pieces .piece').length === count", arg=pieces
        )
        assert page.locator("#boat .king").count() == kings
        accessible(page, rules)


def test_options_are_chosen_and_said_in_words(serve, browse):
    address = serve().address
    page = browse(address + "?rules=mary-rose,jump=any,dal_moves=false", hands="helped")
    page.locator(
        "#ruleline", has_text="A piece that is turned stays where it is. You may jump over any piece."
    ).wait_for()
    assert page.evaluate("pickrules.selectedOptions[0].textContent") == "Mary Rose, 13 holes, changed"
    page.select_option("[data-control=rules]", "danish")
    page.click("#ruleoptions summary")
    for sentence, word in (("A side with", "one piece left"), ("A dal turns", "the sternmost piece")):
        page.locator("#rulelist li", has_text=sentence).locator("select").select_option(label=word)
    accessible(page)
    page.click("[data-control=start-two]")
    page.wait_for_selector("#boat[data-rules='danish,dal_order=sternmost,lose_at=1']")
    page.goto(address)
    page.wait_for_selector("#boat[data-ready]")
    page.click("#t-new")
    page.locator(
        "#ruleline", has_text="A dal turns the sternmost piece. A side with one piece left has lost."
    ).wait_for()
    page.select_option("[data-control=rules]", "sig")
    assert page.is_hidden("#ruleoptions")


def archived(folder) -> "tuple[Archive, str]":
    archive = Archive(folder)
    name = archive.keep(write_record(play_game(parse_rules("norwegian"), Xorshift32(20))), {"B": "The board"}, "")
    archive.go_on("")
    return archive, name


def test_a_kept_game_has_an_address_for_each_turn(serve, browse, tmp_path):
    """It opens by itself where the game is; elsewhere the page says that it is not there."""
    archive, name = archived(tmp_path / "games")
    server = serve(archive=archive)
    page = browse(server.address, hands="helped")
    page.click("[data-control=start-two]")
    shows(page, "", address="#/play")
    page.evaluate("document.querySelector('#t-games').click()")
    page.click(f"#gamelist [data-game='{name}'] .looked")
    shows(page, "replaying", address=f"#/game/{name}/turn/0")
    for _ in range(3):
        page.click("#next")
    place = f"#/game/{name}/turn/3"
    shows(page, "replaying", address=place)
    page.reload()
    shows(page, "replaying", address=place)
    page.go_back()
    shows(page, "", address="#/play")
    page.go_forward()
    shows(page, "replaying", address=place)
    page = browse(server.address + place, hands="helped")
    shows(page, "replaying", address=place)
    assert page.input_value("#step") == "3"
    page.click("#leave")
    shows(page, "")  # it looks on: the first page plays
    page = browse(serve(archive=Archive(tmp_path / "others")).address + place, hands="helped")
    shows(page, "starting", "", "")
    page.wait_for_selector("#alarm:has-text('This game is not kept here')")


def test_an_analysed_position_has_an_address(serve, browse):
    position = "A..............." + "/" + "." * 17 + "/" + "B............... A 14"
    place = "#/analysis/danish/" + position.replace(" ", "_")
    page = browse(serve().address + place, hands="helped")
    shows(page, "replaying", address=place)
    page.wait_for_selector("#anaturns li")
    page.focus("#step")
    page.keyboard.press("2")
    page.keyboard.press("3")
    shows(page, "replaying", address=place[:-2] + "23")
    page.reload()
    shows(page, "replaying", address=place[:-2] + "23")
    page.wait_for_selector("#dicepair[aria-label='2 and 3']")
    page.go_back()
    shows(page, "starting", "", "")
    page = browse(serve().address + "#/analysis/danish/nonsense", hands="helped")
    page.wait_for_selector("#alarm:visible")
    shows(page, "replaying", address="#/analysis/danish/" + "a" * 16 + "/" + "." * 17 + "/" + "b" * 16 + "_A_-")


def test_reload_back_forward_a_new_visit_and_share_on_every_screen(browse, bundle, monkeypatch, tmp_path):
    """As `python -m lab engines --screens` does in Firefox and WebKit, too; by day on every other one."""
    monkeypatch.setattr("host.web.server.page_files", lambda: bundle)
    server, kept = places.served(tmp_path)
    page = browse(server.address, hands="helped", begun="yes")
    each = 1 if NIGHTLY else 2
    assert len(list(places.walk(page.goto, page.evaluate, server.address, kept, each))) == (14 if NIGHTLY else 7)
    page.context.close()
    server.stop()


def test_an_unknown_address_says_so(serve, browse):
    page = browse(serve().address + "#/nowhere", hands="helped")
    page.wait_for_selector("#alarm:has-text('There is nothing at this address.')")
    shows(page, "starting", "", "")
