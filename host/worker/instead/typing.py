"""CPython: type annotations. Here: empty."""

Any = None
TYPE_CHECKING = False
NamedTuple = object
