"""CPython: tells how types hang together. Here: nothing."""

Any = None
TYPE_CHECKING = False
NamedTuple = object
