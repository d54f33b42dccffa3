"""My games: a thousand of them, and invalid files among them."""

import json
import re
import threading
from datetime import date

import pytest

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host.web import adviser, commands, handing
from host_tests.test_archive import growing
from host_tests.web.conftest import accessible

# The longest time between two frames of the page, in ms, from now until it is read.
WATCH = """() => { let last = performance.now(); window.longest = 0;
const look = (now) => {
  window.longest = Math.max(window.longest, now - last);
  last = now;
  requestAnimationFrame(look);
};
requestAnimationFrame(look); }"""

# Counts how often the page asks for a text as it is shown, which makes the browser lay the page out at once.
NO_LAYOUT = """() => { window.asked = 0;
const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText");
Object.defineProperty(HTMLElement.prototype, "innerText", { get() { asked += 1; return get.call(this); } }); }"""


def test_thousands_of_games_are_shown_and_the_page_goes_on(serve, browse, tmp_path):
    record = growing(3)[-1]
    for k in range(2_000):
        (tmp_path / f"20260101-{k:06}-00.txt").write_text("Date: 2026-01-01\n" + record)
    (tmp_path / "20260102-000000-00.txt").write_text("no game")
    page = browse(serve(archive=Archive(tmp_path)).address)
    page.evaluate(WATCH)
    page.evaluate(NO_LAYOUT)
    page.evaluate("document.querySelector('#t-games').click()")
    first = page.wait_for_selector("#gamelist li", timeout=60_000)
    assert first.inner_text().startswith("20260102-000000-00.txt · cannot be read as a game")
    assert first.query_selector_all("button") and not first.query_selector(".looked")
    page.wait_for_timeout(500)
    longest = page.evaluate("longest")
    print(f"the page stood at most {longest:.0f} ms")
    rows = page.locator("#gamelist li")
    page.evaluate("dispatchEvent(new ErrorEvent('error', { message: 'a fault' }))")
    for count in (50, 100, 150):
        page.wait_for_function("count => document.querySelectorAll('#gamelist li').length >= count", arg=count)
        rows.last.scroll_into_view_if_needed()
    rows.nth(120).scroll_into_view_if_needed()
    rows.nth(120).locator(".looked svg").wait_for()
    assert "a fault" in page.inner_text("#oops")  # what the list asks for by itself takes no error away
    assert longest < 1000 and rows.count() < 1000  # 17 ms on an idle machine
    assert page.evaluate("asked") == 0  # each of the list's many parts would lay out the page


def test_a_big_import_that_is_cancelled_says_what_was_taken(serve, browse, tmp_path):
    """Exactly as many games as it says are there; then the whole file, which adds the rest."""
    archive = Archive(tmp_path / "games")
    games = [write_record(play_game(parse_rules("cerne-abbey"), Xorshift32(k + 1)), {"A": "Ane"}) for k in range(300)]
    games[3] = games[3].replace("\n9 ", "\n90 ")  # kept up to there
    file = tmp_path / "games.txt"
    file.write_text("\n".join(games))
    page = browse(serve(archive=archive).address)
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_selector("#games:visible")
    page.set_input_files("#gamesimport", str(file))
    page.wait_for_function("() => parseInt(handsay.textContent) >= 20")
    page.click("#handstop")
    page.wait_for_selector("#handing", state="hidden")
    said = page.inner_text("#handsay")
    added, percent = int(said.split(" ")[0]), int(re.search(r"Cancelled: (\d+) % of the file was read", said).group(1))
    page.wait_for_function("count => gamecount.textContent === `${count} games`", arg=added)
    page.wait_for_timeout(300)
    assert len(Archive(tmp_path / "games").entries()) == added and 20 <= added < 300
    assert 100 * added / 300 - 5 < percent < 100
    assert "expected throw number 9" in page.inner_text("#handpassed")
    page.set_input_files("#gamesimport", str(file))
    page.locator("#handsay", has_text=f"{300 - added} games added, {added} already here.").wait_for()


