"""The languages: no catalogue lacks a text or keeps one that is gone; what the board says is said in each of them."""

import ast
import os
import re
import shutil
import subprocess
import sys

import pytest

import config
from companion import reasons
from companion.lights.scene import KINDS, Scene
from companion.sensing.wiring import hole_names
from host.i18n.catalogue import (
    FOLDER,
    LANGUAGES,
    CatalogueError,
    Words,
    parse_po,
    read_catalogue,
    system_language,
    words,
)
from host.i18n.collect import template_of, texts
from host.i18n.matching import in_all, in_words
from host.i18n.telling import lights_words, news
from host_tests.conftest import few

TRANSLATED = [language for language in LANGUAGES if language != "en"]
FIELDS = re.compile(r"\{\w+\}|%[dsr]")


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


@pytest.mark.parametrize("language", TRANSLATED)
def test_gettext_reads_them_too(language, tmp_path):
    if not shutil.which("msgfmt"):
        pytest.skip("no msgfmt here: apt-get install gettext")
    import gettext

    out = tmp_path / "daldos.mo"
    subprocess.run(["msgfmt", "--check-format", "-o", out, FOLDER / f"{language}.po"], check=True)
    with open(out, "rb") as file:
        compiled = gettext.GNUTranslations(file)
    for text, other in read_catalogue(language).items():
        assert compiled.gettext(text) == other


@pytest.mark.parametrize("table", ["GUIDES", "FAULTS", "ERRORS"])
def test_every_code_is_said_in_danish_with_what_goes_into_it(table):
    kind = {"GUIDES": "guide", "FAULTS": "fault", "ERRORS": "error"}[table]
    key = "why" if kind == "guide" else "what"
    for code, template in getattr(reasons, table):
        if template == "%s":
            continue
        values = tuple(7 if field == "%d" else "M4" for field in re.findall("%[dsr]", template))
        event = {"ev": kind, "code": code, key: template % values, "holes": [], "where": "A5", "mended": False}
        told = news(event, words("da"))
        assert told != news(event, words("en")), code
        assert told.count("7") == str(values).count("7"), code


def test_a_fault_that_is_mended():
    event = {
        "ev": "fault",
        "code": "sensor_dead",
        "what": "mended: sensor dead, reads low",
        "where": "",
        "mended": True,
    }
    assert news(event, words("nb")) == "Feil: i orden igjen: sensoren er død, viser low."


def test_a_guide_in_all_languages():
    holes = [{"hole": "M9", "has": "A", "want": "."}, {"hole": "M4", "has": ".", "want": "A"}]
    event = {"ev": "guide", "code": "jumps_own", "holes": holes, "dice": [], "why": "jumps own piece"}
    assert news(event, words("en")).startswith("Jumps own piece. M9: a piece of A's, nothing wanted; M4: nothing, ")
    assert news(event, words("da")).startswith("Springer over en egen brik. M9: en A-brik, der skal være intet; ")
    assert news(event, words("nb")).startswith("Hopper over en egen brikke. M9: en A-brikke, det skal være ingenting")


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


@pytest.mark.parametrize(
    "text", ['msgid "a\nmsgstr "b"', 'msgid "a"\nmsgstr b', '"a"', 'msgid "a"\nmsgstr ""\nmsgid "a"\nmsgstr ""']
)
def test_a_broken_catalogue_is_named(text):
    with pytest.raises(CatalogueError, match="x.po"):
        parse_po(text, "x.po")


def test_a_text_that_is_not_there_stays_english():
    assert Words("da")("No such text, {name}.", name="Ane") == "No such text, Ane."
    assert Words("da").coded("%d turns look like this: press, and choose", "something else") == "something else"


@pytest.mark.parametrize(
    ("english", "danish"),
    [
        ("plug 'x': expected in or out", "plug 'x': ventet var in eller out"),
        ("file 'x.txt': record: line 3: throw '00': expected two dice of 1 to 4, such as 13", "fil 'x.txt': referat: "),
        ("/dev/x: there is no such port; is the board plugged in?", "/dev/x: der er ingen sådan port"),
        ("something that nobody says", "something that nobody says"),
    ],
)
def test_errors_are_translated_by_what_they_were_made_of(english, danish):
    assert in_words(english, words("da")).startswith(danish)
    assert in_words(english, words("en")) == english
    assert set(in_all(english)) == set(LANGUAGES)


def test_errors_within_errors_are_translated_to_the_innermost():
    told = in_words("record: line 3: throw '00': expected two dice of 1 to 4, such as 13", words("nb"))
    assert told == "referat: linje 3: kast '00': ventet var to terninger fra 1 til 4, f.eks. 13"


@pytest.mark.parametrize(
    ("source", "template"),
    [
        ('raise X(f"no {a} at {b!r}")', "no {0} at {1}"),
        ('raise X("no %r at %s" % (a, b))', "no {0} at {1}"),
        ('raise X("nothing")', "nothing"),
        ("raise X(str(error))", None),
    ],
)
def test_what_an_error_says_is_collected_as_a_template(source, template):
    assert template_of(ast.parse(source).body[0].exc.args[0]) == template


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


@pytest.mark.parametrize("locale", few(["da_DK.UTF-8", "nb_NO.UTF-8", "en_GB.UTF-8"], 1))
def test_the_command_line_speaks_the_systems_language(root, locale):
    env = {**os.environ, "LC_ALL": locale, "COLUMNS": "100"}
    for args, *told in CLI:
        command = [sys.executable, str(root / "tools/daldos.py"), *args]
        done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60)
        said = " ".join((done.stdout + done.stderr).split())
        assert told[["en", "da", "nb"].index(locale[:2])] in said, (args, said)
        assert done.returncode == (0 if "--help" in args else 2)


def test_the_terminal_speaks_it_too(root):
    env = {**os.environ, "LC_ALL": "nb_NO.UTF-8"}
    command = [sys.executable, str(root / "tools/daldos.py"), "sim", "--seed", "1"]
    lines = "help\nlift M5\nintro\nhelp press\nplug sideways\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, env=env, timeout=60)
    for told in ("Flere kommandoer", "ingen brikke der", "To spillere", "kort form: p", "ventet var in eller out"):
        assert told in done.stdout, told
