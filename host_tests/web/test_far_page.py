"""Far games on pages, without a browser and without a network."""

import shutil

import pytest

from daldos.record import read_records
from host.far.carrier import PLAYED
from host.games.archive import Archive
from host.sim.table import Table
from host.web.backend import Backend
from host_tests.conftest import few
from host_tests.test_far_board import Hand
from host_tests.visitor import Visitor
from host_tests.web.test_room import BEGIN, Guest, begun, far_page

BROKER = "wss://localhost/mqtt"


def guests(folder, *names, **room) -> list:
    """Pages for far games, each with its files."""
    return [Guest(far=far_page(folder / name), **room) for name in names]


def links_of(guest) -> dict:
    """The links last sent to a page."""
    return next((told["far_links"] for told in guest.told[::-1] if "far_links" in told), None) or {}


def invite(guest, rules: str = "danish", broker: str = "") -> str:
    """Begin a game; returns the invitation."""
    guest.say(do="far_new", broker=broker, rules=rules, name="Ane")
    return letter_of(guest)


def letter_of(guest, text: str = "", name: str = "Bo") -> str:
    """Open a letter, then follow the lights until there is one to send."""
    if text:
        guest.say(do="far_open", text=text, name=name)
    for _ in range(40):
        guest.pass_ms(20)
        if guest.v["far"] and guest.v["far"]["state"] == "letter":
            return links_of(guest)["letter"]
        guest.play()
    raise AssertionError(guest.v["far"])


class Broker:
    """Keeps the newest payload of each topic, and brings it to all who are connected."""

    def __init__(self):
        self.kept: dict = {}
        self._connected: dict = {}

    def carry(self, ends: list, rounds: int = 20) -> None:
        """Let time pass for these pages, and carry what they have."""
        for _ in range(rounds):
            for guest in ends:
                guest.pass_ms(20)
            pages = [guest.room.behind.far for guest in ends if guest.room.behind.far]
            for page in pages:
                if page.address and page.address != self._connected.get(page):
                    page.inbox.append((None, ""))
                self._connected[page] = page.address
                for topic, *message in page.outbox[:]:
                    if message:
                        self.kept[topic] = message[0]
                    for other in pages if message else [page]:
                        if topic in self.kept:
                            other.inbox.append((topic, self.kept[topic]))
                page.outbox.clear()

    def play(self, ends: list, deeds: int) -> None:
        """All follow their lights."""
        for _ in range(deeds):
            for guest in ends:
                guest.play()
            self.carry(ends, 2)


@pytest.fixture
def broker():
    return Broker()


def over(broker, folder, *names) -> list:
    """Ane and Bo, who play over a broker."""
    ends = guests(folder, *(names or ("Ane", "Bo")))
    ends[1].say(do="far_open", text=invite(ends[0], "danish", BROKER), name="Bo")
    broker.carry(ends, 120)
    return ends


def test_a_far_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "far").write_text("a file where the folder should be")
    guest = Guest(far=far_page(tmp_path / "far"))
    guest.say(do="far_new", broker="", rules="danish", name="Ane")
    guest.pass_ms(100)
    assert len(guest.errors) == 1 and guest.v["far"] is None
    guest.say(**BEGIN)
    guest.play(4)
    assert guest.lines


def test_a_page_hears_that_another_has_left_its_game_once_it_plays_again(tmp_path):
    """Its address would lead to that game, and a reload back into it. Campaign `whole`, seed 31188."""
    (guest,) = guests(tmp_path, "Ane")
    invite(guest)
    other = Visitor(guest.room)
    other.say(do="seat")
    other.say(do="far", what="leave")
    guest.take()
    assert links_of(guest) and guest.v["far"] is None
    guest.say(do="seat")
    assert links_of(guest) == {}


def test_a_seats_damaged_file_stops_no_other_game(tmp_path):
    (guest,) = guests(tmp_path, "Ane")
    (tmp_path / "Ane").mkdir()
    (tmp_path / "Ane/aaaaaaaaaaaaaaaa-a.far").write_bytes(b"daldos far 2\nnothing")
    guest.say(do="far_go", game="aaaaaaaaaaaaaaaa-a")
    assert "damaged" in guest.errors[0]
    guest.say(do="far_go", game="baaaaaaaaaaaaaaa-a")
    assert "no such game" in guest.errors[1]
    invite(guest)
    assert [row["state"] for row in guest.ask("far_games")["far_games"]] == ["letter"] and len(guest.errors) == 2


