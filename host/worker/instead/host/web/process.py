"""CPython: a process of its own. Here: another Worker."""

from host.worker.thinker import Pool


def process() -> Pool:
    """The other Worker."""
    return Pool()
