"""The games that have been played here, kept without being asked."""
