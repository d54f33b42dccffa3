"""The parts of the server without a network: frames, seats, hands, the button, what pages receive, who is let in."""

import json

import pytest

import config
from daldos.odds import capture_odds
from daldos.position import parse_position
from daldos.rules import parse_rules
from daldos.selfplay import selfplay_lines
from host.sim.button import MIN_SCANS, HeldButton
from host.sim.fake_board import FakeBoard
from host.sim.own_hands import HandError, Hands
from host.sim.table import Table
from host.web.adviser import odds
from host.web.backend import Backend, TableBackend
from host.web.boat import boat
from host.web.commands import WAITING_MAX, parse
from host.web.frames import FrameError
from host.web.gate import EACH_MAX, OWN, PAGES_MAX, Gate, Places, is_local
from host.web.pages import Room
from host.web.replay import ReplayError, replay_of
from host.web.seats import Seats
from host_tests.visitor import Visitor

# --- frames ---------------------------------------------------------------------------------------------------------

BAD = [
    "",
    "x",
    "[]",
    "null",
    "1e999",
    "NaN",
    '"lift"',
    "{}",
    b"{}",
    '{"do": 1}',
    '{"do": ["lift"]}',
    '{"do": "quit"}',
    '{"do": "lift"}',
    '{"do": "lift", "hand": 0, "hole": "A1", "more": 1}',
    '{"do": "lift", "hand": true, "hole": "A1"}',
    '{"do": "lift", "hand": 10, "hole": "A1"}',
    '{"do": "lift", "hand": 0.0, "hole": "A1"}',
    '{"do": "lift", "hand": 0, "hole": {"a": 1}}',
    '{"do": "hover", "hand": 0, "x": NaN, "y": 0, "hole": null}',
    '{"do": "hover", "hand": 0, "x": 1e300, "y": 0, "hole": null}',
    '{"do": "take", "hand": 0, "side": ["A"]}',
    '{"do": "button", "down": 1}',
    '{"do": "board", "line": "undo"}',
    '{"do": "board", "line": {"do": "' + "x" * 600 + '"}}',
    '{"do": "show", "what": [{}]}',
    '{"do": "seat", "want": {}}',
    '{"do": "fault", "name": "dead", "args": [[1]]}',
    '{"do": "code", "code": "\\ud83d"}',
    "[" * 5000,
    '{"do": ' + "9" * 6000 + "}",
]


@pytest.mark.parametrize("frame", BAD, ids=range(len(BAD)))
def test_bad_frames(frame):
    with pytest.raises(FrameError):
        parse(frame)


# --- seats ----------------------------------------------------------------------------------------------------------


def test_a_seat_is_taken_by_who_plays_here_and_kept_for_who_comes_back():
    seats = Seats()
    for page in "12":
        seats.enter(page, True)
    seats.leave("1")
    seats.enter("3", True)
    assert seats.player is None
    seats.enter("1", True)
    assert seats.player == "1"
    seats.take("2")
    seats.leave("1")
    assert seats.player == "2"
    for page in "23":
        seats.leave(page)
    seats.enter("4", True)  # alone
    assert seats.player == "4"


# --- hands ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def hands():
    board = FakeBoard(seed=1)
    board.setup("start")
    return Hands(board)


def test_a_piece_on_its_way(hands):
    hands.lift("p", 0, "A1")
    assert hands.view() == [["p", 0, "A", None, "A1", None]]
    hands.hover("p", 0, 20.04, -3, "M2")
    assert hands.view() == [["p", 0, "A", [20.0, -3], "A1", "M2"]]
    hands.place("p", 0, "M3")
    assert hands.view() == [] and chr(hands.board.occupancy()[18]) == "A"


def test_a_capture_goes_to_its_tray(hands):
    hands.lift("p", 0, "A1")
    hands.place("p", 0, "B4")
    assert (len(hands.tray("A")), len(hands.tray("B"))) == (0, 1)
    hands.take("p", 0, "B")
    assert len(hands.tray("B")) == 0
    hands.toss("p", 0)
    assert len(hands.tray("B")) == 1


@pytest.mark.parametrize(
    "deed",
    [
        lambda hands: hands.lift("p", 0, "M1"),
        lambda hands: hands.lift("p", 0, "Z1"),
        lambda hands: hands.place("p", 0, "M1"),
        lambda hands: hands.take("p", 0, "A"),
        lambda hands: [hands.lift("p", 0, "A1"), hands.lift("p", 0, "A2")],
        lambda hands: [hands.lift("p", 0, "A1"), hands.place("p", 0, "A2")],
    ],
)
def test_what_no_hand_can_do(hands, deed):
    with pytest.raises(HandError):
        deed(hands)


# --- the button -----------------------------------------------------------------------------------------------------


