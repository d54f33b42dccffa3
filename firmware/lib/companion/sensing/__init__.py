"""Codes -> what stands in each hole; the wires, tested in play; calibration and the magnet walk."""
