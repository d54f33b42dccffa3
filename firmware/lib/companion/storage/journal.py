"""What survives a power cut: an append-only journal of checksummed records, over an injected store.

A store keeps files by plain names:

    read(name, most)            the bytes, or at most the first `most` of them; None if there is no such file
    append(name, data, was)     of which a power cut, or an error, may leave any beginning
    replace(name, data, was)    which a power cut leaves undone or done
    rename(name, new)           the same; what was there under the new name is gone
    fits(name, was)             whether the file is as long as `was` says

`was` is (least, most): how long the file is by the writer's account, 0 if there is none; None: any. If the file is not
so long, the call writes nothing and returns False. All raise OSError if they cannot.

    >>> journal = Journal(store)
    >>> journal.open()
    ['game danish', 'throw A 13']
    >>> journal.append("turn A1-M1 M1-M4", whole)

Records are lines (companion.storage.records). What follows the first bad one is dropped: a game can only be replayed
without gaps. What is good is never shortened. Whoever writes knows all that the file should say, `whole`: after a
failure, or where the file is not the one that was written, it is written again, all or nothing, and a file that is
another's is kept under another name. Nothing of this is silent: see `torn` and `tell`.

A file of some hundred bytes lies in littlefs's own blocks, and a record more seldom makes it erase one, which takes as
long as all the rest of an answer. So `tidy`, when nobody waits, puts the records so far into an archive, of which there
are two in turn, and lets the file begin again with a record that refers to it: `A`, its letter, bytes and CRC-32.

A store may know better, and have besides

    wants(name, size)           how many blocks should be erased ahead, so that so many bytes can be written at once
    ahead()                     erases one

There `tidy` erases ahead, and when records have come together writes the file again, with as few as lead to the same.
"""

from binascii import crc32

from companion.reasons import CodedError, StoreError
from companion.storage.records import PAYLOAD_MAX, encode, record, whole_records

if False:  # for the type checker alone: the compiler leaves it out
    from collections.abc import Callable

    from companion.shapes import Ahead, Store, Whole

FILE_MAX = 48000  # bytes: a game of 5,000 turns, and what a Pico can read into its heap
LONG = 100  # bytes: beyond it the file should be tidied
LONG_AHEAD = 2000  # bytes added, where the store erases ahead
_LINE_MAX = PAYLOAD_MAX + 10
_KEPT_MAX = 9  # files kept aside; one more takes the place of the last


