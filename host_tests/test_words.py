"""The languages: no catalogue lacks a text or keeps one that is gone; what the board says is said in each of them."""

import functools
import importlib
import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import click
import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import config
import daldos
from companion import reasons
from companion.console.phases import MODES
from companion.lights.scene import KINDS, Scene
from companion.sensing.wiring import hole_names
from daldos.errors import DaldosError
from daldos.position import PositionError
from daldos.reach import REASONS
from host.cli.cli_locale import MODULES, paragraphs
from host.cli.main import cli
from host.i18n.catalogue import LANGUAGES, Words, said, system_language, words
from host.i18n.po import FOLDER, read_catalogue
from host.i18n.telling import lights_words, news
from host.terminal import commands
from host_tests.conftest import FIRMWARE_PATH

TRANSLATED = [language for language in LANGUAGES if language != "en"]
FIELDS = re.compile(r"\{\w+\}|%[dsrgx]")
HOST = FOLDER.parents[1]
ENGINE = Path(daldos.__file__).parent
# What takes a text that is translated: functions, and the errors of engine and host, which are subclasses of one.
CALLS = ["t", "_t", "n", "said", "BadInput", "Failed"]
NOT_SAID = ("FrameError", "Stranger")  # seen by programs, not by users
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
    far = ENGINE.parent / "companion/far"
    card = HOST.parent / "hardware/draw/card.py"
    for file in sorted([*ENGINE.glob("*.py"), *far.glob("*.py"), *HOST.rglob("*.py"), card]):
        if file.name != "script.py":  # scripts are in English
            found.update(message for _, message, _, _ in extract_from_file("python", file, words))
    for file in sorted(HOST.rglob("*.js")):
        found.update(json.loads(text) for text in _IN_JS.findall(file.read_text("utf-8")))
    html = (HOST / "web/page/index.html").read_text("utf-8")
    found.update(unescape(text.strip()) for pair in _IN_HTML.findall(html) for text in pair if text)
    found.update(row[-1] for row in commands.TABLE)
    found.update(text for command in every(cli) for text in helps(command))
    return {text for text in found if re.search("[A-Za-z]{2}", text)}


def clicks() -> set:
    """Click's own texts, of which users can see some."""
    files = [importlib.import_module(f"click.{name}").__file__ for name in MODULES]
    told = [
        text for file in files for _, text, _, _ in extract_from_file("python", file, {"_": None, "ngettext": (1, 2)})
    ]
    return {one for text in told for one in ([text] if isinstance(text, str) else text)}


def every(command):
    """A command and all below it."""
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from every(below)


def helps(command):
    """The help of a command: each paragraph, and each option's text."""
    yield from paragraphs(command.help or "")
    yield command.short_help or ""
    yield from (param.help or "" for param in command.params if isinstance(param, click.Option))


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_catalogue_lacks_or_keeps_an_entry(language):
    catalogue = read_catalogue(language)
    assert sorted(texts() - set(catalogue)) == []
    assert sorted(set(catalogue) - texts() - clicks()) == []
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


@pytest.mark.parametrize("kind", range(KINDS))
def test_every_scene_has_its_words(kind):
    for player, die, used, count in [(0, 1, 1, 2), (1, 3, 2, 0), (2, 2, 0, 1)]:
        scene = Scene()
        scene.begin(kind, 0, player, die, die, used)
        for hole in range(count):
            scene.point(hole, hole + 1)
        told = {lights_words(scene, hole_names(config), words(language)) for language in LANGUAGES}
        assert all(text and "{" not in text for text in told)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "da_DK.UTF-8"}, "da"),
        ({"LANG": "nb_NO"}, "nb"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "no"}, "nb"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "da_DK", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "da_DK"}, "da"),
        ({"LANG": "en_GB", "LANGUAGE": "nb:da"}, "nb"),
    ],
)
def test_the_language_of_the_system(environ, language):
    assert system_language(environ) == language


def test_modes_have_friendly_names_in_english_too():
    assert set(read_catalogue("en")) == set(MODES)
    for language in LANGUAGES:
        assert len({words(language)(mode) for mode in MODES}) == len(MODES)


