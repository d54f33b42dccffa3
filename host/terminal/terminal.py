"""The simulator in a terminal: it draws the table and takes one-line commands, also from a pipe.

$ printf 'press\\npress\\npress\\n' | tools/daldos.sh sim
"""

import shutil
import sys
import textwrap

from host.i18n.catalogue import n, system_words
from host.sim.client import RECORD
from host.sim.shown import shown
from host.terminal import draw
from host.terminal.commands import by_name
from host.terminal.desk import DeskError
from host.terminal.script import parts_of

SETTLE_MS = 1000  # after each command, for the board to react
ROLL_MAX_MS = 4000  # at most, while dice roll
PROMPT = "> "
STILL = ("wait", "help", "intro", "lights", "record", "save", "show", "clear", "turns")  # no settling after these
CLEAR = "\033[2J\033[H"
WELCOME = {
    "game": n("Daldøs on the simulated board. Enter presses the button; intro explains the game;"),
    "roller": n("Two long dice and nothing else. Enter throws; mode game plays;"),
    "wooden": n("Daldøs with the players' own dice on the simulated board. dice 13 enters a throw;"),
    "solo": n("Alone against the board. Enter presses the button; press twice in a turn for a hint;"),
    "diagnose": n("The simulated board shows what its sensors see. mode game plays;"),
}


class Terminal:
    """desk: the Desk; lines: where commands come from, None for the keyboard; out: a text file to write to.

    seed: shown in the welcome, if given, so that the same game can be repeated. live: out is a screen.
    """

    def __init__(self, desk, lines=None, out=None, colour: bool = False, seed: int = None, live: bool = False):
        self.desk = desk
        self.lines = lines
        self.out = out or sys.stdout
        self.colour = colour
        self.seed = seed
        self.live = live
        self._drawn = ""
        self._known = ""  # the game's rows when last known
        self._told = 0  # events already shown

    def run(self) -> None:
        """Read commands until `quit` or the end of the input."""
        t = system_words()
        view = self.desk.client.view()
        self.say(t(WELCOME.get(view.mode, WELCOME["game"])) + " " + t("help lists the commands, quit ends."))
        if self.seed is not None:
            self.say(t("The dice of this table: --seed {seed}.", seed=self.seed))
        if view.turns and view.mode in ("game", "wooden", "solo"):
            saved = {"turns": view.turns, "player": view.player}
            self.say(t("The saved game goes on after {turns} throws; {player} is next.", **saved))
        self.show()
        while True:
            line = self._read()
            if line is None:
                return
            if not line.strip() and self.lines is None:
                line = "press"
            for part in parts_of(line):
                command = by_name(part.split()[0].lower())
                if command and command.name == "quit" or part.strip().lower() == "exit":
                    return
                if not self.obey(part):
                    break

    def obey(self, line: str) -> bool:
        """Obey one command, show its effects, and the table if it has changed; False if refused."""
        words = line.split()
        command = by_name(words[0].lower()) if words else None
        name = command.name if command else "play"
        try:
            answer = self.desk.do(line)
        except (DeskError, KeyboardInterrupt) as error:
            self.say(f"! {system_words().say(error)}" if isinstance(error, DeskError) else "\nstopped")
            self.show()
            return False
        if name not in STILL:
            self._settle()
        if name == "clear" and self.live:
            print(CLEAR, end="", file=self.out)
        if answer:
            self.say(answer)
        self.show(again=name in ("show", "clear"))
        return True

    def _settle(self) -> None:
        # Wait until the board has reacted and the dice lie; only then does it say who must press.
        wait = self.desk.table.wait
        wait(SETTLE_MS)
        for _ in range(ROLL_MAX_MS // 100):
            lights = self.desk.client.view().lights
            if not lights or lights["kind"] != "roll":
                break
            wait(100)

    def show(self, again: bool = False) -> None:
        """Show the board's news, then the table, and last what the lights ask for."""
        desk = self.desk
        told = desk.heard()
        for event in told[self._told :]:
            text = "" if event.get("id") == RECORD else draw.news(event)  # of the desk's own question
            standing = desk.match.hear(event) if desk.match else ""
            for line in filter(None, (text, standing)):
                self.say("  * " + line, "    ")
        self._told = len(told)
        view = desk.client.view()
        self._known = view.cells or self._known
        boat = "\n".join(draw.boat(desk.table.board, view, self.colour, desk.hand, self._known))
        words = draw.lights(view)
        if again or boat + words != self._drawn:
            self._drawn = boat + words
            print(boat, file=self.out)
            self.say(f"   {draw.leds(view, self.colour)}   {words}", "   ", self.colour)
        hand = "".join(piece.side for piece in self.desk.hand)
        if hand:
            t = system_words()
            self.say("   " + t("in the hand: {pieces}", pieces=" ".join(hand)))

    def say(self, text: str, indent: str = "", as_it_is: bool = False) -> None:
        """Print text, wrapped to the screen. as_it_is: unwrapped, because it has colours of unknown width."""
        if self.live and not as_it_is:
            width = max(40, shutil.get_terminal_size().columns)
            lines = []
            for line in text.split("\n"):
                fits = len(line) <= width
                lines += [line] if fits else textwrap.wrap(line, width, subsequent_indent=indent, drop_whitespace=True)
            text = "\n".join(lines)
        print(text, file=self.out, flush=True)

    def _read(self):
        try:
            if self.lines is None:
                return input(PROMPT)
            line = next(self.lines, None)
            if line is not None:
                self.say(PROMPT + shown(line.rstrip("\n")))
            return line
        except EOFError:
            self.say("")
            return None
        except KeyboardInterrupt:
            # Ctrl-C drops the typed line; Ctrl-D and quit end.
            self.say("")
            return "show" if self.lines is None else None
