"""Real time for the board: per second, a hundred scans and fifty updates of the pages.

After a suspension, or on a slow machine, missed time is skipped, and the board's clock continues from there.
"""

import asyncio

from host.web.pages import LOOK_SCANS, SCAN_MS

BEHIND_MS = 250  # caught up at most; the rest is skipped


async def run_clock(room, speed: int = 1) -> None:
    """Drive the room until cancelled; speed: how many times faster than real time."""
    loop = asyncio.get_running_loop()
    due = loop.time()
    scans = 0
    while True:
        now = loop.time()
        if now - due > BEHIND_MS / 1000:
            due = now
        elif now < due:
            await asyncio.sleep(due - now)
        else:
            await asyncio.sleep(0)
        if room.is_slow:
            await asyncio.to_thread(room.tick, SCAN_MS * speed)
        else:
            room.tick(SCAN_MS * speed)
        scans += 1
        if scans % LOOK_SCANS == 0:
            room.look()
        due += SCAN_MS / 1000
