"""The same game by the same hand gives the same record on the host, MicroPython's unix port and the emulated Pico.

The hand is messy, the board noisy and now and then without power. Dice, magnets and noise are of the seed.
"""

import os
from pathlib import Path

from companion.play.dice import Dice
from companion.play.journal import Journal
from companion.play.match import Match
from daldos import game as engine
from daldos.record import write_record
from daldos.rules import RULESETS
from host.table.stores import DictStore
from host.table.table import TICKS, Table
from host_tests.pico.games import play

GAME = ("danish", 1)
LONG = [(name, seed) for name, _ in RULESETS for seed in (2, 3)]


class TapedTable(Table):
    """A table that keeps a tape of what comes into the companion, for tape.py."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self.tape = bytearray()

    def _put(self, kind: bytes, data: bytes) -> None:
        self.tape += kind + len(data).to_bytes(2, "big") + data

    def plug_in(self, settle_ms: int = 200) -> None:
        self._put(b"I", b"%d" % self.now_ms)
        super().plug_in(0)
        step, look = self.app.step, self.app.look

        def taped(now, scan, down):
            self._put(b"S", bytes([down]) + scan.tobytes())
            return step(now, scan, down)

        def taped_look(now, scan):
            self._put(b"C", bytes([(now - self.now_ms) % TICKS]) + scan.tobytes())
            return look(now, scan)

        self.app.step, self.app.look = taped, taped_look
        self.wait(settle_ms)

    def plug_out(self) -> None:
        self._put(b"O", b"")
        super().plug_out()

    def send(self, line) -> None:
        before = self.app.receive
        self.app.receive = lambda now, data: (self._put(b"L", data), before(now, data))
        super().send(line)
        self.app.receive = before


def taken_up(store) -> engine.Game:
    """The game that a board would take up from there."""
    match = Match(Journal(DictStore(dict(store.files))), Dice(None))
    assert match.load("danish") == ""
    return match.game


def pytest_generate_tests(metafunc):
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [GAME] + (LONG if os.environ.get("DALDOS_LONG") == "1" else []))


def test_one_hand_one_record(image, micropython, whole_game, game, tmp_path):
    from host.pico.table import PicoTable

    rules, seed = game
    host, figures = play(TapedTable, rules, seed)
    assert figures.good() and host.game.phase == engine.OVER, figures.failures
    record, journal = write_record(host.game), host.table.store.read("game")
    kept = write_record(taken_up(host.table.store))

    pico, figures = whole_game if game == GAME else play(lambda **named: PicoTable(image, **named), rules, seed)
    table = pico.table
    assert figures.good(), figures.failures
    assert figures.counts["turns"] == len(host.game.plies)
    assert table.differences() == []
    assert write_record(pico.game) == record
    # Archives on the host, a ring on the Pico: other records of the same game.
    assert write_record(taken_up(table.store)) == kept and b"A " not in table.store.read("game")[:2]
    assert table.noise == [] and table.rig.resets == []
    assert (table.board.clashes, table.board.unsettled, table.rig.lights.bad_bits) == (0, 0, 0)

    tape = tmp_path / "tape"
    tape.write_bytes(host.table.tape)
    played = micropython.run("-X", "heapsize=4M", Path(__file__).with_name("tape.py"), tape, seed)
    assert played.returncode == 0, played.stderr
    assert played.stdout.partition("JOURNAL\n")[2] == journal.decode()
