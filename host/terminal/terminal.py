"""The simulator in a terminal: the table is drawn, and played on with one-line commands. Works as well with a pipe.

$ printf 'press\\npress\\npress\\n' | tools/daldos.sh sim
"""

import sys

from host.terminal import draw
from host.terminal.desk import DeskError
from host.words.catalogue import system_words

SETTLE_MS = 1000  # after each command, so that the board has said what it thinks of it
PROMPT = "> "


class Terminal:
    """desk: the Desk; lines: where commands come from, None for the keyboard; out: a text file to write to."""

    def __init__(self, desk, lines=None, out=None, colour: bool = False):
        self.desk = desk
        self.lines = lines
        self.out = out or sys.stdout
        self.colour = colour
        self._drawn = ""
        self._told = 0  # events already told

    def run(self) -> None:
        """Read commands until `quit` or the end of the input."""
        t = system_words()
        self.say(t("Daldøs on the simulated board. Press for A's opening throw; help lists the commands, quit ends."))
        self.show()
        while True:
            line = self._read()
            if line is None or line.strip() in ("quit", "exit"):
                return
            self.obey(line)

    def obey(self, line: str) -> None:
        """One command, what came of it, and the table if it looks different now."""
        try:
            answer = self.desk.do(line)
        except DeskError as error:
            self.say(f"! {error}")
            return
        except KeyboardInterrupt:
            self.say("\nstopped")
            answer = ""
        if line.strip() and line.split()[0] not in ("wait", "help", "lights", "record", "show"):
            self.desk.table.wait(SETTLE_MS)
        if answer:
            self.say(answer)
        self.show(again=line.split() == ["show"])

    def show(self, again: bool = False) -> None:
        """The news of the board, then the table."""
        desk = self.desk
        told = desk.heard()
        for event in told[self._told :]:
            text = draw.news(event)
            if text:
                self.say("  * " + text)
        self._told = len(told)
        view = desk.front.view()
        boat = "\n".join(draw.boat(desk.table.board, view, self.colour, desk.hand))
        words = draw.lights(view)
        if again or boat + words != self._drawn:
            self._drawn = boat + words
            self.say(f"{boat}\n   {draw.leds(view, self.colour)}   {words}")
        hand = "".join(piece.side for piece in self.desk.hand)
        if hand:
            t = system_words()
            self.say("   " + t("in the hand: {pieces}", pieces=" ".join(hand)))

    def say(self, text: str) -> None:
        """A line or more to read."""
        print(text, file=self.out, flush=True)

    def _read(self):
        try:
            if self.lines is None:
                return input(PROMPT)
            line = next(self.lines, None)
            if line is not None:
                self.say(PROMPT + line.rstrip("\n"))
            return line
        except EOFError:
            self.say("")
            return None
        except KeyboardInterrupt:
            self.say("\nquit")
            return None
