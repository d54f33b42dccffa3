"""The host side: the fake board and its physics, the hand, and the front ends."""
