"""What the lights are to say, and the pixels that say it."""
