"""The application core of the companion: readings and time in, events and pixels out. Nothing here does I/O."""

VERSION = "1.0.0"  # of the companion: `hello`, package.json, `daldos --version` and the wheel have it from here
