"""A board's own account as one text, to keep or to send to somebody who can help: `daldos board report`, and the page.

    account = Account(client.send, views=20)
    while not account.hear(next_event()): ...
    account.text()

It has the versions, the game, the self-test with the result of the last magnet walk, the flash left, each hole's
baseline and reading and how much it varies, and at the end every line as the board sent it. It is English in every
language.
"""

import json

import config
from companion.sensing.wiring import hole_names
from daldos import __version__
from daldos.geometry import board_for
from host.i18n import telling
from host.i18n.catalogue import words
from host.sim.standing import seen_as, wooden
from host.sim.table import MIRRORED
from host.terminal import draw

NOISY = 10  # thousandths between views of an untouched hole; normal noise stays below 6


class Account:
    """Asks a board by `send` and is told its events, which come when they come. views: of the sensors, two a second.

    faults: how many the self-test has found.
    """

    def __init__(self, send, views: int):
        self._send = send
        self._views = views
        self._state: dict = None
        self._tested: list = []
        self._read: list = []
        self._reads = False
        self.faults = 0
        send({"do": "state"})
        send({"do": "selftest"})

    def hear(self, event: dict) -> bool:
        """Take an event; whether the account is complete."""
        kind = event["ev"]
        if self._state is None:
            self._state = event if kind == "state" else None
        elif not self._reads:
            if kind not in MIRRORED:
                self._tested.append(event)
            if kind in ("selftest", "error"):
                self.faults = event.get("faults", 0)
                self._reads = True
                self._send({"do": "sensors", "on": True})
        elif kind in ("sensors", "error"):
            self._read.append(event)
            if kind == "error" or len(self._read) == self._views:
                self._send({"do": "sensors", "on": False})
                return True
        return False

    def text(self) -> str:
        """All of it."""
        lines = head("Report", self._state) + status_lines(self._state) + ["", "## Self-test", ""]
        lines += [telling.news(event, words("en")) for event in self._tested]
        lines += kept(self._tested[-1])
        lines += ["", "## Sensors", ""] + sensors([event["u"] for event in self._read if event["ev"] == "sensors"])
        lines += ["", "## As the board said it", ""]
        lines += [json.dumps(event) for event in [self._state] + self._tested + self._read]
        return "\n".join(lines)


def head(title: str, state: dict) -> list:
    """The first lines of a text about a board in this state."""
    versions = "board %s; companion %s" % (state.get("version") or "of an old version", __version__)
    return ["# %s of a Daldøs board" % title, "", versions]


def kept(tested: dict) -> list:
    """What the board keeps, from its `selftest` event: the flash left, and each hole's baseline."""
    if "baseline" not in tested:
        return ["Flash left, baselines: not told by this board."]
    free, half = tested["free"], tested["half"]
    lines = ["Flash left: " + ("not known." if free is None else "%d KiB." % (free // 1024)), "", "## Baselines", ""]
    if half is None:
        return lines + ["Never calibrated."]
    return lines + ["In counts, with the half rail at %d:" % half] + hole_table(hole_names(config), tested["baseline"])


def sensors(views: list) -> list:
    """The mean of some views as a table, and how much they differ."""
    if not views:
        return ["The board has no sensors to read."]
    names = hole_names(config)
    holes = list(zip(*views))
    spread = sorted(((max(us) - min(us), name) for us, name in zip(holes, names)), reverse=True)
    noisy = ["%s (%d)" % (name, by) for by, name in spread if by >= NOISY]
    lines = ["Means of %d views, in thousandths of the supply:" % len(views)]
    lines += sensor_table(names, [round(sum(us) / len(us)) for us in holes])
    lines.append("Largest difference between views: %d, at %s." % spread[0])
    if noisy:
        lines.append("Noisy, or touched meanwhile: %s." % ", ".join(noisy))
    return lines


def status_lines(state: dict) -> list:
    """A `state` event as text."""
    cells, player, throw = state["position"].split(" ")
    now = f"{player} to throw" if throw == "-" else f"{player} plays {throw}"
    if throw == "#":
        now = f"{player} has won"
    if state["phase"] in ("setup", "opening"):
        now = ""
    lines = [f"mode {state['mode']}, rules {state['rules']}, phase {state['phase']}" + (f": {now}" if now else "")]
    letters = letters_of(state)
    lines.extend(draw.boat_of(letters, len(letters) // 3))
    wood = board_for(len(letters) // 3, True)
    unknown = [wood.name(hole) for hole in range(wood.size) if state["occupancy"][hole] == "?"]
    if unknown:
        lines.append(f"   not known: {' '.join(unknown)}")
    return lines


def letters_of(state: dict) -> list:
    """A letter for each wooden hole's piece; capitals for pieces that the game knows to be dalled."""
    return seen_as(wooden(state["position"].split(" ")[0], len(state["occupancy"]) // 3), state["occupancy"])


def sensor_table(names, us) -> list:
    """The raw view as a table, in thousandths, pieces marked with their side."""
    most = config.OCCUPIED_PERMILLE
    return hole_table(names, [("A" if u >= most else "B" if u <= -most else "") + str(u) for u in us])


def hole_table(names, cells) -> list:
    """A cell for each hole: one line per row of the board, below the holes' numbers."""
    lines = ["      " + "".join(f"{k:>6}" for k in range(1, config.N + 2))]
    for row in "AMB":
        of_row = [f"{cell:>6}" for name, cell in zip(names, cells) if name[0] == row]
        lines.append(f"   {row}  " + "".join(of_row))
    return lines
