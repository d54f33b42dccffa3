"""A room with one page, without a network: a game is played, the workshop opens and closes, and no exception
escapes."""

import json
import os

import pytest

import config
from companion.game.dice import Dice
from companion.storage.memory import MemoryStore
from companion.storage.settings import Settings
from daldos.game import Game
from daldos.notes import notes_of
from daldos.position import parse_position
from daldos.prng import Xorshift32
from daldos.record import read_records
from daldos.rules import parse_rules
from host.far.address import Address
from host.far.folder import SeatFolder
from host.games.archive import Archive
from host.games.play import OwnGame, Play
from host.games.players import Afar, Linked
from host.sim.shown import shown
from host.sim.table import Table
from host.web import files
from host.web.backend import TableBackend
from host.web.far import FarPage
from host.web.pages import Room
from host.web.server import Server
from host.web.view import VIEW
from host_tests.conftest import few
from host_tests.test_archive import growing
from host_tests.visitor import Visitor
from host_tests.web.conftest import accessible
from host_tests.web.player import PLAYER, moves_of

BEGIN = {"do": "begin", "mode": "solo", "rules": "danish", "level": 1, "side": "B", "text": "", "step": 0, "throw": ""}


class Guest(Visitor):
    """A new room and the page that plays in it."""

    def __init__(self, store=None, seed: int = 1, **room):
        self.store = store or MemoryStore()
        self.now_s = 0.0
        room.setdefault("board", lambda store: TableBackend(Table(seed, store=store)))
        room.setdefault("play", OwnGame(self.store, Dice(Xorshift32(seed).next, Xorshift32(seed + 1000).next)))
        super().__init__(Room(clock=lambda: self.now_s, **room))

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


def far_page(folder) -> FarPage:
    """A FarPage with its files there."""
    ticks = iter(range(1_000_000))
    return FarPage(SeatFolder(folder), lambda: next(ticks), os.urandom(4), Address.parse)


def begun(deeds: int, **room) -> Guest:
    """A page with a game against the board, so many deeds on."""
    guest = Guest(**room)
    guest.say(**BEGIN)
    guest.play(deeds)
    return guest


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
    server = serve(far=far_page(tmp_path))
    rules = "mary-rose,jump=any,dal_moves=false,lose_at=1"
    page = browse(f"{server.address}?rules={rules}", hands="helped")
    page.wait_for_function("rules => document.querySelector('#pickrules').value === rules", arg=rules)
    page.click("[data-control=start-far]")
    page.fill("#farname", "Ane")
    page.click("[data-control=far-new]")
    page.wait_for_selector("#farletter:not(:empty)", state="attached")
    assert rules.encode() in server.room.behind.far.seat.logs[0][0]
    page.select_option("#pickrules", "ostergaard")
    token = page.evaluate("sessionStorage.token")
    server.drop_sockets()
    page.wait_for_function("token => sessionStorage.token !== token", arg=token)
    page.click("[data-control=start-two]")
    page.wait_for_selector("#boat[data-rules=ostergaard]")


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
    known = {entry["key"]: {"A": [0.1, 9, 0], "B": [0.1, 9, 0]} for entry in archive.entries()}
    (tmp_path / names[0]).write_text(text := growing(5)[-1])
    server = serve(archive=archive)
    server.room.jobs.step = lambda clients: None
    page = browse(server.address, hands="helped")
    page.evaluate("known => { localStorage.mistakes = JSON.stringify(known) }", known)
    page.evaluate("document.querySelector('#t-games').click()")
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


def half_played(mode: str = "solo", seed: int = 1) -> Guest:
    """A page with one die of two played."""
    guest = begun(20, seed=seed)
    while not (guest.v["played"] and guest.v["plays"]):
        guest.play()
    return guest


def test_a_half_played_turn_and_a_game_given_up_outlast_a_restart():
    guest = half_played()
    again = Guest(store=guest.store)
    for name in ("stand", "played", "plays", "throw", "record"):
        assert again.v[name] == guest.v[name]
    again.say(do="takeback")
    third = Guest(store=guest.store)
    assert third.v["played"] == "" and third.v["stand"] == third.v["game"] != guest.v["stand"]
    third.say(do="resign", who="A")
    last = Guest(store=guest.store)
    for page in (third, last):
        assert (page.v["phase"], page.v["player"], page.v["plays"], page.v["due"]) == ("over", "B", {}, "")
    last.say(do="play", **{"from": "A1", "to": "M1"})
    last.say(do="resign", who="A")
    assert len(last.errors) == 2
    last.say(do="takeback")
    assert last.v["phase"] == "play" and last.v["plays"] and last.v["record"] == guest.v["record"]
    last.play(4)
    assert Guest(store=guest.store).v["record"] == last.v["record"] != guest.v["record"]