@pytest.mark.parametrize("seed", few(range(50), 3))
def test_who_waits_for_a_friend_plays_on_and_has_the_own_game_back(seed, tmp_path, broker):
    """The friend joins after a while, two times in three during a game against a level: the page shows the friend's
    game, then returns to the other."""
    ends = ane, bo = guests(tmp_path, "Ane", "Bo", seed=seed + 1)
    link = invite(ane, "norwegian", BROKER)
    if seed % 3:
        ane.say(**BEGIN)
        ane.play(10 * (seed % 7 + 1))
    own = ane.lines
    bo.say(do="far_open", text=link, name="Bo")
    broker.carry(ends, 120)
    assert ane.v["mode"] == bo.v["mode"] == "far" and ane.v["far"]["game"] and ane.v["you"] == "A"
    broker.play(ends, 60)
    assert len(ane.lines) > 12 and ane.lines == bo.lines and not ane.errors and not bo.errors
    ane.say(do="far", what="leave")
    assert ane.v["far"] is None and ane.lines[: len(own)] == own  # the level may have moved meanwhile


def under_way(turns: int, tmp_path, broker) -> tuple:
    """Ane, who has played so many turns alone before, and Bo in a far game; and Ane's archive."""
    archive = Archive(tmp_path / "games")
    (bo,) = guests(tmp_path, "Bo")
    ane = begun(turns, archive=archive, far=far_page(tmp_path / "Ane"))
    bo.say(do="far_open", text=invite(ane, broker=BROKER), name="Bo")
    broker.carry([ane, bo], 120)
    broker.play([ane, bo], 30)
    return ane, bo, archive


def test_a_resigned_far_game_is_kept_as_won_and_a_new_one_as_unfinished(tmp_path, broker):
    ane, bo, archive = under_way(0, tmp_path, broker)
    (before,) = archive.entries()
    bo.say(do="far", what="resign")
    broker.carry([ane, bo])
    for after in archive.entries() + Archive(tmp_path / "games").entries():
        assert (before["result"], after) == ("*", dict(before, result="A"))
    assert ", B resigned\n" in archive.read(before["name"]) and read_records(archive.read(before["name"]))


def test_a_far_game_at_the_board_has_its_whole_record_and_one_file(tmp_path, broker):
    """A led board knows the turns since it was led there, and follows for some moments more when the page has left."""
    ane, bo, archive = under_way(40, tmp_path, broker)
    whole = bo.lines
    ane.say(do="behind", what="board")
    broker.carry([ane, bo], 60)
    assert ane.v["mode"] == "far" and len(whole) > 3 and ane.lines == whole
    table, late = ane.room.behind.board.table, []
    table.send, send = late.append, table.send
    ane.say(do="far", what="leave")
    ane.pass_ms(40)
    table.send = send
    for line in late:
        table.send(line)
    ane.pass_ms(1000)
    turns = [sum(line[:2] != "0 " for line in lines) for lines in (whole, ane.lines)]
    assert late and sorted(entry["turns"] for entry in archive.entries()) == sorted(turns)


def test_a_board_led_through_many_games_is_listened_to_once(tmp_path, broker):
    """Each abandoned game would have kept collecting the board's events."""
    ane, bo = guests(tmp_path, "Ane", "Bo")
    ane.say(do="behind", what="board")
    ane.pass_ms(50)
    counts = []
    for _ in range(3):
        bo.say(do="far_open", text=invite(ane, broker=BROKER), name="Bo")
        broker.carry([ane, bo], 120)
        assert ane.v["mode"] == "far"
        counts.append(len(ane.room.behind.board.board._subscribers))
        for guest in (ane, bo):
            guest.say(do="far", what="leave")
        broker.carry([ane, bo], 1)
    assert counts[0] == counts[2]


class AtBoard(Hand):
    """Follows the lights of a real board; pages: the one that mirrors it, and the other's."""

    def __init__(self, table, broker, pages):
        super().__init__(table, "A")
        self.broker, self.pages = broker, pages

    @property
    def game(self):
        return self.pages[0].room.behind.far.game

    @property
    def trouble(self):
        return self.pages[0].v["far"]

    def pass_time(self):
        self.pages[1].play()
        self.broker.carry(self.pages, 5)


