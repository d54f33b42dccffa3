"""What the engine answered before it was rebuilt, pinned: 20,000 positions with their turns in order, games, journals
and far games.

`pinned.txt` has a digest of 16 bits for each answer, so a failure names the first one that differs. The questions come
from a generator of this file alone. After a change that is meant: `python host_tests/test_pinned.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos import OPTIONS, RULESETS, Position, Rules
from daldos.game import OPENING, OVER, PLAY
from daldos.prng import Xorshift32
from daldos.record import record_lines
from daldos.selfplay import play_game, sorted_turns
from host.far.letter import as_text
from host.far.seats import Seats
from lab.campaigns.by_hand import Store

PINNED = Path(__file__).with_name("pinned.txt")
POSITIONS, BLOCK = 20_000, 500
SEED = 20260149
DIGITS = 4  # of a digest


def any_rules(stream: Xorshift32) -> str:
    """One of the rulesets; half of them with every option drawn."""
    name = RULESETS[stream.below(len(RULESETS))][0]
    if stream.below(2):
        return name
    drawn = [(option, values[stream.below(len(values))]) for option, values in OPTIONS]
    return ",".join([name] + [f"{option}={value}" for option, value in drawn])


def any_position(rules: Rules, stream: Xorshift32) -> str:
    """A position with its throw; half of them crowded, where pieces block, jump, capture and win."""
    n, middle = rules.n, rules.n + rules.prow_hole
    cells = ["."] * (2 * n + middle)
    crowded = stream.below(2)
    first, width = stream.below(len(cells)), 8 + stream.below(12)
    for side in (0, 1):
        count = rules.lose_at + 1 + stream.below((2, 4, 8, n - rules.lose_at)[stream.below(4)])
        home = [k + side * (n + middle) for k in range(n)]
        for _ in range(count):
            if stream.below(3) == 0:
                hole, piece = home[stream.below(n)], "ab"[side]
            else:
                hole, piece = stream.below(len(cells)), "AB"[side]
                if crowded:
                    hole = (first + hole % width) % len(cells)
            if cells[hole] == ".":
                cells[hole] = piece
    for side in (0, 1):  # enough pieces of both sides
        while sum(cell in ("aA", "bB")[side] for cell in cells) <= rules.lose_at:
            hole = stream.below(len(cells))
            if cells[hole] == ".":
                cells[hole] = "AB"[side]
    faces = sorted((stream.below(4) + 1, stream.below(4) + 1))
    rows = "/".join(("".join(cells[:n]), "".join(cells[n : n + middle]), "".join(cells[n + middle :])))
    return "%s %s %d%d" % (rows, "AB"[stream.below(2)], *faces)


def turns_of(block: int) -> Iterator[tuple[str, str]]:
    """(position and rules, its turns in order) of a block of positions."""
    stream = Xorshift32(SEED + block)
    for _ in range(BLOCK):
        rules = Rules(any_rules(stream))
        text = any_position(rules, stream)
        turns = Position.parse(text, rules).turns()
        yield f"{text} {rules.text}", ", ".join(f"{turn.text} {turn.result}" for turn in turns)


def games() -> Iterator[tuple[str, str]]:
    """The lines of seeded games of every ruleset and of six drawn ones."""
    stream = Xorshift32(SEED)
    for rules in [name for name, _ in RULESETS] + [any_rules(stream) for _ in range(6)]:
        for number, line in enumerate(record_lines(play_game(Rules(rules), stream))):
            yield f"{rules}, line {number}", line


def journals() -> Iterator[tuple[str, str]]:
    """The records of two journals: turns, entered throws, throws and turns taken back, a new game."""
    for rules in ("danish", "naesheim,lose_at=1"):
        stream, store = Xorshift32(SEED), MemoryStore()
        match = Match(Journal(store), Dice(stream.next))
        match.load(rules)
        for step in range(160):
            game = match.game
            if game.phase == OVER:
                match.new(rules)
            elif game.phase != PLAY:
                entered = None if stream.below(4) or match.pending else (stream.below(4) + 1, stream.below(4) + 1)
                match.throw(entered)
                if entered and not stream.below(4):
                    match.take_entry_back()
            elif game.plies and not stream.below(8):
                match.undo()
            else:
                turns = sorted_turns(game)
                match.commit(turns[stream.below(len(turns))])
            yield f"{rules}, step {step}", match.game.position_text()
        for number, line in enumerate((store.read("game") or b"").decode().splitlines()):
            yield f"journal of {rules}, record {number}", line
        again = Match(Journal(store), Dice(stream.next))
        again.load(rules)
        yield f"{rules} read back", again.game.position_text() + " ".join(turn.text for turn in again.game)
        assert again.game.phase != OPENING


def far_games() -> Iterator[tuple[str, str]]:
    """The letters of two games by hand, with turns asked back and the answers, and their records."""
    for rules in ("danish", "naesheim"):
        stream = Xorshift32(SEED)

        def random(count: int, stream=stream) -> bytes:
            return bytes(stream.below(256) for _ in range(count))

        seats = [Seats(Store(), random, lambda: 0) for _ in range(2)]
        ends, k, number = [seats[0].new("Ane", rules), None], 0, 0
        while ends[k].state != "over":
            end, fold = ends[k], ends[k].fold
            if fold.game and not fold.over and fold.has_turn(k) and fold.asks[k] is None and not stream.below(20):
                end.ask()
            while end.state in ("answer", "turn"):
                if end.state == "answer":
                    end.answer(stream.below(2) > 0)
                else:
                    turns = end.fold.game.legal.turns
                    end.play(turns[stream.below(len(turns))])
            text = as_text(end.letter())
            end.handed()
            yield f"far game of {rules}, letter {number}", text
            number, k = number + 1, 1 - k
            ends[k] = seats[k].open("https://daldos.example/#" + text, "Bo")[0]
        yield f"far game of {rules}", ends[k].fold.record("far")


def digest(text: str) -> str:
    return "%04x" % (crc32(text.encode()) & 0xFFFF)


def sections() -> Iterator[tuple[str, Iterator[tuple[str, str]]]]:
    for block in range(POSITIONS // BLOCK):
        yield f"turns {block}", turns_of(block)
    yield "games", games()
    yield "journals", journals()
    yield "far games", far_games()


def pinned() -> dict[str, str]:
    return dict(line.rsplit(" ", 1) for line in PINNED.read_text().splitlines())


@pytest.mark.parametrize("name", [name for name, _ in sections()])
def test_pinned(name):
    digits = pinned()[name]
    wanted = [digits[k : k + DIGITS] for k in range(0, len(digits), DIGITS)]
    found = list(dict(sections())[name])
    for (question, answer), want in zip(found, wanted, strict=False):
        assert digest(answer) == want, f"{question}: now {answer}"
    assert len(found) == len(wanted)


def test_a_difference_is_named(monkeypatch):
    monkeypatch.setattr(Position, "turns", lambda self: [])
    with pytest.raises(AssertionError, match=r"/.* [AB] \d\d .*: now "):
        test_pinned("turns 0")


if __name__ == "__main__":
    rows = [f"{name} {''.join(digest(answer) for _, answer in found)}" for name, found in sections()]
    PINNED.write_text("\n".join(rows) + "\n")
