"""The board in a browser without a server: the same rooms on MicroPython's WebAssembly port, in a Worker of the page.

`main` is what the Worker runs. `instead` has what stands there in the place of modules that only CPython has.
"""
