"""Every record that a test writes, so that it can be read and written again at the test's end: to the same bytes.

Imported before anything that writes records: it notes what goes through daldos.record and into an archive's files.
"""

from daldos import record
from host.games.files import ENDING, Files
from host.intake.intake import RECORD, take

record_lines = record.record_lines
write_file = Files.write
_written: dict = {}  # text -> whether it must be a record
_read: set = set()  # hashes of those read again


def _noting(game, headers=None):
    lines = []
    for line in record_lines(game, headers):
        lines.append(line)
        yield line
    _written["\n".join(lines) + "\n"] = True


def _write(self, name: str, text: str) -> None:
    write_file(self, name, text)
    if name.endswith(ENDING):
        _written.setdefault(text, False)


record.record_lines = _noting
Files.write = _write  # type: ignore[method-assign]


def read_again() -> int:
    """Read and write again what has been written since the last call; how many records that were."""
    count = 0
    for text, must in list(_written.items()):
        if hash(text) in _read:
            continue
        _read.add(hash(text))
        try:
            ((headers, game),) = record.read_records(text)
        except ValueError:
            assert not must, text
            continue
        count += 1
        assert "\n".join(record_lines(game, headers)) + "\n" == text
        if game.opening or game.plies or game.start:
            (found,) = take(text).of(RECORD)
            assert found.text == text
    _written.clear()
    return count
