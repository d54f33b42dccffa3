"""A game as a page plays it, and the games that have been played here, kept without being asked."""
