"""The saved game and the settings when the store fails, loses data or is changed by others, and a journal with correct
checksums and wrong records; on every runtime.
"""

from companion.game.dice import Dice
from companion.game.match import Match
from companion.reasons import Refusal
from companion.storage import journal as journals
from companion.storage.journal import Journal
from companion.storage.memory import MemoryStore
from companion.storage.records import JournalError, encode, record, whole_records
from companion.storage.settings import FIRST, Settings
from daldos.game import GameError
from daldos.prng import Xorshift32
from daldos.throws import DiceError
from here import error_of

OPENED = ["G danish", "T 34", "T 12"]
THROWN = OPENED + ["T 12"]
TURN = "M fc1040"  # A1-M1 ..., illegal in all positions below: written, but never played


class Failing(MemoryStore):
    """fails: how many of the next writes raise. done: whether they take effect nevertheless. blind: reads raise too."""

    fails = 0
    done = blind = False

    def read(self, name, most=None):
        return (
            self._fail(lambda: MemoryStore.read(self, name, most)) if self.blind else MemoryStore.read(self, name, most)
        )

    def _fail(self, work):
        if not self.fails:
            return work()
        self.fails -= 1
        if self.done:
            work()
        raise OSError("no room")

    def append(self, name, data, was=None):
        return self._fail(lambda: MemoryStore.append(self, name, data, was))

    def replace(self, name, data, was=None):
        return self._fail(lambda: MemoryStore.replace(self, name, data, was))


def journal_of(payloads):
    """(store, journal) of a store with these records."""
    store = Failing({"game": encode(payloads)})
    journal = Journal(store)
    assert journal.open() == payloads
    return store, journal


def kept(store):
    """The records that a board would find."""
    return Journal(MemoryStore(dict(store.files))).open()


def test_a_file_that_was_replaced_although_that_failed_is_known_again():
    store, journal = journal_of(THROWN)
    store.fails, store.done = 1, True
    error_of(OSError, journal.restart, OPENED)
    assert kept(store) == OPENED
    journal.append(TURN, lambda: THROWN, "T 13")
    assert kept(store) == THROWN + [TURN, "T 13"] and list(store.files) == ["game"]


class Contrary(MemoryStore):
    """A store in which another program always writes first."""

    def replace(self, name, data, was=None):
        if was is None:
            return MemoryStore.replace(self, name, data)
        self.files[name] = b"x" * (was[1] + 1)
        return False


def test_a_file_that_another_always_writes_is_an_error():
    journal = Journal(Contrary())
    assert journal.open() == []
    assert error_of(OSError, journal.restart, OPENED) == "game: another program writes this file"
    torn = Journal(Contrary({"game": encode(OPENED) + b"torn"}))
    assert error_of(OSError, torn.open) == "game: another program writes this file"


class Ahead(Failing):
    """A store that erases ahead, and has done so."""

    def wants(self, name, size):
        return 0

    def ahead(self):
        raise ValueError("nothing is wanted")


def test_tidying_that_fails_leaves_the_records_as_they_are_and_is_tried_again():
    store, told = Ahead({"game": encode(THROWN)}), []
    journal = Journal(store, tell=lambda problem: told.append(str(problem)))
    many = journal.open()
    while not journal.untidy():
        many = many + ["T 13"]
        journal.append("T 13", None)
    store.fails = 1
    journal.tidy(lambda: THROWN)
    assert told == ["no room"] and not journal.untidy() and kept(store) == many
    while not journal.untidy():
        many = many + ["T 13"]
        journal.append("T 13", None)
    journal.tidy(lambda: THROWN)
    assert told == ["no room"] and kept(store) == THROWN


def test_a_game_too_long_is_refused_and_the_old_one_stays():
    store, journal = journal_of(OPENED)
    most, journals.FILE_MAX = journals.FILE_MAX, len(store.files["game"])  # a Pico's heap has no room for more
    try:
        for call, *given in ((journal.restart, THROWN), (journal.append, TURN, lambda: OPENED)):
            assert error_of(OSError, call, *given) == "the game is too long to save with all its turns"
            assert kept(store) == OPENED
    finally:
        journals.FILE_MAX = most


def test_payloads_that_no_record_can_hold():
    for payload in ("", "x" * 201, "a\nb"):
        assert error_of(JournalError, record, 0, payload).endswith("expected 1 to 200 printable ASCII characters")
    assert whole_records(record(0, "x" * 200)) == (["x" * 200], 210)
    for body in (b"", b"a\x01b"):
        assert whole_records(body + b"*" + record(0, "x")[-9:]) == ([], 0)


# --- a match ----------------------------------------------------------------------------------------------------------


def loaded(payloads, n_max=16):
    """(error text, match) of a board that finds these records."""
    match = Match(
        Journal(MemoryStore({"game": encode(payloads)})),
        Dice(Xorshift32(3).next),
        Settings(MemoryStore(), n_max).fitting,
    )
    return match.load("danish"), match


