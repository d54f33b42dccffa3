"""The journal: append-only, checksummed records in an injected store, which survive power cuts.

A store keeps named files:

    read(name, most)            the bytes, or at most the first `most` of them; None if there is no such file
    append(name, data, was)     a power cut or an error may leave any part of it, from its start
    replace(name, data, was)    a power cut leaves it done or not done
    rename(name, new)           the same; replaces any file of the new name
    fits(name, was)             whether the file is as long as `was` says

`was` is (least, most): the writer's idea of the file's length, 0 if there is no file; None: any length. If the length
differs, the call writes nothing and returns False. All raise OSError on failure.

    >>> journal = Journal(store)
    >>> journal.open()
    ['game danish', 'throw A 13']
    >>> journal.append("turn A1-M1 M1-M4", whole)

Records are lines (companion.storage.records). Records after the first bad one are dropped, because a game can only be
replayed without gaps; good records are never cut. The writer can produce the file's whole contents, `whole`: after a
failure, or if the file is not the one written, it is rewritten, all or nothing, and a foreign file is kept under
another name. All of this is reported: see `torn` and `tell`.

A store on flash also has

    wants(name, size)           how many blocks to erase ahead, so that `size` bytes can be written at once
    ahead()                     erases one block

There `tidy`, called while nobody waits, erases ahead; when many records have accumulated, it rewrites the file with the
fewest equivalent ones. On other stores the file only grows.
"""

from companion.reasons import CodedError, StoreError
from companion.storage.records import PAYLOAD_MAX, encode, record, whole_records

if False:  # only for the type checker; the compiler drops it
    from collections.abc import Callable

    from companion.shapes import Ahead, Store, Whole

FILE = "game"
FILE_MAX = 48000  # bytes: room for 5,000 turns, small enough for a Pico's heap
LONG = 2000  # bytes added before the file is rewritten, if the store erases ahead
TOO_LONG = "game_too_long"  # a code of companion.reasons
_RETRY = 100  # bytes added before a failed tidying is retried
_LINE_MAX = PAYLOAD_MAX + 10
_KEPT_MAX = 9  # files kept aside; one more replaces the last


def is_too_long(error: OSError) -> bool:
    """Whether a store has failed because the game has no room in it."""
    return getattr(error, "code", "") == TOO_LONG


