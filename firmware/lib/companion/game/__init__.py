"""The game on the board: match, referee, dice, what stands on its holes."""
