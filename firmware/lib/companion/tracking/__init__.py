"""What the hand has done, judged from what stands."""
