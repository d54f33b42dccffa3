"""A room with one page, without a network: a game is played, the workshop opens and closes, and no exception
escapes."""

import json
import os
import shutil

import pytest

from companion.far.link import Link
from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from daldos.game import Game
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.rules import parse_rules
from host.far.files import BUSY, SeatFile, SeatFiles
from host.games.archive import Archive
from host.games.play import OwnGame, Play
from host.games.players import Afar, Linked
from host.sim.shown import shown
from host.sim.table import Table
from host.web import files
from host.web.backend import Backend, TableBackend
from host.web.far import FarPage
from host.web.pages import Room
from host.web.server import Server
from host.web.view import VIEW
from host_tests.conftest import few
from host_tests.test_archive import growing
from host_tests.test_far_board import Hand
from host_tests.visitor import Visitor
from host_tests.web.player import moves_of

BEGIN = {"do": "begin", "mode": "solo", "rules": "danish", "level": 1, "side": "B", "text": "", "step": 0}
LINK = Link.new("wss://localhost/mqtt", bytes(range(32)))


OPEN: list = []


@pytest.fixture(autouse=True)
def closed():
    """All guests leave at the end."""
    yield
    for guest in OPEN:
        if guest.room.far:
            guest.room.far.leave()
    OPEN.clear()


class Guest(Visitor):
    """A new room and the page that plays in it."""

    def __init__(self, store=None, seed: int = 1, **room):
        self.store = store or MemoryStore()
        self.now_s = 0.0
        room.setdefault("board", lambda store: TableBackend(Table(seed, store=store)))
        room.setdefault("play", OwnGame(self.store, Dice(Xorshift32(seed).next)))
        super().__init__(Room(clock=lambda: self.now_s, **room))
        OPEN.append(self)

    def pass_ms(self, ms: int) -> None:
        for _ in range(ms // 10):
            self.now_s += 0.01
            self.room.tick(10)
            self.room.look()
        self.take()

    def play(self, deeds: int = 1) -> None:
        """Follow the lights this many times."""
        for _ in range(deeds):
            if self.v["plays"]:
                start = min(self.v["plays"])
                self.say(do="play", **{"from": start, "to": min(self.v["plays"][start])})
            elif self.v["due"]:
                self.say(do="end")
            else:
                self.pass_ms(20)

    @property
    def lines(self) -> list:
        return [line for line in self.v["record"].split("\n") if line[:1].isdigit()]


def begun(deeds: int, **room) -> Guest:
    """A page with a game against the board, so many deeds on."""
    guest = Guest(**room)
    guest.say(**BEGIN)
    guest.play(deeds)
    return guest


def guests(folder, *names, **room) -> list:
    """Pages for far games, each with its files."""
    return [Guest(far=FarPage(SeatFiles(folder / name)), **room) for name in names]


@pytest.mark.parametrize("side", few("AB", 1))
def test_a_click_is_played_at_once(side):
    guest = Guest()
    guest.say(**dict(BEGIN, side=side))
    guest.play(60)
    assert guest.v["you"] == "AB".replace(side, "")
    assert len(guest.lines) > 10 and not guest.errors
    played = read_records(guest.v["record"])[0][1]
    assert guest.v["position"].startswith(played.position.text().split(" ")[0])
    while guest.v["phase"] != "over":
        guest.play(20)
    assert guest.v["due"] == "" and guest.v["plays"] == {} and not guest.errors


def test_what_no_die_allows_is_refused_and_nothing_moves():
    guest = Guest(seed=2)
    guest.say(**dict(BEGIN, mode="game"))
    while not guest.v["plays"]:
        guest.play()
    stand = guest.v["stand"]
    guest.say(do="play", **{"from": "A16", "to": "M3"})
    assert guest.errors == ["no die takes A16 to M3"] and guest.v["stand"] == stand


def test_the_rules_given_are_offered_or_refused_in_words():
    play = OwnGame(MemoryStore(), Dice(Xorshift32(1).next))
    play.open(parse_rules("danish,lose_at=1"))
    room = Guest(play=play).room
    for rules, offered in (("", "danish,lose_at=1"), ("norwegian", "norwegian")):
        assert Visitor(room, rules=rules).said("rules") == offered
    for rules, word in (("nonsense", "nonsense"), ("danish,n=24", "24")):
        page = Visitor(room, rules=rules)
        assert page.said("rules") is None and word in page.errors[0]


def test_the_page_offers_the_rules_that_were_given_until_others_are_chosen(serve, browse, tmp_path):
    """Here, and with somebody elsewhere; they may be long."""
    server = serve(far=FarPage(SeatFiles(tmp_path)))
    rules = "mary-rose,jump=any,dal_moves=false,lose_at=1"
    page = browse(f"{server.address}?rules={rules}", hands="helped")
    page.wait_for_function("rules => document.querySelector('#pickrules').value === rules", arg=rules)
    page.click("[data-control=start-far]")
    page.click("[data-control=far-new]")
    page.wait_for_selector("#farletter:not(:empty)", state="attached")
    assert server.room.far.post.fold.seats[0].sit["rules"] == rules
    page.select_option("#pickrules", "ostergaard")
    token = page.evaluate("sessionStorage.token")
    server.drop_sockets()
    page.wait_for_function("token => sessionStorage.token !== token", arg=token)
    page.click("[data-control=start-two]")
    page.wait_for_selector("#boat[data-rules=ostergaard]")


def test_the_other_players_link_is_opened_where_the_own_seat_is_once_that_was_asked(serve, browse, tmp_path):
    far = FarPage(SeatFiles(tmp_path))
    page = browse(serve(far=far).address, hands="helped")
    page.click("[data-control=start-far]")
    page.click("[data-control=far-new]")
    page.wait_for_selector("#far:not([hidden])")
    page.wait_for_selector("#farletter:not(:empty)")
    own, other, whole = far.link.text(), far.links()["other"], far.links()["letter"]
    for opened in (own, other):
        page.evaluate("link => { location.hash = link }", whole)
        page.locator("#faroops", has_text="You have the other seat of this game").wait_for()
        assert far.link.text() == own and not [file for file in tmp_path.iterdir() if file.stem.endswith("-b")]
        if opened == own:
            page.keyboard.press("Escape")
            page.evaluate("link => { location.hash = link }", own)
    page.click("[data-control=far-join]")
    page.wait_for_function("link => location.hash === link", arg=other)
    page.wait_for_selector("#farcard", state="hidden")
    assert far.link.text() == other and len(list(tmp_path.iterdir())) == 2


def test_a_server_offers_the_firmware_built_here(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "SITE", tmp_path / "site")
    (tmp_path / "site/downloads").mkdir(parents=True)
    for name in ("daldos-pico.uf2", "daldos-pico-2-w.uf2", "site/downloads/daldos-pico-2-w.uf2"):
        (tmp_path / name).write_bytes(name.encode())
    served = Server(Guest().room)._files
    images = json.loads(served["/boat.json"][1])["images"]
    assert images == [["Pico 2 W", "daldos-pico-2-w.uf2"], ["Pico", "daldos-pico.uf2"]]
    assert [served[f"/downloads/{name}"][1].parent.name for _, name in images] == ["downloads", tmp_path.name]


def test_the_mistakes_of_a_kept_game_that_has_changed_are_asked_for_again(serve, browse, tmp_path):
    archive = Archive(tmp_path)
    names = [archive.keep(growing(seed)[-1]) for seed in (3, 4)]
    known = {entry["key"]: {"A": [0.1, 9], "B": [0.1, 9]} for entry in archive.entries()}
    (tmp_path / names[0]).write_text(text := growing(5)[-1])
    server = serve(archive=archive)
    server.room.jobs.step = lambda clients: None
    page = browse(server.address, hands="helped")
    page.evaluate("known => { localStorage.mistakes = JSON.stringify(known) }", known)
    page.evaluate("document.querySelector('#t-games').click()")
    page.click("#mistakes summary")
    page.locator("#mistakesay", has_text="Judged: 1 of 2").wait_for()
    (client,) = server.room.pages.values()
    while "errors" not in client.jobs:
        page.wait_for_timeout(20)
    assert client.jobs["errors"] == (names[0], text)


def test_a_game_and_a_board_show_the_values_of_the_view_which_the_page_types_alike():
    guest = begun(3)
    assert set(guest.v) == set(VIEW)
    guest.say(do="behind", what="board")
    guest.pass_ms(100)
    assert set(guest.v) == set(VIEW) and guest.v["behind"] == "board"
    text = (files.PAGE / "types.d.ts").read_text(encoding="utf-8")
    interface = text.partition("export interface Values {\n")[2].partition("}\n")[0]
    assert interface == "".join(f"  {name}: {value.type};\n" for name, value in VIEW.items())


def test_the_workshop_and_back_without_loss():
    guest = begun(45)
    # nothing of the turn is played yet: a half of it is put back
    while not guest.v["plays"] or guest.v["stand"] != guest.v["position"].split(" ")[0].replace("/", ""):
        guest.play()
    before = {key: guest.v[key] for key in ("record", "position", "throw", "rules", "mode", "you", "stand")}
    guest.say(do="behind", what="board")
    guest.pass_ms(600)
    assert guest.v["behind"] == "board" and guest.v["leds"].strip("0")
    assert {key: guest.v[key] for key in before} == before
    guest.say(do="behind", what="game")
    assert guest.v["behind"] == "game" and {key: guest.v[key] for key in before} == before
    # a turn by hand
    guest.say(do="behind", what="board")
    turn = parse_position(guest.v["position"], parse_rules("danish")).turns()[0].text
    for start, end in moves_of(turn):
        guest.say(do="lift", hand=0, hole=start)
        guest.say(do="place", hand=0, hole=end)
    guest.pass_ms(1000)
    guest.say(do="button", down=True)
    guest.say(do="button", down=False)
    guest.pass_ms(1000)
    guest.say(do="behind", what="game")
    assert guest.v["record"].startswith(before["record"].rstrip()) and f" {turn}\n" in guest.v["record"]
    assert not guest.errors


def test_turns_that_look_alike_are_named_and_one_is_chosen():
    """Own pieces may be jumped; A1 was touched, so either piece may have moved."""
    table = Table(seed=1)
    table.throws += [(3, 4), (1, 2), (1, 1), (2, 4)]
    backend = TableBackend(table)
    backend.start(parse_rules("danish,jump=any"))
    guest = Guest(board=backend, play=None)
    for _ in range(3):
        guest.say(do="button", down=True)
        guest.say(do="button", down=False)
        guest.pass_ms(2000)
    for start, end in (("A1", "M1"), ("A2", "A1")):
        guest.say(do="lift", hand=0, hole=start)
        guest.pass_ms(300)
        guest.say(do="place", hand=0, hole=end)
        guest.pass_ms(300)
    guest.pass_ms(1000)
    assert sorted(guest.v["alike"]) == ["A1-M1 A2-A1", "A2-M1"]
    guest.say(do="choose", turn="A2-M1")
    guest.pass_ms(4000)
    assert guest.v["alike"] == [] and guest.lines[-1] == "1 A 11 A2-M1"


def test_a_game_begun_at_a_position_has_its_record_at_the_board_too(tmp_path):
    archive = Archive(tmp_path)
    guest = Guest(archive=archive)
    text = "Rules: danish\nStart: ........aaaaaaaa/...A.....B..A..../.......bbbbbbbbb A -\nResult: *\n\n"
    guest.say(**dict(BEGIN, mode="game", text=text))
    guest.play(8)
    before = guest.v["record"]
    guest.say(do="behind", what="board")
    guest.pass_ms(1000)
    assert guest.v["record"] == before and guest.lines
    guest.say(do="board", line={"do": "undo"})
    guest.pass_ms(1000)
    assert read_records(archive.export())[0][1].start and guest.v["record"] in archive.export()


def test_a_plug_that_is_out_stops_nothing():
    guest = Guest()
    guest.say(do="behind", what="board")
    guest.say(do="plug", **{"in": False})
    guest.pass_ms(100)
    for command in ({"do": "board", "line": {"do": "new"}}, {"do": "setup", "how": "game"}, BEGIN):
        guest.say(**command)
        guest.pass_ms(50)
    assert len(guest.errors) == 3
    guest.say(do="behind", what="game")
    guest.say(**BEGIN)
    guest.play(4)
    assert guest.lines


def test_a_throw_stays_thrown_and_a_turn_is_taken_back():
    guest = Guest()
    guest.say(**dict(BEGIN, mode="game"))
    while not guest.v["plays"]:
        guest.play()
    count = len(guest.lines)
    guest.play()
    while len(guest.lines) == count:
        guest.play()
    guest.say(do="end")
    thrown = guest.v["throw"]
    guest.say(do="takeback")
    assert len(guest.lines) == count and guest.v["plays"]
    while len(guest.lines) == count:
        guest.play()
    guest.say(do="end")
    assert guest.v["throw"] == thrown


RECORD = "Rules: danish\nResult: *\n\n0 A 24\n0 B 13\n1 A 12 A1-M3\n"
ODD_FILES = {
    "empty.txt": lambda path: path.touch(),
    "latin.txt": lambda path: path.write_bytes(b"\xff\xfe\0" + RECORD.encode()),
    "blanks.txt": lambda path: path.write_bytes(bytes(70_000)),
    "hello.txt": lambda path: path.write_text("hello"),
    "folder.txt": lambda path: path.mkdir(),
    "nowhere.txt": lambda path: path.symlink_to("/nonexistent"),
    "itself.txt": lambda path: path.symlink_to(path),
    "pipe.txt": os.mkfifo,
    "endless.txt": lambda path: path.symlink_to("/dev/zero"),
    "line\n\x1b[31m.txt": lambda path: path.write_text(RECORD),
    os.fsdecode(b"\xff.txt"): lambda path: path.write_text(RECORD),
}


def test_an_odd_file_in_the_archive_spoils_nothing(tmp_path):
    for name, make in ODD_FILES.items():
        make(tmp_path / name)
    guest = begun(40, archive=Archive(tmp_path))
    games = guest.games()
    assert [game["broken"] for game in games].count(False) == 1 and len(games) == len(ODD_FILES) + 1
    for game in games:
        assert shown(game["name"]) == game["name"] and "\n" not in game["name"]
        for what in ("replay", "text", "resume", "delete")[: 4 if game["broken"] else 2]:
            guest.say(do="game", name=game["name"], what=what)
    guest.say(do="save", begins=True)
    assert any("saved" in message for message in guest.told)
    assert guest.errors and max(map(len, guest.errors)) < 2000
    assert guest.lines


def test_a_record_of_too_many_holes_is_refused_in_words():
    guest = begun(10)
    text = "Rules: danish,n=17\nResult: *\n\n0 A 24\n0 B 13\n"
    guest.say(**dict(BEGIN, mode="wooden", text=text, step=3))
    assert len(guest.errors) == 1 and "17" in guest.errors[0]
    assert guest.v["mode"] == "solo" == Guest(guest.store).v["mode"]


def test_a_game_gone_on_with_stands_once_in_the_archive(tmp_path):
    store = MemoryStore()
    guest = begun(40, store=store, archive=Archive(tmp_path))
    first = guest.lines
    guest.say(**dict(BEGIN, mode="game", rules="norwegian"))
    guest.play(40)
    (newest, older) = Archive(tmp_path).entries()
    guest.say(do="behind", what="board")
    guest.say(do="game", name=older["name"], what="resume")
    assert guest.lines == first and [guest.v[key] for key in ("mode", "rules", "you")] == ["solo", "danish", "A"]
    guest.play(10)
    assert guest.lines[: len(first)] == first and not guest.errors
    assert guest.v["record"].splitlines()[-1] in Archive(tmp_path).read(older["name"])
    assert len(Archive(tmp_path).entries()) == 2
    for seed in (2, 3):  # the server restarted, then another beside it
        again = Guest(store, seed, archive=Archive(tmp_path))
        again.play(10)
        other = Guest(MemoryStore(), seed, archive=Archive(tmp_path))
        other.games()
    assert len(Archive(tmp_path).entries()) == 2


def test_a_deleted_game_has_no_file_before_it_goes_on(tmp_path):
    store, archive = MemoryStore(), Archive(tmp_path)
    guest = Guest(store, archive=archive)
    guest.say(**dict(BEGIN, mode="game"))
    guest.play(40)
    guest.say(do="game", name=archive.entries()[0]["name"], what="delete")
    for behind in ("board", "game"):
        guest.say(do="behind", what=behind)
        guest.pass_ms(300)
    again = Guest(store, archive=Archive(tmp_path))
    assert again.lines and archive.entries() == []
    again.play(20)
    assert [entry["turns"] > 3 for entry in archive.entries()] == [True]


def test_a_far_game_gone_on_with_alone_keeps_its_own_file(tmp_path):
    archive = Archive(tmp_path)
    name = archive.keep(begun(40).v["record"], {"A": "Ane", "B": "Bo"}, slot="far")
    before = archive.read(name)
    guest = Guest(archive=archive)
    guest.say(do="game", name=name, what="resume")
    guest.play(10)
    assert archive.read(name) == before and len(archive.entries()) == 2 and not guest.errors
    assert guest.room.play.archived() not in ("", name)


@pytest.mark.parametrize("rules", ["danish", "danish,dal_order=sternmost,one_piece=separate"])
def test_play_on_from_a_step_of_a_record(rules, tmp_path):
    """Which stays in its own file; from its end, it is the same game."""
    guest = Guest(archive=Archive(tmp_path))
    guest.say(**dict(BEGIN, rules=rules))
    guest.play(80)
    record, lines = guest.v["record"], guest.lines
    step = int(lines[-1].split()[0]) - 2
    guest.say(**dict(BEGIN, rules=rules, text=record, step=step))
    assert guest.lines == [line for line in lines if int(line.split()[0]) <= step]
    guest.say(**dict(BEGIN, rules=rules, text=guest.v["record"], step=step))
    assert record in guest.room.archive.export() and len(guest.room.archive.entries()) == 2
    assert not guest.errors


def test_a_code_that_might_have_been_guessed_lets_nobody_in():
    """After too many wrong codes even the right one is refused for a minute."""
    guest = Guest(code="ABCD-2345")
    stranger = Visitor(guest.room, local=False)

    def allowed(code: str) -> bool:
        return "allowed" in stranger.ask("code", code=code)

    assert not any(allowed(f"WRNG-{number:04}") for number in range(20)) and not allowed("ABCD-2345")
    assert "too many" in stranger.errors[-1]
    guest.now_s += 90
    assert allowed("abcd 2345")


def test_a_far_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "far").write_text("a file where the folder should be")
    guest = Guest(far=FarPage(SeatFiles(tmp_path / "far")))
    guest.say(do="far_new", broker="wss://localhost/mqtt", rules="danish", name="Ane", turn_s=0)
    guest.pass_ms(100)
    assert len(guest.errors) == 1 and guest.v["far"] is None
    guest.say(**BEGIN)
    guest.play(4)
    assert guest.lines


