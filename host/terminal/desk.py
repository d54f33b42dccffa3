"""One-line commands for a person at the simulated table; terminal and scripts share them.

    >>> desk = Desk(Table(seed=1))
    >>> desk.do("plug in")
    >>> desk.do("press")
    >>> desk.do("move A1 M3")

A command that makes no sense raises DeskError, which says what was wrong, where, and what to do instead, and moves
nothing. Only commands let time pass: a movement of the hand takes HAND_MS.
"""

import re
import shlex
from functools import partial
from pathlib import Path

from companion.commands import COMMANDS
from companion.console.protocol import CHOICES
from daldos.effects import CAPTURED, RECRUITED, SENT_HOME, SHOVED, play_step, steps_of
from daldos.errors import DaldosError
from daldos.prng import Xorshift32
from daldos.rules import KING, parse_rules
from daldos.state import CELLS, PLAYERS, rows_text, start_cells
from daldos.throws import any_throw
from host.intake.intake import RECORD, take
from host.sim.client import Client, value_of
from host.sim.preload import keep_game
from host.sim.standing import otherwise, wooden
from host.sim.table import seeing_heights
from host.terminal import auto, draw
from host.terminal.commands import by_name, closest, help_lines

HAND_MS = 150  # for lifting or putting down a piece
KEYS = {name: keys for name, keys, *_ in COMMANDS}  # of the board's commands, with their kinds
WAIT_MAX_MS = 24 * 60 * 60 * 1000
MOVE = re.compile(r"--$|[AMB][0-9].*[-x=<>+]", re.IGNORECASE)  # A1-M3, A1xM3, A5=, --


class DeskError(DaldosError):
    """A command that cannot be done: what was wrong, where, and what to do."""


def words_of(line: str) -> list:
    """The words of a line, with quotes and comments as in a shell; the text after `send` is left unchanged."""
    if line.split(None, 1)[:1] == ["send"]:
        return line.split(None, 1)
    try:
        return shlex.split(line, comments=True)
    except ValueError:
        raise DeskError("%r: a quotation mark is missing, or nothing follows the last \\", line.strip()) from None


