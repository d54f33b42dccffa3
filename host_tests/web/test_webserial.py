"""A board on USB behind the page without a server: a simulated one at the end of an injected navigator.serial."""

import json
import random

import pytest

from host.sim.table import Table
from host_tests.web.test_site import built, host  # noqa: F401  fixtures

SERIAL = """
let controller = null;
let plugged = true;
const port = {
  async open() {
    if (!plugged) throw new DOMException("no device", "NetworkError");
    this.readable = new ReadableStream({ start: (found) => void (controller = found) });
    this.writable = new WritableStream({ write: (chunk) => void toBoard(new TextDecoder().decode(chunk)) });
  },
  async close() { controller = null; },
  async setSignals() {},
};
const requestPort = async ({ filters }) => filters[0].usbVendorId === 0x2e8a && port;
const serial = { requestPort, getPorts: async () => [port] };
Object.defineProperty(navigator, "serial", { value: serial });
window.fromBoard = (text) => controller?.enqueue(new TextEncoder().encode(text));
window.cable = (on) => {
  plugged = on;
  if (!on) controller?.error(new DOMException("lost", "NetworkError"));
};
"""


class Cable:
    """A table at the end of the page's port; time passes on it while `until` waits."""

    def __init__(self, page):
        self.page = page
        self.table = Table(seed=3)
        self.lines: list = []
        self.asked: list = []
        self.table.subscribe(lambda event: self.lines.append(json.dumps(event)))
        self.table.plug_in()
        page.add_init_script(SERIAL)
        page.expose_function("toBoard", lambda text: self.asked.append(text))
        page.reload()
        page.wait_for_selector("#boat[data-ready]")
        page.click("[data-control=connect]")
        page.wait_for_selector("#boat[data-behind=serial]")

    def pass_time(self, ms: int = 20) -> None:
        for text in self.asked:
            for line in text.split("\n"):
                if line:
                    self.table.send(line)
        self.asked.clear()
        self.table.wait(ms)
        lines, self.lines = self.lines, []
        self.page.evaluate("(text) => fromBoard(text)", "".join(line + "\n" for line in lines))

    def until(self, selector: str) -> None:
        for _ in range(400):
            self.pass_time()
            if self.page.locator(selector).count():
                return
            self.page.wait_for_timeout(10)
        told = [self.page.text_content(part) for part in ("#words", "#oops", "[role=log]")]
        raise AssertionError(f"waited for {selector}: {told}")


@pytest.fixture
def cable(host, browse):  # noqa: F811
    return Cable(browse(host.address + "?seed=3"))


def test_a_board_is_mirrored_and_its_game_kept(cable):
    page, table = cable.page, cable.table
    cable.until("#boat[data-phase=opening]")
    table.throws += [(3, 4), (1, 2), (1, 2)]
    for _ in range(3):
        table.press()
    cable.until("#boat[data-phase=play][data-throw='12']")
    piece = table.lift("A1")
    cable.until("[data-hole=A1][data-sees='.']")
    table.place("M3", piece)
    cable.until("[data-hole=M3][data-sees=A]")
    table.press()
    cable.until("[data-hole=M3][data-piece=A]")
    assert "A has played A1-M3" in page.locator("[role=log]").inner_text()
    page.click("#t-games")
    cable.until("#gamelist li")


def test_rules_and_mode_are_set_from_the_page(cable):
    page = cable.page
    cable.until("#boat[data-phase=opening]")
    page.evaluate("document.getElementById('t-shop').click(); document.getElementById('manage').open = true")
    page.select_option("#rules", "naesheim")
    cable.until("#boat[data-rules=naesheim]")
    page.select_option("#mode", "wooden")
    cable.until("#boat[data-mode=wooden]")


def test_unplugged_and_plugged_in_again(cable):
    page = cable.page
    for _ in range(3):
        cable.until("body:not(.unplugged) #boat[data-phase=opening]")
        page.evaluate("cable(false)")
        cable.until("body.unplugged")
        page.evaluate("cable(true)")
    cable.until("body:not(.unplugged) #boat[data-phase=opening]")


def test_malformed_lines_do_no_harm(cable):
    cable.until("#boat[data-phase=opening]")
    draw = random.Random(1)
    good = json.dumps({"ev": "throw", "player": "A", "throw": "24"})
    for _ in range(20):
        lines = []
        for _ in range(100):
            at = draw.randrange(len(good))
            lines.append(good[:at] + chr(draw.randrange(32, 255)) * draw.randrange(3) + good[at + 1 :])
        cable.lines += [line for line in lines if line != good and "\n" not in line]
        cable.pass_time()
    cable.table.throws += [(2, 3)]
    cable.table.press()
    cable.until("#boat[data-player=B]")


def test_faults_are_found_and_the_board_calibrated_from_the_page(cable):
    page, table = cable.page, cable.table
    cable.until("#boat[data-phase=opening]")
    page.evaluate("document.getElementById('t-shop').click(); document.getElementById('upkeep').open = true")
    for hole in ("A5", "M9", "B12"):
        table.board.fault("dead", table.hole(hole))
    for hole in ("A5", "M9", "B12"):
        cable.until(f"[role=log] p:has-text('{hole}')")
    page.click("[data-do=selftest]")
    cable.until("[role=log] p:has-text('Self-test: 3 faults')")
    table.board.heal()
    cable.until("[role=log] p:has-text('mended'):has-text('B12')")
    page.click("[data-do=selftest]")
    cable.until("[role=log] p:has-text('Self-test: all is well')")
    table.board.setup("." * 49)
    page.click("[data-do=calibrate]")
    cable.until("[role=log] p:has-text('Calibrated')")
