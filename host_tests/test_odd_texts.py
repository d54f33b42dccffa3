"""The oddest texts in each field that a person, a peer or a file fills: shown, or refused in words, alike."""

import json

import pytest

from companion.game.dice import Dice
from daldos.errors import DaldosError
from host.far.acts import sit
from host.far.chain import game_of, link
from host.far.end import End, checked
from host.far.letter import Letter, as_text, parse
from host.games.archive import Archive
from host.games.play import OwnGame
from host.i18n.catalogue import LANGUAGES, words
from host.i18n.telling import news
from host.intake.links import letters_in
from host.sim.client import Client
from host.sim.shown import is_hidden, shown
from host.sim.table import Table as Board
from host.web.pages import Room
from host_tests.conftest import daldos
from host_tests.visitor import Visitor
from host_tests.web.test_room import far_page
from lab.odd import TEXTS

GAME = "Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n"
HEADERS = [
    text for text in TEXTS if text.strip() and "\n" not in text and not any("\ud800" <= c <= "\udfff" for c in text)
]


def harmless(text: str) -> bool:
    return not any(is_hidden(letter) for letter in text)


def visits(folder) -> Visitor:
    """A page of a room with an archive."""
    far, archive = far_page(folder / "far"), Archive(folder / "games")
    return Visitor(Room(play=OwnGame(Board(seed=1).store, Dice(None)), archive=archive, far=far))


@pytest.mark.parametrize("text", HEADERS, ids=lambda text: ascii(text)[:20])
def test_a_header_is_shown_alike_in_page_archive_and_terminal(text, tmp_path):
    record = f"A: {text}\n{GAME}"
    visitor = visits(tmp_path)
    there = shown(text.strip())
    assert harmless(there)
    assert visitor.ask("read", text=record)["replay"]["headers"].get("A", "") == there
    assert visitor.hand(record)["games"] == 1
    (entry,) = visitor.games()
    assert entry["a"] in (there, shown(text))  # a file's lines are kept as they are
    assert visitor.ask("game", name=entry["name"], what="replay")["replay"]["headers"].get("A", "") == there
    file = tmp_path / "game.txt"
    file.write_text(record, encoding="utf-8")
    for command in (["analyse", file], ["replay", file], ["games", "--folder", tmp_path / "games"]):
        done = daldos(*command)
        assert done.returncode == 0 and harmless(done.stdout)
        if command[0] == "analyse":
            assert json.loads(done.stdout)["headers"].get("A", "") == there
        assert command[0] != "replay" or there in done.stdout


@pytest.mark.parametrize("name", TEXTS, ids=lambda name: ascii(name)[:20])
def test_a_name_is_refused_alike_on_page_and_command_line_or_goes_to_the_other_as_it_is(name, tmp_path):
    try:
        good = bool(checked(name))
    except DaldosError as error:
        good = False
        assert harmless(str(error))
    visitor = visits(tmp_path)
    told = visitor.ask("far_new", broker="", rules="danish", name=name)
    assert (visitor.room.behind.far.seat is not None) == good and (good or harmless(told["error"]["en"]))
    done = daldos("far", "new", "--name", name, "--save", tmp_path / "cli")
    assert done.returncode == (not good) and harmless(done.stdout + done.stderr)
    if good:
        letter = parse(letters_in(told["far_links"]["letter"])[0])
        assert End.join(letter, "Bo", bytes(32), lambda seat: 0).other == name


@pytest.mark.parametrize("name", [text for text in TEXTS if len(text) <= 24], ids=ascii)
def test_a_peers_name_is_shown_or_its_game_refused_in_words(name, tmp_path):
    """From an end that sends what none of ours would."""
    key = bytes(range(16))
    letter = Letter(0, game_of(key)[:4], key)
    letter.acts = [sit(link(bytes(32), 0), name.encode(errors="replace").decode(), "danish")]
    text = as_text(letter.sealed(key, game_of(key), (letter.acts, [])))
    visitor = visits(tmp_path)
    told = visitor.ask("far_open", text=text, name="")
    done = daldos("far", "open", text, "--name", "Bo", "--save", tmp_path / "far")
    assert harmless(done.stdout + done.stderr)
    if "error" in told:
        assert done.returncode == 1 and harmless(told["error"]["en"]) and "breaks the rules" in told["error"]["en"]
        return
    assert told["far_asks"]["name"] == shown(told["far_asks"]["name"]) and done.returncode == 0
    (file,) = (tmp_path / "far").glob("*.far")
    visitor.say(do="far_go", game=file.stem)
    assert visitor.v["far"]["names"] == [told["far_asks"]["name"], "Bo"]
    verified = daldos("verify", file)
    assert verified.returncode == 0 and harmless(verified.stdout)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:20])
def test_what_is_no_record_link_command_or_file_is_refused_in_words(text, tmp_path):
    visitor = visits(tmp_path)
    for told in (
        visitor.ask("read", text=text),
        {"error": visitor.hand(text.encode("utf-8", "replace") or b"x")["passed"][0]},
        visitor.ask("far_open", text=text[:500], name=""),
        visitor.ask("far_new", broker=text[:200] or "x", rules="danish", name=""),
        visitor.ask("begin", mode="game", rules=text[:40], level=1, side="A", text="", step=0, throw=""),
        visitor.ask("game", name=text[:60], what="replay"),
    ):
        said = told.get("error", dict.fromkeys(LANGUAGES, ""))  # blanks need no message
        assert harmless("".join(said.values())) and "went wrong" not in said["en"]
        assert all(said.values()) or not text.strip()
    board = Board(seed=1)
    client = Client(board)
    board.plug_in()
    client.events()
    client.send({"do": "rules", "rules": text[:40]})
    (error,) = [event for event in client.events() if event["ev"] == "error"]
    assert all(harmless(news(error, words(language))) for language in LANGUAGES)
    if "\0" not in text:
        for line in (
            ["turns", text],
            ["analyse", tmp_path / "x", "--game", text],
        ):
            done = daldos(*line)
            assert done.returncode == 2 and harmless(done.stderr) and len(done.stderr.splitlines()) == 1
            assert "codec" not in done.stderr
    done = daldos("sim", "--seed", "1", stdin=(text + "\nquit\n").encode("utf-8", "surrogatepass"))
    assert done.returncode == 0 and harmless(done.stdout) and "Traceback" not in done.stderr