class Journal:
    """The records of one file. `torn` is the error that says what `open` had to drop, None if nothing.

    tell: is given an error when the file turns out not to be what was written; a callable or None.
    """

    def __init__(self, store: "Store", name: str = "game", tell: "Callable[[Exception], None] | None" = None):
        self.torn: CodedError | None = None
        self.tell = tell
        self._store = store
        self._name = name
        self._count = 0  # records in the file
        self._sound = False  # the file ends with the last of them
        self._was = (0, 0)  # the file's length, at least and at most
        self._tried = 0  # its length, if the last replacing, which failed, was done after all
        self._ahead: Ahead | None = store if hasattr(store, "ahead") else None  # type: ignore[assignment]
        self._short = LONG_AHEAD if self._ahead else LONG  # bytes of a file that is still tidy
        self._archive: tuple[str, int] | None = None  # (name, bytes) of the archive that the file refers to
        # (records in the file, archive, reference) of an archive still to be referred to
        self._ready: tuple[int, tuple[str, int], str] | None = None

    def untidy(self) -> bool:
        """Whether there is something for `tidy` to do; allocates nothing."""
        size = self._was[1]
        return size > self._short or self._ahead is not None and self._ahead.wants(self._name, size) > 0

    def open(self) -> list[str]:
        """The payloads of all records before the first bad one; the file is cut back to them.

        A file with no good record or over FILE_MAX bytes, or with more than a torn record at its end, is kept aside.
        """
        data = self._store.read(self._name, FILE_MAX + 1) or b""
        self._was = (len(data), len(data))
        payloads, good = whole_records(data) if len(data) <= FILE_MAX else ([], 0)
        before, self._archive = self._read_archive(payloads)
        self.torn = None
        if before is None:
            payloads, before, good = [], [], 0
            self.torn = CodedError("record_archive", self._cut_back(data, good))
        elif good < len(data):
            dropped = (len(data) - good, len(payloads))
            kept = self._cut_back(data, good)
            self.torn = CodedError("record_torn_kept", *dropped, kept) if kept else CodedError("record_torn", *dropped)
        self._count = len(payloads)
        self._tried = 0
        self._ready = None
        self._sound = True
        return before + payloads[1:] if self._archive else payloads

    def append(self, payload: str, whole: "Whole", then: str | None = None) -> None:
        """Add a record; it is in the store on return. An error of the store leaves the journal without it.

        whole: called for the payloads of all records before this one, if the file has to be written again.
        then: a second record, of the same writing; a power cut may leave the first alone.
        """
        line = record(self._count, payload) + (record(self._count + 1, then) if then else b"")
        was = self._was
        if self._sound and was[1] + len(line) <= FILE_MAX:
            self._sound = False
            self._was = (was[0], was[1] + len(line))  # until it is known
            if self._store.append(self._name, line, was):
                self._was = (was[0] + len(line), was[1] + len(line))
                # Asked for only now: another file of this name may be as long, but it has another archive.
                if self._is_whole():
                    self._tried = 0
                    self._count += 2 if then else 1
                    self._sound = True
                    return
            else:
                self._was = was
                if not self._tried:
                    self._make_way()
        self.restart(whole() + ([payload, then] if then else [payload]))

    def restart(self, payloads: list[str]) -> None:
        """Begin again with these records, all or nothing. After an error of the store the old ones go on."""
        if not self._replace(payloads):
            self._make_way()
            if not self._replace(payloads):
                raise StoreError("file_taken", self._name)

    def tidy(self, whole: "Whole") -> None:
        """One step of making ready for more records, some tens of ms; what fails is said, and tried again later.

        whole: as for `append`.
        """
        short = LONG
        try:
            if not self._ahead:
                if self._put_into_archive(whole):
                    return
            elif self._sound and self._ahead.wants(self._name, self._was[1]):
                self._ahead.ahead()
                return
            else:
                self.restart(whole())
                return
        except OSError as error:
            short = self._was[1] + LONG
            self.say(error)
        self._short = short

    def _put_into_archive(self, whole: "Whole") -> bool:
        # One of two steps; whether the other is to be done. An error of the store changes nothing.
        if self._tried or not self._sound:  # it is not known which archive the file refers to
            self.restart(whole())
            return False
        if self._ready and self._ready[0] == self._count:
            archive, reference = self._ready[1], self._ready[2]
            # Asked for twice: a store may be another one for a while, as a folder that is not mounted.
            if self._has(archive):
                if self._replace([reference], archive):
                    if self._has(archive):
                        return False
                else:
                    self._make_way()
            self.restart(whole())
            return False
        data = encode(whole())
        size = self._checked_size(data)
        letter = "b" if self._archive and self._archive[0][-1] == "a" else "a"
        name = self._name + "." + letter
        self._store.replace(name, data, None)
        self._ready = (self._count, (name, size), "A %s %d %s" % (letter, size, _sum(data)))
        return True

    def say(self, problem: Exception) -> None:
        """Tell something about the file."""
        if self.tell:
            self.tell(problem)

    def keep(self) -> str:
        """Keep a copy of the file and its archive as they are under another name, which is returned."""
        name = self._free_name()
        self._store.replace(name, self._portable(self._store.read(self._name, FILE_MAX) or b""), None)
        return name

    def _replace(self, payloads: list[str], archive: tuple[str, int] | None = None) -> bool:
        data = encode(payloads)
        size = self._checked_size(data)
        # Of a replacing that failed nobody knows whether it was done: the file is as long as before, or as after.
        was = (min(self._was[0], self._tried), max(self._was[1], self._tried)) if self._tried else self._was
        tried, sound = self._tried, self._sound
        self._tried = size
        self._sound = sound and self._was[0] != size
        if not self._store.replace(self._name, data, was):
            self._tried, self._sound = tried, sound
            return False
        self._was = (size, size)
        self._tried = 0
        self._archive = archive
        self._ready = None
        self._count = len(payloads)
        self._sound = True
        if self._ahead:
            self._short = size + LONG_AHEAD
        return True

    def _checked_size(self, data: bytes) -> int:
        if len(data) > FILE_MAX:
            raise StoreError("game_too_long")
        return len(data)

    def _cut_back(self, data: bytes, good: int) -> str:
        # Before anything is appended, or it would be glued to the torn rest; the name under which all is kept, or ''.
        rest = data[good:]
        if not good:
            self._was = (0, 0)
            return self._set_aside()
        kept = self.keep() if b"\n" in rest or len(rest) > _LINE_MAX else ""
        if not self._store.replace(self._name, data[:good], self._was):
            raise StoreError("file_taken", self._name)
        self._was = (good, good)
        return kept

    def _make_way(self) -> None:
        # The file is not the one that was written: nothing of it is destroyed.
        data = self._store.read(self._name, FILE_MAX + 1)
        self._sound = False
        self._tried = 0
        if not data:
            self._was = (0, 0)
            self.say(CodedError("file_vanished", self._name))
            return
        if self._read_archive(whole_records(data)[0])[0]:
            kept = self.keep()
            self._was = (len(data), len(data))
        else:
            kept = self._set_aside()
            self._was = (0, 0)
        self.say(CodedError("file_foreign", self._name, kept))

    def _read_archive(self, payloads: list[str]) -> tuple[list[str] | None, tuple[str, int] | None]:
        # (its payloads, (name, bytes)) of the archive these refer to; ([], None): to none; (None, None): it is bad.
        words = payloads[0].split(" ") if payloads else []
        if len(words) != 4 or words[0] != "A":
            return [], None
        name = self._name + "." + words[1]
        data = self._store.read(name, FILE_MAX) or b""
        if words[1] not in ("a", "b") or [str(len(data)), _sum(data)] != words[2:]:
            return None, None
        return whole_records(data)[0], (name, len(data))

    def _has(self, archive: tuple[str, int] | None) -> bool:
        if not archive or self._store.fits(archive[0], (archive[1], archive[1])):
            return True
        self.say(CodedError("file_vanished", archive[0]))
        return False

    def _is_whole(self) -> bool:
        try:
            return self._has(self._archive)
        except OSError as error:
            self.say(error)
            return True  # as far as is known, and the record is there

    def _portable(self, data: bytes) -> bytes:
        # The file with the records of its archive, which will be another's.
        payloads, good = whole_records(data)
        before = self._read_archive(payloads)[0]
        return encode(before + payloads[1:]) + data[good:] if before else data

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


def _sum(data: bytes) -> str:
    return "%08x" % (crc32(data) & 0xFFFFFFFF)
