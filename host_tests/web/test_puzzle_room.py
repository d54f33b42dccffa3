"""The room of the puzzles: one's rung, each theme's next puzzle, one's own mistakes, the week's position, the days."""

import json

import pytest

from host.web.files import PAGE
from host_tests.web.conftest import accessible
from host_tests.web.player import PLAYER
from host_tests.web.test_place import shows

DANISH = json.loads((PAGE / "puzzles-danish.json").read_text())
FEW = 5  # pieces of an ending
STANDING = {"rating": 1412.3, "deviation": 80, "volatility": 0.06, "best": 1431.2, "solved": 9, "tried": 12, "row": 1}
BOAT = "[...document.querySelectorAll('#boat [data-hole]')].map((hole) => hole.dataset.piece || '.').join('')"
SOLVED = """async (all) => {
  const { solve } = await import("./solving.js");
  for (const one of all) solve("danish", one);
}"""
# The days before today, as they are kept.
DAYS = """(before) => before.map((k) => {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - k);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join("-");
}).join()"""


def is_ending(one) -> bool:
    return sum(c in "abAB" for c in one[0].split()[0]) <= FEW


def stand(position: str) -> str:
    return "".join(row.ljust(16 + k % 2, ".") for k, row in enumerate(position.split()[0].split("/")))


def entered(page) -> None:
    page.evaluate("location.hash = '#/puzzles'")
    shows(page, "starting", "puzzles", "#/puzzles")
    page.wait_for_selector("#themes .small")


def test_the_room_has_its_address_and_each_way_in(serve, browse):
    page = browse(serve().address + "#/puzzles", hands="helped")
    shows(page, "starting", "puzzles", "#/puzzles")
    assert page.inner_text("#sheettitle") == "Puzzles"
    page.reload()
    shows(page, "starting", "puzzles", "#/puzzles")
    page.go_back()
    shows(page, "starting", "", "")
    page.click("header [data-control=puzzles]")
    shows(page, "starting", "puzzles", "#/puzzles")
    page.go_back()
    page.keyboard.press("2")
    shows(page, "starting", "puzzles", "#/puzzles")
    page.click("#tabs [data-of=learn]")
    shows(page, "starting", "learn", "#/learn")
    assert page.locator("#learn [data-control^=puzzle]").count() == 0
    page.click("#tabs [data-of=puzzles]")
    page.click("[data-control=puzzle-run]")
    page.wait_for_url("**/#/puzzle/run/*")
    shows(page, "learning")
    page.go_back()
    shows(page, "starting", "", "")  # as from a lesson


def test_the_ladder_has_ones_rung_and_the_next_puzzle_fits_it(serve, browse):
    page = browse(serve().address, hands="helped", width=1280, height=800)
    entered(page)
    assert page.inner_text("#rung b") == "1250" and "everybody begins" in page.inner_text("#rung")
    assert page.locator("#ladder .peg").count() == 5 and page.locator("#ladder .bore").count() == 17
    page.evaluate("now => (localStorage.puzzling = JSON.stringify(now))", STANDING)
    page.go_back()
    entered(page)
    assert page.inner_text("#rung b") == "1412"
    assert page.inner_text("#rung span") == "your rung. The next is 1450;\nyour best was 1431"
    assert page.locator("#ladder .peg").count() == 8 and page.locator("#ladder .piece").count() == 1
    assert "1400" in page.get_attribute("#ladder", "aria-label")
    page.click("[data-control=puzzle-next]")
    shows(page, "learning")
    page.wait_for_function(f"boards => boards.includes({BOAT})", arg=[stand(one[0]) for one in DANISH])
    one = next(one for one in DANISH if stand(one[0]) == page.evaluate(BOAT))
    hardness = 1000 + 65 * (10 - one[5])
    assert abs(hardness - 1412.3) == min(abs(1000 + 65 * (10 - each[5]) - 1412.3) for each in DANISH)


def test_the_best_rating_is_kept(serve, browse):
    page = browse(serve().address, hands="helped")
    kept = page.evaluate("""async () => {
      const { count, known } = await import("./solving.js");
      const one = (found) => ["", "", 0, 0, 0, found];
      count(one(0), true);
      const high = known();
      count(one(10), false);
      return [high.rating, high.best, known().rating, known().best];
    }""")
    assert kept[0] == kept[1] == kept[3] > kept[2]


def test_a_theme_is_a_picture_of_its_next_puzzle_and_how_many_are_solved(serve, browse):
    endings = [one for one in DANISH if is_ending(one)]
    page = browse(serve(bundled=False).address, hands="helped", width=1280, height=800)
    page.evaluate(SOLVED, [one[0] for one in endings[:3]])
    entered(page)
    assert f"3 of {len(endings)}" in page.inner_text("#puzzleending")
    assert page.locator("#themes .small").count() == 4 and page.is_hidden("#puzzleking")
    assert page.locator("#themes .shot").count() == 0  # a picture does not tell the turn
    next_one = page.get_attribute("#puzzleending", "data-boat").removeprefix("danish ")
    assert next_one in [one[0] for one in endings[3:]]
    page.click("[data-control=puzzle-ending]")
    page.wait_for_function(f"board => {BOAT} === board", arg=stand(next_one))


