"""Two ends of a far game, connected directly: for shared tests on every runtime, and for others."""

from companion.far.chain import sha256
from companion.far.end import End
from companion.far.link import Link
from daldos.notation import turn_text

LINK = Link.new("mqtt://localhost", bytes(range(32)))


def ends(links=1000, rules="norwegian", turn_s=0, versions=(2, 2)):
    """Ane's end, which sets the rules, and Bo's."""
    a = End(LINK, sha256(b"a"), "Ane", rules, turn_s, links, version=versions[0])
    return a, End(LINK.other(), sha256(b"b"), "Bo", links=links, version=versions[1])


def exchange(a, b):
    """Deliver to both ends everything due without the players."""
    moved = True
    while moved:
        moved = False
        for end, other in ((a, b), (b, a)):
            waits_for = end.fold.waits_for()
            while message := end.due():
                assert waits_for == end.k, message
                moved = True
                other.take(*message)


def play(a, b, turns, choose):
    """Play this many turns, or to the end; `choose` returns an index below its argument."""
    for _ in range(turns):
        exchange(a, b)
        if a.fold.over:
            return
        end, other = (a, b) if a.fold.game.side == 0 else (b, a)
        legal = end.fold.game.legal.turns
        other.take(*end.turn(turn_text(end.fold.game.position, legal[choose(len(legal))])))
    exchange(a, b)