def test_a_seats_damaged_file_stops_no_other_game(tmp_path, monkeypatch):
    (tmp_path / f"{LINK.game}-{LINK.seat}.far").write_bytes(b"\xff\n")
    guest = Guest(far=FarPage(SeatFiles(tmp_path)))
    opened, read = [], SeatFile.open
    monkeypatch.setattr(SeatFile, "open", lambda *args: opened.append(args) or read(*args))
    guest.say(do="far_join", link=LINK.text(), name="Ane")
    guest.say(**BEGIN)
    guest.play(60)
    assert len(guest.lines) > 10 and "ASCII" in guest.errors[0]
    del opened[:]
    guest.pass_ms(5000)
    assert 1 < len(opened) < 10  # a disk may be slow


@pytest.mark.parametrize("seed", few(range(200), 3))
def test_who_waits_for_a_friend_plays_on_and_has_the_own_game_back(seed, tmp_path):
    """The friend joins after a while, two times in three during a game against a level: the page shows the friend's
    game, then returns to the other."""
    ends = guests(tmp_path, "Ane", "Bo", seed=seed + 1)
    ane, bo = ends
    ane.say(do="far_new", broker="wss://localhost/mqtt", rules="norwegian", name="Ane", turn_s=0)
    link = ane.room.far.links()["other"]
    if seed % 3:
        ane.say(**BEGIN)
        ane.play(10 * (seed % 7 + 1))
    else:
        ane.pass_ms(15_000)
    own = ane.lines
    bo.say(do="far_join", link=link, name="Bo")
    carry(ends)
    assert ane.v["mode"] == bo.v["mode"] == "far" and ane.v["far"]["game"] and ane.v["you"] == "A"
    play_on(ends, 60)
    carry(ends)
    assert len(ane.lines) > 12 and ane.lines == bo.lines and not ane.errors and not bo.errors
    ane.say(do="far", what="leave")
    assert ane.v["far"] is None and ane.lines[: len(own)] == own  # the level may have moved meanwhile


