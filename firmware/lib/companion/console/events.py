"""The board's events: a function for each, and the one table of their names and keys.

An event is a flat tuple `(name, key, value, ...)`, which companion.console.protocol writes as a line.

    >>> capture("A", "M6", 12)
    ('capture', 'player', 'A', 'hole', 'M6', 'left', 12)
    >>> guide("jumps_own", [stands("M9", "A", ".")])[2]
    'jumps_own'

Each function takes the values of its keys in order; for a text that belongs to a code, it takes the text's arguments
instead.
"""

from companion.reasons import MENDED, english
from daldos.errors import DaldosError
from daldos.rules import RulesError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Args, Event, Names

# Kinds of values: what a key may hold. A kind with `?` may be null, one with `*` is a list of it.
#   text     a string                                  code     a code of companion.reasons
#   arg      an argument of the code's text: a string or a whole number
#   int      a whole number                            flag     true or false
#   player   "A" or "B"                                throw    two dice, the lower first, as "13"
#   hole     the name of a hole, as "M17"              die      1 ... 4
#   side     the reading of a hole: A, B, . or ?; with config.DALLED also a, b, x, y (companion.sensing.heights)
#   sides    a string of these
#   stands   {"hole": hole, "has": side, "want": side}
EVENTS = (
    ("hello", (("version", "text"), ("runtime", "text"), ("mode", "text"), ("rules", "text"))),
    ("phase", (("phase", "text"),)),
    ("throw", (("player", "player?"), ("throw", "throw"))),
    ("turn", (("n", "int"), ("player", "player"), ("throw", "throw"), ("turn", "text"), ("result", "text"))),
    ("capture", (("player", "player"), ("hole", "hole"), ("left", "int"))),
    (
        "guide",
        (
            ("code", "code"),
            ("args", "arg*"),
            ("holes", "stands*"),
            ("dice", "die*"),
            ("turn", "text?"),
            ("why", "text"),
        ),
    ),
    ("undo", (("n", "int"), ("player", "player"), ("throw", "throw"))),
    ("over", (("winner", "player"),)),
    (
        "fault",
        (
            ("code", "code"),
            ("args", "arg*"),
            ("what", "text"),
            ("where", "text"),
            ("holes", "hole*"),
            ("wires", "text*"),
            ("dice", "die*"),
            ("mended", "flag"),
        ),
    ),
    ("error", (("code", "code"), ("args", "arg*"), ("what", "text"), ("holes", "hole*"))),
    (
        "state",
        (
            ("position", "text"),
            ("phase", "text"),
            ("mode", "text"),
            ("rules", "text"),
            ("job", "text?"),
            ("occupancy", "sides"),
            ("version", "text?"),
        ),
    ),
    ("job", (("job", "text?"),)),
    ("record", (("line", "text?"),)),
    ("calibrate", (("half", "int"), ("lowest", "int"), ("highest", "int"))),
    ("selftest", (("faults", "int"), ("half", "int?"), ("baseline", "int*"), ("free", "int?"))),
    ("sensors", (("u", "int*"),)),
    ("walk", (("hole", "hole"), ("reads", "text*"), ("u", "int"), ("margin", "int"), ("left", "int"))),
    ("walked", (("right", "int"), ("visited", "int"), ("weakest", "hole?"), ("margin", "int?"))),
    ("wires", (("rows", "text*"),)),
    (
        "lights",
        (
            ("kind", "text"),
            ("player", "player?"),
            ("dice", "throw?"),
            ("used", "int"),
            ("holes", "hole*"),
            ("wants", "sides"),
            ("choice", "int"),
        ),
    ),
    ("occupancy", (("occupancy", "sides"),)),
    ("hint", (("turn", "text"), ("chance", "int"))),
    ("chance", (("player", "player"), ("chance", "int"))),
)


def hello(version: str, runtime: str, mode: str, rules: str) -> "Event":
    """The board has started."""
    return ("hello", "version", version, "runtime", runtime, "mode", mode, "rules", rules)


def phase(phase: str) -> "Event":
    """The game has entered this phase."""
    return ("phase", "phase", phase)


def throw(player: str | None, die1: int, die2: int) -> "Event":
    """A throw, the lower die first; player None: the roller's."""
    return ("throw", "player", player, "throw", "%d%d" % (die1, die2))


def turn(n: int, player: str, die1: int, die2: int, turn: str, result: str) -> "Event":
    """Turn number n was played."""
    return ("turn", "n", n, "player", player, "throw", "%d%d" % (die1, die2), "turn", turn, "result", result)


def capture(player: str, hole: str, left: int) -> "Event":
    """The player captured in this hole; left: the enemy's remaining pieces."""
    return ("capture", "player", player, "hole", hole, "left", left)


