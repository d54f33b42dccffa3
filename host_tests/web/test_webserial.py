"""A USB board behind the page without a server, through an injected navigator.serial: here a simulated board."""

import json
import random
import subprocess

import pytest

from companion.console.phases import FAR, PLAY
from host.sim.table import Table
from host.usb.port import older
from host_tests.conftest import DALDOS, NIGHTLY
from host_tests.web import test_far as far

UNPLUGGED = 100 if NIGHTLY else 3  # times
MALFORMED = 10_000 if NIGHTLY else 1_000  # lines

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
    """A table behind the page's port; its time passes while `until` waits."""

    def __init__(self, browse, address, **options):
        self.table = Table(seed=3)
        self.table.plug_in()
        self.lines: list = []
        self.asked: list = []
        self.table.subscribe(lambda event: self.lines.append(json.dumps(event)))
        self.page = page = browse(address, before=self._wire, **options)
        page.evaluate("document.querySelector('#sheet').close()")  # a link in the address asks before it is opened
        page.evaluate("document.querySelector('[data-control=connect]').click()")
        page.wait_for_selector("#boat[data-behind=serial]")

    def _wire(self, page) -> None:
        page.add_init_script(SERIAL)
        page.expose_function("toBoard", lambda text: self.asked.append(text))

    def pass_time(self, ms: int = 20) -> None:
        asked, self.asked[:] = "".join(self.asked), []
        for line in asked.split("\n"):
            if line and self.table.plugged:
                self.table.send(line)
        self.table.wait(ms)
        lines, self.lines = self.lines, []
        self.page.evaluate("(text) => fromBoard(text)", "".join(line + "\n" for line in lines))

    def until(self, selector: str, tries: int = 400) -> None:
        for _ in range(tries):
            self.pass_time()
            if self.page.locator(selector).count():
                return
            self.page.wait_for_timeout(10)
        told = [self.page.text_content(part) for part in ("#words", "#oops", "[role=log]")]
        raise AssertionError(f"waited for {selector}: {told}")

    def begin(self) -> None:
        """A begins, with a throw of 12."""
        self.table.throws += [(3, 4), (1, 2), (1, 2)]
        for _ in range(3):
            self.table.press()
        self.until("#boat[data-phase=play][data-throw='12']")

    def play_a_dal(self) -> None:
        """A1-M3."""
        piece = self.table.lift("A1")
        self.until("[data-hole=A1][data-sees='.']")
        self.table.place("M3", piece)
        self.until("[data-hole=M3][data-sees=A]")
        self.table.press()
        self.until("[data-hole=M3][data-piece=A]")


@pytest.fixture
def cable(host, browse):
    return Cable(browse, host.address + "?seed=3")


def test_a_board_is_mirrored_and_its_game_kept_whatever_comes_over_the_line(cable, monkeypatch):
    """Unplugged and plugged in again, at last with older firmware."""
    page = cable.page
    for _ in range(UNPLUGGED):
        cable.until("body:not(.unplugged) #boat[data-phase=opening]")
        page.evaluate("cable(false)")
        cable.until("body.unplugged")
        page.evaluate("cable(true)")
    cable.until("body:not(.unplugged) #boat[data-phase=opening]")
    malformed(cable)
    cable.begin()
    cable.play_a_dal()
    assert "A has played A1-M3" in page.locator("[role=log]").inner_text()
    for control in ("#button", "#plug", "#new", "#tidy", "#break button"):  # only real hands move its pieces
        assert page.is_disabled(control), control
    assert page.is_enabled("#undo") and page.is_enabled("#mode")
    page.click("#t-games")
    cable.until("#gamelist li")
    assert page.is_hidden("#firmware")
    page.evaluate("cable(false)")
    cable.until("body.unplugged")
    monkeypatch.setattr("companion.session.session.__version__", "0.9.2")
    page.evaluate("cable(true)")
    cable.until("#firmware:visible")
    assert "0.9.2" in page.inner_text("#older")
    cable.until("[role=log] p:has-text('older than this program, version 0.9.2')")


def test_puzzles_are_made_while_a_board_is_mirrored(cable):
    """Which is connected and unplugged meanwhile, and has its turn shown."""
    page = cable.page
    cable.until("#boat[data-phase=opening]")
    page.evaluate("document.querySelector('#t-puzzles').click()")
    page.click("[data-control=puzzle-game][value=sig-short]")
    page.click("[data-control=puzzle-make]")
    cable.until("#makebar:visible")
    page.evaluate("document.querySelector('[data-control=connect]').click()")  # another Worker goes on with them
    cable.until("#boat[data-phase=opening]")
    cable.begin()
    page.evaluate("cable(false)")
    cable.until("body.unplugged")
    page.evaluate("cable(true)")
    cable.until("body:not(.unplugged) #boat[data-phase=play][data-throw='12']")
    cable.play_a_dal()
    cable.until("#makesay:has-text('new puzzles are here.')", 4000)
    assert len(json.loads(page.evaluate("localStorage.made"))["sig-short"]["all"]) >= 4
    page.click("[data-control=puzzle-dal]")  # its lesson is a game beside the board's
    cable.until("body.learning")
    cable.until("#sub:has-text('Find the best turn for Light.')")
    page.click("#acts [data-control=leave]")
    cable.until("body:not(.learning) [data-hole=M3][data-piece=A]")
    assert page.is_hidden("#alarm")


