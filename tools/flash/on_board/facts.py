"""Prints what tools/flash.sh must know of a board, as one JSON line. Runs on the board, on MicroPython of any age."""

import binascii
import gc
import hashlib
import json
import os
import sys

FOLDERS = ("/lib/daldos", "/lib/companion", "/lib/picohw", "/daldos", "/companion", "/picohw", "/update")
FILES = ("/main.py", "/config.py", "/finish.py")
FOLDER_BIT = 0x4000
hashes = {}


def digest(path):
    sha = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            data = file.read(1024)
            if not data:
                gc.collect()  # a hundred files leave the heap in small pieces
                return binascii.hexlify(sha.digest()).decode()
            sha.update(data)


def walk(folder):
    try:
        entries = list(os.ilistdir(folder))
    except OSError:
        return
    for entry in entries:
        path = folder + "/" + entry[0]
        if entry[1] & FOLDER_BIT:
            walk(path)
        else:
            hashes[path] = digest(path)


def text(path, count):
    try:
        with open(path) as file:
            return file.read(count)
    except OSError:
        return ""


def is_frozen(package):
    path = sys.path[:]
    sys.path[:] = [".frozen"]
    try:
        __import__(package)
        return True
    except ImportError:
        return False
    finally:
        sys.path[:] = path


facts = {
    "name": sys.implementation[0],
    "version": list(sys.implementation[1][:3]),
    "mpy": getattr(sys.implementation, "_mpy", 0),
    "machine": getattr(sys.implementation, "_machine", sys.platform),
}
if facts["name"] == "micropython" and tuple(facts["version"]) >= (1, 20):
    for folder in FOLDERS:
        walk(folder)
    root = os.listdir("/")
    for path in FILES:
        if path[1:] in root:
            hashes[path] = digest(path)
    space = os.statvfs("/")
    facts["root"] = root
    facts["hashes"] = hashes
    facts["free"] = space[0] * space[3]
    facts["frozen"] = is_frozen("companion")
    facts["main"] = text("/main.py", 80)
    facts["flashed"] = text("/flashed.json", 1000)
gc.collect()
json.dump(facts, sys.stdout)  # not as one string, for which there may be no room
print()
