"""The relatives of Daldøs, other games on the same boat: their rules as data, a module each, loaded when asked for.

A game is (the values of its options as text, added to those of every game in `daldos.rules`; the options that may be
changed, with their values; its dice: a row as in `daldos.throws`; the values of `daldos.ai.material` in 1024ths).
docs/family.md explains the games.

>>> GAMES[RELATIVES.index("vuovdaguoika")][1][0]
('opposed', ('false', 'true'))
"""

from daldos.relatives.sig import SIG
from daldos.relatives.sig_short import SIG_SHORT
from daldos.relatives.vuovdaguoika import VUOVDAGUOIKA

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from daldos.errors import DaldosError

    Options = tuple[tuple[str, tuple[str, ...]], ...]
    Dice = tuple[str, int, tuple[int, ...], DaldosError, tuple[bytes, ...]]
    Values = tuple[int, int, int, int, int, int]

GAMES: "tuple[tuple[str, Options, Dice, Values], ...]" = (
    SIG_SHORT,
    SIG,
    VUOVDAGUOIKA,
)  # in the order of RELATIVES in daldos.rules
