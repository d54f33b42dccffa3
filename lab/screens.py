"""Pictures of the page for review: python -m lab screens FOLDER.

A sheet for each screen, with every size, light above dark; all of them on one, `all.png`; and each picture alone. One
page is resized many times.

With `--readme` it also makes docs/browser.png, for the top of the README.
"""

import io
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.games.archive import Archive
from host.sim.table import Table
from lab.arguments import parser
from lab.browser import Host, Running, chromium_binary
from tools import site

SIZES = ((360, 740), (740, 360), (768, 1024), (1280, 800), (1600, 900), (2560, 1440))
SCHEMES = ("light", "dark")
ROW = 420  # pixels of a sheet's row
# A position from a game of one's own, and a throw that was played badly there.
MISTAKE = "......B........./.......BA......../............A... A 44"
THROWS = 44  # into the game
ALL = 185  # its throws
SHOT = Path(__file__).resolve().parents[1] / "docs/browser.png"


def in_mid_game(throws: int = THROWS) -> Running:
    """A page with a game played this far."""
    return Running(Table(seed=2), saved=(play_game(parse_rules("danish"), Xorshift32(6)), "game", 0, "", throws))


def press(control: str, shown: str):
    """A step: press a control, even one out of view, and wait for the result."""

    def step(page) -> None:
        page.evaluate("(selector) => document.querySelector(selector).click()", control)
        page.wait_for_selector(shown, timeout=60000, state="attached")

    return step


def choose(page) -> None:
    """Choose the piece that has the most targets."""
    targets = {}
    for hole in page.locator(".ready").evaluate_all("holes => holes.map((hole) => hole.dataset.hole)"):
        page.click(f"[data-hole={hole}]")
        targets[hole] = page.locator("[data-target]:not([data-target=''])").count()
        page.keyboard.press("Escape")
    page.click(f"[data-hole={max(targets, key=targets.get)}]")


def one_die(page) -> None:
    """Play one die of two."""
    page.click(".target >> nth=0", force=True)
    page.wait_for_selector("#dicepair .used")


def capture(page) -> None:
    """Take that back, and capture with the same piece."""
    press("#t-undo", ".ready")(page)
    choose(page)
    page.click("[data-target]:not([data-target=''])[data-piece=b], [data-target]:not([data-target=''])[data-piece=B]")
    page.wait_for_selector("#dicepair .used")


def tutor(page) -> None:
    """A turn that the tutor questions; any turn, if none is that bad."""
    page.evaluate("document.querySelector('#set-tutor').click()")
    if page.locator(".ready").count():
        page.click(".ready >> nth=-1")
    page.wait_for_timeout(3000)


def bad_link(page) -> None:
    """Show an error."""
    page.evaluate("location.hash = '#game=nothing'")
    page.wait_for_selector("#oops:has-text('no game')")


def alike(page) -> None:
    """Two turns that look alike on a board: A1 was touched."""
    for said in ("A throws 3 4.", "B throws dal 2.", "A throws dal dal."):
        page.click("[data-control=button]")
        page.wait_for_selector(f"[role=log] :text({said!r})", state="attached")
    for start, end in (("A1", "M1"), ("A2", "A1")):
        page.drag_and_drop(f"[data-hole={start}]", f"[data-hole={end}]")
        page.wait_for_selector(f"[data-hole={end}][data-sees=A]")
    page.wait_for_selector("#acts [data-control=choose]")


def archive(page) -> None:
    """The archive with some games against levels, one of them going on, once the oldest are judged."""
    games = [write_record(play_game(parse_rules("danish"), Xorshift32(seed))) for seed in range(1, 9)]
    games[6] = "\n".join(re.sub("Result: .", "Result: *", games[6]).split("\n")[:40]) + "\n"
    sides = ("A: You\nB: The board\n", "A: The board\nB: You\n")
    text = "\n".join(
        f"Date: 2026-01-0{k}\n{sides[k % 3 == 0]}Level: {2 + k % 3}\n{game}" for k, game in enumerate(games, 2)
    )
    page.evaluate("document.querySelector('#t-games').click()")
    page.wait_for_selector("#games:visible")
    page.set_input_files("#gamesimport", {"name": "games.txt", "mimeType": "text/plain", "buffer": text.encode()})
    page.wait_for_selector("#gamelist li:nth-child(7) .bars rect", timeout=120000)


def connect(page) -> None:
    """No port was chosen: how a Pico becomes a board."""
    none = "async () => { throw new DOMException('none', 'NotFoundError'); }"
    page.evaluate(f"Object.defineProperty(navigator, 'serial', {{ value: {{ requestPort: {none} }} }})")
    press("#sheetclose", "#connect")(page)
    press("#connect", "#firmware:visible")(page)


LOOK_BACK = press("#replay", "body.studying #curve .line")