def test_what_happens_elsewhere_between_two_looks_is_shown_whole():
    """Two turns taken back, and two others that end alike, as an onlooker gets them who was away."""

    class Elsewhere:
        pending = ()
        game = Game.from_position("...aaaaaaaaaaaaa/....A...A......../bbbbbbbbbbbbbbbb A 23")

    game = Elsewhere.game
    play = Play(Elsewhere, "far", (Afar(), Afar()), Linked())
    for turn in ("M9-M14", "M9-M11 M5-M8"):
        while game.plies:
            game.undo()
        game.play(turn)
        game.throw(2, 4)
        game.play("--")
        assert play.view()["position"] == game.position_text() and turn in play.view()["record"]


def carry(ends: list, rounds: int = 20) -> None:
    """A broker that delivers each message to both, and its retained ones at once."""
    for _ in range(rounds):
        for guest in ends:
            guest.pass_ms(10)
        posts = [guest.room.far.post for guest in ends if guest.room.far.post]
        for post in posts:
            if not post.up:
                post.inbox.append((None, ""))
            for topic, *message in post.outbox:
                for other in posts if message else ():
                    other.inbox.append((topic, message[0].encode()))
            post.outbox.clear()


def play_on(ends: list, deeds: int) -> None:
    """All follow their lights."""
    for _ in range(deeds):
        for guest in ends:
            guest.play()
        carry(ends, 2)


