"""The languages: no catalogue lacks a text or keeps one that is gone; what the board says is said in each of them."""

import functools
import importlib
import json
import re
from html import unescape
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import config
import daldos
from companion import reasons
from companion.console.phases import MODES
from companion.lights.render import KINDS
from companion.lights.scene import Scene
from companion.sensing.wiring import hole_names
from daldos.errors import DaldosError
from daldos.position import PositionError
from daldos.reach import REASONS
from daldos.throws import LONG_DICE
from host.i18n.catalogue import LANGUAGES, Words, said, words
from host.i18n.lights import LIGHTS, hint_words, lights_words
from host.i18n.po import FOLDER, read_catalogue
from host.i18n.telling import news

TRANSLATED = [language for language in LANGUAGES if language != "en"]
FIELDS = re.compile(r"\{\w+\}|%[dsrgx]")
HOST = FOLDER.parents[1]
ENGINE = Path(daldos.__file__).parent
# What takes a text that is translated: functions, and the errors of engine and host, which are subclasses of one.
CALLS = ["t", "_t", "n", "said"]
NOT_SAID = ("FrameError", "Stranger")  # seen by programs, not by users
# The command line is English: its rooms, and the modules elsewhere whose texts only it shows.
IN_ENGLISH = [
    "cli",
    "terminal",
    "ai/players.py",
    "far/proof.py",
    "sim/stores.py",
]
_IN_JS = re.compile(r'\b[tn]\(\s*("(?:[^"\\]|\\.)*")')  # nested calls too, which Babel passes over
_IN_HTML = re.compile(r'\bdata-t>([^<]+)<|aria-label="([^"]+)"[^>]*\bdata-t-label')


def errors(kind=DaldosError):
    """The names of a kind of errors and of all below it."""
    for below in kind.__subclasses__():
        yield from errors(below)
    yield kind.__name__


