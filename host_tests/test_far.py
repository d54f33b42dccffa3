"""Far games over real brokers, their files, and `daldos verify`."""

import asyncio
import contextlib
import functools
import os
import random
import re
import sys
from pathlib import Path

import pytest

from companion.console.phases import FAR, PLAY
from companion.far.chain import sha256
from companion.far.end import End
from companion.far.link import Link
from companion.far.messages import seal, topic_of
from host.cli.far import _found
from host.far.address import Address, AddressError, is_local
from host.far.files import FileError, SeatFiles
from host.far.log import linked
from host.far.play import FarTable, Player, play
from host.far.post import Allowance, Mailbox
from host.far.relay import carry
from host.far.verify import folded, report
from host_tests.conftest import DALDOS, ROOT, daldos
from lab.campaigns import letters
from lab.figures import Figures
from lab.mosquitto import CERTIFICATE

TIMEOUT_S = 120
SHORT = "cerne-abbey,n=11,lose_at=1"  # rules of short games


def make_link(broker="mqtt://localhost", seed=1):
    return Link.new(broker, random.Random(seed).randbytes(32))


@functools.cache
def played(seed):
    """The fold of a game of the campaign; its link is make_link(seed=seed)."""
    return letters.play(seed, Figures())


@contextlib.contextmanager
def end_file(folder, link, brought=b""):
    """The file of the link's seat, locked."""
    file = SeatFiles(folder).seat(link)
    try:
        file.take()
        yield file.open(brought)
    finally:
        file.release()


# --- files ------------------------------------------------------------------------------------------------------------


def test_whoever_comes_late_does_not_undo_what_is_held():
    post, other = Mailbox(make_link(), End(make_link(), sha256(b"a")), None), End(make_link().other(), sha256(b"b"))
    post.up = True
    post.look_at("M10")
    post.end.unsaid = True  # somebody has come who may not know of it
    post.step(0)
    for topic, payload, *_ in post.outbox:
        other.present(topic, payload)
    assert other.other_at == "M10"


def test_a_file_that_is_torn_anywhere_keeps_its_whole_lines(tmp_path):
    link = make_link()
    one, two = ("daldos/1/x/a/0", "one"), ("daldos/1/x/a/1", "two")
    with end_file(tmp_path, link) as kept:
        kept.add([one])
        secret = kept.secret
        with pytest.raises(FileError, match="another end"):
            end_file(tmp_path, link).__enter__()
    path = tmp_path / f"{link.game}-a.far"
    assert os.name == "nt" or path.stat().st_mode & 0o077 == 0
    whole = path.read_bytes()
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        with end_file(tmp_path, link) as kept:
            kept.add([two])
        with end_file(tmp_path, link) as kept:
            assert len(kept.secret) == 32 and kept.messages == [one] * (size == len(whole)) + [two], size
    assert kept.secret == secret


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"nonsense\n", "line 1"),
        (b"secret xyz\n", "line 1: expected"),
        (b"taken x\n", "line 1: expected"),
        (b"#far=1&seat=q\n", "seat"),
        (b"\xff\n", "byte 1"),
        (b"daldos/1/a/a/0 x\n", "no link and secret"),
        (f"{make_link().other().text()}\nsecret {64 * '0'}\n".encode(), "another game or seat"),
    ],
)
def test_a_file_that_is_not_an_ends(tmp_path, text, why):
    link = make_link()
    (tmp_path / f"{link.game}-a.far").write_bytes(text)
    with pytest.raises(FileError, match=why), end_file(tmp_path, link):
        pass


def test_a_seat_that_has_moved_is_gone_on_with_at_a_terminal(tmp_path):
    link = make_link("post:")
    with end_file(tmp_path / "left", link) as kept:
        post = Mailbox(link, End(link, kept.secret, "Ane", called=kept.called), kept)
        post.step(0.0)
        post.move()
    said = []
    table = FarTable(SeatFiles(tmp_path / "left"), Player(), said.append)
    table.open(link, "Ane")
    table._tell()
    table.leave()
    assert len(said) == 1 and "has moved" in said[0]
    path = tmp_path / "saved (1).far"
    path.write_text(post.moved + "\n")
    for told in (str(path), post.moved):
        found, folder, brought = _found(told, str(tmp_path))
        with end_file(Path(folder), found, brought) as again:
            assert (again.secret, again.messages) == (kept.secret, kept.messages + list(post.fold.lines()))
            assert again.called[:3] > kept.called[:3] and not again.moved
        next(tmp_path.glob(f"{link.game}*")).unlink()
    with end_file(tmp_path, link) as other:  # who has played from here with another secret plays on
        Mailbox(link, End(link, other.secret, "Ane"), other).step(0.0)
    with pytest.raises(FileError, match="another end"), end_file(tmp_path, link, linked(post.moved)[1]):
        pass


