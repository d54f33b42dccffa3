"""Finishes an update of the companion: all that waits in /update goes to its place, the new main.py last.

tools/flash.sh puts this in the place of main.py once all of the update is on the board and its checksums agree. Each
move is a rename, which a power cut leaves done or not done; however often the power goes, the next start goes on here.
"""

import json
import os

FROM = "/update"
LAST = ("/main.py", "/remove.json")  # while both are there, there is something to finish
FOLDER_BIT = 0x4000


def move(folder):
    for entry in list(os.ilistdir(FROM + folder)):
        path = folder + "/" + entry[0]
        if entry[1] & FOLDER_BIT:
            try:
                os.mkdir(path)
            except OSError:
                pass  # it is there
            move(path)
            os.rmdir(FROM + path)
        elif path not in LAST:
            os.rename(FROM + path, path)


def remove(path):
    for call, name in ((os.remove, path), (os.rmdir, path[: path.rfind("/")] or "/")):
        try:
            call(name)
        except OSError:
            pass  # gone already; or a folder that holds something


move("")
with open(FROM + "/remove.json") as file:
    for path in json.load(file):
        remove(path)
os.rename(FROM + "/main.py", "/main.py")
remove(FROM + "/remove.json")

if __name__ == "__main__":
    import machine

    machine.reset()
