"""The whole board without wood: magnets, sensors and the companion that runs on the Pico, moved by a program.

python examples/simulated_board.py
"""

from host.sim.table import Table

table = Table(seed=1)
table.throws[:] = [(2, 4), (1, 3), (1, 2)]  # the next ones
table.plug_in()
for _ in range(3):  # both opening throws, and A's first
    table.press()
piece = table.lift("A1")
table.wait(500)
table.place("M2", piece)  # the 2, but it is not dalled yet
table.wait(1000)
print("wrong:", [event for event in table.said if event["ev"] == "guide"][-1]["why"])
table.place("M3", table.lift("M2"))
table.wait(500)
table.press()
print("right:", [event for event in table.said if event["ev"] == "turn"][-1]["turn"])