def test_records_that_make_no_game_are_said_and_what_is_good_is_kept():
    for bad in ("P 15", "M 12345678", "M xyz", "M x1", "M 1x", "T 43", "M 123456789", "C 1", "R", "Q", "G danish,n=17"):
        said, match = loaded(THROWN + [bad])
        assert (said.code, said.args) == ("record_bad", (5, bad, "game.kept1"))
        assert match.game.position_text().endswith(" A 12") and match.load("danish") is None
    said, match = loaded(["T 12"])
    assert said.args[:2] == (1, "T 12") and match.game
    said, _ = loaded(["G danish", "P 34", "T 12"])
    assert said.args[:2] == (3, "T 12")


def test_a_match_refuses_what_is_out_of_order():
    said, match = loaded(OPENED)
    assert said is None
    assert error_of(DiceError, match.throw, (0, 5)) == "die 0 of the throw (0, 5): expected one of 1234"
    assert error_of(Refusal, match.take_entry_back) == "there is no turn to take back"
    assert error_of(Refusal, match.new, "danish,n=17").endswith("this board has 16 holes a row")
    assert match.throw((1, 2)) == (0, (1, 2)) and match.entered()
    assert error_of(GameError, match.throw).startswith("a throw is out of order")
    assert match.take_entry_back() == (1, 2) and not match.entered()


def test_a_throw_that_was_written_and_not_taken_is_the_next_one():
    _, match = loaded(THROWN)
    turn = match.game.legal.turns[0]
    match.commit(turn, True)
    match.undo()  # before taking the throw written with the turn
    assert len(match.pending) == 1
    match.commit(turn, True)
    drawn = match.pending[0]
    match.new("danish")
    assert match.pending == [drawn] and match.game.opening == []


# --- settings ---------------------------------------------------------------------------------------------------------


FOREIGN = (  # a file that is none of the board's, and what is said of it
    (b"", "byte 1: the end, expected {"),
    (b"[1]", "byte 1: [1], expected {"),
    (b"\xff\xff\xff\xff", "byte 1: 0xff, expected printable ASCII"),
    (b" " * 9000, "longer than 2000 bytes, not read"),
    (b'{"mode": ["game"]}', """byte 10: ["game"]}, expected a plain value, nothing nested"""),
)
KNOWN = "chance, exchanged, hints, level, mode, players, rules, solo_side, sound"
SETTINGS = (  # the file, what is said of it, and what it changes
    (None, (), {}),
    (b"{}", (), {}),
    (b'{"level": 11}', ("setting level: it cannot be 11",), {}),
    (b'{"level": true}', ("setting level: true is not of type int",), {}),
    (b'{"sound": 1}', ("setting sound: 1 is not of type bool",), {}),
    (b'{"rules": null}', ("setting rules: null is not of type str",), {}),
    (b'{"rules": "danish,n=17"}', ("rules 'danish,n=17': n is 17, this board has 16 holes a row",), {}),
    (b'{"mode": "loud"}', ("setting mode: it cannot be 'loud'",), {}),
    (b'{"mode": "far"}', ("setting mode: it cannot be 'far'",), {}),  # as older versions kept it
    (
        b'{"rules": "norwegian", "level": "loud", "sound": false, "extra": 1}',
        ("setting level: 'loud' is not of type int", "setting 'extra': unknown, expected " + KNOWN),
        {"rules": "norwegian", "sound": False},
    ),
)


def settings_of(content):
    """(settings, store) of a board that finds this file."""
    store = MemoryStore({} if content is None else {"settings.json": content})
    return Settings(store, 16), store


def test_bad_settings_are_told_and_the_good_ones_kept():
    for content, problems, changed in SETTINGS:
        settings, _ = settings_of(content)
        assert [str(error) for error in settings.problems] == list(problems), settings.problems
        for key in FIRST:
            assert settings.get(key) == changed.get(key, FIRST[key]), (content, key)


def test_a_settings_file_of_another_is_told_and_kept_aside():
    for content, problem in FOREIGN:
        settings, store = settings_of(content)
        assert [str(error) for error in settings.problems] == [problem]
        for key in FIRST:
            assert settings.get(key) == FIRST[key], (content, key)
        settings.set("level", 4)
        assert store.files["settings.json.kept"] == content and b'"level": 4' in store.files["settings.json"]


def test_a_bad_setting_changes_nothing():
    settings, store = settings_of(b'{"sound": false}')
    before = dict(store.files)
    for key, value, word in (
        ("level", 11, "level"),
        ("level", "3", "level"),
        ("level", True, "level"),
        ("rules", "chess", "chess"),
        ("colour", "red", "colour"),
    ):
        assert word in error_of(ValueError, settings.set, key, value)
        assert store.files == before and settings.get("level") == 2
    settings.set("level", 5)
    assert store.files["settings.json"] == (b'{"level": 5, "sound": false}\n')


def test_problems_of_long_settings_are_short():
    for content in (b'{"rules": "%s"}', b'{"%s": 1}', b'{"level": "%s"}'):
        settings, store = settings_of(content % (b"x" * 1900))
        assert len(settings.problems) == 1 and len(str(settings.problems[0])) <= 200
        settings.set("level", 6)
        assert list(store.files) == ["settings.json"]