def test_a_list_that_is_still_coming_goes_on_where_it_was_scrolled_to(serve, browse, tmp_path, monkeypatch):
    """The first part has some more games than are listed at once; the second comes when all of them are in view."""
    scrolled, frame = threading.Event(), handing.Listing.frame
    monkeypatch.setattr(handing, "ENTRIES", 60)
    monkeypatch.setattr(handing.Listing, "frame", lambda self: (not self._at or scrolled.wait(60)) and frame(self))
    for k in range(130):
        (tmp_path / f"20260101-{k:06}-00.txt").write_text("no game")
    page = browse(serve(archive=Archive(tmp_path)).address)
    page.evaluate("document.querySelector('#t-games').click()")
    rows = page.locator("#gamelist li")
    rows.nth(49).scroll_into_view_if_needed()
    rows.nth(59).wait_for()
    scrolled.set()
    rows.nth(99).wait_for()


def test_what_is_looked_at_makes_room(serve, browse, tmp_path):
    """A lesson, a replay, the games and the game that goes on, at the board and not."""
    archive = Archive(tmp_path)
    archive.keep(growing(3)[9])
    page = browse(serve(archive=archive).address, hands="helped")

    def game(what):
        page.click("#t-games")
        page.click(f"#gamelist {what}")

    page.click("[data-control=start-learn]")
    page.wait_for_selector(".learning")
    game(".looked")
    page.wait_for_selector("#replaybar:visible")
    page.wait_for_selector("body:not(.learning)")
    unused = page.locator("#boat .unused")
    assert unused.count() == 12  # of a Norwegian game
    page.select_option("#language", "da")
    page.locator("#steptext", has_text="Norsk").wait_for()
    page.select_option("#language", "en")
    page.click("#t-learn")
    page.locator("#lessonlist button").nth(1).click()
    page.wait_for_selector("#replaybar", state="hidden")
    assert unused.count() == 0
    game(".resume")
    page.wait_for_selector("body:not(.learning)")
    for turns, goes_on in (
        (9, lambda: game(".resume")),
        (0, lambda: page.evaluate("replay.click()") or page.click("[data-control=play-on]")),
    ):
        page.click("[data-control=workshop]")
        page.reload()
        page.wait_for_selector("#boat[data-hands=own]")  # as left
        goes_on()
        page.wait_for_selector("#boat[data-hands=helped]")
        page.wait_for_function("turns => document.querySelectorAll('#history li').length === turns", arg=turns)
    assert page.is_hidden("#alarm")


def test_what_was_given_away_and_luck_are_told_of_each_person(serve, browse, tmp_path, monkeypatch):
    """Once the games are judged; what cannot be judged is said, and what is known is not asked for again."""
    monkeypatch.setattr("host.games.files.Files.CHECKED", 0)
    address = serve(archive=Archive(tmp_path)).address
    page = browse(address, hands="helped", width=360, height=740)
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_selector("#nogames:visible #emptyboat .small .bore >> nth=48")
    assert page.is_visible("#firstgame") and page.is_visible(".file:has(#gamesimport)")
    assert [page.is_visible(place) for place in ("#gamehead", "#gamefilter", "#gamefind", "#gamesall")] == [False] * 4
    accessible(page)
    games = []
    for k, head in enumerate(("B: The board\n", "A: The board\n", "A: Ane\nB: Bo\n")):
        game = play_game(parse_rules("norwegian"), Xorshift32((20, 52, 124)[k]))  # short ones
        games.append(f"Date: 2026-01-{k + 1:02}\n{head}{write_record(game)}")
    edited = games[0].replace("-01-01", "-01-04").replace(" A1", " A9")  # no turn of that throw
    (tmp_path / "20260104-000000-00.txt").write_text(edited)
    file = {"name": "all.txt", "mimeType": "text/plain", "buffer": "\n".join(games).encode()}
    page.set_input_files("#gamesimport", file)
    page.wait_for_selector("#gamehead:visible")
    assert page.is_hidden("#nogames") and page.is_hidden("#firstgame")
    page.wait_for_selector("#mistakesay:text-is('1 cannot be judged.')")

    def told() -> list:
        return page.locator("#gamefigures p").all_inner_texts()

    def shown(who: str, sides: list) -> list:
        sums = [(sums_of(games[k]), side) for k, side in sides]
        given = [100 * each[side][0] for each, side in sums]
        luck = sum(round(100 * (each[side][2] - each["BA"[side == "B"]][2])) for each, side in sums) / len(sums)
        won = sum(f"Result: {side}" in games[k] for k, side in sides) + (who == "You" and "Result: A" in edited)
        return [
            f"{won}\nof {len(sides) + (who == 'You')} won",
            f"{round(sum(given) / len(given))}\ngiven away a game",
            f"{'−+'[luck >= 0]}{abs(luck):.1f}\nluck a game",
        ]

    assert told() == shown("You", [(0, "A"), (1, "B")])
    assert page.locator("#whose option").all_inner_texts() == ["You", "Ane", "Bo"]
    for who, side in (("Ane", "A"), ("Bo", "B")):
        page.select_option("#whose", who)
        assert told() == shown(who, [(2, side)])
    page.select_option("#gamewho", "The board")  # the figures are of those alone
    assert page.is_hidden("#whose") and told() == shown("You", [(0, "A"), (1, "B")])
    accessible(page)
    known = page.evaluate("localStorage.mistakes")
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_selector("#mistakesay:text-is('1 cannot be judged.')")
    assert page.evaluate("localStorage.mistakes") == known and len(json.loads(known)) == 3


