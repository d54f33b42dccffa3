"""Mounts the file system, and makes one where there is none; MicroPython runs it at every start, before boot.py.

As MicroPython's own, but for the ring of the saved game (flashmap), which lies before the file system.
"""

import vfs
from _rp2 import Flash  # without rp2's 1.4 KB of Python, which nothing here needs
from flashmap import LOG_BYTES

flash = Flash(start=LOG_BYTES)
try:
    files = vfs.VfsLfs2(flash, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    files = vfs.VfsLfs2(flash, progsize=256)
vfs.mount(files, "/")

del vfs, Flash, LOG_BYTES, flash, files
