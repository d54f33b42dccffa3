"""The effects of gestures, commands and time on the game, its lights and its events."""
