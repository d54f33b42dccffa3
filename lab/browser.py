"""What tests and instruments of the page share: a server in a thread, a folder of files served, the browser's program.

>>> server = Running(Table(seed=1))
>>> page.goto(server.address)
>>> server.stop()
"""

import asyncio
import contextlib
import functools
import http.server
import os
import threading

from host.games.play import OwnGame
from host.sim.preload import ScriptedDice
from host.web.backend import TableBackend
from host.web.pages import Room
from host.web.server import Server
from tools import programs


class Files(http.server.SimpleHTTPRequestHandler):
    """A silent file server."""

    def log_message(self, *_):
        pass


class Host:
    """Serves a folder until it is stopped; address: the game's."""

    def __init__(self, folder):
        self.folder = folder
        handler = functools.partial(Files, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.handle_error = lambda *request: None  # a page that is closed leaves requests behind
        self.address = f"http://localhost:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Running:
    """A server in its own thread. table, room: what it serves; address: the page's.

    Its pages play a game, or at the table where they ask for it; given a backend, they have only that. saved: the game
    that was left, and how, as OwnGame.resume takes them.
    """

    def __init__(self, table, speed: int = 1, rules=None, port: int = 0, backend=None, saved=(), **room):
        self.table = table
        self.play = None
        if backend:
            backend.start(rules)
        else:
            self.play = OwnGame(table.store, ScriptedDice(table.entropy, table.throws))
            if saved:
                self.play.resume(*saved)
            elif rules is not None:
                self.play.open(rules)
        self.backend = backend or TableBackend(table)
        self.room = Room(self.backend, self.play, **room)
        self.server = Server(self.room, port=port, speed=speed)
        self.address = None
        self._up = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        assert self._up.wait(30), "the server does not start"

    def _serve(self):
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._run())

    async def _run(self):
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        await self.server.run(self._ready)

    def _ready(self, address):
        self.address = address
        self._up.set()

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def session(self):
        return self.table.app.session

    @property
    def game(self):
        """The game behind the page, without a board."""
        return self.play.game

    def drop_sockets(self):
        """Cut off all pages, like pulling a cable; they reconnect by themselves."""
        for connection in list(self.server.sockets):
            self._loop.call_soon_threadsafe(connection.transport.abort)

    def stop(self):
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(30)
        assert not self._thread.is_alive()


def chromium_binary() -> str:
    """$CHROMIUM, or Debian's; the one without a window opens a page in two thirds of the time."""
    return os.environ.get("CHROMIUM") or programs.alternatives(*programs.PROGRAMS["browser"].found)[0]
