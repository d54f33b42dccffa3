"""tools/relay in a real mosquitto: what it carries, and what it refuses of what strangers may send."""

import random
import secrets
import select
import socket
import ssl
import time

import pytest
from websockets.sync.client import connect

from host.far.carrier import Carrier
from host.far.end import End
from host.far.letter import parse
from host_tests.conftest import mosquitto_in
from lab.mosquitto import CERTIFICATE, Relay, hello, packet, publish, subscribe, text, will

pytestmark = pytest.mark.needs("broker")
GAME = "a" * 16
TOPIC = f"daldos/2/{GAME}/a"
HERE = f"{TOPIC}/here"
SHORT = "cerne-abbey,n=11,lose_at=1"
SIZE_MAX = 12_288 + 12  # of a letter over a broker, seal included

REFUSED = {  # sent after a greeting; the answer has a reason
    "another topic": publish("x"),
    "another version": publish(f"daldos/1/{GAME}/a"),
    "a third seat": publish(f"daldos/2/{GAME}/c"),
    "below a seat": publish(f"daldos/2/{GAME}/a/0"),
    "below presence": publish(f"{HERE}/0"),
    "a game without a seat": publish(f"daldos/2/{GAME}"),
    "the broker's own topics": publish("$SYS/x"),
    "the access list": publish("$CONTROL/dynamic-security/v1", payload=b'{"commands": [{"command": "listRoles"}]}'),
    "all there is": subscribe("#"),
    "all far games": subscribe("daldos/2/#"),
    "all below all": subscribe("daldos/2/+/#"),
    "a seat of all games": subscribe("daldos/2/+/a"),
    "the other seat of all games": subscribe("daldos/2/+/b"),
    "both seats of all games": subscribe("daldos/2/+/+"),
    "presence in all games": subscribe("daldos/2/+/a/here"),
    "presence of any seat": subscribe("daldos/2/+/+/here"),
    "another first part": subscribe(f"+/2/{GAME}/a"),
    "all versions": subscribe(f"daldos/+/{GAME}/a"),
    "all versions and games": subscribe("daldos/+/+/a"),
    "the broker's figures": subscribe("$SYS/#"),
    "answers about the access list": subscribe("$CONTROL/#"),
    "a shared subscription": subscribe(f"$share/x/{TOPIC}"),
    "a shared subscription to all": subscribe("$share/x/daldos/2/+/a"),
}
CLOSED = {  # after a greeting
    "a large message": publish(TOPIC, payload=bytes(16_384)),
    "a length without an end": b"\x30\xff\xff\xff\xff\x7f",
    "a message of 200 MB": b"\x31\xff\xff\xff\x5f" + text(TOPIC),
    "a zero byte in a topic": publish(TOPIC + "\0"),
    "a topic by number": packet(0x33, text("") + b"\0\7\3\x23\0\1x"),
    "a second greeting": hello(),
    "a message of QoS 2": publish(TOPIC, qos=2),
    "a packet of no use": b"\xf0\1\0",
    "a packet that is torn": packet(0x30, b"\0\x40ab"),
    "a packet without an end of its properties": packet(0x31, text(TOPIC) + b"\5\2\0"),
}
FIRST = {  # instead of a greeting
    "no greeting": b"\xc0\0",
    "a large greeting": hello(flags=0x82, rest=text("x" * 17_000)),
    "a will in all games": will("daldos/2/+/a", 6),
    "a will of QoS 2": will(TOPIC, 0x16),
}


@pytest.fixture(scope="module")
def relay(tmp_path_factory):
    yield from mosquitto_in(tmp_path_factory.mktemp("relay"), Relay)


class Client:
    """A connection that sends bytes as told and reads whole packets; None: closed."""

    def __init__(self, port, greeting=None, tls=None):
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.had = b""
        if greeting is None:
            assert self.ask(hello())[0] == 0x20

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def _take(self, count):
        while len(self.had) < count:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self.had += data
        taken, self.had = self.had[:count], self.had[count:]
        return taken

    def read(self):
        if (first := self._take(1)) is None:
            return None
        size = shift = 0
        while True:
            digit = self._take(1)[0]
            size, shift = size | (digit & 127) << shift, shift + 7
            if digit < 128:
                return first + self._take(size)

    def ask(self, sent):
        self.socket.sendall(sent)
        return self.read()


def reason(answer) -> int:
    """The reason code of an answer to a publication or a subscription: 0x80 and more is a refusal."""
    kind = answer[0] >> 4
    assert kind in (4, 9), answer
    return answer[-1] if kind == 9 else answer[3] if len(answer) > 3 else 0


def carries(relay) -> bool:
    """Whether one end still hears another."""
    with Client(relay.port) as one, Client(relay.port) as other:
        assert reason(one.ask(subscribe(HERE))) < 0x80
        other.socket.sendall(publish(HERE, 0, payload=b"still here", qos=0))
        return b"still here" in one.read()


@pytest.fixture
def brief_relay(tmp_path):
    yield from mosquitto_in(tmp_path, Relay)


def test_a_game_is_carried_and_kept(brief_relay):
    """By both ways in: MQTT and WebSocket, each with TLS; the broker begins again in between."""
    relay = brief_relay
    tls = ssl.create_default_context(cafile=str(CERTIFICATE))
    letter = bytes(SIZE_MAX - 4) + b"last"
    with Client(relay.tls_port, tls=tls) as one:
        assert reason(one.ask(publish(TOPIC, payload=letter, expiry_s=30 * 86_400))) < 0x80
    relay.process.terminate()
    relay.process.wait(20)
    relay.start()
    where = f"wss://localhost:{relay.ws_port}"
    with connect(where, ssl=tls, subprotocols=["mqtt"], compression=None, proxy=None) as page:
        page.send(hello())
        assert page.recv(10)[0] == 0x20
        for topic in (TOPIC, TOPIC[:-1] + "b", HERE, f"{TOPIC[:-1]}b/here"):
            page.send(subscribe(topic))
        heard = b""
        while b"last" not in heard or heard.count(b"\x90") < 4:
            heard += page.recv(10)
        assert letter in heard


