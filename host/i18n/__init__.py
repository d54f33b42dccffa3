"""The words in which people are spoken to, in English, Danish and Norwegian."""
