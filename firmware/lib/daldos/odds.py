"""The chance that a piece is captured in the attacker's next turn, exact, as a fraction (rules, "Odds").

The piece is at given distances from one or two lone dalled attackers; other pieces can always use the rest of the
throw; extra throws are included and played optimally. Where pieces may not pass those of their own side, the nearer
attacker blocks the other until it has jumped over the piece.

    >>> capture_odds((7,))
    (55, 384, 2)
"""

from daldos.errors import DaldosError
from daldos.rules import Rules

DISTANCE_MAX = 24


class OddsError(DaldosError):
    """Invalid distances."""


def capture_odds(distances: tuple[int, ...], rules: Rules | None = None) -> tuple[int, int, int]:
    """(numerator, denominator, steps of a dal-dal to use) for attackers at one distance, or two, the nearer first.

    rules: danish if not given. Of other throws that are followed by another, the best steps are used, too.
    """
    near = distances[0] if distances else 0
    far = distances[1] if len(distances) > 1 else 0
    if len(distances) > 2 or not 1 <= near <= DISTANCE_MAX or (len(distances) > 1 and not near < far <= DISTANCE_MAX):
        raise OddsError("distances %r: expected one or two of 1 to %d, the nearer first", distances, DISTANCE_MAX)
    rules = rules or Rules()
    # Every state reachable by extra throws, nearest first, so that each needs only earlier ones.
    known: dict[tuple[int, ...], tuple[int, int, int]] = {(): (0, 1, 0)}
    for a in range(1, (far or near) + 1):
        known[(a,)] = _odds((a,), rules, known)
        for b in range(1, min(a, near + 1) if far else 0):
            known[(b, a)] = _odds((b, a), rules, known)
    return known[distances]


def _odds(
    places: tuple[int, ...], rules: Rules, known: dict[tuple[int, ...], tuple[int, int, int]]
) -> tuple[int, int, int]:
    hits, everything = 0, rules.throws.weight
    again: list[tuple[int, tuple[int, int, int]]] = []  # an extra throw's weight; the best state that it leads to
    for throw in rules.throws:
        then = _reached(list(throw), places, rules.jump != "enemy")
        if not then:
            hits += throw.weight
        elif rules.again(throw, len(throw)):
            best = (0, 1, 0)
            for state in then:
                if state in known and _less(best, known[state]):
                    best = known[state][:2] + (sum(places) - sum(state),)
            again.append((throw.weight, best))
    # After an extra throw the next is from the best state, or from here if that is better.
    found = (0, 1)
    goes: list[bool] | None = None
    while goes != [_less(found, best) for _, best in again]:
        goes = [_less(found, best) for _, best in again]
        top, bottom, left = hits, 1, everything
        for k in range(len(again)):
            weight, (numerator, denominator, _) = again[k]
            if goes[k]:
                top, bottom = top * denominator + weight * numerator * bottom, bottom * denominator
            else:
                left -= weight
        found = _lowest(top, bottom * left)
    used = [best[2] for _, best in again if _less(found, best)]
    if not again and rules.special:
        used = [places[0]]  # such a throw is among the hits
    return found + (used[0] if used else 0,)


def _less(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one[0] * other[1] < other[0] * one[1]


def _reached(dice: list[int], places: tuple[int, ...], passes: bool) -> list[tuple[int, ...]]:
    # The distances that some of the dice can lead to; none if one captures.
    found = [places]
    for die in dice:
        rest = dice[:]
        rest.remove(die)
        for place in places:
            to = place - die
            others = [other for other in places if other != place]
            if to in others or (not passes and [other for other in others if to < other < place]):
                continue
            if to == 0:
                return []
            then = _reached(rest, tuple(sorted([p for p in others + [to] if p > 0])), passes)
            if not then:
                return []
            found += then
    return found


def _lowest(numerator: int, denominator: int) -> tuple[int, int]:
    a, b = numerator, denominator
    while b:
        a, b = b, a % b
    return numerator // a, denominator // a
