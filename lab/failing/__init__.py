"""Plays whose operations can fail, for the campaign `failures`."""