def test_a_board_led_through_many_games_is_listened_to_once(tmp_path):
    """Each abandoned game would have kept collecting the board's events."""
    ane, bo = guests(tmp_path, "Ane", "Bo")
    ane.say(do="behind", what="board")
    ane.pass_ms(50)
    counts = []
    for seed in range(3):
        link = Link.new("ws://localhost:1/mqtt", bytes(range(seed, seed + 32)))
        ane.say(do="far_join", link=link.text(), name="Ane")
        bo.say(do="far_join", link=link.other().text(), name="Bo")
        carry([ane, bo])
        counts.append(len(ane.room.board.board._subscribers))
        for guest in (ane, bo):
            guest.say(do="far", what="leave")
    assert counts[0] == counts[2]


def far_from(throws: int, tmp_path) -> tuple:
    """(archive, Ane, Bo): Ane has such a game of her own, invites Bo, and both have played for a while."""
    archive = Archive(tmp_path / "games")
    (bo,) = guests(tmp_path, "Bo")
    ane = begun(throws, archive=archive, far=FarPage(SeatFiles(tmp_path / "Ane")))
    ane.say(do="far_new", broker="wss://localhost/mqtt", rules="danish", name="Ane", turn_s=0)
    bo.say(do="far_join", link=ane.room.far.links()["other"], name="Bo")
    carry([ane, bo])
    play_on([ane, bo], 30)
    return archive, ane, bo


