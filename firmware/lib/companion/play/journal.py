"""What survives a power cut: an append-only journal of checksummed records, over an injected store.

A store keeps files by plain names:

    read(name, most)            the bytes, or at most the first `most` of them; None if there is no such file
    append(name, data, was)     of which a power cut, or an error, may leave any beginning
    replace(name, data, was)    which a power cut leaves undone or done
    rename(name, new)           the same; what was there under the new name is gone

`was`, if given, is (least, most): how long the file is by the writer's account, 0 if there is none. If it is not, the
call writes nothing and returns False. All raise OSError if they cannot.

A record is one line of the file:

    throw A 13*5d2c41f7

the payload, `*`, and the CRC-32 of the record's number in the file, a blank and the payload. With the number in the
sum, a record lost, doubled or moved is found like a damaged one. What follows the first bad record is dropped: a game
can only be replayed without gaps.

    >>> journal = Journal(store)
    >>> journal.open()
    ['game danish', 'throw A 13']
    >>> journal.append("turn A1-M1 M1-M4", whole)

What is good is never shortened. Whoever writes knows all that the file should say, `whole`: after a failure, or where
the file is not the one that was written, it is written anew, all or nothing, and a file that is another's is kept under
another name. Nothing of this is silent: see `torn` and `tell`.
"""

from binascii import crc32

from companion.console.flatjson import printable

PAYLOAD_MAX = 200  # a ruleset with every option changed has about 150
FILE_MAX = 48000  # bytes: a game of 5,000 turns, and what a Pico can read into its heap
_LINE_MAX = PAYLOAD_MAX + 10
_KEPT_MAX = 9  # files kept aside; one more takes the place of the last


class JournalError(ValueError):
    """A payload that no record can hold."""


def record(number: int, payload: str) -> bytes:
    """The line of record `number`, from 0. JournalError unless `payload` is 1 ... PAYLOAD_MAX printable characters."""
    if not 0 < len(payload) <= PAYLOAD_MAX or not printable(payload):
        raise JournalError("record %r: expected 1 to %d printable ASCII characters" % (payload, PAYLOAD_MAX))
    body = payload.encode()
    return body + b"*" + _checksum(number, body) + b"\n"


def _could_be(body: bytes) -> bool:
    # Whether `record` could have made it.
    if not 0 < len(body) <= PAYLOAD_MAX:
        return False
    for byte in body:
        if not 32 <= byte < 127:
            return False
    return True


def _checksum(number: int, body: bytes) -> bytes:
    return ("%08x" % (crc32(str(number).encode() + b" " + body) & 0xFFFFFFFF)).encode()


class MemoryStore:
    """A store that forgets all with the power: files in a dict, name -> bytes. What is left where there is no other."""

    def __init__(self, files: dict = None):
        self.files = {} if files is None else files

    def read(self, name: str, most: int = None):
        data = self.files.get(name)
        return data if most is None or data is None else data[:most]

    def append(self, name: str, data: bytes, was: tuple = None) -> bool:
        if not self.fits(name, was):
            return False
        self.files[name] = self.files.get(name, b"") + data
        return True

    def replace(self, name: str, data: bytes, was: tuple = None) -> bool:
        if not self.fits(name, was):
            return False
        self.files[name] = bytes(data)
        return True

    def rename(self, name: str, new: str) -> None:
        if name not in self.files:
            raise OSError("%s: there is no such file" % name)
        self.files[new] = self.files.pop(name)

    def fits(self, name: str, was: tuple) -> bool:
        """Whether the file is as long as `was` says."""
        return was is None or was[0] <= len(self.files.get(name, b"")) <= was[1]


def whole_records(data: bytes) -> tuple:
    """(payloads, bytes) of the records before the first bad one."""
    payloads = []
    good = 0
    while True:
        end = data.find(b"\n", good)
        if end < 0:
            break
        body = data[good : max(good, end - 9)]
        if data[good + len(body) : end] != b"*" + _checksum(len(payloads), body) or not _could_be(body):
            break
        payloads.append(body.decode())
        good = end + 1
    return payloads, good


