"""Rules: the named options on which the game's sources differ, and the rulesets that set them.

    >>> Rules("danish,lose_at=1").lose_at
    1

W, H, O and N are the sources named in docs/rules.md, which explains every option.
"""

from daldos.errors import DaldosError
from daldos.geometry import N_MAX, N_MIN, board_for
from daldos.throws import Throw, throws_of

NO_YES = ("false", "true")
# option -> its values as text; always in this order
OPTIONS = (
    ("n", tuple(str(n) for n in range(N_MIN, N_MAX + 1))),
    ("prow_hole", NO_YES),
    ("dal_order", ("any", "sternmost")),
    ("one_piece", ("added", "separate")),
    ("jump", ("enemy", "own", "any")),
    ("dal_moves", NO_YES),
    ("extra_throw", NO_YES),
    ("blocked_dal_dal_forfeits", NO_YES),
    ("lose_at", ("0", "1")),
)
# Of every ruleset, added when one is read: the rows below are literals, which stay in a Pico's flash.
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

# cell -> 1 if it is a piece of that player: index 0 empty, 1 a, 2 A, 3 b, 4 B
OWN = (b"\0\1\1\0\0", b"\0\0\0\1\1")
_NONE = b"\0\0\0\0\0"


class RulesError(DaldosError):
    """An unknown ruleset or option, or an invalid value."""


class Rules:
    """Values for all options, from `name[,option=value...]`; `text` is the shortest name. Equal if all options are
    equal.

    RulesError says which part of the text is unknown, and which values exist. Attributes are the
    options by name: ints `n` and `lose_at`, bools, and the texts `dal_order`, `one_piece`, `jump`.
    board: the Board. throws: the table of the throws. stop[player]: cell
    -> 1 if that player's moving piece may not pass over it (option `jump`).
    ways[player]: the player's data for `daldos.reach`, which unpacks it.
    """

    n: int
    prow_hole: bool
    dal_order: str
    one_piece: str
    jump: str
    dal_moves: bool
    extra_throw: bool
    blocked_dal_dal_forfeits: bool
    lose_at: int

    def __init__(self, text: str = DEFAULT):
        self.text, values = _read(text)
        for option, choices in OPTIONS:
            value = values[option]
            setattr(self, option, value == "true" if choices is NO_YES else int(value) if value.isdigit() else value)
        self.board = board_for(self.n, self.prow_hole, values["route"])
        self.throws = throws_of(values["dice"])
        if self.jump == "enemy":
            self.stop = OWN
        elif self.jump == "own":
            self.stop = (OWN[1], OWN[0])
        else:
            self.stop = (_NONE, _NONE)
        self.ways = (self._ways(0), self._ways(1))

    def _ways(self, player: int) -> tuple[bytes, bytes, bytes, int, int, bool, int]:
        # (next hole by hole, cells that block, own cells, the undalled cell, the hole from which to search for the
        # sternmost undalled piece or -1 for any, whether a dal moves, the hole that is only landed on exactly)
        board = self.board
        stern = board.start[2 * player] if self.dal_order == "sternmost" else -1
        after, exact = board.after[player], board.exact[player]
        return after, self.stop[player], OWN[player], 1 + 2 * player, stern, self.dal_moves, exact

    def _choice(self) -> tuple[object, ...]:
        return tuple([self.throws.name, self.board.route] + [getattr(self, option) for option, _ in OPTIONS])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._choice() == other._choice()

    def __hash__(self) -> int:
        return hash(self._choice())

    def __repr__(self) -> str:
        return "Rules(%r)" % self.text

    def again(self, throw: Throw | None, dice_used: int) -> bool:
        """Whether the player of this throw throws again (rules, "Dal-dal")."""
        if not throw or not throw.dals or not self.extra_throw:
            return False
        return dice_used == len(throw) or not self.blocked_dal_dal_forfeits


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
    base = None
    for known, options in RULESETS:
        if known == name:
            base = options
    if base is None:
        raise RulesError("ruleset %r: unknown, expected one of %s", name, ", ".join([known for known, _ in RULESETS]))
    usual = dict([part.split("=") for part in (_REST + "," + base).split(",")])
    if len(parts) == 1:
        return name, usual
    values = dict(usual)
    given = []
    for part in parts[1:]:
        option, _, value = part.partition("=")
        allowed = None
        for known, choices in OPTIONS:
            if known == option:
                allowed = choices
        if allowed is None:
            raise RulesError(
                "option %r in %r: unknown, expected one of %s", option, text, ", ".join([o for o, _ in OPTIONS])
            )
        if option in given:
            raise RulesError("option %r is given twice in %r", option, text)
        if value not in allowed:
            raise RulesError(
                "option %r in %r: invalid value %r, expected one of %s", option, text, value, ", ".join(allowed)
            )
        given.append(option)
        values[option] = value
    changed = ["%s=%s" % (o, values[o]) for o, _ in OPTIONS if values[o] != usual[o]]
    return ",".join([name] + changed), values


_last = [Rules()]