@functools.cache
def texts() -> set:
    """Every English text that a catalogue must have."""
    for file in sorted(HOST.rglob("*.py")):
        if "class " in (text := file.read_text("utf-8")) and "(DaldosError)" in text:
            importlib.import_module(".".join(file.relative_to(HOST.parent).with_suffix("").parts))
    words = dict.fromkeys([*CALLS, *sorted(set(errors()) - set(NOT_SAID))])
    found = set(MODES) | set(reasons.WORDS) | {text for _, text in REASONS if text}
    found.update(text for table in (reasons.GUIDES, reasons.FAULTS, reasons.ERRORS) for _, text in table)
    card = HOST.parent / "hardware/draw/card.py"
    english = {ENGINE / "odds.py"} | {
        file for place in IN_ENGLISH for file in [HOST / place, *(HOST / place).rglob("*.py")]
    }
    for file in sorted({*ENGINE.glob("*.py"), *ENGINE.glob("relatives/*.py"), *HOST.rglob("*.py"), card} - english):
        found.update(message for _, message, _, _ in extract_from_file("python", file, words))
    for file in sorted(HOST.rglob("*.js")):
        found.update(json.loads(text) for text in _IN_JS.findall(file.read_text("utf-8")))
    html = (HOST / "web/page/index.html").read_text("utf-8")
    found.update(unescape(text.strip()) for pair in _IN_HTML.findall(html) for text in pair if text)
    return {text for text in found if re.search("[A-Za-z]{2}", text)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_catalogue_lacks_or_keeps_an_entry(language):
    catalogue = read_catalogue(language)
    assert sorted(texts() - set(catalogue)) == []
    assert sorted(set(catalogue) - texts()) == []
    assert [text for text, other in catalogue.items() if not other.strip()] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_filled_in_is_the_same(language):
    for text, other in read_catalogue(language).items():
        here, there = FIELDS.findall(text), FIELDS.findall(other)
        assert sorted(here) == sorted(there), text
        if "%" in text:
            assert here == there, f"the order counts: {text}"
        assert text.endswith(".") == other.endswith("."), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_read_as_gettext_has_it(language):
    with open(FOLDER / f"{language}.po", "rb") as file:
        entries = {message.id: message.string for message in read_po(file, language, abort_invalid=True) if message.id}
    assert read_catalogue(language) == entries


@pytest.mark.parametrize("table", ["GUIDES", "FAULTS", "ERRORS"])
def test_every_code_is_said_in_danish_with_what_goes_into_it(table):
    kind = {"GUIDES": "guide", "FAULTS": "fault", "ERRORS": "error"}[table]
    for code, template in getattr(reasons, table):
        if template == "%s":
            continue
        values = tuple(7 if field == "%d" else "M4" for field in re.findall("%[dsr]", template))
        said_so = event(kind, code, args=values, where="A5")
        told = news(said_so, words("da"))
        assert told != news(said_so, words("en")), code
        assert told.count("7") == str(values).count("7"), code


def event(ev: str, code: str, **more) -> dict:
    """What a board says: an event with these values."""
    none = {"args": [], "holes": [], "wires": [], "dice": [], "what": "", "where": "", "why": "", "mended": False}
    return {"ev": ev, "code": code, **none, **more}


DEAD = event("fault", "sensor_dead", args=["low"], what="mended: sensor dead, reads low", mended=True)
STUCK = event("fault", "line_stuck", args=[2, "low"], what="address line S2 stuck low", where="GP4 to S2 of mux 1")
STUCK |= {"holes": ["A5"], "wires": ["GP4", "mux 1 S2"]}
HOLES = [{"hole": "M9", "has": "A", "want": "."}, {"hole": "M4", "has": ".", "want": "A"}]
JUMPS = event("guide", "jumps_own", holes=HOLES, why="jumps own piece")
TWICE = event("error", "bad_rules", args=["option %r is given twice in %r", "n", "danish,n=1,n=2"])
NEWS = [  # an event, a language, and part of what is said
    (DEAD, "nb", "Feil: i orden igjen: sensoren er død, viser lav."),
    (JUMPS, "en", "Jumps own piece. M9: a piece of A's, nothing wanted; M4: nothing, "),
    (JUMPS, "da", "Springer over en egen brik. M9: en A-brik, der skal være intet; "),
    (JUMPS, "nb", "Hopper over en egen brikke. M9: en A-brikke, det skal være ingenting"),
    ({"ev": "chance", "player": "A", "chance": 443}, "en", "A's chance: 44.3 %."),
    ({"ev": "chance", "player": "A", "chance": 443}, "da", "A's chance: 44,3 %."),
    (TWICE, "da", "Brættet afviser: valg 'n' står to gange i 'danish,n=1,n=2'."),
    (STUCK, "en", "GP4 to S2 of mux 1"),  # the same everywhere
    *((STUCK, language, "(A5, GP4, mux 1 S2)") for language in TRANSLATED),
    *(({**STUCK, "where": "console", "holes": [], "wires": []}, language, "(console)") for language in TRANSLATED),
    # what a board of another version says, as it says it
    *((event("guide", code, why="as it says it"), "da", "As it says it.") for code in ("new_code", "alike")),
]


@pytest.mark.parametrize("event, language, said", NEWS)
def test_what_a_board_says_in_each_language(event, language, said):
    told = news(event, words(language))
    assert told == said if said.endswith(".") else said in told


def test_a_kind_of_light_has_one_row_for_its_drawing_and_one_for_its_words():
    assert set(LIGHTS) == set(KINDS)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_scene_has_its_words_and_its_hint(kind):
    for player, die, used, count in [(0, 1, 1, 2), (1, 3, 2, 0), (2, 2, 0, 1)]:
        scene = Scene()
        scene.begin(kind, 0, player, LONG_DICE.of(die, die), used)
        for hole in range(count):
            scene.point(hole, hole + 1)
        told = {lights_words(scene, hole_names(config), words(language)) for language in LANGUAGES}
        assert all(text and "{" not in text for text in told)
        hints = {hint_words(scene, words(language)) for language in LANGUAGES}
        assert len(hints) == len(LANGUAGES) and all(hints)


def test_modes_have_friendly_names_in_english_too():
    assert set(read_catalogue("en")) == set(MODES)
    for language in LANGUAGES:
        assert len({words(language)(mode) for mode in MODES}) == len(MODES)


def test_a_text_that_is_not_there_stays_english():
    assert Words("da")("No such text, {name}.", name="Ane") == "No such text, Ane."


def test_an_error_is_said_in_every_language_to_the_innermost():
    inner = PositionError("throw %r: expected %s", "00", LONG_DICE.expected)
    error = DaldosError("record: %s", DaldosError("line %d: %s", 3, inner))
    assert str(error) == "record: line 3: throw '00': expected two dice of 1 to 4, such as 13"
    assert said(error)["en"] == str(error)
    assert said(error)["nb"] == "referat: linje 3: kast '00': forventet to terninger fra 1 til 4, f.eks. 13"
    assert str(DaldosError("100 % wrong")) == "100 % wrong"
    assert said("100 % that nobody says") == dict.fromkeys(LANGUAGES, "100 % that nobody says")