class Journal:
    """The records of one file. `torn` is the error that says what `open` had to drop, None if nothing.

    tell: called with an error when the file is not what was written; or None.
    """

    def __init__(self, store: "Store", tell: "Callable[[Exception], None] | None" = None):
        self.torn: CodedError | None = None
        self.tell = tell
        self._store = store
        self._count = 0  # records in the file
        self._sound = False  # the file ends with the last of them
        self._was = (0, 0)  # the file's length, at least and at most
        self._tried: tuple[int, ...] = ()  # its length, at least and at most, if a replace took effect that failed
        self._ahead: Ahead | None = store if hasattr(store, "ahead") else None  # type: ignore[assignment]
        self._short = LONG  # longest file that counts as tidy

    def untidy(self) -> bool:
        """Whether `tidy` has anything to do; allocates nothing."""
        size = self._was[1]
        return self._ahead is not None and (size > self._short or self._ahead.wants(FILE, size) > 0)

    def open(self) -> list[str]:
        """The payloads of all records before the first bad one; truncates the file to them.

        A file with no good record or over FILE_MAX bytes, or with more than a torn record at its end, is kept aside.
        """
        data = self._store.read(FILE, FILE_MAX + 1) or b""
        self._was = (len(data), len(data))
        payloads, good = whole_records(data) if len(data) <= FILE_MAX else ([], 0)
        self.torn = None
        if good < len(data):
            dropped = (len(data) - good, len(payloads))
            kept = self._cut_back(data, good)
            self.torn = CodedError("record_torn_kept", *dropped, kept) if kept else CodedError("record_torn", *dropped)
        self._count = len(payloads)
        self._tried = ()
        self._sound = True
        return payloads

    def append(self, payload: str, whole: "Whole", then: str | None = None) -> None:
        """Add a record; it is in the store on return. If the store fails, the journal stays without it.

        whole: returns the payloads of all records before this one; called if the file must be rewritten. then: a second
        record in the same write; a power cut may leave only the first.
        """
        line = record(self._count, payload) + (record(self._count + 1, then) if then else b"")
        was = self._was
        if self._sound and was[1] + len(line) <= FILE_MAX:
            self._sound = False
            self._was = (was[0], was[1] + len(line))  # until the write has succeeded
            if self._store.append(FILE, line, was):
                self._was = (was[0] + len(line), was[1] + len(line))
                self._tried = ()
                self._count += 2 if then else 1
                self._sound = True
                return
            self._was = was
            if not self._tried:
                self._make_way()
        self.restart(whole() + ([payload, then] if then else [payload]))

    def restart(self, payloads: list[str]) -> None:
        """Replace all records with these, all or nothing. If the store fails, the old ones stay."""
        if not self._replace(payloads):
            self._make_way()
            if not self._replace(payloads):
                raise StoreError("file_taken", FILE)

    def tidy(self, whole: "Whole") -> None:
        """Prepare for more records, for some tens of ms; a failure is reported, and retried later.

        whole: as for `append`. OSError only for a game that is too long.
        """
        ahead = self._ahead
        if ahead is None:
            return
        try:
            if self._sound and ahead.wants(FILE, self._was[1]):
                ahead.ahead()
            else:
                self.restart(whole())
        except OSError as error:
            self._short = self._was[1] + _RETRY
            if is_too_long(error):
                raise
            self.say(error)

    def say(self, problem: Exception) -> None:
        """Report a problem with the file."""
        if self.tell:
            self.tell(problem)

    def keep(self) -> str:
        """Copy the file to another name, which is returned."""
        name = self._free_name()
        self._store.replace(name, self._store.read(FILE, FILE_MAX) or b"", None)
        return name

    def _replace(self, payloads: list[str]) -> bool:
        data = encode(payloads)
        size = len(data)
        if size > FILE_MAX:
            raise StoreError(TOO_LONG)
        # Failed replaces may have taken effect: the file has its old length or one of theirs.
        was, tried, sound = self._was, self._tried, self._sound
        if tried:
            was = (min(was[0], tried[0]), max(was[1], tried[1]))
        self._tried = (min(tried[0], size), max(tried[1], size)) if tried else (size, size)
        self._sound = sound and self._was[0] != size
        if not self._store.replace(FILE, data, was):
            self._tried, self._sound = tried, sound
            return False
        self._was = (size, size)
        self._tried = ()
        self._count = len(payloads)
        self._sound = True
        self._short = size + LONG
        return True

    def _cut_back(self, data: bytes, good: int) -> str:
        # Before appending, because new records must not follow a torn one; returns the copy's name, or ''.
        rest = data[good:]
        if not good:
            self._was = (0, 0)
            return self._set_aside()
        kept = self.keep() if b"\n" in rest or len(rest) > _LINE_MAX else ""
        if not self._store.replace(FILE, data[:good], self._was):
            raise StoreError("file_taken", FILE)
        self._was = (good, good)
        return kept

    def _make_way(self) -> None:
        # A foreign file: keep all of it.
        data = self._store.read(FILE, FILE_MAX + 1)
        self._sound = False
        self._tried = ()
        if not data:
            self._was = (0, 0)
            self.say(CodedError("file_vanished", FILE))
            return
        self.say(CodedError("file_foreign", FILE, self._set_aside()))
        self._was = (0, 0)

    def _set_aside(self) -> str:
        name = self._free_name()
        self._store.rename(FILE, name)
        return name

    def _free_name(self) -> str:
        for number in range(1, _KEPT_MAX + 1):
            name = "%s.kept%d" % (FILE, number)
            if self._store.read(name, 1) is None:
                break
        return name