@pytest.mark.parametrize("attack", REFUSED)
def test_what_is_no_far_game_is_refused(relay, attack):
    with Client(relay.port) as one:
        assert reason(one.ask(REFUSED[attack])) >= 0x80
        # this end itself goes on
        assert reason(one.ask(publish(TOPIC))) < 0x80


@pytest.mark.parametrize("attack", CLOSED)
def test_what_is_no_mqtt_ends_the_connection(relay, attack):
    with Client(relay.port) as one:
        answer = one.ask(CLOSED[attack])
        assert answer is None or answer[0] == 0xE0
    assert carries(relay)


@pytest.mark.parametrize("attack", FIRST)
def test_who_greets_wrongly_is_not_let_in(relay, attack):
    with Client(relay.port, FIRST[attack]) as one:
        answer = one.ask(FIRST[attack])
        assert answer is None or answer[0] == 0x20 and answer[2] >= 0x80
    assert carries(relay)


def test_a_will_is_bound_like_any_message(relay):
    """mosquitto greets it, and drops it when it is due; a will on a game's own topic is a message like any other."""
    wild = f"daldos/2/{GAME[1:]}/a"
    with Client(relay.port) as one:
        assert reason(one.ask(subscribe(wild))) < 0x80
        for topic, comes in (("x", False), (f"{wild}/0", False), (wild, True)):
            with Client(relay.port, will(topic, 0x26)) as other:
                assert other.ask(will(topic, 0x26))[0] == 0x20
            if comes:
                assert text(wild) in one.read()
    with Client(relay.port) as late:
        assert reason(late.ask(subscribe("x"))) >= 0x80


def test_a_client_that_does_not_read_costs_little(relay):
    """Ten clients wait for a game and never read; another sends 20 MB to it."""

    def memory_kb():
        with open(f"/proc/{relay.process.pid}/status", encoding="ascii") as status:
            return int(status.read().partition("VmRSS:")[2].split()[0])

    before = memory_kb()
    lazy = [Client(relay.port) for _ in range(10)]
    try:
        for one in lazy:
            one.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            assert reason(one.ask(subscribe(TOPIC))) < 0x80
        with Client(relay.port) as sender:
            for _ in range(1600):
                assert reason(sender.ask(publish(TOPIC, payload=bytes(12_288)))) < 0x80
        assert memory_kb() - before < 8_000
    finally:
        for one in lazy:
            one.socket.close()
    assert carries(relay)


class Carried:
    """One end of a game over the broker: the Carrier of `host.far`, and a connection."""

    def __init__(self, port, end):
        self.carrier = Carrier(end, secrets.token_bytes(4))
        self.port = port
        self.connect()

    def connect(self):
        self.client = Client(self.port)
        self.carrier.inbox.append((None, ""))

    def step(self):
        """Send what is due, and take what has come."""
        self.carrier.step(time.monotonic())
        while self.carrier.outbox:
            topic, *rest = self.carrier.outbox.pop(0)
            if rest:
                payload, expiry_s = rest
                self.client.socket.sendall(publish(topic, payload=payload, expiry_s=expiry_s))
            else:
                self.client.socket.sendall(subscribe(topic))
        while select.select([self.client.socket], [], [], 0)[0] or self.client.had:
            told = self.client.read()
            if told[0] >> 4 != 3:
                assert reason(told) < 0x80
                continue
            at = 3 + int.from_bytes(told[1:3], "big")
            topic = told[3:at].decode()
            if told[0] & 6:
                self.client.socket.sendall(b"\x40\2" + told[at : at + 2])
                at += 2
            self.carrier.inbox.append((topic, told[at + 1 + told[at] :]))


def test_the_ends_play_over_it_to_the_end(brief_relay):
    """What they publish and hear is what the access list has. Amid the game the broker ends, and begins again."""
    relay, ends, draw = brief_relay, [], random.Random(5)
    one = End.new("Ane", SHORT, "wss://relay.example", draw.randbytes(16), draw.randbytes(32), lambda seat: 0)
    other = End.join(parse(one.letter()), "Bo", draw.randbytes(32), lambda seat: 0)
    ends = [Carried(relay.port, end) for end in (one, other)]
    until, restarted = time.monotonic() + 60, False
    try:
        while not (one.fold.over and other.fold.over and all(end.carrier.is_idle for end in ends)):
            assert time.monotonic() < until, (one.state, other.state, [end.carrier.note for end in ends])
            for each in ends:
                each.step()
                if each.carrier.end.state == "turn":
                    each.carrier.end.play(draw.choice(list(each.carrier.end.fold.turns())).text)
            if one.fold.game and len(list(one.fold.game)) > 4 and not restarted:
                restarted = True
                relay.process.kill()
                relay.process.wait()
                relay.start()
                for each in ends:
                    each.client.socket.close()
                    each.carrier.inbox.append((None, "closed"))
                    each.connect()
            time.sleep(0.005)
    finally:
        for each in ends:
            each.client.socket.close()
    assert restarted and one.fold.winner and one.fold.winner == other.fold.winner
    assert one.seat.logs == other.seat.logs
