"""A player who uses the page as a user does, knowing only the rules and what it shows.

>>> player = Player(page, "drag", seed=1)
>>> while not player.over(): player.step()
"""

import random

from daldos.position import Position, parse_position
from daldos.rules import parse_rules
from daldos.state import CELLS

STATE = """() => {
  const boat = document.querySelector('#boat');
  const cells = [...boat.querySelectorAll('[data-hole]')].map((hole) => hole.dataset.piece || '.').join('');
  const sees = [...boat.querySelectorAll('[data-hole]')].map((hole) => hole.dataset.sees).join('');
  const record = document.querySelector('#record').textContent.trimEnd().split('\\n');
  const log = [...document.querySelectorAll('[role=log] p')].slice(-3).map((line) => line.textContent);
  return {phase: '', throw: '', ...boat.dataset, cells, sees,
    count: record.filter((line) => /^[1-9]/.test(line)).length,
    opening: record.filter((line) => /^0/.test(line)).length, last: record.at(-1), log};
}"""
# A player who follows only the page's rings: picks a piece, then a target, captures first. Once `waits` is set it stops
# where a turn of its own begins, and is then 0.
PLAYER = """(seed) => {
  const pick = (list) => list[(seed = (seed * 48271) % 2147483647) % list.length];
  const press = (hole) => {
    const box = hole.getBoundingClientRect();
    const at = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 1, bubbles: true};
    for (const kind of ["pointerdown", "pointerup"]) hole.dispatchEvent(new PointerEvent(kind, at));
  };
  window.player = setInterval(() => {
    const ends = [...document.querySelectorAll("[data-hole][data-target]:not([data-target=''])")];
    const taken = ends.filter((hole) => hole.dataset.piece);
    const ready = [...document.querySelectorAll("#boat .ready")];
    const end = document.querySelector("#acts [data-control=end]");
    const begins = ready.length && !document.querySelector("#dicepair .used");
    if (ends.length) press(pick(taken.length ? taken : ends));
    else if (begins && window.waits) window.player = clearInterval(window.player) || 0;
    else if (ready.length) press(pick(ready));
    else if (end) end.click();
  }, 40);
}"""
PATIENCE_MS = 8000
LOOK_MS = 20  # between two looks: each takes some 5 ms of processor time


def moves_of(turn: str) -> list:
    """(from, to) of each step of a turn's notation."""
    moves = []
    for word in turn.split():
        if word == "--":
            continue
        names = word.replace("x", "-").rstrip("=").split("-")
        names = names if len(names) > 1 else names * 2
        moves += zip(names, names[1:], strict=False)
    return moves


