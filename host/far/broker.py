"""A broker in the house for one table: mosquitto if it is installed, else amqtt.

>>> async with house_broker(port=8027, folder=folder) as address: ...
"""

import asyncio
import contextlib
import logging
import shutil
import socket
import sys
from pathlib import Path

from daldos.errors import DaldosError
from host.far.extras import how_to_get

PORT = 8027

# 2.0.11 does not start if all its listeners are for WebSocket: the second one is for that
MOSQUITTO = """listener {port}
protocol websockets
listener {other} 127.0.0.1
allow_anonymous true
max_queued_messages 20000
set_tcp_nodelay true
max_packet_size 2048
max_connections 200
persistence true
persistence_location {folder}/
persistence_file house-broker.db
autosave_interval 60
log_type error
"""
# The broker beside a pipe whose other end this process alone has: it ends with this one, however this one ends.
BESIDE = """import os, subprocess, sys, threading
broker = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
threading.Thread(target=lambda: os._exit(broker.wait() and 1), daemon=True).start()
sys.stdin.read()
broker.terminate()
broker.wait()
"""


class BrokerError(DaldosError):
    """No broker could be started: why, and what to do."""


def house_address() -> str:
    """The address of this machine in the house; 127.0.0.1 if it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documents: nothing is sent
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


@contextlib.asynccontextmanager
async def house_broker(port: int, folder: Path, linked: bool = False):
    """Run a broker that listens for WebSocket on all of the machine's addresses; gives the address for links.

    linked: there are links to this port already.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            if linked:
                raise BrokerError("--host: port %s: %s; the links lead there: free it", port, error.strerror) from None
            raise BrokerError("--host: port %s: %s; choose another with --port", port, error.strerror) from None
    folder.mkdir(parents=True, exist_ok=True)
    binary = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    async with _mosquitto(binary, port, folder) if binary else _amqtt(port):
        yield f"ws://{house_address()}:{port}/mqtt"


@contextlib.asynccontextmanager
async def _mosquitto(binary: str, port: int, folder: Path):
    config = folder / "house-broker.conf"
    text = MOSQUITTO.format(port=port, other=_free_port(), folder=folder.resolve())
    config.write_text(text, encoding="utf-8")
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-I", "-c", BESIDE, binary, "-c", str(config)]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    )
    try:
        for _ in range(100):
            if process.returncode is not None:
                said = (await process.stderr.read() + await process.stdout.read()).decode(errors="replace").strip()
                raise BrokerError("--host: mosquitto does not start: %s", said[-300:])
            if await _answers(port):
                break
            await asyncio.sleep(0.05)
        yield
    finally:
        process.stdin.close()
        await process.wait()


def _free_port() -> int:
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
async def _amqtt(port: int):
    try:
        from amqtt.broker import Broker
    except ImportError:
        raise BrokerError("--host: there is no broker here: install mosquitto, or %s", how_to_get("broker")) from None
    logging.getLogger("amqtt").setLevel(logging.CRITICAL)
    logging.getLogger("transitions").setLevel(logging.CRITICAL)
    broker = Broker(
        {
            "listeners": {"default": {"type": "ws", "bind": f"0.0.0.0:{port}", "max_connections": 200}},
            "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
        }
    )
    await broker.start()
    try:
        yield
    finally:
        await broker.shutdown()
