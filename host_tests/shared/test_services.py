"""Scene, render, dice, journal and protocol on every runtime; the transcript must be equal byte for byte."""

import gc
from binascii import crc32

import config
from companion.commands import DO, ProtocolError, parse
from companion.console.protocol import TOO_LONG, Lines, encode
from companion.game.dice import Dice
from companion.lights import scene as s
from companion.lights.render import picture, render
from companion.lights.scene import Scene
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from daldos.prng import Xorshift32
from daldos.throws import LONG_DICE, Throw, throws_of
from here import heap_lock, heap_unlock

START_MS = 2**30 - 300  # of the scenes, so that all of them run over the wrap of the ticks


# --- every message of the lights ------------------------------------------------------------------------------------


BY_COUNT = ("", "sticks", LONG_DICE.name, "3x1234")  # dice


def scene(kind, player=s.NOBODY, dice=None, used=0, choice=0, holes=()):
    """A scene that begins at START_MS; `holes` are (hole, want)."""
    it = Scene()
    throw = dice if isinstance(dice, Throw) else throws_of(BY_COUNT[len(dice)]).of(dice) if dice else None
    it.begin(kind, START_MS, player, throw, used)
    it.choice = choice
    for hole, want in holes:
        it.point(hole, want)
    return it


PLAIN = "dark roller offer calibrate selftest keep held guide undo fault dalled".split()
POINTING = "guide setup undo fault diagnose turn offer dalled".split()


def messages(throws=LONG_DICE):
    """(name, scene) of every message: each kind, for each player, throw, hole and so on that it distinguishes."""
    for name in PLAIN:
        yield name, scene(name)
    yield "offer in a game", scene("offer", choice=1)
    yield "offer of the board", scene("offer", choice=2)
    yield "offer of another size", scene("offer", choice=3)
    for choice in range(s.ENTRIES):
        yield "menu %d" % choice, scene("menu", choice=choice)
        if s.RULES_ENTRY <= choice < s.CALIBRATE_ENTRY:
            yield "menu %d set" % choice, scene("menu", choice=choice, used=1)
    for kind in ("throw", "over", "opening", "whose"):
        for player in (0, 1):
            yield "%s %s" % (kind, "AB"[player]), scene(kind, player)
    for player in (0, 1):
        yield "is it lost %s" % "AB"[player], scene("whose", player, choice=1)
    for player in (0, 1, s.NOBODY):
        yield "whose king %d" % player, scene("whose", player, choice=2)
    for dice in throws:
        for player in (0, 1):
            for kind in ("lost", "ready", "opening"):
                yield "%s %s %s" % (kind, "AB"[player], dice.text), scene(kind, player, dice)
            for used in range(1, 2**throws.count - 1):
                name = "partial %s %s used %d" % ("AB"[player], dice.text, used)
                yield name, scene("partial", player, dice, used)
        for player in (0, 1, 2):
            yield "roll %s %s" % ("AB-"[player], dice.text), scene("roll", player, dice)
            for used in range(2**throws.count - 1):
                for kind in ("dice", "wooden"):
                    name = "%s %s %s used %d" % (kind, "AB-"[player], dice.text, used)
                    yield name, scene(kind, player, dice, used)
    yield from pointing()


def pointing():
    """(name, scene) of every message that points at a hole, for each hole."""
    for hole in range(49):
        for want in range(7):
            for kind in POINTING:
                yield "%s %d want %d" % (kind, hole, want), scene(kind, holes=[(hole, want)])
            for choice in range(2):
                name = "lead %d %d want %d" % (choice, hole, want)
                yield name, scene("lead", choice=choice, holes=[(hole, want)])
        for choice in range(4):
            yield "ask %d hole %d" % (choice, hole), scene("ask", choice=choice, holes=[(hole, s.LOOK)])


def full_boards():
    """(name, scene) of every kind that points, with all 49 holes."""
    for kind in ["ask"] + POINTING:
        for want in range(7):
            yield "%s all want %d" % (kind, want), scene(kind, holes=[(hole, want) for hole in range(49)])


