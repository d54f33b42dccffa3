"""The application core of the companion: readings and time in, events and pixels out. Nothing here does I/O."""

from daldos import __version__  # `hello` and `daldos --version` have it from here

VERSION = __version__
