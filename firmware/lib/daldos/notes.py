"""Notes on the turns of a game: a clock, a chance, a grade, a better turn, each a word of a remark in the record.

    7 A 13 A2-A1 M1-M4
    ; clock=4:58 chance=0.5230 grade=mistake best=A3-A2,M1-M4

>>> note_text({"chance": 0.523, "grade": "mistake", "best": "A3-A2 M1-M4"})
'chance=0.5230 grade=mistake best=A3-A2,M1-M4'
>>> note_of("chance=0.5230 grade=mistake")
{'chance': 0.523, 'grade': 'mistake'}
>>> note_of("a fine throw")
{}
"""

from daldos.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    Note = dict[str, "str | float"]

KEYS = ("clock", "chance", "grade", "best")  # in this order


def note_text(note: "Note") -> str:
    """The remark for a note: clock, what its player has left, such as `4:58`; chance, the player's of winning after the
    turn, 0 ... 1; grade, a word; best, the turn that was better."""
    words = []
    for key in KEYS:
        value = note.get(key)
        if value is None or value == "":
            continue
        text = "%.4f" % value if isinstance(value, float) else value.replace(" ", ",")
        words.append("%s=%s" % (key, text))
    return " ".join(words)


def note_of(remark: str) -> "Note":
    """The note in a remark; empty if it is none."""
    note: Note = {}
    for word in remark.split():
        key, _, text = word.partition("=")
        if key not in KEYS or key in note or not _fits(key, text):
            return {}
        note[key] = float(text) if key == "chance" else text.replace(",", " ") if key == "best" else text
    return note


def notes_of(game: Game) -> "dict[int, Note]":
    """Number of a throw -> the note on it."""
    found: dict[int, Note] = {}
    for number, remark in game.remarks:
        note = note_of(remark)
        if note:
            found[number] = dict(found.get(number, {}), **note)
    return found


def annotate(game: Game, notes: "dict[int, Note]") -> None:
    """Write these notes into the game's remarks, in place of what they say already; other remarks stay."""
    before = notes_of(game)
    others = [(number, remark) for number, remark in game.remarks if not note_of(remark)]
    remarks: list[tuple[int, str]] = []
    for number in range(len(game.plies) + 1):
        note = dict(before.get(number, {}), **notes.get(number, {}))
        if note:
            remarks.append((number, note_text(note)))
        remarks += [other for other in others if other[0] == number]
    game.remarks = remarks + [other for other in others if other[0] > len(game.plies)]


def _fits(key: str, text: str) -> bool:
    # Whether this is how `note_text` writes it.
    if key == "chance":
        return len(text) == 6 and text[:2] in ("0.", "1.") and not text[2:].strip("0123456789") and float(text) <= 1
    if key == "clock":
        minutes, colon, seconds = text.partition(":")
        return colon == ":" and len(seconds) == 2 and minutes != "" and not (minutes + seconds).strip("0123456789")
    return text != "" and (text.isalpha() if key == "grade" else not text.strip("AMBx-=,0123456789"))
