"""What is frozen into build/daldos-pico.uf2 (tools/build_uf2.sh): the whole project.

Nothing of MicroPython's own modules; what mounts the file system at start leaves room for the ring of the saved game.
A config.py in the file system takes precedence over the frozen one.
"""

freeze("image", ("_boot.py", "flashmap.py"))
package("daldos", base_path="lib")
package("daldos", base_path="../build/frozen")  # the solved endings: tools/freeze_endings.py
package("companion", base_path="lib")
package("picohw", base_path="lib")
module("config.py")
module("main.py")
