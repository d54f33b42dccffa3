"""Pictures of the page, to be looked at: python -m lab screens FOLDER.

The start card, a lesson, a choice, the workshop and the end of a game at each size, light and dark.

With `--readme` it also makes docs/browser.png, which opens the README.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from daldos.prng import Xorshift32
from daldos.record import write_record
from daldos.rules import parse_rules
from daldos.selfplay import play_game
from host.sim.table import Table
from host.terminal.desk import Desk
from host_tests.web.conftest import Running
from lab.arguments import parser

SIZES = ((360, 740), (800, 900), (1280, 800), (1600, 900), (740, 360))
THROWS = 44  # into the game
ALL = 185  # its throws
SHOT = Path(__file__).resolve().parents[1] / "docs/browser.png"


def table_in_mid_game(throws: int = THROWS) -> Table:
    """A table on which a game has gone so far."""
    table = Table(seed=2)
    with tempfile.TemporaryDirectory() as folder:
        game = play_game(parse_rules("danish"), Xorshift32(6))
        (Path(folder) / "game.txt").write_text(write_record(game))
        Desk(table, folder=folder).do(f"saved game.txt {throws}")
    return table


def choose(page) -> None:
    """Go on with the game, and choose a piece that has the most targets."""
    page.click("[data-control=start-resume]")
    page.wait_for_selector(".ready", timeout=60000)
    most = 0
    for hole in page.locator(".ready").evaluate_all("holes => holes.map((hole) => hole.dataset.hole)"):
        page.click(f"[data-hole={hole}]")
        found = page.locator("[data-target]:not([data-target=''])").count()
        if found > most:
            most, best = found, hole
        page.keyboard.press("Escape")
    page.click(f"[data-hole={best}]")


def lesson(page) -> None:
    """The second lesson, and back to the card."""
    page.click("[data-control=start-learn]")
    page.click("#lessons li:nth-child(2) button")
    page.wait_for_selector(".ready")


def shoot_end(browser, folder: Path, name: str, **options) -> None:
    """The end of the game, as it has been judged."""
    server = Running(table_in_mid_game(ALL))
    page = browser.new_page(**options)
    page.add_init_script("sessionStorage.begun = 'yes'")
    page.goto(server.address)
    page.wait_for_selector("#endcurve .line", timeout=120000)
    page.screenshot(path=folder / f"{name}-end.png")
    page.close()
    server.stop()


def main() -> None:
    """Take them."""
    top = parser("screens", __doc__, seeded=False)
    top.add_argument("folder", type=Path, help="where they are written")
    top.add_argument("--readme", action="store_true", help="make docs/browser.png, too")
    take(**vars(top.parse_args()))


def take(folder: Path, readme: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            for width, height in SIZES:
                server = Running(table_in_mid_game())
                size = {"width": width, "height": height}
                options = {"viewport": size, "color_scheme": scheme, "is_mobile": width < 500 or height < 500}
                page = browser.new_page(**options)
                page.goto(server.address)
                page.wait_for_selector("#boat[data-ready]")
                steps = {"start": lambda: None, "lesson": lambda page=page: lesson(page)}
                steps["choice"] = lambda page=page: (page.click("[data-control=leave]"), choose(page))
                steps["workshop"] = lambda page=page: page.click("[data-control=workshop]")
                for name, step in steps.items():
                    step()
                    page.wait_for_timeout(500)
                    shot = page.screenshot(path=folder / f"{width}-{scheme}-{name}.png")
                    if readme and (width, scheme, name) == (1280, "light", "choice"):
                        Image.open(io.BytesIO(shot)).quantize(128, dither=Image.Dither.NONE).save(SHOT, optimize=True)
                print(f"{width} x {height}, {scheme}")
                page.close()
                server.stop()
                shoot_end(browser, folder, f"{width}-{scheme}", **options)
        browser.close()
