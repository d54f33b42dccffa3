"""Pages that look on, in a process of their own, so that they cost the server's nothing: `onlookers.py PORT COUNT`.

One of them says hello and never reads; the others read everything. It prints a line when all are there, and ends when
its standard input does.
"""

import asyncio
import json
import sys

from websockets.asyncio.client import connect

HELLO = json.dumps({"do": "hello", "token": "", "code": ""})


async def look_on(address: str, there: asyncio.Semaphore, reads: bool) -> None:
    # a queue of one frame: what is not read stays in the socket, and then with the server
    async with connect(f"ws://{address}/socket", origin=f"http://{address}", compression=None, max_queue=1) as link:
        await link.send(HELLO)
        there.release()
        while reads:
            await link.recv()
        await asyncio.Event().wait()


async def main(port: int, count: int) -> None:
    there = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(look_on(f"127.0.0.1:{port}", there, k > 0)) for k in range(count)]
    for _ in tasks:
        await there.acquire()
    print("there", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
