"""A game from the first start to the winner by someone who only reads the screen, and what it costs in keystrokes.

    python -m lab.first_game                  the whole game as it stood on the screen
    python -m lab.first_game --page           docs/first_game.md

The player knows nothing of the game: Enter where the last line says "press"; where it says "play it", `t` for the turns
that the throw allows, and the first of these as it is written.
"""

import argparse
import io

from host.sim.table import Table
from host.terminal.desk import Desk
from host.terminal.terminal import Terminal

SEED = 4
SHOWN = 4  # commands at the beginning and at the end that stand on the page


class Newcomer:
    """The player. typed: all that was typed; turns: what each turn was, '' where there was none to play."""

    def __init__(self, seed: int = SEED):
        self.out = io.StringIO()
        self.desk = Desk(Table(seed=seed))
        self.desk.plug_in()
        self.desk.table.wait(1000)
        self.terminal = Terminal(self.desk, self._lines(), self.out, seed=seed)
        self.typed: list = []
        self.turns: list = []

    def play(self) -> str:
        """Play to the end; the screen."""
        self.terminal.run()
        return self.out.getvalue()

    def _lines(self):
        while True:
            last = self._last()
            if "has won" in last:
                return
            if "play it, then press" in last:
                yield self._type("t")
                turn = self._screen()[-1].split("  ")[0]
                self.turns.append(turn)
                yield self._type(turn)
            elif "press" in last:
                if "can play neither" in last:
                    self.turns.append("")
                yield self._type("p")  # at the keyboard: Enter
            else:
                raise AssertionError(f"the screen says nobody what to do: {last!r}")

    def _type(self, line: str) -> str:
        self.typed.append(line)
        return line + "\n"

    def _screen(self) -> list:
        return self.out.getvalue().rstrip("\n").split("\n")

    def _last(self) -> str:
        # The lights' line, with what they say.
        return next(line for line in reversed(self._screen()) if line.startswith("   dice"))

    def keystrokes(self) -> tuple:
        """A turn, on average: (before: `play TURN` and `press` were typed; now: TURN, Enter)."""
        before = sum((len(f"play {turn}\n") if turn else 0) + len("press\n") for turn in self.turns)
        now = sum((len(f"{turn}\n") if turn else 0) + len("\n") for turn in self.turns)
        return before / len(self.turns), now / len(self.turns)


def page() -> str:
    """docs/first_game.md."""
    newcomer = Newcomer()
    parts = newcomer.play().split("\n> ")
    before, now = newcomer.keystrokes()
    begin = "\n> ".join(parts[: 4 + SHOWN])
    end = "\n> ".join(parts[-SHOWN:])
    indented = ["\n".join("    " + line.rstrip() for line in text.rstrip().split("\n")) for text in (begin, "> " + end)]
    return f"""# A first game

Somebody who has never seen the game plays it to the end in the terminal, going by the last line of the screen alone:
Enter (here `p`) where it says to press; `t` for the turns where it says to play, and one of them as it is written.
Written by `python -m lab.first_game --page > docs/first_game.md`; a test plays it again.

{len(newcomer.turns)} turns; {before:.1f} keystrokes a turn when `play` and `press` had to be typed, {now:.1f} now
(and 2 for `t`, whoever wants to see the turns).

## The beginning

{indented[0]}

## The end

{indented[1]}
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lab.first_game", description=__doc__.split("\n")[0])
    parser.add_argument("--page", action="store_true", help="docs/first_game.md instead of the whole screen")
    print(page() if parser.parse_args().page else Newcomer().play(), end="")


if __name__ == "__main__":
    main()
