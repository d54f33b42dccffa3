"""A file held by one process at a time, so that what several would make at once is made once.

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
    """The file of that name, made if need be, held by this process alone until the block ends or the process does."""
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
