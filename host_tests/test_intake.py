"""Whatever people hand over: what is found, what is passed over and why, the same at every entrance."""

import contextlib
import io
import json
import random
import subprocess
import sys
import time
import zipfile
from binascii import b2a_base64

import pytest
from click.testing import CliRunner

from daldos.notes import note_of, note_text, notes_of
from daldos.position import Position
from daldos.record import read_records, write_record
from daldos.rules import RULESETS
from host.cli.far import far
from host.far.letter import NO_LETTER, Refused, parse
from host.games.archive import Archive
from host.intake.intake import LETTER, NOTHING, POSITION, RECORD, REPORT, Reader, take
from host.intake.links import SEAT_HEAD, letters_in
from host.sim.table import Table
from host.terminal.desk import Desk, DeskError
from host.usb.report import Account
from host.web.handing import Handing
from host.web.replay import replay_of
from host_tests.conftest import NIGHTLY, ROOT, daldos
from host_tests.test_archive import hand
from host_tests.test_brain_cli import START
from host_tests.test_far_letter import INVITATION

SENT = parse(letters_in(INVITATION)[0])
ONE = """\
Event: Friday
Date: 2026-11-20
A: Åse
B: Bjørn
Rules: danish
Result: *

0 A 24
0 B 13
1 A 12 A1-M3
2 B 34 --
3 A 24 M3-M9
"""
CAPTURE = """\
A: Ane
B: Bo
Rules: danish
Start: ......aa......../.......A.....B.../..........Bbb... A -
Result: *

1 A 24 M8xM14
2 B 13 B11-B8 B12-B11
"""
BROKEN = "hello\n\n" + ONE.replace("2 B 34", "2 B 39") + "\n"
TWO = ONE + "\n" + ONE.replace("Friday", "Saturday").replace("1 A 12 A1-M3", "1 A 13 A1-M4").replace("M3-M9", "M4-M10")


def utf16(text: str) -> bytes:
    return b"\xff\xfe" + text.encode("utf-16-le")


def quoted_printable(text: str) -> bytes:
    import quopri

    return quopri.encodestring(text.encode())


