"""Throws: each result of a ruleset's dice, with its faces, its text, how often it comes, and the LEDs that show it.

A throw is an entry of its table, `Rules.throws`. What is left of it after some dice is a throw, too. It is equal to the
tuple of its faces, the lowest first.

    >>> throws = throws_of("2x1234")
    >>> [throw.text for throw in throws][:3], [throw.weight for throw in throws][:3], throws.weight
    (['11', '12', '13'], [1, 2, 2], 16)
    >>> throws.of(3, 1).without(1).text
    '3'
"""

from daldos.errors import DaldosError

TYPE_CHECKING = False
if TYPE_CHECKING:  # not at run time: MicroPython has no such module
    from collections.abc import Iterator
    from typing import Any

    from daldos.relatives import Dice

DAL = 1
# name -> how many dice, the faces of each, equally likely, what is expected of a throw as text, and for each die the
# eight LEDs, a bit each, by its face: those that show it; as the face 0 all that it has. One more entry has a LED for
# each of dice that share theirs: they take turns.
DICE = (
    (
        "2x1234",
        2,
        (1, 2, 3, 4),
        DaldosError("two dice of 1 to 4, such as 13"),
        (b"\xf0\x80\xc0\xe0\xf0", b"\x0f\x08\x0c\x0e\x0f"),
    ),
)


class DiceError(DaldosError):
    """A throw that the dice cannot show, or an invalid text of one."""


class Throw:
    """faces: of its dice, the lowest first. number: its place in `throws`, its table; -1 of a part of one.

    weight: its share of `throws.weight`.
    """

    def __init__(self, throws: "Throws", faces: tuple[int, ...], number: int = -1, weight: int = 0):
        self.throws = throws
        self.faces = faces
        self.number = number
        self.weight = weight

    @property
    def text(self) -> str:
        """`13`."""
        return "".join([str(face) for face in self.faces])

    @property
    def dals(self) -> bool:
        """Whether all its dice are dals."""
        return self.faces[-1] == DAL

    @property
    def twins(self) -> bool:
        """Whether all its dice show the same."""
        return self.faces[0] == self.faces[-1]

    def without(self, *faces: int) -> "Throw":
        """What is left of it after a die of each of these faces."""
        left = list(self.faces)
        for face in faces:
            left.remove(face)
        return self.throws.part(tuple(left))

    def parts(self) -> "list[Throw]":
        """The smaller throws of some of its dice, each once: those of most dice first, then those of the lowest."""
        found = [self]
        for throw in found:  # which grows
            for face in reversed(throw.faces if len(throw) > 1 else ()):
                part = throw.without(face)
                if part not in found:
                    found.append(part)
        return found[1:]

    def bits(self, part: "Throw") -> int:
        """A bit for each of its dice that is in the smaller throw, the lowest die first."""
        left, bits = list(part.faces), 0
        for k in range(len(self.faces)):
            if self.faces[k] in left:
                left.remove(self.faces[k])
                bits |= 1 << k
        return bits

    def __iter__(self) -> "Iterator[int]":
        return iter(self.faces)

    def __len__(self) -> int:
        return len(self.faces)

    def __getitem__(self, k: int) -> int:
        return self.faces[k]

    def __eq__(self, other: object) -> bool:
        return self.faces == (other.faces if isinstance(other, Throw) else other)

    def __hash__(self) -> int:
        return hash(self.faces)

    def __repr__(self) -> str:
        return "<Throw %s>" % self.text

    def __str__(self) -> str:
        return self.text


class Throws:
    """All throws of some dice: a sequence of Throw, the lowest first; all orders of the dice are one throw.

    name, count, faces, expected, leds: a row of DICE. weight: the sum of the weights.
    """

    def __init__(self, name: str, count: int, faces: tuple[int, ...], expected: DaldosError, leds: tuple[bytes, ...]):
        self.name = name
        self.count = count
        self.faces = faces
        self.expected = expected
        self.leds = leds
        often: dict[tuple[int, ...], int] = {(): 1}
        for _ in range(count):
            then: dict[tuple[int, ...], int] = {}
            for known in often:
                for face in faces:
                    key = tuple(sorted(known + (face,)))
                    then[key] = then.get(key, 0) + often[known]
            often = then
        self.weight = len(faces) ** count
        keys = sorted(often)
        self._all = tuple([Throw(self, keys[k], k, often[keys[k]]) for k in range(len(keys))])
        self._parts: dict[tuple[int, ...], Throw] = {throw.faces: throw for throw in self._all}

    def __iter__(self) -> "Iterator[Throw]":
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, number: int) -> Throw:
        return self._all[number]

    def part(self, faces: tuple[int, ...]) -> Throw:
        """The throw, or part of one, with these faces, the lowest first."""
        if faces not in self._parts:
            self._parts[faces] = Throw(self, faces)
        return self._parts[faces]

    def of(self, *dice: "Any") -> Throw:
        """The throw of these dice in any order: `of(3, 1)`, `of((3, 1))`, `of("31")`, or the Throw itself.

        DiceError if there is none.
        """
        given = dice[0] if len(dice) == 1 else dice
        if isinstance(given, Throw) and given.throws is self and given.number >= 0:
            return given
        if isinstance(given, str):
            return self.parse("".join(sorted(given)), given)
        if not isinstance(given, (tuple, list, Throw)) or len(given) != self.count:
            raise DiceError("throw %s: expected %s", repr(given), self.expected)
        for die in given:
            if not isinstance(die, int) or die not in self.faces:
                faces = "".join([str(face) for face in sorted(set(self.faces))])
                raise DiceError("die %r of the throw %s: expected one of %s", die, repr(tuple(given)), faces)
        return self._parts[tuple(sorted(given))]

    def parse(self, text: str, given: str = "") -> Throw:
        """The throw of this text, the lowest face first: `13`. DiceError if there is none."""
        throw = self._parts.get(tuple([ord(face) - 48 for face in text]))
        if throw and throw.number >= 0:
            return throw
        lowest_first = "".join(sorted(text))
        if lowest_first != text and lowest_first in [throw.text for throw in self._all]:
            raise DiceError("throw %r: the lower die stands first, %s", text, lowest_first)
        raise DiceError("throw %r: expected %s", given or text, self.expected)

    def draw(self, source: "Any") -> Throw:
        """A throw drawn die by die from `source`: a Xorshift32, or `random.Random`."""
        below = source.below if hasattr(source, "below") else source.randrange
        return self.of([self.faces[below(len(self.faces))] for _ in range(self.count)])


_made: dict[str, Throws] = {}


def throws_of(name: str) -> Throws:
    """The table of the dice of this name, made once."""
    if name not in _made:
        rows: list[Dice] = [row for row in DICE if row[0] == name]
        if not rows:  # thrown by relatives alone
            from daldos.relatives import GAMES

            rows = [game[2] for game in GAMES if game[2][0] == name]
        _made[name] = Throws(*rows[0])
    return _made[name]


def any_throw(text: str) -> Throw | None:
    """The throw of the first dice that can show this text, in any order of the faces; None if none can."""
    rows: list[Dice] = list(DICE)
    if len(text) != 2:
        from daldos.relatives import GAMES  # seldom needed

        rows = [game[2] for game in GAMES]
    for name, count, faces, _, _ in rows:
        if len(text) == count and not text.strip("".join([str(face) for face in faces])):
            return throws_of(name).of(text)
    return None


LONG_DICE = throws_of("2x1234")