def sums_of(record: str) -> dict:
    return adviser.errors("", record, slice_s=60)["sums"]


OPACITY = "(button) => getComputedStyle(button).opacity"


def test_the_history_is_pictures_that_can_be_filtered(serve, browse, tmp_path):
    """Each game as it ended, the way you sat, with luck and skill as bars; a press goes through it."""
    archive = Archive(tmp_path)
    records = [growing(3)[-1], growing(4)[-1], growing(5)[20]]
    for k, record in enumerate(records):
        archive.keep(record, {"AB"[k % 2]: "The board", "BA"[k % 2]: "Liv"})
        archive.go_on("")
    page = browse(serve(archive=Archive(tmp_path)).address, hands="helped", width=1280, height=800)
    page.click("#t-games")
    page.wait_for_function("() => document.querySelectorAll('#gamelist .looked .small').length === 3")
    accessible(page, "games")
    page.wait_for_function("() => document.querySelectorAll('#gamelist .bars').length === 3")
    page.wait_for_function("() => document.querySelectorAll('#gamelist .bars rect').length === 4")
    assert page.locator("#gamefilter button").nth(3).get_attribute("data-count") == "1"
    names = [page.locator("#gamelist .looked").nth(k).get_attribute("aria-label") for k in range(3)]
    assert [re.sub("[−+]\\d+", "N", name).split(", ")[2:] for name in names] == [
        ["The board", "today"],
        ["The board", "today", "luck N", "skill N"],
        ["The board", "today", "luck N", "skill N"],
    ]
    boat, save = page.locator("#gamelist .looked").nth(1), page.locator("#gamelist .text").nth(1)
    assert not float(save.evaluate(OPACITY))  # until somebody points at the game, or comes there by keys
    boat.focus()
    assert float(save.evaluate(OPACITY))
    for _ in range(2):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "delete"
    page.locator("#gamelist .looked").nth(2).hover()
    assert not float(page.locator("#gamelist .text").nth(0).evaluate(OPACITY))
    assert float(page.locator("#gamelist .text").nth(2).evaluate(OPACITY))
    own = ["BA"[k % 2] for k in range(3)]
    ends = ["Going on" if k == 2 else "Won" if f"Result: {own[k]}" in records[k] else "Lost" for k in (2, 1, 0)]
    titles = "[...document.querySelectorAll('#gamelist .titled b')].map((b) => b.textContent)"
    assert page.evaluate(titles) == ends
    for end in ("Won", "Lost", "Going on"):
        page.click(f"#gamefilter button:text-is('{end}')")
        assert page.evaluate(titles) == [one for one in ends if one == end]
    page.click("#gamelist .looked")
    page.wait_for_selector("#replaybar:visible")