def samples(step):
    """Every so-many-th message, and all full boards, one at a time: together they do not fit a Pico's heap."""
    for number, message in enumerate(messages()):
        if number % step == 0:
            yield message
    yield from full_boards()


def frame(it, age_ms, pixels):
    render(it, (START_MS + age_ms) & (2**30 - 1), pixels, config)
    return pixels


def new_pixels():
    return bytearray(3 * (config.DICE_LEDS + config.HOLE_LEDS))


def test_render_allocates_nothing():
    pixels = new_pixels()
    gc.collect()
    for _, it in samples(7):
        heap_lock()
        try:
            age_ms = 0
            while age_ms < config.POINT_MS:
                render(it, (START_MS + age_ms) & 0x3FFFFFFF, pixels, config)
                picture(it, (START_MS + age_ms) & 0x3FFFFFFF, config)
                age_ms += 100
        finally:
            heap_unlock()


# --- dice -------------------------------------------------------------------------------------------------------------


def test_dice_use_every_bit_once():
    words = [0xE4E4E4E4, 0x1B1B1B1B]
    dice = Dice(lambda: words.pop(0))
    assert [dice.below(4) for _ in range(32)] == [0, 1, 2, 3] * 4 + [3, 2, 1, 0] * 4
    assert words == []


# --- journal ----------------------------------------------------------------------------------------------------------


def payloads(count):
    random = Xorshift32(7)
    return [
        "turn %d %s" % (i, "".join([chr(32 + random.below(95)) for _ in range(1 + random.below(12))]))
        for i in range(count)
    ]


# --- protocol ---------------------------------------------------------------------------------------------------------

EVENTS = [
    ("hello", "version", "1.0", "runtime", "micropython", "mode", "game", "rules", "danish,lose_at=1"),
    ("turn", "n", 7, "player", "A", "throw", "13", "turn", "A2-A1 M1-M4", "result", "... B -"),
    ("guide", "holes", [("hole", "A5", "has", ".", "want", "a"), ("hole", "M17", "has", "?", "want", ".")], "why", "x"),
    ("sensors", "codes", [0, 2048, 4095], "stable", True, "hand", False, "none", None, "at", ("hole", "A1")),
    ("error", "what", 'quote " back \\ tab \t nul \x00 del \x7f ø æ \u2014 \U0001f3b2'),
    ("empty", "holes", []),
    ("bare",),
]

GOOD = [
    b'{"do": "state"}',
    b' {\t"do" :"undo" } ',
    b'{"do": "rules", "rules": "danish,lose_at=1"}',
    b'{"mode": "roller", "do": "mode"}',
    b'{"do": "sensors", "on": true}',
    b'{"do": "set", "key": "name", "value": "Bj\\u00F8rn \\"\\\\\\/\\b\\f\\n\\r\\t"}',
    b'{"do": "set", "key": "volume", "value": -12}',
    b'{"do": "dice", "throw": "31"}',
]

BAD = [
    b"", b"   ", b"{", b"{}", b"null", b"[]", b'"do"', b'{"do"', b'{"do":', b'{"do": }', b'{"do" "state"}',
    b'{"do": "state",}', b'{"do": "state" "x": 1}', b'{"do": "state"}}', b'{"do": "state"} {"do": "new"}',
    b'{do: "state"}', b"{'do': 'state'}", b'{"do": "state", "do": "new"}', b'{"do": "State"}', b'{"do": "explode"}',
    b'{"do": 1}', b'{"do": null}', b'{"do": ["state"]}', b'{"do": {"do": "state"}}', b'{"do": "state", "x": 1}',
    b'{"rules": "danish"}', b'{"do": "rules"}', b'{"do": "rules", "rules": 1}', b'{"do": "rules", "rules": ""}',
    b'{"do": "rules", "rules": "' + b"x" * 201 + b'"}', b'{"do": "mode", "mode": "chess"}',
    b'{"do": "sensors", "on": 1}', b'{"do": "set", "key": "volume"}',
    b'{"do": "set", "key": "volume", "value": null}', b'{"do": "set", "key": "volume", "value": 1.5}',
    b'{"do": "set", "key": "volume", "value": 01}', b'{"do": "set", "key": "volume", "value": -}',
    b'{"do": "set", "key": "volume", "value": 1234567890}', b'{"do": "set", "key": "volume", "value": tru}',
    b'{"do": "dice", "throw": "15"}', b'{"do": "dice", "throw": 13}', b'{"do": "dice", "throw": "5"}',
    b'{"do": "st\x00ate"}', b'{"do": "st\xffate"}', b'{"do": "st\xc3\xb8te"}', b'{"do": "st\tate"}',
    b'{"do": "\\x41"}', b'{"do": "\\u12g4"}', b'{"do": "\\u12', b'{"do": "\\ud83c\\udfb2"}', b'{"do": "\\',
    b'{"do": ' + b"[" * 500, b'{"a":' * 100,
]  # fmt: skip


