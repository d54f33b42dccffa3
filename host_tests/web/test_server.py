"""The server from outside: what it refuses, what it survives, how it treats slow readers."""

import gc
import json
import random
import socket
import threading
import time
import warnings

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request
from websockets.sync.client import connect

from host.web import files
from host.web.gate import PAGES_MAX

HELLO = json.dumps({"do": "hello", "token": "", "code": "", "rules": ""})
PATHS = r"""/../../etc/passwd /..%2f..%2fetc/passwd /%2e%2e/server.py /page/../server.py //etc/passwd /server.py
/__init__.py /css/ /css/base.css/ /css/base.css%00 /./css/base.css
/main.js/../../server.py /boat.json/.. /socket/ /.git/config
/index.html/x \..\x /%c0%ae%c0%ae/etc/passwd /main.js%20 /MAIN.JS /file:///etc/passwd http://x/main.js *""".split()


class Guest:
    """A page's socket, without a page."""

    def __init__(self, server, hello=True, token=""):
        address = f"127.0.0.1:{server.port}"
        link = connect(f"ws://{address}/socket?{token}", origin=f"http://{address}", compression=None, max_queue=4096)
        self.socket = link.__enter__()
        if hello:
            self.socket.send(HELLO)
            self.send("behind", what="board")

    def send(self, do, **keys):
        self.socket.send(json.dumps({"do": do, **keys}))

    def wait(self, until, seconds=5):
        """The first message that satisfies `until`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            message = json.loads(self.socket.recv(timeout=max(0.01, deadline - time.monotonic())))
            if until(message):
                return message
        raise AssertionError("it did not come")

    def value(self, key, value, seconds=5):
        return self.wait(lambda message: message.get("v", {}).get(key) == value, seconds)


@pytest.fixture
def guest(serve):
    """guest(server) -> Guest; closed with the test."""
    guests = []

    def come(server, **options):
        guests.append(Guest(server, **options))
        return guests[-1]

    yield come
    for one in guests:
        one.socket.close()


def ask(port: int, request: bytes) -> bytes:
    """The whole answer to some bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=15) as link:
        link.sendall(request)
        answer = b""
        while part := link.recv(65536):
            answer += part
        return answer


def get(port: int, path: str, host=None, method="GET", more="") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: {host or f'localhost:{port}'}\r\n{more}\r\n"
    return ask(port, head.encode())


def the_game_goes_on(player: Guest, down: bool):
    player.send("button", down=down)
    player.value("down", down)


def test_its_files_and_nothing_else_for_its_own_pages_alone(serve):
    port = serve().port
    for path, kind in [("/", "html"), ("/main.js", "javascript"), ("/css/base.css", "css"), ("/boat.json", "json")]:
        head, _, body = get(port, path).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200") and kind.encode() in head and body
        assert b"default-src 'none'" in head and b"nosniff" in head
    if "method" in Request.__dataclass_fields__:  # the websockets for Python 3.10 take GET alone
        head, _, body = get(port, "/", method="HEAD").partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200") and not body
    for path in PATHS:
        answer = get(port, path)
        assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400", b"HTTP/1.1 403")), (path, answer[:200])
        assert b"root:" not in answer and b"import" not in answer
    assert get(port, "/", host=f"evil.example:{port}").startswith(b"HTTP/1.1 403")
    assert get(port, "/", more="Origin: http://evil.example\r\n").startswith(b"HTTP/1.1 403")
    assert get(port, "/", more=f"Host: localhost:{port}\r\n").startswith((b"HTTP/1.1 403", b"HTTP/1.1 400"))
    for method in ("POST", "PUT", "DELETE", "TRACE"):
        assert not get(port, "/", method=method).startswith(b"HTTP/1.1 200")
    for origin in ("http://evil.example", "null", None, "http://localhost:1", f"https://127.0.0.1:{port}"):
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://127.0.0.1:{port}/socket", origin=origin).__enter__()


