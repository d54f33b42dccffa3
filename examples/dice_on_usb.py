"""A board on USB as a cup of dice for any game: python examples/dice_on_usb.py PORT [THROWS]

Each press of its button throws; it needs the package pyserial. The board goes back to what it did before.
"""

import json
import sys

import serial

throws = int((sys.argv[2:] or ["3"])[0])
with serial.Serial(sys.argv[1], 115200, timeout=1) as port:
    port.write(b'\n{"do": "state", "id": "before"}\n')
    before = ""
    while throws:
        line = port.readline()
        if not line.strip():
            continue
        event = json.loads(line)
        if event["ev"] == "state" and not before:
            before = event["mode"]
            port.write(b'{"do": "mode", "mode": "roller"}\n')
            print("press the button", flush=True)
        elif event["ev"] == "throw":
            print(event["throw"][0], event["throw"][1], flush=True)
            throws -= 1
    port.write(b'{"do": "mode", "mode": "%s"}\n' % before.encode())
