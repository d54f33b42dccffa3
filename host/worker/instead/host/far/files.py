"""CPython: files in a folder. Here: in the browser's store, which has them before anything of them is sent."""

from host.far.log import Opened


class EndFile(Opened):
    """store: a host.worker.kept.KeptStore. Another tab may have the same file: the end that came last plays."""

    def __init__(self, store, name: str, link):
        data = store.read(name) or b""
        super().__init__(name, data, link)
        self._store = store
        self._name = name
        store.replace(name, data[: self.good] + self.first)

    @staticmethod
    def open(folder, link):
        """That of the link's game and seat; begun if there is none. folder: the store."""
        return EndFile(folder, link.game + "-" + link.seat + ".far", link)

    def add(self, messages: list) -> None:
        """Keep (topic, payload) messages."""
        self._store.append(self._name, b"".join([("%s %s\n" % message).encode() for message in messages]))

    def flush(self) -> None:
        """The store is written with the next answer of the Worker's, before what is to be sent."""

    def close(self) -> None:
        """Nothing is held."""
