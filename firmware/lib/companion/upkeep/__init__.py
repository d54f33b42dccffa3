"""What takes the board over from the game: calibration, the magnet walk, wires and holes that fail."""