class Journal:
    """The records of one file. `torn` says what `open` had to drop, '' if nothing.

    tell: is given a line of text when the file turns out not to be what was written; a callable or None.
    """

    def __init__(self, store, name: str = "game", tell=None):
        self.torn = ""
        self.tell = tell
        self._store = store
        self._name = name
        self._count = 0  # records in the file
        self._sound = False  # the file ends with the last of them
        self._was = (0, 0)  # the file's length, at least and at most
        self._tried = 0  # its length, if the last replacing, which failed, was done after all

    def open(self) -> list:
        """The payloads of all records before the first bad one; the file is cut back to them.

        A file with no good record or over FILE_MAX bytes, or with more than a torn record at its end, is kept aside.
        """
        data = self._store.read(self._name, FILE_MAX + 1) or b""
        self._was = (len(data), len(data))
        payloads, good = whole_records(data) if len(data) <= FILE_MAX else ([], 0)
        self.torn = ""
        if good < len(data):
            self.torn = "%s: %d bytes dropped after record %d (byte %d)" % (
                self._name,
                len(data) - good,
                len(payloads),
                good,
            )
            self._cut_back(data, good)
        self._count = len(payloads)
        self._sound = True
        return payloads

    def append(self, payload: str, whole) -> None:
        """Add a record; it is in the store on return. An error of the store leaves the journal without it.

        whole: called for the payloads of all records before this one, if the file has to be written anew.
        """
        line = record(self._count, payload)
        was = self._was
        if self._sound and was[1] + len(line) <= FILE_MAX:
            self._sound = False
            self._was = (was[0], was[1] + len(line))  # until it is known
            if self._store.append(self._name, line, was):
                self._was = (was[0] + len(line), was[1] + len(line))
                self._tried = 0
                self._count += 1
                self._sound = True
                return
            self._was = was
            if not self._tried:
                self._make_way()
        self.restart(whole() + [payload])

    def restart(self, payloads: list) -> None:
        """Begin anew with these records, all or nothing. After an error of the store the old ones go on."""
        data = b"".join([record(number, payload) for number, payload in enumerate(payloads)])
        size = len(data)
        if size > FILE_MAX:
            raise OSError("%s: the game is too long to be kept, begin a new one" % self._name)
        # Of a replacing that failed nobody knows whether it was done: the file is as long as before, or as after.
        was = (min(self._was[0], self._tried), max(self._was[1], self._tried)) if self._tried else self._was
        self._tried = size
        self._sound = self._sound and self._was[0] != size
        if not self._store.replace(self._name, data, was):
            self._make_way()
            if not self._store.replace(self._name, data, (0, 0)):
                raise OSError("%s: another program writes this file" % self._name)
        self._was = (size, size)
        self._tried = 0
        self._count = len(payloads)
        self._sound = True

    def say(self, text: str) -> None:
        """Tell something about the file."""
        if self.tell:
            self.tell(text)

    def keep(self) -> str:
        """Keep a copy of the file as it is under another name, which is returned."""
        return self._keep(self._store.read(self._name, FILE_MAX) or b"")

    def _cut_back(self, data: bytes, good: int) -> None:
        # Before anything is appended, or it would be glued to the torn rest.
        rest = data[good:]
        if not good:
            self.torn += ", all of it is kept as " + self._set_aside()
            self._was = (0, 0)
            return
        if b"\n" in rest or len(rest) > _LINE_MAX:
            self.torn += ", all of it is kept as " + self._keep(data)
        if not self._store.replace(self._name, data[:good], self._was):
            raise OSError("%s: another program writes this file" % self._name)
        self._was = (good, good)

    def _make_way(self) -> None:
        # The file is not the one that was written: nothing of it is destroyed, and after this there is none.
        if not self._store.read(self._name, 1):
            text = "%s: the file has vanished; it is written anew" % self._name
        else:
            text = "%s: not the file that this board has written; it is kept as %s, and written anew" % (
                self._name,
                self._set_aside(),
            )
        self._was = (0, 0)
        self._sound = False
        self.say(text)

    def _keep(self, data: bytes) -> str:
        name = self._free_name()
        self._store.replace(name, data, None)
        return name

    def _set_aside(self) -> str:
        name = self._free_name()
        self._store.rename(self._name, name)
        return name

    def _free_name(self) -> str:
        for number in range(1, _KEPT_MAX + 1):
            name = "%s.kept%d" % (self._name, number)
            if self._store.read(name, 1) is None:
                break
        return name