class Desk:
    """table: the Table; folder: where `saved` looks for files; seed: of the choices that `auto` makes.

    hand: the pieces lifted and not yet put down, the last one last.
    """

    def __init__(self, table, folder=".", seed: int = 1):
        self.table = table
        self.folder = Path(folder)
        self.hand = []
        self.client = Client(table)
        self._heard: list = []
        self.stream = Xorshift32(seed)

    def do(self, line: str) -> str:
        """Obey one command; returns its output, often ''. DeskError leaves everything unchanged."""
        words = words_of(line)
        if not words:
            return ""
        if MOVE.match(words[0]):
            words = ["play", *words]
        command, args = by_name(words[0].lower()), words[1:]
        if command is None or command.name == "quit":
            meant = closest(words[0].lower())
            did_you_mean = DeskError("did you mean %s? ", meant) if meant and meant != "quit" else ""
            raise DeskError("there is no command %r; %shelp lists them", words[0], did_you_mean)
        if not command.takes(len(args)):
            expected = DeskError("expected %s", command.line())
            if not command.usage:
                expected = DeskError("%s stands alone", command.name)
            raise DeskError("%s: %s after it; %s", command.name, " ".join(args) or DeskError("nothing"), expected)
        try:
            action = getattr(self, "_do_" + command.name, None) or partial(self._ask, command.name)
            return action(*args) or ""
        except DeskError:
            raise
        except ValueError as error:  # from the fake board, the engine or the rules
            if str(error).startswith(command.name):
                raise DeskError("%s", error) from None
            raise DeskError("%s: %s", command.name, error) from None

    # --- pieces ---

    def _do_lift(self, hole) -> None:
        self._lift(self._hole(hole))

    def _do_place(self, hole) -> None:
        self._place(self._hole(hole))

    def _do_move(self, start, end) -> None:
        self._move(self._hole(start), self._hole(end))

    def _do_take(self, hole="") -> None:
        if hole:
            self._lift(self._hole(hole))
        elif not self.hand:
            raise DeskError("take: the hand is empty; take M3 takes the piece at M3")
        self.table.board.away(self.hand.pop())

    def _do_put(self, side, hole) -> None:
        if side.upper() not in PLAYERS:
            raise DeskError("put: side %r: expected A or B, as in put A M5", side)
        tray = [piece for piece in self.table.board.spare() if piece.side == side.upper() and piece not in self.hand]
        if not tray:
            raise DeskError("put: no piece of %s's in the tray", side.upper())
        self.table.place(self._hole(hole), tray[0])
        self.table.wait(HAND_MS)

    def _do_turn(self, hole, how="") -> None:
        board, turned = self.table.board, self._hole(hole)
        if how not in ("", "back", "half"):
            raise DeskError("turn: expected a hole and perhaps back or half, as in turn M1")
        if how == "half":
            board.turn_half(turned)
        else:
            board.turn(turned, float(how != "back"))
        self.table.wait(HAND_MS)

    def _do_dalled(self) -> None:
        if self.table.app:
            raise DeskError("dalled: another board is laid on the table; plug out first")
        table = self.table
        table.lay(seeing_heights(table.config))
        table.board.setup("." * len(table.board.names))
        table.plug_in()
        table.send({"do": "calibrate"})
        table.wait(2 * table.config.SCAN_MS * table.config.CALIBRATE_SCANS)
        table.plug_out()
        table.board.setup("start")

    def _do_box(self) -> None:
        self.table.board.setup("." * len(self.table.board.names))
        self.table.wait(HAND_MS)

    def _do_hover(self, hole, mm="6") -> None:
        height_mm = self._number(mm, "hover", 0, 100)
        self.table.board.hover(self._hole(hole), self._in_hand("hover"), height_mm)
        self.table.wait(HAND_MS)

    def _do_play(self, *turn) -> None:
        rules = self.view().rules
        if any(mark in word for word in turn for mark in "<>+") or rules and parse_rules(rules).king:
            self._play_legal(" ".join(turn))
            return
        # Check everything before touching a piece.
        steps = [step for word in turn for step in self._steps(word)]
        board = self.table.board
        there = [piece and piece.side for piece in map(board.piece_at, range(len(board.names)))]
        for start, end in steps:
            if there[start] is None:
                raise DeskError("play: no piece at %s", board.names[start])
            if start != end and there[end] == there[start]:
                raise DeskError("play: a piece of the same side stands at %s", board.names[end])
            there[start], there[end] = None, there[start]
        for start, end in steps:
            self._move(start, end, True)

    def _do_turns(self) -> str:
        view = self.view()
        if not view.throw:
            raise DeskError("turns: no throw is to be played; press throws")
        texts = sorted(turn.text for turn in view.at().turns())
        return "  ".join(texts) if texts != ["--"] else "none: the turn is lost; press goes on"

    def _do_setup(self) -> None:
        # during a turn, as before it
        self.setup(self.rules(), [CELLS.index(letter) for letter in self.view().cells if letter != "/"])

    def _do_new(self, *words) -> None:
        ways = [word for word in words if word in ("exchanged", "prow")]
        texts = [word for word in words if word not in ways]
        rules = parse_rules(texts[0]) if texts else self.rules()
        self.setup(rules, start_cells(rules))
        if ways:
            stands = self.table.board.occupancy().decode().lower()
            n = self.table.config.N
            self.table.board.setup(otherwise(stands, n, rules.n, "exchanged" in ways, "prow" in ways))
            self.table.wait(HAND_MS)

    def _steps(self, word: str) -> list:
        # (from, to) of each hand movement for a word of a turn.
        if word == "--":
            return []
        if word.endswith("="):
            return [(self._hole(word[:-1]), self._hole(word[:-1]))]
        names = word.replace("x", "-").replace("X", "-").split("-")
        if len(names) < 2:
            raise DeskError("play: %r is no move such as A1-M1, M4xM6, M4-M6-M9 or A5=", word)
        holes = [self._hole(name) for name in names]
        return list(zip(holes, holes[1:], strict=False))

    def setup(self, rules, cells) -> None:
        """Set the pieces up as in these cells of a game, in the holes nearest the stern; the rest go to the tray."""
        self.hand = []
        self.table.board.setup(wooden(rows_text(rules, cells), self.table.config.N))
        self.table.wait(HAND_MS)

    def _move(self, start: int, end: int, turned: bool = False) -> None:
        board, names = self.table.board, self.table.board.names
        piece, other = board.piece_at(start), board.piece_at(end)
        if piece is None:
            raise DeskError("no piece at %s", names[start])
        if other is not None and start != end:
            if other.side == piece.side:
                raise DeskError("a piece of the same side stands at %s; move it first, or take it off", names[end])
            self._lift(end)
            self.hand.pop()
        self._lift(start)
        if turned:  # pieces that a turn moves are dalled after it
            self.hand[-1].turned = 1.0
        self._place(end)

    def _play_legal(self, text: str) -> None:
        # A turn in which other pieces are moved, too, where the rules say.
        then = self.view().at()
        for hole, to, effect in steps_of(then, then.parse_turn(text).packed):
            king = then.cells[hole] in KING
            play_step(then.rules, then.cells, then.side, hole, to)
            start, end, free = [self._hole(then.rules.board.name(place)) for place in (hole, to, effect >> 8)]
            others = effect & (SENT_HOME + SHOVED + RECRUITED)
            if effect & CAPTURED:
                self._lift(free if others else end)
                self.hand.pop()
            if others:
                self._lift(end)
            if effect & SENT_HOME:
                self.hand[-1].turned = 0.0
            self._move(start, end, not king)
            if others:
                self._place(free)

    def _lift(self, hole: int) -> None:
        self.hand.append(self.table.board.lift(hole))
        self.table.wait(HAND_MS)

    def _place(self, hole: int) -> None:
        self.table.board.place(hole, self._in_hand("place"))
        self.hand.pop()
        self.table.wait(HAND_MS)

    def _in_hand(self, name: str):
        if not self.hand:
            raise DeskError("%s: the hand is empty; lift a piece first, or put A M5 takes one from the tray", name)
        return self.hand[-1]

    # --- button, time, plug ---

    def _do_press(self) -> None:
        self.table.press()

    def _do_long(self) -> None:
        self.table.long_press()

    def _do_menu(self) -> None:
        self.table.press(self.table.config.MENU_MS + 200)

    def _do_wait(self, text) -> None:
        self.table.wait(self._duration(text))

    def _do_plug(self, where) -> None:
        if where == "out":
            self.view()
            self.table.plug_out()
        elif where != "in":
            raise DeskError("plug %r: expected in or out", where)
        elif self.table.app:
            raise DeskError("the plug is in already")
        else:
            self.table.plug_in()

    def view(self):
        """The board's state, a host.sim.client.View; DeskError while the plug is out."""
        if not self.table.app:
            raise DeskError("the plug is out; plug in puts it back")
        return self.client.view()

    def heard(self) -> list:
        """All the board's events since this desk was created, in order."""
        self._heard += self.client.events()
        return self._heard

    def rules(self):
        """The Rules of the game on the board."""
        return parse_rules(self.view().rules)

    def since(self, before: int, kind: str) -> list:
        """The board's events of this kind after the first `before` of all."""
        return [event for event in self.heard()[before:] if event["ev"] == kind]

    def record(self) -> list:
        """The lines of the game's record."""
        self.view()
        return self.client.record()

    # --- the board's own language ---

    def _do_send(self, line) -> None:
        self.send(line)

    def send(self, line) -> None:
        """Send a line or a dict to the board, and wait for a long answer to end."""
        self.view()
        self.table.send(line)
        self.table.wait(self.table.config.SCAN_MS)

    def _ask(self, name: str, *words) -> None:
        # One of the board's commands; the words are the values of its keys.
        if name == "rules":
            parse_rules(words[0])
        if name == "mode" and words[0] not in CHOICES["mode"]:
            raise DeskError("mode %r: expected one of %s", words[0], ", ".join(map(str, CHOICES["mode"])))
        pairs = zip(KEYS[name], words, strict=True)
        values = {key: value_of(word) if kind == "value" else word for (key, kind), word in pairs}
        self.send({"do": name, **values})

    def _do_state(self) -> str:
        self.send({"do": "state"})
        return "\n".join(draw.boat(self.table.board, self.client.view()))

    def _do_record(self) -> str:
        return "\n".join(self.record())

    def _do_help(self, name="") -> str:
        if not name:
            return "\n".join(help_lines())
        command, meant = by_name(name.lower()), closest(name.lower())
        if command is None and meant:
            raise DeskError("help: there is no command %r; did you mean %s?", name, meant)
        if command is None:
            raise DeskError("help: there is no command %r", name)
        lines = [command.line(), "  " + command.about]
        if command.short:
            lines.append("  short form: " + command.short)
        if command.name in ("fault", "heal"):
            lines += [f"  fault {name} {where}".rstrip() for name, (where, _) in self.table.board.FAULTS.items()]
        return "\n".join(lines)

    # --- faults ---

    def _do_fault(self, name, *where) -> None:
        self.table.board.fault(name, *map(self._argument, where))

    def _do_heal(self, *args) -> None:
        board = self.table.board
        before = board.faults()
        if not before:
            raise DeskError("heal: nothing is broken")
        board.heal(*args[:1], *map(self._argument, args[1:]))
        if len(board.faults()) == len(before):
            broken = ", ".join(sorted({fault[0] for fault in before}))
            raise DeskError("heal: %s is not broken, but %s; heal alone mends everything", " ".join(args), broken)

    def _do_sensors(self, on) -> None:
        if on not in ("on", "off"):
            raise DeskError("sensors %r: expected on or off", on)
        self.table.scans = on == "on"

    def _do_auto(self, turns="100000") -> None:
        most, begun = self._number(turns, "auto", 1, 100000), len(self.heard())
        while True:
            auto.step(self, self.stream)
            if auto.is_over(self) or len(self.since(begun, "turn")) >= most:
                return

    # --- future throws and saved games ---

    def _do_next(self, *words) -> None:
        throws = [any_throw(word) for word in words]
        if None in throws:
            raise DeskError("next: throw %r: expected two dice of 1 to 4, as in next 13 24", words[throws.index(None)])
        self.table.throws[:] = [throw.faces for throw in throws]

    def _do_saved(self, name, last="") -> None:
        if self.table.app:
            raise DeskError("saved: the board reads its saved game when it is switched on; plug out first")
        try:
            data = (self.folder / name).read_bytes()
        except OSError as error:
            raise DeskError("saved: %r: %s", name, error.strerror) from None
        taken = take(data)
        games = taken.of(RECORD)
        if not games or taken.passed:  # a board begins with nothing that is not meant
            raise DeskError("saved: %r: %s", name, taken.why())
        game = games[0].game
        if game.rules.n > self.table.config.N:
            raise DeskError("saved: %r: %s holes a row, the board has %s", name, game.rules.n, self.table.config.N)
        plies = self._number(last, "saved", 0, len(game.plies)) if last else len(game.plies)
        self.setup(game.rules, keep_game(self.table.store, game, plies, self.table.config.N))

    # --- words ---

    def _hole(self, name: str) -> int:
        return self.table.hole(name.upper())

    def _argument(self, word: str):
        return int(word) if word.isascii() and word.isdigit() else self._hole(word)

    def _number(self, word: str, name: str, low: int, high: int) -> int:
        if not (word.isascii() and word.isdigit() and low <= int(word) <= high):
            raise DeskError("%s: %r: expected a number from %s to %s", name, word, low, high)
        return int(word)

    def _duration(self, text: str) -> int:
        number = text.removesuffix("ms")
        try:
            ms = int(1000 * float(number[:-1])) if number.endswith("s") else int(float(number))
        except (ValueError, OverflowError):
            ms = -1
        if not 0 <= ms <= WAIT_MAX_MS:
            raise DeskError("wait %r: expected a time up to a day, such as 500 (milliseconds) or 1.5s", text)
        return ms
