"""The hand's progress, judged from the occupancy."""