def malformed(count):
    """`count` lines of noise: random bytes, and good lines with bytes changed, cut, doubled or put in."""
    random = Xorshift32(20261120)
    alphabet = b'{}[]:,"\\ dostatenw0123456789-.eE\x00\xff\t'
    for i in range(count):
        if i % 3 == 0:
            yield bytes([random.below(256) for _ in range(random.below(60))])
            continue
        line = bytearray(GOOD[random.below(len(GOOD))])
        for _ in range(1 + random.below(4)):
            at = random.below(len(line) + 1)
            how = random.below(3)
            if how == 0:
                line = line[:at] + line[at + 1 :]
            elif how == 1:
                line = line[:at] + bytes([alphabet[random.below(len(alphabet))]]) + line[at:]
            else:
                line = line[:at]
        yield bytes(line)


def answer(line):
    """The result of `parse` for a line as text: the command, with sorted keys, or the error. Nothing else is
    allowed."""
    try:
        command = parse(line)
    except ProtocolError as error:
        return encode(("error", "what", str(error))).decode()[:-1]
    flat = ["command"]
    for key in sorted(command):
        flat += [key, command[key]]
    return encode(tuple(flat)).decode()[:-1]


def test_good_commands_parse():
    for line in GOOD:
        assert parse(line)["do"] in DO, line
    assert parse(GOOD[5])["value"] == 'Bjørn "\\/\b\f\n\r\t'
    assert parse(GOOD[6])["value"] == -12
    assert parse(GOOD[7]) == {"do": "dice", "throw": "13"}


def test_bad_commands_are_refused():
    for line in BAD + [TOO_LONG]:
        try:
            parse(line)
            raise AssertionError("taken: %r" % line)
        except ProtocolError as error:
            assert 0 < len(str(error)) < 200, line


def test_lines_in_any_pieces():
    stream = b'{"do": "state"}\r\n\n' + b"x" * 512 + b"\n" + b"y" * 513 + b"\r\n" + b"z" * 2000 + b"\rlast\n half"
    expected = [b'{"do": "state"}', b"x" * 512, TOO_LONG, TOO_LONG, b"last"]
    for size in (1, 2, 7, 64, 511, 512, 513, 4000):
        lines = Lines()
        got = []
        for i in range(0, len(stream), size):
            got += lines.feed(stream[i : i + size])
        assert got == expected, size
        assert list(lines.feed(b"\n")) == [b" half"]
    assert len(Lines().feed(b"")) == 0


# --- the same bytes on every runtime ----------------------------------------------------------------------------------


def transcript():
    pixels = new_pixels()
    for name, it in samples(5):
        total = 0
        for age_ms in range(0, config.POINT_MS, 4 * config.FRAME_MS):
            total = crc32(frame(it, age_ms, pixels), total)
        yield "%s %08x" % (name, total)
    dice = Dice(Xorshift32(1).next)
    yield " ".join([dice.throw().text for _ in range(200)])
    store = MemoryStore()
    Journal(store).restart(payloads(20))
    yield store.files["game"].decode()
    for event in EVENTS:
        yield encode(event).decode()
    for line in GOOD + BAD:
        yield answer(line)
    total = 0
    for line in malformed(2000):
        total = crc32(answer(line).encode(), total)
    yield "malformed %08x" % total