def stands(hole: str, has: str, want: str) -> "Event":
    """One hole of a guide: its reading and the one wanted, each a `side`."""
    return ("hole", hole, "has", has, "want", want)


def guide(
    code: str, holes: "list[Event]", args: "Args" = (), dice: "Sequence[int]" = (), turn: str | None = None
) -> "Event":
    """Holes to set right, each from `stands`; code and args from reasons.GUIDES; the turn asked for, if any."""
    event: Event = ("guide", "code", code, "args", list(args), "holes", holes, "dice", list(dice), "turn", turn)
    return event + ("why", english(code, args))


def undo(n: int, player: str, die1: int, die2: int) -> "Event":
    """Turn number n was taken back; its throw stays."""
    return ("undo", "n", n, "player", player, "throw", "%d%d" % (die1, die2))


def over(winner: str) -> "Event":
    """The game is won."""
    return ("over", "winner", winner)


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
    event: Event = ("fault", "code", code, "args", list(args), "what", what, "where", where, "holes", list(holes))
    return event + ("wires", list(wires), "dice", list(dice), "mended", mended)


def fault_of(where: str, error: Exception) -> "Event":
    """The fault that an error describes."""
    code, args = _coded(error)
    return fault(code, where, args=args)


def error(refusal: Exception) -> "Event":
    """A command was refused with this error."""
    code, args = _coded(refusal)
    holes = list(getattr(refusal, "holes", ()))
    return ("error", "code", code, "args", list(args), "what", english(code, args), "holes", holes)


def _coded(error: Exception) -> "tuple[str, Args]":
    code = getattr(error, "code", None)
    if code:
        return code, error.args
    code = "store" if isinstance(error, OSError) else "bad_rules" if isinstance(error, RulesError) else "refused"
    # An engine error: its text and arguments.
    args = error.args if isinstance(error, DaldosError) else (str(error),)
    return code, tuple([arg if isinstance(arg, int) else str(arg) for arg in args])


def state(position: str, phase: str, mode: str, rules: str, job: str | None, occupancy: str, version: str) -> "Event":
    """The state of board and game; job: as in the `job` event."""
    event: Event = ("state", "position", position, "phase", phase, "mode", mode, "rules", rules)
    return event + ("job", job, "occupancy", occupancy, "version", version)


def job(job: str | None) -> "Event":
    """The job that now has the board, such as `calibrate`, `walk` or `lights`; None: the game has it again."""
    return ("job", "job", job)


def record(line: str | None) -> "Event":
    """One line of the game record; None after the last."""
    return ("record", "line", line)


def calibrate(half: int, lowest: int, highest: int) -> "Event":
    """A new baseline: the codes of the half rail and of the lowest and highest hole."""
    return ("calibrate", "half", half, "lowest", lowest, "highest", highest)


def selftest(faults: int, half: int | None, baseline: "Sequence[int]", free: int | None) -> "Event":
    """The self-test has ended; faults: how many were reported. half, baseline: of the last calibration, if any. free:
    bytes left for files."""
    return ("selftest", "faults", faults, "half", half, "baseline", list(baseline), "free", free)


def sensors(u: list[int]) -> "Event":
    """The raw view: u of each hole, in thousandths."""
    return ("sensors", "u", u)


def walk(hole: str, reads: list[str], u: int, margin: int, left: int) -> "Event":
    """A magnet walk has visited this hole."""
    return ("walk", "hole", hole, "reads", reads, "u", u, "margin", margin, "left", left)


def walked(right: int, visited: int, weakest: str | None, margin: int | None) -> "Event":
    """The result of the magnet walk that ends now, or of the last one."""
    return ("walked", "right", right, "visited", visited, "weakest", weakest, "margin", margin)


def wires(rows: list[str]) -> "Event":
    """The MUXES rows now in the board's own config.py, each with its mux; none if they were removed."""
    return ("wires", "rows", rows)


def lights(
    kind: str, player: str | None, die1: int, die2: int, used: int, holes: list[str], wants: str, choice: int
) -> "Event":
    """The lights have changed. die1 0: no dice. used: 1 the first die is played, 2 the second. wants: one a hole."""
    dice = "%d%d" % (die1, die2) if die1 else None
    event: Event = ("lights", "kind", kind, "player", player, "dice", dice, "used", used)
    return event + ("holes", holes, "wants", wants, "choice", choice)


def occupancy(occupancy: str) -> "Event":
    """The occupancy has changed to this, one character per hole."""
    return ("occupancy", "occupancy", occupancy)


def hint(turn: str, chance: int) -> "Event":
    """The turn that the board would play, and its winning chance in thousandths."""
    return ("hint", "turn", turn, "chance", chance)


def chance(player: str, chance: int) -> "Event":
    """This player's current winning chance, in thousandths."""
    return ("chance", "player", player, "chance", chance)