def test_the_documents_of_a_site_built_here_are_served_too(serve, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "SITE", tmp_path)
    (tmp_path / "index.html").write_text("not the page's")
    (tmp_path / "documents/docs").mkdir(parents=True)
    (tmp_path / "documents/index.html").write_text("<h1>read me</h1>")
    (tmp_path / "documents/docs/a b.pdf").write_text("drawing")
    port = serve().port
    assert get(port, "/documents/index.html").endswith(b"<h1>read me</h1>")
    assert b"octet-stream" in get(port, "/documents/docs/a%20b.pdf")
    assert b'"guide": true' in get(port, "/boat.json")
    assert b"not the page's" not in get(port, "/index.html")
    assert b" 404 " in get(port, "/documents/../index.html") and b" 404 " in get(port, "/documents/none.html")


def test_bytes_that_are_no_request_no_frame_or_too_many_stop_no_game(serve, guest):
    server = serve()
    player = guest(server)
    draw = random.Random(2)
    for _ in range(60):
        answer = ask(server.port, draw.randbytes(draw.randint(1, 3000)) + b"\r\n\r\n")
        assert not answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 101"))
        stranger = guest(server)
        stranger.socket.socket.sendall(draw.randbytes(draw.randint(1, 200)))
        stranger.socket.socket.close()
    many = b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % k for k in range(2000)) + b"\r\n"
    assert not ask(server.port, many).startswith(b"HTTP/1.1 200")
    assert not ask(server.port, b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 200")
    big = guest(server)
    with pytest.raises(ConnectionClosed):
        big.socket.send("x" * 9_000_000)
        for _ in range(1000):
            big.socket.recv(timeout=5)
    flood = guest(server)
    with pytest.raises(ConnectionClosed):
        for _ in range(20_000):
            flood.send("button", down=True)
        for _ in range(20_000):
            flood.socket.recv(timeout=5)
    the_game_goes_on(player, True)


def test_a_record_that_is_too_long_is_refused_in_words(serve, guest):
    player = guest(serve())
    too_long = "too long to be sent at once: 1953 KB, at most 1024 KB"
    for size, why in ((200_000, "no game, position or message in it"), (2_000_000, too_long)):
        player.send("read", text="1" * size)
        player.wait(lambda message, why=why: why in message.get("error", {}).get("en", ""), 30)
    the_game_goes_on(player, True)


def test_no_more_pages_than_it_bears(serve, guest):
    server = serve()
    owner = guest(server)
    token = owner.wait(lambda message: "token" in message)["token"]
    for _ in range(PAGES_MAX - 1):
        guest(server)
    with pytest.raises(InvalidStatus, match="503"):
        guest(server)
    owner.socket.close()
    for _ in range(200):
        if len(server.server.sockets) < PAGES_MAX:
            break
        time.sleep(0.01)
    guest(server)
    with pytest.raises(InvalidStatus, match="503"):
        guest(server)
    guest(server, token=token)  # the player keeps a seat


def test_who_says_nothing_is_shown_the_door(serve, guest, monkeypatch):
    monkeypatch.setattr("host.web.server.HELLO_S", 0.3)
    silent = guest(serve(), hello=False)
    with pytest.raises(ConnectionClosed):
        silent.socket.recv(timeout=5)


def test_it_stops_at_once_and_leaves_nothing_open(serve):
    """Browsers preconnect, even at the moment when the server stops."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        for _ in range(4):
            server = serve()
            links = [socket.create_connection(("127.0.0.1", server.port))]
            server.room.tick = lambda ms, port=server.port, links=links: links.extend(
                socket.create_connection(("127.0.0.1", port)) for _ in range(3)
            )
            began = time.monotonic()
            server.stop()
            assert time.monotonic() - began < 5  # waiting for a handshake took 10 s
            for link in links:
                link.close()
        gc.collect()
    assert not [str(one.message) for one in told if "port" in str(one.message) or "laddr" in str(one.message)]


def test_a_long_list_of_games_holds_nobody_up(serve, guest):
    class Long:
        """An archive whose list is held back until released."""

        let = threading.Event()

        def go_on(self, *_):
            pass

        def keep(self, *_):
            return ""

        def listing(self):
            assert self.let.wait(20)
            yield from ()

    server = serve(archive=Long())
    reader, other = guest(server), guest(server)
    reader.send("games", begins=True)
    for _ in range(3):
        other.send("learn", game="danish", lesson=1, show=False)
        other.wait(lambda message: "lesson" in message)
    Long.let.set()
    assert reader.wait(lambda message: "games" in message)["games"] == []
