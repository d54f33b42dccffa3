"""The fake board with its physics, wires and stores, the hand, and the table that puts them under the firmware."""
