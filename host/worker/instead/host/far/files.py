"""CPython: files in a folder. Here: in the browser's store, which saves them before any message is sent.

The browser knows who has a seat: the page's script locks each file before reading it.
"""

from binascii import a2b_base64

from host.far.log import EndFile

HELD, BUSY, WAITING = "held", "busy", "waiting"


class SeatFile:
    """The file of one seat. state: HELD by this tab alone, BUSY (another tab has it), or WAITING."""

    def __init__(self, seats, name: str, link):
        self.state = WAITING
        self._seats, self._name, self._link = seats, name, link
        seats.ask("hold", name)

    @property
    def is_new(self) -> bool:
        """Whether nothing has been written yet."""
        return not self._seats.store.read(self._name)

    def forget(self) -> None:
        """A new file is not kept before something is in it."""

    def take(self) -> None:
        """Ask the other tab to release the file, to play here."""
        if self.state != HELD:
            self.state = WAITING
            self._seats.ask("ask", self._name)

    def open(self, brought: bytes = b"") -> EndFile:
        """Add these lines to the seat's file and open it for appending."""
        data = self._seats.store.read(self._name) or b""
        return EndFile(self._name, data, self._link, brought, self._write)

    def _write(self, at: int, data: bytes) -> None:
        store = self._seats.store  # which is written before what is to be sent
        store.replace(self._name, (store.read(self._name) or b"")[:at] + data)

    def release(self) -> None:
        """Release the lock."""
        if self.state == HELD:
            self._seats.ask("release", self._name)
        self.state = BUSY
        self._seats.files.pop(self._name, None)


class SeatFiles:
    """store: the KeptStore of the files. asked: requests for the page's script, verb -> names."""

    def __init__(self, store):
        self.store = store
        self.files: dict = {}
        self.asked: dict = {}

    def seat(self, link) -> SeatFile:
        """The file of the link's game and seat."""
        name = link.game + "-" + link.seat + ".far"
        self.files[name] = SeatFile(self, name, link)
        return self.files[name]

    def mine(self) -> list:
        """The names of the files that this tab holds."""
        return [name for name in self.files if self.files[name].state == HELD]

    def ask(self, what: str, name: str) -> None:
        """Ask the page's script to do this with a file's lock."""
        self.asked.setdefault(what, []).append(name)

    def held(self, name: str, data) -> None:
        """This tab has the lock; data: the file as read after that, in base64, None if there is none."""
        self.store.put(name, None if data is None else a2b_base64(data))
        if name in self.files:
            self.files[name].state = HELD
        else:  # no longer wanted
            self.ask("release", name)

    def busy(self, name: str) -> None:
        """Another tab has the lock."""
        if name in self.files:
            self.files[name].state = BUSY

    def wanted(self, name: str) -> None:
        """Another tab wants the file, or has taken it: stop writing here."""
        if name in self.files and self.files[name].state == HELD:
            self.files[name].state = BUSY
        self.ask("release", name)