def test_a_resigned_far_game_is_kept_as_won_and_a_new_one_as_unfinished(tmp_path):
    archive, ane, bo = far_from(0, tmp_path)
    (before,) = archive.entries()
    bo.say(do="far", what="resign")
    carry([ane, bo])
    for after in archive.entries() + Archive(tmp_path / "games").entries():
        assert (before["result"], after) == ("*", dict(before, result="A"))
    assert ", B resigned\n" in archive.read(before["name"]) and read_records(archive.read(before["name"]))


def test_a_far_game_at_the_board_has_its_whole_record_and_one_file(tmp_path):
    """A led board knows the turns since it was led there, and follows for some moments more when the page has left."""
    archive, ane, bo = far_from(40, tmp_path)
    whole = bo.lines
    ane.say(do="behind", what="board")
    carry([ane, bo], 60)
    assert ane.v["mode"] == "far" and len(whole) > 3 and ane.lines == whole
    table, late = ane.room.board.table, []
    table.send, send = late.append, table.send
    ane.say(do="far", what="leave")
    ane.pass_ms(40)
    table.send = send
    for line in late:
        table.send(line)
    ane.pass_ms(1000)
    turns = [sum(line[:2] != "0 " for line in lines) for lines in (whole, ane.lines)]
    assert late and sorted(entry["turns"] for entry in archive.entries()) == sorted(turns)


