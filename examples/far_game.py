"""Read a game played far apart from the two players' whole letters, by docs/far.md alone, and print its record.

    python examples/far_game.py KEY LETTER_A LETTER_B

KEY: 16 bytes in hexadecimal, as in the invitation. Each letter begins with `daldos2.` and has the seat's whole log.
"""

import base64
import hashlib
import hmac
import sys

from daldos import Game, Rules
from daldos.game import OPENING, THROW
from daldos.record import record_lines


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def log_hash(acts: list) -> bytes:
    found = bytes(32)
    for act in acts:
        found = sha(found + act)
    return found


class Letter:
    """The letter of a text: acts, the chain from its tip to the last link given, and what its MAC is of."""

    def __init__(self, text: str):
        data = base64.urlsafe_b64decode(text.partition("daldos2.")[2] + "==")
        data = data[: number(data[1:3])]
        assert data[0] >> 4 == 2 and sha(data[:-2])[:2] == data[-2:], "the letter is not whole"
        self.mac, self.told, at = data[-14:-2], data[:-14], 7
        if data[0] & 2:  # an invitation has KEY and address
            at += 17 + data[23]
        self.taken, first, links = [number(data[at + skip : at + skip + 2]) for skip in (0, 6, 8)]
        assert not first, "the letter begins later"
        end = len(data) - 16 - 32 * (links > 0)
        self.chain, self.acts, at = [data[end : end + 32]], [], at + 10
        while at < end:
            byte, size = data[at], 1
            if not self.acts:  # the sit: tip, name, rules
                size = 34 + data[at + 32] + data[at + 33 + data[at + 32]]
            elif byte == 0xC4:
                size = 33
            elif 0x80 <= byte < 0xC0:
                size = 2
            self.acts.append(data[at : at + size])
            at += size
        for _ in range(links):
            self.chain.insert(0, sha(self.chain[0]))
        assert self.chain[0] == self.acts[0][:32], "the links are of another chain"


def thrown(letters: list, throw: int):
    """The bytes of a throw."""
    block = hmac.new(letters[0].chain[throw], letters[1].chain[throw] + throw.to_bytes(4, "big"), "sha256").digest()
    while True:
        yield from block
        block = sha(block)


def dice(game: Game, made) -> tuple:
    """The next dice out of these bytes: sticks, of which the white ones count, or long dice."""
    if game.rules.throws.name == "sticks":
        return (sum(next(made) & 1 for _ in range(4)) or 6,)
    return tuple(1 + (next(made) & 3) for _ in range(game.rules.throws.count))


def replay(key: bytes, letters: list) -> Game:
    """The game of both letters, none of whose turns was taken back."""
    name = sha(b"daldos game " + key)[:10]
    for letter, other in zip(letters, letters[::-1], strict=True):
        told = b"daldos letter " + name + letter.told + bytes(32) + log_hash(other.acts[: letter.taken])
        assert hmac.new(key, told, "sha256").digest()[:12] == letter.mac, "the letter does not fit"
    sit = letters[0].acts[0]
    game, turns = Game(Rules(sit[34 + sit[32] :].decode())), []
    for letter in letters:
        assert not any(0xC0 <= act[0] < 0xC3 for act in letter.acts[1:]), "a game with turns taken back"
        turns.append([act for act in letter.acts[1:] if act[0] < 0xC0])
    made = thrown(letters, 1)
    while game.phase == OPENING:
        game.opening_throw(dice(game, made))
    while game.phase == THROW and turns[game.side]:
        game.throw(dice(game, thrown(letters, len(game.plies) + 2)))
        legal = sorted(game.turns(), key=lambda turn: turn.result)
        game.play(legal[number(turns[game.side].pop(0)) & 0x3FFF])
    return game


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print("\n".join(record_lines(replay(bytes.fromhex(sys.argv[1]), [Letter(text) for text in sys.argv[2:]]))))
