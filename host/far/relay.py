"""The connection to a broker: connects, reconnects, carries a Mailbox's messages both ways.

>>> relay = asyncio.ensure_future(carry(post))
"""

import asyncio
import contextlib
import secrets
import socket
import ssl
from typing import Any

from host.far.address import Address
from host.far.post import BURST, Mailbox

EXPIRY_S = 30 * 24 * 3600  # how long the broker keeps a message
RETRY_S = (0.5, 30.0)  # between attempts to connect: at first, at most
KEEPALIVE_S = 30
LEAVE_S = 2  # at most, to say goodbye


async def carry(post: Mailbox) -> None:
    """Stay connected until cancelled, then say goodbye. AddressError if the broker can never be used."""
    import aiomqtt

    at = Address.parse(post.link.broker)
    loop = asyncio.get_running_loop()
    due = asyncio.Event()
    post.wake = lambda: loop.call_soon_threadsafe(due.set)
    wait, version5 = RETRY_S[0], True
    while True:
        try:
            async with _client(post, at, version5) as client:
                wait = RETRY_S[0]
                post.inbox.append((None, ""))
                post.news()
                await _session(post, client, due, version5)
            why = "closed"
        except aiomqtt.MqttError as error:
            if version5 and "Unsupported protocol version" in str(error):
                version5 = False  # a local broker that speaks 3.1.1: messages never expire there
                continue
            why = str(error)
        except OSError as error:
            why = error.strerror or str(error)
        post.inbox.append((None, why or "closed"))
        post.news()
        await asyncio.sleep(wait * (0.5 + secrets.randbelow(1000) / 1000))
        wait = min(2 * wait, RETRY_S[1])


def _client(post: Mailbox, at: Address, version5: bool):
    import aiomqtt

    options: dict[str, Any] = {"keepalive": KEEPALIVE_S, "timeout": 15, "max_queued_incoming_messages": 2 * BURST}
    options["socket_options"] = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]  # a short message waits for no other
    if at.websocket:
        options |= {"transport": "websockets", "websocket_path": at.path}
    if at.user:
        options |= {"username": at.user, "password": at.password}
    if post.end:
        topic, payload = post.end.here(False)
        options["will"] = aiomqtt.Will(topic, payload, qos=1)
    tls = ssl.create_default_context() if at.encrypted else None  # verifies the certificate and its host name
    version = aiomqtt.ProtocolVersion.V5 if version5 else aiomqtt.ProtocolVersion.V311
    return aiomqtt.Client(at.host, at.port, protocol=version, tls_context=tls, **options)


async def _session(post: Mailbox, client: Any, due: asyncio.Event, version5: bool) -> None:
    tasks = [asyncio.ensure_future(work) for work in (_bring(post, client), _take_away(post, client, due, version5))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except asyncio.CancelledError:
        post.leave()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(_empty(post, client, version5), LEAVE_S)
        raise
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _bring(post: Mailbox, client: Any) -> None:
    async for message in client.messages:
        if len(post.inbox) < 2 * BURST:  # a dropped message shows up as missing
            payload = message.payload if isinstance(message.payload, bytes) else b""
            post.inbox.append((str(message.topic), payload))
            post.news()


async def _take_away(post: Mailbox, client: Any, due: asyncio.Event, version5: bool) -> None:
    while True:
        due.clear()
        await _empty(post, client, version5)
        await due.wait()


async def _empty(post: Mailbox, client: Any, version5: bool) -> None:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    properties = None
    if version5:
        properties = Properties(PacketTypes.PUBLISH)
        properties.MessageExpiryInterval = EXPIRY_S
    while post.outbox:
        topic, *message = post.outbox.pop(0)
        if message:
            payload, retained = message
            kept = {"retain": True, "properties": properties} if retained else {}
            await client.publish(topic, payload, qos=1, **kept)
        else:
            await client.subscribe(topic, qos=1)