def test_a_short_click_is_long_enough():
    button = HeldButton()
    button.set(True)
    button.set(False)
    levels = [button.level() for _ in range(3 * MIN_SCANS)]
    assert levels == [True] * MIN_SCANS + [False] * 2 * MIN_SCANS
    assert MIN_SCANS * config.SCAN_MS > 2 * config.BUTTON_MS


# --- the room -------------------------------------------------------------------------------------------------------


@pytest.fixture
def room():
    backend = TableBackend(Table(seed=1))
    backend.start()
    room = Room(backend, code="ABCD-EFGH")
    room.look()
    return room


def run(room, scans=20):
    for _ in range(scans):
        room.tick(10)
    room.look()


def test_an_onlooker_cannot_move(room):
    player, onlooker = Visitor(room), Visitor(room)
    onlooker.say(do="lift", hand=0, hole="A1")
    onlooker.say(do="button", down=True)
    run(room)
    assert onlooker.v["stand"][0] == "a"
    assert "looks on" in onlooker.errors[0]
    player.say(do="lift", hand=0, hole="A1")
    run(room)
    player.take()
    onlooker.take()
    assert player.v["stand"][0] == onlooker.v["stand"][0] == "."
    assert player.v == onlooker.v


def test_a_page_that_comes_back_has_its_seat_and_its_pieces_go_back(room):
    player, other = Visitor(room), Visitor(room)
    for hand, hole in enumerate(("A1", "B4")):
        player.say(do="lift", hand=hand, hole=hole)
    player.say(do="button", down=True)
    run(room)
    player.take()
    assert player.v["stand"].count(".") == 17 + 2
    room.close(player.page)
    again = Visitor(room, token=player.token)
    run(room)
    again.take()
    assert room.entrance.seats.player == again.page.name != other.page.name
    assert again.v["stand"].count(".") == 17 and not again.v["down"]


def test_a_token_in_use_is_not_taken_over(room):
    player = Visitor(room)
    copy = Visitor(room, token=player.token)
    assert copy.page.name != player.page.name and room.entrance.seats.player == player.page.name


def test_from_elsewhere_only_with_the_code(room):
    far, other = Visitor(room, local=False), Visitor(room, local=False)
    assert room.entrance.seats.player is None
    far.say(do="seat")
    assert room.entrance.seats.player is None and len(far.errors) == 1
    far.say(do="code", code="wrong")
    assert room.entrance.seats.player is None and "not the code" in far.errors[-1]
    far.say(do="code", code="abcd efgh")
    other.say(do="seat")
    assert room.entrance.seats.player == far.page.name and len(other.errors) == 1


def test_nothing_before_hello(room):
    page = room.open(True, lambda: None)
    room.receive(page, '{"do": "button", "down": true}')
    assert "hello" in room.frame(page)["error"]["en"] and room.frame(page) is None


def test_what_waits_for_the_board_is_bounded(room):
    player = Visitor(room)
    for _ in range(WAITING_MAX + 50):
        room.receive(player.page, '{"do": "button", "down": false}')
    player.take()
    assert len(room.commands) == WAITING_MAX
    assert player.errors == ["too much at once"]


def test_for_a_page_that_reads_nothing_the_newest_alone_waits(room):
    player, deaf = Visitor(room), room.open(True, lambda: None)
    room.receive(deaf, '{"do": "hello", "token": "", "code": "", "rules": ""}')
    for number in range(100):
        player.say(do="button", down=number % 2 == 0)
        room.receive(deaf, '{"do": "button", "down": true}')
        run(room)
    assert len(deaf.out) == 2  # its name, and the last refusal
    frames = [room.frame(deaf) for _ in range(4)]
    assert json.loads(frames[2])["v"]["down"] is False and frames[3] is None


def test_what_was_sent_before_a_hand_over_is_not_done_after_it(room):
    player, other = Visitor(room), Visitor(room)
    player.say(do="lift", hand=0, hole="A1")
    other.say(do="seat")
    run(room)
    player.take()
    assert player.v["stand"][0] == "a" and player.v["hands"] == []


