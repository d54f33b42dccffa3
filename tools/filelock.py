"""A file held by one process at a time, so that several do not make the same thing at once.

>>> with held(Path("build/.lock")):
...     make()
"""

import time
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


@contextmanager
def held(path: Path):
    """Hold the file, made if need be, until the block or the process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX)
        else:
            import msvcrt

            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
                    break
                except OSError:
                    time.sleep(0.2)
        yield
