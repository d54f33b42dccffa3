"""Scenes for the lights, and their pixels."""
