"""The drivers of the Pico: the only package that touches hardware. `pico` builds them, `loop` runs the game on them."""
