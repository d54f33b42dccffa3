"""How long a press takes until the page has painted its answer, on a phone's profile.

    python3 -m lab interaction --slow 4

A page is gone through by taps: pieces, targets, hints, sheets, a lesson, a puzzle, the analysis, its curve. Told is for
each kind of press the longest time from the event to the next paint, as the browser's own Event Timing has it; --slow 4:
a processor four times slower.
"""

import argparse

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


def measured(page, name: str, act, rounds: int = 1) -> float:
    """Do it; the longest time to the next paint, in ms."""
    page.evaluate("() => { window.presses.length = 0; }")
    for _ in range(rounds):
        act()
        page.wait_for_timeout(400)
    found = page.evaluate("presses")
    longest = max(found, default=[0, 0, 0])
    print(f"{name}: {longest[0]:.0f} ms, of which {longest[1]:.0f} before it is heard and {longest[2]:.0f} at work")
    return longest[0]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m lab interaction", description=__doc__.partition("\n")[0])
    parser.add_argument("--slow", type=float, default=4)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        context.add_init_script(WATCH)
        page = context.new_page()
        server = in_mid_game()
        page.goto(server.address)
        page.wait_for_selector("#boat[data-ready]")
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": options.slow})
        page.wait_for_timeout(1000)
        times = []
        for name, selector, then in PRESSES:
            times.append(measured(page, name, lambda selector=selector: page.tap(selector, force=True)))
            page.wait_for_selector(then, state="attached")
        page.evaluate("document.querySelector('#replay').click()")
        page.wait_for_selector("#anaturns li", state="attached")
        times.append(measured(page, "a step of the analysis", lambda: page.tap("#next"), 5))
        box = page.locator("#scrub").bounding_box()
        at = lambda: page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 20)  # noqa: E731
        times.append(measured(page, "the curve", at, 2))
        print(f"the longest: {max(times):.0f} ms, on a processor {options.slow:g} times slower")
        browser.close()
        server.stop()
