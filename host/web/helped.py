"""Helped hands: the player says which piece goes where, and hands of ours carry it, take captures off and press.

They sit at the board as any page's hands do. The board does not know of them: its referee judges the pieces and the
button as ever. They also set the turns that the board plays, throw, and go on after a lost turn.

>>> helper = HelpedHands(backend)
>>> helper.on = True
>>> helper.tick(10)
>>> helper.play("A1", "M3")
"""

import config
from daldos.position import Position, parse_position
from daldos.reach import OTHER_DIE, REASONS, reach
from daldos.rules import OWN, parse_rules
from daldos.state import DALLED, UNDALLED, pieces
from host.sim.standing import seen_as, wooden
from host.web.hands import HandError

PAGE = "helper"  # whose hands these are
THROW_MS = 700  # a pause before each throw, so that the last turn is seen
LOST_MS = 2500  # a lost turn stays in sight
END_MS = 2500  # a complete turn can be taken back
BOARD_MS = 500  # the board waits before its turn
STEP_MS = 180  # a piece travels a hole
TRAVEL_MS = 900  # at most
DAL_MS = 700  # a piece is turned
CLICK_MS = 100
PLAYED = ("game", "solo", "wooden", "far")


class HelpedHands:
    """on: whether they help. auto: a complete turn ends by itself. far_side: the player's in mode far, or none.

    brisk: nobody watches, so that there need be no pauses.
    """

    def __init__(self, backend, long_ms: int = 1000):
        self.backend = backend
        self.on = False
        self.auto = True
        self.far_side = ""
        self.brisk = False
        self.long_ms = long_ms
        self._now = 0
        self._due = 0  # when the next of _todo is done
        self._todo = []  # (command, ms until the next)
        self._turn: Choices = None  # of the throw that is being played
        self._ended = False  # the player waits for nothing more
        self._led = None  # the turn that the board wants set
        self._asked = None  # the turn that the lights ask about
        self._unsure = False  # whether the board wants to know which turn it was
        self._alike: list = []  # those that it may have been
        self._named: str = None  # the one that the player says it was
        self._tries = 0  # presses after which the board is not asked for it any more
        self._side: str = None  # that the board plays in mode solo
        self._shown = 0  # pieces moved so far
        self._move: dict = None
        self._since = 0  # when what stands came to stand so
        self._last: list = None

    # --- what the player does ---

    def begin(self, mode: str, rules: str, level: int, side: str) -> None:
        """A new game; side: the one that the board plays, level: its strength, in mode solo."""
        self._drop()
        self._turn = None
        self._side = side
        settings = {"solo_side": side, "level": level, "rules": rules, "mode": mode}
        for line in [{"do": "set", "key": key, "value": value} for key, value in settings.items()] + [{"do": "new"}]:
            self._do({"do": "board", "line": line}, 0)
        self._do({"do": "setup", "how": "start"}, END_MS)

    def forget(self) -> None:
        """Another game is on the board."""
        self._drop()
        self._turn = self._led = self._side = None

    def play(self, start: str, end: str) -> None:
        """Carry a piece; HandError if no die takes it there."""
        dice = self._turn and self._turn.choices.get(start, {}).get(end)
        if not dice or self._todo:
            raise HandError("no die takes %s to %s", start, end)
        self._carry(start, end, dice)

    def end(self) -> None:
        """End the complete turn, throw, or go on after a lost turn, without waiting."""
        self._ended = True

    def choose(self, turn: str) -> None:
        """Of the turns that look alike it was this one."""
        if turn in self._alike:
            self._named, self._tries = turn, len(self._alike)

    def take_back(self) -> None:
        """Put back what has been played of this turn; if nothing has, take the last turn back."""
        self._drop()
        if self._turn is None or not self._turn.played:
            self._press(self.long_ms + CLICK_MS)
        self._to_throw()

    def let_go(self) -> None:
        """Whatever these hands were about is dropped: what they hold goes back, and the button comes up.

        A turn broken off in the middle of a move is played from its throw.
        """
        carrying = any(command["do"] != "button" for command, _ in self._todo)
        self._drop()
        if carrying:
            self._to_throw()

    # --- what happens by itself ---

    def hear(self, event: dict) -> None:
        """What the board has said."""
        kind = event["ev"]
        if kind == "undo":
            self._turn = None
        if kind in ("throw", "turn", "undo", "phase"):
            self._led = self._asked = self._named = None
            self._unsure = False
        elif kind == "guide" and event["code"] in ("carry", "astray"):
            self._led = event["turn"]
        elif kind == "guide" and event["code"] in ("alike", "choose", "is_it"):
            self._asked = event.get("turn")
            self._unsure = True

    def tick(self, ms: int) -> None:
        """Time has passed on the board."""
        self._now += ms
        while self._todo and self._now >= self._due:
            command, wait_ms = self._todo[0]
            if self.backend.must_wait(PAGE, command):
                return
            del self._todo[0]
            self._due = self._now + wait_ms
            try:
                self.backend.do(PAGE, command)
            except HandError:  # the plug is out, or what stands is not what these hands took it for
                self._drop()
                if command["do"] != "setup":
                    self._to_throw()

    def values(self, view: dict) -> dict:
        """Decide what to do next, and what the page shows of it; view: the backend's."""
        state = [view[key] for key in ("phase", "player", "throw", "game", "sees", "scene", "mode", "plug")]
        state.append(self._unsure)
        if state != self._last:
            self._last, self._since, self._ended = state, self._now, False
            self._alike = self._looks_like(view) if self._unsure else []
        if self._led is not None and view["player"] and view["mode"] == "solo":
            self._side = view["player"]
        you = "AB" if view["mode"] in PLAYED else ""
        if view["mode"] == "far":
            you = self.far_side
        if view["mode"] == "solo":
            you = you.replace(self._side or self.backend.solo_side, "")
        if self.on and view["plug"] and view["mode"] in PLAYED:
            self._follow(view, you)
        elif self._named:
            self._answer(view)
        turn = self._turn
        mine = turn is not None and view["player"] in you
        return {
            "you": you,
            "plays": turn.choices if mine and not self._todo else {},
            "stuck": turn.stuck if mine else {},
            "played": turn.used if turn else "",
            "done": turn.complete or "" if turn else "",
            "moved": self._move,
            "alike": self._alike if view["player"] in you and not self.on else [],
        }

    def _looks_like(self, view: dict) -> list:
        # The turns that leave what the sensors see.
        if view["phase"] != "play" or view["scene"] not in ("ready", "ask"):
            self._unsure = False  # pieces have been moved since
            return []
        turns = parse_position(view["position"], parse_rules(view["rules"])).turns()
        return [turn.text for turn in turns if _looks(turn.result, view["sees"])]

    def _answer(self, view: dict) -> None:
        # The board asks for one turn after the other; a long press takes it.
        if self._todo or self._now < self._due:
            return
        if view["scene"] == "ask" and self._asked == self._named:
            self._press(self.long_ms + CLICK_MS)
            self._named = None
        elif self._tries:
            self._tries -= 1
            self._press(CLICK_MS)
        else:  # what was touched speaks against it
            self._alike = [turn for turn in self._alike if turn != self._named]
            self._named = None

    def _follow(self, view: dict, you: str) -> None:
        if self._todo or self._now < self._due:
            return
        phase, scene = view["phase"], view["scene"]
        if phase != "play":
            self._turn = None
        rest_ms = self._now - self._since
        if scene == "menu":
            return
        if phase == "setup" or (scene in ("undo", "guide", "setup") and self._turn is None and rest_ms > 3 * CLICK_MS):
            start = phase == "setup" and not view["record"] and view["mode"] != "far"
            self._do({"do": "setup", "how": "start" if start else "game"}, END_MS)
        elif scene == "offer":
            self._press(CLICK_MS)
        elif phase in ("opening", "throw"):
            if (
                view["mode"] in ("game", "solo")
                and (self._ended or rest_ms >= THROW_MS)
                and (phase == "opening" or view["player"] in you)
            ):
                self._press(CLICK_MS)
        elif phase == "play" and view["throw"]:
            self._play(view, you, rest_ms)

    def _play(self, view: dict, you: str, rest_ms: int) -> None:
        text = view["position"]
        if self._turn is None or self._turn.position.text() != text:
            try:
                self._turn = Choices(parse_position(text, parse_rules(view["rules"])))
            except ValueError:  # between two frames: the next tells
                return
        turn = self._turn
        if view["scene"] == "ask":
            self._press(self.long_ms + CLICK_MS if self._asked == turn.complete else CLICK_MS)
        elif turn.lost:
            if self._ended or rest_ms >= self._pause(LOST_MS):
                self._press(CLICK_MS)
        elif self._led is not None or view["player"] not in you:
            # after a power cut the turn may stand already, and is not said again
            if (self._led is not None or view["scene"] == "ready") and rest_ms >= self._pause(BOARD_MS):
                step = None if self._led is None else turn.towards(self._led)
                if step:
                    self._carry(*step)
                elif view["scene"] == "guide":  # another turn was begun before this one was led
                    self._to_throw()
                else:
                    self._press(CLICK_MS)
        elif turn.complete and (self._ended or self.auto and not turn.choices and rest_ms >= END_MS):
            self._press(CLICK_MS)

    # --- the hands ---

    def _drop(self) -> None:
        self._todo.clear()
        self.backend.leave(PAGE)

    def _to_throw(self) -> None:
        # What has been played of a turn goes back.
        self._turn = None
        self._do({"do": "setup", "how": "game"}, 2 * CLICK_MS)

    def _carry(self, start: str, end: str, dice: str) -> None:
        path, dal, capture = self._turn.move(start, end, dice)
        self._shown += 1
        self._move = travel(self._shown, path, dal, capture, dice)
        self._do({"do": "lift", "hand": 0, "hole": start}, self._pause(self._move["ms"]))
        self._do({"do": "place", "hand": 0, "hole": end, "dalled": True}, 2 * CLICK_MS)

    def _press(self, ms: int) -> None:
        self._do({"do": "button", "down": True}, ms)
        self._do({"do": "button", "down": False}, 3 * CLICK_MS)

    def _pause(self, ms: int) -> int:
        return min(ms, CLICK_MS) if self.brisk else ms

    def _do(self, command: dict, ms: int) -> None:
        self._todo.append((command, ms))


