"""The games that have had a position. Most records tell without being played that they have not.

>>> text = "Rules: danish\\nResult: *\\n\\n0 A 24\\n0 B 13\\n1 A 12 A1-M3\\n"
>>> had(text, "." + 15 * "a" + "/..A" + 14 * "." + "/" + 16 * "b")
True
"""

from daldos.record import REMARK
from daldos.rules import parse_rules
from daldos.state import rows_text, start_cells
from host.games.play import first_game

_AFTER = "-x= \n"  # what follows a hole's name in a turn
_LETTERS = "0123456789ABM" + _AFTER
_ODD = ("  ", "A0", "B0", "M0")


def had(text: str, rows: str) -> bool:
    """Whether a record's game has had these pieces, written as in a position; ValueError for a text that is none."""
    if not _may_have(text, rows):
        return False
    game = first_game(text)[1]
    stood = [turn.position for turn in game] + [game.position]
    return any(rows_text(at.rules, at.cells) == rows for at in stood)


def _may_have(text: str, rows: str) -> bool:
    # A hole with an undalled piece is first named when that piece leaves it or is captured: it is undalled until then,
    # and never again. Between the last hole left and the first one kept, as many must have been captured.
    head, _, body = text.partition("\n\n")
    told = dict([line.split(": ", 1) for line in head.split("\n") if ": " in line])
    lines = [line for line in body.rstrip("\n").split("\n") if line[:1] != REMARK]
    turns = "\n" + "\n".join([line for line in lines if line[:1] != "0"]) + "\n"
    if not _is_plain(told, lines, turns):
        return True  # as somebody has written it: only a replay can tell
    rules = parse_rules(told["Rules"])
    if rules.relative:
        return True
    begun = told["Start"].split(" ")[0] if "Start" in told else rows_text(rules, start_cells(rules))
    if [len(row) for row in begun.split("/")] != [len(row) for row in rows.split("/")]:
        return False
    since, until = 0, len(turns)
    for row, was, now in zip("AMB", begun.split("/"), rows.split("/")):
        for k in range(len(was)):
            kept = now[k] in "ab"
            if was[k] not in "ab":
                if kept:
                    return False
                continue
            if kept and now[k] != was[k]:
                return False
            named = _first(turns, "%s%d" % (row, k + 1))
            if kept:
                until = min(until, named)
            else:
                since = max(since, named)
        if since >= until:
            return False
    try:
        return _stood(begun, rows, turns, since, until)
    except KeyError:  # a hole that is none
        return True


def _stood(begun: str, rows: str, turns: str, since: int, until: int) -> bool:
    # Whether the moves as written lead from one to the other, at the end of a turn between these places. Whether they
    # are legal does not matter here; any move turns a piece.
    names = ["%s%d" % (row, k + 1) for row, holes in zip("AMB", rows.split("/")) for k in range(len(holes))]
    pieces = dict(zip(names, begun.replace("/", "")))
    wanted = dict(zip(names, rows.replace("/", "")))
    wrong = len([name for name in names if pieces[name] != wanted[name]])
    at = 1
    while at <= until:
        if not wrong and at > since:
            return True
        end = turns.find("\n", at)
        if end < 0:
            return False
        for move in turns[at:end].split(" ")[3:]:
            if move == "--":
                continue
            way = move.replace("x", "-").replace("=", "-").split("-")
            piece = pieces[way[0]].upper()
            for k in range(len(way)):
                name = way[k] or way[0]  # turned where it stands
                now = piece if k == len(way) - 1 else "."
                wrong += (now != wanted[name]) - (pieces[name] != wanted[name])
                pieces[name] = now
        at = end + 1
    return False


def _is_plain(told: dict, lines: list, turns: str) -> bool:
    # Whether it is written as the project writes it.
    keys = [key for key in told if key.lower() in ("rules", "start")]
    if "Rules" not in told or [key for key in keys if key not in ("Rules", "Start")]:
        return False
    for line in lines:
        words = line.split(" ")
        if len(words) < 3 or not words[0].isdigit() or words[1] not in ("A", "B"):
            return False
    odd = [letter for letter in set(turns) if letter not in _LETTERS]
    return not odd and not [part for part in _ODD if part in turns]


def _first(turns: str, name: str) -> int:
    # Where a hole is first named; the end if it never is.
    found = len(turns)
    for after in _AFTER:
        at = turns.find(name + after)
        if 0 <= at < found:
            found = at
    return found
