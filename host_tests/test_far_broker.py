"""The relay of `daldos far broker`: what it passes, what it blocks, and that it leaves nothing running."""

import asyncio
import contextlib
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.far.link import Link
from host.far import broker as relays
from host.far.bounds import BURST, EXPIRY_MAX_S, GAMES, Bounds, OutOfBounds, Quota
from host.far.play import Player, play
from host_tests.conftest import NIGHTLY, ROOT
from host_tests.mosquitto import free_port

GAME = "a" * 26
TOPIC = f"daldos/1/{GAME}/a/0"
HERE = f"daldos/1/{GAME}/a/here"


def text(data):
    data = data.encode() if isinstance(data, str) else data
    return len(data).to_bytes(2, "big") + data


def packet(first, body):
    size, head = len(body), b""
    while True:
        head += bytes([size & 127 | (128 if size > 127 else 0)])
        size >>= 7
        if not size:
            return bytes([first]) + head + body


def hello(version=5, flags=2, properties=b"", rest=b""):
    props = bytes([len(properties)]) + properties if version == 5 else b""
    return packet(0x10, text("MQTT") + bytes([version, flags, 0, 30]) + props + text("") + rest)


def will(topic, flags):
    return hello(flags=flags, rest=b"\0" + text(topic) + text("x"))


def publish(topic=TOPIC, flags=1, expiry_s=3600, payload=b"x", qos=0):
    props = b"\x02" + expiry_s.to_bytes(4, "big") if expiry_s else b""
    number = b"\0\7" if qos else b""
    return packet(0x30 | flags | qos << 1, text(topic) + number + bytes([len(props)]) + props + payload)


def subscribe(topic):
    return packet(0x82, b"\0\1\0" + text(topic) + b"\1")


ATTACKS = {  # data sent after a valid CONNECT, unless the row begins with its own
    "another topic": publish("x"),
    "another protocol": publish(f"daldos/2/{GAME}/a/0"),
    "a third seat": publish(f"daldos/1/{GAME}/c/0"),
    "a number with a zero before it": publish(f"daldos/1/{GAME}/a/00"),
    "below a message": publish(f"daldos/1/{GAME}/a/0/x"),
    "the broker's own topics": publish("$SYS/x"),
    "a short name of a game": publish(f"daldos/1/{GAME[1:]}/a/0"),
    "a game in capitals": publish(f"daldos/1/{GAME.upper()}/a/0"),
    "a zero byte in a topic": publish(TOPIC + "\0"),
    "a topic by number": publish("", expiry_s=0),
    "all there is": subscribe("#"),
    "all far games": subscribe("daldos/1/#"),
    "a seat of all games": subscribe("daldos/1/+/a/#"),
    "one message of all games": subscribe("daldos/1/+/a/0"),
    "the broker's figures": subscribe("$SYS/#"),
    "a shared subscription": subscribe(f"$share/x/daldos/1/{GAME}/#"),
    "a large message": publish(payload=bytes(2048)),
    "a length without an end": b"\x30\xff\xff\xff\xff\x7f",
    "a large greeting": hello(flags=0x82, rest=text("x" * 3000)),
    "an old version": hello(4),
    "no greeting": b"\xc0\0",
    "a second greeting": hello(),
    "a session that stays": hello(properties=b"\x11\0\0\1\0"),
    "a turn as a will": will(TOPIC, 6),
    "a will that is kept": will(HERE, 0x26),
    "a message for ever": publish(expiry_s=0),
    "a message for a year": publish(expiry_s=365 * 86400),
    "presence that is kept": publish(HERE),
    "a turn that is not kept": publish(flags=0),
    "a message of QoS 2": publish(qos=2),
    "a packet of no use": b"\xf0\0",
    "a packet that is torn": packet(0x30, b"\0\x40ab"),
    "a packet without an end of its properties": packet(0x31, text(TOPIC) + b"\5\2\0"),
}
FIRST = ("a large greeting", "an old version", "no greeting", "a session that stays", "a turn as a will")
FIRST += ("a will that is kept",)


# ends in the middle of the first packet
AMID = """
import os, runpy, signal, sys
sys.path += ["firmware/lib", "firmware"]
from host.far.bounds import Bounds
Bounds.packets = lambda *_: os.kill(os.getpid(), signal.SIGTERM) or []
sys.argv.pop(0)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


class Running:
    """`daldos far broker` as a separate process."""

    def __init__(self, folder, *options, port=0, program=()):
        self.port = port or free_port()
        command = [sys.executable, *program, ROOT / "tools/daldos.py", "far", "broker", "--port", str(self.port)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self.process = subprocess.Popen([*command, "--save", folder, *options], cwd=ROOT, **streams)
        self.said = self.process.stdout.readline()
        assert "/mqtt" in self.said, self.said + self.process.stdout.read()
        self.address = f"ws://127.0.0.1:{self.port}/mqtt"

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.communicate(timeout=30)


pytestmark = pytest.mark.needs("broker")


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    site = tmp_path_factory.mktemp("site")
    (site / "index.html").write_text("the site", encoding="utf-8")
    (site / "boot.js").write_text("1", encoding="utf-8")
    (site.parent / "secret").write_text("secret", encoding="utf-8")
    found = Running(tmp_path_factory.mktemp("relay"), "--site", site)
    yield found
    found.end()


def client(running):
    return connect(running.address, subprotocols=["mqtt"], compression=None)


def carries(running):
    """Whether one client still receives another's messages."""
    with client(running) as one, client(running) as other:
        for each in (one, other):
            each.send(hello())
            assert each.recv(10)[0] == 0x20
        one.send(subscribe(f"daldos/1/{GAME}/#"))
        assert one.recv(10)[0] == 0x90
        other.send(publish(HERE, 0, 0, b"still here"))
        return b"still here" in one.recv(10)


