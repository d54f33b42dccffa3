"""The application core of the companion: readings and time in, events and pixels out. Nothing here does I/O."""