def malformed(cable) -> None:
    """Lines with a byte or two changed do no harm."""
    draw = random.Random(1)
    good = json.dumps({"ev": "throw", "player": "A", "throw": "24"})
    for _ in range(MALFORMED // 100):
        lines = []
        for _ in range(100):
            at = draw.randrange(len(good))
            lines.append(good[:at] + chr(draw.randrange(32, 255)) * draw.randrange(3) + good[at + 1 :])
        cable.lines += [line for line in lines if line != good and "\n" not in line]
        cable.pass_time()


def test_rules_mode_and_upkeep_from_the_page(cable):
    """Faults are found, the board is calibrated, and a restart for new firmware is confirmed on the board."""
    page, table = cable.page, cable.table
    cable.until("#boat[data-phase=opening]")
    page.evaluate("document.getElementById('t-shop').click(); document.getElementById('manage').open = true")
    page.select_option("#rules", "naesheim")
    cable.until("#boat[data-rules=naesheim]")
    page.select_option("#mode", "wooden")
    cable.until("#boat[data-mode=wooden]")
    page.evaluate("document.getElementById('upkeep').open = true")
    for hole in ("A5", "M9", "B12"):
        table.board.fault("dead", table.hole(hole))
    for hole in ("A5", "M9", "B12"):
        cable.until(f"[role=log] p:has-text('{hole}')")
    page.click("[data-do=selftest]")
    cable.until("[role=log] p:has-text('Self-test: 3 faults')")
    saved = report_of(cable)
    assert saved.startswith("# Report of a Daldøs board\n") and saved.count("Fault: sensor dead") == 3
    assert "## Baselines" in saved and "Means of 20 views" in saved and saved.count('{"ev": "sensors"') == 20
    table.board.heal()
    cable.until("[role=log] p:has-text('mended'):has-text('B12')")
    page.click("[data-do=selftest]")
    cable.until("[role=log] p:has-text('Self-test: all is well')")
    table.board.setup("." * 49)
    page.click("[data-do=calibrate]")
    cable.until("[role=log] p:has-text('Calibrated')")
    for typed, answer in (("record", '"ev": "record"'), ('{"do":"state"}', '"ev": "state"'), ("{", '"ev": "error"')):
        page.fill("#line", typed)
        page.press("#line", "Enter")
        cable.until(f"[role=log] p:has-text('{answer}')")
    page.click("#newfirmware")
    assert page.locator("#images a").count() == 2
    page.click("[data-do=bootsel]")
    cable.until("[role=log] p:has-text('press long to restart as a USB drive')")
    table.long_press()
    assert not table.plugged
    page.evaluate("cable(false)")
    cable.until("body.unplugged")


def report_of(cable) -> str:
    """The file that the page saves."""
    saved: list = []
    cable.page.once("download", lambda download: saved.append(download))
    cable.page.click("#report")
    for _ in range(400):
        cable.pass_time(500)
        cable.page.wait_for_timeout(10)
        if saved:
            return saved[0].path().read_text(encoding="utf-8")
    raise AssertionError("no report")


@pytest.mark.parametrize(
    "version, found",
    [("0.9.2", "0.9.2"), (None, "?"), ("1.0.7", "1.0.7"), ("1.1.0-dev", ""), ("1.2", ""), ("7", ""), ("new", "")],
)
def test_what_is_older(version, found):
    assert older(version) == found


def test_a_board_is_led_in_a_game_with_somebody_elsewhere(host, browse, mosquitto, tmp_path):
    """Without a server: one Worker has the broker and the board."""
    cable = Cable(browse, host.address, hands="helped")
    session = cable.table.app.session

    def has_a_throw():
        return session.mode == FAR and session.match.game.phase == PLAY

    cable.page.click("header [data-press=t-far]")
    cable.page.fill("#farname", "Ane")
    link = far.invite(cable.page, far.ws(mosquitto))
    command = [*DALDOS, "far", "join", link, "--level", "1", "--save", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as level:
        try:
            for _ in range(600):
                if has_a_throw():
                    break
                cable.pass_time(100)
                cable.page.wait_for_timeout(20)
        finally:
            level.kill()
    assert has_a_throw(), cable.page.text_content("#far")