def _looks(result: str, sees: str) -> bool:
    # Whether what a turn leaves is what the sensors see.
    stands = wooden(result.split(" ")[0], config.N)
    return all(seen in ("?", stands[i]) for i, seen in enumerate(seen_as(stands, sees)))


def travel(n: int, path: list, dal: bool, capture: bool, dice: str) -> dict:
    """The n-th move as the page shows it, and how long the piece is under way."""
    ms = min(STEP_MS * max(1, len(path) - 1), TRAVEL_MS) + (DAL_MS if dal else 0)
    return {"n": n, "path": path, "dal": dal, "capture": capture, "dice": dice, "ms": ms}


class Choices:
    """What can be played of a throw, die by die, as the rules allow it.

    cells: what stands now. choices: hole -> hole -> the dice that lead there, `3`, `1`, `13`. used: the dice played so
    far. complete: the text of the turn if what has been played is one, else None. won: the other side is beaten. lost:
    nothing can be played. stuck: hole -> the code of the reason why the player's piece there cannot be played.

    >>> Choices(parse_position("aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 12", rules)).choices
    {'A1': {'M1': '1', 'M3': '12'}}
    """

    def __init__(self, position: Position):
        self.position = position
        self.used = ""
        self.played = []  # (from, to, dice)
        self.cells = bytearray(position.cells)
        self._left = [position.die1, position.die2]
        self._ways = position.rules.ways[position.side]
        turns = position.turns()
        self.lost = turns[0].text == "--"
        self._results = {bytes(turn.after().cells): turn.text for turn in turns}
        self._both = []  # (from, to) of the turns that play both dice as one move
        for turn in turns:
            words = turn.text.replace("x", "-").split(" ")
            if len(words) == 1 and words[0].count("-") == 1 and not self.lost and turn.text != "--":
                self._both.append(tuple(words[0].split("-")))
        self._look()

    @property
    def complete(self):
        """The text of the turn that has been played, None before it is complete."""
        return self._results.get(bytes(self.cells)) if self.played else None

    def move(self, start: str, end: str, dice: str) -> tuple:
        """Play dice with a piece: the holes it passes from start to end, whether it is turned, whether it captures."""
        board, player = self.position.rules.board, self.position.side
        hole, to = board.hole(start), board.hole(end)
        dal = self.cells[hole] == UNDALLED[player]
        capture = hole != to and self.cells[to] != 0
        path, on = [start], hole
        while on != to:
            on = board.after[player][on]
            path.append(board.name(on))
        self.cells = self._moved(self.cells, hole, to)
        for die in dice:
            self._left.remove(int(die))
        self.used += dice
        self.played.append((start, end, dice))
        self._look()
        return path, dal, capture

    def towards(self, text: str):
        """The next (from, to, dice) on the way to the turn of this text; None if it is complete."""
        steps = []
        for word in text.split(" "):
            holes = word.replace("x", "-").rstrip("=").split("-")
            steps += zip(holes, holes[1:] or holes)
        if len(self.played) >= len(steps):
            return None
        start, end = steps[len(self.played)]
        return start, end, self.choices.get(start, {}).get(end, "".join(map(str, self._left)))

    # --- inside ---

    def _look(self) -> None:
        name = self.position.rules.board.name
        found: dict = {}
        self.won = pieces(self.cells, 1 - self.position.side) <= self.position.rules.lose_at
        for die in [] if self.won else sorted(set(self._left)):
            rest = self._left[:]
            rest.remove(die)
            for hole, to in self._singles(self.cells, die):
                after = self._moved(self.cells, hole, to)
                if bytes(after) in self._results or (rest and self._leads_on(after, rest[0])):
                    found.setdefault(name(hole), {})[name(to)] = str(die)
        if not self.played:
            for start, end in self._both:
                found.setdefault(start, {}).setdefault(end, "%d%d" % (self.position.die1, self.position.die2))
        self.choices = found
        # why the others cannot be played: by a die alone, or because the other die would be left over
        self.stuck = {}
        for hole in self._own(self.cells):
            if name(hole) not in found:
                answers = [reach(self.cells, self._ways, hole, die) for die in self._left]
                self.stuck[name(hole)] = REASONS[OTHER_DIE if max(answers, default=0) >= 0 else -min(answers)][0]

    def _leads_on(self, cells: bytearray, die: int) -> bool:
        return any(bytes(self._moved(cells, *single)) in self._results for single in self._singles(cells, die))

    def _singles(self, cells: bytearray, die: int) -> list:
        found = [(hole, reach(cells, self._ways, hole, die)) for hole in self._own(cells)]
        return [(hole, to) for hole, to in found if to >= 0]

    def _own(self, cells: bytearray) -> list:
        own = OWN[self.position.side]
        return [hole for hole in range(len(cells)) if own[cells[hole]]]

    def _moved(self, cells: bytearray, hole: int, to: int) -> bytearray:
        cells = bytearray(cells)
        cells[hole] = 0
        cells[to] = DALLED[self.position.side]
        return cells