def test_what_is_no_far_game_is_shut_out(running):
    for attack, sent in ATTACKS.items():
        with client(running) as one:
            if attack not in FIRST:
                one.send(hello())
                assert one.recv(10)[0] == 0x20
            one.send(sent)
            with pytest.raises(ConnectionClosed) as closed:
                one.recv(10)
            assert closed.value.rcvd.code == 1008 and closed.value.rcvd.reason, attack
    assert carries(running)


def test_rates_and_games_are_bounded(running):
    for count, packets in ((BURST, lambda k: b"\xc0\0"), (GAMES, lambda k: publish(TOPIC.replace(GAME, name(k))))):
        bounds = Bounds(Quota())
        assert bounds.packets(hello(), 0.0) == [hello()]
        with pytest.raises(OutOfBounds, match="too many"):
            for k in range(2 * count):
                done = k
                bounds.packets(packets(k), 0.0)
        assert count - 2 <= done <= count
    # connections per address are limited; existing ones continue
    with contextlib.ExitStack() as stack:
        for _ in range(relays.EACH_MAX - 2):
            stack.enter_context(client(running))
        assert carries(running)
        for _ in range(2):
            stack.enter_context(client(running))
        with pytest.raises(Exception, match="503"):
            client(running)
    assert carries(running)


def name(k):
    return "".join("abcdefghij"[int(digit)] for digit in f"{k:026d}")


def test_packets_come_in_any_pieces():
    sent = [hello(), subscribe(f"daldos/1/{GAME}/#"), publish(qos=1, expiry_s=EXPIRY_MAX_S), b"\x40\2\0\1", b"\xe0\0"]
    for size in (1, 2, 3, 7, 1000):
        bounds, data = Bounds(Quota()), b"".join(sent)
        assert [one for k in range(0, len(data), size) for one in bounds.packets(data[k : k + size], 0.0)] == sent


def test_the_site_is_served_and_nothing_else(running):
    def get(path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{running.port}{path}", timeout=10) as answer:
                return answer.status, answer.headers["Content-Type"], answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, "", ""

    assert get("/") == (200, "text/html", "the site")
    assert "javascript" in get("/boot.js")[1]
    assert get("/site.json")[2] == f'{{"broker": "{running.said.split()[-1]}"}}'
    for path in ("/../secret", "/%2e%2e/secret", "//etc/passwd", "/none", "/%00"):
        assert get(path)[0] == 404, path


def commands():
    """The command lines of all programs that run, each as its words."""
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield place.read_text(errors="replace").split("\0")


def gone(folder):
    """Wait until no program of this folder runs any more."""
    end = time.monotonic() + 20
    while any(str(folder / "relay.conf") in words for words in commands()):
        assert time.monotonic() < end, "a broker stays behind"
        time.sleep(0.02)


def test_it_keeps_its_messages_in_its_folder(tmp_path, request):
    request.getfixturevalue("running")
    relay = Running(tmp_path)
    with client(relay) as one:
        one.send(hello())
        one.recv(10)
        one.send(publish(qos=1, payload=b"kept"))
        one.recv(10)
    relay.end()
    gone(tmp_path)
    assert b"kept" in (tmp_path / "relay.db").read_bytes()


def test_a_signal_ends_it_quietly_whatever_it_does(tmp_path, request):
    request.getfixturevalue("running")
    relay = Running(tmp_path, program=("-c", AMID))
    with client(relay) as one:
        one.send(hello())
        assert relay.process.communicate(timeout=60)[0] == "" and relay.process.returncode == 0
    gone(tmp_path)


def test_killed_it_leaves_nothing_behind_and_games_go_on(tmp_path, request):
    request.getfixturevalue("running")
    folder, said = tmp_path / "relay", []
    kills, rules = (100, "danish") if NIGHTLY else (2, "cerne-abbey,n=11,lose_at=1")

    async def games():
        relay = Running(folder)
        port, link = relay.port, Link.new(relay.address, bytes(range(32)))
        player = Player(rules=rules, level=1, games=1 + kills // 5)
        plays = [play(at, player, tmp_path / at.seat, said.append) for at in (link, link.other())]
        ends = [asyncio.ensure_future(end) for end in plays]
        try:
            for _ in range(kills):
                heard = len(said)
                while not any(end.done() for end in ends) and len(said) < heard + 10:
                    await asyncio.sleep(0.01)
                assert not any(end.done() for end in ends), "over too soon"
                await asyncio.to_thread(relay.end, signal.SIGKILL)
                await asyncio.to_thread(gone, folder)
                relay = await asyncio.to_thread(Running, folder, port=port)
            return await asyncio.gather(*ends)
        finally:
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            relay.end()

    a, b = asyncio.run(asyncio.wait_for(games(), 120 + 20 * kills))
    assert a.game.winner and a.record() == b.record() and dict(a.lines()) == dict(b.lines())
    gone(folder)
