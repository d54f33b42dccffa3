"""Reasons that are kept by hand in a text file, each above what it is for, and how such lines stand in a page.

>>> explained("Why\\n  a.py: x\\n", "why.txt", "module: text", lambda entry: tuple(entry.split(": ")))
{('a.py', 'x'): 'Why'}
"""

from collections.abc import Callable


def explained(text: str, file: str, form: str, key: Callable[[str], tuple | None]) -> dict:
    """What stands indented below a reason -> the reason.

    key: of an entry, None if it has not the form; then ValueError names file, line and the form. Blank lines and those
    that begin with # are passed over.
    """
    found, reason = {}, ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        entry = line.strip()
        if not line[0].isspace():
            reason = entry
            continue
        of = key(entry)
        if of is None or not reason:
            raise ValueError(f"{file}, line {number}: {entry!r}: expected {form!r}")
        found[of] = reason
    return found


def code(text: str) -> str:
    """For a cell of a table."""
    return "`" + text.replace("|", "\\|") + "`"
