"""Mounts the file system, after creating a missing one. MicroPython runs this at every start, before boot.py.

Like MicroPython's own, except for the saved game's ring (flashmap), which precedes the file system.
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
