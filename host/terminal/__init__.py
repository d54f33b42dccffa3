"""The board in a terminal: desk, drawing, scripts."""
