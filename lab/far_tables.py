"""How many far tables a broker bears: mosquitto on loopback, a turn each 20 s at each of them.

    python -m lab far_tables [--tables 5000] [--seconds 60] [--restart]

Every table is two connections that subscribe to their game, as real ends do. A turn is three messages, retained, QoS 1:
the links of both and the turn, each sent when the one before has come. Measured: the time from sending a message to
its arrival at the other end, the broker's processor time, its memory before and after. `--restart` kills the broker in
the middle: every table must go on.
"""

import argparse
import asyncio
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TURN_S = 20
PAYLOAD = '{"do": "link", "t": %d, "x": "' + 64 * "5" + '"} ' + 32 * "a"
CONFIG = (
    "listener %d 127.0.0.1\nallow_anonymous true\nmax_queued_messages 20000\nuser root\nlog_type none\n"
    "set_tcp_nodelay true\n"  # without it a message may wait 40 ms for the one before to be acknowledged
    "persistence true\npersistence_location %s/\nautosave_interval 5\n"
)


def packet(kind: int, *parts: bytes) -> bytes:
    """An MQTT 5 packet: kind with its flags, and what is in it."""
    body = b"".join(parts)
    length, left = b"", len(body)
    while True:
        left, low = left >> 7, left & 127
        length += bytes([low | 128 * bool(left)])
        if not left:
            return bytes([kind]) + length + body


def text(words: str) -> bytes:
    """A string of MQTT."""
    return struct.pack(">H", len(words)) + words.encode()


class End(asyncio.Protocol):
    """One end of a table: as little of MQTT 5 as it takes."""

    def __init__(self, table: "Table", seat: str):
        self.table, self.seat = table, seat
        self.buffer = b""
        self.transport = None
        self.up = False
        self.unacknowledged: dict = {}
        self.packets = 0

    def connection_made(self, transport):
        self.transport, self.buffer = transport, b""
        properties = b"\x00"
        transport.write(packet(0x10, text("MQTT"), b"\x05\x02\x00\x3c", properties, text("")))

    def connection_lost(self, error):
        self.up = False
        if not self.table.load.done:
            asyncio.ensure_future(self.connect(again=True))

    async def connect(self, again: bool = False) -> None:
        """Until it succeeds."""
        while True:
            if again:
                await asyncio.sleep(random.uniform(0.5, 5))
            try:
                await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.table.load.port)
                return
            except OSError:
                again = True

    def data_received(self, data):
        self.buffer += data
        while True:
            head, left, shift = 1, 0, 0
            while True:
                if len(self.buffer) <= head:
                    return
                left |= (self.buffer[head] & 127) << shift
                shift += 7
                head += 1
                if self.buffer[head - 1] < 128:
                    break
            if len(self.buffer) < head + left:
                return
            kind, body = self.buffer[0], self.buffer[head : head + left]
            self.buffer = self.buffer[head + left :]
            self.take(kind, body)

    def take(self, kind: int, body: bytes) -> None:
        """A packet has come."""
        if kind >> 4 == 2:  # CONNACK
            self.transport.write(packet(0x82, b"\x00\x01\x00", text(f"daldos/1/{self.table.name}/#"), b"\x01"))
        elif kind >> 4 == 9:  # SUBACK
            self.up = True
            for topic, payload in list(self.unacknowledged.values()):
                self.publish(topic, payload)
        elif kind >> 4 == 4:  # PUBACK
            self.unacknowledged.pop(body[:2], None)
        elif kind >> 4 == 3:  # PUBLISH
            size = struct.unpack(">H", body[:2])[0]
            topic = body[2 : 2 + size].decode()
            self.transport.write(packet(0x40, body[2 + size : 4 + size]))
            self.table.arrived(self.seat, topic)

    def publish(self, topic: str, payload: str) -> None:
        """Retained, QoS 1, expiring."""
        self.packets = self.packets % 65535 + 1
        number = struct.pack(">H", self.packets)
        self.unacknowledged[number] = (topic, payload)
        if self.up:
            expiry = b"\x05\x02" + struct.pack(">I", 30 * 24 * 3600)
            self.transport.write(packet(0x33, text(topic), number, expiry, payload.encode()))


