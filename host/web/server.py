"""The server: the page's files, one socket a page, and the clock of the board, on one asyncio loop.

It uses `websockets`, which needs only Python, is strict about the protocol, and limits what a peer can do: the size of
headers and frames, the time of a handshake, the data waiting to be sent. Files are few and small, and are served before
the request becomes a socket.

>>> server = Server(room, port=0)
>>> asyncio.run(server.run(lambda address: print(address)))
http://localhost:40123/
"""

import asyncio
import contextlib
import http
import json
import logging
import socket
import weakref
from pathlib import Path
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response

from host.far.mqtt import carry
from host.web.boat import boat
from host.web.files import HEADERS, images, page_files, site_files
from host.web.frames import FRAME_MAX, Allowance
from host.web.gate import PAGES_MAX, Gate, Places, is_local
from host.web.pages import LOOK_SCANS, SCAN_MS

SOCKET = "/socket"
HELLO_S = 10.0  # deadline for a page's hello
FRAMES, FRAMES_S = 600, 300.0  # taken from a page: at once, and then per second
WAITING = 16 * 1024  # bytes in a socket's buffer before sending pauses
BEHIND_MS = 250  # of the board's clock, caught up at most; the rest is skipped
ACCEPTING = 5  # turns of the event loop before an accepted connection can be closed


class ServeError(Exception):
    """The port is not available; error: the OSError with the reason."""

    def __init__(self, error: OSError):
        super().__init__(error)
        self.error = error