class AtBoard(Hand):
    """Follows the lights of a real board; pages: the one that mirrors it, and the other's."""

    def __init__(self, table, pages):
        super().__init__(table, "A")
        self.pages = pages

    @property
    def game(self):
        return self.pages[0].room.far.post.fold.game

    @property
    def trouble(self):
        return self.pages[0].v["far"]

    def pass_time(self):
        self.pages[1].play()
        carry(self.pages, 10)


def test_a_real_board_plays_with_somebody_elsewhere(tmp_path):
    """Its own turn is sent, and the opponent's is led. (In 20 turns 1 side of 300 threw no dal.)"""
    table = Table(seed=3)
    table.older = ""  # as of a RemovableBoard
    table.plug_in()
    (bo,) = guests(tmp_path, "Bo")
    ane = Guest(board=Backend(table, slow=False), play=None, far=FarPage(SeatFiles(tmp_path / "Ane")))
    ane.say(do="far_join", link=LINK.text(), name="Ane")
    bo.say(do="far_join", link=LINK.other().text(), name="Bo")
    hand = AtBoard(table, [ane, bo])
    for _ in range(40):
        hand.turn()
    turns = [event for event in table.events if event["ev"] == "turn"]
    played = {f"{turn['player']} {turn['throw']} {turn['turn']}" for turn in turns}
    assert {turn["player"] for turn in turns if turn["turn"] != "--"} == {"A", "B"}
    hand.wait(lambda: played <= {line.partition(" ")[2] for line in bo.lines})