# --- verify -----------------------------------------------------------------------------------------------------------


def log_of(tmp_path, fold, link=None, change=lambda lines: lines):
    lines = change([f"{topic} {payload}" for topic, payload in fold.lines()])
    path = tmp_path / "game.far"
    path.write_text("\n".join(([link.text()] if link else []) + lines) + "\n", encoding="ascii")
    return path


def test_verify_says_what_is_proved_and_what_not(tmp_path):
    fold = played(3)
    link = make_link(seed=3)
    told = "\n".join(report(log_of(tmp_path, fold, link)))
    for said in ("MACs are right", f"{len(fold.throws)} throws", "Not proved", fold.winner + " has won"):
        assert said in told
    assert "MACs not checked" in "\n".join(report(log_of(tmp_path, fold)))
    lines = report(log_of(tmp_path, fold, link, lambda lines: random.Random(1).sample(lines, len(lines))))
    assert "\n".join(lines) == told  # in any order


@pytest.mark.parametrize("keyed", [True, False])
def test_verify_finds_a_die_and_a_letter_that_was_changed(tmp_path, keyed):
    fold, link = played(3), make_link(seed=3)

    def another_link(lines):
        k = next(k for k, line in enumerate(lines) if '"t": 5,' in line)
        topic = lines[k].split(" ")[0]
        lines[k] = f"{topic} {seal(link.key, topic, [('do', 'link'), ('t', 5), ('x', '0' * 64)])}"
        return lines

    with pytest.raises(ValueError, match="broken at .*SHA-256"):
        report(log_of(tmp_path, fold, link if keyed else None, another_link))
    if keyed:
        with pytest.raises(ValueError, match="message 4: .* MAC is wrong"):
            report(log_of(tmp_path, fold, link, lambda lines: [*lines[:3], lines[3].replace("{", "{ "), *lines[4:]]))


def test_verify_on_the_command_line(tmp_path):
    fold = played(3)
    path = log_of(tmp_path, fold)
    good = daldos("verify", path)
    assert good.returncode == 0 and "all legal" in good.stdout
    for bad in (tmp_path / "missing", ROOT / "pyproject.toml"):
        done = daldos("verify", bad)
        assert done.returncode == 2 and "Traceback" not in done.stderr and bad.name in done.stderr


def test_the_games_that_are_kept_are_listed(tmp_path):
    assert "No far game" in daldos("far", "games", "--save", tmp_path).stdout
    assert daldos("far", "games", "--save", "x" * 300).returncode == 2
    link = make_link("post:")
    for seat in (link, link.other()):
        with end_file(tmp_path, seat) as kept:
            post = Mailbox(seat, End(seat, kept.secret, seat.seat.upper() * 3), kept)
            post.step(0.0)
            if seat is link:
                invitation = post.letter
            else:
                post.open(invitation)
                post.step(0.0)
    (tmp_path / "bad.far").write_text("nonsense\n", encoding="utf-8")
    lines = daldos("far", "games", "--save", tmp_path).stdout
    assert "AAA: send your message, since 20" in lines and link.other().text() in lines
    assert "B: send your message, since 20" in lines and link.text() + "\n" in lines
    assert "bad.far, line 1" in lines
    over = log_of(tmp_path, played(3), make_link(seed=3))
    assert "over" in daldos("far", "games", "--save", Path(over).parent).stdout


# --- addresses and limits ---------------------------------------------------------------------------------------------


