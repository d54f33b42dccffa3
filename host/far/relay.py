"""Between an end and its broker: connects, comes back, keeps before it sends, sends again what was lost.

>>> async with Relay(link, end, kept, changed) as relay: ...
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from typing import Any

from companion.far.end import End
from companion.far.fold import Fold
from companion.far.link import Link
from host.far.address import Address
from host.far.files import EndFile

EXPIRY_S = 30 * 24 * 3600  # of a message at the broker
BURST, RATE_S = 5000, 200  # messages that are taken at once, and a second after that
LOOK_AFTER_S = 5.0  # so often what is lost or missing is looked for
ECHO_S = 10.0  # without an echo for so long a message is sent again
RETRY_S = (0.5, 30.0)  # between two tries to connect: at first, at most
KEEPALIVE_S = 30


class RelayError(Exception):
    """There is no use in trying on: why."""


class Allowance:
    """How many messages may still be taken: `most` at once, `rate` a second after that."""

    def __init__(self, most: int = BURST, rate: float = RATE_S, clock: Callable[[], float] = time.monotonic):
        self._most, self._rate, self._clock = most, rate, clock
        self._left, self._at = float(most), clock()

    def take(self) -> bool:
        """Whether one more is taken."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Relay:
    """fold: the game, also of an onlooker, who has neither `end` nor file. changed: called when something may be new.

    state: `connecting`, `connected`, or why it is neither. other: the name of the end that is there for the other seat,
    empty if none has said so. synced: the broker has shown all that it has. refused: messages over the allowance,
    asked for again later.
    """

    def __init__(self, link: Link, end: End | None, kept: EndFile | None, changed: Callable[[], None]):
        self.link = link
        self.end = end
        self.fold = end.fold if end else Fold(link.game)
        self.address = Address.parse(link.broker)
        self.state = "connecting"
        self.refused = 0
        self.other = ""
        self._kept = kept
        self._changed = changed
        self._name = secrets.token_hex(4)
        self._client: Any = None
        self.synced = False
        self._here = asyncio.Event()
        self._outbox: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._allowance = Allowance()
        self._version5 = True
        self._written: set = set()
        if kept and end:
            for line in kept.messages:
                end.recall(*line)
            self._written.update(kept.messages)

    # --- for the player -------------------------------------------------------------------------------------------

    def send(self, message: "tuple[str, str]") -> None:
        """Keep a message of the end's own and send it, now or when the broker is there again."""
        self._keep([message])
        assert self._kept is not None
        self._kept.flush()
        self._outbox.put_nowait(message)
        self.pump()

    def pump(self) -> None:
        """Send what is due without a player's word."""
        if not self.end or not self.synced:
            return
        message = self.end.due()
        if message:
            self.send(message)

    def _keep(self, messages: list) -> None:
        fresh = [line for line in messages if line not in self._written]
        if self._kept and fresh:
            self._kept.add(fresh)
            self._written.update(fresh)

    @property
    def idle(self) -> bool:
        """Whether all that this end has to say has reached the broker, or there is no end."""
        return not self.end or self._outbox.empty() and self.synced and not self.end.lost()

    # --- the connection -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until cancelled; RelayError if the broker will never do."""
        import aiomqtt

        wait = RETRY_S[0]
        while True:
            try:
                await self._session()
            except aiomqtt.MqttError as error:
                if self._version5 and "Unsupported protocol version" in str(error):
                    self._version5 = False  # a broker of the house that speaks 3.1.1: nothing expires there
                    continue
                self._say(f"no broker at {self.link.broker}: {error}")
            except OSError as error:
                self._say(f"no broker at {self.link.broker}: {error.strerror or error}")
            if self.synced:
                wait = RETRY_S[0]
            self.synced = False
            await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))
            wait = min(2 * wait, RETRY_S[1])

    def _say(self, state: str) -> None:
        if self.state != state:
            self.state = state
            self._changed()

    async def _session(self) -> None:
        import aiomqtt

        at = self.address
        options: dict[str, Any] = {"keepalive": KEEPALIVE_S, "timeout": 15, "max_queued_incoming_messages": 2 * BURST}
        if at.websocket:
            options |= {"transport": "websockets", "websocket_path": at.path}
        if at.user:
            options |= {"username": at.user, "password": at.password}
        if self.end:
            topic, payload = self.end.here(self._name, False)
            options["will"] = aiomqtt.Will(topic, payload, qos=1)
        version = aiomqtt.ProtocolVersion.V5 if self._version5 else aiomqtt.ProtocolVersion.V311
        async with aiomqtt.Client(at.host, at.port, protocol=version, tls_context=at.tls(), **options) as client:
            self._client = client
            self.synced = False
            if self.end:
                self.end.connected()
            await client.subscribe(f"daldos/1/{self.link.game}/#", qos=1)
            self._here.set()
            self._say("connected")
            work = (self._take_all, self._say_here, self._send_all, self._look_after)
            tasks = [asyncio.ensure_future(do()) for do in work]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _take_all(self) -> None:
        async for message in self._client.messages:
            if not self._allowance.take():
                self.refused += 1
                continue
            payload = message.payload if isinstance(message.payload, bytes) else b""
            self._take(str(message.topic), payload)

    def _take(self, topic: str, payload: bytes) -> None:
        if topic.endswith("/here"):
            self._take_presence(topic, payload)
        elif self.end:
            foreign = self.end.foreign
            if self.end.take(topic, payload):
                self._keep([(topic, payload.decode("ascii"))])
                self.pump()
                self._changed()
            elif self.end.foreign is not foreign:
                self._changed()
        elif self.fold.take(topic, payload):
            self._changed()

    def _take_presence(self, topic: str, payload: bytes) -> None:
        found = self.end.present(topic, payload) if self.end else None
        if not found:
            return
        if topic.split("/")[3] != self.link.seat:
            if found["on"] and self.other != found["end"]:  # it may have come after this end, and not know of it
                self._here.set()
            self.other = found["end"] if found["on"] else ""
        elif found["end"] == self._name and found["on"] and not self.synced:
            self.synced = True
            self._send_lost()
            self.pump()
        self._changed()

    def _send_lost(self) -> None:
        if self.end and self.end.playing and not self.end.foreign:
            for line in self.end.lost():
                self._outbox.put_nowait(line)

    async def _say_here(self) -> None:
        # the first comes back when all that is retained has come
        while True:
            await self._here.wait()
            self._here.clear()
            if self.end and self.end.playing:
                await self._client.publish(*self.end.here(self._name, True), qos=1)

    async def _send_all(self) -> None:
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        properties = None
        if self._version5:
            properties = Properties(PacketTypes.PUBLISH)
            properties.MessageExpiryInterval = EXPIRY_S
        while True:
            topic, payload = await self._outbox.get()  # if it gets lost now, it is sent after the next connection
            await self._client.publish(topic, payload, qos=1, retain=True, properties=properties)

    async def _look_after(self) -> None:
        # what the broker has not shown is sent again, what later messages show to be missing is asked for
        while True:
            await asyncio.sleep(LOOK_AFTER_S)
            if self.synced and self._outbox.empty():
                self._send_lost()
            for topic in self.fold.missing():
                await self._client.subscribe(topic, qos=1)

    async def leave(self) -> None:
        """Say that this end goes, as its will would."""
        if self._client and self.end and self.end.playing:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._client.publish(*self.end.here(self._name, False), qos=1), 2)