@pytest.mark.parametrize(("game", "hull"), [("vuovdaguoika", "plank"), ("sig", "sand")])
def test_the_game_is_chosen_by_words(serve, browse, game, hull):
    page = browse(serve().address, hands="helped", locale="nb")
    entered(page)
    words = page.locator("[data-control=puzzle-game]")
    assert words.all_inner_texts() == ["Daldøs", "Sáhkku", "Sig", "Kort sig"]
    page.click(f"[data-control=puzzle-game][value={game}]")
    page.wait_for_selector(f"#themes [data-hull={hull}]")
    assert page.locator("[data-control=puzzle-game][aria-pressed=true]").get_attribute("value") == game
    assert page.locator("#themes button:visible").count() == page.locator(f"#themes [data-hull={hull}]").count()
    accessible(page, game)
    page.select_option("#language", "en")
    page.wait_for_selector("#rung span:text('where everybody begins')")
    page.click("[data-control=puzzle-own]")
    page.locator("#noblunder", has_text="None yet: play against the board").wait_for()
    page.select_option("#language", "da")
    page.locator("#noblunder", has_text="Ingen endnu").wait_for()


def test_the_answers_to_the_weeks_position_stand_beside_each_other(serve, browse):
    page = browse(serve().address, hands="helped", width=1280, height=800)
    week = page.evaluate("Math.floor((Date.now() - Date.UTC(1970, 0, 5)) / 604800000)")
    position, turn, *_ = DANISH[(week * 101) % 300]
    page.evaluate("([week, turn]) => (location.hash = `#/week/${week}?a=${turn}&n=Bo`)", [week, turn.replace(" ", "_")])
    shows(page, "learning")
    page.click("#acts [data-control=leave]")
    entered(page)
    assert "Answered already: Bo." in page.inner_text("#puzzleweek") and "in 100" not in page.inner_text("#puzzleweek")
    assert page.locator("#weekanswers i").count() == 0 and page.locator("#puzzleweek .mini i").count() >= 2
    accessible(page, "before the answer")
    page.click("[data-control=puzzle-week]")
    shows(page, "learning", "", f"#/week/{week}")
    page.evaluate(PLAYER, 1)
    page.wait_for_selector("#acts [data-control=week-send]")
    page.evaluate("clearInterval(player)")
    page.click("#acts [data-control=leave]")
    entered(page)
    page.wait_for_function(
        "() => weekanswers.querySelectorAll('i').length === 2 && /\\d/.test(weekanswers.lastChild.textContent)"
    )
    assert sorted(page.locator("#weekanswers b").all_inner_texts()) == ["Bo", "You"]
    assert page.locator("#weekanswers b").first.inner_text() == "Bo" or turn == page.evaluate(
        "week => JSON.parse(localStorage.weeks)[week].you", week
    )  # the best first
    accessible(page, "after it")


@pytest.mark.parametrize(
    ("before", "said", "pegs"),
    [([], "Puzzle of the day", 0), ([1, 2, 3], "3 days in a row", None), ([0, 1, 3], "2 days in a row", None)],
)
def test_the_days_in_a_row_are_pegs(serve, browse, before, said, pegs):
    page = browse(serve().address, hands="helped")
    page.evaluate(f"before => (localStorage.solved = ({DAYS})(before))", before)
    entered(page)
    assert page.inner_text("#puzzle b") == said
    assert page.locator("#dayholes .now").count() == 1 and page.locator("#dayholes .bore").count() == 7
    assert ("still empty" in page.inner_text("#puzzle")) is (0 not in before)
    if pegs is not None:
        assert page.locator("#dayholes .peg").count() == pegs
    page.click("[data-control=puzzle]")
    shows(page, "learning", "", "#/puzzle/")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1280, 800)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_the_room(serve, browse, width, height, scheme):
    page = browse(serve().address, hands="helped", width=width, height=height, color_scheme=scheme)
    page.evaluate("now => (localStorage.puzzling = JSON.stringify(now))", STANDING)
    entered(page)
    accessible(page, f"{width} {scheme}", let=())
    low = page.evaluate(
        "[...document.querySelectorAll('#puzzles button')].filter((one) => one.checkVisibility())"
        ".filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.id)"
    )
    assert low == []
    page.keyboard.press("Escape")
    shows(page, "starting", "", "")


def test_with_forced_colours_nothing_shines_through_the_room(serve, browse):
    page = browse(serve().address, hands="helped", width=1280, height=800, forced_colors="active")
    entered(page)
    assert page.evaluate("getComputedStyle(sheet).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#ladder text").first.evaluate("text => getComputedStyle(text).fill") == "rgb(0, 0, 0)"
    accessible(page, "forced colours")
