"""A real board on USB: the port, talking to it, watching it."""