def test_a_real_board_plays_with_somebody_elsewhere(tmp_path, broker):
    """Its own turn is sent, and the opponent's is led. (In 20 turns 1 side of 300 threw no dal.)"""
    table = Table(seed=3)
    table.older = ""  # as of a RemovableBoard
    table.plug_in()
    (bo,) = guests(tmp_path, "Bo")
    ane = Guest(board=Backend(table, slow=False), play=None, far=far_page(tmp_path / "Ane"))
    bo.say(do="far_open", text=invite(ane, broker=BROKER), name="Bo")
    broker.carry([ane, bo], 120)
    hand = AtBoard(table, broker, [ane, bo])
    for _ in range(40):
        hand.turn()
    turns = [event for event in table.events if event["ev"] == "turn"]
    played = {f"{turn['player']} {turn['throw']} {turn['turn']}" for turn in turns}
    assert {turn["player"] for turn in turns if turn["turn"] != "--"} == {"A", "B"}
    hand.wait(lambda: played <= {line.partition(" ")[2] for line in bo.lines})


def test_what_another_program_does_with_the_seat_is_shown(tmp_path):
    """Two pages have one folder, as a page and a command may."""
    first, second, bo = guests(tmp_path, "Ane", "Ane", "Bo")
    letter = letter_of(bo, invite(first))
    second.say(do="far_go", game=links_of(first)["name"])
    second.say(do="far_open", text=letter, name="")
    first.pass_ms(1100)
    assert first.v["far"]["game"] and first.v["far"]["state"] == second.v["far"]["state"]
    answer = letter_of(second)
    first.pass_ms(1100)
    assert links_of(first)["letter"] == answer and first.lines == second.lines and not first.errors


def test_the_older_of_two_devices_plays_here_again(tmp_path, broker):
    ane, bo = over(broker, tmp_path)
    broker.play([ane, bo], 20)
    shutil.copytree(tmp_path / "Ane", tmp_path / "phone")
    (phone,) = guests(tmp_path, "phone")
    phone.say(do="far_go", game=links_of(ane)["name"])
    ends = [phone, ane, bo]
    broker.carry(ends, 120)
    broker.play(ends, 10)
    broker.carry(ends, 200)  # a turn that ends by itself is told first
    looks_on, plays = sorted((ane, phone), key=lambda guest: not guest.v["far"]["here"])
    assert looks_on.v["far"]["here"] and not plays.v["far"]["here"] and not looks_on.v["you"]
    assert looks_on.v["far"]["notes"][0]["en"] == PLAYED and looks_on.lines == plays.lines == bo.lines
    looks_on.say(do="far", what="resign")
    assert looks_on.errors[-1] == PLAYED
    looks_on.say(do="far", what="here")
    looks_on.room.behind.far.inbox += [what for what in broker.kept.items() if what[0].endswith("/a")]  # on its way
    broker.carry(ends, 20)
    assert plays.v["far"]["here"] and not looks_on.v["far"]["here"]
    count = len(ane.lines)
    broker.play(ends, 20)
    assert len(ane.lines) > count and ane.lines == bo.lines == phone.lines


def test_a_whole_game_by_hand_whose_seat_moves(tmp_path):
    """No broker, no server: each page makes a letter to send. A seat goes to another device by its file."""
    ane, bo, phone = guests(tmp_path, "Ane", "Bo", "phone")
    letter = invite(ane, "norwegian")
    for count in range(4000):  # games are random: one in some 500 is longer than 400 turns
        guest = (bo, ane)[count % 2]
        if count in (11, 31):  # with a letter of Bo's on its way
            moved = ane.ask("far", what="file")
            assert moved["name"] == links_of(ane)["name"] + ".far"
            phone.say(do="far_open", text=moved["text"][:-40], name="")
            assert "damaged" in phone.errors[-1]
            phone.say(do="far_open", text=moved["text"], name="")
            phone.pass_ms(50)
            assert phone.lines == ane.lines and len(phone.errors) == 1
            ane, phone = phone, ane
            guest = ane
        before, letter = letter, letter_of(guest, letter)
        assert links_of(guest)["look"] == "" and links_of(guest)["title"]["en"].startswith(("Ane", "Bo")[guest is bo])
        if count % 7 == 3:  # a repeated letter does no harm
            assert letter_of(guest, before) == letter
        guest.say(do="far", what="handed")
        if guest.v["far"]["over"]:
            break
        assert guest.v["far"]["state"] == "waiting"
    other = (ane, bo)[count % 2]
    other.say(do="far_open", text=letter, name="")
    assert other.v["far"]["over"] and ane.lines == bo.lines and len(ane.lines) > 30
    assert ane.v["far"]["winner"] == bo.v["far"]["winner"] != "" and not bo.errors
    assert [guest.v["you"] for guest in (ane, bo)] == ["A", "B"]  # the page tells its end from there


