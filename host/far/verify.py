"""`daldos verify`: what a log proves, and what it does not.

>>> for line in report(Path("game.far")): print(line)
"""

from pathlib import Path

from companion.far.fold import Fold
from companion.far.link import Link
from companion.far.messages import SEATS, Stranger, place_of, unseal
from daldos.state import PLAYERS
from host.far.files import FileError, read_lines
from host.i18n.catalogue import n

NOT_PROVED = (
    "Not proved: who sat there; that both ends were different people or machines; how long anybody took;",
    "and that a seat's messages were not written by the other, who has the same key.",
)


def folded(path: Path) -> "tuple[Fold, Link | None]":
    """The game in a log; FileError if it has none or several, or foreign messages."""
    log = read_lines(path)
    link, messages = log.link, log.messages
    if not messages:
        raise FileError("%s: no message of a game in it", path)
    game = link.game if link else messages[0][0].split("/")[2]
    key = link.key if link else None
    fold = Fold(game, key)
    for number, (topic, payload) in enumerate(messages, 1):
        try:
            place_of(game, topic)
            unseal(key, topic, payload)
        except Stranger as error:
            raise FileError("%s, message %s: %s", path, number, error) from None
        fold.take(topic, payload)
    return fold, link


def standing(path: Path) -> "tuple[Link, str, str]":
    """For a game in an end's file: its link, the other player's name, and what it waits for, as pages say it."""
    log = read_lines(path)
    link = log.link
    if not link or link.key is None:
        raise FileError("%s: it has no link in it", path)
    fold, k = Fold(link.game, link.key), SEATS.index(link.seat)
    for message in log.messages:
        fold.take(*message)
    own, other = fold.seats[k], fold.seats[1 - k]
    name = other.sit["name"] if other.sit else ""
    if link.by_post and log.confirmed < len(own.log) and fold.waits_for() != k:
        due = n("send your message")
    elif fold.over:
        due = n("over")
    else:
        due = n("your turn") if fold.game and (other.asks or fold.waits_for() == k) else n("the other's turn")
    return link, name or PLAYERS[1 - k], due


def report(path: Path) -> "list[str]":
    """The proofs, line by line; FileError if it is invalid. The fold has checked each link and turn."""
    fold, link = folded(path)
    if fold.broken:
        raise FileError("%s: the game is broken at %s: %s", path, fold.broken[0], fold.broken[1])
    if not fold.game:
        raise FileError(
            "%s: both seats must be taken before there is a game; %s messages", path, len(list(fold.lines()))
        )
    waiting = sum(len(seat.log) - seat.next for seat in fold.seats)
    names = " - ".join(seat.sit["name"] or PLAYERS[k] for k, seat in enumerate(fold.seats))
    keyed = "their MACs are right" if link and link.key else "no key with it: MACs not checked"
    lines = [
        f"{names}, {fold.game.rules.text}: {sum(seat.next for seat in fold.seats)} messages count, {keyed}",
        f"{len(fold.throws)} throws: all follow from two chains fixed before the first throw of each",
        f"{len(fold.game.plies)} turns: all legal, with the dice thrown",
    ]
    if waiting:
        lines.append(f"{waiting} messages wait for others that are not in this log")
    if fold.winner:
        lines.append(f"{fold.winner} has won" + (", " + fold.ended() if fold.ended() else ""))
    else:
        lines.append("nobody has won" + (", " + fold.ended() if fold.ended() else ": the game is not over"))
    return [*lines, *NOT_PROVED]
