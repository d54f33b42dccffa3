"""Each screen has an address: Back leaves it for the one below and never the game by accident, a reload is the same
screen, and the boat lies the same way round on all of them."""

from daldos.prng import Xorshift32
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive

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
    page.wait_for_selector("#anaboat .piece")
    found.append(page.evaluate(ROUND, "#anaboat"))
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#t-learn').click()")
    page.click("#lessonlist li:nth-child(2) button")
    shows(page, "learning")
    found.append(page.evaluate(ROUND, "#boat"))
    assert found == ["light below"] * 4
