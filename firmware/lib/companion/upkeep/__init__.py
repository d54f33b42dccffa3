"""Jobs that take over the board from the game: calibration, the magnet walk, faulty wires and holes."""
