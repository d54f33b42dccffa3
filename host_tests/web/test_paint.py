"""What the browser has to do for a press, told in counts: they are the same on a busy machine."""

import json

COUNT = """() => {
  window.hulls = 0;
  const hulls = ({ addedNodes }) => [...addedNodes].filter((one) => one.matches(".hull")).length;
  const count = (all) => all.forEach((one) => (window.hulls += hulls(one)));
  new MutationObserver(count).observe(document.querySelector("#boat .art"), { childList: true });
}"""


def restyled(chromium, page, script: str) -> int:
    """The most elements whose styles were worked out at once."""
    page.wait_for_timeout(300)
    chromium.start_tracing(page=page, categories=["devtools.timeline"])
    page.evaluate(script)
    page.wait_for_timeout(300)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    return max(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")


def test_what_is_drawn_anew_is_styled_alone(chromium, playing):
    # a selector such as `body:has(#acts > :nth-child(3))` would have all of the page styled for each element that comes
    _, page = playing(width=390, height=844)
    whole = page.locator("body *").count()
    assert whole > 900
    one = "Object.assign(document.createElement('i'), { style: 'position: fixed' })"
    drawn = f"for (const at of ['.flights', '#dicepair']) document.querySelector(at).append({one})"
    assert 0 < restyled(chromium, page, drawn) < 100


def test_the_boat_is_drawn_once_for_another_screen(serve, browse):
    page = browse(serve().address, hands="helped", width=390, height=844)
    page.wait_for_timeout(800)
    page.evaluate(COUNT)
    for pressed, there in (("[data-control=start-learn]", "body.learning"), ("[data-control=leave]", "body.starting")):
        page.click(pressed)
        page.wait_for_selector(there)
        page.wait_for_timeout(500)  # a change of its size is waited for
        assert page.evaluate("() => [window.hulls, window.hulls = 0][0]") == 1
