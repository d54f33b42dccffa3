"""CPython: tools for functions. Here: only `cache`."""


def cache(function):
    """Remember what a function has returned for its arguments."""
    known = {}

    def cached(*args):
        if args not in known:
            known[args] = function(*args)
        return known[args]

    return cached
