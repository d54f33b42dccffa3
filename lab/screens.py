"""Pictures of the page in the middle of a game, to be looked at: `tools/screens.sh FOLDER`.

With `--readme` the one that opens the README is made anew, docs/browser.png.
"""

import io
import sys
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

SIZES = ((360, 740), (800, 900), (1600, 900))
THROWS = 44  # into the game
SHOT = Path(__file__).resolve().parents[1] / "docs/browser.png"


def table_in_mid_game(throws: int = THROWS) -> Table:
    """A table on which a game has gone so far."""
    table = Table(seed=2)
    with tempfile.TemporaryDirectory() as folder:
        game = play_game(parse_rules("danish"), Xorshift32(6))
        (Path(folder) / "game.txt").write_text(write_record(game))
        Desk(table, folder=folder).do(f"saved game.txt {throws}")
    return table


def shoot(page, path: Path) -> None:
    page.wait_for_timeout(1500)
    page.screenshot(path=path)
    print(path)


def main(folder: Path, readme: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    server = Running(table_in_mid_game())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            for width, height in SIZES:
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, is_mobile=width < 500
                )
                page = context.new_page()
                page.goto(server.address)
                page.wait_for_selector("#boat[data-phase]")
                if page.get_attribute("#boat", "data-phase") == "throw":
                    page.click("#button")
                shoot(page, folder / f"{width}-{scheme}.png")
                context.close()
        if readme:
            page = browser.new_page(viewport={"width": 1000, "height": 900}, color_scheme="light")
            page.goto(server.address)
            page.wait_for_timeout(1500)
            below = page.locator("#desk").bounding_box()
            shot = page.screenshot(clip={"x": 0, "y": 0, "width": 1000, "height": below["y"] + below["height"]})
            Image.open(io.BytesIO(shot)).quantize(128, dither=Image.Dither.NONE).save(SHOT, optimize=True)
            print(SHOT)
        browser.close()
    server.stop()


if __name__ == "__main__":
    words = sys.argv[1:]
    main(Path([word for word in words if word != "--readme"][0]), "--readme" in words)
