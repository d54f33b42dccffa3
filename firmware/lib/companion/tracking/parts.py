"""What lies on the board half-way: a legal turn of a smaller throw, after which the other dice can be played.

>>> parts = Parts(at, legal)                    # A throws 12 at the start
>>> [(part.text, len(found.turns)) for part, found in parts.turns()]
[('1', 1)]
>>> part, found = parts.turns()[0]
>>> parts.begins(part, found.turns[0])
True
"""

from daldos.effects import captured, play
from daldos.packing import replaced
from daldos.state import State, beaten
from daldos.turns import LegalTurns, legal_turns

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Position, Throw


class Parts:
    """The turns of each smaller throw than the position's. legal: its own legal turns."""

    def __init__(self, at: "Position", legal: LegalTurns):
        self._at = at
        self._dice_used = legal.dice_used
        self._found: list[tuple[Throw, LegalTurns]] | None = None

    def turns(self) -> "list[tuple[Throw, LegalTurns]]":
        """(smaller throw, its legal turns) of each that can be played; searched once, when first asked for.

        The turns name the dice by their places in the whole throw, so they are played on the position itself.
        """
        if self._found is None:
            at = self._at
            throw: Throw = at.throw  # type: ignore[assignment]  # legal turns have one
            self._found = []
            for part in throw.parts():
                found = legal_turns(State(at.rules, at.cells, at.side, part))
                bits = throw.bits(part)
                places = [k for k in range(len(throw)) if bits >> k & 1]
                found.turns = [replaced(turn, places) for turn in found.turns]
                if found.dice_used:
                    self._found.append((part, found))
        return self._found

    def rest(self, part: "Throw", turn: int) -> "tuple[Position, LegalTurns] | None":
        """After this turn of the smaller throw: the position with the other dice, and their legal turns; None if it has
        won."""
        at = self._at
        then = at.copy()
        taken = captured(play(then, turn))
        if taken and beaten(at.rules, then.cells, 1 - at.side):
            return None
        then.throw = at.throw.without(*part.faces)  # type: ignore[union-attr]
        # Both dice added on one piece capture only where it ends.
        return then, legal_turns(then, taken[-1] if taken and at.rules.one_piece == "added" else -1)

    def begins(self, part: "Throw", turn: int) -> bool:
        """Whether a legal turn begins with this turn of the smaller throw."""
        if len(part) >= self._dice_used:
            return True
        rest = self.rest(part, turn)
        return rest is None or len(part) + rest[1].dice_used >= self._dice_used
