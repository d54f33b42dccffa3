"""The board's events: a function for each, and the one table of their names and keys.

An event is a flat tuple `(name, key, value, ...)`, which companion.console.protocol writes as a line.

    >>> capture("A", "M6", 12)
    ('capture', 'player', 'A', 'hole', 'M6', 'left', 12)
    >>> guide("jumps_own", [stands("M9", "A", ".")])[2]
    'jumps_own'

Each function takes the values of its keys in their order; where a text goes with a code, it takes what goes into the
text instead.
"""

from companion.reasons import MENDED, english
from daldos.errors import DaldosError
from daldos.rules import RulesError

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Sequence

    from companion.shapes import Args, Event, Names

# Kinds of values: what a key may hold. A kind with `?` may be null, one with `*` is a list of it.
#   text     a string                                  code     a code of companion.reasons
#   arg      what goes into the text of the code: a string or a whole number
#   int      a whole number                            flag     true or false
#   player   "A" or "B"                                throw    two dice, the lower first, as "13"
#   hole     the name of a hole, as "M17"              die      1 ... 4
#   side     what stands in a hole: A, B, . or ?; with config.DALLED also a, b, x, y (companion.sensing.heights)
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
    ("selftest", (("faults", "int"),)),
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
    """The game is in this phase now."""
    return ("phase", "phase", phase)


def throw(player: str | None, die1: int, die2: int) -> "Event":
    """A throw, the lower die first; player None: of the roller."""
    return ("throw", "player", player, "throw", "%d%d" % (die1, die2))


def turn(n: int, player: str, die1: int, die2: int, turn: str, result: str) -> "Event":
    """Turn number n was played."""
    return ("turn", "n", n, "player", player, "throw", "%d%d" % (die1, die2), "turn", turn, "result", result)


def capture(player: str, hole: str, left: int) -> "Event":
    """The player captured in this hole; left: the enemy's remaining pieces."""
    return ("capture", "player", player, "hole", hole, "left", left)


def stands(hole: str, has: str, want: str) -> "Event":
    """One of a guide's holes: what stands in it, what should; a `side` each."""
    return ("hole", hole, "has", has, "want", want)


def guide(
    code: str, holes: "list[Event]", args: "Args" = (), dice: "Sequence[int]" = (), turn: str | None = None
) -> "Event":
    """Holes to set right, as of `stands`; code and args from reasons.GUIDES; the turn asked for, if it asks."""
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
    """Something is broken, or whole again; code and args of reasons.FAULTS, holes and wires by their names."""
    what = english(code, args)
    if mended:
        what = MENDED + what
    event: Event = ("fault", "code", code, "args", list(args), "what", what, "where", where, "holes", list(holes))
    return event + ("wires", list(wires), "dice", list(dice), "mended", mended)


def fault_of(where: str, error: Exception) -> "Event":
    """The fault that an error says."""
    code, args = _coded(error)
    return fault(code, where, args=args)


def error(refusal: Exception) -> "Event":
    """A command that was not obeyed, by this error."""
    code, args = _coded(refusal)
    holes = list(getattr(refusal, "holes", ()))
    return ("error", "code", code, "args", list(args), "what", english(code, args), "holes", holes)


def _coded(error: Exception) -> "tuple[str, Args]":
    code = getattr(error, "code", None)
    if code:
        return code, error.args
    code = "store" if isinstance(error, OSError) else "bad_rules" if isinstance(error, RulesError) else "refused"
    # An error of the engine's: its text, and what goes into it.
    args = error.args if isinstance(error, DaldosError) else (str(error),)
    return code, tuple([arg if isinstance(arg, int) else str(arg) for arg in args])


def state(position: str, phase: str, mode: str, rules: str, job: str | None, occupancy: str, version: str) -> "Event":
    """How everything stands; job: as in the event."""
    event: Event = ("state", "position", position, "phase", phase, "mode", mode, "rules", rules)
    return event + ("job", job, "occupancy", occupancy, "version", version)


def job(job: str | None) -> "Event":
    """The job that has the board now: `calibrate`, `walk`, `lights` and the like; None: the game has it again."""
    return ("job", "job", job)


def record(line: str | None) -> "Event":
    """One line of the game record; None after the last."""
    return ("record", "line", line)


def calibrate(half: int, lowest: int, highest: int) -> "Event":
    """A new baseline: the half rail, the lowest and the highest hole, in ADC counts."""
    return ("calibrate", "half", half, "lowest", lowest, "highest", highest)


def selftest(faults: int) -> "Event":
    """The self-test has ended; faults: how many it reported."""
    return ("selftest", "faults", faults)


def sensors(u: list[int]) -> "Event":
    """The raw view: what each hole reads, in thousandths."""
    return ("sensors", "u", u)


def walk(hole: str, reads: list[str], u: int, margin: int, left: int) -> "Event":
    """One hole of a magnet walk was visited."""
    return ("walk", "hole", hole, "reads", reads, "u", u, "margin", margin, "left", left)


def walked(right: int, visited: int, weakest: str | None, margin: int | None) -> "Event":
    """The end of a magnet walk, or what the last one found."""
    return ("walked", "right", right, "visited", visited, "weakest", weakest, "margin", margin)


def wires(rows: list[str]) -> "Event":
    """The rows of MUXES now in the board's own config.py, each with its mux; none: they were removed."""
    return ("wires", "rows", rows)


def lights(
    kind: str, player: str | None, die1: int, die2: int, used: int, holes: list[str], wants: str, choice: int
) -> "Event":
    """The lights have changed. die1 0: no dice. used: 1 the first die is played, 2 the second. wants: one a hole."""
    dice = "%d%d" % (die1, die2) if die1 else None
    event: Event = ("lights", "kind", kind, "player", player, "dice", dice, "used", used)
    return event + ("holes", holes, "wants", wants, "choice", choice)


def occupancy(occupancy: str) -> "Event":
    """The new occupancy, a character a hole, whenever it has changed."""
    return ("occupancy", "occupancy", occupancy)


def hint(turn: str, chance: int) -> "Event":
    """The turn that the board would play, and its chance to win in thousandths."""
    return ("hint", "turn", turn, "chance", chance)


def chance(player: str, chance: int) -> "Event":
    """The chance of this player to win as things stand, in thousandths."""
    return ("chance", "player", player, "chance", chance)