def test_games_are_filtered_and_found_by_a_position_at_addresses(serve, browse, tmp_path):
    archive = Archive(tmp_path)
    games = [play_game(parse_rules("norwegian"), Xorshift32(seed)) for seed in (1, 2, 3)]
    for k, game in enumerate(games):
        archive.keep(write_record(game), {"A": "You" * (k % 2) or "Bo", "B": "The board" if k % 2 else "Åse"})
        archive.go_on("")
    rows = list(games[2])[9].position.text().split(" ")[0]
    address = serve(archive=archive).address
    page = browse(address, hands="helped", begun="yes")
    listed = "count => document.querySelectorAll('#gamelist li').length === count"
    page.click("#t-games")
    page.wait_for_function(listed, arg=3)
    page.fill("#gameat", rows + " A -")
    page.click("#gamefind button")
    page.wait_for_selector("#gamefound:text-is('1 game with it')")
    page.wait_for_function(listed, arg=1)
    place = page.evaluate("location.hash")
    assert place == "#/games?at=" + rows.replace("/", "%2F")
    accessible(page)
    page.reload()
    page.wait_for_selector("#gamefound:text-is('1 game with it')")
    page.wait_for_function(listed, arg=1)
    assert page.evaluate("location.hash") == place
    page.click("#gamefilter button:text-is('Going on')")
    page.wait_for_function(listed, arg=0)
    assert page.evaluate("location.hash") == place.replace("?", "?going&")
    page.go_back()
    page.wait_for_selector("#sheet", state="hidden")
    page = browse(address + "#/games?who=%C3%85se", hands="helped", begun="yes")
    page.wait_for_function(listed, arg=2)
    assert page.input_value("#gamewho") == "Åse"
    # from the analysis of a position
    page = browse(address + f"#/analysis/norwegian/{rows}_A_-", hands="helped", begun="yes")
    page.wait_for_selector("body.studying")
    page.click("#setup > summary")
    page.click("[data-control=games-with]")
    page.wait_for_selector("#gamefound:text-is('1 game with it')")


def test_games_are_filtered_by_rules_and_time(serve, browse, tmp_path):
    """The address has both; only what has been played is offered, and another opponent's games give other figures."""
    games = [write_record(play_game(parse_rules(rules), Xorshift32(4))) for rules in ("norwegian", "danish", "danish")]
    games[2] = games[2].replace("danish", "danish,jump=any", 1)
    dates = [f"{date.today().year - 1}-12-31", f"{date.today()}", f"{date.today()}"]
    for k, (game, day) in enumerate(zip(games, dates, strict=True)):
        (tmp_path / f"2026010{k}-000000-00.txt").write_text(f"Date: {day}\nA: You\nB: The board\n{game}")
    page = browse(serve(archive=Archive(tmp_path)).address, hands="helped", width=1280, height=800)
    page.click("#t-games")
    rows = page.locator("#gamelist li")
    rows.nth(2).wait_for()
    assert page.locator("#gamerules option").all_inner_texts() == [
        "Any rules",
        "Danish, 16 holes",
        "Norwegian, 12 holes",
    ]
    for choice, count, place in (
        (("#gamerules", "danish"), 2, "?rules=danish"),
        (("#gametime", "year"), 2, "?year&rules=danish"),
        (("#gamerules", "norwegian"), 0, "?year&rules=norwegian"),
        (("#gametime", ""), 1, "?rules=norwegian"),
    ):
        page.select_option(*choice)
        assert rows.count() == count and page.evaluate("location.hash") == "#/games" + place
        assert page.inner_text("#gamecount") == f"{count} game{'s'[count == 1 :]}"
    won = int("Result: A" in games[0])
    assert page.inner_text("#gamefigures .won") == f"{won}\nof 1 won"
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('#gamelist li').length === 1")
    assert page.input_value("#gamerules") == "norwegian" and page.input_value("#gametime") == ""


