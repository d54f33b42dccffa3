"""A broker for the tests of far games: MQTT, WebSocket and MQTT over TLS, each at a port of its own."""

import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

CERTIFICATE = Path(__file__).with_name("localhost.pem")  # with its key; it is for the name `localhost` alone


def free_port():
    """A port below those that the system gives to connections, which would take it before it is used."""
    while True:
        port = SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Mosquitto:
    """A broker on this machine that can be killed, with its store or without, and started again."""

    def __init__(self, folder, binary):
        self.folder, self.binary = folder, binary
        self.port, self.ws_port, self.tls_port = free_port(), free_port(), free_port()
        self.process = None

    def start(self):
        config = self.folder / "mosquitto.conf"
        config.write_text(
            f"listener {self.tls_port} 127.0.0.1\ncertfile {CERTIFICATE}\nkeyfile {CERTIFICATE}\n"
            f"listener {self.ws_port}\nprotocol websockets\n"
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"  # opened last: then it is ready
            f"set_tcp_nodelay true\nmax_queued_messages 20000\npersistence true\npersistence_location {self.folder}/\n"
            "autosave_interval 1\nautosave_on_changes true\nuser root\n",
            encoding="utf-8",
        )
        self.process = subprocess.Popen(
            [self.binary, "-c", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert time.monotonic() < end and self.process.poll() is None, "mosquitto does not start"
                time.sleep(0.05)

    def kill(self, store_lost=False):
        self.process.kill()
        self.process.wait()
        if store_lost:
            (self.folder / "mosquitto.db").unlink(missing_ok=True)
