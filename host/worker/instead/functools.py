"""CPython: tools for functions. Here: the one that is used."""


def cache(function):
    """Remember what a function has returned for its arguments."""
    known = {}

    def cached(*args):
        if args not in known:
            known[args] = function(*args)
        return known[args]

    return cached
