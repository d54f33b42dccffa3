"""What the firmware finds at power-on: a saved game damaged, foreign or of an older image; its own config.py."""

from binascii import crc32

import pytest

from companion.game.dice import Dice
from companion.game.match import Match
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.storage.records import encode
from daldos.game import OPENING
from daldos.prng import Xorshift32
from host_tests.conftest import few
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


def start(image, files: dict, press: bool = False, ring: bytes = b""):
    """Start a board with these files and this ring, until it has reported everything."""
    flash = load_uf2(image).ljust(LOG_AT, b"\xff") + ring.ljust(FILES_AT - LOG_AT, b"\xff") + make_files(files)
    rig = Rig(flash=flash)
    rig.run_until_text(b'"ev": "hello"')
    rig.run_ms(900)
    if press:
        rig.press(80, 1200)
    return bytes(rig.port.received).decode(), read_files(rig.flash())


@pytest.mark.parametrize(
    "content, text, kept",
    few(
        [
            (saved() + b"torn", "4 bytes dropped after record", False),
            (b"a letter\n" * 20, "the whole file is kept as game.kept1", True),
            (encode(["G danish", "dance A 34"]), "the whole file is kept as game.kept1", True),
        ],
        1,
    ),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_saved_game_that_will_not_do_is_said_and_the_board_goes_on(image, content, text, kept):
    said, left = start(image, {}, press=True, ring=ring_of(content))
    assert text in said and ("game.kept1" in left) == kept, (said, sorted(left))
    assert '"ev": "throw"' in said, said


@pytest.mark.nightly
def test_a_file_of_that_name_that_is_no_game_is_kept_aside(image):
    said, left = start(image, {"game": b"a letter\n" * 20}, press=True)
    assert "the whole file is kept as game.kept1" in said and '"ev": "throw"' in said, said
    assert left["game.kept1"] == b"a letter\n" * 20 and left["game"].startswith(b"G danish*")


def test_a_saved_game_goes_on_whichever_image_has_kept_it(image):
    archive = saved()
    refers = encode(["A b %d %08x" % (len(archive), crc32(archive))])
    older = ({"game": archive}, {"game": refers, "game.b": archive})
    for files, ring in (({}, ring_of(archive)), *((files, ring_of(b"an older game\n")) for files in few(older, 1))):
        said, left = start(image, files, press=True, ring=ring)
        assert '"ev": "fault"' not in said and '"ev": "throw", "player": "B"' in said, said
        assert left["game"].startswith(archive)


@pytest.mark.nightly
def test_a_ring_with_a_damaged_record_is_said_and_one_that_is_none_is_a_new_board(image):
    said, _ = start(image, {}, press=True, ring=ring_of(saved(), flip=40))
    assert "dropped after record" in said and '"ev": "throw"' in said, said
    said, _ = start(image, {}, press=True, ring=ring_of(saved(), flip=5))  # the last one, as a power cut tears it
    assert '"ev": "fault"' not in said and '"ev": "throw", "player": "B"' in said, said
    said, left = start(image, {}, press=True, ring=bytes(range(256)) * 256)
    assert '"ev": "fault"' not in said and '"ev": "throw", "player": "A"' in said, said
    assert left["game"].startswith(b"G danish*") and "game.kept1" not in left


def test_rows_of_the_boards_own_config_stand_over_those_built_in(image):
    said, _ = start(image, {"config.py": b"HAS_BUZZER = True\nHOLE_LEDS = 0\n"}, press=True)
    assert '"ev": "throw"' in said and '"ev": "fault"' not in said, said
    said, _ = start(image, {"config.py": b"HOLE_LEDS = \n"}, press=True)
    assert '"ev": "throw"' in said and "config.py is not used: SyntaxError" in said, said
