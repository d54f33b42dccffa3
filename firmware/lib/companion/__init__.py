"""The application core of the companion: readings and time in, events and pixels out. Nothing here does I/O."""

from daldos import __version__  # shown by `hello` and `daldos --version`

VERSION = __version__
