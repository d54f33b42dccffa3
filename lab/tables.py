"""Many tables at `daldos far broker`, what they cost it, and how long a message takes from end to end.

    python -m lab tables --tables 10000 --relays 3

Two ends a table, each with a connection of its own; both send a part of a log every --pause seconds. A process often
may open 20,000 files, and a relay needs four a table: so several relays share them, each with a process of clients.
Processor time says much the same on a busy machine; delays want a quiet one.
"""

import asyncio
import multiprocessing
import random
import resource
import secrets
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import connect

from companion.far.messages import base32
from host.far.bounds import PUBLISH, Bounds, Quota
from host_tests.test_far_broker import Running, gone, hello, packet, publish, subscribe, text
from lab.arguments import parser, positive

SIZE = 600  # bytes of a part of a log, halfway through a game
HELLO = hello().replace(b"\0\x1e", b"\1\x2c")  # keepalive of 300 s, the most allowed: none is sent while tables open


class Packets(Bounds):
    """The packets that a broker sends, unchecked."""

    def _check(self, fields, now_s) -> None:
        pass


class End:
    """One end: waits is resolved when the other's message has come."""

    async def sit(self, port: int, game: str, seat: str, number: int) -> None:
        """Connect, and hear the table; each address has 50 tables, as the relay allows."""
        self.topic, self.waits = f"daldos/1/{game}/{seat}/log/0", None
        headers = {"X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}
        self.socket = await connect(
            f"ws://127.0.0.1:{port}/mqtt", subprotocols=["mqtt"], compression=None, ping_interval=None, proxy=None,
            open_timeout=600, additional_headers=headers,
        )  # fmt: skip
        await self.socket.send(HELLO)
        await self.socket.recv()
        await self.socket.send(subscribe(f"daldos/1/{game}/#"))
        self.task = asyncio.ensure_future(self._hear())

    async def _hear(self) -> None:
        packets = Packets(Quota())
        async for data in self.socket:
            for one in packets.packets(data, time.monotonic()):
                if one[0] >> 4 != PUBLISH:
                    continue
                size = 2 if one[1] & 128 else 1
                at = 1 + size + 2 + int.from_bytes(one[1 + size : 3 + size], "big")
                if one[0] & 6:
                    await self.socket.send(packet(0x40, one[at : at + 2]))
                if self.waits and not self.waits.done() and text(self.topic) not in one:  # not its own
                    self.waits.set_result(time.monotonic())


async def turn(pair: list) -> float:
    """Seconds from one end to the other."""
    one, other = random.sample(pair, 2)
    other.waits, start = asyncio.get_running_loop().create_future(), time.monotonic()
    await one.socket.send(publish(one.topic, qos=1, payload=secrets.token_bytes(SIZE)))
    return await other.waits - start


async def play(port: int, first: int, tables: int, pause_s: float, seconds: float, report) -> None:
    """Open the tables, play at them, and leave, saying so in between."""
    pairs = [[End(), End()] for _ in range(tables)]
    for start in range(0, tables, 20):
        sits = []
        for number, pair in enumerate(pairs[start : start + 20], first + start):
            game = base32(secrets.token_bytes(16))
            sits += [end.sit(port, game, seat, number // 50) for end, seat in zip(pair, "ab", strict=True)]
        await asyncio.gather(*sits)
    report.send([])
    await asyncio.to_thread(report.recv)
    delays, until = [], time.monotonic() + seconds

    async def table(pair: list) -> None:
        await asyncio.sleep(random.random() * pause_s / 2)
        while time.monotonic() < until:
            delays.append(await turn(pair))
            await asyncio.sleep(pause_s / 2)

    await asyncio.gather(*map(table, pairs))
    report.send(delays)
    await asyncio.to_thread(report.recv)


def client(*told) -> None:
    """A process of clients."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(play(*told))


def used(relay: Running) -> list:
    """(seconds of processor, KB) of gate and broker."""
    found, pids = [], [relay.process.pid]
    for pid in pids:
        below = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
        pids += below
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        status = Path(f"/proc/{pid}/status").read_text()
        found.append(((int(fields[11]) + int(fields[12])) / 100, int(status.partition("VmRSS:")[2].split()[0])))
    return found


def main() -> int:
    """The command."""
    told = parser("tables", __doc__, seeded=False)
    told.add_argument("--tables", type=positive, default=1000, help="in all (default %(default)s)")
    told.add_argument("--relays", type=positive, default=1, help="that share them (default %(default)s)")
    told.add_argument(
        "--pause", type=float, default=20.0, help="seconds between an end's messages (default %(default)s)"
    )
    told.add_argument("--seconds", type=float, default=60.0, help="of play (default %(default)s)")
    told = told.parse_args()
    each, relays, pipes = told.tables // told.relays, [], []
    with tempfile.TemporaryDirectory() as folder:
        for k in range(told.relays):
            relays.append(Running(Path(folder) / str(k)))
        counts = [[used(relay) for relay in relays]]
        for k, relay in enumerate(relays):
            here, there = multiprocessing.Pipe()
            how = (relay.port, k * each, each, told.pause, told.seconds, there)
            multiprocessing.Process(target=client, args=how, daemon=True).start()
            there.close()
            pipes.append(here)

        def together() -> list:
            found = [delay for pipe in pipes for delay in pipe.recv()]
            counts.append([used(relay) for relay in relays])
            for pipe in pipes:
                pipe.send(None)
            return found

        together()
        start = time.monotonic()
        delays = sorted(together())
        took, tables = time.monotonic() - start, each * told.relays
        for k, relay in enumerate(relays):
            relay.process.terminate()
            relay.process.communicate()
            gone(Path(folder) / str(k))
    for what, numbers in (("gate", (0,)), ("broker", (1, 2))):
        cpu, kb = ([sum(row[n][m] for row in count for n in numbers) for count in counts] for m in (0, 1))
        print(
            f"{what}: {1000 * (cpu[2] - cpu[1]) / len(delays):.3f} ms of processor a message, "
            f"{100 * (cpu[2] - cpu[1]) / took:.1f} % of a core; {(kb[2] - kb[0]) / tables:.1f} KB a table"
        )
    quantiles = statistics.quantiles(delays, n=20)
    print(
        f"{tables} tables, {len(delays)} messages in {took:.0f} s; "
        f"from end to end {1000 * quantiles[9]:.1f} ms (median), "
        f"95 % within {1000 * quantiles[18]:.1f} ms"
    )
    return 0