def test_a_seat_that_another_process_plays_is_offered(tmp_path):
    """One file, one end: a second is refused until the first lets go."""
    if os.name == "nt":
        pytest.skip("Windows knows no such lock")
    first, second = guests(tmp_path, "Ane", "Ane")
    for guest in (first, second):
        guest.say(do="far_join", link=LINK.text(), name="Ane")
        guest.pass_ms(50)
    assert second.v["far"]["state"] == "elsewhere" and second.v["far"]["here"]
    assert second.room.far.file.state == BUSY
    second.say(do="far", what="here")
    assert "another end" in second.errors[-1]
    first.say(do="far", what="leave")
    second.say(do="far", what="here")
    second.pass_ms(50)
    assert second.v["far"]["state"] == "connecting" and len(second.errors) == 1


@pytest.mark.parametrize("state", ["elsewhere", "moved"])
def test_the_older_of_two_ends_plays_here_again(state, tmp_path):
    ane, again, bo = guests(tmp_path, "Ane", "again", "Bo")
    ane.say(do="far_join", link=LINK.text(), name="Ane")
    bo.say(do="far_join", link=LINK.other().text(), name="Bo")
    carry([ane, bo])
    play_on([ane, bo], 30)
    link = LINK.text()
    if state == "moved":
        ane.say(do="far", what="move")
        carry([ane, bo])
        link = links_of(ane)["moved"]
        assert bo.v["far"]["state"] == "away" and ane.v["far"]["state"] == "moved"
    else:
        shutil.copytree(tmp_path / "Ane", tmp_path / "again")
    again.say(do="far_join", link=link, name="Ane")
    carry([ane, bo, again])
    assert ane.v["far"]["state"] == state and ane.v["far"]["here"] and again.v["far"]["state"] == "there"
    again.say(do="far", what="leave")
    ane.say(do="far", what="here")
    carry([ane, bo])
    assert ane.v["far"]["state"] == "there" and bo.v["far"]["state"] == "there", ane.v["far"]
    count = len(ane.lines)
    play_on([ane, bo], 30)
    assert len(ane.lines) > count and ane.lines == bo.lines


def links_of(guest) -> dict:
    """The links last sent to a page."""
    return [message["far_links"] for message in guest.told if message.get("far_links")][-1]


def by_message(guest, text: str = "") -> str:
    """Open a message, then follow the lights until there is one to send."""
    if text:
        link = text if "#far=" in text else links_of(guest)["own"] + "&" + text[1:]
        guest.say(do="far_join", link=link, name="Bo")
    for _ in range(40):
        guest.pass_ms(20)
        if letter := links_of(guest)["letter"]:
            return letter
        guest.play()
    raise AssertionError(guest.v["far"])


def test_a_whole_game_by_message_whose_seat_moves(tmp_path):
    """No broker, no server: each page makes a text to send. A seat goes to the phone by a link and back by a file, and
    is played from one place alone."""
    ane, bo, phone = guests(tmp_path, "Ane", "Bo", "phone")
    ane.say(do="far_new", broker="", rules="norwegian", name="Ane", turn_s=0)
    letter = by_message(ane)
    assert letter.startswith("#far=1&broker=post:&") and ane.v["far"]["state"] == "letter"
    for count in range(4000):  # games are random: one in some 500 is longer than 400 turns
        guest = (bo, ane)[count % 2]
        if count in (11, 31):  # with a message of Bo's on its way
            before = ane.lines
            ane.say(do="far", what="move")
            ane.pass_ms(20)
            moved = links_of(ane)["moved"]
            assert "&end=" in moved and ane.v["far"]["here"] and not links_of(ane)["letter"]
            ane.say(do="far_join", link=links_of(ane)["own"] + "&" + letter[1:], name="")
            ane.pass_ms(50)
            assert "gone on elsewhere" in ane.v["troubles"][0]["en"] and ane.v["far"]["state"] == "moved"
            ane.play()
            assert not links_of(ane)["letter"] and ane.lines == before
            if count == 31:
                moved = next((tmp_path / "phone").glob("*.far")).read_text()
            else:
                (torn,) = guests(tmp_path, "torn")
                torn.say(do="far_join", link=moved[:-40], name="Ane")
                assert "not whole" in torn.errors[0] and not (tmp_path / "torn").exists()
            phone.say(do="far_join", link=moved, name="Ane")
            phone.pass_ms(200)
            assert phone.lines == ane.lines and not phone.errors
            ane, phone = phone, ane
            guest = ane
        before, letter = letter, by_message(guest, letter)
        assert letter.startswith("#post=") and guest.v["far"]["look"] == ""
        if count % 7 == 3:  # a repeated message does no harm
            assert by_message(guest, before) == letter
        if guest.v["far"]["over"]:
            break
    other = (ane, bo)[count % 2]
    other.say(do="far_join", link=links_of(other)["own"] + "&" + letter[1:], name="")
    other.pass_ms(50)
    assert other.v["far"]["over"] and ane.lines == bo.lines and len(ane.lines) > 30
    assert ane.v["far"]["winner"] == bo.v["far"]["winner"] != "" and not bo.errors
    assert [guest.v["you"] for guest in (ane, bo)] == ["A", "B"]  # the page tells its end from there