class Player:
    """way: `drag`, `click`, `touch` or `keys`; patience: a factor on the time limits."""

    def __init__(self, page, way: str, seed: int = 1, patience: int = 1):
        self.page = page
        self.move = getattr(self, "_" + way)
        self.way = way
        self.random = random.Random(seed)
        self.turns = 0
        self.patience = patience
        self.at = page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('[data-hole], [data-tray]')].map((e) => {
              const box = e.getBoundingClientRect();
              return [e.dataset.hole || e.dataset.tray, [box.x + box.width / 2, box.y + box.height / 2]]}))"""
        )

    def state(self) -> dict:
        return self.page.evaluate(STATE)

    def over(self) -> bool:
        return self.state()["phase"] == "over"

    def step(self) -> None:
        """Throw, or play a turn and check it."""
        state = self.state()
        for _ in range(self.patience * 50 // LOOK_MS):
            if state["phase"] != "throw":
                break
            self.page.wait_for_timeout(LOOK_MS)  # a turn may be told before the throw of the same press
            state = self.state()
        if state["phase"] in ("opening", "throw"):
            self.press()
            self.wait(lambda now: (now["opening"], now["phase"]) != (state["opening"], state["phase"]), "a throw")
        else:
            assert state["phase"] == "play", state
            self.turn(state)

    def turn(self, state: dict) -> None:
        """Play a legal turn, preferring captures, and press until it is accepted."""
        at = self.position(state)
        turns = sorted(turn.text for turn in at.turns())
        captures = [turn for turn in turns if "x" in turn]
        chosen = self.random.choice(captures or turns)
        for start, end in moves_of(chosen):
            self.move(start, end)
        wanted = self.after(at, chosen)
        self.wait(lambda now: now["sees"] == "".join(wanted).upper(), f"the sensors to see {chosen}")
        for _ in range(12):
            before = len(self.state()["log"])
            if self.state()["log"][-1].endswith(f"press long to take {chosen}."):
                self.press(1100)
            else:
                self.press()
            try:
                self.wait(lambda now: now["count"] > state["count"], f"{chosen} to be taken", 1500)
                break
            except AssertionError:
                alike = any("turns look like this" in line for line in self.state()["log"][before - 3 :])
                if not alike and chosen != "--":  # a forced pass waits for the dice to stop
                    raise
        now = self.state()
        assert now["last"].split(" ", 3)[3] == chosen, (chosen, now["last"])
        assert now["cells"] == "".join(wanted), chosen
        self.turns += 1

    def position(self, state: dict) -> Position:
        rules = parse_rules(state["rules"])
        n = len(state["cells"]) // 3
        rows = [state["cells"][:n], state["cells"][n : 2 * n + 1], state["cells"][2 * n + 1 :]]
        board = rules.board
        text = "/".join(row[: board.length[k]] for k, row in enumerate(rows))
        return parse_position(f"{text} {state['player']} {state['throw']}", rules)

    def after(self, at: Position, turn: str) -> list:
        """All holes' letters after the turn, from the notation alone."""
        names = [f"{row}{i + 1}" for row, count in (("A", 16), ("M", 17), ("B", 16)) for i in range(count)]
        letters = dict.fromkeys(names, ".")
        for hole in range(len(at.cells)):
            letters[at.rules.board.name(hole)] = CELLS[at.cells[hole]]
        for start, end in moves_of(turn):
            letters[end], letters[start] = letters[start].upper(), letters[end] if start == end else "."
            letters[end] = letters[end].upper() if start != end else letters[start].upper()
        return [letters[name] for name in names]

    def wait(self, until, what: str, ms: int = PATIENCE_MS) -> dict:
        for _ in range(self.patience * ms // LOOK_MS):
            now = self.state()
            if until(now):
                return now
            self.page.wait_for_timeout(LOOK_MS)
        told = [
            self.page.inner_text(part) for part in ("#words", "#oops", "#seat", "#lost") if self.page.is_visible(part)
        ]
        raise AssertionError(f"waited for {what}: {self.state()}, {told}")

    # --- hands ---

    def press(self, ms: int = 0) -> None:
        if self.way == "keys":
            if not self.page.evaluate("document.activeElement.dataset.hole || ''"):
                self.page.focus("[data-hole=M1]")
            self.page.keyboard.press("b", delay=ms)
        else:
            self.page.click("[data-control=button]", delay=ms)

    def _drag(self, start: str, end: str) -> None:
        mouse = self.page.mouse
        letter = self.page.get_attribute(f"[data-hole={end}]", "data-piece")
        if letter and start != end and self.random.random() < 0.5:
            self._drag_to(self.at[end], self.at[letter.upper()])  # the captured piece first, to its tray
        mouse.move(*self.at[start])
        self._drag_to(self.at[start], self.at[end])

    def _drag_to(self, start, end) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2 + 5, (start[1] + end[1]) / 2 + 5)
        mouse.move(*end)
        mouse.up()

    def _click(self, start: str, end: str) -> None:
        self.page.mouse.click(*self.at[start])
        self.page.mouse.click(*self.at[end])

    def _touch(self, start: str, end: str) -> None:
        self.page.touchscreen.tap(*self.at[start])
        self.page.touchscreen.tap(*self.at[end])

    def _keys(self, start: str, end: str) -> None:
        self._go_to(start)
        self.page.keyboard.press("Enter")
        self._go_to(end)
        self.page.keyboard.press("Enter")

    def _go_to(self, name: str) -> None:
        here = self.page.evaluate("document.activeElement.dataset.hole || ''")
        if not here:
            here = "A1"
            self.page.focus("[data-hole=A1]")
        rows = "AMB"
        if here == "M17" and name != here:
            self.page.keyboard.press("ArrowLeft")
            here = "M16"
        down = rows.index(name[0]) - rows.index(here[0])
        right = int(name[1:]) - int(here[1:])
        for _ in range(abs(down)):
            self.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
        for _ in range(abs(right)):
            self.page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
        assert self.page.evaluate("document.activeElement.dataset.hole") == name