def at_turn(number: int):
    """A step: go to a turn of the game that is looked through."""

    def step(page) -> None:
        page.evaluate("k => { step.value = k; step.dispatchEvent(new Event('input')); }", number)
        page.wait_for_selector("#anaturns li:nth-child(4)", state="attached")

    return step


def branch(page) -> None:
    """Play a turn that was not played."""
    page.evaluate("document.querySelectorAll('#anaturns button:not(.was)')[1].click()")
    page.wait_for_selector("#anagame .branch", state="attached")


def own_puzzle(page) -> None:
    """A puzzle out of one's own mistakes."""
    page.evaluate("one => localStorage.blunders = JSON.stringify([one])", {"position": MISTAKE, "turn": "M9-M17"})
    press("#t-puzzles", "#themes .small")(page)
    press("[data-control=puzzle-own]", "#say:has-text('From your games')")(page)


# Somebody who has been at puzzles for a while: a rating, four days, a friend's answer beside one's own.
REGULAR = """async () => {
  const { ofNumber, weekOf } = await import("./week.js");
  const all = await (await fetch("puzzles-danish.json")).json();
  const [, turn] = ofNumber(all, weekOf(new Date()));
  const { solve } = await import("./solving.js");
  all.forEach(([position], k) => k % 3 || solve("danish", position));
  const { dayOf } = await import("./puzzle.js");
  localStorage.solved = [1, 2, 3, 4].map((k) => dayOf(new Date(Date.now() - k * 86400000)));
  const how = { deviation: 80, volatility: 0.06, solved: 43, tried: 71, row: 1, change: 12 };
  localStorage.puzzling = JSON.stringify({ rating: 1412, best: 1431, ...how });
  localStorage.weeks = JSON.stringify({ [weekOf(new Date())]: { you: turn, others: [["Bo", turn]] } });
}"""


def puzzles(page) -> None:
    """The room of the puzzles, of somebody who knows it."""
    page.evaluate(REGULAR)
    press("#t-puzzles", "#weekanswers i")(page)


def played(*holes: str):
    """A step: press these holes, to the end of a puzzle."""

    def step(page) -> None:
        page.evaluate("document.querySelector('#acts [data-control=undo]')?.click()")
        for hole in holes:
            page.click(f"[data-hole={hole}].ready, [data-hole={hole}]:not([data-target=''])")
        page.wait_for_selector("#acts [data-control=next]")

    return step


def throw(faces: str):
    """A step: look at this throw."""

    def step(page) -> None:
        page.focus("#step")
        for face in faces:
            page.keyboard.press(face)
        page.wait_for_selector("#anaturns li:nth-child(2)", state="attached")

    return step


def chosen(rules: str):
    """A step: choose a game on the start card."""

    def step(page) -> None:
        page.select_option("#pickrules", rules)
        page.wait_for_selector("#boat[data-ready]")

    return step


def at(place: str, shown: str):
    """A step: go to an address."""

    def step(page) -> None:
        page.evaluate("place => { location.hash = place; }", place)
        page.wait_for_selector(shown)

    return step


LESSONS = {
    f"lesson {k}": press(f"#lessons li:nth-child({k}) button", f"#say:has-text('Lesson {k}')") for k in range(1, 8)
}
SITE = {"archive": [archive], "far": [press("#sheetclose", "#t-games"), press("[data-press=t-far]", "#sheet[open]")]}
SITE["far"] += [lambda page: page.fill("#farname", "Ane"), press("[data-control=far-new]", "#farletter:visible")]
SITE["connect"] = [connect]
# The screens of a game in progress: a name and its steps.
STEPS = {
    "start": [],
    "play": [press("[data-control=start-resume]", ".ready")],
    "hint": [press("#t-hint", ".hinted"), press("#t-hint", "path.shot")],
    "hand": [press("#t-hint", ".ready"), choose],
    "second die": [one_die],
    "capture": [capture],
    "tutor": [tutor],
    "settings": [press("#t-settings", "#sheet[open]")],
    "learn": [press("#t-learn", "#lessonlist:visible")],
    **{name: [step] for name, step in LESSONS.items()},
    "puzzles": [puzzles],
    "puzzle": [press("#puzzle", "#say:has-text('Puzzle')")],
    "failed": [own_puzzle, played("B13", "B5")],
    "solved": [played("M9", "M17")],
    "week": [
        press("#acts [data-control=leave]", "#table:visible"),
        at("#/puzzles", "#themes .small"),
        press("#puzzleweek", "#say:has-text('week')"),
    ],
    "analysis": [press("#acts [data-control=leave]", "#table:visible"), LOOK_BACK, at_turn(21)],
    "branch": [branch, throw("13")],
    "set up": [press("#pull", ".pulled"), press("#setup summary", "#setup[open]")],
    "error": [bad_link],
    "workshop": [press("#leave", "#table:visible"), press("#t-shop", "#boat[data-hands=own]")],
}


