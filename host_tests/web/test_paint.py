"""What the browser has to do for a press, told in counts: they are the same on a busy machine."""

import json

import pytest

# Of boats that are drawn within an element.
COUNT = """(where) => {
  window.hulls = 0;
  const hulls = ({ addedNodes }) => [...addedNodes].filter((one) => one.matches(".hull")).length;
  const count = (all) => all.forEach((one) => (window.hulls += hulls(one)));
  new MutationObserver(count).observe(document.querySelector(where), { childList: true, subtree: true });
}"""
COUNTED = "() => [window.hulls, window.hulls = 0][0]"
# What is there in the frame that answers a press, at the end of its listeners, and once the user does the next thing.
PRESSED = """([what, selector, state]) => {
  const there = () => Boolean(document.querySelector(state));
  const next = () => (dispatchEvent(new PointerEvent("pointerdown", { button: 1 })), there());
  addEventListener(what, ({ target }) => {
    if (!target.closest(selector)) return;
    const heard = [there(), Boolean(document.querySelector("button.pressed"))];
    if (window.hurried) return void (window.told = [...heard, next()]);
    requestAnimationFrame(() => (window.told = [...heard, there()]));
  }, { once: true });
}"""
# (what is pressed, what it brings)
SCREENS = (
    ("#t-settings", "dialog[open]"),
    ("#sheetclose", "body:not(:has(dialog[open]))"),
    ("#t-new", "body.starting"),
    ("[data-control=start-two]", "body:not(.starting)"),
)


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
    page.evaluate(COUNT, "#boat .art")
    for pressed, there in (("[data-control=start-learn]", "body.learning"), ("[data-control=leave]", "body.starting")):
        page.click(pressed)
        page.wait_for_selector(there)
        page.wait_for_timeout(500)  # a change of its size is waited for
        assert page.evaluate(COUNTED) == 1


def test_another_line_of_text_leaves_the_boat_as_it_is_drawn(playing):
    _, page = playing(width=390, height=844)
    page.wait_for_timeout(500)
    page.evaluate(COUNT, "#boat .art")
    for pixels, drawn in ((72, 0), (120, 1)):  # of the words and buttons below it; 58 are the least
        page.evaluate("(pixels) => { document.querySelector('#table').style.minHeight = `${pixels}px`; }", pixels)
        page.wait_for_timeout(500)
        assert page.locator("#table").bounding_box()["height"] == pixels
        assert page.evaluate(COUNTED) == drawn


def test_small_boats_stay_where_they_are(playing):
    server, page = playing(throws=((3, 4), (1, 2), (1, 1), (1, 1)), mode="start-board", width=390, height=844)
    page.evaluate(COUNT, "#onward")
    page.click("#t-new")
    page.wait_for_selector("#onward .small", state="attached")
    page.wait_for_timeout(500)
    assert page.evaluate(COUNTED) == 0
    assert page.locator("#onward .small").count() == 2


@pytest.mark.parametrize("hurried", [False, True], ids=["calm", "hurried"])
def test_a_press_is_painted_before_what_it_brings(playing, hurried):
    _, page = playing(width=390, height=844)
    page.evaluate("(hurried) => { window.hurried = hurried; }", hurried)
    for selector, brings in SCREENS:
        page.evaluate(PRESSED, ["click", selector, brings])
        page.click(selector)
        page.wait_for_selector(brings)
        assert page.evaluate("window.told") == [False, True, hurried], selector
        assert not page.locator(".pressed").count()


def test_a_choice_is_shown_before_its_words(playing):
    _, page = playing(width=390, height=844)
    page.evaluate("() => { window.words = document.querySelector('#say').textContent; }")
    page.evaluate("""() => addEventListener("pointerdown", () => requestAnimationFrame(() => {
      const said = document.querySelector("#say").textContent === window.words;
      window.told = [document.querySelectorAll(".target").length > 0, said];
    }), { once: true })""")
    page.click(".ready >> nth=0")
    page.wait_for_function("() => document.querySelector('#say').textContent !== window.words")
    assert page.evaluate("window.told") == [True, True]


def test_what_changes_above_the_wood_does_not_paint_it_again(playing):
    _, page = playing(width=390, height=844)
    page.wait_for_timeout(500)
    tools, told = page.context.new_cdp_session(page), []
    tools.on("LayerTree.layerTreeDidChange", lambda event: told.append(event.get("layers", [])))
    tools.send("DOM.enable")
    tools.send("LayerTree.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    wood = tools.send("DOM.querySelector", {"nodeId": root, "selector": "#boat .art path"})["nodeId"]
    number = tools.send("DOM.describeNode", {"nodeId": wood})["node"]["backendNodeId"]
    page.click(".ready >> nth=0")
    page.wait_for_selector(".target")
    page.keyboard.press("Escape")
    page.wait_for_selector(".target", state="detached")
    page.wait_for_timeout(500)
    assert len(told) > 1
    assert [layer["paintCount"] for layer in told[-1] if layer.get("backendNodeId") == number] == [1]