# --- who is let in --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "origin", "socket", "house", "let_in"),
    [
        ("localhost:8017", None, False, False, True),
        ("127.0.0.1:8017", None, False, False, True),
        ("[::1]:8017", "http://[::1]:8017", True, False, True),
        ("LOCALHOST:8017", "http://LOCALHOST:8017", True, False, True),
        ("localhost:8017", None, True, False, False),
        ("localhost:8017", "http://localhost:8018", True, False, False),
        ("localhost:8017", "https://localhost:8017", True, False, False),
        ("localhost:8017", "null", True, False, False),
        ("localhost:8017", "http://evil.example", False, False, False),
        ("localhost:8018", None, False, False, False),
        ("localhost", None, False, False, False),
        ("localhost.evil.example:8017", None, False, False, False),
        ("evil.example:8017", None, False, False, False),
        ("evil.example:8017", None, False, True, False),
        ("192.168.1.7:8017", None, False, False, False),
        ("192.168.1.7:8017", "http://192.168.1.7:8017", True, True, True),
        ("192.168.1.7:8017", "http://192.168.1.8:8017", True, True, False),
        ("", None, False, True, False),
        (None, None, False, True, False),
    ],
)
def test_the_gate(host, origin, socket, house, let_in):
    assert (Gate(8017, house).refuses(host, origin, socket) is None) == let_in


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.0.0.1", True),
        ("127.5.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("10.0.0.5", False),
        ("x", False),
    ],
)
def test_what_is_local(address, local):
    assert is_local(address) == local


def test_readings_come_again_from_a_board_that_was_unplugged():
    table = Table(seed=1)
    backend = Backend(table)
    for _ in range(2):
        table.plug_in()
        backend.events()
        backend.extras({"bars"})
        table.wait(1000)
        assert len(backend.extras({"bars"})["bars"]) == 49
        table.plug_out()
        backend.advance(20)
        assert backend.extras({"bars"}) == {"bars": []}


def test_the_trays_lie_beside_the_boat_as_far_on_one_side_as_on_the_other():
    shape = boat("socket")
    (a, a_high), (b, b_high) = shape["trays"]["A"], shape["trays"]["B"]
    sides = [y for _, y in shape["outline"]]
    assert a + a_high == -b and a_high == b_high > 0
    assert b - max(sides) == min(sides) - a - a_high > 0


# --- replay and odds ------------------------------------------------------------------------------------------------


def test_a_record_gone_through():
    text = "\n".join(selfplay_lines(parse_rules("norwegian"), 1, 3)) + "\n"
    replay = replay_of(text)
    count = sum(line[:1].isdigit() and line[:2] != "0 " for line in text.splitlines())
    assert len(replay["steps"]) == count + 1
    assert replay["steps"][0]["stand"] == "aaaaaaaaaaaa....................." + "bbbbbbbbbbbb...."
    beaten = "aA" if replay["result"] == "B" else "bB"
    assert not set(replay["steps"][-1]["stand"]) & set(beaten)


@pytest.mark.parametrize("opening", ["", "0 A 24\n0 B 13\n"])
def test_a_record_of_a_game_begun_at_a_position_is_gone_through(opening):
    start = "........aaaaaaaa/...A.....B..A..../.......bbbbbbbbb"
    text = f"Rules: danish\nStart: {start} A -\nResult: *\n\n{opening}1 A 24 M4xM10\n"
    replay = replay_of(text)
    after = "........aaaaaaaa/.........A..A..../.......bbbbbbbbb"
    assert [step["stand"] for step in replay["steps"]] == [rows.replace("/", "") for rows in (start, after)]
    assert [step["turn"] for step in replay["steps"]] == ["", "M4xM10"]


@pytest.mark.parametrize(
    "text", ["", "hello", "Rules: danish\n\n1 A 12 A1-M3\n", "Rules: danish\n\n0 A 24\n0 B 13\n1 A 24 A1-M3\n"]
)
def test_no_record(text):
    with pytest.raises(ReplayError):
        replay_of(text)


@pytest.mark.parametrize("distance", [3, 4, 5, 6])
def test_chances_agree_with_the_engine_where_no_dal_dal_helps(distance):
    # the engine also counts a dal-dal's extra throws, so it is never lower
    row = ["."] * 17
    row[0], row[distance] = "A", "B"
    at = parse_position("a..............." + "/" + "".join(row) + "/" + "." * 16 + " A -", parse_rules("danish"))
    top, bottom, _ = capture_odds((distance,))
    chance = odds(at)[f"M{distance + 1}"]
    assert top / bottom - 1 / 16 <= chance <= top / bottom


def test_no_other_machine_takes_all_places():
    places = Places()
    hosts = ["192.168.0.7", "fe80::1", "10.0.0.3", "10.0.0.4", "10.0.0.5"]
    for host in hosts:
        for _ in range(PAGES_MAX):
            if not places.full(host, known=False):
                places.enter(host)
    taken = [places.full(host, known=False) for host in [*hosts, "10.0.0.9"]]
    assert all(taken)
    for _ in range(OWN):
        assert not places.full("127.0.0.1", known=False)
        places.enter("127.0.0.1")
    assert places.full("::1", known=False) and not places.full("::1", known=True)
    for _ in range(EACH_MAX):
        places.leave("fe80::1")
    assert not places.full("fe80::1", known=False)
