"""Listens to a board on USB and says what there is to play, and what level 5 would: docs/protocol.md has the lines.

It needs the package pyserial: python examples/board_on_usb.py /dev/ttyACM0
"""

import json
import sys

import serial

from daldos import Position
from daldos.ai.nets import opponent_for
from daldos.prng import Xorshift32


def advise(state: dict) -> str:
    """The legal turns of a board's state in which a throw is to be played, and the one of level 5."""
    position = Position.parse(state["position"], state["rules"])
    turns = {turn.packed: turn.text for turn in position.turns()}
    best = opponent_for(position.rules).choose(position, 5, Xorshift32(1))
    return "%s has thrown %s: %d turns, such as %s" % (
        position.player, position.throw, len(turns), turns[best],
    )  # fmt: skip


with serial.Serial(sys.argv[1], 115200, timeout=1) as port:
    port.write(b'\n{"do": "state", "id": "state"}\n')
    over = False
    while not over:
        line = port.readline()
        if not line.strip():
            continue
        event = json.loads(line)
        if event["ev"] == "throw":
            port.write(b'{"do": "state", "id": "state"}\n')
        elif event["ev"] == "state" and event.get("id") == "state" and event["phase"] == "play":
            print(advise(event), flush=True)
        elif event["ev"] == "turn":
            print("%s played %s" % (event["player"], event["turn"]), flush=True)
        over = event["ev"] == "over"
    print("%s has won" % event["winner"])
