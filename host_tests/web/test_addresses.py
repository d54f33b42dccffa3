"""The address follows what is shown, though what was asked for does not come, or the browser takes no more changes."""

import pytest

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host_tests.web.test_place import shows


def test_the_address_follows_after_a_turn_that_is_not_there(serve, browse, tmp_path):
    page = browse(serve(archive=Archive(tmp_path)).address, hands="helped")
    record = write_record(play_game(parse_rules("norwegian"), Xorshift32(20)))
    page.evaluate("record => { sessionStorage.looked = record; location.hash = '#/turn/9999'; }", record)
    shows(page, "replaying")  # its last turn: the screen that was asked for does not come
    page.evaluate("document.querySelector('#t-games').click()")  # as reading aids press
    shows(page, "replaying", "games", "#/games")


@pytest.mark.parametrize("then", ["back", "further"])
def test_the_address_follows_once_the_browser_lets_it_change(serve, browse, tmp_path, then):
    # Chromium takes 200 changes within ten seconds, and drops what is more without a word (a driven one takes all)
    page = browse(serve(archive=Archive(tmp_path)).address, hands="helped")
    page.evaluate("document.querySelector('#t-settings').click()")
    shows(page, "starting", "options", "#/settings")
    page.evaluate("for (const way of ['pushState', 'replaceState', 'back']) history[way] = () => {}")
    pressed, sheet, address = ("#sheetclose", "", "") if then == "back" else ("#t-games", "games", "#/games")
    page.evaluate("pressed => document.querySelector(pressed).click()", pressed)
    shows(page, "starting", sheet, "#/settings")
    page.evaluate("for (const way of ['pushState', 'replaceState', 'back']) delete history[way]")
    shows(page, "starting", sheet, address)
    page.evaluate("document.querySelector('#t-learn').click()")
    shows(page, "starting", "learn", "#/learn")
