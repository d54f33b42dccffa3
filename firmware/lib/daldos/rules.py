"""Rules: the named options on which the game's sources differ, and the rulesets that set them.

    >>> Rules("danish,lose_at=1").lose_at
    1

W, H, O and N are the sources named in docs/rules.md, which explains every option.
"""

from daldos.errors import DaldosError
from daldos.geometry import board_for
from daldos.throws import DAL, Throw, throws_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from daldos.relatives import Options

    Ways = tuple[bytes, bytes, bytes, bytes, int, int, int, bool, int, int, int, bytes]

NO_YES = ("false", "true")
# option -> its values as text; always in this order. Literals, which stay in a Pico's flash.
OPTIONS = (
    ("n", ("11", "12", "13", "14", "15", "16", "17")),
    ("prow_hole", ("false", "true")),
    ("dal_order", ("any", "sternmost")),
    ("one_piece", ("added", "separate")),
    ("jump", ("enemy", "own", "any")),
    ("dal_moves", ("false", "true")),
    ("extra_throw", ("false", "true")),
    ("blocked_dal_dal_forfeits", ("false", "true")),
    ("lose_at", ("0", "1")),
)
# Of every game, unless its row says otherwise: the rows below are literals, which stay in a Pico's flash.
_REST = "dice=2x1234,route=boat,jump=enemy,dal_moves=true,blocked_dal_dal_forfeits=false,lose_at=0"
RULESETS = (
    ("danish", "n=16,prow_hole=true,dal_order=any,one_piece=added,extra_throw=true"),
    ("ostergaard", "n=16,prow_hole=true,dal_order=sternmost,one_piece=separate,extra_throw=true"),
    ("norwegian", "n=12,prow_hole=true,dal_order=any,one_piece=added,extra_throw=true"),
    ("mary-rose", "n=13,prow_hole=true,dal_order=sternmost,one_piece=separate,extra_throw=false"),
    ("cerne-abbey", "n=12,prow_hole=false,dal_order=any,one_piece=added,extra_throw=true"),
    ("naesheim", "n=12,prow_hole=false,dal_order=any,one_piece=separate,extra_throw=true"),
)
DEFAULT = "danish"
RELATIVES = (
    "sig-short",
    "sig",
    "vuovdaguoika",
)  # other games on the same boat: in this order, GAMES of daldos.relatives
# Boards that were dug up (docs/rules.md, "Finds"): by name everywhere, but not in the board's menu.
FINDS = (
    ("newport", "n=11,prow_hole=false,dal_order=any,one_piece=added,extra_throw=true"),
    ("novgorod-15", "n=15,prow_hole=false,dal_order=any,one_piece=added,extra_throw=true"),
    ("novgorod-17", "n=17,prow_hole=false,dal_order=any,one_piece=added,extra_throw=true"),
)

# cell -> 1 if that player moves it: index 0 empty, 1 a, 2 A, 3 b, 4 B, 5 nobody's king, 6 A's, 7 B's
OWN = (b"\0\1\1\0\0\0\1\0", b"\0\0\0\1\1\0\0\1")
# the same without the kings: those that count, and stand in the way
SOLDIERS = (b"\0\1\1\0\0\0\0\0", b"\0\0\0\1\1\0\0\0")
_NONE = b"\0\0\0\0\0\0\0\0"
NOBODYS, KING = 5, (6, 7)  # the king's cells: nobody's, each side's


class RulesError(DaldosError):
    """An unknown ruleset or option, or an invalid value."""


