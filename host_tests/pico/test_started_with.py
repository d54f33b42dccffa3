"""What the firmware finds at power-on: a saved game damaged or foreign; its own config.py."""

import json

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.storage.records import encode
from daldos.game import OPENING
from daldos.prng import Xorshift32
from host_tests.conftest import NIGHTLY
from lab.flash_files import RingFlash, ring_store
from lab.pico.bench import Rig
from lab.pico.flash import FILES_AT, LOG_AT, load_uf2, make_files, read_files


def saved() -> bytes:
    """The records of a game waiting for B's first throw."""
    store = MemoryStore({})
    match = Match(Journal(store), Dice(Xorshift32(3).next))
    match.load("danish")
    while match.game.phase == OPENING:
        match.throw()
    assert match.game.side == 1
    return store.files["game"]


def ring_of(content: bytes, flip: int = None) -> bytes:
    """A ring with this content; flip: clears the byte at this distance from its end."""
    flash = RingFlash()
    store = ring_store(MemoryStore({}), flash)
    for line in content.splitlines(keepends=True):
        store.append("game", line)
    if flip is not None:
        end = flash.data.rindex(content[-9:]) + 9
        flash.data[end - flip] = 0
    return bytes(flash.data)


SAVED = saved()
LETTER = b"a letter\n" * 20
KEPT, UNREAD = "the whole file is kept as game.kept1", "some saved data cannot be read"
# files, ring, what is said of them, whose throw the next one is
FOUND = [
    ({"config.py": b"HAS_BUZZER = True\nHOLE_LEDS = 0\n"}, ring_of(SAVED + b"torn"), ["4 bytes dropped after"], "B"),
    ({"config.py": b"HOLE_LEDS = \n"}, ring_of(SAVED), ["config.py is not used: SyntaxError"], "B"),
]
BY_NIGHT = [
    ({}, ring_of(SAVED), [], "B"),
    ({}, ring_of(LETTER), [KEPT], "A"),
    ({}, ring_of(encode(["G danish", "dance A 34"])), [KEPT], "A"),
    ({}, ring_of(SAVED, flip=40), [UNREAD, KEPT], "B"),
    ({}, ring_of(SAVED, flip=5), [UNREAD], "B"),  # the last one, as a power cut tears it
    ({}, bytes(range(256)) * 256, [], "A"),
]


@pytest.mark.parametrize("files, ring, faults, player", FOUND + BY_NIGHT * NIGHTLY)
def test_what_will_not_do_is_said_and_the_board_goes_on(image, files, ring, faults, player):
    flash = load_uf2(image).ljust(LOG_AT, b"\xff") + ring.ljust(FILES_AT - LOG_AT, b"\xff") + make_files(files)
    rig = Rig(flash=flash)
    rig.run_until_text(b'"ev": "hello"')
    rig.run_ms(900)
    rig.press(80, 1200)
    events = [json.loads(line) for line in bytes(rig.port.received).splitlines() if line.startswith(b"{")]
    said = [event["what"] for event in events if event["ev"] == "fault"]
    assert len(said) == len(faults) and all(fault in what for fault, what in zip(faults, said, strict=True)), said
    assert [event["player"] for event in events if event["ev"] == "throw"] == [player]
    left = read_files(rig.flash())
    assert left["game"].startswith(SAVED if player == "B" and KEPT not in faults else b"G danish*")
    assert ("game.kept1" in left) == (KEPT in faults)
    assert left.get("game.kept1", LETTER).startswith((LETTER, b"G danish"))