FIRST = {"first visit": [], "no games": [press("#t-games", "#games:visible")]}
# Of a page that begins games of its own.
OWN = {
    "rules": [press("#ruleoptions summary", "#rulelist li")],
    "sahkku lesson": [at("#/learn/vuovdaguoika/2", "body.learning")],
    "sahkku": [
        at("#/", "#pickrules:visible"),
        chosen("vuovdaguoika"),
        press("[data-control=start-two]", "#boat[data-phase=play]"),
    ],
    "sig lesson": [at("#/learn/sig/1", "body.learning")],
    "sig": [at("#/", "#pickrules:visible"), chosen("sig"), press("[data-control=start-two]", "#boat[data-phase=play]")],
    "clock": [
        press("#t-new", "#pickrules:visible"),
        chosen("danish"),
        lambda page: page.select_option("#pickclock", "5+5"),
        press("[data-control=start-two]", ".ready"),
    ],
    "resign": [at("#/", "#start:visible"), press("[data-control=start-resume]", ".ready"), press("#t-resign", "#acts")],
}


def shoot(page, folder: Path, name: str) -> None:
    """Picture the screen as it is, in all sizes, light and dark."""
    shots = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(250)
            shot = page.screenshot(path=folder / f"{name}-{width}x{height}-{scheme}.png")
            shots[scheme, width, height] = Image.open(io.BytesIO(shot)).convert("RGB")
    page.set_viewport_size({"width": 1280, "height": 800})
    rows = [[shots[scheme, width, height] for width, height in SIZES] for scheme in SCHEMES]
    small = [[shot.resize((shot.width * ROW // shot.height, ROW)) for shot in row] for row in rows]
    sheet = Image.new("RGB", (sum(shot.width for shot in small[0]), ROW * len(small)))
    for y, row in enumerate(small):
        for x, shot in enumerate(row):
            sheet.paste(shot, (sum(other.width for other in row[:x]), y * ROW))
    sheet.save(folder / f"sheet-{name}.png")
    print(name, flush=True)


def one_sheet(folder: Path) -> None:
    """All of them on one sheet, a screen a row."""
    rows = [Image.open(file) for file in sorted(folder.glob("sheet-*.png"), key=lambda file: file.stat().st_mtime_ns)]
    small = [row.resize((row.width // 2, row.height // 2)) for row in rows]
    sheet = Image.new("RGB", (max(row.width for row in small), sum(row.height for row in small)))
    for k, row in enumerate(small):
        sheet.paste(row, (0, sum(other.height for other in small[:k])))
    sheet.save(folder / "all.png")


def main() -> None:
    """Take them."""
    top = parser("screens", __doc__, seeded=False)
    top.add_argument("folder", type=Path, help="where they are written")
    top.add_argument("--readme", action="store_true", help="make docs/browser.png, too")
    top.add_argument("--only", nargs="+", default=[], metavar="SCREEN", help="picture these alone")
    take(**vars(top.parse_args()))


@contextmanager
def opened(browser, server, script: str = "", ready: str = "#boat[data-ready]"):
    """A page at this server, once it is ready; both end afterwards."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script(script)
    page.goto(server.address)
    page.wait_for_selector(ready, timeout=120000)
    yield page
    page.close()
    server.stop()


def walk(page, folder: Path, screens: dict, only: list) -> None:
    """Picture each of these screens, or only some."""
    for name, steps in screens.items():
        for step in steps:
            step(page)
        if not only or name in only:
            shoot(page, folder, name)


def scripted(throws: list, **options) -> Running:
    """A page whose first throws are these."""
    server = Running(Table(seed=1), **options)
    server.table.throws += throws
    return server


def alike_board() -> Running:
    return scripted([(3, 4), (1, 2), (1, 1), (2, 4)], rules=parse_rules("danish,jump=any"), behind="board")


def on_site(work: Path) -> Host:
    site.write(work / "site")
    return Host(work / "site")


def take(folder: Path, readme: bool, only: list) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    begun, dal_dal = "sessionStorage.begun = 'yes'", [(3, 4), (1, 2), (1, 1)]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as work:
        browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
        for screens, server, *options in (
            (STEPS, in_mid_game, "localStorage.guide = 'known'"),
            ({"end": []}, lambda: in_mid_game(ALL), begun, "#endcurve .line"),
            ({"dal-dal": [press("[data-control=start-two]", ".ready")]}, lambda: scripted(dal_dal), begun),
            ({"alike": [alike]}, alike_board, "localStorage.hands = 'own'", "#boat[data-ready][data-hands=own]"),
            (FIRST, lambda: scripted([], archive=Archive(work))),
            (OWN, lambda: scripted([]), "localStorage.guide = 'known'"),
            (SITE, lambda: on_site(Path(work))),
        ):
            if not only or set(only) & set(screens):
                with opened(browser, server(), *options) as page:
                    walk(page, folder, screens, only)
        browser.close()
    if readme:
        Image.open(folder / "hand-1280x800-light.png").convert("RGB").quantize(256).save(SHOT, optimize=True)
    one_sheet(folder)
