"""The board's events: the one table of their names and keys.

An event is a flat tuple `(name, key, value, ...)`, which companion.console.protocol writes as a line.

    >>> event("capture", "A", "M6", 12)
    ('capture', 'player', 'A', 'hole', 'M6', 'left', 12)
    >>> guide("jumps_own", [stands("M9", "A", ".")])[2]
    'jumps_own'

Events whose text belongs to a code have functions, which take the text's arguments instead.
"""

from companion.reasons import MENDED, english
from daldos.errors import DaldosError
from daldos.rules import RulesError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence
    from typing import Any

    from companion.shapes import Args, Event, Names

# The keys, and the kinds of their values: what each may hold. One with `?` may be null, one with `*` is a list of it.
#   text     a string                                  code     a code of companion.reasons
#   arg      an argument of the code's text: a string or a whole number
#   int      a whole number                            flag     true or false
#   player   "A" or "B"                                throw    two dice, the lower first, as "13"
#   hole     the name of a hole, as "M17"              die      1 ... 4
#   side     the reading of a hole: A, B, . or ?; with config.DALLED also a, b, x, y (companion.sensing.heights)
#   sides    a string of these
#   stands   {"hole": hole, "has": side, "want": side}
EVENTS = (
    # The board has started.
    ("hello", ("version", "runtime", "mode", "rules"), "text text text text"),
    # The game has entered this phase.
    ("phase", ("phase",), "text"),
    # A throw, the lower die first; player null: the roller's.
    ("throw", ("player", "throw"), "player? throw"),
    # Turn number n was played.
    ("turn", ("n", "player", "throw", "turn", "result"), "int player throw text text"),
    # The player captured in this hole; left: the enemy's remaining pieces.
    ("capture", ("player", "hole", "left"), "player hole int"),
    ("guide", ("code", "args", "holes", "dice", "turn", "why"), "code arg* stands* die* text? text"),
    # Turn number n was taken back; its throw stays.
    ("undo", ("n", "player", "throw"), "int player throw"),
    # The game is won.
    ("over", ("winner",), "player"),
    (
        "fault",
        ("code", "args", "what", "where", "holes", "wires", "dice", "mended"),
        "code arg* text text hole* text* die* flag",
    ),
    ("error", ("code", "args", "what", "holes"), "code arg* text hole*"),
    # The state of board and game; job: as in the `job` event; game: its id, empty if it has none.
    (
        "state",
        ("position", "phase", "mode", "rules", "job", "occupancy", "version", "game"),
        "text text text text text? sides text? text",
    ),
    # The job that now has the board, such as `calibrate`, `walk` or `lights`; null: the game has it again.
    ("job", ("job",), "text?"),
    # One line of the game record; null after the last.
    ("record", ("line",), "text?"),
    # A new baseline: the codes of the half rail and of the lowest and highest hole.
    ("calibrate", ("half", "lowest", "highest"), "int int int"),
    # The self-test has ended; faults: how many were reported. half, baseline: of the last calibration, if any. free:
    # bytes left for files.
    ("selftest", ("faults", "half", "baseline", "free"), "int int? int* int?"),
    # The raw view: u of each hole, in thousandths.
    ("sensors", ("u",), "int*"),
    # A magnet walk has visited this hole.
    ("walk", ("hole", "reads", "u", "margin", "left"), "hole text* int int int"),
    # The result of the magnet walk that ends now, or of the last one.
    ("walked", ("right", "visited", "weakest", "margin"), "int int hole? int?"),
    # The lights have changed. used: 1 the first die is played, 2 the second. wants: one a hole.
    (
        "lights",
        ("kind", "player", "dice", "used", "holes", "wants", "choice"),
        "text player? throw? int hole* sides int",
    ),
    # The occupancy has changed to this, one character per hole.
    ("occupancy", ("occupancy",), "sides"),
    # The turn that the board would play, and its winning chance in thousandths.
    ("hint", ("turn", "chance"), "text int"),
    # This player's current winning chance, in thousandths.
    ("chance", ("player", "chance"), "player int"),
)


def event(name: str, *values: "Any") -> "Event":
    """The event of this name, with the values of its keys in the table's order."""
    for known, keys, _ in EVENTS:  # a dict of them would take heap; the table is in flash
        if known == name:
            flat: list[Any] = [name]
            for key, value in zip(keys, values):
                flat.append(key)
                flat.append(value)
            return tuple(flat)
    raise KeyError(name)


def stands(hole: str, has: str, want: str) -> "Event":
    """One hole of a guide: its reading and the one wanted, each a `side`."""
    return ("hole", hole, "has", has, "want", want)


def guide(
    code: str, holes: "list[Event]", args: "Args" = (), dice: "Sequence[int]" = (), turn: str | None = None
) -> "Event":
    """Holes to set right, each from `stands`; code and args from reasons.GUIDES; the turn asked for, if any."""
    return event("guide", code, list(args), holes, list(dice), turn, english(code, args))


def fault(
    code: str,
    where: str,
    holes: "Names" = (),
    wires: "Names" = (),
    args: "Args" = (),
    mended: bool = False,
    dice: "Sequence[int]" = (),
) -> "Event":
    """A fault, new or mended; code and args from reasons.FAULTS, holes and wires by name."""
    what = english(code, args)
    if mended:
        what = MENDED + what
    return event("fault", code, list(args), what, where, list(holes), list(wires), list(dice), mended)


def fault_of(where: str, error: Exception) -> "Event":
    """The fault that an error describes."""
    code, args = _coded(error)
    return fault(code, where, args=args)


def error(refusal: Exception) -> "Event":
    """A command was refused with this error."""
    code, args = _coded(refusal)
    holes = list(getattr(refusal, "holes", ()))
    return event("error", code, list(args), english(code, args), holes)


def _coded(error: Exception) -> "tuple[str, Args]":
    code = getattr(error, "code", None)
    if code:
        return code, error.args
    code = "store" if isinstance(error, OSError) else "bad_rules" if isinstance(error, RulesError) else "refused"
    # An engine error: its text and arguments.
    args = error.args if isinstance(error, DaldosError) else (str(error),)
    return code, tuple([arg if isinstance(arg, int) else str(arg) for arg in args])