def test_a_text_that_is_not_there_stays_english():
    assert Words("da")("No such text, {name}.", name="Ane") == "No such text, Ane."


def test_an_error_is_said_in_every_language_to_the_innermost():
    inner = PositionError("throw %r: expected two dice of 1 to 4, such as 13", "00")
    error = DaldosError("record: %s", DaldosError("line %d: %s", 3, inner))
    assert str(error) == "record: line 3: throw '00': expected two dice of 1 to 4, such as 13"
    assert said(error)["en"] == str(error)
    assert said(error)["nb"] == "referat: linje 3: kast '00': ventet var to terninger fra 1 til 4, f.eks. 13"
    assert str(DaldosError("100 % wrong")) == "100 % wrong"
    assert said("100 % that nobody says") == dict.fromkeys(LANGUAGES, "100 % that nobody says")


CLI = [  # arguments, part of what is said in English, in Danish, in Norwegian
    (["--help"], "Usage:", "Brug:", "Bruk:"),
    (["--help"], "Play in a browser.", "Spil i en browser.", "Spill i en nettleser."),
    (["sim", "--help"], "Whole games, played by a hand", "Hele spil, spillet af", "Hele spill, spilt av"),
    (["turns", "--help"], "The options: n: 11", "Valgene: n: 11", "Valgene: n: 11"),
    (["web", "--help"], "[default: 8017, or a free one]", "[ellers 8017, eller en ledig]", "Serverens [ellers 8017"),
    (["sim", "--nix"], "No such option", "Der er intet valg", "Det er ikke noe valg"),
    (["mist"], "No such command", "Der er ingen kommando", "Det er ingen kommando"),
    (["odds", "99"], "expected a number of steps", "ventet var et antal skridt", "ventet var et antall steg"),
    (["turns", "--rules", "swedish", "x"], "unknown, expected one", "ukendt, ventet var", "ukjent, ventet var"),
]


TYPED = "help\nlift M5\nintro\nhelp press\nplug sideways\n"
IN_TERMINAL = ("Flere kommandoer", "ingen brikke der", "To spillere", "kort form: p", "ventet var in eller out")
# the commands in a process of their own, since it replaces click's words
ALL_OF_CLI = """
import json, os, sys
import host.cli.main
from host.cli.cli_locale import speak
from host.i18n.catalogue import Words
from host_tests.conftest import daldos
from host_tests.test_cli import NONSENSE

class Asked(Words):
    def __call__(self, text, **fill):
        asked.add(text)
        return super().__call__(text, **fill)

asked = set()
host.cli.main.speak = lambda cli, t: speak(cli, Asked(t.language))
os.environ |= {"LC_ALL": sys.argv[1], "COLUMNS": "100"}
done = [daldos(*words, stdin=typed) for words, typed in json.loads(sys.argv[2])]
for words in NONSENSE:
    daldos(*words)
told = [(each.returncode, " ".join((each.stdout + each.stderr).split())) for each in done]
print(json.dumps([told, sorted(asked)]))
"""


@pytest.mark.parametrize("locale", ["da_DK.UTF-8", "nb_NO.UTF-8", "en_GB.UTF-8"])
def test_the_command_line_and_the_terminal_speak_the_systems_language(root, locale):
    given = [(args, "") for args, *_ in CLI] + [(["sim", "--seed", "1"], TYPED)]
    command = [sys.executable, "-c", ALL_OF_CLI, locale, json.dumps(given)]
    env = {**os.environ, "PYTHONPATH": f"{root}:{FIRMWARE_PATH}"}
    (*done, (_, told)), asked = json.loads(subprocess.run(command, capture_output=True, check=True, env=env).stdout)
    for (args, *parts), (status, out) in zip(CLI, done, strict=True):
        assert parts[["en", "da", "nb"].index(locale[:2])] in out, (args, out)
        assert status == (0 if "--help" in args else 2)
    assert all(part in told for part in IN_TERMINAL) == locale.startswith("nb"), told
    if asked:  # what click says, by its own functions
        assert set(asked) & clicks() - set(read_catalogue(locale[:2])) == set()