@pytest.mark.parametrize(("width", "boats"), [(360, 1), (768, 2), (1280, 4), (2560, 4)])
def test_so_many_boats_stand_in_a_row(serve, browse, tmp_path, width, boats):
    """The list is centred; what a game can be done with is a finger's size, and seen where there is no pointer."""
    for k in range(5):
        (tmp_path / f"20260101-00000{k}-00.txt").write_text("A: You\nB: The board\n" + growing(3)[-1])
    touch = width == 360
    address = serve(archive=Archive(tmp_path)).address
    page = browse(address, hands="helped", width=width, height=800 if width < 2000 else 1440, has_touch=touch)
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_selector("#gamelist li >> nth=4")
    tops = [page.locator("#gamelist li").nth(k).bounding_box()["y"] for k in range(5)]
    assert tops.count(tops[0]) == boats
    box = page.locator("#gamelist").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - width / 2) < 8
    button = page.locator("#gamelist .text").first
    assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 44 * (1.4 if width > 2000 else 1) - 1
    assert float(button.evaluate(OPACITY)) == touch
    assert page.evaluate("sheet.scrollWidth <= sheet.clientWidth")


def test_what_counts_for_ones_rating(tmp_path):
    """Finished danish games against a level: the oldest first, its digit where it was beaten, else its letter."""
    game = next(
        game for seed in range(1, 9) if (game := play_game(parse_rules("danish"), Xorshift32(seed))).winner == "A"
    )
    record = write_record(game)
    heads = [
        "B: The board\nLevel: 3\n",
        "A: The board\nLevel: 5\n",
        "B: The board\n",
        "B: The board\nLevel: 7\n",
        "B: Liv\nLevel: 3\n",
        "A: The board\nB: The board\nLevel: 3\n",
        "B: The board\nLevel: 12\n",
    ]
    texts = [head + record for head in heads]
    resigned = record.replace("Result: A", "Result: *")
    texts += ["B: The board\nLevel: 2\nEvent: A resigned\n" + resigned, "B: The board\nLevel: 2\n" + resigned]
    texts += ["B: The board\nLevel: 2\n" + record.replace(" A1", " A9")]  # no turn of that throw
    texts += ["B: The board\nLevel: 2\n" + write_record(play_game(parse_rules("norwegian"), Xorshift32(1)))]
    for k, text in enumerate(texts):
        (tmp_path / f"20260101-{k:06}-00.txt").write_text(text)
    assert commands._going(Archive(tmp_path))["rated"] == "3eb"


def test_ones_own_rating_is_shown_among_the_levels(serve, browse, tmp_path):
    """After danish games against a level; the others do not count. The start card has it, too, with its curve."""
    archive = Archive(tmp_path)
    for seed in range(5):
        record = write_record(play_game(parse_rules("danish"), Xorshift32(seed + 1)))
        archive.keep(record, {"B": "The board"} | ({"Level": "3"} if seed else {}))
        archive.go_on("")
    page = browse(serve(archive=Archive(tmp_path)).address, hands="helped", width=1280, height=800)
    page.wait_for_selector("#rated:visible")
    assert page.locator("#ratedcurve .line").get_attribute("d").count("L") == 4
    home = re.fullmatch(
        r"Your rating: (\d+)\n[+−]\d+ in the last 4 games. (\w+) stands at (\d+).", page.inner_text("#rated")
    )
    accessible(page, "home")
    page.click("#rated")
    page.wait_for_selector("#ratingsay:has-text(' after 4 games.')")
    won = sum(entry["result"] == "A" for entry in archive.entries() if entry["level"])
    rating, error = map(int, re.findall(r"\d+", page.inner_text("#ratingsay"))[:2])
    assert (rating > 1277) == (won > 2) and 60 < error < 250
    assert int(home[1]) == rating <= int(home[3])
    near = page.locator("#ratingcurve .level").all_text_contents()
    assert home[2] in near and "Master" not in near  # the next one, and none far off
    assert page.inner_text("#ratingcurve .now") == home[1]
    assert "The board, Club" in page.inner_text("#gamelist")
    accessible(page, "rating")
