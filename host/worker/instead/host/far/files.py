"""CPython: files in a folder. Here: in the browser's store, which has them before anything of them is sent.

The browser knows who has a seat: the page's script holds a lock for each file, and then reads it.
"""

from host.far.log import Opened

HELD, BUSY, WAITING = "held", "busy", "waiting"


class EndFile(Opened):
    """The file of one end, in a host.worker.kept.KeptStore."""

    def __init__(self, store, name: str, link):
        data = store.read(name) or b""
        super().__init__(name, data, link)
        self._store = store
        self._name = name
        store.replace(name, data[: self.good] + self.first)

    def add(self, messages: list) -> None:
        """Keep (topic, payload) messages; the store is written before what is to be sent."""
        self._store.append(self._name, b"".join([("%s %s\n" % message).encode() for message in messages]))


class SeatFile:
    """The file of one seat. state: HELD, where this tab alone has it; BUSY, where another has; else WAITING."""

    def __init__(self, seats, name: str, link):
        self.state = WAITING
        self._seats, self._name, self._link = seats, name, link
        seats.ask("hold", name)

    def take(self) -> None:
        """This tab wants to play now: the other one is asked to let go."""
        if self.state != HELD:
            self.state = WAITING
            self._seats.ask("ask", self._name)

    def open(self) -> EndFile:
        """The seat's file as it is now, open for appending."""
        return EndFile(self._seats.store, self._name, self._link)

    def release(self) -> None:
        """Let others have it."""
        if self.state == HELD:
            self._seats.ask("release", self._name)
        self.state = BUSY
        self._seats.files.pop(self._name, None)


class SeatFiles:
    """store: the KeptStore of the files. asked: what the page's script is to do, by its words, each for some names."""

    def __init__(self, store):
        self.store = store
        self.files: dict = {}
        self.asked: dict = {}

    def seat(self, link) -> SeatFile:
        """That of the link's game and seat."""
        name = link.game + "-" + link.seat + ".far"
        self.files[name] = SeatFile(self, name, link)
        return self.files[name]

    def mine(self) -> list:
        """The names of the files that this tab has."""
        return [name for name in self.files if self.files[name].state == HELD]

    def ask(self, what: str, name: str) -> None:
        """The page's script is to do this with the lock of a file."""
        self.asked.setdefault(what, []).append(name)

    def held(self, name: str, data) -> None:
        """The lock is this tab's; data: the file as it was read then, None if there is none."""
        self.store.put(name, data)
        if name in self.files:
            self.files[name].state = HELD
        else:  # nobody waits for it any more
            self.ask("release", name)

    def busy(self, name: str) -> None:
        """Another tab has the lock."""
        if name in self.files:
            self.files[name].state = BUSY

    def wanted(self, name: str) -> None:
        """Another tab asks for it, or has taken it: nothing is written here any more."""
        if name in self.files and self.files[name].state == HELD:
            self.files[name].state = BUSY
        self.ask("release", name)
