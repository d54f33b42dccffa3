"""A separate process for slow work, which must not delay the board's clock.

>>> pool = process(); pool.submit(hint, position, "danish").result()
"""

import multiprocessing
import os
import sys
import threading
from concurrent.futures import ProcessPoolExecutor


def process() -> ProcessPoolExecutor:
    """A worker process; it ends with this one, even if this one is killed."""
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    # A worker holds both ends of its own queue and so never reads an end of it; the pipe that join() waits on is the
    # parent's alone, and closed when that is killed.
    sys.stderr = open(os.devnull, "w")  # discards the kernel's messages about its compilation

    def wait() -> None:
        multiprocessing.parent_process().join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
