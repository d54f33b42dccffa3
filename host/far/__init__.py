"""Ends of a game between two boards far apart, docs/far.md: their files, the broker, who plays."""