def test_addresses():
    at = Address.parse("wss://me:p%40ss@broker.example/path")
    assert (at.host, at.port, at.path, at.user, at.password) == ("broker.example", 443, "/path", "me", "p@ss")
    at = Address.parse("mqtt://192.168.1.5:1884")
    assert (at.host, at.port, at.path, at.encrypted) == ("192.168.1.5", 1884, "/mqtt", False)
    assert Address.parse("ws://[::1]:9001").host == "::1" and Address.parse("mqtts://[2001:db8::1]").port == 8883
    for local in ("localhost", "127.0.0.1", "10.0.0.3", "172.31.0.1", "::1", "fd12::1", "boat.local", "boat"):
        assert is_local(local)
    for far_away in ("8.8.8.8", "broker.example", "2001:4860:4860::8888", "172.32.0.1", "fc::1", "::ffff:8.8.8.8"):
        assert not is_local(far_away)
    for number in ("134744072", "0x8080808", "8.8.2056", "10.8.8", "010.8.8.8", "10.0.0.256", "boat."):  # 8.8.8.8 too
        assert not is_local(number)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mqtt://broker.example", "mqtts://"),
        ("ws://8.8.8.8:80/x", "wss://"),
        ("http://localhost", "mqtt"),
        ("mqtt://", "host"),
        ("mqtt://localhost:99999", "port '99999'"),
        ("mqtt://localhost:1x", "port '1x'"),
        ("ws://localhost:0", "port '0'"),
        ("ws://loc%61lhost", "host"),
        ("mqtt://[::1", "host"),
    ],
)
def test_addresses_that_do_not_do(address, why):
    with pytest.raises(AddressError, match=why):
        Address.parse(address)


def test_a_flood_is_cut_to_the_allowance():
    allowance = Allowance(10, 2.0)
    assert sum(allowance.take(0.0) for _ in range(100)) == 10
    assert sum(allowance.take(3.0) for _ in range(100)) == 6


@pytest.mark.parametrize("save", ["/proc", "/proc/x", "/dev/null"])
def test_where_nothing_can_be_kept_there_are_no_links(save):
    done = daldos("far", "new", "--broker", "mqtt://localhost", "--save", save)
    assert (done.returncode, done.stdout) == (2, "") and len(done.stderr.splitlines()) == 1 and save in done.stderr


# --- real brokers -----------------------------------------------------------------------------------------------------


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, TIMEOUT_S))


async def two(link, tmp_path, levels=(1, 1), said=None, rules=SHORT, during=None, other_broker=None, games=1):
    """Two levels against each other at the link's game; their folds, when both have ended."""
    other = link.other() if not other_broker else Link(other_broker, link.game, link.key, "b")
    said = said if said is not None else []
    ends = [
        play(link, Player("Ane", rules, level=levels[0], games=games), tmp_path / "a", said.append),
        play(other, Player("Bo", level=levels[1], games=games), tmp_path / "b", lambda line: None),
    ]
    tasks = [asyncio.ensure_future(end) for end in ends]
    if during:
        tasks.append(asyncio.ensure_future(during()))
    try:
        return (await asyncio.gather(*tasks))[:2]
    finally:
        for task in tasks:
            task.cancel()


def test_two_levels_an_onlooker_and_a_rematch_over_mqtt_and_websocket(mosquitto, tmp_path):
    link = make_link(f"mqtt://127.0.0.1:{mosquitto.port}")
    said, seen = [], []

    async def look():
        seen.append(await play(link.look(), Player(), tmp_path / "look", lambda line: None))

    ws = f"ws://127.0.0.1:{mosquitto.ws_port}/mqtt"
    a, b = run(two(link, tmp_path, (2, 1), said, other_broker=ws, games=2, during=look))
    assert a.game.winner and a.record() == b.record() and a.winner + " has won." in said
    # the rematch has the same rules and the sides changed
    assert [seat.sit["name"] for seat in a.seats] == ["Bo", "Ane"] and a.name == link.rematch().game
    assert a.game.rules.text == SHORT
    # the onlooker has seen the first game, but saved and sent nothing
    first = [folded(tmp_path / seat / f"{link.game}-{seat}.far")[0] for seat in "ab"]
    assert first[0].record() == first[1].record() == seen[0].record() and not (tmp_path / "look").exists()
    for seat in "ab":
        told = "\n".join(report(tmp_path / seat / f"{link.game}-{seat}.far"))
        assert "MACs are right" in told and f"{first[0].winner} has won" in told


