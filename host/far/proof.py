"""`daldos verify`: what the file of a seat proves, and what it does not.

>>> for line in report(Path("GAME-a.far")): print(line)
"""

from pathlib import Path

from host.far.end import FileError, Seat, folded

NOT_PROVED = (
    "Not proved: who sat there; that both seats were different people; how long anybody took;",
    "and, to others, that a player has not written the other's acts, for both have the key.",
)


def report(path: Path) -> "list[str]":
    """The proofs, line by line; FileError if the file is not sound. The fold checks each link and turn."""
    try:
        seat = Seat.parse(str(path), path.read_bytes())
        fold = folded(seat)
    except OSError as error:
        raise FileError("%s: %s", path, error.strerror) from None
    except ValueError as error:
        raise error if isinstance(error, FileError) else FileError("%s: %s", path, error) from None
    if not fold.game:
        raise FileError("%s: both seats must be taken before there is a game", path)
    for k in (0, 1):
        if fold.next[k] < len(fold.logs[k]):
            raise FileError("%s: act %s of seat %s is not due", path, fold.next[k], "ab"[k])
    lines = [
        f"{fold.name(0)} - {fold.name(1)}, {fold.game.rules.text}: {sum(fold.next)} acts count",
        f"{fold.throws} throws: all follow from two chains fixed before the first throw",
        f"{len(fold.game.plies)} turns: all legal, with the dice thrown",
    ]
    how = ", " + fold.ended() if fold.ended() else "" if fold.over else ": the game is not over"
    lines.append((f"{fold.winner} has won" if fold.winner else "nobody has won") + how)
    return [*lines, *NOT_PROVED]
