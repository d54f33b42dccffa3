"""How the companion's own image divides the end of the flash: the ring of the saved game, then the file system.

Only images built by `tools/build_uf2.sh` have this module; stock MicroPython has no ring, and its file system begins
elsewhere. The file system never moves, so a board keeps its files when it gets a new image.
"""

LOG_BYTES = 64 * 1024  # companion.storage.ring
FILES_BYTES = 384 * 1024