def test_a_half_played_turn_that_others_play_after_a_restart_is_theirs_from_its_start():
    """A game that was to begin had set who plays, when the server ended."""
    guest = half_played()
    Settings(guest.store, config.N).set("solo_side", "A")
    again = Guest(store=guest.store)
    assert again.v["you"] == "B" and again.v["record"] == guest.v["record"]
    assert again.v["played"] == "" and again.v["stand"] == again.v["game"] != guest.v["stand"]


def test_a_game_is_given_up_by_who_plays_it_and_for_two_by_both(tmp_path):
    archive = Archive(tmp_path)
    for mode, who, won in (("solo", "A", "B"), ("game", "B", "A"), ("game", "AB", "-")):
        guest = Guest(archive=archive)
        guest.say(**dict(BEGIN, mode=mode))
        guest.play(12)
        if mode == "solo":
            guest.say(do="resign", who="AB")
            guest.say(do="resign", who="B")
            assert guest.errors == ["AB is not played here", "B is not played here"] and guest.v["phase"] != "over"
        guest.say(do="resign", who=who)
        guest.pass_ms(100)
        assert guest.v["phase"] == "over" and guest.v["player"] == won.replace("-", "")
        assert archive.entries()[0]["result"] == won


def test_a_game_goes_on_from_a_position_with_its_throw():
    guest = Guest()
    text = "Rules: danish\nStart: .A......../..../.b........ A -\nResult: *\n\n"
    text = text.replace(".A......../..../.b........", "A" + "." * 15 + "/" + "." * 17 + "/" + "." * 15 + "B")
    guest.say(**dict(BEGIN, mode="game", text=text, throw="14"))
    assert guest.v["throw"] == "14" and guest.v["plays"] and not guest.errors
    guest.say(do="takeback")
    assert guest.v["throw"] == "14"  # where the page throws, it is no entry to be taken back
    guest.say(**dict(BEGIN, mode="game"))
    guest.say(do="end")
    assert guest.lines == ["0 A 12"]  # and not the throw that was set
    guest.say(**dict(BEGIN, mode="game", text=text, throw="77"))
    assert guest.errors


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


def test_all_pieces_are_set_up_as_at_the_start_or_as_in_the_game():
    guest = begun(45)
    guest.say(do="behind", what="board")
    guest.pass_ms(100)
    stood, start = guest.v["game"], "a" * 16 + "." * 17 + "b" * 16
    assert stood != start
    for how, stand in (("start", start), ("game", stood)):
        guest.say(do="setup", how=how)
        guest.pass_ms(100)
        assert guest.v["stand"].lower() == stand.lower()  # the game decides which are dalled


def test_a_board_shown_first_has_the_pieces_of_the_game_that_goes_on():
    guest = begun(45)
    board = Guest(guest.store, behind="board")
    board.pass_ms(100)
    assert board.v["behind"] == "board" and board.v["position"] == guest.v["position"]
    assert board.v["stand"] == guest.v["stand"] and board.v["mode"] == "solo"


def test_an_archive_that_takes_nothing_is_said_until_it_does(tmp_path):
    archive, full = Archive(tmp_path), OSError(28, "No space left on device")
    guest = Guest(archive=archive)
    keep = archive.keep

    def refuse(*args):
        raise full

    archive.keep = refuse
    guest.say(**BEGIN)
    guest.play(20)
    assert [text["en"] for text in guest.v["troubles"]] == ["games are not kept: No space left on device"]
    archive.keep = keep
    guest.pass_ms(7000)
    assert guest.v["troubles"] == [] and archive.entries()


def test_a_page_that_comes_later_is_told_all_that_was_said():
    guest = begun(45)
    guest.say(do="behind", what="board")
    guest.pass_ms(1000)
    late = Visitor(guest.room)
    logs = [[line for message in page.told for line in message.get("log", [])] for page in (guest, late)]
    assert logs[1] == logs[0] and logs[0][0][0] == 1


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


