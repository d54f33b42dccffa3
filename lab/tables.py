"""Many tables at one broker with the configuration of tools/relay: bytes, processor, and seconds from end to end.

    python -m lab tables --tables 10000

Two ends a table, each with a connection of its own to one mosquitto without TLS; every turn the mover publishes its
log, and the other player its link. Processor time says much the same on a busy machine; delays want a quiet one.
"""

import asyncio
import multiprocessing
import random
import resource
import secrets
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from lab.arguments import parser, positive
from lab.mosquitto import Relay, hello, publish, subscribe, text

SIZE = 151  # bytes of a letter with its whole log, halfway through a game, name of the device and seal included
EACH = 2000  # tables a process of clients
HELLO = hello(keepalive_s=300)


class End:
    """One end: waits is resolved when the other's message has come; sent and heard count bytes."""

    sent = heard = 0

    async def sit(self, port: int, game: str, seat: str) -> None:
        """Connect, and hear both seats."""
        self.topic, self.waits = f"daldos/2/{game}/{seat}", None
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        for sent in (HELLO, *(subscribe(f"daldos/2/{game}/{each}") for each in "ab")):
            self.writer.write(sent)
        self.task = asyncio.ensure_future(self._hear())

    async def _hear(self) -> None:
        while True:
            first, size, shift = (await self.reader.readexactly(1))[0], 0, 0
            while True:
                digit = (await self.reader.readexactly(1))[0]
                size, shift = size | (digit & 127) << shift, shift + 7
                if digit < 128:
                    break
            body = await self.reader.readexactly(size)
            if first >> 4 != 3:
                continue
            End.heard += size + 1 + shift // 7
            at = 2 + int.from_bytes(body[:2], "big")
            if first & 6:
                self.writer.write(b"\x40\2" + body[at : at + 2])
            if self.waits and not self.waits.done() and text(self.topic) not in body:  # not its own
                self.waits.set_result(time.monotonic())

    def send(self) -> None:
        """Publish this seat's log."""
        sent = publish(self.topic, payload=secrets.token_bytes(SIZE), expiry_s=30 * 86_400)
        End.sent += len(sent)
        self.writer.write(sent)


async def turn(pair: list) -> float:
    """Seconds from one end to the other."""
    one, other = random.sample(pair, 2)
    other.waits, start = asyncio.get_running_loop().create_future(), time.monotonic()
    one.send()
    seconds = await other.waits - start
    other.send()
    return seconds


async def play(port: int, tables: int, pause_s: float, seconds: float, report) -> None:
    """Open the tables, play at them, and leave, saying so in between."""
    pairs = [[End(), End()] for _ in range(tables)]
    for start in range(0, tables, 20):
        games = [(pair, secrets.token_hex(8)) for pair in pairs[start : start + 20]]
        sits = [end.sit(port, game, seat) for pair, game in games for end, seat in zip(pair, "ab", strict=True)]
        await asyncio.gather(*sits)
    report.send(None)
    await asyncio.to_thread(report.recv)
    delays, until = [], time.monotonic() + seconds

    async def table(pair: list) -> None:
        await asyncio.sleep(random.random() * pause_s)
        while time.monotonic() < until:
            delays.append(await turn(pair))
            await asyncio.sleep(pause_s)

    await asyncio.gather(*map(table, pairs))
    report.send((delays, End.sent, End.heard))
    await asyncio.to_thread(report.recv)


def client(*told) -> None:
    """A process of clients."""
    asyncio.run(play(*told))


def used(relay: Relay) -> tuple:
    """(seconds of processor, KB) of the broker."""
    place = Path(f"/proc/{relay.process.pid}")
    fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
    memory = (place / "status").read_text().partition("VmRSS:")[2].split()[0]
    return (int(fields[11]) + int(fields[12])) / 100, int(memory)


def main() -> int:
    """The command."""
    told = parser("tables", __doc__, seeded=False)
    told.add_argument("--tables", type=positive, default=1000, help="in all (default %(default)s)")
    told.add_argument("--pause", type=float, default=20.0, help="seconds between turns (default %(default)s)")
    told.add_argument("--seconds", type=float, default=60.0, help="of play (default %(default)s)")
    told = told.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    pipes = []
    binary = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if not binary:
        print("no mosquitto here: apt-get install mosquitto")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        relay = Relay(Path(folder), binary)
        relay.start()
        counts = [used(relay)]
        for first in range(0, told.tables, EACH):
            here, there = multiprocessing.Pipe()
            how = (relay.port, min(EACH, told.tables - first), told.pause, told.seconds, there)
            multiprocessing.Process(target=client, args=how, daemon=True).start()
            there.close()
            pipes.append(here)

        def together() -> list:
            found = [pipe.recv() for pipe in pipes]
            counts.append(used(relay))
            for pipe in pipes:
                pipe.send(None)
            return found

        together()
        start = time.monotonic()
        found = together()
        took = time.monotonic() - start
        relay.process.terminate()
        relay.process.wait()
        kept = (Path(folder) / "mosquitto.db").stat().st_size
    delays = sorted(delay for row in found for delay in row[0])
    sent, heard = (sum(row[n] for row in found) for n in (1, 2))
    cpu, turns = counts[2][0] - counts[1][0], len(delays)
    print(
        f"{told.tables} tables, {turns} turns of 2 messages in {took:.0f} s: {1000 * cpu / turns / 2:.3f} ms of "
        f"processor a message, {100 * cpu / took:.1f} % of a core; a message {sent / turns / 2:.0f} bytes in, "
        f"{heard / turns / 2:.0f} out; {(counts[2][1] - counts[0][1]) / told.tables:.1f} KB of memory a table; "
        f"{kept / told.tables:.0f} bytes a table on the disk"
    )
    quantiles = statistics.quantiles(delays, n=20)
    print(f"from end to end {1000 * quantiles[9]:.1f} ms (median), 95 % within {1000 * quantiles[18]:.1f} ms")
    return 0
