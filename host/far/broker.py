"""A relay for far games: a broker (mosquitto if installed, else amqtt) behind a gate that admits nothing else.

>>> async with relay(port=8027, folder=folder) as address: ...

The broker listens only on this machine. The gate in front of it speaks WebSocket, with TLS if there is a certificate,
enforces `bounds`, and serves the site on the same port.
"""

import asyncio
import contextlib
import http
import json
import logging
import mimetypes
import shutil
import socket
import ssl
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response

from daldos.errors import DaldosError
from host.far.address import Address
from host.far.bounds import Bounds, OutOfBounds, Quota
from host.far.extras import how_to_get

try:
    import resource
except ImportError:  # Windows
    resource = None

PORT = 8027
HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache"}
PATH = "/mqtt"
EACH_MAX = 100  # connections from one address at once
SILENT_S = 20  # deadline for a client's CONNECT

# user: started by root, mosquitto would become another user, who cannot write the folder
MOSQUITTO = """listener {port} 127.0.0.1
allow_anonymous true
max_queued_messages 4000
max_keepalive 300
set_tcp_nodelay true
persistence true
persistence_location {folder}/
persistence_file relay.db
user root
autosave_interval 60
log_type error
"""
# Runs another program with a pipe whose other end only this process holds: the program ends when this process does, in
# whatever way.
BESIDE = """import os, subprocess, sys, threading
program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
threading.Thread(target=lambda: os._exit(program.wait() and 1), daemon=True).start()
sys.stdin.read()
program.terminate()
program.wait()
"""
CADDY = "{{\n  admin off\n}}\n{name} {{\n  reverse_proxy 127.0.0.1:{port}\n}}\n"


class BrokerError(DaldosError):
    """Why no broker could be started, and what to do."""


