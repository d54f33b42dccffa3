"""ADC codes -> the occupancy of each hole; the self-test in play; calibration and the magnet walk."""
