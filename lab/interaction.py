"""How long a press takes until the page has painted its answer, on a phone's profile.

    python3 -m lab interaction --slow 4

A page is gone through by taps: pieces, targets, hints, sheets, a lesson, a puzzle, the analysis, its curve. Told is for
each kind of press the longest time from the event to the next paint, by the browser's own Event Timing. --slow 4: a
processor four times slower. On a busy machine that waits for others; so the time of the processor that the page's
thread takes from an event of the press until the next paint is told as well, the most, by the browser's trace. That
slows the page: --clock leaves it out.
"""

import argparse
import json

from playwright.sync_api import sync_playwright

from lab.browser import chromium_binary
from lab.screens import in_mid_game

WATCH = """
window.presses = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration, startTime, processingStart, processingEnd } of list.getEntries()) {
    if (interactionId) window.presses.push([duration, processingStart - startTime, processingEnd - processingStart]);
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
localStorage.guide = "known";
"""
PARTS = ("pointerdown", "pointerup", "input", "click")  # events of one press
# (what is pressed, its selector, what is there afterwards)
PRESSES = (
    ("go on with a game", "[data-control=start-resume]", ".ready"),
    ("a piece", ".ready >> nth=0", "[data-target]:not([data-target=''])"),
    ("a target", ".target >> nth=0", "#dicepair .used"),
    ("take back", "#t-undo", ".ready"),
    ("hint", "#t-hint", ".hinted"),
    ("settings", "#t-settings", "#options:visible"),
    ("close a sheet", "#sheetclose", "#table:visible"),
    ("new game", "#t-new", "#start:visible"),
    ("the rules in two minutes", "[data-control=start-learn]", "body.learning"),
    ("leave a lesson", "#acts [data-control=leave]", "#start:visible"),
    ("a puzzle", "#today", "body.learning"),
)


def work_ms(events: list) -> float:
    """The most that the page's thread takes of the processor from an event of a press until the next paint."""
    heard = [one for one in events if one["name"] == "EventDispatch" and one["args"]["data"]["type"] in PARTS]
    thread = [one for one in events if (one["pid"], one["tid"]) == (heard[0]["pid"], heard[0]["tid"])]
    tasks = [one for one in thread if one["name"].endswith("RunTask")]
    paints = [one["ts"] for one in thread if one["name"] == "Commit"]
    most = 0.0
    for begin in (one["ts"] for one in heard):
        painted = min((at for at in paints if at > begin), default=begin)
        between = [one["tdur"] for one in tasks if one["ts"] <= painted and one["ts"] + one["dur"] > begin]
        most = max(most, sum(between) / 1000)
    return most


class Watched:
    """A page whose presses are measured, on a processor that is slower than this."""

    def __init__(self, browser, page, slow: float, traced: bool):
        self.browser = browser
        self.traced = traced
        self.page = page
        self.slow = slow
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        self.times: list = []

    def press(self, name: str, act, rounds: int = 1) -> None:
        """Do it, and tell the longest times."""
        self.page.evaluate("() => { window.presses.length = 0; }")
        busy = [0.0]
        for _ in range(rounds):
            if self.traced:
                self.browser.start_tracing(page=self.page, categories=["devtools.timeline", "toplevel"])
            act()
            self.page.wait_for_timeout(400)
            if self.traced:
                busy.append(work_ms(json.loads(self.browser.stop_tracing())["traceEvents"]))
        while not self.page.evaluate("presses.length"):  # told after what follows the paint
            self.page.wait_for_timeout(100)
        longest = max(self.page.evaluate("presses"))
        self.times.append((longest[0], max(busy)))
        work = f"; {max(busy):.0f} ms of the processor" if self.traced else ""
        print(f"{name}: {longest[0]:.0f} ms until it is painted{work}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m lab interaction", description=__doc__.partition("\n")[0])
    parser.add_argument("--slow", type=float, default=4)
    parser.add_argument("--clock", action="store_true", help="without the trace")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        context.add_init_script(WATCH)
        page = context.new_page()
        server = in_mid_game()
        page.goto(server.address)
        page.wait_for_selector("#boat[data-ready]")
        page.wait_for_timeout(1000)
        watched = Watched(browser, page, options.slow, not options.clock)
        for name, selector, then in PRESSES:
            watched.press(name, lambda selector=selector: page.tap(selector, force=True))
            page.wait_for_selector(then, state="attached")
        page.evaluate("document.querySelector('#replay').click()")
        page.wait_for_selector("#study", state="attached")
        page.wait_for_selector("body.studying #curve .line", state="attached")
        watched.press("a step of the analysis", lambda: page.tap("#next"), 5)
        box = page.locator("#scrub").bounding_box()
        at = lambda: page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 20)  # noqa: E731
        watched.press("the curve", at, 2)
        painted, busy = (max(times[k] for times in watched.times) for k in (0, 1))
        work = "" if options.clock else f", {busy:.0f} of the processor"
        print(f"the longest: {painted:.0f} ms{work}; the processor is {options.slow:g} times slower")
        browser.close()
        server.stop()
