"""The connection of a carrier to its broker: connects, again if it is lost, and carries letters both ways.

>>> asyncio.run(carry(carrier, lambda: carrier.is_idle))
"""

import asyncio
import contextlib
import secrets
import socket
import ssl
import time
from typing import Any

from host.far.address import Address

RETRY_S = (0.5, 30.0)  # between attempts to connect: at first, at most
KEEPALIVE_S = 30
STEP_S = 0.05  # between steps while nothing comes
WAITING_MAX = 10_000  # messages


async def carry(carrier: Any, is_done, moment=contextlib.nullcontext) -> None:
    """Step the carrier and carry for it until `is_done()`; AddressError if the broker can never be used.

    moment: a context around each step, such as a lock.
    """
    import aiomqtt

    at = Address.parse(carrier.end.seat.broker if hasattr(carrier, "end") else carrier.seat.broker)
    wait = RETRY_S[0]
    while not is_done():
        try:
            async with _client(at) as client:
                wait = RETRY_S[0]
                carrier.inbox.append((None, ""))
                came = asyncio.Event()
                bring = asyncio.ensure_future(_bring(carrier, client, came))
                try:
                    while not bring.done() and not is_done():
                        await _step(carrier, client, moment, came)
                    if bring.done():
                        bring.result()
                finally:
                    bring.cancel()
                    await asyncio.gather(bring, return_exceptions=True)
            why = "closed"
        except (aiomqtt.MqttError, OSError) as error:
            why = str(error) or "closed"
        if is_done():
            return
        carrier.inbox.append((None, why))
        with moment():
            carrier.step(time.monotonic())
        await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))
        wait = min(2 * wait, RETRY_S[1])


def _client(at: Address):
    import aiomqtt

    options: dict[str, Any] = {"keepalive": KEEPALIVE_S, "timeout": 15, "max_queued_incoming_messages": WAITING_MAX}
    options["socket_options"] = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]  # a short message waits for no other
    if at.websocket:
        options |= {"transport": "websockets", "websocket_path": at.path}
    if at.user:
        options |= {"username": at.user, "password": at.password}
    tls = ssl.create_default_context() if at.encrypted else None  # verifies the certificate and its host name
    return aiomqtt.Client(at.host, at.port, protocol=aiomqtt.ProtocolVersion.V5, tls_context=tls, **options)


async def _bring(carrier: Any, client: Any, came: asyncio.Event) -> None:
    async for message in client.messages:
        if len(carrier.inbox) < WAITING_MAX:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            carrier.inbox.append((str(message.topic), payload))
            came.set()


async def _step(carrier: Any, client: Any, moment, came: asyncio.Event) -> None:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    has_come = came.is_set()
    came.clear()
    with moment():
        carrier.step(time.monotonic())
    while carrier.outbox:
        topic, *message = carrier.outbox.pop(0)
        if message:
            properties = Properties(PacketTypes.PUBLISH)
            properties.MessageExpiryInterval = message[1]
            await client.publish(topic, message[0], qos=1, retain=True, properties=properties)
        else:
            await client.subscribe(topic, qos=1)
    if not has_come:  # else a player may have an answer
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(came.wait(), STEP_S)