def test_a_flood_does_no_harm_and_a_seat_without_its_file_stops(mosquitto, tmp_path, monkeypatch):
    import aiomqtt

    monkeypatch.setattr("host.far.post.LOOK_AFTER_S", 0.5)
    taken, take = [], End.take
    monkeypatch.setattr(End, "take", lambda end, *message: taken.append(message[0]) or take(end, *message))
    link = make_link(f"mqtt://127.0.0.1:{mosquitto.port}")
    topics = [topic_of(link.game, "ab"[k % 2], k) for k in range(200)]

    async def flood():
        async with aiomqtt.Client("127.0.0.1", mosquitto.port) as client:
            for k in range(2000):
                await client.publish(topics[k % 200] + ("/x" if k % 3 else ""), os.urandom(k % 900), qos=0)

    a, b = run(two(link, tmp_path, during=flood))
    assert a.game.winner and a.record() == b.record() and any(topic.endswith("/x") for topic in taken)
    said = []

    async def main():
        typed = asyncio.Queue()
        again = asyncio.ensure_future(play(link, Player("A"), tmp_path / "empty", said.append, stdin=typed))
        while not any("not sent from here" in line for line in said):
            await asyncio.sleep(0.01)
        typed.put_nowait("quit")
        return await again

    fold = run(main())
    assert not [line for line in fold.lines() if "/a/" in line[0]]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the client leaves a socket open
@pytest.mark.parametrize(
    ("host", "trusted", "why"),
    [("localhost", True, ""), ("127.0.0.1", True, "IP address mismatch"), ("localhost", False, "self.signed")],
)
def test_a_certificate_is_verified_by_name(mosquitto, monkeypatch, host, trusted, why):
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    post = Mailbox(make_link(f"mqtts://{host}:{mosquitto.tls_port}").look(), None, None)

    async def main():
        way = asyncio.ensure_future(carry(post))
        while not post.inbox:
            await asyncio.sleep(0.01)
        way.cancel()

    run(main())
    assert post.inbox[0][0] is None and re.search(why, post.inbox[0][1]) and bool(why) == bool(post.inbox[0][1])


# --- never two truths -------------------------------------------------------------------------------------------------


def test_a_game_that_is_broken_ends_the_command_with_a_reason(tmp_path):
    """The other seat sits down under other rules."""
    link = make_link("post:")
    topic = topic_of(link.game, "b", 0)
    sit = {"do": "sit", "v": 1, "rules": "danish", "tip": "0" * 64, "name": "Bo", "turn_s": 0}
    with end_file(tmp_path, link) as kept:
        end = End(link, kept.secret, "Ane", "norwegian")
        kept.add([end.due(), (topic, seal(link.key, topic, list(sit.items())))])
    done = daldos("far", "join", link.text(), "--level", "1", "--save", tmp_path)
    assert done.returncode != 0 and done.stderr.count("\n") == 1
    assert "the game is broken" in done.stderr and "rules" in done.stderr


# --- others' clients --------------------------------------------------------------------------------------------------


def test_a_client_of_100_lines_plays_a_game(mosquitto, tmp_path):
    client = ROOT / "examples/far_client.py"
    assert len(client.read_text(encoding="utf-8").splitlines()) <= 100
    link = make_link(f"mqtt://127.0.0.1:{mosquitto.port}")

    async def main():
        env = {**os.environ, "PYTHONPATH": str(ROOT / "firmware/lib")}
        other = await asyncio.create_subprocess_exec(sys.executable, str(client), link.other().text(), env=env)
        fold = await play(link, Player("Ane", SHORT, level=1), tmp_path / "a", lambda line: None)
        return fold, await other.wait()

    fold, status = run(main())
    assert fold.game.winner and fold.seats[1].sit["name"] == "a client" and status == 0


# --- a wooden board ---------------------------------------------------------------------------------------------------


def test_a_board_on_usb_is_led_at_a_seat(mosquitto, tmp_path):
    """From broker to serial port."""
    from host_tests.serial_board import SerialBoard

    link = make_link(f"mqtt://127.0.0.1:{mosquitto.port}", 3)
    with SerialBoard() as board:
        command = [*DALDOS, "far", "join", link.other().text(), "--board", board.port, "--save", str(tmp_path / "b")]
        session = board.table.app.session

        async def main():
            pipe = asyncio.subprocess.PIPE
            at_board = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=asyncio.subprocess.DEVNULL)
            level = asyncio.ensure_future(play(link, Player("Ane", level=1), tmp_path / "a", lambda line: None))
            while session.mode != FAR or session.match.game.phase != PLAY:  # a led game knows no opening
                await asyncio.sleep(0.05)
            level.cancel()
            at_board.kill()
            await at_board.wait()

        run(main())
        fold, _ = folded(tmp_path / "b" / f"{link.game}-b.far")
        thrown = [turn.position.text() for turn in fold.game]
        positions = [*thrown, *(text[:-2] + "-" for text in thrown), *(turn.result for turn in fold.game)]
        assert session.match.game.position_text() in [*positions, fold.game.position_text()]
