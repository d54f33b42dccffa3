"""The chance that a piece is captured in the attacker's next turn, exact, as a fraction (rules, "Odds").

The piece is at given distances from one or two lone dalled attackers; other pieces can always use the rest of the
throw; dal-dal's extra throws are included and played optimally. The nearer attacker blocks the other until it has
jumped over the piece.

    >>> capture_odds((7,))
    (55, 384, 2)
"""

from daldos.errors import DaldosError

DISTANCE_MAX = 24
DICE = 4


class OddsError(DaldosError):
    """Invalid distances."""


def capture_odds(distances: tuple[int, ...]) -> tuple[int, int, int]:
    """(numerator, denominator, steps of a dal-dal to use) for attackers at one distance, or two, the nearer first."""
    near = distances[0] if distances else 0
    far = distances[1] if len(distances) > 1 else 0
    if len(distances) > 2 or not 1 <= near <= DISTANCE_MAX or (len(distances) > 1 and not near < far <= DISTANCE_MAX):
        raise OddsError("distances %r: expected one or two of 1 to %d, the nearer first", distances, DISTANCE_MAX)
    # Every state reachable by dal-dals, nearest first, so that each needs only earlier ones.
    known: dict[tuple[int, int], tuple[int, int, int]] = {}
    for a in range(1, near + 1):
        for b in range(a + 1, far + 1) if far else (0,):
            known[(a, b)] = _odds(a, b, known)
    return known[(near, far)]


def _odds(near: int, far: int, known: dict[tuple[int, int], tuple[int, int, int]]) -> tuple[int, int, int]:
    hits = 0
    for x in range(1, DICE + 1):
        for y in range(1, DICE + 1):
            if near in (x, y, x + y) or (x > near and y == far) or (y > near and x == far):
                hits += 1
    if near <= 2:
        return _lowest(hits, 16) + (near,)  # dal-dal is among the hits
    # If no dal-dal is used: p = hits / 16 + p / 16.
    best = _lowest(hits, 15) + (0,)
    for first in range(3):
        for second in range(3 - first):
            to = far - second
            if not first + second or (second and to <= near - first):
                continue
            if not far and second:
                continue
            then = known[(near - first, to)]
            chance = _lowest(hits * then[1] + then[0], 16 * then[1])
            if chance[0] * best[1] > best[0] * chance[1]:
                best = chance + (first + second,)
    return best


def _lowest(numerator: int, denominator: int) -> tuple[int, int]:
    a, b = numerator, denominator
    while b:
        a, b = b, a % b
    return numerator // a, denominator // a
