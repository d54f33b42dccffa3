"""A broker for far games: MQTT, WebSocket and MQTT over TLS, each at a port of its own; and packets, to try it with."""

import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

from tools.programs import FOLDER

RELAY = Path(__file__).parent.parent / "tools/relay"
CERTIFICATE = Path(__file__).with_name("localhost.pem")  # with its key; it is for the name `localhost` alone


def free_port():
    """A port below the range that the system gives to connections, so that none takes it first."""
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

    def config(self) -> str:
        return (
            f"listener {self.tls_port} 127.0.0.1\ncertfile {CERTIFICATE}\nkeyfile {CERTIFICATE}\n"
            f"listener {self.ws_port}\nprotocol websockets\n"
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"  # opened last: then it is ready
            f"set_tcp_nodelay true\nmax_queued_messages 20000\npersistence true\npersistence_location {self.folder}/\n"
            "autosave_interval 1\nautosave_on_changes true\nuser root\n"
        )

    def start(self):
        config = self.folder / "mosquitto.conf"
        config.write_text(self.config(), encoding="utf-8")
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


def plugin() -> Path:
    """The broker's plug-in for rights: installed, or unpacked by tools/programs.py."""
    places = (Path("/usr/lib"), FOLDER / "broker")
    return next(file for place in places for file in place.rglob("mosquitto_dynamic_security.so"))


class Relay(Mosquitto):
    """A broker with the configuration and the access list of tools/relay, at free ports: `tls_port` for MQTT, `ws_port`
    for WebSocket, both with TLS, and `port` for MQTT without, beside them."""

    def config(self) -> str:
        places = {
            "/run/credentials/daldos-relay.service/cert": str(CERTIFICATE),
            "/run/credentials/daldos-relay.service/key": str(CERTIFICATE),
            "/etc/daldos-relay": str(RELAY),
            "/var/lib/daldos-relay": str(self.folder),
            "listener 8883": f"listener {self.tls_port}",
            "listener 443": f"listener {self.ws_port}",
            "/usr/lib/x86_64-linux-gnu": str(plugin().parent),
        }
        text = (RELAY / "mosquitto.conf").read_text(encoding="utf-8")
        for old, new in places.items():
            assert old in text, old
            text = text.replace(old, new)
        block = text[text.index(f"listener {self.tls_port}") :].partition("\n\n")[0]
        plain = [line for line in block.split("\n")[1:] if not line.startswith(("certfile", "keyfile"))]
        plain = "\n".join([f"listener {self.port} 127.0.0.1", *plain]) + "\n\n"
        return text.replace("# A letter", plain + "# A letter") + "user root\n"


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


def hello(version=5, flags=2, properties=b"", rest=b"", keepalive_s=30):
    props = bytes([len(properties)]) + properties if version == 5 else b""
    return packet(
        0x10, text("MQTT") + bytes([version, flags]) + keepalive_s.to_bytes(2, "big") + props + text("") + rest
    )


def will(topic, flags):
    return hello(flags=flags, rest=b"\0" + text(topic) + text("x"))


def publish(topic, flags=1, expiry_s=3600, payload=b"x", qos=1):
    props = b"\x02" + expiry_s.to_bytes(4, "big") if expiry_s else b""
    number = b"\0\7" if qos else b""
    return packet(0x30 | flags | qos << 1, text(topic) + number + bytes([len(props)]) + props + payload)


def subscribe(topic):
    return packet(0x82, b"\0\1\0" + text(topic) + b"\1")
