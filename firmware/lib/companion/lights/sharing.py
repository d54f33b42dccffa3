"""Dice that share their LEDs: the dice left take turns, all of them once in a period.

One more LED belongs to each: bright for the die shown, dim for those left, dark for those played. Imported only in
games with such dice.
"""

from companion.lights.scene import PLAYER_B, SLOTS

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Scene


def leds(scene: "Scene", slot: int, face: int) -> int:
    """The bright LEDs, a bit each, the first the highest; the dim ones eight bits higher.

    face: the one that shows while the first die rolls; 0: they lie.
    """
    throw = scene.throw
    count = len(throw.faces)  # type: ignore[union-attr]  # these scenes have one
    pips = throw.throws.leds  # type: ignore[union-attr]
    left = [k for k in range(count) if not scene.used >> k & 1]
    shown = left[slot * len(left) // SLOTS] if left else -1
    bright, dim = 0, 1 if scene.kind == "wooden" else 0
    for k in left:
        own = pips[count][k]
        if k == shown:
            bright |= own | pips[k][face or throw.faces[k]]  # type: ignore[union-attr]
        else:
            dim |= own
    if scene.kind == "lost":  # they shake their head: the outer dice and the middle one in turn
        theirs = scene.player == PLAYER_B
        lit = slot >> (1 if theirs else 2) & 1
        for k in range(count):
            bright &= ~pips[count][k]
            if k & 1 == lit and not (theirs and slot >= 8):
                bright |= pips[count][k]
        dim = 0
    return bright | dim << 8
