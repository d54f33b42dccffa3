"""Judges the progress of a turn from the occupancy."""