def test_a_turn_is_claimed_once_the_others_time_is_over(tmp_path):
    ane, bo = guests(tmp_path, "Ane", "Bo")
    ane.say(do="far_new", broker="", rules="danish", name="Ane", turn_s=60)
    letter = by_message(ane)
    for count in range(6):
        guest = (bo, ane)[count % 2]
        letter = by_message(guest, letter)
    guest.say(do="far", what="claim")
    assert "seconds left" in guest.errors[0] and not guest.v["far"]["claimed"]
    guest.now_s += 60
    guest.pass_ms(20)
    assert guest.v["far"]["claimable"]
    guest.say(do="far", what="claim")
    assert guest.v["far"]["claimed"] == guest.v["far"]["you"] and len(guest.errors) == 1


def test_a_message_that_cannot_be_opened_is_said_on_the_page(tmp_path):
    ane, bo = guests(tmp_path, "Ane", "Bo")
    ane.say(do="far_new", broker="", rules="danish", name="Ane", turn_s=0)
    letter = by_message(bo, by_message(ane))
    for text, why in ((letter[:-3], "not whole"), (by_message(ane), "your own")):
        link = links_of(ane)["own"] + "&" + text[text.index("post=") :]
        ane.say(do="far_join", link=link, name="Ane")
        ane.pass_ms(50)
        assert why in ane.v["troubles"][0]["en"]
    assert by_message(ane, letter) and ane.v["troubles"] == [] and ane.v["far"]["game"]


def test_an_invitation_of_which_only_the_front_arrived_is_refused(tmp_path):
    ane, bo = guests(tmp_path, "Ane", "Bo")
    ane.say(do="far_new", broker="", rules="danish", name="Ane", turn_s=0)
    whole = by_message(ane)
    bo.say(do="far_join", link=whole.split("&post=")[0], name="Bo")
    bo.pass_ms(50)
    assert bo.v["far"] is None and "not whole" in bo.v["troubles"][0]["en"] and not list(tmp_path.glob("Bo/*"))
    letter = by_message(bo, whole)  # all of it, now
    assert letter and bo.v["troubles"] == []
    bo.say(do="far", what="leave")
    bo.say(do="far_join", link=whole.split("&post=")[0], name="Bo")  # comes back by the link in the address
    bo.pass_ms(50)
    assert links_of(bo)["letter"] == letter and bo.v["troubles"] == []


def test_a_message_opened_beside_another_end_is_refused_until_that_ends(tmp_path):
    if os.name == "nt":
        pytest.skip("Windows knows no such lock")
    first, second, bo = guests(tmp_path, "Ane", "Ane", "Bo")
    first.say(do="far_new", broker="", rules="danish", name="Ane", turn_s=0)
    letter = by_message(bo, by_message(first))
    link = links_of(first)["own"] + "&" + letter[letter.index("post=") :]
    for troubles in (1, 0):
        second.say(do="far_join", link=link, name="Ane")
        second.pass_ms(50)
        assert [("another end" in trouble["en"]) for trouble in second.v["troubles"]] == [True] * troubles
        first.say(do="far", what="leave")
        second.say(do="far", what="here")
        second.pass_ms(50)
        assert second.v["troubles"] == []
    assert second.v["far"]["game"]
