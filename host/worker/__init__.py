"""The board in a browser without a server: the same rooms on MicroPython's WebAssembly port, in a Worker of the page.

The Worker runs `main`. `instead` has replacements for modules that only CPython has.
"""
