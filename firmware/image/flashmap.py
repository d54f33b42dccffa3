"""How the companion's own image divides the end of the flash: the ring of the saved game, then the file system.

Only what `tools/build_uf2.sh` makes has this module: MicroPython as it is knows of no ring, and its file system begins
elsewhere. The file system is where it always was, so that a board that gets a new image keeps its files.
"""

LOG_BYTES = 64 * 1024  # companion.storage.ring
FILES_BYTES = 384 * 1024