def zipped(*texts: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, text in enumerate(texts, 1):
            archive.writestr(f"game {number}.txt", text)
    return data.getvalue()


def each_line(text: str, change) -> str:
    return "".join(change(line) + "\n" for line in text.splitlines())


def throws(text: str, change) -> str:
    return each_line(text, lambda line: change(line) if line[:1].isdigit() else line)


# What a record went through -> the record, though. All must give the very same games.
DISGUISES = {
    "as written": lambda text: text,
    "bytes": lambda text: text.encode(),
    "mark of UTF-8": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16, little": utf16,
    "UTF-16, big": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "Windows-1252": lambda text: text.encode("cp1252"),
    "Windows' line ends": lambda text: text.replace("\n", "\r\n"),
    "an old Mac's line ends": lambda text: text.replace("\n", "\r"),
    "^Z at the end": lambda text: text + "\x1a",
    "NUL at the end": lambda text: text.encode() + b"\0\0\0",
    "no line end at the end": lambda text: text.rstrip("\n"),
    "blank lines before and after": lambda text: "\n\n\n" + text + "\n\n\n",
    "blank lines doubled": lambda text: text.replace("\n\n", "\n\n\n\n"),
    "every line followed by a blank": lambda text: text.replace("\n", "\n\n"),
    "spaces before lines": lambda text: each_line(text, lambda line: "   " + line),
    "spaces behind lines": lambda text: each_line(text, lambda line: line + "  "),
    "tabs": lambda text: throws(text, lambda line: line.replace(" ", "\t")),
    "hard spaces": lambda text: throws(text, lambda line: line.replace(" ", "\u00a0")),
    "quoted once": lambda text: each_line(text, lambda line: "> " + line),
    "quoted twice": lambda text: each_line(text, lambda line: ">> " + line),
    "quoted by bars": lambda text: each_line(text, lambda line: "| " + line),
    "en dashes": lambda text: throws(text, lambda line: line.replace("-", "–").replace("––", "–\u2013")),
    "em dash for a lost turn": lambda text: text.replace(" --", " —"),
    "minus signs": lambda text: throws(text, lambda line: line.replace("-", "−")),
    "typographic crosses": lambda text: throws(text, lambda line: line.replace("x", "×")),
    "lower case": lambda text: throws(text, str.lower),
    "X for x": lambda text: throws(text, lambda line: line.replace("x", "X")),
    "numbers with a dot": lambda text: throws(text, lambda line: line.replace(" ", ". ", 1)),
    "the higher die first": lambda text: throws(text, lambda line: turned(line)),
    "headers in brackets": lambda text: each_line(text, bracketed),
    "headers in lower case": lambda text: each_line(text, lower_key),
    "no space after a header's colon": lambda text: each_line(text, lambda line: line.replace(": ", ":", 1)),
    "invisible characters": lambda text: throws(text, lambda line: line.replace(" ", " \u200b")),
    "soft hyphens": lambda text: throws(text, lambda line: line.replace("-", "\u00ad-")),
    "a mail around it": lambda text: "Hi Bo,\nhere is our game. Shall we go on?\n\n" + text + "\nCheers\n--\nAne\n",
    "a mail's head around it": lambda text: "From: Ane\nSubject: game\nTo: Bo\n\n" + text,
    "between fences": lambda text: "```\n" + text + "```\n",
    "a forum's code": lambda text: "[code]\n" + text + "[/code]\n",
    "HTML": lambda text: "<p>" + text.replace("\n", "<br>\n") + "</p>",
    "HTML, one line": lambda text: "<div>" + text.replace("\n", "<br/>") + "</div>",
    "entities": lambda text: throws(text, lambda line: line.replace("-", "&ndash;").replace("x", "&times;")),
    "quoted-printable": quoted_printable,
    "remarks behind": lambda text: throws(text, lambda line: line + " ; well"),
    "remarks in braces": lambda text: throws(text, lambda line: line + " {a good one}"),
    "remarks on lines": lambda text: throws(text, lambda line: "# now\n" + line),
    "a remark over lines": lambda text: text.replace("\n1 A", "\n{ this\nwas hard }\n1 A"),
    "a ZIP": zipped,
}


def turned(line: str) -> str:
    words = line.split(" ")
    return " ".join([*words[:2], words[2][::-1], *words[3:]])


def bracketed(line: str) -> str:
    key, colon, value = line.partition(": ")
    return f'[{key} "{value}"]' if colon else line


def lower_key(line: str) -> str:
    key, colon, value = line.partition(": ")
    return key.lower() + colon + value


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("text", [ONE, CAPTURE, TWO], ids=["one", "capture", "two"])
def test_a_record_is_found_whatever_it_went_through(text, disguise):
    taken = take(DISGUISES[disguise](text))
    for found in taken.of(RECORD):
        found.game.remarks.clear()
        if disguise == "a mail's head around it":
            assert not set(found.headers) & {"From", "Subject", "To"}
    assert "\n".join(write_record(found.game, found.headers) for found in taken.of(RECORD)) == text
    assert not [found.cut for found in taken.found if found.cut]
    assert taken.why() == (
        "" if disguise != "Windows-1252" or text == CAPTURE else "line 1: not UTF-8: read as Windows-1252"
    )


FOREIGN = {
    "an empty file": [b"", b"  \n", b"\0\0\0", b"\xef\xbb\xbf"],
    "a picture": [b"\x89PNG\r\n\x1a\n" + bytes(99), b"\xff\xd8\xff\xe0" + bytes(99), b"GIF89a", b"<svg xmlns='x'>"],
    "a PDF": [b"%PDF-1.7\n"],
    "a board's firmware": [b"UF2\nWQ]\x9e" + bytes(500)],
    "unpack it first": [b"\x1f\x8b\x08", b"7z\xbc\xaf\x27\x1c", zipped("x")[:0] or b"Rar!\x1a\x07"],
    "a damaged ZIP": [zipped(ONE)[:-30], b"PK\x03\x04" + bytes(99)],
    "a ZIP in a ZIP": [None],
    "a chess game": [b'[Event "x"]\n[Site "y"]\n\n1. e4 e5\n'],
    "a backgammon match file": [b'; [Site "x"]\n 7 point match\n', b" 7 point match\n\n Game 1\n"],
    "SGF": [b"(;GM[6]FF[4])"],
    "a web page": [b"<!DOCTYPE html><html><body>x</body></html>", b"<html>\n"],
    "not text": [bytes(range(1, 9)) * 20, random.Random(5).randbytes(3000)],
    "no game, position or message in it": [b"hello\nworld\n", b"a: b\n", b"1 A\n", b"Rules\n"],
    "JSON that is no game": [b'{"a": 1}'],
    "headers without a throw": [b"Rules: danish\nResult: *\n"],
}


def nested() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("inner.zip", zipped(ONE))
    return data.getvalue()


@pytest.mark.parametrize("reason, data", [(reason, data) for reason, every in FOREIGN.items() for data in every])
def test_what_is_no_game_is_named(reason, data):
    taken = take(nested() if data is None else data)
    assert not taken.found and reason in taken.why()


# What is wrong -> (the text, turns kept, the line and part of the reason).
WRONG = {
    "an illegal turn": (ONE.replace("M3-M9", "M3-M8"), 2, "line 12: "),
    "a turn of the other player": (ONE.replace("2 B 34", "2 A 34"), 1, "line 11: throw 2 is B's"),
    "a number left out": (ONE.replace("3 A 24", "4 A 24"), 2, "line 12: '4 A 24 M3-M9': expected throw number 3"),
    "an impossible throw": (ONE.replace("2 B 34", "2 B 36"), 1, "line 11: throw '36'"),
    "a throw without a turn": (ONE.replace("2 B 34 --", "2 B 34"), 1, "line 11: throw 2 has no turn"),
    "a winner who has not won": (ONE.replace("Result: *", "Result: A"), 3, "says that A has won"),
    "a number that is raised": (ONE.replace("3 A 24", "3\u00b2 A 24"), 2, "line 12: "),
    "a hole that is not there": (ONE.replace("M3-M9", "M3-M18"), 2, "line 12: "),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_game_is_kept_up_to_what_is_wrong_in_it(case):
    text, turns, reason = WRONG[case]
    taken = take(text + "\n" + CAPTURE)
    first, second = taken.of(RECORD)
    assert len(first.game.plies) == turns and reason in str(first.cut)
    assert not second.cut and second.text == CAPTURE  # one bad game costs itself alone
    assert len(read_records(first.text)[0][1].plies) == turns  # and what is kept is a record


BAD_RULES = {
    "Rules: dansih": "ruleset 'dansih'",
    "Rules: danish,n=99": "option 'n'",
    "Rules: danish,hops=any": "option 'hops'",
    "Rules: danish\nStart: aaa/... A -": "expected three",
}


@pytest.mark.parametrize("line", BAD_RULES)
def test_a_game_of_unknown_rules_is_passed_over(line):
    start = CAPTURE.index("Rules"), CAPTURE.index("Result")
    taken = take(CAPTURE[: start[0]] + line + "\n" + CAPTURE[start[1] :] + "\n" + ONE)
    assert [found.text for found in taken.of(RECORD)] == [ONE]
    assert BAD_RULES[line] in taken.why() and "line " in taken.why()


POSITIONS = {
    "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A -": "",
    ".aaaaaaaaaaaaaaa/A................/bbbbbbbbbbbbbbbb A 31": "",
    '"aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb B 12"': "",
    "look at aaaaaaaaaaaa/............./bbbbbbbbbbbb a -": "",
    "> norwegian: aaaaaaaaaaaa/............./bbbbbbbbbbbb A 24": "",
    "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb C -": "expected A or B",
    "aaaaaaaaaaaaaaaa/................./bbbbbbbbbbbbbbbb A 19": "throw '19'",
    "aaaaaaaaaaaaaaaa/......a........../bbbbbbbbbbbbbbbb A -": "home row",
    "aaa/.../bbb A -": "expected 16 holes",
}


@pytest.mark.parametrize("line", POSITIONS)
def test_a_position_is_found(line):
    (found,) = take(f"What now?\n{line}\n").of(POSITION)
    assert POSITIONS[line] in str(found.cut) and bool(found.cut) == bool(POSITIONS[line])


def test_a_letter_is_found():
    taken = take("Ane's turn 3: 1 and 2\nhttps://example.org/#daldos2.IgBdBfhWzwABAgMEBQY\n")
    assert [found.kind for found in taken.found] == [LETTER]


@pytest.mark.parametrize(
    "disguise", ["bytes", "UTF-16, little", "Windows' line ends", "quoted once", "quoted-printable", "a ZIP", "HTML"]
)
def test_a_letter_is_opened_from_standard_input_whatever_it_went_through(disguise, tmp_path):
    data = DISGUISES[disguise](f"Åse invites you:\nhttps://example.org/#{INVITATION}\n")
    assert [found.text.lower() for found in take(data).of(LETTER)][0].startswith(INVITATION[:40].lower())
    data = data if isinstance(data, bytes) else data.encode()
    done = CliRunner().invoke(far, ["open", "-", "--name", "Bo", "--save", str(tmp_path), "--json"], input=data)
    assert done.exit_code == 0 and json.loads(done.output)["seat"] == "b", done.output


def test_remarks_are_kept_in_their_places():
    taken = take(ONE.replace("1 A 12 A1-M3", "1 A 12 A1-M3 {brave}").replace("2 B 34 --", "; so\n2 B 34 --"))
    assert taken.of(RECORD)[0].game.remarks == [(1, "brave"), (1, "so")]


def test_what_is_new_in_a_record_is_written_as_it_was_read():
    text = ONE.replace("Rules:", "Place: Ribe\nRules:").replace("2 B 34 --\n", "2 B 34 --\n; what a throw\n; again\n")
    ((headers, game),) = read_records(text)
    assert write_record(game, headers) == text == take(text).of(RECORD)[0].text


def test_comments_headers_and_notes_come_back_byte_for_byte(tmp_path):
    """Written by a person, analysed, mailed, read again; a second analysis changes nothing, and the clock stays."""
    text = ONE.replace("Rules:", "Place: Ribe\nRules:").replace("Result", "Id: 0123456789abcdef\nResult")
    text = text.replace("1 A 12 A1-M3\n", "1 A 12 A1-M3\n; clock=4:58\n; brave\n")
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    noted = daldos("analyse", "--record", str(file)).stdout
    lines = noted.splitlines()
    place = lines.index("1 A 12 A1-M3")
    assert lines[place + 1].startswith("; clock=4:58 chance=0.") and lines[place + 2] == "; brave"
    assert [line for line in lines if line[:1] != ";"] == [line for line in text.splitlines() if line[:1] != ";"]
    ((headers, game),) = read_records(noted)
    assert set(notes_of(game)) == set(range(1, len(game.plies) + 1)) and notes_of(game)[1]["clock"] == "4:58"
    assert write_record(game, headers) == noted
    for disguise in ("quoted once", "Windows' line ends", "a ZIP", "HTML", "quoted-printable"):
        assert take(DISGUISES[disguise](noted)).of(RECORD)[0].text == noted, disguise
    file.write_text(noted, "utf-8")
    assert daldos("analyse", "--record", str(file)).stdout == noted


@pytest.mark.parametrize(
    "remark, note",
    [
        ("chance=0.5230 grade=mistake best=A3-A2,M1-M4", {"chance": 0.523, "grade": "mistake", "best": "A3-A2 M1-M4"}),
        ("clock=4:58", {"clock": "4:58"}),
        ("best=--", {"best": "--"}),
        ("a fine throw", {}),
        ("chance=0.5230 and luck", {}),
        ("chance=2.0000", {}),
        ("chance=0.5 ", {}),
        ("chance=0.5000 chance=0.5000", {}),
        ("grade=", {}),
        ("clock=4:5", {}),
        ("mood=good", {}),
        ("", {}),
    ],
)
def test_a_note_is_a_remark_of_known_words_in_their_form(remark, note):
    assert note_of(remark) == note and (not note or note_text(note) == remark)


def test_a_game_keeps_its_id_and_loses_one_that_is_none():
    named = ONE.replace("Result", "Id: 0123456789abcdef\nResult")
    ((headers, game),) = read_records(named)
    assert (game.id, headers.get("Id")) == ("0123456789abcdef", None)
    assert write_record(game, headers) == named == take(named).of(RECORD)[0].text
    taken = take(named.replace("Id: 0", "Id: me"))
    assert taken.of(RECORD)[0].text == ONE and "16 digits" in taken.why()


MUTATED = {
    "record": ONE.encode(),
    "two": TWO.encode(),
    "zip": zipped(ONE, CAPTURE),
    "utf16": utf16(TWO),
    "letter": f"so:\n> https://example.org/#{INVITATION}\n".encode(),
    "positions": "\n".join(POSITIONS).encode(),
    "report": f"# Report of a Daldøs board\n\nmode game\n{ONE}".encode(),
}


@pytest.mark.parametrize("kind", MUTATED)
def test_no_mutation_gives_what_was_not_there(kind):
    source, drawn = MUTATED[kind], random.Random(kind)
    for _ in range(100_000 if NIGHTLY else 200):
        data = bytearray(source)
        for _ in range(drawn.randint(1, 6)):
            place = drawn.randrange(len(data))
            data[place : place + drawn.randint(0, 3)] = drawn.randbytes(drawn.randint(0, 3))
        began = time.process_time()
        taken = take(bytes(data))
        assert time.process_time() - began < 1
        for found in taken.found:
            if found.kind == RECORD:
                assert len(read_records(found.text)) == 1  # legal, every throw of it
                assert [again.text for again in take(found.text).of(RECORD)] == [found.text]
            if found.kind == POSITION and not found.cut:
                assert any(is_position(found.text, name) for name, _ in RULESETS)
            if found.kind == LETTER:
                (data,) = letters_in(found.text)
                with contextlib.suppress(Refused):
                    assert vars(parse(data)) == vars(SENT)


def is_position(text: str, rules: str) -> bool:
    with contextlib.suppress(ValueError):
        return bool(Position.parse(text, rules))
    return False


# --- the same at every entrance ---


def at_the_page(data, what="read", archive=None, size: int = 100) -> dict:
    """What a page is told at the end of what it hands over, in slices of this size."""
    data = data if isinstance(data, bytes) else data.encode()
    handing, at, told = Handing(what, "", archive), 0, {"wants": True, "done": False}
    while not told["done"]:
        end = at + size if told["wants"] else at
        told = handing.frame(data[at:end], end < len(data))["handed"]
        at = end
    return told


def at_the_archive(data, folder) -> list:
    archive = Archive(folder)
    hand(archive, data)
    return [archive.read(entry["name"]) for entry in reversed(archive.entries())]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_archive_and_command_line_find_the_same(disguise, tmp_path):
    data = DISGUISES[disguise](TWO)
    wanted = [found.text for found in take(data).of(RECORD)]
    assert sorted(at_the_archive(data, tmp_path)) == sorted(wanted)
    file = tmp_path / "handed.txt"
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    done = daldos("stats", "--no-luck", file)
    assert done.returncode == 0 and "2" in done.stdout, done.stderr
    assert [step["turn"] for step in replay_of(at_the_page(data)["record"])["steps"]][1:3] == ["A1-M3", "--"]


@pytest.mark.parametrize("size", [1, 7, 100, 5000])
@pytest.mark.parametrize("disguise", DISGUISES)
def test_slices_of_any_size_give_the_same(disguise, size):
    data = DISGUISES[disguise](BROKEN + ONE.replace("Friday", "x" * 5000) + "\n" + TWO)
    whole = take(data)
    reader = Reader()
    data = data if isinstance(data, bytes) else data.encode()
    for at in range(0, len(data), size):
        reader.give(data[at : at + size])
        while reader.step():
            pass
    reader.end()
    while reader.step():
        pass
    assert [found.text for found in reader.taken.found] == [found.text for found in whole.found]
    assert reader.taken.why() == whole.why() and reader.done and len(whole.of(RECORD)) > 2


def handed() -> dict:
    """Every input of this module, by its name."""
    found = {
        f"{name}, {k}": make(text) for k, text in enumerate((ONE, CAPTURE, TWO)) for name, make in DISGUISES.items()
    }
    found |= {f"{why}, {k}": data for why, every in FOREIGN.items() for k, data in enumerate(every) if data is not None}
    found |= {"a ZIP in a ZIP": nested(), "two broken": BROKEN + "\n" + BROKEN, "a letter": f"so:\n> {INVITATION}\n"}
    found |= {why: text + "\n" + CAPTURE for why, (text, _, _) in WRONG.items()}
    found |= {line: f"{line}\n{ONE}" for line in POSITIONS}
    return {name: data if isinstance(data, bytes) else data.encode() for name, data in found.items()}


READ = """
import json, sys
from binascii import a2b_base64
from host.intake.intake import take

with open(sys.argv[1]) as file:
    for name, data in json.loads(file.read()):
        taken = take(a2b_base64(data))
        print(json.dumps([name, [[one.kind, one.place, one.text, str(one.cut)] for one in taken.found], taken.why()]))
"""


def test_the_same_is_found_by_the_worker_and_here(webassembly, cpython, tmp_path):
    every = handed()
    assert len(every) >= 150
    inputs, program = tmp_path / "inputs.json", tmp_path / "read.py"
    inputs.write_text(json.dumps([[name, b2a_base64(data).decode()] for name, data in every.items()]))
    program.write_text(READ)
    here = [json.loads(line) for line in cpython.run(program, inputs).stdout.splitlines()]
    there = [json.loads(line) for line in webassembly.run(program, inputs).stdout.splitlines()]
    assert len(here) == len(every)
    for one, other in zip(here, there, strict=True):
        assert other == one
    assert (
        len([1 for _, found, why in here if why and not found]) > 25 and len([1 for _, found, _ in here if found]) > 120
    )


@pytest.mark.parametrize("size", [50, 4000])
def test_the_page_finds_the_same(size):
    for name, data in handed().items():
        taken, told = take(data), at_the_page(data, size=size)
        games = taken.of(RECORD)
        assert (told["games"], told["record"]) == (len(games), games[0].text if games else ""), name
        assert told["letters"] == [found.text for found in taken.of(LETTER)], name
        wanted = taken.reasons("" if taken.of(LETTER) else RECORD)
        assert [said["en"] for said in told["passed"]] == [str(reason) for reason in wanted], name


def test_the_command_line_finds_the_same():
    """It goes on with the games that were found, and says the rest; without one it says why, and fails."""
    for name, data in handed().items():
        taken = take(data)
        games = [found for found in taken.of(RECORD) if found.game.plies]
        done = daldos("stats", "--no-luck", "-", stdin=data)
        assert (done.returncode == 0) == bool(games), (name, done.stderr)
        if games:
            assert done.stdout.startswith(f"games: {len(games)},"), (name, done.stdout)
            assert done.stderr == (f"-: {taken.why()}\n" if taken.why() else ""), name
        else:
            assert f"-: {taken.why() or NOTHING}\n" in done.stderr, name


def test_the_far_entrance_finds_the_same(tmp_path):
    """It opens a letter, or says what else is in it, or why nothing was taken, in one line."""
    for name, data in handed().items():
        taken = take(data)
        how = ["--name", "Bo", "--save", str(tmp_path / "far"), "--json"]
        done = CliRunner().invoke(far, ["open", "-", *how], input=data)
        if taken.of(LETTER):
            assert done.exit_code == 0, name
            continue
        why = json.loads(done.stdout)["why"]
        known = taken.passed or taken.found
        assert why == (f"standard input: {taken.why(LETTER)}" if known else NO_LETTER), name


BOARDS_REPORT = (
    "# Report of a Daldøs board\n\nboard 1.0.0; companion 1.0.0\nmode game, rules danish, phase play: A plays 13\n"
)
ELSEWHERE = {  # at the wrong door -> what is said
    "a game: replay": (ONE, LETTER),
    "a position: ask": (next(iter(POSITIONS)), RECORD),
    "a message of a far game": (f"so:\n> {INVITATION}\n", RECORD),
    "a board's report": (BOARDS_REPORT, RECORD),
    "use verify": (f"{SEAT_HEAD}\nseat a\ncheck 00\n", RECORD),
}


@pytest.mark.parametrize("said", ELSEWHERE)
def test_what_is_handed_over_at_the_wrong_door_is_named(said):
    text, wanted = ELSEWHERE[said]
    taken = take(text)
    assert taken.found and not taken.passed and said in taken.why(wanted)


@pytest.mark.parametrize("data, said", [(ONE, "a game: replay"), (b"\x89PNG\r\n", "a picture"), ("", "an empty file")])
def test_verify_names_what_is_no_log(data, said, tmp_path):
    (tmp_path / "handed").write_bytes(data if isinstance(data, bytes) else data.encode())
    done = daldos("verify", tmp_path / "handed")
    assert done.returncode == 2 and f"not the file of a seat of a far game: {said}" in done.stderr


def test_a_report_that_a_board_made_is_known():
    state = {"ev": "state", "position": f"{START} A -", "phase": "throw", "mode": "game", "rules": "danish"}
    state.update(occupancy="A" * 16 + "." * 17 + "B" * 16, job=None, version="1.0.0", game="")
    account = Account(lambda command: None, views=1)
    for event in (state, {"ev": "selftest", "faults": 0, "half": None, "baseline": [], "free": 0}):
        account.hear(event)
    account.hear({"ev": "sensors", "u": list(range(49))})
    taken = take(account.text())
    assert [found.kind for found in taken.found] == [REPORT] and not taken.passed


@pytest.mark.parametrize("at", [0, 3000, 4090, 65_530, 100_000, -1])
@pytest.mark.parametrize("disguise", ["as written", "quoted once", "Windows' line ends", "quoted-printable"])
def test_a_letter_in_a_long_text_is_found(disguise, at):
    """Wherever it stands, in any slices, and once."""
    text = "Nothing of interest, and 100 % of it = that.\n" * 3000
    at = len(text) + at + 1 if at < 0 else text.rindex("\n", 0, at + 1) + 1 if at else 0
    text = text[:at] + f"https://example.org/#{INVITATION}\n" + text[at:]
    data = DISGUISES[disguise](text)
    wanted = take(INVITATION).of(LETTER)[0].text
    assert [found.text for found in take(data).of(LETTER)] == [wanted]


@pytest.mark.parametrize("size", [60_000, 66_000, 200_000])
def test_a_long_first_line_is_read_to_its_end(size):
    """In a process of its own, which ends even if the reading does not."""
    code = "import sys; from host.intake.intake import take; print(len(take(sys.stdin.read()).found))"
    text = "1" * size + "\n\n" + ONE
    done = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, cwd=ROOT, timeout=30
    )
    assert done.stdout == "1\n", done.stderr


def test_the_terminal_finds_the_same(tmp_path):
    """It begins with a game only where nothing was passed over."""
    for name, data in handed().items():
        (tmp_path / "game").write_bytes(data)
        taken, desk = take(data), Desk(Table(seed=1), folder=tmp_path)
        if taken.of(RECORD) and not taken.passed:
            desk.do("saved game")
        else:
            with pytest.raises(DeskError) as error:
                desk.do("saved game")
            assert str(error.value) == f"saved: 'game': {taken.why()}", name