class Server:
    """room: the pages and their board; port: 0 for any that is free; to_house: reachable from the house's network.

    speed: how many times faster than real time the board's clock runs.
    """

    def __init__(self, room, port: int = 0, to_house: bool = False, speed: int = 1):
        self.room = room
        room.at_once = False
        self.port = port
        self.to_house = to_house
        self.speed = speed
        self.sockets = set()
        self._connections: weakref.WeakSet = weakref.WeakSet()  # all accepted connections
        self._places = Places()
        self._gate: Gate = None
        self._working = asyncio.Semaphore(1)  # slow work runs one job at a time
        self._carrier: asyncio.Future = None  # carries a far game's letters
        self._way: tuple = ()
        documents = site_files()
        about = {**boat("socket", images(documents)), "guide": "/documents/index.html" in documents}
        self._files = {**documents, **page_files(), "/boat.json": ("application/json", json.dumps(about).encode())}

    async def run(self, ready=None) -> None:
        """Serve until cancelled; `ready` is called with the page's address. ServeError if the port is not available."""
        # contrary to their type hints, asyncio also takes a list, and websockets any factory
        accepted: Any = self._accepted
        host: Any = None if self.to_house else ["127.0.0.1", "::1"] if _has_ipv6() else "127.0.0.1"
        # the same port for IPv4 and IPv6, even if chosen freely
        port = self.port or _free_port()
        self._gate = Gate(port, self.to_house)
        serving = serve(
            self._page,
            host,
            port,
            create_connection=accepted,
            max_size=8 * FRAME_MAX,  # longer frames are refused with a message
            max_queue=16,
            write_limit=WAITING,
            ping_interval=20,
            ping_timeout=20,
            **_options(self._request),
        )
        try:
            server = await serving
        except OSError as error:
            raise ServeError(error) from None
        self.port = port
        if ready:
            ready(f"http://localhost:{port}/")
        try:
            await self._run_clock()
        finally:
            if self.room.behind.far:
                self.room.behind.far.leave()
                self._carry(self.room.behind.far)
            self.room.jobs.close()
            await self._close(server)

    async def _run_clock(self) -> None:
        # Per second a hundred scans and fifty updates of the pages; after a suspension the board's clock continues.
        room, loop = self.room, asyncio.get_running_loop()
        due = loop.time()
        scans = 0
        while True:
            now = loop.time()
            if now - due > BEHIND_MS / 1000:
                due = now
            await asyncio.sleep(max(0, due - now))
            if room.behind.kind == "board" and room.behind.board.slow:
                await asyncio.to_thread(room.tick, SCAN_MS * self.speed)
            else:
                room.tick(SCAN_MS * self.speed)
            if room.behind.far:
                self._carry(room.behind.far)
            scans += 1
            if scans % LOOK_SCANS == 0:
                room.look()
            due += SCAN_MS / 1000

    def _accepted(self, *args, **options) -> ServerConnection:
        connection = ServerConnection(*args, **options)
        self._connections.add(connection)
        return connection

    async def _close(self, server) -> None:
        # Tell the pages; do not wait for idle connections that browsers open in advance. When closed, asyncio loses
        # connections it has just accepted, so stop listening first.
        with contextlib.suppress(NotImplementedError):  # on Windows
            for listening in server.sockets:
                asyncio.get_running_loop().remove_reader(listening.fileno())
        for _ in range(ACCEPTING):
            await asyncio.sleep(0)
        for connection in self._connections - self.sockets:
            if hasattr(connection, "transport"):
                connection.transport.abort()
        server.close()
        await server.wait_closed()

    def _carry(self, far) -> None:
        # Carry a far game's letters, until there is another broker's.
        if far.way == self._way:
            return
        self._way = far.way
        if self._carrier:
            self._carrier.cancel()
        self._carrier = asyncio.ensure_future(_carried(Way(far))) if self._way else None

    # --- requests ---

    def _request(self, connection, request):
        # The answer to a plain HTTP request; None admits a socket.
        headers = request.headers
        path, _, token = request.path.partition("?")
        wants_socket = path == SOCKET
        try:
            refused = self._gate.refuses(headers.get("Host"), headers.get("Origin"), wants_socket)
        except LookupError:  # a duplicate header
            refused = "a header comes twice"
        if refused:
            return _answer(HEADERS, http.HTTPStatus.FORBIDDEN, refused + "\n")
        if wants_socket:
            if self._places.full(connection.remote_address[0], self.room.entrance.knows(token)):
                return _answer(
                    HEADERS,
                    http.HTTPStatus.SERVICE_UNAVAILABLE,
                    f"{PAGES_MAX} pages are open already, or too many of yours\n",
                )
            return None
        method = getattr(request, "method", "GET")  # older versions accept nothing else
        if method not in ("GET", "HEAD"):
            return _answer(HEADERS, http.HTTPStatus.METHOD_NOT_ALLOWED, "only GET\n")
        if path not in self._files:
            return _answer(HEADERS, http.HTTPStatus.NOT_FOUND, "there is no such file\n")
        kind, body = self._files[path]
        if isinstance(body, Path):
            body = body.read_bytes() if body.is_file() else b""  # missing while the site is being rebuilt
        return _answer(HEADERS, http.HTTPStatus.OK, body if method == "GET" else b"", kind)

    # --- pages ---

    async def _page(self, connection) -> None:
        room = self.room
        woken = asyncio.Event()
        loop = asyncio.get_running_loop()
        address = connection.remote_address[0]
        page = room.open(is_local(address), woken.set)
        allowed = Allowance(FRAMES, FRAMES_S)
        self.sockets.add(connection)
        self._places.enter(address)
        writer = asyncio.create_task(self._write(connection, page, woken))
        lazy = loop.call_later(HELLO_S, lambda: page.greeted or writer.cancel())
        try:
            async for text in connection:
                if not allowed.take(loop.time()):
                    await connection.close(1008, "too fast")
                    break
                room.receive(page, text)
                if page.work:
                    async with self._working:
                        for told in await asyncio.to_thread(room.finish, page):
                            page.tell(told)
        except (ConnectionClosed, OSError):
            pass
        finally:
            self.sockets.discard(connection)
            self._places.leave(address)
            lazy.cancel()
            writer.cancel()
            room.close(page)

    async def _write(self, connection, page, woken) -> None:
        # One frame at a time: while a slow browser takes it, newer values replace older ones.
        try:
            while True:
                await woken.wait()
                woken.clear()
                while (frame := self.room.frame(page)) is not None:
                    await connection.send(frame if isinstance(frame, str) else json.dumps(frame))
        except (ConnectionClosed, OSError):
            pass
        except asyncio.CancelledError:
            connection.transport.abort()
            raise


class Way:
    """A far page for host.far.mqtt; the room's clock steps it."""

    def __init__(self, far):
        self.inbox, self.outbox, self.seat = far.inbox, far.outbox, far.seat

    def step(self, now_s: float) -> None:
        """Do nothing."""


async def _carried(way: Way) -> None:
    # Report an error that ends the carrier like one that ends a connection.
    try:
        await carry(way, lambda: False)
    except Exception as error:
        way.inbox.append((None, str(error) or type(error).__name__))


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        return True
    except OSError:
        return False


def _free_port() -> int:
    """A port of this machine that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _options(request) -> dict:
    """Options of websockets.serve for a server that answers plain requests by `request`."""
    log = logging.getLogger("daldos.server")  # never print data from strangers
    log.addHandler(logging.NullHandler())
    log.propagate = False
    found = {"process_request": request, "compression": None, "open_timeout": 10, "close_timeout": 2}
    return {**found, "server_header": None, "logger": log}


def _answer(headers: dict, status, body: "bytes | str", kind: str = "text/plain; charset=utf-8") -> Response:
    """The answer to a plain request."""
    data = body.encode() if isinstance(body, str) else body
    about = {**headers, "Content-Type": kind, "Content-Length": str(len(data)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(about), data)
