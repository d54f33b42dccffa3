"""Position, throw and occupancy -> what the hand has done, and what is to be mended."""
