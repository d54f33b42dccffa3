"""The oddest texts in each field that a person, a peer or a file fills: shown, or refused in words, alike."""

import json

import pytest

from companion.far.chain import sha256
from companion.far.end import End
from companion.far.link import Link
from companion.far.messages import mac, read
from daldos.errors import DaldosError
from far_ends import exchange
from host.far.files import SeatFiles
from host.far.play import FarTable, Player
from host.far.verify import report
from host.games.archive import Archive
from host.games.play import OwnGame
from host.i18n.catalogue import LANGUAGES, words
from host.i18n.telling import news
from host.sim.client import Client
from host.sim.shown import checked_name, is_hidden, shown
from host.sim.table import Table as Board
from host.web.far import FarPage
from host.web.pages import Room
from host_tests.conftest import daldos
from host_tests.visitor import Visitor
from lab.odd import TEXTS

GAME = "Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n"
HEADERS = [
    text for text in TEXTS if text.strip() and "\n" not in text and not any("\ud800" <= c <= "\udfff" for c in text)
]
LINK = Link.new("ws://localhost/mqtt", bytes(range(32)))


def harmless(text: str) -> bool:
    return not any(is_hidden(letter) for letter in text)


def visits(folder) -> Visitor:
    """A page of a room with an archive."""
    far, archive = FarPage(SeatFiles(folder / "far")), Archive(folder / "games")
    return Visitor(Room(play=OwnGame(Board(seed=1).store, None), archive=archive, far=far))


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
        assert done.returncode == 0 and harmless(done.stdout) and (command[0] == "games" or there in done.stdout)


@pytest.mark.parametrize("name", TEXTS, ids=lambda name: ascii(name)[:20])
def test_a_name_is_refused_alike_on_page_and_command_line_or_goes_to_the_other_as_it_is(name, tmp_path):
    try:
        good = bool(checked_name(name) or True)
    except DaldosError as error:
        good = False
        assert harmless(str(error))
    visitor = visits(tmp_path)
    told = visitor.ask("far_new", broker="ws://localhost/mqtt", rules="danish", name=name, turn_s=0)
    assert (visitor.room.far.link is not None) == good and (good or harmless(told["error"]["en"]))
    done = daldos("far", "new", "--broker", "nonsense", "--name", name, "--save", tmp_path / "far")
    assert done.returncode == 2 and harmless(done.stderr) and ("broker" in done.stderr) == good
    if good:
        visitor.room.tick(0)
        post = visitor.room.far.post
        post.inbox += [(None, ""), post.end.here(True)]
        post.step(0)
        end = End(visitor.room.far.link.other(), sha256(b"b"), "Bo")
        for line in post.fold.lines():
            end.take(*line)
        assert end.other.sit["name"] == name
        visitor.room.far.leave()


@pytest.mark.parametrize("name", [text for text in TEXTS if len(text) <= 24], ids=ascii)
def test_a_peers_name_is_shown_or_its_game_refused_in_words(name, tmp_path):
    ends = [End(LINK, sha256(b"a"), "Ane"), End(LINK.other(), sha256(b"b"), "Bo")]
    topic, payload = ends[0].due()
    sit = dict(read(LINK.key, topic, payload), name=name)
    ends[0] = End(LINK, sha256(b"a"))  # it sends messages that no end of ours would
    text = json.dumps(sit)
    ends[0].recall(topic, f"{text} {mac(LINK.key, topic, text)}")
    ends[1].take(*next(ends[0].fold.lines()))
    said = []
    table = FarTable(None, Player(), lambda line: said.append(shown(line)))
    table.carrier = lambda post: None
    table.open(LINK.look(), "")
    exchange(*ends)
    for line in [*ends[0].fold.lines(), *ends[1].fold.lines()]:
        table.fold.take(*line)
    table._tell()
    assert table.fold.broken or said and shown(name) in "".join(said)
    assert harmless("".join(said)) and said
    far = visits(tmp_path).room.far
    far.do({"do": "far_join", "link": LINK.look().text(), "name": ""})
    for line in ends[0].fold.lines():
        far.post.fold.take(*line)
    shows = far.values()
    assert table.fold.broken or shows["names"][0] == shown(name)
    log = tmp_path / "log"
    log.write_text("".join(f"{topic} {payload}\n" for topic, payload in ends[0].fold.lines()), encoding="ascii")
    done = daldos("verify", log)
    assert harmless(done.stdout + done.stderr) and (table.fold.broken or report(log)) and done.returncode in (0, 2)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:20])
def test_what_is_no_record_link_command_or_file_is_refused_in_words(text, tmp_path):
    visitor = visits(tmp_path)
    for told in (
        visitor.ask("read", text=text),
        {"error": visitor.hand(text.encode("utf-8", "replace") or b"x")["passed"][0]},
        visitor.ask("far_join", link=text[:500], name=""),
        visitor.ask("far_new", broker=text[:200] or "x", rules="danish", name="", turn_s=0),
        visitor.ask("begin", mode="game", rules=text[:40], level=1, side="A", text="", step=0),
        visitor.ask("game", name=text[:60], what="replay"),
    ):
        said = told.get("error", dict.fromkeys(LANGUAGES, ""))  # blanks need no message
        assert harmless("".join(said.values())) and "went wrong" not in said["en"]
        assert all(said.values()) or not text.strip()
    visitor.room.far.leave()
    board = Board(seed=1)
    client = Client(board)
    board.plug_in()
    client.events()
    client.send({"do": "rules", "rules": text[:40]})
    (error,) = [event for event in client.events() if event["ev"] == "error"]
    assert all(harmless(news(error, words(language))) for language in LANGUAGES)
    if "\0" not in text:
        moved = LINK.text() + "&end=" + text
        for line in (
            ["turns", text],
            ["far", "join", text],
            ["far", "join", moved, "--save", tmp_path / "new"],
            ["analyse", tmp_path / "x", "--game", text],
        ):
            done = daldos(*line)
            assert done.returncode == 2 and harmless(done.stderr) and len(done.stderr.splitlines()) == 1
            assert "codec" not in done.stderr and not (tmp_path / "new").exists()
    done = daldos("sim", "--seed", "1", stdin=(text + "\nquit\n").encode("utf-8", "surrogatepass"))
    assert done.returncode == 0 and harmless(done.stdout) and "Traceback" not in done.stderr
