"""Modules for MicroPython in the place of CPython's and the host's of the same names; tools/site.sh packs them."""