def house_address(without: str = "127.0.0.1") -> str:
    """This machine's address in the local network; without: what it is where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; sends nothing
            return probe.getsockname()[0]
        except OSError:
            return without


@contextlib.asynccontextmanager
async def relay(
    port: int, folder: Path, linked: bool = False, name: str = "", certificate: tuple = (), files=None, caddy=False
):
    """Run a relay on all of this machine's addresses; yields its address for links.

    linked: existing links name this port. name: the machine's, for the address. certificate: paths of certificate and
    key; caddy: let Caddy get a certificate for the name, and listen on ports 80 and 443. files: a folder to serve.
    """
    place = name if caddy else f"{name or house_address()}:{port}"
    Address.parse(f"wss://{place}{PATH}")  # as ends will
    folder.mkdir(parents=True, exist_ok=True)
    _allow_many()
    secure = bool(certificate or caddy)
    address = f"{'wss' if secure else 'ws'}://{place}{PATH}"
    async with contextlib.AsyncExitStack() as stack:
        binary = _found("mosquitto")
        broker = await stack.enter_async_context(_mosquitto(binary, folder) if binary else _amqtt())
        gate = Gate(broker, files and Path(files), address, not binary)
        try:
            host = "127.0.0.1" if caddy else None
            await stack.enter_async_context(serve(gate.visit, host, port, ssl=_tls(certificate), **gate.options))
        except OSError as error:
            if linked:
                raise BrokerError("port %s: %s; the links lead there: free it", port, error.strerror) from None
            raise BrokerError("port %s: %s; choose another with --port", port, error.strerror) from None
        if caddy:
            program = _found("caddy")
            if not program:
                raise BrokerError("--caddy: Caddy is not installed; or give --cert and --key")
            config = folder / "Caddyfile"
            config.write_text(CADDY.format(name=name, port=port), encoding="utf-8")
            command = (program, "run", "--adapter", "caddyfile", "--config", str(config))
            await stack.enter_async_context(_beside("Caddy", 443, *command))
        yield address


def _tls(certificate: tuple) -> "ssl.SSLContext | None":
    if not certificate:
        return None
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        tls.load_cert_chain(*certificate)
    except (OSError, ssl.SSLError) as error:
        raise BrokerError("--cert %s: %s", certificate[0], error.strerror or str(error)) from None
    return tls


def _found(program: str) -> "str | None":
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")


def _allow_many() -> None:
    # Raise the limit on connections to the system's maximum.
    if not resource:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# --- the gate ---------------------------------------------------------------------------------------------------------


class Gate:
    """broker: its port. files: the folder with the site, or None. address: the one in links, given to the site. old:
    the broker only speaks MQTT 3.1.1."""

    def __init__(self, broker: int, files: "Path | None", address: str, old: bool):
        self._broker = broker
        self._old = old
        self._files = files.resolve() if files else None
        self._site = json.dumps({"broker": address}).encode()
        self._quotas: dict[str, Quota] = {}
        self.options: dict[str, Any] = {
            **options(self._request),
            "subprotocols": ["mqtt"],
            "max_size": 64 * 1024,
            "max_queue": 4,
            "ping_interval": None,  # MQTT has its own keep-alive
        }

    def _request(self, connection, request):
        # The answer to a plain HTTP request; None admits a client.
        path = request.path.partition("?")[0]
        if path == PATH:
            full = self._quota(connection, request.headers).open >= EACH_MAX
            return answer(HEADERS, http.HTTPStatus.SERVICE_UNAVAILABLE, "too many connections\n") if full else None
        if path == "/site.json":
            return answer(HEADERS, http.HTTPStatus.OK, self._site, "application/json")
        file = self._files and (self._files / unquote(path[1:]).replace("\0", "?")).resolve()
        if file and file.is_dir():
            file = file / "index.html"
        if not file or not file.is_relative_to(self._files) or not file.is_file():
            return answer(HEADERS, http.HTTPStatus.NOT_FOUND, "there is no such file\n")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return answer(HEADERS, http.HTTPStatus.OK, file.read_bytes(), kind)

    def _quota(self, connection, headers) -> Quota:
        address = connection.remote_address[0]
        if address == "127.0.0.1":  # a proxy before this one
            address = headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
        if len(self._quotas) > 100_000:
            self._quotas = {name: quota for name, quota in self._quotas.items() if quota.open}
        connection.quota = self._quotas.setdefault(address, Quota())
        return connection.quota

    async def visit(self, connection) -> None:
        """Serve one client until it or the broker disconnects, or it exceeds its bounds."""
        quota = connection.quota
        quota.open += 1
        bounds, loop = Bounds(quota, self._old), asyncio.get_running_loop()
        back = writer = None
        lazy = loop.call_later(SILENT_S, connection.transport.abort)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._broker)
            back = asyncio.ensure_future(_bring(reader, connection))
            async for data in connection:
                if isinstance(data, str):
                    raise OutOfBounds("text")
                for packet in bounds.packets(data, loop.time()):
                    lazy.cancel()
                    writer.write(packet)
                await writer.drain()
        except OutOfBounds as error:
            await connection.close(1008, str(error))
        except (ConnectionClosed, OSError):
            pass
        finally:
            quota.open -= 1
            lazy.cancel()
            if back:
                back.cancel()
            if writer:
                writer.transport.abort()


async def _bring(reader: asyncio.StreamReader, connection) -> None:
    # Forward what the broker sends; ends with the broker.
    with contextlib.suppress(ConnectionClosed, OSError):
        while data := await reader.read(16 * 1024):
            await connection.send(data)
    await connection.close(1001)


def options(request) -> dict:
    """Options of websockets.serve for a server that answers plain requests by `request`."""
    log = logging.getLogger("daldos.server")  # never print data from strangers
    log.addHandler(logging.NullHandler())
    log.propagate = False
    found = {"process_request": request, "compression": None, "open_timeout": 10, "close_timeout": 2}
    return {**found, "server_header": None, "logger": log}


def answer(headers: dict, status, body: "bytes | str", kind: str = "text/plain; charset=utf-8") -> Response:
    """The answer to a plain request."""
    data = body.encode() if isinstance(body, str) else body
    about = {**headers, "Content-Type": kind, "Content-Length": str(len(data)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(about), data)


# --- the broker -------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def _beside(name: str, port: int, *command: str):
    """Run a program that ends with this process; wait until it listens."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", BESIDE, *command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )  # fmt: skip
    assert process.stdin and process.stdout
    said = asyncio.ensure_future(_last_of(process.stdout))
    try:
        while not await _answers(port):
            if process.returncode is not None:
                raise BrokerError("%s does not start: %s", name, (await said).decode(errors="replace").strip()[-300:])
            await asyncio.sleep(0.05)
        yield
    finally:
        process.stdin.close()
        await process.wait()


async def _last_of(stream: asyncio.StreamReader) -> bytes:
    # Read a program's output, or it would block; returns the last of it.
    last = b""
    while data := await stream.read(4096):
        last = (last + data)[-1000:]
    return last


@contextlib.asynccontextmanager
async def _mosquitto(binary: str, folder: Path):
    port = free_port()
    config = folder / "relay.conf"
    config.write_text(MOSQUITTO.format(port=port, folder=folder.resolve()), encoding="utf-8")
    async with _beside("mosquitto", port, binary, "-c", str(config)):
        yield port


def free_port() -> int:
    """A port of this machine that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


@contextlib.asynccontextmanager
async def _amqtt():
    try:
        from amqtt.broker import Broker
    except ImportError:
        raise BrokerError("there is no broker here: install mosquitto, or %s", how_to_get("broker")) from None
    logging.getLogger("amqtt").setLevel(logging.CRITICAL)
    logging.getLogger("transitions").setLevel(logging.CRITICAL)
    port = free_port()
    broker = Broker(
        {
            "listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{port}"}},
            "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
        }
    )
    await broker.start()
    try:
        yield port
    finally:
        await broker.shutdown()
