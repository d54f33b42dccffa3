"""Modules that replace CPython's and the host's of the same names on MicroPython; tools/site.sh packs them."""
