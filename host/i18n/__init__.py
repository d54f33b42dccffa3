"""The texts for users, in English, Danish and Norwegian."""
