"""A store in RAM, lost at power-off: for boards whose own store fails, for tests and for simulated boards."""

from companion.reasons import StoreError

if False:  # only for the type checker; the compiler drops it
    from companion.shapes import Was


class MemoryStore:
    """Files in a dict, name -> bytes; the contract is that of companion.storage.journal."""

    def __init__(self, files: dict[str, bytes] | None = None):
        self.files = {} if files is None else files

    def read(self, name: str, most: int | None = None) -> bytes | None:
        data = self.files.get(name)
        return data if most is None or data is None else data[:most]

    def append(self, name: str, data: bytes, was: "Was" = None) -> bool:
        if not self.fits(name, was):
            return False
        self.files[name] = self.files.get(name, b"") + data
        return True

    def replace(self, name: str, data: bytes, was: "Was" = None) -> bool:
        if not self.fits(name, was):
            return False
        self.files[name] = bytes(data)
        return True

    def rename(self, name: str, new: str) -> None:
        if name not in self.files:
            raise StoreError("file_unread", name, "ENOENT")
        self.files[new] = self.files.pop(name)

    def remove(self, name: str) -> None:
        self.files.pop(name, None)

    def fits(self, name: str, was: "Was") -> bool:
        return was is None or was[0] <= len(self.files.get(name, b"")) <= was[1]