def test_the_clock_of_each_turn_stands_in_the_record_and_in_the_archive(tmp_path):
    guest = Guest(archive=Archive(tmp_path))
    guest.say(**dict(BEGIN, mode="game"))
    while len(guest.lines) < 5:
        guest.play()
    ((_, game),) = read_records(guest.v["record"])
    guest.say(do="clock", game=game.id, left=["5:00", "", "4:58"])
    ((_, noted),) = read_records(guest.v["record"])
    assert noted.remarks == [(1, "clock=5:00"), (3, "clock=4:58")] and noted.plies == game.plies
    (entry,) = Archive(tmp_path).entries()
    assert Archive(tmp_path).read(entry["name"]).endswith("\n" + guest.v["record"])
    guest.say(do="clock", game="0" * 16, left=["5:00"])  # of another game
    assert not read_records(guest.v["record"])[0][1].remarks and not guest.errors
    for left in (["5:0"], ["-1:00"], [5], ["4:58 chance=0.5000"], ["4:58\n1 A 12 A1-M3"]):
        guest.say(do="clock", game=game.id, left=left)
        assert "left is not what it should be" in guest.errors.pop()


def test_a_clock_is_chosen_runs_for_the_user_alone_survives_a_reload_and_falls(serve, browse, tmp_path):
    server = serve(archive=Archive(tmp_path), throws=[(3, 4), (1, 2), (1, 3)])
    page = browse(server.address, hands="helped", width=360, height=740)
    page.select_option("#pickclock", "3+3")
    page.click("[data-control=start-board]")
    page.wait_for_selector(".ready")
    assert page.is_hidden("#clockB")
    page.wait_for_selector("#clockA:text-is('2:59')")
    page.reload()
    page.wait_for_selector(".ready")
    assert page.inner_text("#clockA") in ("2:59", "2:58", "2:57")
    page.add_init_script(  # once the old page writes no more
        "localStorage.clocks = JSON.stringify(JSON.parse(localStorage.clocks).map((c) => ({ ...c, A: 900 })))"
    )
    page.reload()
    page.wait_for_selector("#boat[data-phase=over]")
    assert page.inner_text("#clockA") == "Time is up"
    assert page.inner_text("#sub") == "Your time ran out."
    accessible(page)


def test_a_side_whose_time_is_up_has_lost_and_the_record_says_why(tmp_path):
    archive = Archive(tmp_path)
    guest = Guest(archive=archive)
    guest.say(**dict(BEGIN, mode="game"))
    while len(guest.lines) < 5:
        guest.play()
    guest.say(do="flag", who="B")
    assert (guest.v["phase"], guest.v["player"], guest.v["ended"]) == ("over", "A", "time")
    guest.say(do="flag", who="A")  # too late
    assert guest.v["player"] == "A" and not guest.errors
    (entry,) = archive.entries()
    assert entry["result"] == "A" and "\nEvent: B lost on time\n" in "\n" + archive.read(entry["name"])
    guest.say(do="takeback")
    assert guest.v["ended"] == "" and archive.entries()[0]["result"] == "*"


def test_a_game_by_the_clock_has_it_in_its_record(serve, browse, tmp_path):
    """After each turn, through a reload and another server."""
    server = serve(archive=Archive(tmp_path))
    page = browse(
        server.address, hands="helped", before=lambda page: page.add_init_script("localStorage.clock = '10+5'")
    )
    page.click("[data-control=start-two]")
    page.evaluate(PLAYER, 2)
    page.wait_for_function("() => (record.textContent.match(/; clock=/g) || []).length > 2")
    page.reload()
    page.wait_for_selector("#boat[data-ready]")
    page.evaluate(PLAYER, 3)
    page.wait_for_function("() => (record.textContent.match(/; clock=/g) || []).length > 5")
    page.evaluate("clearInterval(player)")
    text = Archive(tmp_path).export()
    ((_, game),) = read_records(text)
    clocks = notes_of(game)
    left = [[int(part) for part in clocks[number]["clock"].split(":")] for number in range(1, 6)]
    assert all(9 * 60 + 50 < 60 * minutes + seconds < 11 * 60 for minutes, seconds in left), left


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
    assert guest.room.behind.play.archived() not in ("", name)


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
    assert record in guest.room.keeper.archive.export() and len(guest.room.keeper.archive.entries()) == 2
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