class Rules:
    """Values for all options, from `name[,option=value...]`; `text` is the shortest name. Equal if all options are
    equal.

    RulesError says which part of the text is unknown, and which values exist. Attributes are the
    options by name: ints `n` and `lose_at`, bools, and the texts `dal_order`, `one_piece`, `jump`.
    board: the Board. throws: the table of the throws. stop[player]: cell
    -> 1 if that player's moving piece may not pass over it (option `jump`). special: a throw whose dice all show one of
    these faces is followed by another of the same player.
    ways[player]: the player's data for `daldos.reach`, which unpacks it.
    """

    n: int
    prow_hole: bool
    dal_order: str
    one_piece: str
    jump: str
    dal_moves: bool
    extra_throw: "bool | str"
    blocked_dal_dal_forfeits: bool
    lose_at: int
    special: tuple[int, ...] = (1,)
    # What only relatives (daldos.relatives) change:
    relative = False  # in these more dals begin, and a piece's moves are written one by one
    king = False  # whether one stands on the middle row's middle hole
    gate = False  # whether only a dal leaves the hole that must be landed on exactly
    sent_home = False  # whether a piece that is hit goes home, undalled, unless it is there already

    def __init__(self, text: str = DEFAULT):
        self.text, values = _read(text)
        for option, value in values.items():
            if option not in ("dice", "route", "opposed", "special"):
                known = value == "true" if value in NO_YES else int(value) if value.isdigit() else value
                setattr(self, option, known)
        self.board = board_for(
            self.n, self.prow_hole, "head-on" if values.get("opposed") == "true" else values["route"]
        )
        self.throws = throws_of(values["dice"])
        if self.extra_throw in (False, "none"):
            self.special = ()
        elif "special" in values:
            self.special = tuple([int(face) for face in values["special"]])
        if self.jump == "enemy":
            self.stop = SOLDIERS
        elif self.jump == "own":
            self.stop = (SOLDIERS[1], SOLDIERS[0])
        else:
            self.stop = (_NONE, _NONE)
        self.ways = (self._ways(0), self._ways(1))

    def _ways(self, player: int) -> "Ways":
        # (next hole by hole, cells that block, own cells, those of them not to land on, the undalled cell, the hole
        # from which to search for the frontmost undalled piece or -1 for any, the step to the next hole of that
        # search, whether a dal moves, the hole that is only landed on exactly, the hole that only a dal leaves, the
        # king, cells that block him)
        board = self.board
        front = -1 if self.dal_order == "any" else board.front[player]
        inward = 1 if board.front[player] == board.start[2 * player] else -1
        after, exact = board.after[player], board.exact[player]
        gate = exact if self.gate else -1
        king = KING[player] if self.king else -1
        freely = _NONE if self.jump == "enemy" else self.stop[player]
        pieces = (after, self.stop[player], OWN[player], SOLDIERS[player], 1 + 2 * player, front, inward)
        return pieces + (self.dal_moves, exact, gate, king, freely)

    def _choice(self) -> tuple[object, ...]:
        kind = (self.throws.name, self.board.route, self.king, self.sent_home)
        return kind + tuple([getattr(self, option) for option, _ in OPTIONS])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._choice() == other._choice()

    def __hash__(self) -> int:
        return hash(self._choice())

    def __repr__(self) -> str:
        return "Rules(%r)" % self.text

    def again(self, throw: Throw | None, dice_used: int) -> bool:
        """Whether the player of this throw throws again (rules, "Dal-dal")."""
        if not throw or not throw.twins or throw[0] not in self.special:
            return False
        return dice_used == len(throw) or not self.blocked_dal_dal_forfeits

    def lead(self, first: Throw, second: Throw) -> int:
        """How much better the first of two opening throws is: by its sum, under a relative's rules by its dals."""
        if self.relative:
            return first.faces.count(DAL) - second.faces.count(DAL)
        return sum(first) - sum(second)


def parse_rules(text: str) -> Rules:
    """`Rules(text)`, named like the other parsers; the same object if the last call had the same text."""
    if _last[0].text != text:
        _last[0] = Rules(text)
    return _last[0]


def rules_of(rules: "Rules | str") -> Rules:
    """Rules unchanged, or parsed from a text."""
    return rules if isinstance(rules, Rules) else Rules(rules)


def _read(text: str) -> tuple[str, dict[str, str]]:
    # (the shortest name, option -> value as text)
    parts = text.strip().split(",") if isinstance(text, str) else [text]
    name = parts[0]
    options: Options = OPTIONS
    row = ""
    for rulesets in (RULESETS, FINDS):
        for known, options_of in rulesets:
            if known == name:
                row = options_of
    if not row:
        if name not in RELATIVES:
            names = ", ".join([known for rulesets in (RULESETS, FINDS) for known, _ in rulesets] + list(RELATIVES))
            raise RulesError("ruleset %r: unknown, expected one of %s", name, names)
        from daldos.relatives import GAMES  # few games need them

        row, options, _, _ = GAMES[RELATIVES.index(name)]
        row += ",relative=true"
    usual = dict([part.split("=") for part in (_REST + "," + row).split(",")])
    if len(parts) == 1:
        return name, usual
    values = dict(usual)
    given = []
    for part in parts[1:]:
        option, _, value = part.partition("=")
        allowed = None
        for known, choices in options:
            if known == option:
                allowed = choices
        if allowed is None:
            raise RulesError(
                "option %r in %r: unknown, expected one of %s", option, text, ", ".join([o for o, _ in options])
            )
        if option in given:
            raise RulesError("option %r is given twice in %r", option, text)
        if value not in allowed:
            raise RulesError(
                "option %r in %r: invalid value %r, expected one of %s", option, text, value, ", ".join(allowed)
            )
        given.append(option)
        values[option] = value
    changed = ["%s=%s" % (o, values[o]) for o, _ in options if values[o] != usual[o]]
    return ",".join([name] + changed), values


_last = [Rules()]
