"""The lessons: each can be passed and failed, and a player who reads only the page passes them all."""

import json
import random
import re
from pathlib import Path

import pytest

from daldos.notation import turn_text
from daldos.position import parse_position
from daldos.rules import parse_rules
from host.ai import data
from host.ai.puzzles import making
from host.web.frames import FrameError
from host.web.lessons import LESSONS, PUZZLE, Lesson, puzzle
from host_tests.web.conftest import accessible
from host_tests.web.player import PLAYER

EVERY = [(game, number) for game, rows in LESSONS.items() for number in range(1, len(rows) + 1)]
NUMBERS = range(1, 8)
PAGE = Path(__file__).parents[2] / "host/web/page"
OWN = "......B........./.......BA......../............A... A 44"
SHOW_ALL = """() => document.querySelector("#acts [data-control=next]")
  || document.querySelector("#acts [data-control=show]")?.click()"""
# What each lesson says at its beginning, from the last to the first.
BEGINNINGS = """async () => {
  const told = [];
  for (const item of [...document.querySelector("#lessons").children].reverse()) {
    item.firstChild.click();
    while (item.firstChild.ariaCurrent !== "step") await new Promise((done) => setTimeout(done, 20));
    told.push(document.querySelector("#sub").textContent);
  }
  return [...new Set(told)];
}"""
# Goes on to each next lesson, or tries again, to the end of the last; what was read, at every change: (lesson, title,
# text).
READ = """() => new Promise((done) => {
  const read = {};
  const note = () => {
    const of = [...document.querySelector("#lessons").children].findIndex((e) => e.firstChild.ariaCurrent === "step");
    const [title, text] = ["#say", "#sub"].map((part) => document.querySelector(part).textContent);
    read[[of, title, text]] = [of + 1, title, text];
  };
  const noting = new MutationObserver(note);
  note();
  noting.observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
  const going = setInterval(() => {
    const act = document.querySelector("#acts .main")?.dataset.control;
    if (act === "leave") done(Object.values(read), clearInterval(going), noting.disconnect());
    else if (act === "next" || act === "undo") document.querySelector("#acts .main").click();
  }, 20);
})"""
ENGLISH = (PAGE / "lessons.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("game, number", EVERY)
def test_a_lesson_shows_how_it_is_done(game, number):
    lesson = Lesson(number, game)
    for _ in range(5):
        lesson.show()
    assert lesson.view()["outcome"] == "done"
    lesson.restart()
    assert lesson.view()["outcome"] == "" and lesson.view()["stand"] == Lesson(number, game).view()["stand"]


def test_each_puzzle_can_be_done_and_missed():
    shipped = json.loads((PAGE / "puzzles-danish.json").read_text())
    assert len({one[0] for one in shipped}) == len(shipped) >= 500
    for position, turn, *_ in shipped:
        lesson = puzzle(position, turn)
        while not lesson.outcome:
            lesson.show()
        assert lesson.view()["outcome"] == "done" and lesson.number == PUZZLE
        lesson = puzzle(position, "--")
        while not lesson.outcome:
            lesson.play(*_first(lesson.view()["plays"]))
        assert lesson.outcome == "missed"
    with pytest.raises(FrameError):
        puzzle(shipped[0][0].replace(" A ", " B "), "--")


def test_the_verdicts_of_puzzles_are_the_judges():
    """Each one's best turn is far better than the next; some are worked out again, exact ones among them."""
    shipped = json.loads((PAGE / "puzzles-danish.json").read_text())
    assert all(best - second >= 59 and 0 <= found <= 10 for _, _, best, second, _, found in shipped)
    assert len({found for *_, found in shipped}) > 5
    rules = parse_rules("danish")
    exact = [one for one in shipped if one[4]]
    assert len(exact) > 20
    for text, turn, best, second, sure, _ in shipped[:2] + exact[:5]:
        at = parse_position(text, rules)
        turns = data.advice(rules).turns(at)
        assert turn_text(at, turns[0][2]) == turn and int(turns[0][1] and turns[1][1]) == sure
        assert [round(1000 * one[0]) for one in turns[:2]] == [best, second]


def _first(plays: dict) -> tuple:
    start = sorted(plays)[0]
    return start, sorted(plays[start])[0]


def tried(number: int, seed: int, game: str = "danish") -> tuple:
    """(outcome, moves) of a lesson that is played at random."""
    stream, lesson, moves = random.Random(seed), Lesson(number, game), []
    while not lesson.outcome:
        plays = lesson.view()["plays"]
        start = stream.choice(sorted(plays))
        moves.append((start, stream.choice(sorted(plays[start]))))
        lesson.play(*moves[-1])
    return lesson.outcome, moves


def test_other_turns_are_legal_but_not_what_is_asked_for():
    missed = {
        (game, number) for game, number in EVERY for seed in range(30) if tried(number, seed, game)[0] == "missed"
    }
    assert set(EVERY) - missed == {("danish", 3), ("danish", 6), ("vuovdaguoika", 1)}  # in these any legal turn will do


@pytest.mark.parametrize("game", ["vuovdaguoika", "sig"])
def test_a_relatives_lessons_are_done_on_its_own_board(serve, browse, game):
    """The start card's *Learn* opens those of the game chosen; each has an address, which a reload opens again."""
    page = browse(serve(seed=1).address, hands="helped", height=720, locale="nb")
    page.select_option("#pickrules", game)
    page.click("[data-control=start-learn]")
    count = len(LESSONS[game])
    for number in range(1, count + 1):
        page.wait_for_function("place => location.hash === place", arg=f"#/learn/{game}/{number}")
        assert f"Leksjon {number} av {count}: " in page.text_content("#say")
        assert page.text_content("#sub") not in ENGLISH
        page.wait_for_selector({"sig": "#boat[data-hull=sand]", "vuovdaguoika": "#boat .king"}[game])
        assert len([title for title in page.locator("#lessons span").all_text_contents() if title]) == count
        accessible(page, f"{game} {number}")
        page.evaluate(f"window.showing = setInterval({SHOW_ALL}, 30)")
        page.wait_for_selector("#acts .main:not([data-control=show])")
        page.evaluate("clearInterval(showing)")
        if number < count:
            page.click("#acts .main[data-control=next]")
    assert page.evaluate("localStorage.lessons.split(',')").count(f"{game} {count}") == 1
    page.reload()
    page.wait_for_function("place => location.hash === place", arg=f"#/learn/{game}/{count}")
    page.wait_for_selector("#acts [data-control=show]")


def test_the_lessons_are_done_from_the_page_alone_and_puzzles_at_will(serve, browse, long_run):
    """A player tries the playable pieces and their targets until the page accepts one; before, each lesson begins in
    Danish.

    Only the nightly run does this at a hand's pace.
    """
    server = serve(seed=1)
    motion = "no-preference" if long_run else "reduce"
    page = browse(server.address, hands="helped", locale="da", height=720, reduced_motion=motion)
    page.click("[data-control=start-learn]")
    danish = page.evaluate(BEGINNINGS)
    assert len(danish) == 7 and not [text for text in danish if text in ENGLISH]
    page.select_option("#language", "en")
    page.wait_for_selector("html[lang=en]")
    page.evaluate("() => (localStorage.lessons = 'another tab')")
    wrong = next(moves for outcome, moves in (tried(1, seed) for seed in range(30)) if outcome == "missed")
    for hole in [hole for move in wrong for hole in move]:
        page.click(f"[data-hole={hole}]")
    page.wait_for_selector("#acts .main[data-control=undo]")
    page.evaluate(PLAYER, 2)
    read = page.evaluate(READ)
    assert all(f" {number} " in said.replace(":", " ") for number, said, _ in read)
    assert {number for number, *_ in read} == set(NUMBERS)
    assert len({text for *_, text in read}) >= 16  # two per lesson, the second throw, and a failure at least
    assert page.evaluate("localStorage.lessons") == "another tab,1,2,3,4,5,6,7"
    page.click("#acts .main")
    page.wait_for_selector("#start:visible")
    assert server.game.plies == []
    page.evaluate("clearInterval(player)")
    page.set_viewport_size({"width": 360, "height": 740})
    puzzles_at_will(page)


def test_what_a_game_marks_is_not_on_a_lessons_boat(serve, browse):
    page = browse(serve(throws=[(3, 4), (1, 2), (1, 1)]).address, hands="helped", reduced_motion="reduce")
    page.click("[data-control=start-two]")
    page.wait_for_selector(".ready", state="attached")
    for marked in (1, 2):
        page.click("[data-control=hint]")
        page.wait_for_function("many => document.querySelectorAll('.hinted').length === many", arg=marked)
    page.click("#t-learn")
    page.click("#lessonlist li:nth-child(4) button")
    page.wait_for_selector("body.learning")
    assert page.locator(".hinted").count() == 0
    assert page.get_attribute("[data-control=hint]", "aria-pressed") == "false"
    page.click("#acts [data-control=leave]")
    page.wait_for_selector("body:not(.learning)")
    assert page.locator(".hinted").count() == 0


def puzzles_at_will(page) -> None:
    """One's own blunders, and endings: the page says what is best, and what another turn loses."""

    def learn(control: str) -> None:
        page.evaluate("document.querySelector('#t-puzzles').click()")
        page.click(f"[data-control={control}]")

    learn("puzzle-own")
    page.locator("#noblunder", has_text="None yet: play against the board").wait_for()
    accessible(page)
    page.evaluate("blunder => localStorage.blunders = JSON.stringify([blunder])", {"position": OWN, "turn": "M9-M17"})
    page.click("[data-control=puzzle-own]")
    page.locator("#say", has_text="From your games").wait_for()
    for hole in ("B13", "B5"):
        page.click(f"[data-hole={hole}]")
    page.locator("#sub", has_text="You lose 20 points of 100: B13 to B5. Best: M9 to M17.").wait_for()
    shown = lambda: [page.locator(f"path.shot.{kind}").count() for kind in ("played", "better")]  # noqa: E731
    assert all(shown()) and page.get_attribute("#dicepair", "aria-label") == "4 and 4"
    assert page.is_hidden("#lessons")
    accessible(page)
    page.click("#acts [data-control=undo]")
    for hole in ("M9", "M17"):
        page.click(f"[data-hole={hole}].ready, [data-hole={hole}]:not([data-target=''])")
    page.locator("#sub", has_text="That is the best turn.").wait_for()
    assert [bool(count) for count in shown()] == [False, True]
    assert page.evaluate("localStorage.puzzling") is None  # the judge does not say how hard one's own are
    page.click("#acts [data-control=leave]")
    shown = set()
    learn("puzzle-ending")
    for _ in range(2):
        page.locator("#say", has_text="An ending").wait_for()
        page.locator("#sub", has_text="Find the best turn for Light.").wait_for()
        shown.add(page.evaluate("[...document.querySelectorAll('.hole')].map((hole) => hole.dataset.piece).join()"))
        page.wait_for_function(SHOW_ALL)
        page.click("#acts [data-control=next]")
    assert len(shown) == 2
    assert json.loads(page.evaluate("localStorage.puzzling"))["tried"] == 2  # shown is not solved


def test_a_solved_puzzle_says_why_and_counts(serve, browse):
    """At the address of a theme and a number, which a reload keeps; another try does not count."""
    shipped = json.loads((PAGE / "puzzles-danish.json").read_text())
    captures = [one for one in shipped if "x" in one[1] and sum(c in "abAB" for c in one[0].split()[0]) > 5]
    at = next(k for k, one in enumerate(captures) if " " not in one[1])
    text, turn, best, second, *_ = captures[at]
    page = browse(serve().address + f"#/puzzle/capture/{at}", hands="helped", reduced_motion="reduce")
    page.locator("#say", has_text="A capture").wait_for()
    start, end = turn.split("x")
    for hole in (start, end):
        page.click(f"[data-hole={hole}]")
    page.locator("#sub", has_text=f"It captures on {end}.").wait_for()
    told = page.inner_text("#sub")
    assert f"{round(best / 10)} games in 100, the next best turn {round(second / 10)}" in told
    assert "Puzzle rating" in told and json.loads(page.evaluate("localStorage.puzzling"))["solved"] == 1
    page.click("#acts [data-control=next]")
    page.wait_for_function("place => location.hash === place", arg=f"#/puzzle/capture/{at + 1}")
    page.reload()
    page.locator("#say", has_text="A capture").wait_for()
    assert page.evaluate("location.hash") == f"#/puzzle/capture/{at + 1}"


def press_turn(page, turn: str, press) -> None:
    """Press the holes of a relative's turn; a piece that has just moved is chosen still."""
    for word in turn.split():
        start, end = re.findall(r"[AMB]\d+", word)[:2]
        target = f"[data-hole={end}][data-target]:not([data-target=''])"
        page.wait_for_selector(f"[data-hole={start}].ready, {target}")
        if not page.query_selector(target):
            press(start)
        page.wait_for_selector(f"{target}, #acts .main[data-control=next]")  # the last die may have but one way
        if page.query_selector(target):
            press(end)


@pytest.mark.parametrize(
    ("game", "hull", "theme"), [("vuovdaguoika", "plank", "king"), ("sig-short", "sand", "ending")]
)
def test_a_relatives_puzzle_is_solved_by_pointer_and_by_keys(serve, browse, game, hull, theme):
    """Chosen by its game on the puzzle screen; each says why, and has an address that a reload keeps."""
    server = serve()
    page = browse(server.address, hands="helped", reduced_motion="reduce", height=720)
    shipped = json.loads((PAGE / f"puzzles-{game}.json").read_text())
    few = lambda one: sum(c in "abAB" for c in one[0].split()[0]) <= 5  # noqa: E731
    of_theme = [one for one in shipped if (few(one) if theme == "ending" else "+" in one[1] and not few(one))]
    page.evaluate("document.querySelector('#t-puzzles').click()")
    page.click(f"[data-control=puzzle-game][value={game}]")
    page.wait_for_selector("#puzzleking", state="hidden" if game == "sig-short" else "visible")
    accessible(page, f"puzzles of {game}")
    page.click(f"[data-control=puzzle-{theme}]")
    page.wait_for_selector(f"#boat[data-hull={hull}]")

    def by_key(hole: str) -> None:
        page.focus(f"[data-hole={hole}]")
        page.keyboard.press("Enter")

    for by_keys in (False, True):
        page.locator("#sub", has_text="Find the best turn for Light.").wait_for()
        page.wait_for_url(re.compile(rf"#/puzzle/{game}/{theme}/\d+$"))
        which = page.url.split("/")[-1]
        _, turn, best, second, _, _, error = of_theme[int(which)]
        press_turn(page, turn, by_key if by_keys else lambda hole: page.click(f"[data-hole={hole}]"))
        page.locator("#sub", has_text="That is the best turn.").wait_for()
        told = page.inner_text("#sub")
        assert re.search(rf"about {int(best / 10 + 0.5)} games in 100 \(± \d+\), the next best turn", told)
        page.reload()
        page.locator("#sub", has_text="Find the best turn for Light.").wait_for()
        assert page.evaluate("location.hash") == f"#/puzzle/{game}/{theme}/{which}"
        page.evaluate("document.querySelector('#t-puzzles').click()")
        page.click(f"[data-control=puzzle-{theme}]")
        page.wait_for_function("before => location.hash !== before", arg=f"#/puzzle/{game}/{theme}/{which}")
    assert json.loads(page.evaluate("localStorage.puzzling"))["solved"] == 2
    assert page.evaluate("localStorage.puzzlessolved.split(' ').length") == 2


ALL_SOLVED = """async (game) => {
  const [{ solve }, all] = [await import("./solving.js"), await (await fetch(`puzzles-${game}.json`)).json()];
  for (const [position] of all) solve(game, position);
}"""


def test_when_all_are_solved_the_page_makes_new_ones(serve, browse):
    """In the background, until somebody stops it or some are made; they are kept, and solved like the others."""
    game = "sig-short"
    page = browse(serve().address, hands="helped", reduced_motion="reduce", height=720)
    page.evaluate(ALL_SOLVED, game)
    page.evaluate("document.querySelector('#t-puzzles').click()")
    page.click(f"[data-control=puzzle-game][value={game}]")
    page.click("[data-control=puzzle-capture]")
    page.locator("#makesay", has_text="All of these are solved. New ones are made").wait_for()
    assert page.locator("#makebar").is_visible()
    accessible(page, "making puzzles")
    page.locator("#puzzlemake", has_text="Stop").click()
    page.locator("#makesay", has_text="Stopped.").wait_for()
    page.locator("#puzzlemake", has_text="Make new puzzles").click()
    page.locator("#makesay", has_text="new puzzles are here.").wait_for(timeout=120_000)
    made = json.loads(page.evaluate("localStorage.made"))[game]
    first = [one for seed in range(1, made["seed"] + 1) for *_, (_, found) in [making(game, seed)] for one in found]
    assert made["all"] == first and len(first) >= 4
    page.reload()
    page.evaluate("document.querySelector('#t-puzzles').click()")
    page.click(f"[data-control=puzzle-game][value={game}]")
    theme = "ending" if sum(c in "abAB" for c in first[0][0].split()[0]) <= 5 else "capture"
    page.click(f"[data-control=puzzle-{theme}]")
    page.locator("#sub", has_text="Find the best turn for Light.").wait_for()
    stand = page.evaluate("[...document.querySelectorAll('#boat [data-hole]')].map((hole) => hole.dataset.piece)")
    boards = {re.sub("[/.]", "", one[0].split()[0]): one[1] for one in first}
    press_turn(page, boards["".join(stand)], lambda hole: page.click(f"[data-hole={hole}]"))
    page.locator("#sub", has_text="That is the best turn.").wait_for()


def test_two_people_compare_their_answers_to_the_weeks_position_by_links(serve, browse):
    """Nobody's turn is told before one has answered; a reload keeps all; another week is another position."""
    address = serve().address

    def answered(place: str, name: str, wait: str):
        page = browse(
            address + place,
            hands="helped",
            permissions=["clipboard-read", "clipboard-write"],
            before=lambda page: page.add_init_script(f"localStorage.farname ??= '{name}'"),
        )
        if not place:
            page.click("#nextweek")
        page.wait_for_selector('#say:has-text("The week\'s position")')
        page.wait_for_function("() => /^#\\/week\\/\\d+$/.test(location.hash)")
        assert wait in page.inner_text("#sub") and "in 100" not in page.inner_text("#sub")
        accessible(page)
        page.evaluate(PLAYER, 1)
        page.wait_for_selector("#acts [data-control=week-send]")
        page.evaluate("clearInterval(player)")
        page.wait_for_selector("#sub:has-text('You:')")
        page.click("#acts [data-control=week-send]")
        page.wait_for_selector("#told:has-text('copied')", state="attached")
        return page, page.evaluate("navigator.clipboard.readText()")

    one, link = answered("", "Ane", "first answer")
    two, back = answered(link[link.index("#") :], "Bo", "Answered already: Ane.")
    assert "Ane: " in two.inner_text("#sub") and "Bo: " not in two.inner_text("#sub")
    one.goto(address + "icon.svg")  # so that the link loads the page
    one.goto(back)
    one.wait_for_selector("#sub:has-text('Bo: ')")
    sub = one.inner_text("#sub")
    one.reload()
    one.wait_for_function("text => document.querySelector('#sub').textContent === text", arg=sub)
    accessible(one)
    stand = "[...document.querySelectorAll('#boat [data-hole]')].map((hole) => hole.dataset.piece).join('.')"
    before = one.evaluate(stand)
    one.evaluate("location.hash = location.hash.replace(/\\d+/, (number) => +number + 1)")
    one.wait_for_function(f"before => ({stand}) !== before", arg=before)