class Table:
    """Two ends that exchange three messages a turn."""

    def __init__(self, load: "Load", number: int):
        self.load = load
        self.name = f"table{number:021d}"
        self.ends = {seat: End(self, seat) for seat in "ab"}
        self.counts = {"a": 0, "b": 0}
        self.sent: dict = {}
        self.step = 0
        self.turns = 0

    async def run(self, delay: float) -> None:
        """A turn each TURN_S seconds, the first after `delay`."""
        await asyncio.sleep(delay)
        while not self.load.done:
            if self.step == 0:
                self.step = 1
                self.send("a")
            await asyncio.sleep(TURN_S)

    def send(self, seat: str) -> None:
        """The next message of a seat."""
        topic = f"daldos/1/{self.name}/{seat}/{self.counts[seat]}"
        self.counts[seat] += 1
        self.sent[topic] = time.perf_counter()
        self.ends[seat].publish(topic, PAYLOAD % self.counts[seat])

    def arrived(self, seat: str, topic: str) -> None:
        """A message is at an end; what was waited for is answered."""
        if topic.split("/")[3] == seat or topic not in self.sent:
            return
        self.load.times.append(time.perf_counter() - self.sent.pop(topic))
        if self.step == 3:
            self.step = 0
            self.turns += 1
        else:
            self.step += 1
            self.send("ab"[self.step % 2 == 0])


class Load:
    """All tables, and the broker's process."""

    def __init__(self, tables: int, folder: Path):
        self.port = 18830
        self.folder = folder
        self.done = False
        self.times: list = []
        self.tables = [Table(self, number) for number in range(tables)]
        self.process = None

    def start(self) -> None:
        """The broker."""
        binary = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        config = self.folder / "mosquitto.conf"
        config.write_text(CONFIG % (self.port, self.folder), encoding="utf-8")
        self.process = subprocess.Popen([binary, "-c", str(config)])

    def memory_mb(self) -> float:
        """Of the broker, resident."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def processor_s(self) -> float:
        """Of the broker, so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def run(self, seconds: float, restart: bool) -> None:
        """Connect all, play, print what was measured."""
        self.start()
        await asyncio.sleep(1)
        empty = self.memory_mb()
        ends = [end for table in self.tables for end in table.ends.values()]
        for first in range(0, len(ends), 200):
            await asyncio.gather(*[end.connect() for end in ends[first : first + 200]])
        while not all(end.up for end in ends):
            await asyncio.sleep(0.1)
        connected = self.memory_mb()
        games = [asyncio.ensure_future(table.run(random.uniform(0, TURN_S))) for table in self.tables]
        await asyncio.sleep(TURN_S)  # all have begun
        self.times.clear()
        began, used = time.monotonic(), self.processor_s()
        await asyncio.sleep(seconds)
        wall, used = time.monotonic() - began, self.processor_s() - used
        times = sorted(self.times)
        held = sum(sum(table.counts.values()) for table in self.tables)
        full = self.memory_mb()
        print(f"{len(self.tables)} tables, {len(times)} messages in {wall:.0f} s, {len(times) / wall:.0f} a second")
        middle, late = (1000 * times[int(len(times) * share)] for share in (0.5, 0.95))
        print(f"to the other end: median {middle:.1f} ms, 95 % {late:.1f} ms")
        print(f"broker: {100 * used / wall:.1f} % of a core, {1000 * used / len(times):.3f} ms a message")
        table_kb, message_kb = 1024 * (connected - empty) / len(self.tables), 1024 * (full - connected) / held
        print(f"memory: {empty:.1f} MB empty, {connected:.1f} connected, {table_kb:.1f} KB a table;")
        print(f"  {full:.1f} MB with {held} messages retained, {message_kb:.2f} KB a message")
        if restart:
            await asyncio.sleep(6)  # its store is written each 5 s
            turns = [table.turns for table in self.tables]
            self.process.kill()
            self.process.wait()
            self.start()
            began = time.monotonic()
            while any(table.turns == before for table, before in zip(self.tables, turns, strict=True)):
                await asyncio.sleep(0.2)
                assert time.monotonic() - began < 300, "tables stand still after the restart"
            late = time.monotonic() - began
            print(f"killed and started again: all tables have played on after {late:.0f} s")
        self.done = True
        for game in games:
            game.cancel()


def main(args=None) -> int:
    """The exit status is 0 if 95 % came within 50 ms."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--restart", action="store_true", help="kill the broker in the middle")
    given = parser.parse_args(args)
    need = 2 * given.tables + 200
    resource.setrlimit(resource.RLIMIT_NOFILE, (need, max(need, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    with tempfile.TemporaryDirectory() as folder:
        load = Load(given.tables, Path(folder))
        try:
            asyncio.run(load.run(given.seconds, given.restart))
        finally:
            load.process.kill()
    times = sorted(load.times)
    return 0 if times[len(times) * 19 // 20] < 0.05 else 1


if __name__ == "__main__":
    sys.exit(main())
