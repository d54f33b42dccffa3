"""CPython: a folder. Here: the texts in a store."""

ENDING = ".txt"


class Files:
    """store: a host.worker.kept.KeptStore of the folder `games`."""

    CHECKED = 0  # nobody edits them

    def __init__(self, store):
        self._store = store

    def names(self) -> list:
        return sorted(self._store.files)

    def stamps(self) -> dict:
        return {name: self.stamp(name) for name in self.names()}

    def stamp(self, name: str) -> int:
        return self._store.version(name)

    def index(self) -> dict:
        return {}

    def keep_index(self, index: dict) -> None:
        pass

    def read(self, name: str) -> str:
        return self._store.files[name].decode()

    def write(self, name: str, text: str) -> None:
        self._store.replace(name, text.encode())

    def remove(self, name: str) -> None:
        self._store.remove(name)
