"""What gestures, commands and time do to the game, and what is shown and said."""