def test_what_cannot_be_opened_is_said_in_words_and_changes_nothing(tmp_path):
    ane, bo, other = guests(tmp_path, "Ane", "Bo", "other")
    invitation = invite(ane)
    for text, why in ((invitation[:60], "not whole"), ("#far=1&game=x&seat=b", "no message"), ("", "no message")):
        bo.say(do="far_open", text=text, name="Bo")
        assert why in bo.errors[-1] and bo.v["far"] is None and not list(tmp_path.glob("Bo/*.far"))
    asks = bo.ask("far_open", text=f"Hi! https://site.example/#{invitation}.", name="")["far_asks"]
    assert (asks["name"], asks["rules"], asks["broker"]) == ("Ane", "danish", "") and not list(
        tmp_path.glob("Bo/*.far")
    )
    letter = letter_of(bo, invitation)
    for guest, text, why in (
        (ane, letter[:-3], "not whole"),
        (ane, invitation, "your own"),
        (other, letter, "not on this device"),
    ):
        guest.say(do="far_open", text=text, name="")
        assert why in guest.errors[-1]
    assert letter_of(ane, letter) and ane.v["far"]["game"] and len(ane.errors) == 2


@pytest.mark.parametrize("first", ["A", "B"])
def test_a_win_is_told_and_a_rematch_rides_in_the_last_letter(first, tmp_path):
    """Bo gives up by hand; one of them presses Play again."""
    ends = ane, bo = guests(tmp_path, "Ane", "Bo")
    ane.say(do="far_open", text=letter_of(bo, invite(ane)), name="")
    ane.say(do="far", what="resign")
    assert ane.v["far"]["over"] and ane.v["far"]["state"] == "letter"  # due before over
    if first == "A":
        ane.say(do="far", what="again")
        assert links_of(ane)["title"]["en"] == "Ane has resigned"
    letter = letter_of(ane)
    ane.say(do="far", what="handed")
    assert ane.v["far"]["state"] == ("over" if first == "B" else "waiting")
    bo.say(do="far_open", text=letter, name="")
    assert bo.v["far"]["state"] == "over" and bo.v["far"]["invited"] == (first != "B")
    bo.say(do="far", what="again")
    ane.say(do="far_open", text=letter_of(bo), name="")
    if first == "B":
        assert ane.v["far"]["invited"]
        ane.say(do="far", what="again")
        bo.say(do="far_open", text=letter_of(ane), name="")
    for _ in range(3):
        for guest, other in ((ane, bo), (bo, ane)):
            if guest.v["far"]["state"] in ("turn", "letter"):
                other.say(do="far_open", text=letter_of(guest), name="")
    assert {guest.v["you"] for guest in ends} == {"A", "B"} and ane.v["far"]["game"] and bo.v["far"]["game"]
    assert ane.v["far"]["name"] == bo.v["far"]["name"] and len(ane.lines) > 2 and not ane.errors + bo.errors


@pytest.mark.parametrize("presses", [(0,), (1,), (0, 1)])
def test_a_rematch_over_a_broker_with_somebody_who_looks_on(presses, tmp_path, broker):
    ane, bo = over(broker, tmp_path)
    (eve,) = guests(tmp_path, "Eve")
    eve.say(do="far_open", text=links_of(ane)["look"], name="")
    ends = [ane, bo, eve]
    broker.carry(ends, 20)
    broker.play(ends, 10)
    assert eve.v["far"]["state"] == "look" and eve.lines == ane.lines and eve.v["you"] == ""
    eve.say(do="far", what="resign")
    assert "look on" in eve.errors[-1]
    bo.say(do="far", what="resign")
    broker.carry(ends, 20)
    old = ane.v["far"]["name"]
    for k in presses:
        ends[k].say(do="far", what="again")
    broker.carry(ends, 20)
    for guest in ends[:2]:
        if guest.v["far"]["state"] == "over":
            assert guest.v["far"]["invited"]
            guest.say(do="far", what="again")
    broker.carry(ends, 200)
    broker.play(ends, 20)
    assert len({guest.v["far"]["name"] for guest in ends}) == 1 and ane.v["far"]["name"] != old
    assert ane.lines == bo.lines == eve.lines and len(ane.lines) > 4 and not ane.errors + bo.errors
