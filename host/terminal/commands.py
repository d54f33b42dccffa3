"""The commands of the simulator's table, one row each; help, short forms and completion come from these rows.

>>> by_name("p").name
'press'
>>> closest("pres")
'press'
"""

import difflib
import re

# name, short form, arguments, effect; a group has only a name
TABLE = (
    ("Button",),
    ("press", "p", "", "a short press; Enter alone does the same"),
    ("long", "l", "", "a long press (1 second): takes a turn back, or what is offered"),
    ("menu", "m", "", "a very long press (4 seconds): the choice of modes"),
    ("Pieces",),
    ("play", "", "A1-M3 [B4xM6 ...]", "all moves of a turn as they are written; `play` may be left out"),
    ("turns", "t", "", "the turns that this throw allows"),
    ("lift", "", "A1", "take a piece in the hand"),
    ("place", "", "M3", "put the piece in the hand there"),
    ("move", "", "A1 M3", "both; an enemy there goes to the tray first"),
    ("take", "", "[M3]", "a piece, or what is in the hand, goes to the tray"),
    ("put", "", "A M5", "a piece of A's from the tray to that hole"),
    ("turn", "", "M1 [back | half]", "turn the piece at a hole where it stands: dalled, back, or only half-way"),
    ("hover", "", "M3 [MM]", "hold the piece in the hand over a hole, 6 mm high if not said"),
    (
        "new",
        "",
        "[RULES] [exchanged] [prow]",
        "all pieces to their start holes, or the sides exchanged, or at the prow end",
    ),
    ("box", "", "", "all pieces to the tray"),
    ("setup", "", "", "all pieces to where the game has them"),
    ("Looking",),
    ("help", "?", "[COMMAND]", "this list, or one command"),
    ("record", "", "", "the game so far"),
    ("Time and power",),
    ("wait", "w", "500 | 1.5s", "let time pass"),
    ("plug", "", "in | out", "the power; what is not saved is gone"),
    ("sensors", "", "on | off", "the cable to the sensors"),
    ("dalled", "", "", "another board, calibrated, with pieces of two heights: it sees which are dalled"),
    ("The board's own language",),
    ("state", "s", "", "what the board says of itself, and its pieces drawn"),
    ("undo", "", "", "take the last turn back"),
    ("rules", "", "RULES", "rules of the next game, such as norwegian,lose_at=1"),
    ("mode", "", "MODE", "game, roller, wooden, diagnose or solo: alone against the board"),
    ("set", "", "KEY VALUE", "a setting: level 1 ... 6, solo_side A | B, hints on | off, chance on | off"),
    ("dice", "", "13", "a throw of wooden dice"),
    ("send", "", "JSON", "any line to the board"),
    ("Faults",),
    ("fault", "", "NAME [WHERE ...]", "break something, such as fault dead A5; `help fault` lists all"),
    ("heal", "", "[NAME [WHERE ...]]", "mend it, or everything"),
    ("Games",),
    ("auto", "", "[TURNS]", "the hand plays so many turns, or to the end"),
    ("next", "", "13 [24 ...]", "the next throws that the board draws"),
    ("saved", "", "FILE [N]", "with the plug out: the board has saved this record, up to throw N"),
    ("quit", "q", "", "the end; Ctrl-D as well"),
)


class Command:
    """name, short ('' if none), usage (the arguments), about, group."""

    def __init__(self, group: str, row: tuple):
        self.group = group
        self.name, self.short, self.usage, self.about = row

    def line(self) -> str:
        """The command as typed."""
        return (self.name + " " + self.usage).strip()

    def takes(self, count: int) -> bool:
        """Whether so many arguments can follow it: those in brackets may be left out, `...` is any number more."""
        words = re.sub(r" \| [^] ]+", "", self.usage).split()
        least = sum(word[0] not in "[." for word in words)
        return least <= count and (count <= len(words) or "..." in self.usage)


def _commands() -> tuple:
    found, group = [], ""
    for row in TABLE:
        if len(row) == 1:
            group = row[0]
        else:
            found.append(Command(group, row))
    return tuple(found)


COMMANDS = _commands()


def by_name(word: str):
    """The command of that name or short form, or None."""
    return next((command for command in COMMANDS if word in (command.name, command.short) and word), None)


def closest(word: str) -> str:
    """The name that was probably meant, or ''."""
    return next(iter(difflib.get_close_matches(word, [command.name for command in COMMANDS], 1, 0.6)), "")


def help_lines() -> list:
    """All commands by group, one line each."""
    lines, group = [], ""
    for command in COMMANDS:
        if command.group != group:
            group = command.group
            lines.append(group)
        short = f" ({command.short})" if command.short else ""
        lines.append(f"  {command.line() + short:<22} {command.about}")
    return [*lines, "Several commands in a line are parted by ;"]
