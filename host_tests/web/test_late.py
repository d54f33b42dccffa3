"""A screen that comes late is shown only as long as it is the one that was asked for last: Back, and another press,
take back what is still to come, and the address says what is shown."""

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host_tests.web.test_place import shows

# What the page says goes out half a second later.
LATE = """() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    setTimeout(() => send.call(this, text), 500);
  };
}"""
# A busy browser takes its time to go back from where it was asked to; one more screen is there by then.
SLOWLY_BACK = """() => {
  history.back = () => {
    window.gone = true;
    setTimeout(() => history.go(-2), 300);
  };
}"""
# Whatever was sent before is answered, and shown.
ANSWERED = "() => new Promise((done) => setTimeout(done, 1500))"


def holding(path: str):
    """(before, release) to hold the page's request of a file back, until it is released."""
    held: list = []

    def release(page) -> None:
        page.wait_for_function("() => true")  # the request is here
        (way,) = held
        with page.expect_response("**/" + path):
            way.continue_()
        page.evaluate(ANSWERED)

    return lambda page: page.route("**/" + path, lambda way: held.append(way)), release


def keeping(tmp_path) -> Archive:
    archive = Archive(tmp_path)
    archive.keep(write_record(play_game(parse_rules("danish"), Xorshift32(20))), {"B": "The board"})
    return archive


def listing(serve, browse, tmp_path):
    """A page that shows its kept games, and says late what it says from then on."""
    page = browse(serve(archive=keeping(tmp_path)).address, hands="helped")
    page.click("header [data-control=games]")
    shows(page, "starting", "games", "#/games")
    page.evaluate(LATE)
    return page


def test_back_takes_back_a_room_that_is_still_fetched(serve, browse):
    """Also where it leaves a lesson that was begun meanwhile, which the server is slow to end."""
    before, release = holding("puzzleroom.js")
    page = browse(serve().address, hands="helped", before=before)
    page.click("header [data-control=puzzles]")
    page.click("[data-control=start-learn]")
    page.wait_for_selector("body.learning")
    page.evaluate(LATE)
    page.go_back()
    release(page)
    shows(page, "starting", "", "")
    page.click("header [data-control=puzzles]")
    shows(page, "starting", "puzzles", "#/puzzles")


def test_a_puzzle_that_is_still_fetched_gives_way_to_the_next_press(serve, browse):
    before, release = holding("shelf.js")
    page = browse(serve().address, hands="helped", before=before)
    page.click("#today")
    page.click("header [data-press=t-settings]")
    release(page)
    shows(page, "starting", "options", "#/settings")


def test_back_takes_back_a_lesson_that_has_not_come(playing):
    server, page = playing()
    page.click("header [data-control=learn]")
    shows(page, "", "learn", "#/learn")
    page.evaluate(LATE)
    page.click("#lessonlist button >> nth=2")
    shows(page, "", "", "#/play")
    page.go_back()
    page.evaluate(ANSWERED)
    shows(page, "starting", "", "")


def test_the_list_of_games_does_not_come_over_another_sheet(serve, browse, tmp_path):
    page = browse(serve(archive=keeping(tmp_path)).address, hands="helped")
    page.evaluate(LATE)
    page.click("header [data-control=games]")
    page.click("header [data-press=t-settings]")
    page.evaluate(ANSWERED)
    shows(page, "starting", "options", "#/settings")
    page.evaluate("document.querySelector('#t-games').click()")
    shows(page, "starting", "games", "#/games")


def test_a_list_that_is_asked_for_again_does_not_open(serve, browse, tmp_path):
    """A game is deleted, and the list closed before the room has answered."""
    page = listing(serve, browse, tmp_path)
    page.click("#gamelist .delete")
    page.click("#sheetclose")
    page.evaluate(ANSWERED)
    shows(page, "starting", "", "")


def test_back_takes_back_a_game_that_is_still_read(serve, browse, tmp_path):
    page = listing(serve, browse, tmp_path)
    page.click("#gamelist .looked")
    page.go_back()
    page.evaluate(ANSWERED)
    shows(page, "starting", "", "")


def test_what_is_shown_in_place_of_an_address_has_its_own(serve, browse):
    """There is no puzzle of one's own yet: the room says so, and Back leaves it."""
    page = browse(serve().address, hands="helped")
    page.evaluate("location.hash = '#/puzzle/own/0'")
    shows(page, "starting", "puzzles", "#/puzzles")
    page.go_back()
    shows(page, "starting", "", "")


def test_an_address_is_opened_while_the_page_goes_back_by_itself(serve, browse):
    page = browse(serve().address, hands="helped")
    page.click("[data-control=start-learn]")
    shows(page, "learning", "", "#/learn/1")
    page.evaluate(SLOWLY_BACK)
    page.click("#acts [data-control=leave]")
    page.wait_for_function("() => window.gone")
    page.evaluate("location.hash = '#/puzzles'")
    page.evaluate(ANSWERED)
    shows(page, "starting", "puzzles", "#/puzzles")
    page.go_back()
    shows(page, "starting", "", "")
