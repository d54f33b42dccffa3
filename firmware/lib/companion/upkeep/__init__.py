"""Jobs that take the board over from the game: calibration, the magnet walk, failing wires and holes."""
