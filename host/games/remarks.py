"""Remarks in the text of a record: the clock of each turn, and those that a game that goes on has had already.

>>> clocked("Rules: danish\\nResult: *\\n\\n0 A 24\\n0 B 13\\n1 A 12 A1-M3\\n", ["4:58"]).split("\\n")[-2]
'; clock=4:58'
"""

from daldos.notes import note_of, note_text
from daldos.record import REMARK


def clocked(record: str, left: list) -> str:
    """The record with what the player of each turn had left after it, such as `4:58`; empty where that is unknown."""
    lines = []
    for line in record.split("\n"):
        lines.append(line)
        number = int(line.partition(" ")[0]) if line[:1].isdigit() else 0
        if 0 < number <= len(left) and left[number - 1]:
            lines.append("%s %s" % (REMARK, note_text({"clock": left[number - 1]})))
    return "\n".join(lines)


def carried(record: str, kept: str) -> str:
    """The record with the remarks that `kept` has on the throws with which both begin."""
    head, now = _throws(record)
    was = _throws(kept)[1]
    lines = head
    same = True
    for k, (line, own) in enumerate(now):
        same = same and k < len(was) and was[k][0] == line
        lines += [line] * bool(line) + (_merged(was[k][1], own) if same else own)
    return "\n".join(lines) + "\n"


def _throws(record: str) -> tuple:
    # The lines of the head, and each throw's line with those of the remarks behind it; the first has no throw.
    head: list = []
    found: list = [["", []]]
    for line in record.rstrip("\n").split("\n"):
        if line[:1] == REMARK:
            found[-1][1].append(line)
        elif line[:1].isdigit():
            found.append([line, []])
        else:
            head.append(line)
    return head, found


def _merged(was: list, own: list) -> list:
    # One note, which says what either says, and of two different things the later; then the other remarks, each once.
    note: dict = {}
    others: list = []
    for line in was + own:
        said = note_of(line[len(REMARK) :].strip())
        note.update(said)
        others += [line] * (not said and line not in others)
    return ["%s %s" % (REMARK, note_text(note))] * bool(note) + others
