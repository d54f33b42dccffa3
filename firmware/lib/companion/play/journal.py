"""What survives a power cut: an append-only journal of checksummed records, and the settings, over an injected store.

A store has `read(name) -> bytes or None`, `append(name, data)`, of which a power cut may leave any beginning, and
`replace(name, data)`, which a power cut leaves undone or done. A record is one line of the file:

    throw A 13*5d2c41f7

the payload, `*`, and the CRC-32 of the record's number in the file, a blank and the payload. With the number in the
sum, a record lost, doubled or moved is found like a damaged one. What follows the first bad record is dropped: a game
can only be replayed without gaps.

    >>> journal = Journal(store)
    >>> journal.open()
    ['game danish', 'throw A 13']
    >>> journal.append("turn A1-M1 M1-M4")
"""

from binascii import crc32

from companion.console.flatjson import JsonError, object_text, parse_object, printable

PAYLOAD_MAX = 200  # a ruleset with every option changed has about 150


class JournalError(ValueError):
    """A payload that no record can hold."""


class SettingError(ValueError):
    """A setting that does not exist, or a value it cannot have."""


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

    def read(self, name: str):
        return self.files.get(name)

    def append(self, name: str, data: bytes):
        self.files[name] = self.files.get(name, b"") + data

    def replace(self, name: str, data: bytes):
        self.files[name] = bytes(data)


class Journal:
    """The records of one file. `torn` says what `open` had to drop, '' if nothing."""

    def __init__(self, store, name: str = "game"):
        self._store = store
        self._name = name
        self._count = -1  # records in the file; -1 not known
        self._sound = False  # the file ends with record number _count - 1
        self.torn = ""

    def open(self) -> list:
        """The payloads of all records before the first bad one; the file is cut back to them."""
        data = self._store.read(self._name) or b""
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
        self.torn = ""
        if good < len(data):
            self.torn = "%s: %d bytes dropped after record %d (byte %d)" % (
                self._name,
                len(data) - good,
                len(payloads),
                good,
            )
            # Before anything is appended, or it would be glued to the torn rest.
            self._store.replace(self._name, data[:good])
        self._count = len(payloads)
        self._sound = True
        return payloads

    def append(self, payload: str):
        """Add a record; it is in the store on return. An error of the store leaves the journal without it."""
        if not self._sound:
            self._mend()
        line = record(self._count, payload)
        self._sound = False
        self._store.append(self._name, line)
        self._sound = True
        self._count += 1

    def restart(self, payloads: list):
        """Begin anew with these records, all or nothing."""
        data = b"".join([record(number, payload) for number, payload in enumerate(payloads)])
        self._sound = False
        self._count = -1
        self._store.replace(self._name, data)
        self._count = len(payloads)
        self._sound = True

    def _mend(self):
        """After a failed append: go back to the records known, whatever the store has kept of the rest."""
        known = self._count
        payloads = self.open()
        if 0 <= known < len(payloads):
            self.restart(payloads[:known])


class Settings:
    """Settings of known keys in a file with one JSON object.

    defaults: key -> value; a value has the type (str, int or bool) of its default.
    checks:   key -> a callable that is given a value of that type and returns whether it will do, or raises ValueError.
    `problems` says, a line each, what `open` could not use; the defaults stand there.
    """

    def __init__(self, store, defaults: dict, checks: dict = None, name: str = "settings.json"):
        self._store = store
        self._name = name
        self._checks = checks or {}
        self._values = dict(defaults)
        self._defaults = defaults
        self.problems = []

    def open(self) -> list:
        """Read the file, keeping what is good; returns `problems`."""
        self._values = dict(self._defaults)
        self.problems = []
        data = self._store.read(self._name)
        if data is None:
            return self.problems
        try:
            pairs = parse_object(data)
        except JsonError as error:
            self.problems.append("%s: %s" % (self._name, error))
            return self.problems
        for key, value in pairs:
            try:
                self._values[key] = self._checked(key, value)
            except SettingError as error:
                self.problems.append("%s: %s" % (self._name, error))
        return self.problems

    def get(self, key: str):
        """The value of a setting. KeyError for a key that has no default."""
        return self._values[key]

    def set(self, key: str, value):
        """Change a setting; the file has it on return. SettingError changes nothing."""
        changed = dict(self._values)
        changed[key] = self._checked(key, value)
        pairs = [(name, changed[name]) for name in sorted(changed)]
        self._store.replace(self._name, (object_text(pairs) + "\n").encode())
        self._values = changed

    def _checked(self, key: str, value):
        if key not in self._defaults:
            raise SettingError("setting %r: there is no such setting, expected %s" % (key, self._known()))
        expected = type(self._defaults[key])
        if type(value) is not expected:
            raise SettingError("setting %s: %r is no %s" % (key, value, expected.__name__))
        try:
            good = key not in self._checks or self._checks[key](value)
        except ValueError as error:
            raise SettingError("setting %s: %s" % (key, error))
        if not good:
            raise SettingError("setting %s: it cannot be %r" % (key, value))
        return value

    def _known(self) -> str:
        return ", ".join(sorted(self._defaults))
